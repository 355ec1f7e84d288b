import { describe, expect, it } from 'vitest';
import { type Answers, columns, file, plan, sentOf } from './proposed.ts';

const order =
  'Order Number,Order Date,Ship Name,Ship Address 1,Ship City,Ship Postcode,Ship Country,Currency';
const ina = '2026-11-25,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,GBP';

/** A file with these columns beside those of the order: each row begins with the number of its order. */
const orders = (columns: string, ...rows: readonly string[]): string =>
  [`${order},${columns}`, ...rows.map((row) => row.replace(',', `,${ina},`))].join('\n');

/** The lines that are sent, without the address. */
const linesOf = ({ sent }: { readonly sent: readonly string[] }): string[] =>
  sent.map((text) => text.replace(/ to .*?: /, ': '));

describe('rows that may be one line', () => {
  const goods = 'SKU,Item Name,Quantity,Unit Price';
  const tent = 'AC-TENT-2,Tent,2,129.00';
  const made = (column: string, first: string, second: string, answers: Answers = {}) =>
    plan(
      orders(`${goods},${column}`, `P-1,${tent},${first}`, `P-1,${tent},${second}`, `P-2,${tent},${second}`),
      answers,
    );

  it.each([
    ['Serial Number', 'S1', 'S2'],
    ['Seriennummer', 'S1', 'S2'],
    ['Batch', 'B1', 'B2'],
    ['N° de lot', 'L1', 'L2'],
    ['Revision', '1', '2'],
    ['Version', 'a', 'b'],
    ['Magazijnlocatie', 'A', 'B'],
    ['Liefertermin', '2026-11-30', '2026-12-10'],
    ['Order Item ID,Option Name', '1,Colour', '1,Size'],
    ['Order Line ID,Payment Method', '77,Gift card', '77,Visa'],
    ['Line,Schedule', '10,1', '10,2'],
    ['Pos.,Event', '1,created', '1,edited'],
    ['Regelnr,Partij', '1,A', '1,B'],
    ['Status', 'Paid', 'Cancelled'],
    ['amount-type,amount', 'ItemPrice,258.00', 'ItemFees,-10.00'],
    ['Promotion', 'SUMMER', 'FREESHIP'],
  ])('with %s %s and %s are a question', async (column, first, second) => {
    const found = await made(column, first, second);
    expect(found.asked).toEqual(['lines']);
    expect(found.leftOut).toContain('P-1 on-hold');
    const both = await made(column, first, second, { lines: 'yes, send each row' });
    expect(both.leftOut).not.toContain('P-1 on-hold');
  });

  it.each([
    ['Line No,Batch', '1,B1', '2,B2'],
    ['order-item-id,Revision', '71,a', '72,b'],
    ['Pos.,Charge', '10,L1', '20,L2'],
    ['Line UUID,Tag', 'x-1,a', 'x-2,b'],
    ['Discount', '0.00', '10.00'],
  ])('with %s %s and %s are lines of their own', async (column, first, second) => {
    const found = await made(column, first, second);
    expect([found.asked, linesOf(found)[0]]).toEqual([
      [],
      'P-1: 2 AC-TENT-2 (Tent) at 129 GBP; 2 AC-TENT-2 (Tent) at 129 GBP',
    ]);
  });

  it('are asked about where the SKU is a question too', async () => {
    const content = orders(
      'Alt SKU,Item Name,Quantity,Unit Price,Serial',
      `P-1,${tent},S1`,
      `P-1,${tent},S2`,
    );
    expect((await plan(content)).asked).toEqual(['SKU', 'lines']);
  });

  it('may be a row for each unit', async () => {
    const content = orders(
      `${goods},Serial Number`,
      `P-1,${tent},S1`,
      `P-1,${tent},S2`,
      'P-2,GIFT-1,Hamper,1,40.00,S3',
    );
    expect(linesOf(await plan(content, { lines: 'no, each row is one unit' }))).toEqual([
      'P-1: 1 AC-TENT-2 (Tent) at 129 GBP; 1 AC-TENT-2 (Tent) at 129 GBP',
      'P-2: 1 GIFT-1 (Hamper) at 40 GBP',
    ]);
  });

  it('of which one takes back the other leave the order out', async () => {
    const found = await plan(
      orders(goods, 'P-1,A-1,Tent,3,129.00', 'P-1,A-1,Tent,1,-129.00', 'P-2,A-1,Tent,1,129.00'),
    );
    expect([found.asked, found.leftOut]).toEqual([[], ['P-1 partly-refunded']]);
  });
});

