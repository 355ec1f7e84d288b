import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { withApi } from '../../client/auth/session.ts';
import { exitCodes } from '../../errors.ts';
import { fieldColumn } from '../../render/columns.ts';
import type { Block, Column, Result, TableBlock } from '../../render/result.ts';
import { type Fields, field, tableOf } from '../../text/records.ts';
import { ukZone } from '../../text/time/spoken.ts';
import { lateOrdersLine } from '../../tracking/remembered-looks.ts';
import {
  createOrderReader,
  type Desk,
  deskOf,
  holdsOrders,
  type Section,
  sectionNames,
  sectionTitles,
} from '../desk/desk.ts';
import { arrivedAt, deliveredText, shortText } from '../desk/po-record.ts';
import { readSlots, rememberReferences } from '../desk/read.ts';
import {
  agreedInstant,
  agreedTime,
  askedTime,
  confirmedTime,
  offeredTime,
  openOffer,
  slotReference,
  slotTime,
  usedBy,
  waitingSince,
} from '../desk/slot-record.ts';
import {
  ageText,
  askedFor,
  clockText,
  dayText,
  offerInFull,
  pastOffers,
  vehicleText,
  whenOf,
} from '../desk/slot-view.ts';
import type { todayDefinition } from './definition.ts';

/** A slot or purchase order in csv, and in its table, so that one order sorts both. */
interface CsvRow {
  readonly section: Section;
  readonly slot: Fields;
  readonly po: Fields;
}

const slotColumn: Column<Fields> = { header: 'Slot', value: slotReference, priority: 1 };
const warehouse = fieldColumn('Warehouse', 'warehouse', { priority: 2, whole: true });
const purchaseOrder: Column<Fields> = {
  header: 'PO',
  value: (slot) => usedBy(slot) ?? 'no PO yet',
  priority: 1,
  whole: true,
  tone: (slot) => (usedBy(slot) === undefined ? 'warn' : undefined),
};

const since = (header: string, now: number, of: (slot: Fields) => number | undefined): Column<Fields> => ({
  header,
  value: (slot) => ageText(now, of(slot)),
  align: 'right',
  priority: 4,
});

const answerColumns = (now: number): readonly Column<Fields>[] => [
  { ...slotColumn, tone: () => 'act' },
  { header: 'Was → offered', value: whenOf, time: true, priority: 1 },
  warehouse,
  { header: 'Comment', value: (slot) => openOffer(slot)?.comment, priority: 5, whole: true },
  since('For', now, waitingSince),
];

const waitingColumns = (now: number): readonly Column<Fields>[] => [
  slotColumn,
  { header: 'Asked for', value: (slot) => slotTime(askedFor(slot)), time: true, priority: 1 },
  warehouse,
  since('For', now, waitingSince),
];

const arrivingColumns = (zone: string): readonly Column<Fields>[] => [
  { header: `Time (${zone})`, value: (slot) => clockText(agreedInstant(slot)), priority: 1 },
  slotColumn,
  purchaseOrder,
  warehouse,
  { header: 'Vehicle', value: vehicleText, priority: 3 },
  fieldColumn('Pallets', 'palletCount', { align: 'right', priority: 4 }),
];

const overdueColumns = (now: number): readonly Column<Fields>[] => [
  { ...slotColumn, tone: () => 'bad' },
  { header: 'Agreed for', value: (slot) => slotTime(agreedTime(slot)), time: true, priority: 1 },
  purchaseOrder,
  warehouse,
  { header: 'Vehicle', value: vehicleText, priority: 5 },
  since('Late by', now, agreedInstant),
];

const number = fieldColumn('PO', 'lw_po_number', { priority: 1 });
const poReference = fieldColumn('Reference', 'PO_REFERENCE', { priority: 3, whole: true });
const poWarehouse = fieldColumn('Warehouse', 'Warehouse_Name', { priority: 4, whole: true });

const arrivedColumns: readonly Column<Fields>[] = [
  number,
  { header: 'Arrived', value: arrivedAt, time: true, priority: 1 },
  { header: 'Units', value: deliveredText, priority: 2 },
  poReference,
  poWarehouse,
];

const shortColumns: readonly Column<Fields>[] = [
  number,
  { header: 'Difference', value: shortText, priority: 1, tone: () => 'warn' },
  poReference,
  poWarehouse,
];

/** Columns of slots or of purchase orders, as columns of the rows that hold them. */
const columnsOf = (section: Section, columns: readonly Column<Fields>[]): Column<CsvRow>[] => {
  const kind = holdsOrders(section) ? 'po' : 'slot';
  return columns.map(({ value, tone, ...column }) => ({
    ...column,
    value: (row) => value(row[kind]),
    ...(tone === undefined ? {} : { tone: (row: CsvRow) => tone(row[kind]) }),
  }));
};

/**
 * The desk for people; arrivals are grouped by day, and how many orders are late comes last. `now` by the service's clock,
 * ms.
 */
