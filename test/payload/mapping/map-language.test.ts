import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/types.ts';
import { cells, csv, read } from '../support.ts';

const identity = Object.fromEntries(Object.keys(cells).map((name) => [name, name]));
type Row = Readonly<Record<string, string | undefined>>;
const mapped = (map: object, rows: readonly Row[], options: Partial<ReadingOptions> = {}) =>
  read(csv(rows), { options: { ...options, map: { ...identity, ...map } } });
/** The only order's field, or its line's, as it would be sent. */
const sent = async (field: string, entry: unknown, row: Row, options: Partial<ReadingOptions> = {}) => {
  const { bodies, problems } = await mapped({ [field]: entry }, [row], options);
  expect(problems).toEqual([]);
  const order = bodies[0];
  return order?.[field] ?? order?.OrderItems[0][field];
};

describe('an entry of a map', () => {
  it.each<[string, unknown, Row, unknown]>([
    ['a column', 'buyer', { buyer: ' Bo ' }, 'Bo'],
    ['a column in another case', 'BUYER', { buyer: 'Bo' }, 'Bo'],
    ['several columns, the first filled', { column: ['nick', 'buyer'] }, { nick: ' ', buyer: 'Bo' }, 'Bo'],
    ['join', { join: ['first', 'last'], with: ' ' }, { first: 'Bo', last: 'Ek' }, 'Bo Ek'],
    ['join, with a blank between', { join: ['first', 'last'] }, { first: 'Bo', last: 'Ek' }, 'Bo Ek'],
    [
      'join without blank parts',
      { join: ['first', 'mid', 'last'], with: '-' },
      { first: 'Bo', mid: '', last: 'Ek' },
      'Bo-Ek',
    ],
    ['const', { const: 'Shop' }, {}, 'Shop'],
    ['map', { column: 'kind', map: { VIP: 'Very' } }, { kind: ' vip ' }, 'Very'],
    [
      'default for what the map does not list',
      { column: 'kind', map: { a: 'A' }, default: 'Z' },
      { kind: 'b' },
      'Z',
    ],
    ['default for a blank cell', { column: 'kind', default: 'Z' }, { kind: '' }, 'Z'],
    [
      'default for a blank cell, with a map',
      { column: 'kind', map: { a: 'A' }, default: 'Z' },
      { kind: '' },
      'Z',
    ],
  ])('%s', async (_, entry, row, expected) => {
    expect(await sent('ChannelBuyerName', entry, row)).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['DD/MM/YYYY HH:mm:ss', '01/09/2026 17:30:05', '2026-09-01T16:30:05Z'],
    ['MM/DD/YY', '09/01/26', '2026-08-31T23:00:00Z'],
    ['M/D/YYYY h:mm A', '9/1/2026 12:05 AM', '2026-08-31T23:05:00Z'],
    ['M/D/YYYY h:mm A', '9/1/2026 12:05 pm', '2026-09-01T11:05:00Z'],
    ['D-MMM-YY', '1-sep-26', '2026-08-31T23:00:00Z'],
    ['D MMMM YYYY', '1 September 2026', '2026-08-31T23:00:00Z'],
    ['MMM D, YYYY H:mm', 'Sep 1, 2026 7:05', '2026-09-01T06:05:00Z'],
    ['YYYY-MM-DD HH:mm:ss Z', '2026-09-01 10:00:00 +0530', '2026-09-01T04:30:00Z'],
    ['YYYY-MM-DD HH:mm:ss Z', '2026-09-01 10:00:00 UTC', '2026-09-01T10:00:00Z'],
    ['hh:mm:ss A D.M.YYYY', '01:00:00 PM 1.9.2026', '2026-09-01T12:00:00Z'],
  ])('date %s reads %s', async (date, text, expected) => {
    const options = { timezone: 'Europe/London' };
    expect(await sent('ReceivedDate', { column: 'when', date }, { when: text }, options)).toBe(expected);
  });

  it('takes a day of DispatchBy until its end', async () => {
    const entry = { column: 'when', date: 'YYYY-MM-DD' };
    const options = { timezone: 'Europe/London' };
    expect(await sent('DispatchBy', entry, { when: '2026-09-03' }, options)).toBe('2026-09-03T22:59:59Z');
  });

  it.each([
    ['DD/MM/YYYY', '2026-09-01'],
    ['DD/MM/YYYY', '1/9/2026'],
    ['DD/MM/YYYY', '31/02/2026'],
    ['D/M/YYYY h:mm A', '1/9/2026 13:05 PM'],
    ['D/M/YYYY h:mm A', '1/9/2026 0:05 AM'],
    ['YYYY-MM-DD HH:mm', '2026-09-01 25:00'],
  ])('date %s refuses %s, saying what was found', async (date, text) => {
    const { problems } = await mapped({ ReceivedDate: { column: 'when', date } }, [{ when: text }], {
      timezone: 'Europe/London',
    });
    expect(problems).toMatchObject([
      { reference: 'R-1', column: 'when', field: 'ReceivedDate', found: text },
    ]);
  });

  it('needs the zone of a date without one', async () => {
    const { problems } = await mapped({ ReceivedDate: { column: 'when', date: 'DD/MM/YYYY' } }, [
      { when: '01/09/2026' },
    ]);
    expect(problems).toMatchObject([{ found: '01/09/2026', message: expect.stringContaining('--timezone') }]);
  });

  it.each<[object, string, number]>([
    [{ decimal: 'point' }, '1,234.50', 1234.5],
    [{ decimal: 'comma' }, '1.234,50', 1234.5],
    [{ decimal: 'comma' }, '12,5', 12.5],
    [{}, '12.50', 12.5],
    [{ currency: true }, '£129.00', 129],
    [{ currency: true }, 'GBP 129.00', 129],
    [{ currency: true }, '129.00 GBP', 129],
    [{ currency: true }, 'US $1,045.99', 1045.99],
    [{ decimal: 'comma', currency: true }, '1\u00a0234,50 €', 1234.5],
    [{ currency: true }, '12.50', 12.5],
  ])('number %j reads %s', async (number, text, expected) => {
    expect(await sent('PricePerUnit', { column: 'cost', number }, { cost: text })).toBe(expected);
  });

  it.each<[object, string]>([
    [{}, '£129.00'],
    [{ decimal: 'point' }, '12,50'],
    [{ decimal: 'point' }, '1,23.50'],
    [{ currency: true }, 'free'],
    [{ currency: true }, '(12.50)'],
  ])('number %j refuses %s', async (number, text) => {
    const { problems } = await mapped({ PricePerUnit: { column: 'cost', number } }, [{ cost: text }]);
    expect(problems).toMatchObject([{ column: 'cost', field: 'PricePerUnit', found: text }]);
  });

  it('takes the currency from beside the price where no column gives it', async () => {
    const { Currency: _, ...others } = identity;
    const price = { column: 'cost', number: { currency: true } };
    const read1 = (rows: readonly Row[], options = {}) =>
      read(csv(rows), { options: { ...options, map: { ...others, PricePerUnit: price } } });
    expect((await read1([{ cost: '€5.00' }])).bodies[0]).toMatchObject({ Currency: 'EUR' });
    const given = await read1([{ cost: '€5.00' }], { set: [['Currency', 'GBP']] });
    expect(given.bodies[0]).toMatchObject({ Currency: 'GBP' });
    const two = await read1([{ cost: '€5.00' }, { cost: '£5.00' }]);
    expect(two.problems).toMatchObject([{ field: 'Currency', found: 'GBP', expected: 'EUR', line: 3 }]);
    expect((await read1([{ cost: '5.00' }])).problems).toMatchObject([{ field: 'Currency' }]);
    expect((await read1([{ cost: '¥5.00' }])).problems).toMatchObject([{ field: 'Currency', found: '¥' }]);
  });

  it('divides the price of the whole quantity, to the cent or not at all', async () => {
    const entry = { column: 'total', per: 'Qty' };
    expect(await sent('PricePerUnit', entry, { total: '10.00', Qty: '4' })).toBe(2.5);
    const blank = await mapped({ PricePerUnit: entry }, [{ total: '' }]);
    expect(blank.problems).toMatchObject([{ message: 'PricePerUnit is required' }]);
    const { problems } = await mapped({ PricePerUnit: entry }, [{ total: '10.00', Qty: '3' }]);
    expect(problems).toMatchObject([
      { field: 'PricePerUnit', message: expect.stringContaining('does not divide') },
    ]);
  });
});

