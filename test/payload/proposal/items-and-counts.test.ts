import { describe, expect, it } from 'vitest';
import { file, plan, sentOf } from './proposed.ts';

const order = (header: string, ...rows: readonly string[]): string =>
  [
    `Order No,Date,Customer,Address,Town,Postcode,Country,Currency,${header}`,
    ...rows.map((cells, at) => `${at + 1},2026-11-25,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,GBP,${cells}`),
  ].join('\n');
const linesOf = ({ sent }: { readonly sent: readonly string[] }): string[] =>
  sent.map((text) =>
    text
      .split(/: | \(.*?\) at | GBP/)
      .slice(1)
      .join(' '),
  );

describe('further items in the same row', () => {
  it.each([
    [
      'by the numbers that programs put behind a name',
      'SKU,Item,Qty,Unit Price,SKU.1,Item.1,Qty.1,Unit Price.1',
      [],
    ],
    ['by numbers', 'SKU 1,Item 1,Qty 1,Price 1,SKU 2,Item 2,Qty 2,Price 2', []],
    ['where the first has no number', 'SKU,Item,Qty,Price,SKU2,Item2,Qty2,Price2', []],
    ['without a column for the SKU', 'Artikel1,Menge1,Preis1,Artikel2,Menge2,Preis2', ['$items']],
  ])('are lines of their own %s: %s', async (_, header, asked) => {
    const cells = header.includes('Artikel')
      ? ['AC-TENT,2,129.00,AC-MUG,1,4.50', 'AC-MUG,1,4.50,,,']
      : ['AC-TENT,Tent,2,129.00,AC-MUG,Mug,1,4.50', 'AC-MUG,Mug,1,4.50,,,,'];
    const found = await plan(order(header, ...cells));
    expect(found.asked).toEqual(asked);
    expect(linesOf(found)).toEqual([expect.stringMatching(/^2 AC-TENT 129 .*1 AC-MUG 4.5/), '1 AC-MUG 4.5 ']);
  });

  it.each([
    ['SKU 2', ['', 'AC-PEG']],
    ['SKU 2,Qty 2', [',', 'AC-PEG,2']],
  ])('are a question where they lack what a line needs: %s', async (header, cells) => {
    const found = await plan(file(header, ...cells));
    expect([found.asked, sentOf(found), found.leftOut]).toEqual([['$items'], ['P-1 × 4'], ['P-2 on-hold']]);
    const unneeded = await plan(file(header, ...cells), { $items: 'no, it is not needed' });
    expect(sentOf(unneeded)).toEqual(['P-1 × 4', 'P-2 × 1']);
  });

  it('take the price that is named like the others, and no list price', async () => {
    const header = 'SKU,Item,Qty,RRP,Unit Price,SKU 2,Item 2,Qty 2,RRP 2,Unit Price 2';
    const { sent } = await plan(order(header, 'AC-TENT,Tent,2,150,129.00,AC-MUG,Mug,1,6,4.50'));
    expect(sent[0]).toMatch(/2 AC-TENT \(Tent\) at 129 GBP; 1 AC-MUG \(Mug\) at 4.5 GBP$/);
  });

  it.each([
    'Add-on SKU,Add-on Qty,Add-on Price',
    'Second SKU,Second Qty,Second Price',
    'Upsell SKU,Upsell Quantity,Upsell Unit Price',
    'Zusatz SKU,Zusatz Menge,Zusatz Preis',
  ])('are asked about where words tell them, and none is lost: %s', async (header) => {
    const text = order(
      `SKU,Item,Qty,Price,${header}`,
      'AC-TENT,Tent,2,129.00,AC-MUG,1,4.50',
      'AC-MUG,Mug,1,4.50,,,',
    );
    const first = await plan(text);
    expect({ asked: first.asked, leftOut: first.leftOut, lines: linesOf(first) }).toEqual({
      asked: ['$items'],
      leftOut: ['1 on-hold'],
      lines: ['1 AC-MUG 4.5 '],
    });
    const both = await plan(text, { $items: 'yes, it is a line of its own' });
    expect(both.sent[0]).toMatch(/2 AC-TENT \(Tent\) at 129 GBP; 1 AC-MUG \(AC-MUG\) at 4.5 GBP$/);
  });
});

