import { cellForPeople } from '../../render/cell.ts';
import type { Block, Column } from '../../render/result.ts';
import { type Fields, field, listField, otherFields } from '../../text/records.ts';

const columns: readonly Column<Fields>[] = [
  { header: 'Line', value: (row) => field(row, 'itm_number'), align: 'right', priority: 3 },
  { header: 'SKU', value: (row) => field(row, 'SKU'), priority: 1 },
  { header: 'Barcode', value: (row) => field(row, 'barcode'), priority: 2 },
  { header: 'Quantity', value: (row) => field(row, 'Quantity'), align: 'right', priority: 1 },
];

const shown = [
  ...[
    'delivery_number',
    'status',
    'external_delivery_number',
    'warehouse_name',
    'transport_id',
    'received_at',
  ],
  ...['client', 'location_id', 'items_count', 'items', 'lines'],
];

/** A delivery of the legacy inbound flow and its lines. */
export const deliveryBlocks = (delivery: Fields): Block[] => [
  {
    kind: 'fields',
    title: `Delivery ${cellForPeople(field(delivery, 'delivery_number'))}`,
    fields: [
      ['Status', field(delivery, 'status')],
      ['Second reference', field(delivery, 'external_delivery_number')],
      ['Warehouse', field(delivery, 'warehouse_name')],
      ['Transport', field(delivery, 'transport_id')],
      ['Received at', { time: field(delivery, 'received_at') }],
      ['Client', field(delivery, 'client')],
      ...otherFields(delivery, shown),
    ],
  },
  { kind: 'table', columns, rows: listField(delivery, 'items', 'lines'), empty: 'no lines shown' },
];