describe('a price for several units', () => {
  const goods = 'SKU,Item Name,Quantity';
  it.each([
    ['Net Price,Price Unit,Net Value', '49.00,100,98.00', '129.00,1,129.00'],
    ['Einzelpreis,Preiseinheit,Gesamtpreis', '49.00,100,98.00', '129.00,1,129.00'],
    ['Price,Per,Line total', '49.00,100,98.00', '129.00,1,129.00'],
    ['Price,Price Unit', '0.49,1', '129.00,1'],
  ])('is divided where a total proves it: %s', async (columns, pegs, tent) => {
    const found = await plan(
      orders(`${goods},${columns}`, `P-1,AC-PEG,Peg,200,${pegs}`, `P-2,AC-TENT-2,Tent,1,${tent}`),
    );
    expect([found.asked, linesOf(found)]).toEqual([
      [],
      ['P-1: 200 AC-PEG (Peg) at 0.49 GBP', 'P-2: 1 AC-TENT-2 (Tent) at 129 GBP'],
    ]);
  });

  it.each([
    ['Preis,pro', '49.00,100'],
    ['Preis,PE', '49.00,100'],
    ['Prix,Unité de prix', '49.00,100'],
    ['Prijs,Prijs per', '49.00,100'],
    ['Price,Price Basis Quantity', '49.00,100'],
  ])('is a question otherwise: %s', async (columns, pegs) => {
    const found = await plan(orders(`${goods},${columns}`, `P-1,AC-PEG,Peg,200,${pegs}`));
    expect([found.asked, linesOf(found)]).toEqual([['PricePerUnit'], ['P-1: 200 AC-PEG (Peg) at 0.49 GBP']]);
  });

  it.each([
    ['Price,UoM', '49.00,100 pcs'],
    ['Price,Unit', '12.90,per 100'],
    ['Price,Unit of measure', '12.90,Box of 12'],
    ['Preis,Mengeneinheit', '12.90,Dutzend'],
    ['Price per 100', '49.00'],
    ['Preis je 100 Stück', '49.00'],
  ])('that a map cannot divide is corrected in the file: %s', async (columns, pegs) => {
    const content = orders(`${goods},${columns}`, `P-1,AC-PEG,Peg,200,${pegs}`);
    const found = await plan(content);
    expect(found.asked).toContain('PricePerUnit');
    expect(found.problems.join()).toContain('the map has no entry for PricePerUnit');
  });

  it.each([
    ['a unit price of which a total shows that it is none', 'Unit Price,Line total', '129.00,64.50'],
    ['a value of the item', 'Item Value', '129.00'],
    ['an amount', 'Betrag', '129.00'],
  ])('may be %s', async (_, columns, cells) => {
    const { asked } = await plan(
      orders(`${goods},${columns}`, `P-1,AC-PEG,Peg,4,${cells}`, 'P-1,AC-TENT-2,Tent,1,34.50,34.50'),
    );
    expect(asked).toEqual(['PricePerUnit']);
  });
});

