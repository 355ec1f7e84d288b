import { describe, expect, it } from 'vitest';
import { identity, mapped } from '../mapping/mapped.ts';
import { cells, csv, read } from '../support.ts';

describe('a cell', () => {
  it.each<[string, string, 'point' | 'comma', string]>([
    ['PricePerUnit', 'abc', 'comma', 'PricePerUnit must be a number'],
    ['PricePerUnit', 'abc', 'point', 'PricePerUnit must be a number'],
    ['Qty', '#REF!', 'point', 'Qty is the error of a spreadsheet formula'],
  ])('%s of %s with a decimal %3$s says what is wrong', async (column, text, decimal, message) => {
    const { problems } = await read(csv([{ PricePerUnit: '1', [column]: text }], ';'), {
      options: { decimal },
    });
    expect(problems).toMatchObject([{ line: 2, column, found: text, message }]);
  });

  it('may have 15 digits, also with a decimal point', async () => {
    const price = '1234567890123.45';
    const { bodies, problems } = await read(csv([{ PricePerUnit: price }]));
    expect([problems, bodies[0]?.OrderItems[0].PricePerUnit]).toEqual([[], Number(price)]);
    expect((await read(csv([{ PricePerUnit: `${price}6` }]))).problems).toMatchObject([
      { message: 'PricePerUnit has too many digits to be sent exactly' },
    ]);
  });
});

it.each<[string, readonly string[], readonly unknown[]]>([
  ['Qty', ['1', 'x', 'x', '2', '2', '1'], [1, 'x', 'x', 2, 2, 1]],
  ['PricePerUnit', ['5', '5', 'free', '5', 'free'], [5, 5, 'free', 5, 'free']],
  ['PricePerUnit', ['5', '0', '5', '0'], [5, '0', 5, '0']],
  ['Currency', ['GBP', 'EURO', 'EURO', 'EUR', 'GBP'], ['GBP', 'EURO', 'EURO', 'EUR', 'GBP']],
  [
    'DispatchBy',
    ['2026-09-03T08:00:00Z', 'soon', '2026-09-03T08:00:00Z', '2026-09-04T08:00:00Z'],
    ['2026-09-03T08:00:00Z', 'soon', '2026-09-03T08:00:00Z', '2026-09-04T08:00:00Z'],
  ],
])('a cell below others in the column %s is judged like any other: %j', async (column, texts, expected) => {
  const rows = texts.map((text, index) => ({ ReferenceNumber: `R-${index}`, [column]: text }));
  const { bodies, problems } = await read(csv(rows));
  const found = texts.map((_, index) => {
    const body = bodies.find(({ ReferenceNumber }) => ReferenceNumber === `R-${index}`);
    const problem = problems.find(({ reference }) => reference === `R-${index}`);
    return problem?.found ?? body?.[column] ?? body?.OrderItems[0][column];
  });
  expect(found).toEqual(expected);
  expect(bodies.length + problems.length).toBe(texts.length);
});

describe('later rows of an order', () => {
  it('report a cell that cannot be read', async () => {
    const entry = { ReceivedDate: { column: 'on', date: 'DD/MM/YYYY' } };
    const { problems } = await mapped(entry, [{ on: '01/09/2026' }, { on: 'soon', SKU: 'B-1' }], {
      timezone: 'Europe/London',
    });
    expect(problems).toMatchObject([{ line: 3, column: 'on', field: 'ReceivedDate', found: 'soon' }]);
  });

  it.each([
    ['buyer-name', 'Bo Ek', 'ChannelBuyerName'],
    ['ship-address-1', '9 Other Street', 'DeliveryAddress.Address1'],
    ['currency', 'EUR', 'Currency'],
  ])('of a shop export must agree on %s', async (column, value, field) => {
    const names =
      'order-id,purchase-date,promise-date,buyer-name,sku,product-name,quantity-purchased,currency,item-price,recipient-name,ship-address-1,ship-city,ship-postal-code,ship-country'.split(
        ',',
      );
    const row =
      'A-1,2026-09-01T08:00:00Z,2026-09-03T08:00:00Z,Ada,T-1,Tent,1,GBP,5.00,Ada,1 Mill Lane,Leeds,LS1 4AB,GB'.split(
        ',',
      );
    const other = row.with(names.indexOf(column), value).with(names.indexOf('sku'), 'T-2');
    const text = [names, row, other].map((line) => `${line.join('\t')}\n`).join('');
    const { bodies, problems } = await read(text, { options: { preset: 'amazon', warehouse: 'W' } });
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([{ line: 3, column, field, found: value }]);
  });
});

