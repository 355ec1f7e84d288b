import type { ModuleOf, Run } from '../../cli/command.ts';
import { checkNamed } from '../../client/api/records.ts';
import { withApi } from '../../client/auth/session.ts';
import { templateOf } from '../../payload/templates.ts';
import { fieldColumn, fieldColumns } from '../../render/columns.ts';
import type { Block, Column } from '../../render/result.ts';
import { cellForPeople } from '../../render/text.ts';
import { uploadColumns } from '../../report/dry-run.ts';
import { upload } from '../../report/upload.ts';
import { type Fields, field, fieldsOf, listField, otherFields } from '../../text/records.ts';
import { inboundDeliveries } from '../../upload/run/kinds/orders.ts';
import type { createCommand, getCommand, templateCommand } from './definition.ts';

const lineColumns: readonly Column<Fields>[] = [
  fieldColumn('Line', 'itm_number', { align: 'right', priority: 3 }),
  fieldColumn('SKU', 'SKU', { priority: 1 }),
  fieldColumn('Barcode', 'barcode', { priority: 2, whole: true }),
  fieldColumn('Quantity', 'Quantity', { align: 'right', priority: 1 }),
];

const shown = [
  ...['delivery_number', 'status', 'external_delivery_number', 'warehouse_name', 'transport_id'],
  ...['received_at', 'client', 'location_id', 'items_count', 'items', 'lines'],
];

const lines = (delivery: Fields): Fields[] => listField(delivery, 'items', 'lines');

const deliveryBlocks = (delivery: Fields): Block[] => [
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
  { kind: 'table', columns: lineColumns, rows: lines(delivery), empty: 'no lines shown' },
];

/** Registers deliveries from a file, each exactly once. */
export const create: ModuleOf<typeof createCommand> = {
  columns: ({ dryRun }) => uploadColumns('inbound', dryRun),
  run: (context, { file, ...flags }) =>
    upload(context, inboundDeliveries, [file], { concurrency: 4, ...flags }),
};

const deliveryCsv = fieldColumns(['itm_number', 'SKU', 'barcode', 'Quantity']);

/** A delivery of the legacy inbound flow and its lines, for people and in csv. */
export const deliveryShown = (delivery: Fields) => ({
  blocks: deliveryBlocks(delivery),
  csv: { columns: deliveryCsv, rows: lines(delivery) },
});

/** One delivery of the legacy inbound flow, by its number (the `PO_REFERENCE` given when it was created). */
export const get: ModuleOf<typeof getCommand> = {
  columns: () => deliveryCsv,
  run: (context, { deliveryNumber }) =>
    withApi(context, async (api) => {
      const { data } = await api.call('getInbound', { params: { deliveryNumber } });
      checkNamed(data, 'delivery', deliveryNumber, context.warn);
      return { data, ...deliveryShown(fieldsOf(data)) };
    }),
};

/** A template: a delivery with two lines. */
export const template: Run<typeof templateCommand> = async ({ clock }, options) => {
  const bare = templateOf('inbound', options.format ?? 'csv', clock.now());
  return { data: bare, blocks: [], bare };
};