describe('what a map leaves out', () => {
  const rows = [
    { state: 'New' },
    { ReferenceNumber: 'R-2', state: 'GONE' },
    { ReferenceNumber: 'R-3', state: '' },
  ];
  const left = async (map: object, options: Partial<ReadingOptions> = {}) => {
    const { documents, problems, total } = await mapped(map, rows, options);
    expect(problems).toEqual([]);
    const references = documents.flatMap(({ reference, leftOut }) =>
      leftOut === undefined ? [] : [[reference, leftOut]],
    );
    expect(total + references.length).toBe(3);
    return Object.fromEntries(references);
  };
  it.each<[string, object, object]>([
    ['$keep', { $keep: [{ column: 'state', in: [' new '] }] }, { 'R-2': 'not-kept', 'R-3': 'not-kept' }],
    ['$keep, what is filled', { $keep: [{ column: 'state', empty: false }] }, { 'R-3': 'not-kept' }],
    [
      '$leaveOut',
      { $leaveOut: [{ column: 'state', in: ['gone'], reason: 'cancelled' }] },
      { 'R-2': 'cancelled' },
    ],
    [
      '$leaveOut, what is blank',
      { $leaveOut: [{ column: 'state', empty: true, reason: 'unpaid' }] },
      { 'R-3': 'unpaid' },
    ],
    [
      '$dropLines of all lines',
      { $dropLines: [{ column: 'state', in: ['gone'], reason: 'fulfilled' }] },
      { 'R-2': 'fulfilled' },
    ],
  ])('%s', async (_, map, expected) => {
    expect(await left(map)).toEqual(expected);
  });

  it.each<[string, readonly string[], string]>([
    ['what must not ship goes before what is not to be sent', ['unpaid', 'cancelled'], 'cancelled'],
    ['a request to hold it does too', ['pickup', 'on-hold', 'cancelled'], 'on-hold'],
    ['what has left has left', ['fulfilled', 'refunded'], 'fulfilled'],
    ['what has left is not called back by a later rule', ['unpaid', 'fulfilled', 'refunded'], 'unpaid'],
    ['otherwise the first rule tells why', ['pickup', 'unpaid'], 'pickup'],
  ])('$leaveOut, where several rules hold: %s', async (_, reasons, expected) => {
    const $leaveOut = reasons.map((reason) => ({ column: 'state', in: ['gone'], reason }));
    expect(await left({ $leaveOut })).toEqual({ 'R-2': expected });
    expect(await left({ $leaveOut, $keep: [{ column: 'state', in: ['new', ''] }] })).toMatchObject({
      'R-2': expected,
    });
  });

  it('brings back what is included', async () => {
    const map = {
      $leaveOut: [{ column: 'state', in: ['gone'], reason: 'cancelled' }],
      $keep: [{ column: 'state', in: ['new'] }],
    };
    expect(await left(map, { include: ['cancelled', 'not-kept'] })).toEqual({});
    expect(await left(map, { include: ['cancelled'] })).toEqual({ 'R-2': 'not-kept', 'R-3': 'not-kept' });
  });

  it('$skipRows passes over rows, whatever their width', async () => {
    const text = `${csv([{ state: 'x' }])}Total: 1 order\n`;
    const map = { ...identity, $skipRows: [{ column: 'SKU', empty: true }] };
    const { problems, total } = await read(text, { options: { map } });
    expect({ problems, total }).toEqual({ problems: [], total: 1 });
  });

  it('$dropLines leaves lines out of an order and numbers the others', async () => {
    const map = { $dropLines: [{ column: 'kind', in: ['gift card'], reason: 'not-goods' }] };
    const { bodies, documents, leftOut, notices } = await mapped(map, [
      { kind: 'Gift Card', SKU: 'G-1' },
      { kind: 'goods', SKU: 'AC-1' },
    ]);
    expect(bodies[0]?.OrderItems).toMatchObject([{ SKU: 'AC-1', OrderLineNumber: '1' }]);
    expect(documents[0]?.leftOutLines).toEqual([{ SKU: 'G-1', reason: 'not-goods', line: 2 }]);
    expect(leftOut).toEqual([{ reason: 'not-goods', orders: 0, lines: 1, references: ['R-1'] }]);
    expect(notices).toContain('1 line left out as not-goods: R-1');
  });

  it('judges an order by all its rows, wherever they are', async () => {
    const map = { $leaveOut: [{ column: 'state', in: ['gone'], reason: 'cancelled' }] };
    const blank = { state: '', SKU: 'AC-2' };
    const { documents, total } = await mapped(map, [
      { state: '' },
      { ReferenceNumber: 'R-2', state: '' },
      { ...blank, state: 'gone' },
    ]);
    expect(documents.map(({ reference, leftOut }) => [reference, leftOut])).toEqual([
      ['R-1', 'cancelled'],
      ['R-2', undefined],
    ]);
    expect(total).toBe(1);
    const shipped = { $dropLines: [{ column: 'state', in: ['gone'], reason: 'fulfilled' }] };
    const later = await mapped(shipped, [{ state: 'gone' }, { ReferenceNumber: 'R-2', state: '' }, blank]);
    expect(later.bodies.map((order) => order.OrderItems.map(({ SKU }: { SKU: string }) => SKU))).toEqual([
      ['AC-2'],
      ['AC-TENT-2'],
    ]);
    expect(later.leftOut).toEqual([{ reason: 'fulfilled', orders: 0, lines: 1, references: ['R-1'] }]);
  });
});