describe('a count', () => {
  const made = (column: string, first: string, second: string) =>
    plan(
      orders(
        `SKU,Item Name,Unit Price,${column}`,
        `P-1,A-1,Tent,9.00,${first}`,
        `P-1,A-2,Peg,1.00,${second}`,
      ),
    );

  it.each([
    'Item count',
    'Number of items',
    'Line Count',
    '# Items',
    'Anzahl Artikel',
    "Nombre d'articles",
    'Aantal artikelen',
    'Número de artículos',
    'Numero articoli',
    'Positionsanzahl',
    'Antal artiklar',
  ])('%s that all lines of an order share may be that of the order', async (column) => {
    const same = await made(column, '5', '5');
    expect([same.asked, same.sent]).toEqual([['Qty'], []]);
    const other = await made(column, '3', '2');
    expect([other.asked, sentOf(other)]).toEqual([[], ['P-1 × 3']]);
    const beside = await made(`${column},Quantity`, '5,3', '5,2');
    expect([beside.asked, sentOf(beside)]).toEqual([[], ['P-1 × 3']]);
  });

  it.each(['Invoiced', 'Fakturiert', 'Packed', 'B/O', 'Ausgebucht', 'Previous returns', 'Customer returns'])(
    '%s of some units of a line is a question',
    async (column) => {
      const found = await plan(file(column, '3', '0'));
      expect([found.asked, found.leftOut]).toEqual([[column], ['P-1 on-hold']]);
      const rest = await plan(file(column, '3', '0'), { [column]: 'yes, send the rest' });
      expect(sentOf(rest)).toEqual(['P-1 × 1', 'P-2 × 1']);
    },
  );

  it.each(['Qty backordered', 'Restnoterad', 'Rückstand'])('%s holds the order', async (column) => {
    const { asked, leftOut } = await plan(file(column, '3', '0'));
    expect([asked, leftOut]).toEqual([[], ['P-1 on-hold']]);
  });
});

it('may be a count of what is allocated, of which no more is sent', async () => {
  const content = file('Allocated', '3', '0');
  const found = await plan(content, { Allocated: 'no, send only these' });
  expect([sentOf(found), found.leftOut]).toEqual([['P-1 × 3'], ['P-2 on-hold']]);
});

it('takes a bare reference that rows share for no number of an order unseen', async () => {
  const content = orders('SKU,Item Name,Quantity,Unit Price', 'Web,A-1,Tent,1,9.00', 'Web,A-2,Peg,1,9.00')
    .replace('Order Number', 'Ref.')
    .split('\n')
    .map((row, at) => `${row},${['Documento', 'NEF-1', 'NEF-2'][at]}`);
  const found = await plan(content.join('\n'));
  expect([found.asked, sentOf(found)]).toEqual([['ReferenceNumber'], ['NEF-1 × 1', 'NEF-2 × 1']]);
});

describe('a row that stands above others', () => {
  const goods = 'SKU,Item Name,Quantity,Unit Price';
  const alone = (text: string): string => `${text}${','.repeat(11)}`;
  const made = (above: string, between: string, answers: Answers = {}) => {
    const [head, first, second] = orders(goods, 'P-1,A-1,Tent,1,9.00', 'P-2,A-1,Tent,1,9.00').split('\n');
    const rows = [head, ...(above === '' ? [] : [alone(above)]), first, alone(between), second];
    return plan(rows.join('\n'), answers);
  };

  it.each([
    ['TO SEND', ''],
    ['TO SEND', 'SENT'],
    ['', 'Storniert'],
    ['', 'Gönderildi'],
    ['Cancelled orders', ''],
  ])('%s, %s may say what is not to be shipped', async (above, between) => {
    const found = await made(above, between);
    expect(found.asked).toEqual(['Order Number: headings']);
    // Nothing is sent while such a row is in the file.
    expect(found.problems).not.toEqual([]);
    const sent = await made(above, between, { 'Order Number: headings': 'no, skip these rows' });
    expect([sent.problems, sent.sent.length]).toEqual([[], 2]);
  });

  it.each([
    ['Orders of November', ''],
    ['', ''],
  ])('%s, %s needs no question', async (above, between) => {
    const found = await made(above, between);
    expect([found.asked, found.problems, found.sent.length]).toEqual([[], [], 2]);
  });
});

