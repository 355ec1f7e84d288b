import { cellForPeople } from '../../render/cell.ts';
import type { Block, Column } from '../../render/result.ts';
import { widthOf } from '../../render/width.ts';
import { type Fields, field, otherFields, textField } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import {
  agreedTime,
  confirmedTime,
  isUsed,
  offeredTime,
  openOffer,
  proposals,
  requestedTime,
  type SlotPhase,
  slotPhase,
  slotReference,
  slotStatus,
  slotTime,
  usedBy,
} from './slot-record.ts';
import {
  bookedFor,
  palletsText,
  skuBucketText,
  slotTimeText,
  statusText,
  whenOf,
  wordsIn,
} from './slot-words.ts';

/** Emphasises slots that need your answer, and dims settled ones. */
const tones: Record<SlotPhase, ReturnType<NonNullable<Column['tone']>>> = {
  pending: undefined,
  'answer-needed': 'act',
  confirmed: undefined,
  cancelled: 'dim',
  other: undefined,
};

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
  { header: 'When', value: whenOf, time: true, priority: 2 },
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
export function timeline(slot: Fields, now: number): Block {
  const all = proposals(slot);
  const by = all.map((proposal) => `${proposerOf(proposal)}:`);
  const widest = Math.max(0, ...by.map(widthOf));
  const lines = all.map((proposal, at) => {
    const who = by[at] ?? '';
    const comment = textField(proposal, 'comment');
    const parts = [
      slotTimeText(field(proposal, 'createdAt', 'at'), now),
      who + ' '.repeat(widest - widthOf(who)),
      slotTimeText(field(proposal, 'proposedTime', 'time'), now),
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

/** One slot: its booking, status and negotiation; `now` by the service's clock, ms. */
export function slotBlocks(slot: Fields, now: number): Block[] {
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
        ['Status', statusText(slot, now)],
        ['Warehouse', field(slot, 'warehouse')],
        ['Booked for', { time: bookedFor(slot) }],
        ['Asked for', { time: slotTime(requestedTime(slot)) }],
        ['Offered', open ? { time: slotTime(offeredTime(slot)) } : undefined],
        ['Agreed', { time: slotTime(agreedTime(slot)) }],
        ['Vehicle', wordsIn(...vehicle).join(', ')],
        ['Load', wordsIn(...load).join(', ')],
        ['Used by', usedBy(slot)],
        ...otherFields(slot, shown),
      ],
    },
    ...(proposals(slot).length === 0 ? [] : [timeline(slot, now)]),
  ];
}
