import { describe, expect, it } from 'vitest';
import { csv, read } from '../support.ts';
import { identity, mapped } from './mapped.ts';

const less = { Qty: { column: 'Qty', less: ['Shipped', 'Cancelled qty'] } };

describe('a quantity less what is not to be shipped', () => {
  it.each([
    ['4', '1', '2', 1],
    ['4', '', '', 4],
    ['4', '1.0000', '0', 3],
  ])('%s less %s and %s', async (Qty, Shipped, cancelled, left) => {
    const { bodies, problems } = await mapped(less, [{ Qty, Shipped, 'Cancelled qty': cancelled }]);
    expect(problems).toEqual([]);
    expect(bodies[0]?.OrderItems[0].Qty).toBe(left);
  });

  it.each([
    ['1', '3', 'cancelled'],
    ['4', '0', 'fulfilled'],
    ['3', '9', 'cancelled'],
  ])(
    'of which nothing is left by %s shipped and %s cancelled is left out as %s',
    async (Shipped, cancelled, reason) => {
      const { documents } = await mapped(less, [{ Qty: '4', Shipped, 'Cancelled qty': cancelled }]);
      expect(documents).toMatchObject([{ leftOut: reason }]);
    },
  );

  it('may say the reason', async () => {
    const Qty = { column: 'Qty', less: [{ column: 'Gone', reason: 'refunded' }] };
    expect((await mapped({ Qty }, [{ Qty: '1', Gone: '1' }])).documents).toMatchObject([
      { leftOut: 'refunded' },
    ]);
  });

  it('is sent whole where the reason is included', async () => {
    const { bodies } = await mapped(less, [{ Qty: '4', Shipped: '4', 'Cancelled qty': '0' }], {
      include: ['fulfilled'],
    });
    expect(bodies[0]?.OrderItems[0].Qty).toBe(4);
  });

  it.each(['-1', 'one', '1.5'])('is an error where a count is %s', async (Shipped) => {
    const { problems } = await mapped(less, [{ Qty: '4', Shipped, 'Cancelled qty': '0' }]);
    expect(problems[0]?.message).toContain(`cannot be read from ${Shipped}`);
  });
});

it.each(['1,000', '1.000'])('a count of %s may be all of 1000, and is one of 2', async (Shipped) => {
  const of = (Qty: string) => mapped(less, [{ Qty, Shipped, 'Cancelled qty': '0' }]);
  expect((await of('1000')).problems[0]?.message).toContain(`cannot be read from ${Shipped}`);
  expect((await of('2')).bodies[0]?.OrderItems[0].Qty).toBe(1);
});

describe('several lines in one row', () => {
  const $items = [
    { SKU: 'sku_0', Qty: 'qty_0', PricePerUnit: { column: 'price_0', number: { minor: true } } },
    { SKU: 'sku_1', Qty: 'qty_1', PricePerUnit: { column: 'price_1', number: { minor: true } } },
  ];
  const { SKU: _sku, Qty: _qty, PricePerUnit: _price, ...rest } = identity;
  const items = (cells: Readonly<Record<string, string>>) =>
    read(csv([{ SKU: undefined, Qty: undefined, PricePerUnit: undefined, ...cells }]), {
      options: { map: { ...rest, $items } },
    });
  const first = { sku_0: 'A', qty_0: '1', price_0: '12900' };

  it('are each set that has a cell, with the entries of the map for the rest', async () => {
    const { bodies } = await items({ ...first, sku_1: 'B', qty_1: '2', price_1: '3450' });
    expect(bodies[0]?.OrderItems).toEqual([
      { SKU: 'A', ItemTitle: 'Two-person tent', Qty: 1, PricePerUnit: 129, OrderLineNumber: '1' },
      { SKU: 'B', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 34.5, OrderLineNumber: '2' },
    ]);
    expect((await items({ ...first, sku_1: '', qty_1: '', price_1: '' })).bodies[0]?.OrderItems).toHaveLength(
      1,
    );
  });

  it('names the column of the set in an error', async () => {
    const { problems } = await items({ ...first, sku_1: 'B', qty_1: '-1', price_1: '3450' });
    expect(problems).toMatchObject([{ field: 'Qty', column: 'qty_1', line: 2 }]);
  });

  it('are errors where a set does not give what a line needs', async () => {
    const { Qty: _count, ...second } = $items[1] as (typeof $items)[number];
    const content = csv([
      { SKU: undefined, Qty: undefined, PricePerUnit: undefined, ...first, sku_1: 'B', price_1: '3450' },
    ]);
    const { problems, bodies } = await read(content, {
      options: { map: { ...rest, $items: [$items[0], second] } },
    });
    expect([bodies, problems.map(({ message }) => message)]).toEqual([[], ['Qty is required']]);
  });

  it.each([
    [[{ ReferenceNumber: 'x' }], 'is not a field of a line'],
    [[{ Qty: { const: 1 } }], 'an entry without a column'],
    [[{ Sku: 'x' }], 'unknown field Sku'],
  ])('%j is refused', async (wrong, message) => {
    await expect(read(csv([{}]), { options: { map: { ...identity, $items: wrong } } })).rejects.toThrow(
      message,
    );
  });
});

