import type { Run } from '../../cli/command.ts';
import { commandFor } from '../../client/auth/account.ts';
import { withApi } from '../../client/auth/session.ts';
import {
  createOrderReader,
  type Desk,
  defaultDays,
  deskSteps,
  holdsOrders,
  type Section,
  sectionNames,
  sectionTitles,
} from '../../desk/desk.ts';
import { arrivedAt, shortText } from '../../desk/po-record.ts';
import { readSlots, rememberSeen } from '../../desk/read.ts';
import { arrivingOnDay, sectionColumns } from '../../desk/sections.ts';
import { agreedInstant, askedTime, confirmedTime, offeredTime, openOffer } from '../../desk/slot-record.ts';
import { nearDay, pastOffers, slotInFull } from '../../desk/slot-view.ts';
import { exitCodes } from '../../errors.ts';
import { fieldColumn } from '../../render/columns.ts';
import type { Block, Column } from '../../render/result.ts';
import { type Fields, field } from '../../text/records.ts';
import { spokenDay } from '../../text/time/spoken.ts';
import { ukDate } from '../../text/time/zone.ts';
import { counted } from '../../text/words.ts';
import { inSlices } from '../../timers.ts';
import { lateOrdersLine } from '../../tracking/remembered-looks.ts';
import type { todayDefinition } from './definition.ts';

/** The desk for people; arrivals are grouped by day, and how many orders are late comes last. `now` is the service's, ms. */
function deskBlocks(desk: Desk, now: number, days: number, lateOrders = ''): Block[] {
  const later = desk.later.length;
  const laterText = later === 0 ? '' : `${sectionTitles.later}: ${counted(later, 'slot')}`;
  const span = days === 1 ? '24 hours' : `${days} days`;
  const section = (name: Section, nothing: string): Block =>
    table(sectionTitles[name], sectionColumns[name](now), desk[name], now, nothing);
  return [
    section('needsAnswer', 'nothing'),
    section('waiting', 'nothing'),
    ...(desk.arriving.length === 0
      ? [section('arriving', `nothing in the next ${span}`)]
      : arrivingBlocks(desk.arriving, now)),
    { kind: 'text', text: laterText },
    section('overdue', 'nothing'),
    section('arrived', `nothing in the last ${span}`),
    section('short', `nothing in the last ${span}`),
    { kind: 'text', text: lateOrders },
  ];
}

/** The table of a section; an empty one takes a line. */
function table(
  title: string,
  columns: readonly Column<Fields>[],
  rows: readonly Fields[],
  now: number,
  nothing = '',
): Block {
  if (rows.length === 0) return { kind: 'text', text: `${title}: ${nothing}` };
  const inFull = (slot: Fields, cut: ReadonlySet<string>): string =>
    openOffer(slot) === undefined ? '' : slotInFull(slot, cut, now);
  return { kind: 'table', title: `${title} (${rows.length})`, name: title, columns, rows, inFull };
}

function arrivingBlocks(arriving: readonly Fields[], now: number): Block[] {
  const days = new Map<string, Fields[]>();
  for (const slot of arriving) {
    const at = agreedInstant(slot);
    const day = at === undefined ? '' : ukDate(at);
    const others = days.get(day);
    if (others === undefined) days.set(day, [slot]);
    else others.push(slot);
  }
  return [...days.values()].map((slots) => {
    const day = dayText(slots[0] && agreedInstant(slots[0]), now);
    return table(`Arriving ${day}`.trimEnd(), arrivingOnDay(slots, now), slots, now);
  });
}

/** The UK day of a time: `today, Tue 1 Sep`, `tomorrow, …`, else `Fri 4 Sep`; empty if unknown. */
function dayText(time: number | undefined, now: number): string {
  if (time === undefined) return '';
  const near = nearDay(time, now);
  return `${near}${near === '' ? '' : ', '}${spokenDay(ukDate(time), now)}`;
}

/** A column of csv that is empty for purchase orders, which repeat what was agreed for their slots. */
const ofSlots = (header: string, value: (slot: Fields) => unknown): Column<Fields> => ({
  header,
  value: (row) => (field(row, 'lw_po_number') === undefined ? value(row) : undefined),
});

/** The columns of csv, for slots and purchase orders alike: one order sorts them there and in the tables. */
const deskColumns: readonly Column<Fields>[] = [
  { header: 'section', value: ({ section }) => section },
  fieldColumn('slotReference', 'slotReference'),
  fieldColumn('warehouse', ['warehouse', 'Warehouse_Name']),
  ofSlots('askedTime', askedTime),
  { header: 'proposedTime', value: (row) => (openOffer(row) === undefined ? undefined : offeredTime(row)) },
  { header: 'comment', value: (row) => openOffer(row)?.comment },
  { header: 'confirmedTime', value: (row) => confirmedTime(row) ?? field(row, 'deliveryDate') },
  ofSlots('containerTruckNumber', (slot) => field(slot, 'containerTruckNumber')),
  ofSlots('palletCount', (slot) => field(slot, 'palletCount')),
  fieldColumn('usedByPoReference', ['usedByPoReference', 'lw_po_number']),
  { header: 'arrivedAt', value: arrivedAt },
  { header: 'difference', value: shortText },
];

/** The columns of csv. */
export const columns = () => deskColumns;

/** The desk: one request for the list of slots, and one for each purchase order of a slot. */
export const run: Run<typeof todayDefinition> = (context, options) => {
  const days = options.days ?? defaultDays;
  return withApi(context, async (api) => {
    const { slots, now } = await readSlots(api);
    await rememberSeen(context, api, slots);
    const orders = await createOrderReader(context, api, days)(slots, now());
    const desk = await inSlices(deskSteps(slots, orders, now(), days));
    const rows = sectionNames.flatMap((section) => desk[section].map((record) => ({ section, record })));
    const answersNeeded = desk.needsAnswer.length > 0;
    return {
      data: desk,
      // One line per record for ndjson: the section, and the record unchanged.
      items: rows.map(({ section, record }) => ({ section, [holdsOrders(section) ? 'po' : 'slot']: record })),
      blocks: deskBlocks(desk, now(), days, await lateOrdersLine(context, api)),
      csv: { columns: deskColumns, rows: rows.map(({ section, record }) => ({ ...record, section })) },
      notices: [
        ...pastOffers(desk.needsAnswer, now()),
        ...(answersNeeded ? [`to answer: ${commandFor(context.settings, 'slot', 'respond')}`] : []),
      ],
      ...(answersNeeded && options.exitCode ? { exitCode: exitCodes.answerNeeded } : {}),
    };
  });
};
