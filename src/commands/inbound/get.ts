import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import { cellForPeople } from '../../render/cell.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import { type Fields, field, fieldsOf, listField, otherFields } from '../../text/records.ts';
import type { getCommand } from './definition.ts';

type InboundGetOptions = OptionsOf<typeof getCommand>;

const columns: readonly Column<Fields>[] = [
  { header: 'Line', value: (row) => field(row, 'itm_number'), align: 'right', priority: 3 },
  { header: 'SKU', value: (row) => field(row, 'SKU'), priority: 1 },
  { header: 'Barcode', value: (row) => field(row, 'barcode'), priority: 2 },
  { header: 'Quantity', value: (row) => field(row, 'Quantity'), align: 'right', priority: 1 },
];

const csvColumns: readonly Column<Fields>[] = ['itm_number', 'SKU', 'barcode', 'Quantity'].map((name) => ({
  header: name,
  value: (row) => field(row, name),
}));

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

/** One delivery of the legacy inbound flow, by its number (the `PO_REFERENCE` that it was created with). */
export async function run(context: Context, options: InboundGetOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('getInbound', { params: { deliveryNumber: options.deliveryNumber } });
    const delivery = fieldsOf(answer.data);
    const lines = listField(delivery, 'items', 'lines');
    return { data: answer.data, blocks: blocks(delivery, lines), csv: { columns: csvColumns, rows: lines } };
  } finally {
    await api.close();
  }
}

const blocks = (delivery: Fields, lines: readonly Fields[]): Block[] => [
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
  { kind: 'table', columns, rows: lines, empty: 'no lines shown' },
];