describe('a street in parts', () => {
  const street = { 'DeliveryAddress.Address1': { street: 'Street', houseNumber: 'No', addition: 'Add' } };
  it.each([
    ['GB', 'Quay St', '4', '', '4 Quay St'],
    ['United Kingdom', 'Quay St', '4', 'a', '4a Quay St'],
    ['Frankreich', 'rue Haute', '12', 'bis', '12 bis rue Haute'],
    ['GB', 'Quay St', '4', 'Flat 3', 'Flat 3, 4 Quay St'],
    ['NL', 'Kerkstraat', '12', 'bis', 'Kerkstraat 12 bis'],
    ['Germany', 'Hauptstr.', '5', 'a', 'Hauptstr. 5 a'],
    ['GB', 'The Old Mill', '', '', 'The Old Mill'],
    ['NL', 'Kerkstraat 12', '12', '', 'Kerkstraat 12'],
    ['Germany', 'Hauptstr. 5A', '5a', '', 'Hauptstr. 5A'],
    ['NL', 'Laan 1940', '12', '', 'Laan 1940 12'],
    ['GB', 'Rose Cottage, Quay Lane', 'none', '', 'Rose Cottage, Quay Lane'],
    ['NL', 'Kerkstraat', '12', '-', 'Kerkstraat 12'],
    ['ES', 'Calle Mayor', 's/n', 'N/A', 'Calle Mayor s/n'],
  ])('of %s', async (country, name, number, addition, line) => {
    const cells = { Street: name, No: number, Add: addition, 'DeliveryAddress.Country': country };
    const { bodies } = await mapped(street, [cells]);
    expect(bodies[0]?.DeliveryAddress.Address1).toBe(line);
  });

  it('is missing where a row has nothing but its number', async () => {
    const { bodies, problems } = await mapped(street, [{ Street: '', No: '4', Add: '' }]);
    expect([bodies, problems.map(({ message }) => message)]).toEqual([
      [],
      ['DeliveryAddress.Address1 is required'],
    ]);
  });
});

describe('what decides', () => {
  const constant = { ...identity, warehouse_name: { const: 'Map FC' } };
  const warehouseOf = async (options: object) =>
    (await read(csv([{}]), { options: { map: constant, ...options } })).bodies[0]?.warehouse_name;

  it('is an option before the constant of a map, and that before a default of the profile', async () => {
    expect(await warehouseOf({ warehouse: 'Line FC' })).toBe('Line FC');
    const fromProfile = { warehouse: 'Profile FC' };
    expect(await warehouseOf({ warehouse: 'Profile FC', fromProfile })).toBe('Map FC');
  });

  it('is named where it is a default of the profile', async () => {
    const options = {
      warehouse: 'Northgate FC',
      timezone: 'Europe/London',
      decimal: 'comma' as const,
      fromProfile: { warehouse: 'Northgate FC', timezone: 'Europe/London', decimal: 'comma' },
    };
    const row = { warehouse_name: undefined, PricePerUnit: '129,00', ReceivedDate: '2026-09-01T07:30:00Z' };
    const { notices } = await read(csv([row]).replace(',129,00', ',"129,00"'), { options });
    expect(notices).toContain('warehouse: Northgate FC (profile default)');
    expect(notices).toContain('decimal: comma (profile default)');
    expect(notices.join()).not.toContain('timezone');
  });
});

describe('a suspicion about', () => {
  const warned = async (cells: Readonly<Record<string, string>>, options = {}) =>
    (await read(csv([cells]), { options })).warnings.map(({ message }) => message);

  it.each([
    ...[
      'A-1, B-2',
      'A-1 x2; B-2 x1',
      'A-1\nB-2',
      '2x A-1',
      'A-1 + B-2',
      'AC-1+AC-2',
      'AC-MUG*2',
      'A-1 / B-2',
      'A-1<br>B-2',
    ],
    ...['A-1 (x2)', 'Qty 2: A-1', '1001|1002', '5012345678900, 5012345678917', '1001\n1002'],
  ])('several SKUs in %j', async (SKU) => {
    expect(await warned({ SKU })).toEqual([expect.stringContaining('seems to hold several SKUs')]);
    const { problems } = await read(csv([{ SKU }]), { options: { strict: true } });
    expect(problems.length).toBeGreaterThan(0);
  });

  it.each([
    'MAR-01',
    'DEC-24',
    '3,5MM-DRILL',
    '2x4-TIMBER',
    'A+B',
    'TENT (RED)',
    'CUP (12)',
    'TENT / RED',
    '3* HOTEL',
    '12,345',
  ])('nothing in %s', async (SKU) => {
    expect(await warned({ SKU })).toEqual([]);
  });

  it('a warehouse that the account has not shown, with the nearest', async () => {
    const knownWarehouses = ['Northgate FC', 'Midlands FC'];
    expect(await warned({ warehouse_name: 'Northgte FC' }, { knownWarehouses })).toEqual([
      'warehouse_name is not one of the warehouses known here; did you mean Northgate FC?',
    ]);
    expect(await warned({ warehouse_name: 'Northgte FC' })).toEqual([]);
    expect(await warned({}, { knownWarehouses })).toEqual([]);
  });
});

it('a file of which everything is left out still reports columns that are missing', async () => {
  const map = { ...identity, $leaveOut: [{ column: 'State', in: ['done'], reason: 'fulfilled' }] };
  const { ChannelBuyerName: _buyer, ...without } = map as Record<string, unknown>;
  const content = csv([{ State: 'done' }]);
  await expect(read(content, { options: { map: without } })).rejects.toMatchObject({
    details: { errors: [expect.objectContaining({ field: 'ChannelBuyerName' })] },
  });
  const { notices } = await read(content, { options: { map } });
  expect(notices).toContain('every order is left out: nothing to send');
});
