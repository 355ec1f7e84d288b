import type { ModuleOf, Run } from '../../cli/command.ts';
import { readEach } from '../../client/api/lookups.ts';
import { withApi } from '../../client/auth/session.ts';
import {
  delivered,
  deliveredUnits,
  differenceIn,
  differenceText,
  discrepancies,
  lines,
  ordered,
  orderedUnits,
  poStatus,
  report,
  unitsDifference,
} from '../../desk/po-record.ts';
import { readPurchaseOrder, readSlots, uploadedPos } from '../../desk/read.ts';
import { slotReference, slotTime, usedBy } from '../../desk/slot-record.ts';
import { timeline, vehicleWords } from '../../desk/slot-view.ts';
import { fieldColumn, fieldColumns, listing } from '../../render/columns.ts';
import type { Block, Column } from '../../render/result.ts';
import { cellForPeople, wordsIn } from '../../render/text.ts';
import {
  type Fields,
  field,
  flatMapped,
  listField,
  nameField,
  otherFields,
  texts,
} from '../../text/records.ts';
import type { getCommand, listCommand } from './definition.ts';

const lineCsv: readonly Column<Fields>[] = [
  ...fieldColumns(['SKU', 'barcode', 'title']),
  { header: 'ordered', value: ordered },
  { header: 'delivered', value: delivered },
];

const expected = ['expected', 'ordered'];
const received = ['received', 'delivered'];

const discrepancyCsv: readonly Column<Fields>[] = [
  fieldColumn('SKU', 'SKU'),
  fieldColumn('expected', expected),
  fieldColumn('received', received),
  fieldColumn('difference', 'difference'),
];

const sku = fieldColumn('SKU', ['SKU', 'sku'], { priority: 1 });

const lineColumns = (order: Fields): readonly Column<Fields>[] => [
  sku,
  fieldColumn('Barcode', 'barcode', { priority: 4, whole: true }),
  fieldColumn('Item', 'title', { priority: 5 }),
  { header: 'Ordered', value: ordered, align: 'right', priority: 1 },
  { header: 'Delivered', value: delivered, align: 'right', priority: 1 },
  { header: 'Difference', value: differenceIn(order), priority: 2, tone: () => 'warn' },
];

const discrepancyColumns: readonly Column<Fields>[] = [
  sku,
  fieldColumn('Expected', expected, { align: 'right', priority: 2 }),
  fieldColumn('Received', received, { align: 'right', priority: 2 }),
  { header: 'Difference', value: (line) => differenceText(line.difference), priority: 1, tone: () => 'warn' },
];

const shown = [
  ...['lw_po_number', 'PO_REFERENCE', 'status', 'Warehouse_Name', 'slotReference', 'deliveryDate'],
  ...['deliveryType', 'containerSize', 'containerTruckNumber', 'loadingType', 'palletCount'],
  ...['items', 'lines', 'schedule', 'inboundReport'],
];

/** The head of a purchase order: its data and status. */
const poSummary = (order: Fields): Block => ({
  kind: 'fields',
  title: `Purchase order ${cellForPeople(field(order, 'lw_po_number'))}`,
  fields: [
    ['Reference', field(order, 'PO_REFERENCE')],
    ['Status', poStatus(order)],
    ['Warehouse', field(order, 'Warehouse_Name')],
    ['Slot', field(order, 'slotReference')],
    ['Delivery', { time: slotTime(field(order, 'deliveryDate')) }],
    ['Vehicle', vehicleWords(order).join(', ')],
    ['Loading', field(order, 'loadingType')],
    ['Pallets', field(order, 'palletCount')],
    ...otherFields(order, shown),
  ],
});

/** One purchase order: status, lines, negotiation and the warehouse's report; `now` by the service's clock, ms. */
export function poBlocks(order: Fields, now: number): Block[] {
  const columns = lineColumns(order);
  const reported = report(order);
  return [
    poSummary(order),
    { kind: 'table', title: 'Lines', columns, rows: lines(order), empty: 'no lines shown' },
    ...timeline(order, now),
    ...(reported === undefined ? [] : reportBlocks(order, reported)),
  ];
}

const discrepancyTable = (order: Fields, empty: string) =>
  ({ kind: 'table', columns: discrepancyColumns, rows: discrepancies(order), empty }) as const;

function reportBlocks(order: Fields, reported: Fields): Block[] {
  const partial = field(reported, 'partialDelivery');
  return [
    {
      kind: 'fields',
      title: 'Warehouse report',
      fields: [
        ['Arrived', { time: field(reported, 'arrivedAt') }],
        ['Unloading from', { time: field(reported, 'unloadingStartedAt') }],
        ['Unloading to', { time: field(reported, 'unloadingFinishedAt') }],
        ['Checklist', checklistText(listField(reported, 'checklist'))],
        [
          'Delivery',
          partial === true ? 'partial: more will follow' : partial === false ? 'complete' : partial,
        ],
      ],
    },
    { ...discrepancyTable(order, 'none'), title: 'Discrepancies' },
  ];
}