describe('a line of the order', () => {
  const goods = 'SKU,Item Name,Quantity,Unit Price';

  it.each([
    'Standard delivery',
    'E-Gift voucher 50',
    'Camping guide (PDF download)',
    'Route Package Protection',
    'Credit card fee',
    'DHL Paket',
    'Nachnahmegebühr',
    'Mindermengenzuschlag',
    'Altgeräteentsorgung',
    'Contra reembolso',
    'Éco-participation',
    'Contrassegno',
    'Rembourskosten',
    'Postförskott',
  ])('%s may be no goods', async (title) => {
    const content = orders(goods, 'P-1,A-1,Tent,1,9.00', `P-1,X-1,${title},1,3.00`);
    const id = `Item Name: ${title}`;
    const found = await plan(content);
    expect([found.asked, found.leftOut]).toEqual([[id], ['P-1 X-1 not-goods']]);
    expect(linesOf(await plan(content, { [id]: 'yes, send them' }))[0]).toContain(title);
  });

  it('of a kind that another column leaves out is no question', async () => {
    const found = await plan(
      orders(`${goods},Item type`, 'P-1,A-1,Tent,1,9.00,product', 'P-1,X-1,DHL Paket,1,3.00,shipping'),
    );
    expect([found.asked, found.leftOut]).toEqual([[], ['P-1 X-1 not-goods']]);
  });

  it('is asked about together with others where there are many', async () => {
    const rows = [...'abcdefghi'].map((letter) => `P-1,X-${letter},Delivery z${letter}x,1,3.00`);
    expect((await plan(orders(goods, 'P-1,A-1,Tent,1,9.00', ...rows))).asked).toEqual(['Item Name: goods']);
  });

  it.each([
    ['Component of', '', 'A-1'],
    ['Hauptartikel', '', 'A-1'],
    ['Zugehörig', '', 'A-1'],
    ['Line,Attached to line', '1,', '2,1'],
    ['Line,BOM level', '1,0', '2,1'],
    ['Pos', '1', '1.1'],
  ])('is a part of another, by %s', async (column, head, part) => {
    const found = await plan(
      orders(`${goods},${column}`, `P-1,A-1,Tent,1,9.00,${head}`, `P-1,A-2,Peg,4,1.00,${part}`),
    );
    expect([found.asked, found.leftOut]).toEqual([['sets'], ['P-1 A-2 not-goods']]);
  });

  const typed = (...rows: readonly string[]): string =>
    orders(`${goods},Type`, ...rows, 'P-2,A-9,Mug,2,4.00,simple');

  it.each([
    ['configurable', 'A-1-RED,Tent,1,9.00,simple'],
    ['configurable', 'B-1,Tent red,1,0.00,simple'],
    ['variable', 'A-1-RED,Tent,1,9.00,variation'],
    ['bundle', 'B-1,Pole,4,1.00,simple'],
    ['kit', 'B-1,Pole,4,1.00,component'],
  ])('that a type calls %s may be the same goods as another: %s', async (type, other) => {
    const content = typed(`P-1,A-1,Tent,1,9.00,${type}`, `P-1,${other}`);
    const found = await plan(content);
    expect(found.asked).toContain('sets');
    expect(linesOf(found)).toEqual(['P-2: 2 A-9 (Mug) at 4 GBP']);
    const others = `only the other lines: leave out every line of ${type}`;
    expect(linesOf(await plan(content, { sets: others })).join()).not.toContain(' A-1 (');
  });

  it('that a type calls a set may be sent without the lines of its parts, whose type says so', async () => {
    const content = typed('P-1,A-1,Tent,1,9.00,bundle', 'P-1,B-1,Pole,4,1.00,item');
    const sets = 'only the lines of bundle: leave out every line of item';
    expect(linesOf(await plan(content, { sets }))[0]).toBe('P-1: 1 A-1 (Tent) at 9 GBP');
  });

  it.each([
    ['configurable', 'B-1,Pole,4,1.00,simple', []],
    ['bundle', '', ['sets']],
  ])('that a type calls %s and nothing beside it is sent', async (type, other, asked) => {
    const rows = [`P-1,A-1,Tent,1,9.00,${type}`, ...(other === '' ? [] : [`P-1,${other}`])];
    const found = await plan(typed(...rows));
    expect([found.asked, found.sent.length]).toEqual([asked, 2]);
  });

  it('has no title that is the name of a client', async () => {
    const content = orders(
      'SKU,Intitulé client,Désignation,Quantity,Unit Price',
      'P-1,A-1,SARL,Tente,1,9.00',
    );
    expect(linesOf(await plan(content))).toEqual(['P-1: 1 A-1 (Tente) at 9 GBP']);
  });
});