describe('rows that come later in the file', () => {
  const scattered = async (map: object, first: string, later: string) => {
    const rows = [{ state: first }, { ReferenceNumber: 'R-2', state: 'new' }, { state: later, SKU: 'AC-2' }];
    const { documents, problems } = await mapped(map, rows);
    expect(problems).toEqual([]);
    return documents[0]?.leftOut;
  };
  it.each<[string, object, string, string, string | undefined]>([
    ['$keep holds where they are blank', { $keep: [{ column: 'state', in: ['new'] }] }, 'new', '', undefined],
    [
      '$keep fails where they say otherwise',
      { $keep: [{ column: 'state', in: ['new'] }] },
      'new',
      'old',
      'not-kept',
    ],
    [
      'what is blank only there is not blank',
      { $leaveOut: [{ column: 'state', empty: true, reason: 'unpaid' }] },
      'new',
      '',
      undefined,
    ],
    [
      'what is filled there is filled',
      { $leaveOut: [{ column: 'state', empty: false, reason: 'cancelled' }] },
      '',
      'x',
      'cancelled',
    ],
  ])('%s', async (_, map, first, later, expected) => {
    const all = { $skipRows: [{ column: 'SKU', in: ['none'] }], ...map };
    expect(await scattered(all, first, later)).toBe(expected);
  });
});