describe('numbered items', () => {
  const tent = 'AC-TENT,Tent,2,129.00';
  const mug = 'AC-MUG,Mug,1,4.50';

  it.each([
    ['SKU 1,Item 1,Qty 1,Price 1,SKU 2,Item 2,Qty 2,Price 2,SKU 3,Item 3,Qty 3,Price 3', ',,,,'],
    ['Artikelnr 1,Artikel 1,Menge 1,Preis 1,Artikelnr 2,Artikel 2,Menge 2,Preis 2', ''],
    ['SKU #1,Item #1,Qty #1,Price #1,SKU #2,Item #2,Qty #2,Price #2', ''],
    ['1_sku,1_name,1_qty,1_price,2_sku,2_name,2_qty,2_price', ''],
  ])('are found by every way to number them, also where the last are blank: %s', async (header, rest) => {
    const found = await plan(order(header, `${tent},${mug}${rest}`, `${mug},,,,${rest}`));
    expect([found.asked, found.unused]).toEqual([[], []]);
    expect(linesOf(found)).toEqual([expect.stringMatching(/^2 AC-TENT 129 .*1 AC-MUG 4.5/), '1 AC-MUG 4.5 ']);
    const { $items } = found.map as { $items: readonly object[] };
    expect($items.length).toBe(rest === '' ? 2 : 3);
  });

  it.each([
    'Référence #,Désignation #,Quantité #,Prix unitaire #',
    'Código #,Produto #,Quantidade #,Preço #',
  ])('may have their SKU under another name: %s', async (set) => {
    const header = [1, 2].map((number) => set.replaceAll('#', String(number))).join(',');
    const found = await plan(order(header, `${tent},${mug}`, `${mug},,,,`));
    expect(found.asked).toEqual(['$items']);
    expect(linesOf(found)[0]).toMatch(/^2 AC-TENT 129 .*1 AC-MUG 4.5/);
  });

  const withStates = (name: string, ...cells: readonly [string, string]): string =>
    order(
      `SKU 1,Item 1,Qty 1,Price 1,${name} 1,SKU 2,Item 2,Qty 2,Price 2,${name} 2`,
      `${tent},${cells[0]},${mug},${cells[1]}`,
      `${tent},${cells[0]},,,,,`,
    );

  it('are sent less the units that their own counts take', async () => {
    const found = await plan(withStates('Shipped qty', '1', '0'));
    expect([found.asked, linesOf(found)]).toEqual([
      [],
      [expect.stringMatching(/^1 AC-TENT 129 .*1 AC-MUG 4.5/), '1 AC-TENT 129 '],
    ]);
  });

  it.each([
    ['Status', 'open', 'cancelled', 'cancelled'],
    ['Status', 'open', 'to be seen', 'on-hold'],
    ['Tracking number', '', 'JD0002200000000001', 'fulfilled'],
    ['Shipped', '', 'yes', 'fulfilled'],
    ['Shipped', '0', '1', 'fulfilled'],
    ['To ship', '2', '0', 'fulfilled'],
    ['To ship', '2', '3', 'on-hold'],
  ])(
    'are a question of the whole order if %s says something of one: %j and %j',
    async (name, one, other, reason) => {
      const { asked, leftOut, sent } = await plan(withStates(name, one, other));
      expect([asked, leftOut, sent.length]).toEqual([['items'], [`1 ${reason}`], 1]);
    },
  );

  it.each([
    ['Status', 'shipped', 'shipped', 'fulfilled'],
    ['Tracking number', 'JD0002200000000001', 'JD0002200000000002', 'fulfilled'],
    ['Status', 'cancelled', 'cancelled', 'cancelled'],
  ])('are no question where no item of an order goes: %s', async (name, one, other, reason) => {
    const { asked, leftOut, sent } = await plan(withStates(name, one, other));
    expect([asked, leftOut, sent]).toEqual([[], [`1 ${reason}`, `2 ${reason}`], []]);
  });

  it('are a question if an item without a state of its own is beside one that does not go', async () => {
    const header = 'SKU 1,Item 1,Qty 1,Price 1,SKU 2,Item 2,Qty 2,Price 2,Status 2';
    const { asked, leftOut } = await plan(order(header, `${tent},${mug},cancelled`, `${tent},,,,,`));
    expect([asked, leftOut]).toEqual([['items'], ['1 cancelled']]);
  });

  it('do not take a 0 or a 1 for a count', async () => {
    const { map } = await plan(withStates('Shipped', '0', '0'));
    expect(JSON.stringify(map)).not.toContain('less');
    expect(map.$keep).toEqual([
      { column: 'Shipped 1', in: ['', '0'] },
      { column: 'Shipped 2', in: ['', '0'] },
    ]);
  });

  it('have what is to ship as their quantity', async () => {
    expect(linesOf(await plan(withStates('Qty to ship', '1', '1')))).toEqual([
      expect.stringMatching(/^1 AC-TENT 129 .*1 AC-MUG 4.5/),
      '1 AC-TENT 129 ',
    ]);
  });

  it.each([
    ['1', 'tbc'],
    ['tbc', '0'],
  ])('are a question where a word stands for what is to ship: %s, %s', async (first, second) => {
    const header = 'SKU 1,Item 1,Qty 1,Price 1,Qty to ship 1,SKU 2,Item 2,Qty 2,Price 2,Qty to ship 2';
    const rows = [first, second].map((toShip) => `AC-TENT,Tent,4,129.00,${toShip},,,,,`);
    const { asked, sent } = await plan(order(header, ...rows));
    expect([asked, sent]).toEqual([['items'], []]);
  });

  it('say with what is to ship what was shipped: it is listed as unused', async () => {
    const header =
      'SKU 1,Item 1,Qty 1,Price 1,To ship 1,Shipped qty 1,SKU 2,Item 2,Qty 2,Price 2,To ship 2,Shipped qty 2';
    const { unused, problems } = await plan(order(header, `${tent},1,1,${mug},1,0`));
    expect([[...unused].sort(), problems]).toEqual([
      ['Qty 1', 'Qty 2', 'Shipped qty 1', 'Shipped qty 2'],
      [],
    ]);
  });

  it('have no part in what is said of the whole order', async () => {
    const header = 'SKU,Item,Qty,Price,SKU 2,Item 2,Qty 2,Price 2,Shipped';
    const found = await plan(order(header, `${tent},${mug},1`, `${tent},,,,,0`));
    expect(JSON.stringify(found.map)).not.toContain('less');
    expect([found.asked, found.leftOut]).toEqual([['Shipped'], ['1 fulfilled']]);
    const single = order(header, 'AC-TENT,Tent,1,129.00,,,,,1', 'AC-MUG,Mug,1,4.50,,,,,0');
    expect((await plan(single)).asked).toEqual([]);
  });
});

