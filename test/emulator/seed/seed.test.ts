import { describe, expect, it } from 'vitest';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { orderBody } from '../../support/emulator/stock.ts';

const warehouses = [{ name: 'North' }, { name: 'South', acceptsMonday: true, fcPolicy: 'auto' }];
const client = {
  ...{ client_name: 'Acme', client_id: 'acme', client_secret: 's', role: 'full' },
  ...{ warehouses: ['North'], skuPrefixes: ['AC-'] },
};
const base = { version: 1, rngSeed: 1, now: '2026-09-01T08:00:00Z', warehouses, clients: [client] };
const product = {
  client: 'acme',
  sku: 'AC-1',
  barcode: '1',
  title: 'One',
  stock: [{ warehouse: 'North', qty: 5 }],
};
const order = { client: 'acme', ...orderBody('R-1', { warehouse_name: 'North' }) };
const tooMuch = {
  ReferenceNumber: 'R-2',
  OrderItems: [{ SKU: 'AC-1', ItemTitle: 'One', Qty: 1e12 + 1, PricePerUnit: 1, OrderLineNumber: '1' }],
};
const slot = {
  ...{ client: 'acme', date: 'P7D', window: 'morning', warehouse: 'North', loadingType: 'palletised' },
  ...{ numberOfSkus: 'lt_10', deliveryType: 'truck' },
};

const purchaseOrder = {
  ...{ client: 'acme', PO_REFERENCE: 'PO-1', Warehouse_Name: 'North' },
  items: [{ SKU: 'AC-1', Quantity: 3, delivered: 2 }],
};

