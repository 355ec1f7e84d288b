import { cellForPeople } from '../../render/cell.ts';
import type { Block, Column } from '../../render/result.ts';
import { type Fields, field, fieldsOf, isFields, listField, otherFields } from '../../text/records.ts';
import { delivered, difference, discrepancies, lines, ordered, report } from '../desk/po-record.ts';
import { slotTime } from '../desk/slot-record.ts';
import { timeline } from '../desk/slot-view.ts';

const text = (header: string, priority: number, ...names: readonly string[]): Column<Fields> => ({
  header,
  value: (row) => field(row, ...names),
  priority,
});

const own = (name: string, ...others: readonly string[]): Column<Fields> => text(name, 5, name, ...others);

/** One row per line, under the service's own names. */
export const lineCsv: readonly Column<Fields>[] = [
  ...['SKU', 'barcode', 'title'].map((name) => own(name)),
  { header: 'ordered', value: ordered },
  { header: 'delivered', value: delivered },
];

/** The columns of discrepancies in csv. */
export const discrepancyCsv: readonly Column<Fields>[] = [
  own('SKU'),
  own('expected', 'ordered'),
  own('received', 'delivered'),
  own('difference'),
];

const lineColumns = (order: Fields): readonly Column<Fields>[] => [
  text('SKU', 1, 'SKU', 'sku'),
  text('Barcode', 4, 'barcode'),
  text('Item', 5, 'title'),
  { header: 'Ordered', value: ordered, align: 'right', priority: 1 },
  { header: 'Delivered', value: delivered, align: 'right', priority: 1 },
  { header: 'Difference', value: (line) => difference(order, line), priority: 2, tone: () => 'warn' },
];

/** The columns of discrepancies, for people. */
export const discrepancyColumns: readonly Column<Fields>[] = [
  text('SKU', 1, 'SKU', 'sku'),
  { ...text('Expected', 2, 'expected', 'ordered'), align: 'right' },
  { ...text('Received', 2, 'received', 'delivered'), align: 'right' },
  { ...text('Difference', 1, 'difference'), align: 'right', tone: () => 'warn' },
];

const shown = [
  ...['lw_po_number', 'PO_REFERENCE', 'status', 'Warehouse_Name', 'slotReference', 'deliveryDate'],
  ...['deliveryType', 'containerSize', 'containerTruckNumber', 'loadingType', 'palletCount'],
  ...['items', 'lines', 'schedule', 'inboundReport'],
];

/** The head of a purchase order: its data and status. */
export const poSummary = (order: Fields): Block => ({
  kind: 'fields',
  title: `Purchase order ${cellForPeople(field(order, 'lw_po_number'))}`,
  fields: [
    ['Reference', field(order, 'PO_REFERENCE')],
    ['Status', field(order, 'status')],
    ['Warehouse', field(order, 'Warehouse_Name')],
    ['Slot', field(order, 'slotReference')],
    ['Delivery', { time: slotTime(field(order, 'deliveryDate')) }],
    [
      'Vehicle',
      ['deliveryType', 'containerSize', 'containerTruckNumber']
        .map((name) => cellForPeople(field(order, name)))
        .filter((word) => word !== '')
        .join(', '),
    ],
    ['Loading', field(order, 'loadingType')],
    ['Pallets', field(order, 'palletCount')],
    ...otherFields(order, shown),
  ],
});

/** One purchase order: status, lines, negotiation and the warehouse's report; `now` by the service's clock, ms. */
export function poBlocks(order: Fields, now: number): Block[] {
  const schedule = field(order, 'schedule');
  const reported = report(order);
  return [
    poSummary(order),
    {
      kind: 'table',
      title: 'Lines',
      columns: lineColumns(order),
      rows: lines(order),
      empty: 'no lines shown',
    },
    ...(isFields(schedule) && listField(schedule, 'proposals').length > 0
      ? [timeline({ schedule }, now)]
      : []),
    ...(reported === undefined ? [] : reportBlocks(order, reported)),
  ];
}

function reportBlocks(order: Fields, reported: Fields): Block[] {
  const partial = field(reported, 'partialDelivery');
  const checks = listField(reported, 'checklist');
  const failed = checks
    .filter((check) => field(check, 'passed') === false)
    .map((check) => cellForPeople(field(check, 'item')));
  return [
    {
      kind: 'fields',
      title: 'Warehouse report',
      fields: [
        ['Arrived', { time: field(reported, 'arrivedAt') }],
        ['Unloading from', { time: field(reported, 'unloadingStartedAt') }],
        ['Unloading to', { time: field(reported, 'unloadingFinishedAt') }],
        ['Checklist', checks.length === 0 ? undefined : checklistText(checks.length, failed)],
        [
          'Delivery',
          partial === true ? 'partial: more will follow' : partial === false ? 'complete' : partial,
        ],
      ],
    },
    {
      kind: 'table',
      title: 'Discrepancies',
      columns: discrepancyColumns,
      rows: discrepancies(order).map(fieldsOf),
      empty: 'none',
    },
  ];
}

/** `failed` has the names of the checks, some of which may be empty. */
function checklistText(count: number, failed: readonly string[]): string {
  if (failed.length === 0) return `all ${count} passed`;
  const named = failed.filter((name) => name !== '').join(', ');
  return `${failed.length} of ${count} failed${named === '' ? '' : `: ${named}`}`;
}
