import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { file, plan, sentOf } from './proposed.ts';

/** What is asked of a file with one more column, and what its first answers leave out. */
const found = async (header: string, ...cells: readonly string[]) => {
  const { asked, leftOut } = await plan(file(header, ...cells.map((cell) => `"${cell}"`)));
  return [asked, leftOut];
};

describe('goods that are made to order, and goods beside those of the line, wait for a person', () => {
  it.each([
    ['Personalisation', '', 'BOB'],
    ['Engraving', '', 'BOB'],
    ['Engraving text', '', 'BOB'],
    ['Personalised', 'no', 'yes'],
    ['Name on shirt', '', 'BOB'],
    ['Gravur', '', 'BOB'],
    ['Wunschtext', '', 'BOB'],
    ['Texte de gravure', '', 'BOB'],
    ['Texto de grabado', '', 'BOB'],
    ['Incisione', '', 'BOB'],
    ['Graveertekst', '', 'BOB'],
    ['Treść grawera', '', 'BOB'],
    ['Gravação', '', 'BOB'],
    ['Gravyr', '', 'BOB'],
    ['Prénom à graver', '', 'BOB'],
    ['Nome da gravar', '', 'BOB'],
    ['Tekst graweru', '', 'BOB'],
    ['Embroidered with', '', 'BOB'],
    ['Extra item', '', 'AX-9'],
    ['Add-on', '', 'AX-9'],
    ['Free goods', '0', '1'],
    ['Item 2', '', 'Tent'],
    ['Bonus', '', 'Mug'],
    ['Accessoires', '', 'Mug'],
    ['Second item', '', 'Mug'],
    ['Zugabe', '', 'Mug'],
    ['Zusatzartikel', '', 'Mug'],
    ['Article offert', '', 'Mug'],
    ['Producto adicional', '', 'Mug'],
    ['Omaggio', '', 'Mug'],
    ['Extra artikel', '', 'Mug'],
    ['Dodatkowy produkt', '', 'Mug'],
    ['Brinde', '', 'Mug'],
    ['Tillbehör', '', 'Mug'],
    ['Gift', '', 'Hat'],
    ['Regalo', '', 'Gorra'],
    ['Other items', '', 'Mug'],
    ['Weitere Artikel', '', 'Mug'],
    ['Deuxième article', '', 'Mug'],
  ])('%s: %j and %j', async (header, one, other) => {
    expect(await found(header, one, other)).toEqual([[header], ['P-2 on-hold']]);
  });

  it.each([
    'Engraving fee',
    'Description 2',
    'Gift',
    'Product name 2',
    'Bonus points',
    'Address extra',
    'Product collection',
    'Product line',
    'Newsletter inscription',
  ])('%s says nothing of goods', async (header) => {
    const { asked } = await plan(file(header, '', '5'));
    expect(asked).toEqual([]);
  });

  it.each([
    ['Personalisation', '', ['']],
    ['Add-on', '', ['']],
    ['Item 2', '', ['']],
    ['Personalised', 'no', ['', 'no']],
    ['Free goods', '0', ['', '0']],
  ])('what %s says in a later file is not sent over where it is %j in this', async (column, cell, kept) => {
    const { asked, map } = await plan(file(column, cell, cell));
    expect([asked, map.$keep]).toEqual([[], [{ column, in: kept }]]);
  });
});

describe('a SKU beside several sizes or colours', () => {
  const rows = ['red', 'S', 'blue', 'S'];

  it.each([
    ['no, leave out every order with a value in Colour', []],
    ['not for AC-TENT-2: leave out the orders with these, and send all others', ['P-2 × 1', 'P-4 × 1']],
    ['yes, the rest is not needed', ['P-1 × 4', 'P-2 × 1', 'P-3 × 4', 'P-4 × 1']],
  ])('may not say what is sent: %s', async (answer, sent) => {
    const made = await plan(file('Colour', ...rows), { variants: answer });
    expect([made.asked, sentOf(made)]).toEqual([['variants'], sent]);
  });

  it.each([
    'Size',
    'Variant',
    'Größe',
    'Coloris',
    'Talla',
    'Taglia',
    'Maat',
    'Rozmiar',
    'Tamanho',
    'Storlek',
  ])('%s is a question where the same SKU has two', async (header) => {
    expect((await plan(file(header, ...rows))).asked).toEqual(['variants']);
    expect((await plan(file(header, 'M', 'L', 'm', 'L'))).asked).toEqual([]);
  });
});

describe('units of the same goods', () => {
  it('that columns count by size wait for a person', async () => {
    const made = await plan(file('S,M', '0,0', '1,0', '0,2'));
    expect([made.asked, sentOf(made)]).toEqual([['sizes'], ['P-1 × 4']]);
    const all = await plan(file('S,M', '1,3', '1,0'), { sizes: 'no, they are not needed' });
    expect(sentOf(all)).toEqual(['P-1 × 4', 'P-2 × 1']);
    expect((await plan(file('M', '1', '2'))).asked).not.toContain('sizes');
  });

  it.each([
    ['Mug x 6', '30.00', ['Title: several'], ['P-1 × 1']],
    ['Mug (pack of 3)', '15.00', ['Title: several'], ['P-1 × 1']],
    ['Mug 2026', '5.00', [], ['P-1 × 1', 'P-2 × 1']],
    ['Mug XL', '10.00', [], ['P-1 × 1', 'P-2 × 1']],
  ])('may be in a title: %s at %s', async (title, price, asked, sent) => {
    const head = 'Order,Date,Name,Address,Town,Postcode,Country,Currency,Qty,SKU,Title,Unit price';
    const row = '2026-11-25,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,GBP,1,AC-MUG';
    const made = await plan(`${head}\nP-1,${row},Mug,5.00\nP-2,${row},${title},${price}\n`);
    expect([made.asked, sentOf(made)]).toEqual([asked, sent]);
  });
});

it.each([
  ['Engraving', 'BOB', 'Engraving'],
  ['Free gift', 'BOB', 'Free gift'],
  ['New address', '9 Bank Rd', 'New address'],
  // How the address is composed, the preset says, so that no answer does.
  ['Alt street,Alt zip,Alt city', '9 Bank Rd,LS1 1AA,Leeds', 'DeliveryAddress: Alt street'],
])('%s is a question beside the columns of a preset', async (columns, cells, asked) => {
  const [head = '', ...rows] = readFileSync('fixtures/exports/etsy.csv', 'utf8').trimEnd().split(/\r?\n/);
  const blank = cells.replaceAll(/[^,]/g, '');
  const text = [`${head},${columns}`, ...rows.map((row, at) => `${row},${at === 0 ? cells : blank}`)];
  const made = await plan(text.join('\n'));
  expect(made.asked).toEqual([asked]);
  const set = made.proposal.questions.flatMap(({ choices }) =>
    choices.flatMap((each) => Object.keys(each.set)),
  );
  expect(set.filter((member) => member.startsWith('DeliveryAddress'))).toEqual([]);
});
