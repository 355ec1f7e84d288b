import { cellForPeople } from '../../render/cell.ts';
import type { Block, Column } from '../../render/result.ts';
import { widthOf } from '../../render/width.ts';
import { type Fields, field, otherFields, textField } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import {
  agreedTime,
  askedTime,
  confirmedTime,
  counteredTime,
  isPastOffer,
  isUsed,
  type Offer,
  offeredTime,
  openOffer,
  proposals,
  requestedTime,
  type SlotPhase,
  slotPhase,
  slotReference,
  slotStatus,
  usedBy,
} from './record.ts';
import { slotTime, slotTimeText } from './times.ts';

const dated = (words: string, time: string | undefined, otherwise: string): string =>
  time === undefined ? otherwise : `${words} ${slotTimeText(time)}`;

const meaning: Record<SlotPhase, (slot: Fields) => string> = {
  pending: () => 'waiting for the warehouse',
  'answer-needed': (slot) =>
    dated('the warehouse offers', offeredTime(slot), 'the warehouse offers another time'),
  confirmed: (slot) => dated('agreed for', agreedTime(slot), 'the time is agreed'),
  cancelled: () => 'cancelled',
  other: () => '',
};

/** The status in the service's own word and in plain words. */
export const statusText = (slot: Fields): string => {
  const used = usedBy(slot);
  const said = used === undefined ? meaning[slotPhase(slot)](slot) : `used by ${used}`;
  const status = slotStatus(slot);
  return said === '' || said === status ? status : `${status} (${said})`;
};

const skuBucketNames: ReadonlyMap<string, string> = new Map([
  ['lt_10', 'fewer than 10'],
  ['10_to_20', '10 to 20'],
  ['gt_20', 'more than 20'],
]);

/** How many SKUs a bucket means, in words; an unknown bucket unchanged. */
export const skuBucketText = (bucket: string): string => skuBucketNames.get(bucket) ?? bucket;

/** Emphasises slots that need your answer, and dims settled ones. */
const tones: Record<SlotPhase, ReturnType<NonNullable<Column['tone']>>> = {
  pending: undefined,
  'answer-needed': 'act',
  confirmed: undefined,
  cancelled: 'dim',
  other: undefined,
};

/** The values that are not empty, for people. */
const words = (...values: readonly unknown[]): string[] =>
  values.map(cellForPeople).filter((word) => word !== '');

/** The day and window that a slot was booked for. */
export const bookedFor = (slot: Fields): string =>
  words(field(slot, 'date'), field(slot, 'window')).join(' ');

/** The previous and the offered time; with one offset if both have the same. */
export function offeredChange(slot: Fields, offer: Offer): string {
  const was = askedTime(slot);
  const before = was === undefined ? bookedFor(slot) : slotTimeText(was);
  const offered = offer.time === undefined ? 'another time' : slotTimeText(offer.time);
  const offset = / [+-]\d\d:\d\d$/.exec(offered)?.[0] ?? '';
  const shorter = before.endsWith(offset) ? before.slice(0, before.length - offset.length) : before;
  return `${shorter} → ${offered}`;
}

/** An offer on one line, with everything needed to answer it. `now`, in milliseconds, tells whether its time is past. */
export function offerText(slot: Fields, offer: Offer, now: number): string {
  const comment = offer.comment === undefined ? '' : `, "${offer.comment}"`;
  const past = isPastOffer(offer, now) ? ' (past)' : '';
  const warehouse = words(field(slot, 'warehouse')).map((name) => `, ${name}`);
  return sanitizeLine(`${slotReference(slot)}${warehouse}: ${offeredChange(slot, offer)}${past}${comment}`);
}

/** A slot on one line, for a list to choose from: reference, time, warehouse, vehicle. */
export const slotLine = (slot: Fields): string => {
  const time = when(slot);
  const vehicle = field(slot, 'containerTruckNumber', 'deliveryType');
  const parts = [slotReference(slot), slotTimeText(time), ...words(field(slot, 'warehouse'), vehicle)];
  return sanitizeLine(parts.join(', '));
};

/** What the client wants: the time that it last proposed, or the booked day and window. */
export const askedFor = (slot: Fields): string => counteredTime(slot) ?? bookedFor(slot);

/** The relevant time: the offered change, or else the agreed time, or what the client wants. */
function when(slot: Fields): unknown {
  const offer = openOffer(slot);
  return offer === undefined ? (agreedTime(slot) ?? askedFor(slot)) : offeredChange(slot, offer);
}

/** Whose answer is needed, in plain words; any other status in the service's own word. */
function turn(slot: Fields): string {
  switch (slotStatus(slot)) {
    case 'pending_customer':
      return 'your answer';
    case 'pending_ops':
      return 'warehouse';
    default:
      return slotStatus(slot);
  }
}