function deskBlocks(desk: Desk, now: number, days: number, lateOrders?: string): Block[] {
  const rows = rowsOf(desk);
  const span = days === 1 ? '24 hours' : `${days} days`;
  const table = (
    section: Section,
    columns: readonly Column<Fields>[],
    nothing: string,
    more?: Pick<TableBlock, 'ifCut'>,
  ): Block => sectionBlock(sectionTitles[section], columnsOf(section, columns), rows[section], nothing, more);
  return [
    table('needsAnswer', answerColumns(now), 'nothing', {
      ifCut: offerInFull(({ slot }: CsvRow) => slot, now),
    }),
    table('waiting', waitingColumns(now), 'nothing'),
    ...arrivingBlocks(rows.arriving, now, `nothing in the next ${span}`),
    table('overdue', overdueColumns(now), 'nothing'),
    table('arrived', arrivedColumns, `nothing in the last ${span}`),
    table('short', shortColumns, `nothing in the last ${span}`),
    ...(lateOrders === undefined ? [] : [{ kind: 'text' as const, text: lateOrders }]),
  ];
}

/** A section; an empty one takes a line. */
function sectionBlock(
  title: string,
  columns: readonly Column<CsvRow>[],
  rows: readonly CsvRow[],
  nothing: string,
  more: Pick<TableBlock, 'ifCut'> = {},
): Block {
  if (rows.length === 0) return { kind: 'text', text: `${title}: ${nothing}` };
  return { kind: 'table', title: `${title} (${rows.length})`, columns, rows, ...more };
}

function arrivingBlocks(arriving: readonly CsvRow[], now: number, nothing: string): Block[] {
  if (arriving.length === 0) return [sectionBlock(sectionTitles.arriving, [], [], nothing)];
  const days = new Map<string, CsvRow[]>();
  for (const row of arriving) {
    const day = dayText(agreedInstant(row.slot), now);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days].map(([day, slots]) => {
    const zone = ukZone(agreedInstant(slots[0]?.slot ?? {}) ?? now);
    return sectionBlock(`Arriving ${day}`.trimEnd(), columnsOf('arriving', arrivingColumns(zone)), slots, '');
  });
}

/** One line per record for ndjson: the section, and the record unchanged. */
function* deskItems(desk: Desk): Generator<unknown> {
  for (const section of sectionNames)
    for (const record of desk[section])
      yield holdsOrders(section) ? { section, po: record } : { section, slot: record };
}

/** The columns of csv. */
const deskColumns: readonly Column<CsvRow>[] = [
  { header: 'section', value: ({ section }) => section },
  { header: 'slotReference', value: ({ slot, po }) => slotReference(slot) || field(po, 'slotReference') },
  { header: 'warehouse', value: ({ slot, po }) => field(slot, 'warehouse') ?? field(po, 'Warehouse_Name') },
  { header: 'askedTime', value: ({ slot }) => askedTime(slot) },
  {
    header: 'proposedTime',
    value: ({ slot }) => (openOffer(slot) === undefined ? undefined : offeredTime(slot)),
  },
  { header: 'comment', value: ({ slot }) => openOffer(slot)?.comment },
  { header: 'confirmedTime', value: ({ slot, po }) => confirmedTime(slot) ?? field(po, 'deliveryDate') },
  { header: 'containerTruckNumber', value: ({ slot }) => field(slot, 'containerTruckNumber') },
  { header: 'palletCount', value: ({ slot }) => field(slot, 'palletCount') },
  { header: 'usedByPoReference', value: ({ slot, po }) => usedBy(slot) ?? field(po, 'lw_po_number') },
  { header: 'arrivedAt', value: ({ po }) => arrivedAt(po) },
  { header: 'difference', value: ({ po }) => shortText(po) },
];

/** One row per slot or purchase order. */
const rowsOf = (desk: Desk): Record<Section, CsvRow[]> =>
  tableOf(sectionNames, (section) =>
    desk[section].map((record) =>
      holdsOrders(section) ? { section, slot: {}, po: record } : { section, slot: record, po: {} },
    ),
  );

/** Days that it looks ahead and back. */
export const defaultDays = 7;

/** The columns of csv. */
export const columns = () => deskColumns;

/** The desk: one request for the list of slots, and one for each purchase order of a slot. */
export function run(context: CommandContext, options: OptionsOf<typeof todayDefinition>): Promise<Result> {
  const days = options.days ?? defaultDays;
  return withApi(context, async (api) => {
    const { slots, now } = await readSlots(api);
    await rememberReferences(context, api, slots);
    const orders = await createOrderReader(context, api, days).read(slots, now());
    const desk = deskOf(slots, orders, now(), days);
    const answersNeeded = desk.needsAnswer.length > 0;
    return {
      data: desk,
      items: deskItems(desk),
      blocks: deskBlocks(desk, now(), days, await lateOrdersLine(context, api)),
      csv: { columns: deskColumns, rows: Object.values(rowsOf(desk)).flat() },
      notices: [
        ...pastOffers(desk.needsAnswer, now()),
        ...(answersNeeded ? [`to answer: ${commandFor(context.settings, 'slot', 'respond')}`] : []),
      ],
      ...(answersNeeded && options.exitCode ? { exitCode: exitCodes.answerNeeded } : {}),
    };
  });
}
