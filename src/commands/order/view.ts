import { amountText, cellForPeople } from '../../render/cell.ts';
import type { Block, Column } from '../../render/result.ts';
import { type Fields, field, listField, otherFields, textField } from '../../text/records.ts';

const lines = (order: Fields): Fields[] => listField(order, 'OrderItems', 'Items', 'lines');

const orderNumber = (order: Fields): unknown => field(field(order, 'OrderId'), 'Number');

const tracking = (order: Fields): unknown =>
  field(order, 'TrackingNumber') ?? field(field(order, 'Tracking'), 'Number', 'TrackingNumber');

const carrier = (order: Fields): unknown =>
  field(order, 'ShippingVendor') ?? field(field(order, 'Tracking'), 'Vendor', 'Carrier');

const status = (order: Fields): string => cellForPeople(field(order, 'Status'));

const statusTone: Column<Fields>['tone'] = (row) =>
  /cancel/i.test(status(row)) ? 'dim' : /ship|dispatch/i.test(status(row)) ? 'good' : undefined;

/** The columns of a list of orders, for people. */
export const orderListColumns: readonly Column<Fields>[] = [
  { header: 'Reference', value: (row) => field(row, 'ReferenceNumber'), priority: 1 },
  { header: 'Status', value: status, priority: 1, tone: statusTone },
  { header: 'Order no.', value: orderNumber, align: 'right', priority: 3 },
  { header: 'Channel ref', value: (row) => field(row, 'Channel_Ref'), priority: 4 },
  { header: 'Buyer', value: (row) => field(row, 'ChannelBuyerName'), priority: 4 },
  { header: 'Warehouse', value: (row) => field(row, 'warehouse_name', 'ShipFrom'), priority: 5 },
  { header: 'Lines', value: (row) => lines(row).length, align: 'right', priority: 6 },
  { header: 'Dispatch by', value: (row) => field(row, 'DispatchBy'), time: true, priority: 3 },
  { header: 'Carrier', value: carrier, priority: 7 },
  { header: 'Tracking', value: tracking, priority: 4 },
];

const lineColumns: readonly Column<Fields>[] = [
  { header: 'Line', value: (row) => field(row, 'OrderLineNumber'), priority: 3 },
  { header: 'SKU', value: (row) => field(row, 'SKU'), priority: 1 },
  { header: 'Item', value: (row) => field(row, 'ItemTitle'), priority: 4 },
  { header: 'Qty', value: (row) => field(row, 'Qty', 'Quantity'), align: 'right', priority: 1 },
  { header: 'Price', value: (row) => amountText(field(row, 'PricePerUnit')), align: 'right', priority: 2 },
];

const wordsOf = (record: Fields, ...names: readonly string[]): string[] =>
  names.map((name) => cellForPeople(field(record, name))).filter((word) => word !== '');

function addressText(address: unknown): string {
  const parts = ['FullName', 'Company', 'Address1', 'Address2', 'Town', 'Region', 'PostCode'].map((name) =>
    textField(address, name),
  );
  return [...parts, textField(address, 'CountryCode') ?? textField(address, 'Country')]
    .filter(Boolean)
    .join(', ');
}

const shown = [
  ...['ReferenceNumber', 'Status', 'OrderId', 'Client', 'Channel_Ref', 'ChannelBuyerName', 'warehouse_name'],
  ...['ShipFrom', 'ReceivedDate', 'DispatchBy', 'PaymentStatus', 'Currency', 'DeliveryAddress'],
  ...[
    'BillingAddress',
    'ShippingVendor',
    'TrackingNumber',
    'Tracking',
    'ProcessedOn',
    'UpdatedAt',
    'CreatedAt',
  ],
  ...['OrderItems', 'Items', 'lines'],
];

/** One order: its data, destination and lines. */
export function orderBlocks(order: Fields): Block[] {
  return [
    {
      kind: 'fields',
      title: `Order ${cellForPeople(field(order, 'ReferenceNumber'))}`,
      fields: [
        ['Status', field(order, 'Status')],
        ['Order number', orderNumber(order)],
        ['Order UUID', field(field(order, 'OrderId'), 'UUID')],
        ['Client', field(order, 'Client')],
        ['Channel ref', field(order, 'Channel_Ref')],
        ['Buyer', field(order, 'ChannelBuyerName')],
        ['Warehouse', field(order, 'warehouse_name', 'ShipFrom')],
        ['Received', { time: field(order, 'ReceivedDate') }],
        ['Dispatch by', { time: field(order, 'DispatchBy') }],
        ['Payment', wordsOf(order, 'PaymentStatus', 'Currency').join(' ')],
        ['Deliver to', addressText(field(order, 'DeliveryAddress'))],
        ['Bill to', addressText(field(order, 'BillingAddress'))],
        ['Carrier', carrier(order)],
        ['Tracking', tracking(order)],
        ['Shipped', { time: field(order, 'ProcessedOn') }],
        ['Last change', { time: field(order, 'UpdatedAt') }],
        ...otherFields(order, shown),
      ],
    },
    { kind: 'table', columns: lineColumns, rows: lines(order), empty: 'no lines shown' },
  ];
}

const own = (name: string, value?: (row: Fields) => unknown): Column<Fields> => ({
  header: name,
  value: value ?? ((row) => field(row, name)),
});

const addressFields = [
  ...['FullName', 'Company', 'Address1', 'Address2', 'Town', 'Region', 'PostCode', 'Country', 'CountryCode'],
  ...['PhoneNumber', 'EmailAddress'],
];

const addressCsv = (name: string): Column<Fields>[] =>
  addressFields.map((part) => own(`${name}.${part}`, (row) => field(field(row, name), part)));

/** One row per order, under the service's own names. */
export const orderListCsv: readonly Column<Fields>[] = [
  own('ReferenceNumber'),
  own('Status'),
  own('OrderNumber', orderNumber),
  own('OrderUUID', (row) => field(field(row, 'OrderId'), 'UUID')),
  ...['Channel_Ref', 'ChannelBuyerName', 'warehouse_name', 'ShipFrom', 'Currency', 'PaymentStatus'].map(
    (name) => own(name),
  ),
  ...['ReceivedDate', 'DispatchBy', 'CreatedAt', 'UpdatedAt', 'ProcessedOn'].map((name) => own(name)),
  own('ShippingVendor', carrier),
  own('TrackingNumber', tracking),
  own('Lines', (row) => lines(row).length),
];

/** One row per order line, with the order's own columns repeated. */
export const orderCsv: readonly Column<Fields>[] = [
  ...orderListCsv.slice(0, -1),
  ...['PostalServiceCost', 'PostalServiceTaxRate'].map((name) => own(name)),
  ...addressCsv('DeliveryAddress'),
  ...addressCsv('BillingAddress'),
  ...['OrderLineNumber', 'SKU', 'ItemTitle', 'Qty', 'PricePerUnit', 'TaxRate'].map((name) =>
    own(name, (row) => field(row.line, name)),
  ),
];

/** The rows of an order in CSV: one per line, or a single row if the order shows no lines. */
export const orderRows = (order: Fields): Fields[] => {
  const all = lines(order);
  return all.length === 0 ? [order] : all.map((line) => ({ ...order, line }));
};
