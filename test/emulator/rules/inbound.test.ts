import { describe, expect, it } from 'vitest';
import { inboundBody, line, northgate, openStock, thames } from '../../support/emulator/stock.ts';

const twoItems = [
  { barcode: '2000000001012', Quantity: 12, SKU: 'AC-TENT-2' },
  { barcode: '2000000001043', Quantity: 1 },
];

describe('POST /inbound', () => {
  it('[INB-CREATE] answers 201 with the delivery number, the client, pending and the count', async () => {
    const { deliver } = await openStock();
    expect(await deliver('IN-1', { items: twoItems })).toMatchObject({
      status: 201,
      body: {
        ...{ success: true, message: expect.any(String) },
        data: { delivery_number: 'IN-1', client: 'Acme Outdoor', status: 'pending', items_count: 2 },
      },
    });
  });

  it('[INB-STOCK] raises inventory immediately', async () => {
    const { deliver, stock, inventory } = await openStock();
    await deliver('IN-1', { items: twoItems, Warehouse_Name: 'Thames Reach FC' });
    expect(await stock('AC-TENT-2', thames)).toMatchObject({ StockLevel: 16, InOrderBook: 0, Available: 16 });
    expect(await stock('AC-MAT', thames)).toMatchObject({ StockLevel: 1 });
    expect((await inventory()).data).toMatchObject({ total_inventory: 69, total_count_of_skus: 4 });
  });

  it('[INB-DUPLICATE] refuses a number the client has already used with 409', async () => {
    const { deliver, stock } = await openStock();
    await deliver('IN-1');
    expect(await deliver('IN-1')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('IN-1') },
    });
    expect((await stock('AC-TENT-2')).StockLevel).toBe(52);
  });

  it('[INB-SCOPE] two clients may use the same number and the same barcode', async () => {
    const { deliver, bluebird } = await openStock();
    await deliver('IN-1');
    const theirs = inboundBody('IN-1', { items: [{ barcode: '2000000001012', Quantity: 2 }] });
    expect((await bluebird.post('/inbound', theirs)).body.data.client).toBe('Bluebird Home');
    expect((await bluebird.get('/inbound/IN-1')).body.data.items).toMatchObject([
      { SKU: 'BB-VASE', Quantity: 2 },
    ]);
  });

  it('[INB-RESOLVE] [ERR-ITEMS] refuses the whole delivery if a line matches no stock item, and lists such lines', async () => {
    const { deliver, inventory, acme } = await openStock();
    const before = await inventory();
    const unknown = [
      { barcode: '9999999999991', Quantity: 1, SKU: 'AC-UNHEARD' },
      { barcode: '9999999999992', Quantity: 1 },
    ];
    const { status, body } = await deliver('IN-1', { items: [...twoItems, ...unknown] });
    expect(status).toBe(400);
    for (const name of ['AC-UNHEARD', '9999999999992']) expect(body.error).toContain(name);
    expect(body.error).not.toContain('AC-TENT-2');
    expect(await inventory()).toEqual(before);
    expect((await acme.get('/inbound/IN-1')).status).toBe(404);
  });

  it('[INB-RESOLVE-SCOPE] an item of another client does not match', async () => {
    const { bluebird } = await openStock();
    const { status, body } = await bluebird.post(
      '/inbound',
      inboundBody('IN-1', { items: [{ barcode: '2000000001029', Quantity: 1 }] }),
    );
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: expect.stringContaining('2000000001029'),
    });
  });

  it('[INB-RESOLVE] matches by SKU if the barcode is unknown', async () => {
    const { deliver, stock } = await openStock();
    await deliver('IN-1', { items: [{ barcode: '9999999999991', Quantity: 3, SKU: 'AC-STOVE' }] });
    expect((await stock('AC-STOVE')).StockLevel).toBe(10);
  });

  it('[INB-QUANTITY] refuses a quantity that would overflow, and inventory stays readable', async () => {
    const { deliver, create, inventory } = await openStock();
    const before = await inventory();
    const Quantity = Number.MAX_SAFE_INTEGER;
    const delivered = await deliver('IN-1', { items: [{ barcode: '2000000001012', Quantity }] });
    const ordered = await create('R-1', { OrderItems: [line({ Qty: Quantity })] });
    expect([delivered.status, ordered.status]).toEqual([400, 400]);
    expect(await inventory()).toEqual(before);
  });

  it('[INB-QUANTITY] accepts up to 10^12 units in a location', async () => {
    const { deliver, stock } = await openStock();
    const free = 1e12 - 47;
    const units = (Quantity: number) => ({ items: [{ barcode: '2000000001012', Quantity }] });
    expect((await deliver('IN-1', units(free + 1))).status).toBe(400);
    expect((await deliver('IN-1', units(free))).status).toBe(201);
    expect((await deliver('IN-2', units(1))).status).toBe(400);
    expect((await stock('AC-TENT-2')).StockLevel).toBe(40 + free);
  });

  it('a delivery with a barcode that only one product has does not rest on A-44', async () => {
    const { deliver } = await openStock();
    const { status, headers } = await deliver('IN-1', { items: [twoItems[0]] });
    expect([status, headers['x-emulator-assumption']]).toEqual([201, undefined]);
  });

  const managed = ['received_at', 'status', 'docnum', 'plant', 'batch', 'itm_number'];

  it('[A-14] alternatively ignores them', async () => {
    const { deliver, acme } = await openStock({ assume: { 'A-14': 1 } });
    const sent = Object.fromEntries(managed.map((field) => [field, 'mine']));
    expect((await deliver('IN-1', { ...sent, items: [{ ...twoItems[0], ...sent }] })).status).toBe(201);
    expect(JSON.stringify((await acme.get('/inbound/IN-1')).body)).not.toContain('mine');
  });
});

