import { testTime } from '../time.ts';
import { type Caller, openTestEmulator, type TestEmulator } from './emulator.ts';

export const northgate = '6f1d2b60-3c1e-4d59-9d3a-0a1b2c3d4e01';
export const thames = '6f1d2b60-3c1e-4d59-9d3a-0a1b2c3d4e02';
export const foreign = '6f1d2b60-3c1e-4d59-9d3a-0a1b2c3d4e03';

/** A lot in a seed. */
export const lot = (qty: number, receivedAt: string, warehouse = 'Northgate FC') => ({
  warehouse,
  qty,
  receivedAt,
});

/** A product in a seed. */
export function product(
  client: string,
  sku: string,
  barcode: string,
  stock: object[] = [],
  more: object = {},
) {
  const size = { Height: 20, Width: 18, Depth: 60, Weight: 2.4, RetailPrice: 129 };
  return { client, sku, barcode, title: `Product ${sku}`, ...size, stock, ...more };
}

/** A client in a seed; its secret is its id followed by `-secret`. */
export const account = (
  client_name: string,
  client_id: string,
  warehouses: string[],
  prefix: string,
  role = 'full',
) => ({
  ...{ client_name, client_id, client_secret: `${client_id}-secret`, role, warehouses },
  skuPrefixes: [prefix],
});

/** An address with only the required fields. */
export const address = (changes: object = {}) => ({
  FullName: 'Jo Field',
  Address1: '1 High Street',
  Town: 'York',
  PostCode: 'YO1 7HH',
  CountryCode: 'GB',
  ...changes,
});

/** A valid order line with a test's changes; undefined removes a field. */
export const line = (changes: object = {}) => ({
  ...{ SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 129, OrderLineNumber: '1' },
  ...changes,
});

/** A valid order with a test's changes. */
export const orderBody = (ReferenceNumber: string, changes: object = {}) => ({
  ...{
    ReferenceNumber,
    ReceivedDate: '2026-09-01T07:30:00Z',
    DispatchBy: '2026-09-02T17:00:00Z',
    Currency: 'GBP',
  },
  ...{
    PaymentStatus: 'PAID',
    ChannelBuyerName: 'Jo Field',
    warehouse_name: 'Northgate FC',
    OrderItems: [line()],
  },
  ...{ DeliveryAddress: address(), BillingAddress: address() },
  ...changes,
});

/** A valid legacy delivery with a test's changes. */
export const inboundBody = (PO_REFERENCE: string, changes: object = {}) => ({
  PO_REFERENCE,
  Warehouse_Name: 'Northgate FC',
  items: [{ barcode: '2000000001012', Quantity: 12, SKU: 'AC-TENT-2' }],
  ...changes,
});

const seeded = (client: string, reference: string, changes: object = {}) => ({
  client,
  ...orderBody(reference),
  ...{ Status: 'Pending', CreatedAt: '2026-08-20T10:00:00Z' },
  ...changes,
});

/** The earliest order that a search by channel reference finds, and one that is a second older. */
const atCutOff = { CreatedAt: '2026-08-05T00:00:00Z', Channel_Ref: 'CUT-OFF', Status: 'Shipped' };
const beforeCutOff = { ...atCutOff, CreatedAt: '2026-08-04T23:59:59Z' };