/** What came of the checks, some of which may have no name; undefined without any. */
function checklistText(checks: readonly Fields[]): string | undefined {
  if (checks.length === 0) return undefined;
  const failed = checks.filter((check) => field(check, 'passed') === false);
  if (failed.length === 0) return `all ${checks.length} passed`;
  const names = failed.flatMap((check) => wordsIn(field(check, 'item'))).join(', ');
  return `${failed.length} of ${checks.length} failed${names === '' ? '' : `: ${names}`}`;
}

/** A purchase order, for people, and its lines in csv. */
export const poShown = (order: Fields, now: number) => ({
  blocks: poBlocks(order, now),
  csv: { columns: lineCsv, rows: lines(order) },
});

/** Purchase orders: status, ordered and delivered quantities, and the warehouse's report. */
const getOrders: Run<typeof getCommand> = (context, { lwPoNumbers, discrepancies: only }) =>
  withApi(context, async (api) => {
    // The service cannot look up the client's own reference, which this machine's ledger may know.
    const uploaded = await uploadedPos(context, api);
    const numbers = lwPoNumbers.map((name) => uploaded.get(name) ?? name);
    const { records, result } = await readEach(numbers, (poReference) =>
      readPurchaseOrder(api, poReference, context.warn),
    );
    const several = numbers.length > 1;
    const rowsOf = only ? discrepancies : lines;
    const rows = flatMapped(records, (order) => {
      const lw_po_number = field(order, 'lw_po_number');
      return several ? rowsOf(order).map((row) => ({ lw_po_number, ...row })) : rowsOf(order);
    });
    const csv = { columns: columnsOf(only, several), rows };
    if (only) {
      const blocks = flatMapped(records, (order) => [
        poSummary(order),
        discrepancyTable(order, 'no discrepancies'),
      ]);
      const data = [...rows];
      return { ...result, data, items: data, blocks, csv };
    }
    return {
      ...result,
      names: () => ({ po: texts(records, 'lw_po_number') }),
      blocks: flatMapped(records, (order) => poBlocks(order, context.clock.now())),
      csv,
    };
  });

/** The columns of csv, with the number if there are several purchase orders. */
const columnsOf = (only: boolean | undefined, several: boolean): readonly Column<Fields>[] => [
  ...(several ? [fieldColumn('lw_po_number', 'lw_po_number', { priority: 1 })] : []),
  ...(only ? discrepancyCsv : lineCsv),
];

export const get: ModuleOf<typeof getCommand> = {
  columns: ({ discrepancies: only, lwPoNumbers = [] }) => columnsOf(only, lwPoNumbers.length > 1),
  run: getOrders,
};

/** The purchase orders of the account's slots, and those created on this machine, read from the service. */
const listOrders: Run<typeof listCommand> = (context, { short }) =>
  withApi(context, async (api) => {
    const { slots } = await readSlots(api);
    const uploaded = await uploadedPos(context, api);
    // A slot may name the purchase order by the client's own reference, which the service cannot look up.
    const slotOf = new Map<string, string>();
    for (const slot of slots) {
      const name = usedBy(slot);
      if (name !== undefined) slotOf.set(uploaded.get(name) ?? name, slotReference(slot));
    }
    const numbers = new Set([...slotOf.keys(), ...[...uploaded.values()].flatMap((number) => number ?? [])]);
    const { records, result } = await readEach([...numbers], (poReference) =>
      readPurchaseOrder(api, poReference, context.warn),
    );
    const rows = short ? records.filter((order) => discrepancies(order).length > 0) : records;
    const empty = short ? 'no purchase order came short or over' : 'no purchase orders';
    const slot: typeof slotNamed = (order) =>
      slotNamed(order) ?? slotOf.get(nameField(order, 'lw_po_number') ?? '');
    return {
      ...{ ...result, ...listing(rows, listColumns(slot), listCsv(slot), empty), items: rows },
      names: () => ({ po: texts(records, 'lw_po_number') }),
    };
  });

/** Its own record need not name the slot of a purchase order. */
const slotNamed = (order: Fields): unknown => field(order, 'slotReference');

const listCsv = (slot: typeof slotNamed): readonly Column<Fields>[] => [
  ...fieldColumns(['lw_po_number', 'PO_REFERENCE', 'status', 'deliveryDate']),
  { header: 'ordered', value: orderedUnits },
  { header: 'delivered', value: deliveredUnits },
  { header: 'difference', value: unitsDifference },
  { header: 'slotReference', value: slot },
];

const listColumns = (slot: typeof slotNamed): readonly Column<Fields>[] => [
  fieldColumn('PO', 'lw_po_number', { priority: 1 }),
  fieldColumn('Reference', 'PO_REFERENCE', { priority: 5, whole: true }),
  { header: 'Status', value: poStatus, priority: 3 },
  { header: 'Delivery', value: (order) => slotTime(field(order, 'deliveryDate')), time: true, priority: 4 },
  { header: 'Ordered', value: orderedUnits, align: 'right', priority: 2 },
  { header: 'Delivered', value: deliveredUnits, align: 'right', priority: 2 },
  {
    header: 'Difference',
    value: (order) => differenceText(unitsDifference(order)),
    priority: 1,
    tone: (order) => (discrepancies(order).length > 0 ? 'warn' : undefined),
  },
  { header: 'Slot', value: slot, priority: 6, whole: true },
];

export const list = { columns: () => listCsv(slotNamed), run: listOrders };