it.each(['Item name 2', 'Description 2', 'Bezeichnung 2'])(
  'counts stay those of the line beside a second title: %s',
  async (title) => {
    const header = `SKU,Quantity,Unit Price,Item name,${title},Shipped`;
    const found = await plan(order(header, 'AC-TENT,4,129.00,Tent,green,2', 'AC-MUG,1,4.50,Mug,,0'));
    expect(linesOf(found)).toEqual(['2 AC-TENT 129 ', '1 AC-MUG 4.5 ']);
  },
);

it('a name beside numbered items that have titles is the person', async () => {
  const header = 'Name 2,SKU,Title,Qty,Price,SKU 2,Title 2,Qty 2,Price 2';
  const text = order(header, 'c/o Meier,AC-TENT,Tent,2,129.00,AC-MUG,Mug,1,4.50', ',AC-MUG,Mug,1,4.50,,,,');
  expect((await plan(text)).asked).toEqual(['DeliveryAddress.FullName']);
});

describe('the quantity', () => {
  it.each(['How many?', 'Items ordered', 'Wie viele?', 'Combien ?', '¿Cuántos?', 'Hoeveel', 'Ile sztuk'])(
    'is asked for by %s',
    async (header) => {
      const { asked, sent } = await plan(order(`SKU,Item,Price,${header}`, 'AC-TENT,Tent,129.00,2'));
      expect(asked).toEqual([]);
      expect(sent[0]).toContain(': 2 AC-TENT');
    },
  );

  it.each([
    ['Quantity to ship', ['1', '0'], [], ['P-1 × 1']],
    ['To ship', ['2', '0'], [], ['P-1 × 2']],
    ['To ship', ['1', '0'], ['Qty'], ['P-1 × 1']],
    ['Quantity to ship', ['5', '1'], ['Qty'], ['P-1 × 5', 'P-2 × 1']],
    ['Quantity to ship', ['3', ''], ['Qty'], ['P-1 × 3']],
  ])('is %s with %j, or a question', async (header, cells, asked, sent) => {
    const found = await plan(file(header, ...cells));
    expect([found.asked, sentOf(found)]).toEqual([asked, sent]);
  });

  it('is all units where a 1 in To ship is a yes', async () => {
    const found = await plan(file('To ship', '1', '0'), { Qty: 'a yes' });
    expect([sentOf(found), found.leftOut]).toEqual([['P-1 × 4'], ['P-2 on-hold']]);
  });

  it('is no position of a line, beside a quantity of the order', async () => {
    const { proposal } = await plan(
      order('SKU,Product,Price,Item,Order quantity', 'AC-TENT,Tent,129.00,10,2'),
    );
    const [{ choices = [] } = {}] = proposal.questions;
    expect(choices.map(({ means }) => means)).toEqual([
      expect.stringContaining('none'),
      'Order quantity',
      'each row is one unit',
    ]);
  });

  it.each(['Items', 'Stueck', 'Wie oft'])('may be %s, beside one unit a row', async (header) => {
    const { proposal } = await plan(order(`SKU,Product,Price,${header}`, 'AC-TENT,Tent,129.00,2'));
    const [{ id, choices = [] } = {}] = proposal.questions;
    expect([id, ...choices.map(({ means }) => means)]).toEqual([
      'Qty',
      expect.stringContaining('none'),
      header,
      'each row is one unit',
    ]);
  });

  it.each([
    ['another quantity', ['1.0000', '1.000'], ['29.00', '29.00'], '1 1'],
    ['the prices', ['"2,000"', '"1,000"'], ['"29,00"', '"29,00"'], '2 1'],
    ['a total, for thousands', ['"2,000"', '"1,000"'], ['29.00,58000.00', '29.00,29000.00'], '2000 1000'],
    ['a total, for decimals', ['"2,000"', '"1,000"'], ['29.00,58.00', '29.00,29.00'], '2 1'],
  ])('with a mark of thousands or decimals is decided by %s', async (_, counts, prices, units) => {
    const header = `SKU,Item,Qty,Price${/\d,\d/.test(prices[0] ?? '') && prices[0]?.includes('.') ? ',Total' : ''}`;
    const found = await plan(order(header, ...counts.map((count, at) => `BOX,Box,${count},${prices[at]}`)));
    expect(found.asked).not.toContain('Qty');
    expect(
      linesOf(found)
        .map((line) => line.split(' ')[0])
        .join(' '),
    ).toBe(units);
  });

  it('of so many units is not taken from the way in which prices are written', async () => {
    const { asked } = await plan(order('SKU,Item,Qty,Price', 'BOX,Box,"2,000",29.00'));
    expect(asked).toEqual(['Qty']);
  });

  it.each(['Free Quantity', 'Bonus qty', 'Qty cases', 'Gratis Menge'])(
    'is not the only one beside %s, and what has some is not sent unasked',
    async (header) => {
      const found = await plan(file(header, '1', '0'));
      expect({ asked: found.asked, leftOut: found.leftOut, sent: sentOf(found) }).toEqual({
        asked: [header],
        leftOut: ['P-1 on-hold'],
        sent: ['P-2 × 1'],
      });
    },
  );

  it('is Qty Each, which is no price', async () => {
    const { asked, sent } = await plan(order('SKU,Item,Qty Each,Price', 'BOX,Box,24,29.00'));
    expect(asked).toEqual([]);
    expect(sent[0]).toMatch(/: 24 BOX \(Box\) at 29 GBP$/);
  });

  it('is not ST, which is a state of America', async () => {
    const { asked, sent } = await plan(order('ST,SKU,Item,Qty,Price', 'TX,BOX,Box,2,29.00'));
    expect(asked).toEqual([]);
    expect(sent[0]).toContain('Hull, TX, HU1 1AA');
  });

  it.each(['Deleted', 'Void', 'Return', 'Shipped', 'Storniert'])(
    'is not less a 1 in %s that may be a yes',
    async (header) => {
      const { map, leftOut } = await plan(file(header, '0', '1'));
      expect(map.Qty).toBe('Quantity');
      expect(leftOut).toHaveLength(1);
    },
  );
});

