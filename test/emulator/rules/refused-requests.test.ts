import { beforeAll, describe, expect, it } from 'vitest';
import { openTestEmulator, type TestEmulator } from '../../support/emulator/emulator.ts';
import { monday, poBody, slotBody } from '../../support/emulator/slots.ts';
import {
  address,
  foreign,
  inboundBody,
  line,
  openStock,
  orderBody,
  stockSeed,
} from '../../support/emulator/stock.ts';

type Changes = Record<string, unknown>;
type Row = [title: string, changes: Changes, error: string];

/**
 * Sends a valid body with the changes of each row: it is refused with exactly that error, which rests on the assumptions in
 * the title, and nothing changes.
 */
const refuses = (path: string, bodyWith: (changes: Changes) => object, rows: readonly Row[]) =>
  describe(`POST ${path} refuses`, () => {
    let emulator: TestEmulator;
    beforeAll(async () => {
      emulator = await openTestEmulator({ seed: stockSeed });
    });

    it.each(rows)('%s', async (title, changes, error) => {
      const acme = emulator.as('emu-acme');
      await acme.get('/inventory');
      const before = (await emulator.admin.get('/state')).body;
      const { status, body, headers } = await acme.post(path, bodyWith(changes));
      expect([status, body]).toEqual([400, { success: false, error }]);
      const assumed = headers['x-emulator-assumption']?.split(', ');
      expect(assumed ?? []).toEqual(expect.arrayContaining(title.match(/A-\d\d/g) ?? []));
      expect((await emulator.admin.get('/state')).body).toEqual(before);
    });
  });

const required = (title: string, fields: string): Row[] =>
  fields.split(' ').map((field) => [`${title} ${field}`, { [field]: undefined }, `${field} is required`]);

const values = (title: string, field: string, wrong: readonly unknown[], error: string): Row[] =>
  wrong.map((value) => [`${title} ${JSON.stringify(value)}`, { [field]: value }, `${field} ${error}`]);

/** Rows for a field that takes whole numbers from `least` on: those that are lower, and values that are no whole number. */
const counts = (title: string, field: string, least: number, low: readonly number[]): Row[] => [
  ...values(title, field, low, `must be at least ${least}`),
  ...values(`${title} [A-39]`, field, [1.5], 'must be a whole number'),
  ...values(`${title} [A-39]`, field, ['6'], 'must be a number'),
];

/** The same rows about a part of the body. */
const inside = (prefix: string, put: (changes: Changes) => Changes, rows: readonly Row[]): Row[] =>
  rows.map(([title, changes, error]) => [title, put(changes), prefix + error]);

const notTheirs = ['Nowhere FC', 'Foreign FC', 'northgate fc'];
const warehouses = (title: string, field: string): Row[] =>
  notTheirs.map((name) => [
    title + name,
    { [field]: name },
    `${field} "${name}" is not one of your warehouses`,
  ]);

const vehicles: Row[] = [
  ['[A-21] a wrong vehicle', { deliveryType: 'bicycle' }, 'deliveryType must be one of container, truck'],
  ['[A-21] wrong loading', { loadingType: 'thrown' }, 'loadingType must be one of palletised, loose, mixed'],
];
const tooLong = { containerTruckNumber: 'X'.repeat(101) };
const isTooLong = 'containerTruckNumber must be at most 100 characters';