describe('a row with too few cells and no reference', () => {
  const ragged = (rows: Parameters<typeof csv>[0], at: number) => {
    const lines = csv(rows).split('\n');
    return read(lines.toSpliced(at, 0, ',AC-1').join('\n'));
  };

  it('may be a line of the order before it, which is not sent', async () => {
    const { problems, documents, total, invalid } = await ragged([{}, { ReferenceNumber: 'R-2' }], 2);
    expect(problems).toMatchObject([{ reference: 'R-1', line: 3, found: '2 cells' }]);
    expect(documents.map(({ reference, invalid: bad }) => [reference, bad])).toEqual([
      ['R-1', true],
      ['R-2', false],
    ]);
    expect([total, invalid]).toEqual([2, 1]);
  });

  it('counts as an order if none is before it', async () => {
    const { problems, documents, total, invalid } = await ragged([{}], 1);
    expect(problems).toMatchObject([{ line: 2, found: '2 cells' }]);
    expect(documents).toMatchObject([{ reference: 'R-1', invalid: false, lines: [3] }]);
    expect([total, invalid]).toEqual([2, 1]);
  });

  it('keeps its order from being sent if its reference is there, also apart from its other rows', async () => {
    const [header, first, other] = csv([{}, { ReferenceNumber: 'R-2' }]).split('\n');
    for (const rows of [
      [first, 'R-1,x', other],
      [first, other, 'R-1,x'],
    ]) {
      const { problems, bodies, total, invalid } = await read([header, ...rows, ''].join('\n'));
      expect(problems).toMatchObject([{ reference: 'R-1', found: '2 cells' }]);
      expect([bodies.map((body) => body.ReferenceNumber), total, invalid]).toEqual([['R-2'], 2, 1]);
    }
  });
});

describe('a row with too few or too many cells', () => {
  // The cell of the reference comes after the one with the unquoted comma.
  const [header = '', ...rows] = csv(
    ['R-1', 'R-2', 'R-2', 'R-3'].map((ReferenceNumber) => ({ ChannelBuyerName: 'Example', ReferenceNumber })),
  )
    .trim()
    .split('\n')
    .map((line) => line.split(',').reverse().join(','));
  const withRow = (at: number, change: (row: string) => string) =>
    [header, ...rows.with(at, change(rows[at] as string)), ''].join('\n');

  it.each<[string, number, (row: string) => string]>([
    [
      'the first row has a cell too many',
      1,
      (row) => row.replace('1 Example Street', 'Flat 1,Example Street'),
    ],
    ['a later row has a cell too many', 2, (row) => row.replace('1 Example Street', 'Flat 1,Example Street')],
    ['the first row has a cell too few', 1, (row) => row.replace('Leeds,', '')],
    ['a later row has a cell too few', 2, (row) => row.replace('Leeds,', '')],
  ])('before its reference blocks the order that its neighbour belongs to: %s', async (_, at, change) => {
    const { problems, bodies, documents, total, invalid } = await read(withRow(at, change));
    expect(problems).toMatchObject([{ reference: 'R-2', line: at + 2 }]);
    expect(documents[1]).toEqual({ reference: 'R-2', body: '', file: 0, lines: [3, 4], invalid: true });
    expect([bodies.map((body) => body.ReferenceNumber), total, invalid]).toEqual([['R-1', 'R-3'], 3, 1]);
  });

  it.each<[string, object, Record<string, string>]>([
    ['comes from the second of two columns', { column: ['Number', 'ReferenceNumber'] }, { Number: '' }],
    ['is translated', { column: 'ReferenceNumber', map: { 'R-1': 'A', 'R-2': 'B' } }, {}],
    ['is joined', { join: ['Number', 'ReferenceNumber'] }, { Number: 'A' }],
  ])('blocks its order if the reference %s', async (_, ReferenceNumber, row) => {
    const text = csv([row, { ...row, ReferenceNumber: 'R-2' }, { ...row, ReferenceNumber: 'R-2' }]);
    const lines = text.split('\n');
    const damaged = lines.with(2, `${lines[2]},x`).join('\n');
    const { problems, bodies } = await read(damaged, { options: { map: { ...identity, ReferenceNumber } } });
    const whole = (await read(text, { options: { map: { ...identity, ReferenceNumber } } })).bodies;
    expect(problems).toMatchObject([{ reference: whole[1].ReferenceNumber, line: 3 }]);
    expect(bodies).toEqual(whole.slice(0, 1));
  });
});