describe('what is to ship, beside another count that leaves less', () => {
  it.each([
    ['Returned qty', ['3,4', '1,0'], ['Qty'], ['P-2 × 1']],
    ['Cancelled qty', ['3,2', '1,0'], ['Qty'], ['P-2 × 1']],
    ['Refunded qty', ['1,3', '1,0'], [], ['P-1 × 1', 'P-2 × 1']],
  ])('is a question: %s, %j', async (name, rows, asked, sent) => {
    const found = await plan(file(`Qty to ship,${name}`, ...rows));
    expect([found.asked, sentOf(found)]).toEqual([asked, sent]);
  });
});

describe('the answers to which column is the quantity', () => {
  const rows = ['2,2,0', '1,0,1'];
  it.each([
    ['Qty to ship; leave out the orders with units in Returned qty, to check by hand', ['P-1 × 2']],
    ['Qty to ship', ['P-1 × 2', 'P-2 × 1']],
    ['Quantity less Shipped qty and Returned qty', ['P-1 × 2']],
  ])('leave no count that an upload asks about: %s', async (answer, sent) => {
    const found = await plan(file('Qty to ship,Shipped qty,Returned qty', ...rows), { Qty: answer });
    expect([sentOf(found), found.problems]).toEqual([sent, []]);
  });

  it('name those of a file in which what is to ship is blank', async () => {
    const found = await plan(file('Qty to ship,Shipped qty', '2,2', ',1'));
    expect([found.asked, sentOf(found), found.problems]).toEqual([['Qty'], ['P-1 × 2'], []]);
  });
});