refuses('/outbound', (changes) => orderBody('R-1', changes), [
  ...required(
    '[ORD-CREATE-REQUIRED] a body without',
    'ReferenceNumber ReceivedDate DispatchBy Currency PaymentStatus',
  ),
  ...required(
    '[ORD-CREATE-REQUIRED] a body without',
    'ChannelBuyerName warehouse_name OrderItems DeliveryAddress',
  ),
  ...required('[ORD-CREATE-REQUIRED] a body without', 'BillingAddress'),
  ...inside('OrderItems[1].', (changes) => ({ OrderItems: [line(), line(changes)] }), [
    ...required('[ORD-LINE-REQUIRED] a line without', 'SKU ItemTitle Qty PricePerUnit OrderLineNumber'),
    ...counts('[ORD-QTY] the quantity', 'Qty', 1, [0, -1]),
    ...values('[ORD-PRICE] the price', 'PricePerUnit', [0, 0.005], 'must be at least 0.01'),
    ...values('[ORD-LINE-NUMBER] the number', 'OrderLineNumber', [''], 'is required'),
  ]),
  ...['DeliveryAddress', 'BillingAddress'].flatMap((name) =>
    inside(`${name}.`, (changes) => ({ [name]: address(changes) }), [
      ...required(`[ORD-ADDRESS-REQUIRED] a ${name} without`, 'FullName Address1 Town PostCode'),
    ]),
  ),
  [
    '[ORD-ADDRESS-COUNTRY] an address without country and code',
    { DeliveryAddress: address({ CountryCode: undefined }) },
    'DeliveryAddress.Country or DeliveryAddress.CountryCode is required',
  ],
  ...values('[ORD-CURRENCY] the currency', 'Currency', ['JPY'], 'must be one of EUR, GBP, USD'),
  ...values(
    '[ORD-DATES] [ERR-DATE] the time',
    'ReceivedDate',
    ['2026-02-30T10:00:00Z'],
    'must be an ISO 8601 time',
  ),
  ...values('[ORD-DATES] the time', 'DispatchBy', ['tomorrow'], 'must be an ISO 8601 time'),
  ...values('[ORD-LINES] the lines', 'OrderItems', [[]], 'is required'),
  ...warehouses('[ORD-WAREHOUSE] [A-11] the warehouse ', 'warehouse_name'),
]);

const setByService = ['received_at', 'status', 'docnum', 'plant', 'batch', 'itm_number'].map(
  (field): Row => [
    `[INB-MANAGED] [A-14] a field of the service, ${field}`,
    { [field]: '1' },
    `${field} must not be sent: the service sets it`,
  ],
);

refuses('/inbound', (changes) => inboundBody('IN-1', changes), [
  ...required('[INB-REQUIRED] a body without', 'PO_REFERENCE Warehouse_Name items'),
  ...values('[INB-ITEMS] the items', 'items', [[]], 'is required'),
  ...inside('items[0].', (changes) => ({ items: [{ barcode: '2000000001012', Quantity: 1, ...changes }] }), [
    ...required('[INB-ITEM-REQUIRED] an item without', 'barcode Quantity'),
    ...counts('[INB-QUANTITY] the quantity', 'Quantity', 1, [0]),
    ...values('[A-39] the barcode', 'barcode', [2000000001012], 'must be text'),
    ...setByService,
  ]),
  ...setByService,
  ['[A-14] two fields', { docnum: '1', plant: '2' }, 'docnum, plant must not be sent: the service sets them'],
  [
    '[A-44] an ambiguous barcode, even if the SKU would decide',
    { items: [{ barcode: '2000000009999', Quantity: 1, SKU: 'AC-TWIN-A' }] },
    'Ambiguous items: AC-TWIN-A (barcode 2000000009999)',
  ],
  ...warehouses('[INB-WAREHOUSE] [A-11] the warehouse ', 'Warehouse_Name'),
]);

refuses('/inbound-slot', slotBody, [
  ...required('[SLOT-BOOK-REQUIRED] a body without', 'date window warehouse loadingType numberOfSkus'),
  ...values(
    '[SLOT-BOOK-DATE-FORMAT] [ERR-DATE] the date',
    'date',
    ['04/09/2026', '2026-09-31', '2026-9-4', '2026-09-04T09:00:00Z'],
    'must be a calendar day, for example 2026-09-01',
  ),
  ...values('[SLOT-BOOK-DATE-FORMAT] the date', 'date', [20260904], 'must be text'),
  ...values(
    '[SLOT-BOOK-MONDAY] a Monday',
    'date',
    [monday],
    `${monday} is a Monday, on which Northgate FC takes no deliveries`,
  ),
  [
    '[SLOT-BOOK-WAREHOUSE-LENGTH] a long name',
    { warehouse: 'W'.repeat(201) },
    'warehouse must be at most 200 characters',
  ],
  ['[SLOT-BOOK-VEHICLE-LENGTH] a long registration', tooLong, isTooLong],
  ...counts('[SLOT-BOOK-PALLETS] pallets', 'palletCount', 1, [0, -1]),
  [
    '[SLOT-BOOK-CONTAINER-SIZE] a container without size',
    { deliveryType: 'container' },
    'containerSize is required',
  ],
  ...values('[A-21] the window', 'window', ['noon'], 'must be one of morning, afternoon'),
  ...values('[A-21] the bucket', 'numberOfSkus', ['many'], 'must be one of lt_10, 10_to_20, gt_20'),
  ...values('[A-21] the size', 'containerSize', ['10ft'], 'must be one of 20ft, 40ft, 40ft_hc, 45ft_hc'),
  ...vehicles,
  ...warehouses('[A-11] the warehouse ', 'warehouse'),
]);