it('rows with too few cells that come later in the file keep an order that is already invalid from being sent', async () => {
  const text = csv([{ Qty: '0' }, { ReferenceNumber: 'R-2' }]);
  const { problems, bodies } = await read(`${text}R-1,x\nR-1,y\n`);
  expect(problems.map(({ reference, line }) => [reference, line])).toEqual([
    ['R-1', 2],
    ['R-1', 4],
    ['R-1', 5],
  ]);
  expect(bodies.map((body) => body.ReferenceNumber)).toEqual(['R-2']);
});

describe('a row without a reference', () => {
  const blank = { ReferenceNumber: '', ReceivedDate: '', DispatchBy: '', ChannelBuyerName: '', SKU: 'B-1' };
  const address = Object.fromEntries(
    Object.keys(cells).flatMap((name) => (name.startsWith('DeliveryAddress.') ? [[name, '']] : [])),
  );
  const line = { ...blank, ...address, Currency: '', PaymentStatus: '', warehouse_name: '' };

  it.each<[string, object]>([
    ['as it is', {}],
    ['with a constant', { PaymentStatus: { const: 'PAID' } }],
    ['with a default', { PaymentStatus: { column: 'PaymentStatus', default: 'PAID' } }],
  ])('may be a line of the order before it, which is not sent: %s', async (_, map) => {
    const { bodies, total, invalid } = await mapped(map, [{}, line, { ReferenceNumber: 'R-2' }]);
    expect([bodies.map((body) => body.ReferenceNumber), total, invalid]).toEqual([['R-2'], 2, 1]);
  });

  it('is an order of its own if it says anything about an order', async () => {
    const { bodies, total, invalid } = await mapped({}, [{}, { ...line, Currency: 'GBP' }]);
    expect([bodies.length, total, invalid]).toEqual([1, 2, 1]);
  });
});

it('a reference that cannot be read says why', async () => {
  const ReferenceNumber = { column: 'ReferenceNumber', map: { 'R-1': 'A' } };
  const { problems, bodies, total, invalid } = await mapped({ ReferenceNumber }, [
    {},
    { ReferenceNumber: 'R-2' },
  ]);
  expect(problems).toMatchObject([
    {
      line: 3,
      column: 'ReferenceNumber',
      field: 'ReferenceNumber',
      found: 'R-2',
      message: 'ReferenceNumber is not one of the values in the map',
    },
  ]);
  expect([bodies.map((body) => body.ReferenceNumber), total, invalid]).toEqual([['A'], 2, 1]);
});