describe('SKUs, prices and free lines', () => {
  it('$sku and the SKU map give the SKU of the warehouse', async () => {
    const { bodies } = await mapped(
      { $sku: { 'OLD-1': 'AC-1' } },
      [{ SKU: 'OLD-1' }, { SKU: 'OLD-2' }, { SKU: 'X' }],
      {
        skuMap: { 'OLD-2': 'AC-2' },
      },
    );
    expect(bodies[0]?.OrderItems.map(({ SKU }: { SKU: string }) => SKU)).toEqual(['AC-1', 'AC-2', 'X']);
    const plain = await read(csv([{ SKU: 'OLD-2' }]), { options: { skuMap: { 'OLD-2': 'AC-2' } } });
    expect(plain.bodies[0]?.OrderItems[0].SKU).toBe('AC-2');
  });

  it('prices fill a blank price and a missing column; an SKU without one is an error', async () => {
    const prices = (sku: string): number | undefined => ({ 'AC-TENT-2': 7.5 })[sku];
    for (const price of ['', undefined]) {
      const { bodies, problems } = await read(
        csv([{ PricePerUnit: price }, { PricePerUnit: price, SKU: 'X' }]),
        { options: { prices } },
      );
      expect(bodies).toEqual([]);
      expect(problems).toMatchObject([
        { line: 3, field: 'PricePerUnit', message: 'PricePerUnit is required' },
      ]);
    }
    const { bodies } = await read(csv([{ PricePerUnit: undefined }]), { options: { prices } });
    expect(bodies[0]?.OrderItems[0].PricePerUnit).toBe(7.5);
    expect((await read(csv([{ PricePerUnit: 'free' }]), { options: { prices } })).problems).toHaveLength(1);
  });

  it.each([0, -1])('a price list that says %d is wrong as a cell would be', async (price) => {
    const { bodies, problems } = await read(csv([{ PricePerUnit: '' }]), {
      options: { prices: () => price },
    });
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([{ line: 2, field: 'PricePerUnit', found: String(price) }]);
  });

  it('sends free lines for the smallest price when they are included, and says so', async () => {
    expect((await read(csv([{ PricePerUnit: '0.00' }]))).problems).toHaveLength(1);
    const { bodies, notices } = await read(csv([{ PricePerUnit: '0.00' }]), {
      options: { include: ['free-lines'] },
    });
    expect(bodies[0]?.OrderItems[0].PricePerUnit).toBe(0.01);
    const listed = await read(csv([{ PricePerUnit: '' }]), {
      options: { include: ['free-lines'], prices: () => 0 },
    });
    expect(listed.bodies[0]?.OrderItems[0].PricePerUnit).toBe(0.01);
    expect(notices).toContain('1 order with free lines, sent at 0.01 each: R-1');
  });
});