refuses('/inbound-po', poBody, [
  ...required('[PO-CREATE-REQUIRED] a body without', 'PO_REFERENCE Warehouse_Name items'),
  ...counts('[PO-PALLETS] pallets', 'palletCount', 0, [-1]),
  ['[PO-VEHICLE-LENGTH] a long registration', tooLong, isTooLong],
  ...inside('items[0].', (changes) => ({ items: [{ SKU: 'AC-STOVE', ...changes }] }), [
    ...counts('[PO-QUANTITY] the quantity', 'Quantity', 1, [0, -3]),
  ]),
  ...inside('', (item) => ({ items: [{ Quantity: 1, ...item }] }), [
    [
      '[PO-ITEM-UNKNOWN] an unknown SKU and barcode',
      { SKU: 'AC-NONE', barcode: '299' },
      'Unknown items: AC-NONE (barcode 299)',
    ],
    ['[PO-ITEM-UNKNOWN] an unknown SKU', { SKU: 'AC-NONE' }, 'Unknown items: AC-NONE'],
    ['[PO-ITEM-UNKNOWN] and a blank barcode', { SKU: 'AC-NONE', barcode: ' ' }, 'Unknown items: AC-NONE'],
    ['[PO-ITEM-UNKNOWN] an unknown barcode', { SKU: ' ', barcode: '299' }, 'Unknown items: barcode 299'],
    ['[PO-ITEM-UNKNOWN] blank names', { SKU: ' ', barcode: '' }, 'Unknown items: items[0]'],
    [
      '[PO-ITEM-UNKNOWN] a barcode of two products',
      { SKU: 'AC-TWIN-A', barcode: '2000000009999' },
      'Ambiguous items: AC-TWIN-A (barcode 2000000009999)',
    ],
    ['[A-42] an item that names no product', {}, 'Unknown items: items[0]'],
  ]),
  ...values('[A-42] the items', 'items', [[]], 'is required'),
  ...vehicles,
  ...warehouses('[A-11] the warehouse ', 'Warehouse_Name'),
]);

/** Rows for values of a query parameter that are refused with one error, which rests on an assumption. */
const query = (assumption: string, path: string, name: string, values: string, error: string) =>
  values.split(',').map((value) => [assumption, `${path}?${name}=${value}`, `${name} ${error}`] as const);

const [ages, age] = ['/inventory/stock-age', '/inventory/stock-age/AC-TENT-2'];
const fromOne = 'must be a whole number of at least 1';
const noDays = '2026-02-30,2026-9-1,yesterday,2026-08-01T00:00:00Z,';

it.each([
  ...query('[A-33] a number', '/inventory', 'page', '0,-1,1.5,two,', fromOne),
  ...query('[A-33] a number', '/inventory', 'page_size', '0,201,1e1', 'must be a whole number from 1 to 200'),
  ...query('[A-33] a number', ages, 'page', '0,x', fromOne),
  ...query('[A-33] a number', ages, 'page_size', '0,-5,2.5,', fromOne),
  ...query('[A-39] a flag', ages, 'in_stock_only', 'maybe', 'must be true or false'),
  ...query('[A-39] a flag', '/inbound-slot', 'available', 'TRUE,yes,1,', 'must be true or false'),
  ...[foreign, 'nowhere', ''].flatMap((id) => [
    ...query('[A-11] a location', ages, 'locationId', id, `"${id}" is not one of your locations`),
    ...query('[A-11] a location', age, 'locationId', id, `"${id}" is not one of your locations`),
  ]),
  ...query('[A-41] a day', age, 'as_of_date', noDays, 'must be a calendar day, for example 2026-09-01'),
  ...query('[A-41] a day', age, 'as_of_date', '2026-09-02,2027-01-01', 'must not be in the future'),
])('%s: GET %s is refused: %s', async (assumption, path, error) => {
  const { acme } = await openStock();
  const { status, body, headers } = await acme.get(path);
  expect([status, body]).toEqual([400, { success: false, error }]);
  expect(headers['x-emulator-assumption']).toContain(assumption.slice(1, 5));
});