describe('a seed', () => {
  it.each([{}, { unloadingStartedAt: null, unloadingFinishedAt: null }])(
    'has a report that says only when the goods arrived: %j',
    async (unloading) => {
      const arrived = {
        ...purchaseOrder,
        ...{ lw_po_number: 'LW-000001', inboundReport: { arrivedAt: '2026-08-30T08:00:00Z', ...unloading } },
      };
      const emulator = await openTestEmulator({
        seed: { ...base, products: [product], purchaseOrders: [arrived] },
      });
      const { inboundReport } = (await emulator.as('acme').get('/inbound-po/LW-000001')).body.data;
      expect(inboundReport).toMatchObject({
        ...{ arrivedAt: '2026-08-30T08:00:00Z', unloadingStartedAt: null, unloadingFinishedAt: null },
      });
      const state = (await emulator.admin.get('/state')).body.data;
      expect((await emulator.admin.put('/state', state)).status).toBe(200);
    },
  );

  it('has purchase orders as they were received, and stock that orders have reserved', async () => {
    const report = {
      arrivedAt: '2026-08-30T08:00:00Z',
      unloadingStartedAt: '2026-08-30T08:10:00Z',
      unloadingFinishedAt: '2026-08-30T09:00:00Z',
      discrepancies: [{ SKU: 'AC-1', expected: 3, received: 2, difference: -1 }],
    };
    const received = {
      ...purchaseOrder,
      ...{ lw_po_number: 'LW-000001', status: 'DELIVERED', slotReference: 'SLOT-9', inboundReport: report },
    };
    const confirmed = { ...slot, slotReference: 'SLOT-9', scheduleStatus: 'confirmed' };
    const moved = {
      ...product,
      dispatched: [{ warehouse: 'North', qty: 1, at: '-PT1H' }],
      allocated: [{ warehouse: 'North', qty: 2, updatedAt: '-PT30M', operation: 'RELEASED' }],
    };
    const seed = { ...base, products: [moved], slots: [confirmed], purchaseOrders: [received] };
    const emulator = await openTestEmulator({ seed });
    const acme = emulator.as('acme');
    const po = (await acme.get('/inbound-po/LW-000001')).body.data;
    expect(po).toMatchObject({
      ...{ PO_REFERENCE: 'PO-1', status: 'DELIVERED', slotReference: 'SLOT-9', inboundReport: report },
      items: [{ SKU: 'AC-1', barcode: '1', title: 'One', ordered: 3, delivered: 2 }],
    });
    expect((await acme.get('/inbound-slot/SLOT-9')).body.data.usedByPoReference).toBe('LW-000001');
    const { locations } = (await acme.get('/inventory')).body.data;
    expect(locations[0]).toMatchObject({
      total_inventory: 4,
      sku: [
        {
          ...{ StockLevel: 4, InOrderBook: 2, Available: 2 },
          ...{ LastUpdateDate: '2026-09-01T07:30:00Z', LastUpdateOperation: 'RELEASED' },
        },
      ],
    });
    // Numbers that the seed uses are not given again.
    const { status, body } = await acme.post('/inbound-po', {
      ...{ PO_REFERENCE: 'PO-2', Warehouse_Name: 'North', deliveryType: 'truck', loadingType: 'palletised' },
      items: [{ SKU: 'AC-1', barcode: '1', Quantity: 1 }],
    });
    expect([status, body.data.lw_po_number]).toEqual([201, 'LW-000002']);
  });

  it('shows any words as the last change of a stock, because they come from a service', async () => {
    const operation = 'Sold "online"\n\\ \u0007é%s';
    const products = [{ ...product, allocated: [{ warehouse: 'North', qty: 1, operation }] }];
    const emulator = await openTestEmulator({ seed: { ...base, products } });
    const { locations } = (await emulator.as('acme').get('/inventory')).body.data;
    expect(locations[0].sku[0].LastUpdateOperation).toBe(operation);
  });

  const withProduct = (changes: object) => ({ products: [{ ...product, ...changes }] });
  const withOrder = (changes: object) => ({ products: [product], orders: [{ ...order, ...changes }] });
  const withSlot = (changes: object) => ({ slots: [{ ...slot, ...changes }] });

  it('that is no object is refused', async () => {
    const error = 'seed: must be an object';
    await expect(openTestEmulator({ seed: 5 })).rejects.toMatchObject({ exitCode: 2, message: error });
  });

  it.each<[string, object, string]>([
    ['another version', { version: 2 }, 'version'],
    ['an unknown member', { wharehouses: [] }, 'wharehouses'],
    ['no clients', { clients: undefined }, 'clients'],
    ['a now that is no time', { now: 'noon' }, 'now'],
    ['a now relative to itself', { now: '-P1D' }, 'now'],
    [
      'a time before the year 1',
      withOrder({ DispatchBy: '-P3000000D' }),
      'orders[0].DispatchBy must be an ISO 8601 time',
    ],
    [
      'a time after the year 9999',
      withOrder({ CreatedAt: 'P2925000D' }),
      'P2925000D is not in the years 1 to 9999',
    ],
    ['a now that is a duration', { now: '90d' }, 'now must be an ISO 8601 time'],
    ['an unknown policy', { warehouses: [{ name: 'N', fcPolicy: 'maybe' }] }, 'warehouses[0].fcPolicy'],
    [
      'a location_id that is no UUID',
      { warehouses: [{ name: 'N', location_id: '1' }] },
      'location_id must be a UUID',
    ],
    ['a warehouse twice', { warehouses: [...warehouses, { name: 'North' }] }, 'warehouses[2].name'],
    ['a client twice', { clients: [client, client] }, 'clients[1].client_id'],
    ['an unknown role', { clients: [{ ...client, role: 'admin' }] }, 'clients[0].role'],
    ['an unknown warehouse', { clients: [{ ...client, warehouses: ['West'] }] }, 'clients[0].warehouses[0]'],
    ['an unknown field of a product', withProduct({ colour: 1 }), 'products[0]'],
    ['a product of nobody', withProduct({ client: 'x' }), 'products[0].client'],
    ['a foreign prefix', withProduct({ sku: 'BB-1' }), 'products[0].sku'],
    ['a SKU twice', { products: [product, product] }, 'products[1].sku'],
    [
      'stock in a foreign warehouse',
      withProduct({ stock: [{ warehouse: 'South', qty: 1 }] }),
      'products[0].stock[0].warehouse',
    ],
    [
      'more stock than can be counted',
      withProduct({ stock: [{ warehouse: 'North', qty: 1e12 + 1 }] }),
      'products: The quantity of AC-1 is too large to count',
    ],
    [
      'an order for more than can be counted',
      { products: [product], orders: [order, { ...order, ...tooMuch }] },
      'orders[1]: The quantity of AC-1 is too large to count',
    ],
    [
      'units allocated in a foreign warehouse',
      withProduct({ allocated: [{ warehouse: 'South', qty: 1 }] }),
      'products[0].allocated[0].warehouse',
    ],
    [
      'units dispatched from a foreign warehouse',
      withProduct({ dispatched: [{ warehouse: 'South', qty: 1 }] }),
      'products[0].dispatched[0].warehouse',
    ],
    [
      'a purchase order for an unknown SKU',
      { purchaseOrders: [{ ...purchaseOrder, items: [{ SKU: 'AC-9', Quantity: 1 }] }] },
      'purchaseOrders[0].items[0].SKU',
    ],
    [
      'a purchase order for an unknown slot',
      { products: [product], purchaseOrders: [{ ...purchaseOrder, slotReference: 'SLOT-9' }] },
      'purchaseOrders[0].slotReference',
    ],
    [
      'a purchase order for a slot that is not confirmed',
      {
        products: [product],
        slots: [{ ...slot, slotReference: 'SLOT-9' }],
        purchaseOrders: [{ ...purchaseOrder, slotReference: 'SLOT-9' }],
      },
      'purchaseOrders[0].slotReference',
    ],
    [
      'a PO_REFERENCE twice',
      { products: [product], purchaseOrders: [purchaseOrder, purchaseOrder] },
      'purchaseOrders[1].PO_REFERENCE',
    ],
    [
      'stock that is still to come',
      withProduct({ stock: [{ warehouse: 'North', qty: 1, receivedAt: 'P1D' }] }),
      'products[0].stock[0].receivedAt',
    ],
    ['half a unit', withProduct({ stock: [{ warehouse: 'North', qty: 0.5 }] }), 'products[0].stock[0].qty'],
    ['an order without currency', withOrder({ Currency: undefined }), 'orders[0].Currency'],
    ['an order that misspells', withOrder({ Statsu: 'Pending' }), 'orders[0]'],
    ['an order twice', { orders: [order, order] }, 'orders[1].ReferenceNumber'],
    ['an order of nobody', withOrder({ client: 'x' }), 'orders[0].client'],
    ['a slot elsewhere', withSlot({ warehouse: 'South' }), 'slots[0].warehouse'],
    ['a slot of no window', withSlot({ window: 'night' }), 'slots[0].window'],
    ['a container of no size', withSlot({ deliveryType: 'container' }), 'containerSize'],
    [
      'a slot reference twice',
      { slots: Array(2).fill({ ...slot, slotReference: 'S' }) },
      'slots[1].slotReference',
    ],
    ['a fault without action', { faults: [{ match: {} }] }, 'faults[0].do'],
  ])('is refused with the position of the error, and nothing changes: %s', async (_, changes, path) => {
    const seed = { ...base, ...changes };
    const emulator = await openTestEmulator({ seed: { ...base, products: [product] } });
    const before = (await emulator.admin.get('/state')).body;
    const refused = await emulator.admin.post('/reset', { seed });
    expect(refused).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining(path) },
    });
    expect((await emulator.admin.get('/state')).body).toEqual(before);
    await expect(openTestEmulator({ seed })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('with an unknown name is refused with the known names', async () => {
    await expect(openTestEmulator({ seed: 'huge' })).rejects.toMatchObject({
      exitCode: 2,
      details: { hint: 'the built-in seeds are default, empty, large' },
    });
    const emulator = await openTestEmulator({ seed: base });
    expect((await emulator.admin.post('/reset', { seed: 'toString' })).status).toBe(400);
  });

  it('may give times relative to its own time', async () => {
    const stock = [{ warehouse: 'North', qty: 5, receivedAt: '-P90D' }];
    const emulator = await openTestEmulator({
      seed: {
        ...base,
        products: [{ ...product, stock }],
        orders: [{ ...order, CreatedAt: '-PT3H', ReceivedDate: '-PT4H', DispatchBy: 'P2D' }],
        slots: [slot],
      },
    });
    const acme = emulator.as('acme');
    const age = (await acme.get('/inventory/stock-age/AC-1')).body.data;
    expect(age.oldest_age_days).toBe(90);
    expect((await acme.get('/order/R-1')).body.data).toMatchObject({
      ...{ CreatedAt: '2026-09-01T05:00:00Z', ReceivedDate: '2026-09-01T04:00:00Z' },
      DispatchBy: '2026-09-03T08:00:00Z',
    });
    expect((await acme.get('/inbound-slot')).body.data).toMatchObject([
      { slotReference: 'SLOT-000001', date: '2026-09-08', scheduleStatus: 'pending_ops' },
    ]);
  });

  it('adds up the lots of each place, and counts the SKUs that have any', async () => {
    const lot = (warehouse: string, qty: number, receivedAt?: string) => ({ warehouse, qty, receivedAt });
    const stock = [lot('North', 5, '-P3D'), lot('South', 2), lot('North', 7, '-P9D'), lot('South', 0)];
    const clients = [{ ...client, warehouses: ['North', 'South'] }];
    const products = [
      { ...product, stock },
      { ...product, sku: 'AC-2', stock: [lot('South', 4)] },
      { ...product, sku: 'AC-3', stock: [lot('North', 0)] },
    ];
    const emulator = await openTestEmulator({ seed: { ...base, clients, products } });
    const acme = emulator.as('acme');
    expect((await acme.get('/inventory')).body.data).toMatchObject({
      total_inventory: 18,
      total_count_of_skus: 2,
      locations: [
        {
          ...{ location_name: 'North', total_inventory: 12, total_count_of_skus: 1 },
          sku: [{ sku: 'AC-1', StockLevel: 12, InOrderBook: 0 }],
        },
        {
          ...{ location_name: 'South', total_inventory: 6, total_count_of_skus: 2 },
          sku: [
            { sku: 'AC-1', StockLevel: 2 },
            { sku: 'AC-2', StockLevel: 4 },
          ],
        },
      ],
    });
    expect((await acme.get('/inventory/stock-age/AC-1')).body.data).toMatchObject({ oldest_age_days: 9 });
  });

  it('adds open orders, and only those, to the order book', async () => {
    const items = [{ SKU: 'AC-1', ItemTitle: 'One', Qty: 2, PricePerUnit: 1, OrderLineNumber: '1' }];
    const orders = ['Pending', 'Processing', 'Shipped', 'Cancelled'].map((Status, index) => ({
      ...order,
      ...{ ReferenceNumber: `R-${index}`, Status, OrderItems: items },
    }));
    const msf = { ...order, ReferenceNumber: 'M-1', ShipFrom: 'MSF', OrderItems: items };
    const emulator = await openTestEmulator({
      seed: { ...base, products: [product], orders: [...orders, msf] },
    });
    const acme = emulator.as('acme');
    const [location] = (await acme.get('/inventory')).body.data.locations;
    expect(location.sku[0]).toMatchObject({ StockLevel: 5, InOrderBook: 4, Available: 1 });
    expect((await acme.get('/order?ship_from=MSF')).body.data).toMatchObject([{ ReferenceNumber: 'M-1' }]);
    expect((await acme.get('/order/R-2')).body.data.Status).toBe('Shipped');
  });

  it.each([
    ['pending_ops', {}, null],
    ['pending_customer', {}, null],
    ['confirmed', {}, '2026-09-08T09:00:00+01:00'],
    ['confirmed', { confirmedTime: '2026-09-09T12:00:00Z' }, '2026-09-09T13:00:00+01:00'],
    ['cancelled', {}, null],
  ])('may hold a slot that is %s', async (scheduleStatus, more, confirmedTime) => {
    const seeded = { ...slot, slotReference: 'SLOT-000001', scheduleStatus, ...more };
    const emulator = await openTestEmulator({ seed: { ...base, slots: [seeded] } });
    const acme = emulator.as('acme');
    const { body } = await acme.get('/inbound-slot/SLOT-000001');
    expect(body.data).toMatchObject({ scheduleStatus, schedule: { confirmedTime } });
    const offers = body.data.schedule.proposals.filter(
      (one: { proposedBy: string }) => one.proposedBy === 'ops',
    );
    expect(offers).toHaveLength(scheduleStatus === 'pending_customer' ? 1 : 0);
    const { body: next } = await acme.post('/inbound-slot', {
      ...slot,
      client: undefined,
      date: '2026-09-08',
    });
    expect(next.data.slotReference).toBe('SLOT-000002');
  });

  it('has its waiting slots answered by the warehouse policy', async () => {
    const there = { ...client, warehouses: ['South'] };
    const seed = { ...base, clients: [there], slots: [{ ...slot, warehouse: 'South' }] };
    const emulator = await openTestEmulator({ seed });
    await emulator.admin.post('/clock', { advance: '30m' });
    const { body } = await emulator.as('acme').get('/inbound-slot/SLOT-000001');
    expect(body.data.scheduleStatus).toBe('confirmed');
  });
});