export const stockSeed = {
  version: 1,
  rngSeed: 7,
  now: testTime,
  warehouses: [
    { name: 'Northgate FC', location_id: northgate, acceptsMonday: false, fcPolicy: 'manual' },
    { name: 'Thames Reach FC', location_id: thames, acceptsMonday: true, fcPolicy: 'manual' },
    { name: 'Foreign FC', location_id: foreign, acceptsMonday: false, fcPolicy: 'manual' },
  ],
  clients: [
    account('Acme Outdoor', 'emu-acme', ['Northgate FC', 'Thames Reach FC'], 'AC-'),
    account('Bluebird Home', 'emu-bluebird', ['Northgate FC', 'Foreign FC'], 'BB-'),
    account('Acme Auditor', 'emu-auditor', ['Northgate FC'], 'AU-', 'read-only'),
  ],
  products: [
    product('emu-acme', 'AC-TENT-2', '2000000001012', [
      lot(15, '2026-08-10T09:00:00Z'),
      lot(25, '2026-06-01T09:00:00Z'),
      lot(4, '2026-08-20T23:30:00Z', 'Thames Reach FC'),
    ]),
    product('emu-acme', 'AC-STOVE', '2000000001029', [lot(7, '2026-07-01T09:00:00Z')], { RetailPrice: null }),
    product('emu-acme', 'AC-LAMP', '2000000001036', [lot(5, '2025-05-01T09:00:00Z', 'Thames Reach FC')]),
    product('emu-acme', 'AC-MAT', '2000000001043'),
    product('emu-acme', 'AC-TWIN-A', '2000000009999'),
    product('emu-acme', 'AC-TWIN-B', '2000000009999'),
    product('emu-bluebird', 'BB-VASE', '2000000001012', [lot(3, '2026-08-01T09:00:00Z')]),
  ],
  orders: [
    seeded('emu-acme', 'SPLIT-1', {
      Channel_Ref: 'SHOP-77',
      OrderItems: [line({ SKU: 'AC-STOVE', Qty: 1 })],
    }),
    seeded('emu-acme', 'SPLIT-2', {
      Channel_Ref: 'SHOP-77',
      OrderItems: [line({ SKU: 'AC-STOVE', Qty: 2 })],
    }),
    seeded('emu-acme', 'AT-CUT-OFF', atCutOff),
    seeded('emu-acme', 'BEFORE-CUT-OFF', beforeCutOff),
    ...['MSF-3', 'MSF-1', 'MSF-2'].map((reference) => seeded('emu-acme', reference, { ShipFrom: 'MSF' })),
    seeded('emu-bluebird', 'THEIRS', {
      Channel_Ref: 'SHOP-77',
      OrderItems: [line({ SKU: 'BB-VASE', Qty: 1 })],
    }),
    seeded('emu-bluebird', 'MSF-9', { ShipFrom: 'MSF', OrderItems: [line({ SKU: 'BB-VASE' })] }),
  ],
  slots: [],
  faults: [],
};

// biome-ignore lint/suspicious/noExplicitAny: tests read an answer as a caller would, without our types
type Json = any;

/** Signs in for each call, so that a test may last longer than a token. */
const callerOf = (emulator: TestEmulator, client: string): Caller => ({
  get: (path) => emulator.as(client).get(path),
  post: (path, body) => emulator.as(client).post(path, body),
  put: (path, body) => emulator.as(client).put(path, body),
  delete: (path) => emulator.as(client).delete(path),
});

/** An emulator with `stockSeed`, and the first steps of most tests of orders and stock. */
export async function openStock(options: Parameters<typeof openTestEmulator>[0] = {}) {
  const emulator = await openTestEmulator({ seed: stockSeed, ...options });
  const acme = callerOf(emulator, 'emu-acme');
  const create = (reference: string, changes: object = {}) =>
    acme.post('/outbound', orderBody(reference, changes));
  const order = async (reference: string): Promise<Json> => (await acme.get(`/order/${reference}`)).body.data;
  const cancel = (reference: string, body?: object) => acme.post(`/order/${reference}/cancel`, body);
  const dispatch = (reference: string, body: object = {}) =>
    emulator.admin.post(`/fc/orders/${reference}/dispatch`, body);
  const deliver = (reference: string, changes: object = {}) =>
    acme.post('/inbound', inboundBody(reference, changes));
  const inventory = async (query = '?page_size=200'): Promise<Json> =>
    (await acme.get(`/inventory${query}`)).body;
  const stock = async (sku: string, location = northgate): Promise<Json> => {
    const { locations } = (await inventory()).data;
    return locations
      .find((held: Json) => held.location_filter === location)
      .sku.find((item: Json) => item.sku === sku);
  };
  const age = async (sku: string, query = ''): Promise<Json> =>
    (await acme.get(`/inventory/stock-age/${sku}${query}`)).body.data;
  const advance = (duration: string) => emulator.admin.post('/clock', { advance: duration });
  return {
    ...{ emulator, acme, bluebird: callerOf(emulator, 'emu-bluebird'), admin: emulator.admin, advance },
    ...{ create, order, cancel, dispatch, deliver, inventory, stock, age },
  };
}
