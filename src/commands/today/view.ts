import { cellForPeople } from '../../render/cell.ts';
import type { Block, Column, Result, RowInFull, TableBlock } from '../../render/result.ts';
import { type Fields, field } from '../../text/records.ts';
import { discrepancies } from '../po/view.ts';
import {
  agreedInstant,
  askedTime,
  confirmedTime,
  offeredTime,
  openOffer,
  slotReference,
  usedBy,
  waitingSince,
} from '../slot/record.ts';
import { slotTime, slotTimeText } from '../slot/times.ts';
import { askedFor, bookedFor, offeredChange, offerText } from '../slot/view.ts';
import type { SlotSections } from './sections.ts';
import { ageText, clockText, dayText } from './times.ts';

/** What `today` and the board show: three sections of slots, and purchase orders. */
export type Overview = Omit<SlotSections, 'arrived'> & { readonly short: readonly Fields[] };

/** A slot or purchase order in csv, and in its table, so that one order sorts both. */
interface CsvRow {
  readonly section: string;
  readonly slot: Fields;
  readonly po: Fields;
}

const slotColumn: Column<Fields> = { header: 'Slot', value: slotReference, priority: 1 };
const warehouse: Column<Fields> = {
  header: 'Warehouse',
  value: (slot) => field(slot, 'warehouse'),
  priority: 2,
  whole: true,
};

const age = (now: number): Column<Fields> => ({
  header: 'For',
  value: (slot) => ageText(now, waitingSince(slot)),
  align: 'right',
  priority: 4,
});

/** The vehicle in one cell: its number, or else its type. */
export const vehicleText = (slot: Fields): string =>
  cellForPeople(field(slot, 'containerTruckNumber') || field(slot, 'deliveryType'));

/** Was → offered, or the requested time. */
export function changeText(slot: Fields): string {
  const offer = openOffer(slot);
  return offer === undefined ? slotTimeText(askedFor(slot)) : offeredChange(slot, offer);
}

const answerColumns = (now: number): readonly Column<Fields>[] => [
  { ...slotColumn, tone: () => 'act' },
  { header: 'Was → offered', value: changeText, time: true, priority: 1 },
  warehouse,
  { header: 'Comment', value: (slot) => openOffer(slot)?.comment, priority: 5 },
  age(now),
];

/** A narrow terminal must not hide what the reader is to agree to. */
const offerInFull = (now: number): RowInFull => ({
  header: 'Comment',
  line({ slot }: CsvRow) {
    const offer = openOffer(slot);
    return offer === undefined ? '' : offerText(slot, offer, now);
  },
});

const waitingColumns = (now: number): readonly Column<Fields>[] => [
  slotColumn,
  {
    header: 'Asked for',
    value: (slot) => slotTime(askedTime(slot) ?? bookedFor(slot)),
    time: true,
    priority: 1,
  },
  warehouse,
  age(now),
];

const arrivingColumns: readonly Column<Fields>[] = [
  { header: 'Time', value: (slot) => clockText(agreedInstant(slot)), priority: 1 },
  slotColumn,
  warehouse,
  { header: 'Vehicle', value: vehicleText, priority: 3 },
  { header: 'Pallets', value: (slot) => field(slot, 'palletCount'), align: 'right', priority: 4 },
  { header: 'PO', value: (slot) => usedBy(slot) ?? 'no PO yet', priority: 3 },
];

/** What came short in words: `AC-TENT-2 -1, AC-STOVE +2`. */
export const shortText = (order: Fields): string =>
  discrepancies(order)
    .map((line) => `${cellForPeople(field(line, 'SKU', 'sku'))} ${signed(field(line, 'difference'))}`)
    .join(', ');

const signed = (value: unknown): string =>
  typeof value === 'number' && value > 0 ? `+${value}` : cellForPeople(value);

const shortColumns: readonly Column<Fields>[] = [
  { header: 'PO', value: (order) => field(order, 'lw_po_number'), priority: 1 },
  { header: 'Difference', value: shortText, priority: 1, tone: () => 'warn' },
  { header: 'Reference', value: (order) => field(order, 'PO_REFERENCE'), priority: 3 },
  { header: 'Warehouse', value: (order) => field(order, 'Warehouse_Name'), priority: 4 },
];

/** Columns of slots or of purchase orders, as columns of the rows that hold them. */
const columnsOf = (kind: 'slot' | 'po', columns: readonly Column<Fields>[]): Column<CsvRow>[] =>
  columns.map(({ value, tone, ...column }) => ({
    ...column,
    value: (row) => value(row[kind]),
    ...(tone === undefined ? {} : { tone: (row: CsvRow) => tone(row[kind]) }),
  }));

/** The overview for people; arrivals are grouped by day. `now` in milliseconds. */
export function overviewBlocks(overview: Overview, now: number, days: number): Block[] {
  const rows = rowsOf(overview);
  const within = `the next ${days === 1 ? '24 hours' : `${days} days`}`;
  const answers = columnsOf('slot', answerColumns(now));
  const arrivals = columnsOf('slot', arrivingColumns);
  return [
    {
      ...section('Your answer', answers, rows.needsAnswer, 'nothing needs your answer'),
      ifCut: offerInFull(now),
    },
    section('Waiting on the warehouse', columnsOf('slot', waitingColumns(now)), rows.waiting, 'nothing'),
    ...(rows.arriving.length === 0
      ? [section('Arriving', arrivals, [], `nothing in ${within}`)]
      : byDay(rows.arriving, now).map(([day, slots]) => section(`Arriving ${day}`, arrivals, slots, ''))),
    section(
      'Came short',
      columnsOf('po', shortColumns),
      rows.short,
      `nothing in the last ${days === 1 ? '24 hours' : `${days} days`}`,
    ),
  ];
}

const section = (
  title: string,
  columns: readonly Column<CsvRow>[],
  rows: readonly CsvRow[],
  empty: string,
): TableBlock => ({
  kind: 'table',
  title: rows.length === 0 ? title : `${title} (${rows.length})`,
  columns,
  rows,
  empty,
});

function byDay(arriving: readonly CsvRow[], now: number): [day: string, rows: CsvRow[]][] {
  const days = new Map<string, CsvRow[]>();
  for (const row of arriving) {
    const day = dayText(agreedInstant(row.slot), now);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days];
}

const sectionNames = ['needsAnswer', 'waiting', 'arriving'] as const;

/** One line per record for ndjson: the section, and the record unchanged. */
export function* overviewItems(overview: Overview): Generator<unknown> {
  for (const name of sectionNames) for (const slot of overview[name]) yield { section: name, slot };
  for (const po of overview.short) yield { section: 'short', po };
}

/** The columns of csv. */
export const overviewColumns: readonly Column<CsvRow>[] = [
  { header: 'section', value: ({ section: name }) => name },
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
  { header: 'difference', value: ({ po }) => shortText(po) },
];

function rowsOf(overview: Overview): Record<keyof Overview, CsvRow[]> {
  const slots = (name: (typeof sectionNames)[number]): CsvRow[] =>
    overview[name].map((slot) => ({ section: name, slot, po: {} }));
  return {
    needsAnswer: slots('needsAnswer'),
    waiting: slots('waiting'),
    arriving: slots('arriving'),
    short: overview.short.map((po) => ({ section: 'short', slot: {}, po })),
  };
}

/** One row per slot or purchase order. */
export const overviewCsv = (overview: Overview): NonNullable<Result['csv']> => ({
  columns: overviewColumns,
  rows: Object.values(rowsOf(overview)).flat(),
});
