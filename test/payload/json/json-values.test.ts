import { describe, expect, it } from 'vitest';
import { body, read } from '../support.ts';

const json = (content: unknown) =>
  read(typeof content === 'string' ? content : JSON.stringify(content), { name: 'orders.json' });

describe('document checks', () => {
  const line = body.OrderItems[0];

  it('ignores members that begin with _ and does not send them', async () => {
    const marked = {
      _line: 1,
      ...body,
      OrderItems: [{ ...line, _note: 'x' }],
      DeliveryAddress: { _a: 1, ...body.DeliveryAddress },
    };
    const { bodies } = await json(JSON.stringify(marked).replace('{', '{"__proto__":{"a":1},"_line":2,'));
    expect(bodies).toEqual([body]);
  });

  it('writes ReceivedDate as UTC and keeps DispatchBy', async () => {
    const { bodies } = await json({ ...body, ReceivedDate: '2026-09-01T08:30:00+01:00' });
    expect(bodies).toEqual([body]);
  });

  it('fills in values from the command line', async () => {
    const { warehouse_name, DispatchBy, ...bare } = body;
    const options = {
      warehouse: 'Midlands FC',
      dispatchWithin: 3_600_000,
      timezone: 'Europe/London',
      set: [
        ['PaymentStatus', 'UNPAID'],
        ['TaxRate', '20'],
        ['DeliveryAddress.Region', 'Yorks'],
      ] as const,
    };
    const { bodies } = await read(JSON.stringify({ ...bare, ReceivedDate: '2026-09-01T08:30:00' }), {
      name: 'a.json',
      options,
    });
    expect(bodies[0]).toEqual({
      ...body,
      warehouse_name: 'Midlands FC',
      DispatchBy: '2026-09-01T08:30:00Z',
      PaymentStatus: 'UNPAID',
      DeliveryAddress: { ...body.DeliveryAddress, Region: 'Yorks' },
      OrderItems: [{ ...line, TaxRate: 20 }],
    });
  });

  it('reads dates as spreadsheets show them, by --dates or where they leave no doubt', async () => {
    const options = { timezone: 'UTC', dates: 'dmy' } as const;
    const dated = (DispatchBy: string) => JSON.stringify({ ...body, DispatchBy });
    const given = await read(dated('02/12/2026 09:30'), { name: 'a.json', options });
    expect(given.bodies[0]?.DispatchBy).toBe('2026-12-02T09:30:00Z');
    const proved = await read(dated('25/12/2026'), { name: 'a.json', options: { timezone: 'UTC' } });
    expect(proved.bodies[0]?.DispatchBy).toBe('2026-12-25T23:59:59Z');
    const open = await read(dated('02/12/2026'), { name: 'a.json', options: { timezone: 'UTC' } });
    expect(open.problems[0]?.message).toContain('give --dates dmy');
    const slot = { window: 'morning', warehouse: 'W', loadingType: 'loose', numberOfSkus: 'lt_10' };
    const text = JSON.stringify({ date: '02/12/2026', ...slot });
    const { bodies } = await read(text, { kind: 'slot', name: 'a.json', options });
    expect(bodies).toEqual([{ date: '2026-12-02', ...slot }]);
  });

  it('sends free lines at the smallest price when they are included, and says so', async () => {
    const priced = (PricePerUnit: number | undefined) => ({ ...line, PricePerUnit });
    const free = { ...body, OrderItems: [priced(0), priced(12.5), priced(undefined)] };
    const readWith = (include: readonly 'free-lines'[]) =>
      read(JSON.stringify(free), { name: 'orders.json', options: { include, prices: () => 0 } });
    const { bodies, notices } = await readWith(['free-lines']);
    expect(bodies[0].OrderItems).toEqual([priced(0.01), priced(12.5), priced(0.01)]);
    expect(notices).toEqual(['1 order with free lines, sent at 0.01 each: R-1']);
    expect((await readWith([])).problems.map(({ field }) => field)).toEqual([
      'OrderItems[0].PricePerUnit',
      'OrderItems[2].PricePerUnit',
    ]);
  });

  it("replaces the shop's SKUs with the warehouse's", async () => {
    const lines = ['OLD-1', ' OLD-1 ', 'X'].map((SKU) => ({ ...body.OrderItems[0], SKU }));
    const { bodies, problems } = await read(JSON.stringify({ ...body, OrderItems: lines }), {
      name: 'orders.json',
      options: { skuMap: new Map([['OLD-1', 'AC-1']]), prices: () => 5 },
    });
    expect(problems).toEqual([]);
    expect(bodies[0].OrderItems.map(({ SKU }: { SKU: string }) => SKU)).toEqual(['AC-1', 'AC-1', 'X']);
  });

  it('takes a missing price from the price list, and leaves one that is there', async () => {
    const lines = [
      { SKU: 'A', PricePerUnit: undefined },
      { SKU: 'A', PricePerUnit: null },
      { SKU: 'A', PricePerUnit: 7 },
    ].map((changes) => ({ ...body.OrderItems[0], ...changes }));
    const pricesOf = async (OrderItems: unknown) => {
      const { bodies, problems } = await read(JSON.stringify({ ...body, OrderItems }), {
        name: 'orders.json',
        options: { prices: (sku) => (sku === 'A' ? 5 : undefined) },
      });
      return [bodies[0]?.OrderItems.map((item: { PricePerUnit: number }) => item.PricePerUnit), problems];
    };
    expect(await pricesOf(lines)).toEqual([[5, 5, 7], []]);
    expect(await pricesOf([{ ...lines[0], SKU: 'B' }])).toEqual([
      undefined,
      [expect.objectContaining({ field: 'OrderItems[0].PricePerUnit' })],
    ]);
  });

  it.each(['preset', 'map'] as const)('reads a JSON file without the %s, and says so', async (option) => {
    const value = option === 'preset' ? 'shopify' : { ReferenceNumber: 'Order' };
    const { bodies, notices } = await read(JSON.stringify(body), {
      name: 'orders.json',
      options: { [option]: value },
    });
    expect(bodies).toHaveLength(1);
    expect(notices).toEqual([
      `orders.json is JSON: read without the ${option}, which is for CSV and workbooks`,
    ]);
  });

  it.each<[string, unknown]>([
    ['null for optional text', { Channel_Ref: null }],
    ['null for an optional number', { PostalServiceCost: null }],
    ['null in an address', { DeliveryAddress: { ...body.DeliveryAddress, Region: null } }],
    ['null on a line', { OrderItems: [{ ...body.OrderItems[0], TaxRate: null }] }],
    ['a blank for an optional number', { PostalServiceCost: ' ' }],
  ])('%s counts as absent', async (_, members) => {
    const { bodies, problems } = await json({ ...body, ...(members as object) });
    expect(problems).toEqual([]);
    expect(bodies).toEqual([body]);
  });

  it('treats a blank on a purchase order as absent, so that the slot decides', async () => {
    const order = { PO_REFERENCE: 'P-1', Warehouse_Name: 'W', items: [{ SKU: 'A', Quantity: 1 }] };
    const blank = { containerTruckNumber: '', slotReference: ' ', deliveryType: '', palletCount: null };
    const { bodies, problems } = await read(JSON.stringify({ ...order, ...blank }), {
      kind: 'purchase-order',
      name: 'a.json',
    });
    expect(problems).toEqual([]);
    expect(bodies).toEqual([order]);
  });

  it.each<[string, boolean]>([
    ['9007199254740993', false],
    ['9007199254740992.0', false],
    ['12345678901234567890', false],
    ['9007199254740991.3', false],
    ['1e-400', false],
    ['1e400', false],
    [`1.${'0'.repeat(500)}`, false],
    ['9007199254740991', true],
    ['12.50', true],
    ['0.000', true],
    ['1e2', true],
  ])('sends the number %s unchanged, or not at all (%s)', async (written, sent) => {
    const { bodies, problems } = await read(
      JSON.stringify({ ...body, PostalServiceCost: 1 }).replace('Cost":1', `Cost":${written}`),
      { name: 'a.json' },
    );
    expect(problems.map(({ field }) => field)).toEqual(sent ? [] : ['PostalServiceCost']);
    expect(bodies.map((order) => order.PostalServiceCost)).toEqual(sent ? [Number(written)] : []);
  });

  it('ignores anything under a name that begins with _', async () => {
    const text = JSON.stringify(body).replace('{', '{"_id":12345678901234567890,"_id":{"a":1e999},');
    expect((await read(text, { name: 'a.json' })).bodies).toEqual([body]);
  });

  it('explains how the spreadsheet changed a barcode', async () => {
    const delivery = {
      PO_REFERENCE: 'P-1',
      Warehouse_Name: 'W',
      items: [{ barcode: '5.01235E+12', Quantity: 1 }],
    };
    const { problems } = await read(JSON.stringify(delivery), { kind: 'inbound', name: 'a.json' });
    expect(problems).toMatchObject([
      { field: 'items[0].barcode', message: expect.stringContaining('scientific notation') },
    ]);
  });
});