describe('two counts that may be of the same units', () => {
  it.each([
    ['Qty shipped,Qty delivered', ['2,2', '0,0'], 'Qty delivered', ['P-2 × 1'], 'P-1 × 2'],
    ['Qty shipped,Qty delivered', ['2,1', '0,0'], 'Qty delivered', ['P-1 × 1', 'P-2 × 1'], 'P-1 × 2'],
    ['Qty delivered,Qty shipped', ['1,3', '0,0'], 'Qty delivered', ['P-2 × 1'], 'P-1 × 1'],
    ['Refunded qty,Returned qty', ['1,1', '0,0'], 'Returned qty', ['P-1 × 2', 'P-2 × 1'], 'P-1 × 3'],
    ['Cancelled qty,Refunded qty', ['2,2', '0,0'], 'Refunded qty', ['P-2 × 1'], 'P-1 × 2'],
    ['Verzonden aantal,Geleverd aantal', ['2,2', '0,0'], 'Geleverd aantal', ['P-2 × 1'], 'P-1 × 2'],
  ])('are a question: %s, %j', async (header, rows, other, all, sent) => {
    const text = file(header, ...rows);
    const first = await plan(text);
    const found = await plan(text, { Qty: `yes: do not subtract ${other}` });
    expect([first.asked, sentOf(first), first.problems]).toEqual([['Qty'], all, []]);
    expect([sentOf(found), found.problems]).toEqual([[sent, 'P-2 × 1'], []]);
  });

  it.each([
    ['Shipped qty,Returned qty', ['2,1', '0,0'], 'P-1 × 1'],
    ['Cancelled qty,Refunded qty', ['1,0', '0,1'], 'P-1 × 3'],
    ['Shipped qty,Delivered qty', ['1,0', '0,0'], 'P-1 × 3'],
  ])('are none where their units are others: %s, %j', async (header, rows, sent) => {
    const found = await plan(file(header, ...rows));
    expect([found.asked, sentOf(found)[0]]).toEqual([[], sent]);
  });
});