describe('an order', () => {
  // Posted to its buyer or in a ledger; shipped to its end, or not to be shipped in parts.
  it.each(['Posted', 'Ship complete', 'Deliver complete'])('may be one of two things: %s', async (header) => {
    const found = await plan(file(header, 'Yes', 'No'));
    expect([found.asked, found.leftOut]).toEqual([[header], ['P-1 fulfilled']]);
  });

  it.each([
    ['Warehouse', 'Northgate FC', 'Southgate'],
    ['Lager', 'northgate fc', 'Süd'],
    ['Fulfillment location', 'Northgate FC', 'Store 4'],
  ])('of another warehouse by %s is a question', async (column, own, other) => {
    const content = file(column, own, other);
    const found = await plan(content);
    expect([found.asked, found.leftOut]).toEqual([[column], ['P-2 not-kept']]);
    expect((await plan(content, { [column]: 'all of them' })).sent).toHaveLength(2);
  });

  it('of a warehouse that all share is none', async () => {
    expect((await plan(file('Warehouse', 'MAIN', 'MAIN'))).asked).toEqual([]);
  });

  it.each([
    ['Notes', 'hold till Monday', 'refunded', ['P-1 on-hold', 'P-2 refunded']],
    ['Notes', 'samstag abgeholt', '', ['P-1 on-hold']],
    ['Anteckning', 'skickad igår', '', ['P-1 on-hold']],
    ['Comments', 'collecting Sat', 'refunded', ['P-1 on-hold', 'P-2 refunded']],
  ])('with another note in %s than those that are read: %s', async (column, note, other, leftOut) => {
    const found = await plan(file(column, note, other));
    expect([found.asked, found.leftOut]).toEqual([[column], leftOut]);
  });

  it.each([
    ['Also send', 'AC-TENT-2'],
    ['Zugabe', '1 x AC-MUG'],
  ])('with other goods in %s is a question: %s', async (column, extra) => {
    const found = await plan(file(column, '', extra));
    expect([found.asked, found.leftOut]).toEqual([[column], ['P-2 on-hold']]);
  });
});

describe('a set and its parts', () => {
  const set = (header: string, ...cells: readonly string[]): string =>
    [
      `${columns},${header}`,
      ...['AC-SET,Camping set,1,198.00', 'AC-TENT-2,Tent,1,129.00', 'AC-STOVE,Stove,2,34.50'].map(
        (goods, at) =>
          `P-1,2026-11-25 10:00:00,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,${goods},GBP,${cells[at]}`,
      ),
    ].join('\n');

  it.each([
    ['Line ID,Parent line ID', ['1,', '2,1', '3,1']],
    ['Line No,Parent line no', ['1,0', '2,1', '3,1']],
    ['order_item_id,parent_order_item_id', ['71,71', '72,71', '73,71']],
    ['Row ID,Parent row ID', ['1,', '2,1', '3,1']],
    ['Stücklistenartikel', ['', 'AC-SET', 'AC-SET']],
    ['Row type', ['parent', 'child', 'child']],
  ])('are a question where %s ties them', async (header, cells) => {
    const { asked, sent } = await plan(set(header, ...cells));
    expect([asked.includes('sets'), sent.join().includes('AC-TENT-2')]).toEqual([true, false]);
  });
});