describe('GET /inbound/{deliveryNumber}', () => {
  const stored = {
    ...{ delivery_number: 'IN-1', external_delivery_number: 'SUP-5', client: 'Acme Outdoor' },
    ...{ warehouse_name: 'Northgate FC', location_id: northgate, transport_id: 'TR-9' },
    ...{ status: 'pending', received_at: '2026-09-01T08:00:00Z', items_count: 2 },
  };
  const lines = [
    { itm_number: 1, barcode: '2000000001012', SKU: 'AC-TENT-2', Quantity: 12 },
    { itm_number: 2, barcode: '2000000001043', SKU: 'AC-MAT', Quantity: 1 },
  ];
  const optional = { items: twoItems, Secondary_PO_Reference: 'SUP-5', transport_id: 'TR-9' };

  it.each([
    [0, 'items'],
    [1, 'lines'],
  ])(
    '[INB-GET] [INB-STORED] [INB-WAREHOUSE] [A-13] answer %i: the delivery, its lines numbered, under %s',
    async (choice, name) => {
      const { deliver, acme } = await openStock({ assume: { 'A-13': choice } });
      await deliver('IN-1', optional);
      const { status, body, headers } = await acme.get('/inbound/IN-1');
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, data: { ...stored, [name]: lines } },
      });
      expect(headers['x-emulator-assumption']).toContain('A-13');
    },
  );

  it('[INB-OPTIONAL] [A-13] shows omitted fields as null', async () => {
    const { deliver, acme } = await openStock();
    await deliver('IN-1');
    const { external_delivery_number, transport_id } = (await acme.get('/inbound/IN-1')).body.data;
    expect({ external_delivery_number, transport_id }).toEqual({
      external_delivery_number: null,
      transport_id: null,
    });
  });

  it('[INB-RECEIVED-AT] [INB-LINE-NUMBERS] shows when it was received, with numbered lines', async () => {
    const { deliver, acme, advance } = await openStock();
    await advance('90m');
    await deliver('IN-1', { items: [...twoItems, ...twoItems] });
    const { received_at, items } = (await acme.get('/inbound/IN-1')).body.data;
    expect(received_at).toBe('2026-09-01T09:30:00Z');
    expect(items.map((item: { itm_number: number }) => item.itm_number)).toEqual([1, 2, 3, 4]);
  });

  it('[INB-OPTIONAL] needs no second reference, transport or SKU', async () => {
    const { deliver, acme } = await openStock();
    expect((await deliver('IN-1', { items: [{ barcode: '2000000001012', Quantity: 1 }] })).status).toBe(201);
    expect((await acme.get('/inbound/IN-1')).body.data.items[0].SKU).toBe('AC-TENT-2');
  });

  it('[INB-GET-SCOPE] [AUTH-SCOPE] a delivery of another client is not found either', async () => {
    const { deliver, bluebird } = await openStock();
    await deliver('IN-1');
    expect((await bluebird.get('/inbound/IN-1')).status).toBe(404);
  });

  it('[A-44] alternatively lets the SKU decide, but only among the products with that barcode', async () => {
    const { deliver, stock } = await openStock({ assume: { 'A-44': 1 } });
    const duplicate = (SKU?: string) => ({ items: [{ barcode: '2000000009999', Quantity: 3, SKU }] });
    const { status, headers } = await deliver('IN-1', duplicate('AC-TWIN-B'));
    expect([status, headers['x-emulator-assumption']]).toEqual([201, expect.stringContaining('A-44')]);
    expect((await stock('AC-TWIN-B')).StockLevel).toBe(3);
    expect((await deliver('IN-2', duplicate('AC-TENT-2'))).status).toBe(400);
    expect((await deliver('IN-3', duplicate())).status).toBe(400);
  });
});