/** The columns of a list of slots, for people. */
export const slotColumns: readonly Column<Fields>[] = [
  { header: 'Slot', value: slotReference, priority: 1 },
  {
    header: 'Status',
    value: turn,
    priority: 1,
    tone: (slot) => (isUsed(slot) ? 'dim' : tones[slotPhase(slot)]),
  },
  { header: 'When', value: (slot) => slotTime(when(slot)), time: true, priority: 2 },
  { header: 'Warehouse', value: (slot) => field(slot, 'warehouse'), priority: 3, whole: true },
  { header: 'Comment', value: (slot) => openOffer(slot)?.comment, priority: 4 },
  { header: 'Used by', value: usedBy, priority: 5 },
  { header: 'Vehicle', value: (slot) => field(slot, 'containerTruckNumber', 'deliveryType'), priority: 6 },
];

const own = (name: string): Column<Fields> => ({ header: name, value: (slot) => field(slot, name) });

/** One row per slot, under the service's own names. */
export const slotCsv: readonly Column<Fields>[] = [
  own('slotReference'),
  own('scheduleStatus'),
  ...['warehouse', 'date', 'window'].map(own),
  { header: 'requestedTime', value: requestedTime },
  { header: 'proposedTime', value: offeredTime },
  { header: 'confirmedTime', value: confirmedTime },
  ...['deliveryType', 'containerSize', 'containerTruckNumber'].map(own),
  ...['loadingType', 'numberOfSkus', 'palletCount', 'usedByPoReference'].map(own),
];

function proposerOf(proposal: Fields): string {
  const by = sanitizeLine(cellForPeople(field(proposal, 'proposedBy')));
  return by === 'ops' ? 'warehouse' : by;
}

/** The negotiation: who proposed what and when, one uncut line per proposal. */
export function timeline(slot: Fields): Block {
  const all = proposals(slot);
  const by = all.map((proposal) => `${proposerOf(proposal)}:`);
  const widest = Math.max(0, ...by.map(widthOf));
  const lines = all.map((proposal, at) => {
    const who = by[at] ?? '';
    const comment = textField(proposal, 'comment');
    const parts = [
      slotTimeText(field(proposal, 'createdAt', 'at')),
      who + ' '.repeat(widest - widthOf(who)),
      slotTimeText(field(proposal, 'proposedTime', 'time')),
      comment === undefined ? '' : `"${comment}"`,
    ];
    return sanitizeLine(parts.filter((part) => part !== '').join('  '));
  });
  return { kind: 'text', text: ['Negotiation', ...lines].join('\n') };
}

const shown = [
  ...['slotReference', 'scheduleStatus', 'warehouse', 'date', 'window', 'schedule', 'usedByPoReference'],
  ...['deliveryType', 'containerSize', 'containerTruckNumber', 'loadingType', 'numberOfSkus', 'palletCount'],
  ...['client', 'createdAt', 'updatedAt', 'requestedTime', 'confirmedTime', 'proposals'],
];

/** How many pallets a slot is booked for, in words; empty if its record does not show it. */
export function palletsText(slot: Fields): string {
  const count = cellForPeople(field(slot, 'palletCount'));
  return count === '' ? '' : `${count} ${count === '1' ? 'pallet' : 'pallets'}`;
}

/** One slot: its booking, status and negotiation. */
export function slotBlocks(slot: Fields): Block[] {
  const bucket = textField(slot, 'numberOfSkus');
  const load = [
    field(slot, 'loadingType'),
    bucket === undefined ? undefined : `${skuBucketText(bucket)} SKUs`,
    palletsText(slot),
  ];
  const vehicle = ['deliveryType', 'containerSize', 'containerTruckNumber'].map((name) => field(slot, name));
  const open = slotPhase(slot) === 'answer-needed';
  return [
    {
      kind: 'fields',
      title: `Slot ${slotReference(slot)}`,
      fields: [
        ['Status', statusText(slot)],
        ['Warehouse', field(slot, 'warehouse')],
        ['Booked for', bookedFor(slot)],
        ['Asked for', { time: slotTime(requestedTime(slot)) }],
        ['Offered', open ? { time: slotTime(offeredTime(slot)) } : undefined],
        ['Agreed', { time: slotTime(agreedTime(slot)) }],
        ['Vehicle', words(...vehicle).join(', ')],
        ['Load', words(...load).join(', ')],
        ['Used by', usedBy(slot)],
        ...otherFields(slot, shown),
      ],
    },
    ...(proposals(slot).length === 0 ? [] : [timeline(slot)]),
  ];
}