describe('a sum of the order', () => {
  it.each([
    'P-1,2026-11-25 10:00:00,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,SUBTOTAL,Subtotal,1,129.00,GBP',
    'P-1,2026-11-25 10:00:00,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,SUMME,Zwischensumme,1,129.00,GBP',
    'P-1,,,,,,,,Subtotal,1,129.00,GBP',
    'P-1 Total,,,,,,,,,1,129.00,GBP',
    'Total général,,,,,,,,,5,550.50,',
    'Total geral,,,,,,,,,5,550.50,',
    'Report Total,,,,,,,,,5,550.50,',
    'Total orders: 2,,,,,,,,,5,550.50,',
  ])('is no line: %s', async (row) => {
    const [header = '', ...rows] = file('', '', '').split('\n');
    const bare = [header, ...rows].map((line) => line.replace(/,$/, ''));
    const { asked, sent, problems } = await plan([...bare.slice(0, 2), row, ...bare.slice(2)].join('\n'));
    expect([asked, problems, sentOf({ sent })]).toEqual([[], [], ['P-1 × 4', 'P-2 × 1']]);
  });
});

it('a value in a column without a name is refused, as an upload refuses it', async () => {
  await expect(plan(file('', 'x', ''))).rejects.toThrow(
    'column 13 has no name in the header, but values such as x',
  );
  const footer = `${file('', '', '')}\n,,,,,,,,,,,,Printed by Bo`;
  expect((await plan(footer)).sent.length).toBe(2);
});

it.each(['Total', 'Sum', 'Total Gel'])('goods may be called %s', async (title) => {
  const { asked, sent } = await plan(file('Weight', '1', '1').replace('Stove', title));
  expect([asked, sent.length]).toEqual([[], 2]);
});

describe('a SKU cell with more than one code', () => {
  it.each([
    ['CUP (12)', 'MUG (6)'],
    ['TENT / RED', 'TENT / BLUE'],
    ['TENT', 'TENT 2'],
    ['AC-TENT-2 SIZE-XL', 'MUG'],
  ])('but not where it may be a name: %s and %s', async (one, other) => {
    const text = file('Weight', '1', '1').replace('AC-TENT-2', one).replace('AC-STOVE-GAS', other);
    expect((await plan(text)).asked).toEqual([]);
  });

  it.each([
    ...['AC-TENT-2 / AC-MUG-1', 'AC-TENT-2 AC-MUG-1', 'AC-TENT-2 and AC-MUG-1', 'AC-TENT-2 • AC-MUG-1'],
    ...['AC-TENT-2 - AC-MUG-1', '2 AC-TENT-2', 'Qty 2: AC-TENT-2', 'AC-TENT-2 (2)'],
  ])('is a question: %s', async (sku) => {
    const [, ...rows] = file('', '', '').split('\n');
    const text = [columns, ...rows.map((line) => line.replace(/,$/, ''))]
      .join('\n')
      .replace('AC-STOVE-GAS', sku);
    expect((await plan(text)).leftOut).toEqual(['P-2 on-hold']);
  });
});

describe('the SKU beside other codes', () => {
  it.each(['Supplier SKU', 'Customer SKU', 'Herstellerartikelnummer', 'Fournisseur SKU'])(
    'is not that of another: %s',
    async (name) => {
      const { asked, unused } = await plan(file(name, 'S-1', 'S-2'));
      expect([asked, unused]).toEqual([[], [name]]);
    },
  );

  const head = 'N° cde;Date;Destinataire;Adresse;CP;Ville;Pays;Désignation;Qté;PU TTC;Devise';
  const row = 'C1;25/11/2026;Camille;12 rue des Lilas;69003;Lyon;FR;Tente;1;29,00;EUR';

  it.each([
    ['SKU produit', 'SKU offre'],
    ['Product SKU', 'Offer SKU'],
    ['SKU prodotto', 'SKU offerta'],
    ['SKU producto', 'SKU oferta'],
    ['Produkt-SKU', 'Angebots-SKU'],
  ])('is first taken from the offer: %s, %s', async (product, offer) => {
    const { asked, map } = await plan(`${head};${product};${offer}\n${row};7910011;TENT-2P`);
    expect([asked, map.SKU]).toEqual([['SKU'], offer]);
  });

  it('is a bare reference beside the number of the order', async () => {
    const { asked, map } = await plan(`${head};Réf\n${row};TENT-2P`);
    expect([asked, map.SKU, map.ReferenceNumber]).toEqual([[], 'Réf', 'N° cde']);
  });
});