describe('$extends and --preset beside a map', () => {
  const shop =
    'Name,Financial Status,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Currency,Created at,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Extra\n#1,paid,Tent,T-1,1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB,AC-9\n#2,voided,Tent,T-1,1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB,AC-9\n';
  const options = { warehouse: 'W', dispatchWithin: 1000 };
  it.each([
    ['$extends', { map: { $extends: 'shopify', SKU: 'Extra' } }],
    ['--preset', { preset: 'shopify', map: { SKU: 'Extra' } }],
    [
      '$extends, where the profile has another preset',
      { preset: 'etsy', map: { $extends: 'shopify', SKU: 'Extra' } },
    ],
  ])('%s: fields are replaced, rules stay', async (_, more) => {
    const { bodies, leftOut, problems } = await read(shop, { options: { ...options, ...more } });
    expect(problems).toEqual([]);
    expect(bodies.map((order) => [order.ReferenceNumber, order.OrderItems[0].SKU])).toEqual([['#1', 'AC-9']]);
    expect(leftOut).toMatchObject([{ reason: 'cancelled', orders: 1 }]);
  });
});

describe('a cell of the first row that cannot be read', () => {
  it('is reported once, not again by the rows that cannot agree with it', async () => {
    const { problems } = await mapped({ ReceivedDate: { column: 'on', date: 'DD/MM/YYYY' } }, [
      { on: 'soon' },
      { on: '01/09/2026', SKU: 'B-1', OrderLineNumber: '2' },
    ]);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([[2, 'on']]);
  });
});

describe('a map that is wrong', () => {
  it.each<[object, RegExp]>([
    [{ $extend: 'shopify' }, /unknown member \$extend; did you mean \$extends\?/],
    [{ $extends: 'shopfy' }, /unknown preset shopfy; did you mean shopify\?/],
    [{ $extends: 7 }, /\$extends must be the name of a preset/],
    [{ $keep: [{ column: 'state' }] }, /\$keep must have either in or empty/],
    [{ $keep: [{ colum: 'state', in: ['a'] }] }, /\$keep has an unknown member colum; did you mean column\?/],
    [{ $keep: 'state' }, /\$keep must be a list/],
    [{ $leaveOut: [{ column: 'state', in: ['a'] }] }, /\$leaveOut\.reason must be one of cancelled/],
    [{ $leaveOut: [{ column: 'state', in: ['a'], reason: 'canceled' }] }, /did you mean cancelled\?/],
    [{ $skipRows: [{ column: 'state', in: [] }] }, /\$skipRows\.in must be a list of values/],
    [{ $sku: { '': 'x' } }, /an SKU is blank/],
    [{ Currency: { column: 'x', joint: [] } }, /unknown member joint/],
    [{ Currency: { join: ['a'], map: {} } }, /unknown member map/],
    [{ Currency: { join: [] } }, /join must be a name or a list of names/],
    [{ Currency: { const: {} } }, /const must be text or a number/],
    [{ Currency: { column: 'x', default: {} } }, /default must be text/],
    [{ ReceivedDate: { column: 'x', date: 'HH:mm' } }, /"HH:mm" has no year, month and day/],
    [{ Qty: { column: 'x', number: { decimal: 'dot' } } }, /decimal must be point or comma/],
    [{ Qty: { column: 'x', number: { currency: 'yes' } } }, /currency must be true or false/],
    [{ Qty: { column: 'x', number: 'point' } }, /number must be an object/],
    [{ Qty: { map: {} } }, /Qty must be "<column>"/],
  ])('%j', async (map, expected) => {
    await expect(mapped(map, [{}])).rejects.toThrow(expected);
    await expect(mapped(map, [{}])).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each<[object, string]>([
    [{ $keep: [{ column: 'Curency', in: ['a'] }] }, '$keep'],
    [{ $dropLines: [{ column: 'Curency', in: ['a'], reason: 'fulfilled' }] }, '$dropLines'],
    [{ PricePerUnit: { column: 'PricePerUnit', per: 'Curency' } }, 'PricePerUnit'],
    [{ Currency: { column: ['Currency', 'Curency'] } }, 'Currency'],
    [{ ChannelBuyerName: { join: ['Curency', 'Currency'] } }, 'ChannelBuyerName'],
  ])('names a column that the file does not have: %j', async (map, member) => {
    const { problems, bodies } = await mapped(map, [{}]);
    expect(bodies).toEqual([]);
    expect(problems.map(({ message }) => message)).toContain(
      `the map takes ${member} from a column Curency, which the file does not have; did you mean Currency?`,
    );
  });
});