describe('a word between clear cells', () => {
  it.each<
    [string, readonly string[], asked: readonly string[], sent: readonly string[], leftOut: readonly string[]]
  >([
    ['Qty to ship', ['3', 'hold?'], ['Qty to ship: words'], ['P-1 × 3'], ['P-2 on-hold']],
    ['Qty to ship', ['0', 'tbc', '4'], ['Qty to ship: words'], ['P-3 × 4'], ['P-1 fulfilled', 'P-2 on-hold']],
    ['Qty shipped', ['1', 'tbc'], ['Qty shipped: words'], ['P-1 × 3'], ['P-2 on-hold']],
    ['Refunded qty', ['4', 'A7'], ['Refunded qty: words'], [], ['P-1 refunded', 'P-2 on-hold']],
    ['Cancelled qty', ['3', '-'], [], ['P-1 × 1', 'P-2 × 1'], []],
    ['Approved', ['yes', 'no', 'tbc'], ['Approved'], ['P-1 × 4'], ['P-2 on-hold', 'P-3 on-hold']],
    ['Approved', ['yes', 'tbc'], ['Approved'], ['P-1 × 4'], ['P-2 on-hold']],
    ['Freigegeben', ['nein', '?'], ['Freigegeben'], [], ['P-1 on-hold', 'P-2 on-hold']],
    ['Ready to ship', ['no', 'tbc'], ['Ready to ship: tbc'], [], ['P-1 on-hold', 'P-2 on-hold']],
  ])('in %s with %j is asked about alone', async (header, rows, asked, sent, leftOut) => {
    const found = await plan(file(header, ...rows));
    expect([found.asked, sentOf(found), found.leftOut]).toEqual([asked, sent, leftOut]);
    expect(found.problems).toEqual([]);
  });

  it('leaves what the counts beside it say to what is to ship', async () => {
    const found = await plan(file('Qty to ship,Cancelled qty', '1,3', '1,tbc', '4,0'));
    expect([found.asked, found.unused]).toEqual([
      ['Cancelled qty: words'],
      expect.arrayContaining(['Quantity', 'Cancelled qty']),
    ]);
    expect([sentOf(found), found.leftOut, found.problems]).toEqual([
      ['P-1 × 1', 'P-3 × 4'],
      ['P-2 on-hold'],
      [],
    ]);
  });

  it('has an answer that leaves out the clear ones too, first', async () => {
    const { proposal } = await plan(file('Approved', 'yes', 'no', 'tbc'));
    expect(proposal.questions[0]?.choices.map(({ means }) => means)).toEqual([
      'leave out the orders with no, tbc (on-hold)',
      'leave out the orders with yes, tbc (on-hold)',
      'no, it is not needed',
    ]);
  });
});

describe('the day of the next shipment', () => {
  it.each(['Next Shipment Date', 'Nächster Versand', 'Prochaine expédition'])(
    'may hold an order: %s',
    async (header) => {
      const found = await plan(file(header, '2027-01-28', '2026-11-20'));
      expect({ asked: found.asked, leftOut: found.leftOut }).toEqual({
        asked: [header],
        leftOut: ['P-1 on-hold'],
      });
    },
  );
});

it('a title that stands once for several items of a row is asked about', async () => {
  const header = 'Product name,SKU 1,Qty 1,Price 1,SKU 2,Qty 2,Price 2';
  const found = await plan(order(header, 'Camping,AC-TENT,2,129.00,AC-MUG,1,4.50'), { ItemTitle: 'yes' });
  expect([found.asked, found.missing, linesOf(found)]).toEqual([
    ['ItemTitle'],
    ['PaymentStatus'],
    ['2 AC-TENT 129 ; 1 AC-MUG 4.5 '],
  ]);
});

it.each([
  'WMS code',
  'WMS-Code',
  '3PL SKU',
  'Warehouse SKU',
  'Fulfilment SKU',
  'Lagerartikelnummer',
  'Code WMS',
])('the code of the warehouse is a question beside a SKU: %s', async (name) => {
  const found = await plan(order(`SKU,${name},Item,Qty,Unit price`, 'AC-1,WH-1,Tent,2,129.00'));
  expect(found.asked).toEqual(['SKU']);
  const same = await plan(order(`SKU,${name},Item,Qty,Unit price`, 'AC-1,AC-1,Tent,2,129.00'));
  expect(same.asked).toEqual([]);
});

it.each([
  ['Item collected', 'yes', '1 pickup'],
  ['Item paid', 'no', '1 unpaid'],
])('%s counts no units', async (name, cell, leftOut) => {
  const found = await plan(order(`SKU,${name},Item,Qty,Unit price`, `AC-1,${cell},Tent,2,129.00`));
  expect([found.asked, found.leftOut]).toEqual([[], [leftOut]]);
});
