import { fieldColumn } from '../render/columns.ts';
import type { Column } from '../render/result.ts';
import type { Fields } from '../text/records.ts';
import { spokenClock, ukZone } from '../text/time/spoken.ts';
import type { Section } from './desk.ts';
import { arrivedAt, deliveredText, shortText } from './po-record.ts';
import {
  agreedInstant,
  agreedTime,
  openOffer,
  slotReference,
  slotTime,
  usedBy,
  waitingSince,
} from './slot-record.ts';
import { ageText, askedFor, nearDay, palletsText, vehicleText, whenOf } from './slot-view.ts';

interface SectionColumn extends Column<Fields> {
  /** How it differs in a list without headings, where the cell says what it is. */
  readonly alone?: Partial<Column<Fields>>;
}

const no = 'no PO yet';

/** A long reference is cut rather than what it is about hidden. */
const reference = { priority: 2, least: 12 };

const slot: SectionColumn = { header: 'Slot', value: slotReference, ...reference };
const warehouse = fieldColumn('Warehouse', 'warehouse', { priority: 2, whole: true });
const vehicle: SectionColumn = { header: 'Vehicle', value: vehicleText, priority: 3 };
const purchaseOrder: SectionColumn = {
  header: 'PO',
  value: (record) => usedBy(record) ?? no,
  priority: 1,
  least: no.length,
  tone: (record) => (usedBy(record) === undefined ? 'warn' : undefined),
};

const agreed: SectionColumn = {
  header: 'Agreed for',
  value: (record) => slotTime(agreedTime(record)),
  time: true,
  priority: 1,
};

const since = (header: string, now: number, of: (record: Fields) => number | undefined): SectionColumn => ({
  header,
  value: (record) => ageText(now, of(record)),
  align: 'right',
  priority: 4,
});

const pallets: SectionColumn = {
  ...fieldColumn('Pallets', 'palletCount', { align: 'right', priority: 4 }),
  alone: { value: palletsText },
};

/** The columns of the slots that arrive on one day, on which the clocks may change; `now` by the service's clock, ms. */
export function arrivingOnDay(slots: readonly Fields[], now: number): readonly Column<Fields>[] {
  const [zone, other] = new Set(slots.map((each) => ukZone(agreedInstant(each) ?? now)));
  const clock = (record: Fields): string => {
    const time = agreedInstant(record);
    return time === undefined ? '' : spokenClock(time, other !== undefined && ukZone(time) !== ukZone(now));
  };
  return [
    { header: `Time (${other === undefined ? zone : 'UK time'})`, value: clock, priority: 1 },
    ...[slot, purchaseOrder, warehouse, vehicle, pallets],
  ];
}

const number = fieldColumn('PO', 'lw_po_number', reference);
const poReference = fieldColumn('Reference', 'PO_REFERENCE', { priority: 3, whole: true });
const poWarehouse = fieldColumn('Warehouse', 'Warehouse_Name', { priority: 4, whole: true });

const expected = (now: number): readonly SectionColumn[] => [
  slot,
  { header: 'Day', value: (record) => nearDay(agreedInstant(record), now), priority: 2 },
  agreed,
  ...[purchaseOrder, warehouse, vehicle, pallets],
];

/** The columns of each section; `now` by the service's clock, ms. */
export const sectionColumns: Readonly<Record<Section, (now: number) => readonly SectionColumn[]>> = {
  needsAnswer: (now) => [
    { ...slot, tone: () => 'act' },
    { header: 'Was → offered', value: whenOf, time: true, priority: 1 },
    warehouse,
    { header: 'Comment', value: (record) => openOffer(record)?.comment, priority: 5, whole: true },
    since('Waiting', now, waitingSince),
  ],
  waiting: (now) => [
    slot,
    { header: 'Requested', value: (record) => slotTime(askedFor(record)), time: true, priority: 1 },
    warehouse,
    since('Waiting', now, waitingSince),
  ],
  arriving: expected,
  later: expected,
  overdue: (now) => [
    { ...slot, tone: () => 'bad' },
    agreed,
    ...[purchaseOrder, warehouse, { ...vehicle, priority: 5 }],
    {
      ...since('Late by', now, agreedInstant),
      alone: { value: (record) => `${ageText(now, agreedInstant(record))} late`, priority: 1 },
    },
  ],
  arrived: () => [
    number,
    { header: 'Arrived', value: (order) => slotTime(arrivedAt(order)), time: true, priority: 1 },
    { header: 'Units', value: deliveredText, priority: 2 },
    ...[poReference, poWarehouse],
  ],
  short: () => [
    number,
    { header: 'Difference', value: shortText, priority: 1, tone: () => 'warn' },
    ...[poReference, poWarehouse],
  ],
};

/** The columns of a section in a list without headings. */
export const unheaded = (section: Section, now: number): readonly Column<Fields>[] =>
  sectionColumns[section](now).map(({ alone, ...column }) => ({ ...column, ...alone, heading: '' }));
