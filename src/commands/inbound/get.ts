import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/session.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import { type Fields, field, fieldsOf, listField } from '../../text/records.ts';

export interface InboundGetOptions {
  readonly deliveryNumber: string;
}

const columns: readonly Column<Fields>[] = [
  { header: 'Line', value: (row) => field(row, 'itm_number'), align: 'right', priority: 3 },
  { header: 'SKU', value: (row) => field(row, 'SKU'), priority: 1 },
  { header: 'Barcode', value: (row) => field(row, 'barcode'), priority: 2 },
  { header: 'Quantity', value: (row) => field(row, 'Quantity'), align: 'right', priority: 1 },
];

/** One delivery of the legacy inbound flow, by its number (the `PO_REFERENCE` it was announced with). */
export async function run(context: Context, options: InboundGetOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('getInbound', { params: { deliveryNumber: options.deliveryNumber } });
    const delivery = fieldsOf(answer.data);
    const lines = listField(delivery, 'items', 'lines');
    return { data: answer.data, blocks: blocks(delivery, lines), csv: { columns, rows: lines } };
  } finally {
    await api.close();
  }
}

const blocks = (delivery: Fields, lines: readonly Fields[]): Block[] => [
  {
    kind: 'fields',
    title: `Delivery ${field(delivery, 'delivery_number') ?? ''}`,
    fields: [
      ['Status', field(delivery, 'status')],
      ['Second reference', field(delivery, 'external_delivery_number')],
      ['Warehouse', field(delivery, 'warehouse_name')],
      ['Transport', field(delivery, 'transport_id')],
      ['Taken in', { time: field(delivery, 'received_at') }],
      ['Client', field(delivery, 'client')],
    ],
  },
  { kind: 'table', columns, rows: lines, empty: 'no lines shown' },
];