it('a price list fills in prices and nothing else', async () => {
  const { bodies } = await read(csv([{ PricePerUnit: '', TaxRate: '', Weight: '' }]), {
    options: { prices: () => 7.5, map: { ...identity, TaxRate: 'TaxRate' } },
  });
  const [item] = bodies[0].OrderItems;
  expect(item).toMatchObject({ PricePerUnit: 7.5 });
  expect(item).not.toHaveProperty('TaxRate');
});

it('an order without lines is not sent', async () => {
  const names =
    'Sales record number,Order number,Item number,Item title,Custom label,Quantity,Sold for,Paid on date,Post to name,Post to address 1,Post to city,Post to postcode,Post to country,Buyer name';
  const own = '1,12-1,,,,,,30-Aug-26,Rae Park,1 Mill Lane,Hull,HU1 1AA,United Kingdom,Rae Park';
  const options = {
    preset: 'ebay',
    timezone: 'Europe/London',
    warehouse: 'W',
    dispatchWithin: 1000,
    set: [['Currency', 'GBP']] as [string, string][],
  };
  const { bodies, problems } = await read(`${names}\n${own}\n`, { options });
  expect(bodies).toEqual([]);
  expect(problems).toMatchObject([{ line: 2, field: 'OrderItems' }]);
});

it('a SKU map for a file without SKUs causes no internal error', async () => {
  const { problems } = await read(csv([{ SKU: undefined }]), { options: { skuMap: new Map([['A', 'B']]) } });
  expect(problems).toMatchObject([{ field: 'SKU', message: 'the column SKU is missing' }]);
});

it.each([
  ['PricePerUnit', 'the column PricePerUnit is missing; you can give --prices FILE instead'],
  ['PaymentStatus', 'the column PaymentStatus is missing; you can give --set PaymentStatus=VALUE instead'],
  ['Currency', 'the column Currency is missing; you can give --set Currency=VALUE instead'],
  ['warehouse_name', 'the column warehouse_name is missing; you can give --warehouse NAME instead'],
  ['DispatchBy', 'the column DispatchBy is missing; you can give --dispatch-within DURATION instead'],
  ['ItemTitle', 'the column ItemTitle is missing'],
])('a file without %s gets an error that says what would fill it', async (column, message) => {
  const { problems } = await read(csv([{ [column]: undefined }]));
  expect(problems).toMatchObject([{ line: 1, field: column, message }]);
});

it('all rows are one order if its reference is given on the command line', async () => {
  const rows = [{ ReferenceNumber: undefined }, { ReferenceNumber: undefined, SKU: 'B-1' }];
  const { bodies, documents, problems } = await read(csv(rows), {
    options: { set: [['ReferenceNumber', 'R-9']] },
  });
  expect(problems).toEqual([]);
  expect(documents).toMatchObject([{ reference: 'R-9', lines: [2, 3] }]);
  expect(bodies.map((order) => [order.ReferenceNumber, order.OrderItems.length])).toEqual([['R-9', 2]]);
});

it.each(['0', '0.00', '0,0'])('a line with a quantity of %s is left out as cancelled', async (quantity) => {
  const rows = [{ Qty: quantity }, { SKU: 'B' }];
  const { bodies, documents, problems } = await mapped(
    { Qty: { column: 'Qty', number: { decimal: quantity.includes(',') ? 'comma' : 'point' } } },
    rows,
  );
  expect([problems, bodies.map((order) => order.OrderItems.length)]).toEqual([[], [1]]);
  expect(documents[0]?.leftOutLines).toMatchObject([{ SKU: 'AC-TENT-2', reason: 'cancelled', line: 2 }]);
});

it('an order of which every quantity is 0 is left out as cancelled, whatever is included', async () => {
  const { documents, problems } = await mapped({}, [{ Qty: '0' }], { include: ['cancelled'] });
  expect([problems, documents[0]?.leftOut]).toEqual([[], 'cancelled']);
});
