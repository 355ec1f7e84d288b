import type { CommandContext, Settings } from '../cli/settings.ts';
import { commandFor } from '../client/auth/account.ts';
import { skuBucketText } from '../contract/limits.ts';
import { fieldColumn, fieldColumns } from '../render/columns.ts';
import type { Block, Column } from '../render/result.ts';
import { cellForPeople, padded, timeText, widthOf, wordsIn } from '../render/text.ts';
import { type Fields, field, highest, otherFields, textField } from '../text/records.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { dayMs, formatDuration, minuteMs } from '../text/time/time.ts';
import { daysBetween, readTypedTime } from '../text/time/typed-time.ts';
import { ukDate, withUkOffset } from '../text/time/zone.ts';
import { listed } from '../text/words.ts';
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
  slotInstant,
  slotPhase,
  slotReference,
  slotStatus,
  slotTime,
  usedBy,
  windowTime,
} from './slot-record.ts';

/** A time of a slot, or a change of it, for people; `now` by the service's clock, ms. */
export const slotTimeText = (value: unknown, now: number): string => timeText(slotTime(value), now);

/** The published statuses as people say them. */
const spoken: ReadonlyMap<string, string> = new Map([
  ['pending_ops', 'waiting for the warehouse'],
  ['pending_customer', 'your answer'],
]);

/** A status as people say it; one that needs no other words, or is not published, in the service's own word. */
export const statusName = (status: string): string => spoken.get(status.toLowerCase()) ?? status;

const dated = (words: string, time: string | undefined, otherwise: string, now: number): string =>
  time === undefined ? otherwise : `${words} ${slotTimeText(time, now)}`;

/** The status in plain words only; one that is not published in the service's own word. */
export function statusWords(slot: Fields, now: number): string {
  const used = usedBy(slot);
  if (used !== undefined) return `used by ${used}`;
  const phase = slotPhase(slot);
  switch (phase) {
    case 'pending':
      return statusName('pending_ops');
    case 'answer-needed':
      return dated('the warehouse offers', offeredTime(slot), 'the warehouse offers another time', now);
    case 'confirmed':
      return dated('agreed for', agreedTime(slot), 'the time is agreed', now);
    case 'cancelled':
      return 'cancelled';
    case 'other':
      return slotStatus(slot);
    default:
      return phase satisfies never;
  }
}

/** The status with what it means for this slot: `your answer (the warehouse offers Tue 8 Sep 13:00 BST)`. */
export function statusText(slot: Fields, now: number): string {
  const [status, said] = [statusName(slotStatus(slot)), statusWords(slot, now)];
  return said === status ? status : `${status} (${said})`;
}

/** The day and window that a slot was booked for, `2026-09-04 morning`, as a time cell shows it. */
export const bookedFor = (slot: Fields): string =>
  wordsIn(field(slot, 'date'), field(slot, 'window')).join(' ');

/** What the client wants: the time that it last proposed, or the booked day and window. */
export const askedFor = (slot: Fields): string => counteredTime(slot) ?? bookedFor(slot);

/** The previous and the offered time, as a time cell shows them. */
const offeredChange = (slot: Fields, offer: Offer): readonly unknown[] => [
  slotTime(askedTime(slot) ?? bookedFor(slot)),
  offer.time === undefined ? 'another time' : slotTime(offer.time),
];

/** The relevant time, as a time cell shows it: the offered change, else the agreed time, else what the client wants. */
export function whenOf(slot: Fields): unknown {
  const offer = openOffer(slot);
  return offer === undefined ? slotTime(agreedTime(slot) ?? askedFor(slot)) : offeredChange(slot, offer);
}

/** A slot on one line: by its open offer, with everything needed to answer it, any other by time, warehouse and vehicle. */
export function slotOrOffer(slot: Fields, now: number): string {
  const offer = openOffer(slot);
  if (offer === undefined) return slotLine(slot, now);
  const comment = offer.comment === undefined ? '' : `, "${offer.comment}"`;
  const past = isPastOffer(slot, now) ? ' (past)' : '';
  const warehouse = wordsIn(field(slot, 'warehouse')).map((name) => `, ${name}`);
  const change = timeText(offeredChange(slot, offer), now);
  return sanitizeLine(`${slotReference(slot)}${warehouse}: ${change}${past}${comment}`);
}

/** What was asked before the open offer, and what is offered; for other slots the relevant time. */
const changeOf = (slot: Fields): readonly unknown[] => {
  const change = whenOf(slot);
  return Array.isArray(change) ? change : ['', change];
};

/** What a table has no room to say of a slot, below it: what the reader is to agree to must not be hidden, nor whose turn it is. */
export function slotInFull(
  slot: Fields,
  cut: ReadonlySet<string>,
  now: number,
  short: ReadonlySet<string> = new Set(),
): string {
  const offer = openOffer(slot);
  const isCut = (...headers: readonly string[]): boolean => headers.some((header) => cut.has(header));
  const comment = offer?.comment;
  const parts = [
    ...(isCut('When', 'Was → offered') ? [timeText(whenOf(slot), now)] : []),
    ...(short.has('When') ? [`was ${timeText(changeOf(slot)[0], now)}`] : []),
    ...(isCut('Status') ? [statusName(slotStatus(slot))] : []),
    // Of other slots, a warehouse alone is not worth a line.
    ...(offer !== undefined && isCut('Warehouse') ? wordsIn(field(slot, 'warehouse')) : []),
    ...(comment !== undefined && isCut('Comment') ? [`"${comment}"`] : []),
  ];
  return parts.length === 0 ? '' : sanitizeLine(`${slotReference(slot)}: ${parts.join(', ')}`);
}

/** A notice about offers whose time is past at `now`, ms; none if there are none. */
export function pastOffers(slots: readonly Fields[], now: number): string[] {
  const past = slots.filter((slot) => isPastOffer(slot, now)).map(slotReference);
  return past.length === 0 ? [] : [`the offered time is past: ${listed(past)}`];
}

/** A slot on one line, for a list to choose from: reference, time, warehouse, vehicle. */
export const slotLine = (slot: Fields, now: number): string => {
  const vehicle = field(slot, 'containerTruckNumber', 'deliveryType');
  const time = timeText(whenOf(slot), now);
  return sanitizeLine([slotReference(slot), time, ...wordsIn(field(slot, 'warehouse'), vehicle)].join(', '));
};

/** All that a slot, or a purchase order, says of its vehicle. */
export const vehicleWords = (record: Fields): string[] =>
  wordsIn(...['deliveryType', 'containerSize', 'containerTruckNumber'].map((name) => field(record, name)));

/** The vehicle in one cell: its number, or else its type. */
export const vehicleText = (slot: Fields): string =>
  cellForPeople(field(slot, 'containerTruckNumber') || field(slot, 'deliveryType'));

/** How many SKUs a slot is booked for, in words; empty if its record does not show it. */
export function skusText(slot: Fields): string {
  const bucket = textField(slot, 'numberOfSkus');
  return bucket === undefined ? '' : `${skuBucketText(bucket)} SKUs`;
}

/** How many pallets a slot is booked for, in words; empty if its record does not show it. */
export function palletsText(slot: Fields): string {
  const count = cellForPeople(field(slot, 'palletCount'));
  return count === '' ? '' : `${count} ${count === '1' ? 'pallet' : 'pallets'}`;
}

/** The next step for a slot, as a command line for the same account, if there is one; never to accept a time that is past. */
export function nextSteps(slot: Fields, settings: Settings, now: number): string[] {
  const reference = slotReference(slot);
  // A command without it would be about no slot.
  if (reference === '') return [];
  const phase = slotPhase(slot);
  switch (phase) {
    case 'pending':
      return [`next: ${commandFor(settings, 'slot', 'watch', reference)}`];
    case 'answer-needed': {
      const respond = (...answer: string[]): string =>
        commandFor(settings, 'slot', 'respond', reference, ...answer);
      const counter = respond('--counter', 'TIME');
      if (isPastOffer(slot, now)) return [`the offered time is past; next: ${counter}`];
      const time = withUkOffset(offeredTime(slot) ?? '');
      const offer = readTypedTime(time)?.kind === 'instant' ? ['--offer', time] : [];
      return [`next: ${respond('--accept', ...offer)}`, `or: ${counter}`];
    }
    case 'confirmed': {
      if (usedBy(slot) !== undefined || slotStatus(slot) !== 'confirmed') return [];
      // On a terminal it asks for the items.
      const file = settings.interactive ? [] : ['FILE'];
      return [`next: ${commandFor(settings, 'po', 'create', ...file, '--slot', reference)}`];
    }
    case 'cancelled':
    case 'other':
      return [];
    default:
      return phase satisfies never;
  }
}

/** Emphasises slots that need your answer, and dims those that need nothing. */
const tones: Partial<Record<SlotPhase, ReturnType<NonNullable<Column['tone']>>>> = {
  'answer-needed': 'act',
  cancelled: 'dim',
};
const toneOf = (slot: Fields) => (isUsed(slot) ? 'dim' : tones[slotPhase(slot)]);

export const slotColumns: readonly Column<Fields>[] = [
  { header: 'Slot', value: slotReference, priority: 1 },
  { header: 'Status', value: (slot) => statusName(slotStatus(slot)), priority: 1, whole: true, tone: toneOf },
  { header: 'When', value: whenOf, short: (slot) => changeOf(slot)[1], time: true, priority: 1 },
  fieldColumn('Warehouse', 'warehouse', { priority: 3, whole: true }),
  { header: 'Comment', value: (slot) => openOffer(slot)?.comment, priority: 5, whole: true },
  { header: 'PO', value: usedBy, priority: 4, whole: true },
  fieldColumn('Vehicle', ['containerTruckNumber', 'deliveryType'], { priority: 6 }),
];

export const slotCsv: readonly Column<Fields>[] = [
  ...fieldColumns(['slotReference', 'scheduleStatus', 'warehouse', 'date', 'window']),
  { header: 'requestedTime', value: requestedTime },
  { header: 'proposedTime', value: offeredTime },
  { header: 'confirmedTime', value: confirmedTime },
  ...fieldColumns(['deliveryType', 'containerSize', 'containerTruckNumber']),
  ...fieldColumns(['loadingType', 'numberOfSkus', 'palletCount', 'usedByPoReference']),
  { header: 'comment', value: (slot) => openOffer(slot)?.comment },
];

/** More than any negotiation has. */
const mostProposals = 1000;

/** The negotiation: who proposed what and when, one uncut line for each of the last proposals; nothing without one. */
export function timeline(record: Fields, now: number): Block[] {
  const every = proposals(record);
  if (every.length === 0) return [];
  const all = every.slice(-mostProposals);
  const left = every.length - all.length;
  const by = all.map((proposal) => {
    const name = cellForPeople(field(proposal, 'proposedBy'));
    return name === 'ops' ? 'warehouse:' : `${name}:`;
  });
  const widest = highest(by.map(widthOf), 0);
  const lines = all.map((proposal, at) => {
    const comment = textField(proposal, 'comment');
    const parts = [
      slotTimeText(field(proposal, 'createdAt', 'at'), now),
      padded(by[at] ?? '', widest),
      slotTimeText(field(proposal, 'proposedTime', 'time'), now),
      comment === undefined ? '' : `"${comment}"`,
    ];
    return sanitizeLine(parts.filter((part) => part !== '').join('  '));
  });
  const heading = left === 0 ? 'Negotiation' : `Negotiation, after ${left} earlier proposals`;
  return [{ kind: 'text', text: [heading, ...lines].join('\n') }];
}

const shown = [
  ...['slotReference', 'scheduleStatus', 'warehouse', 'date', 'window', 'schedule', 'usedByPoReference'],
  ...['deliveryType', 'containerSize', 'containerTruckNumber', 'loadingType', 'numberOfSkus', 'palletCount'],
  ...['client', 'createdAt', 'updatedAt', 'requestedTime', 'confirmedTime', 'proposals'],
];

/** One slot: its booking, status and negotiation; `now` by the service's clock, ms. */
export function slotBlocks(slot: Fields, now: number): Block[] {
  const open = slotPhase(slot) === 'answer-needed';
  const agreed = agreedTime(slot);
  const asked = [
    ['Booked', { time: bookedFor(slot) }],
    ['Requested', { time: slotTime(askedTime(slot)) }],
    ['Offered', open ? { time: slotTime(offeredTime(slot)) } : undefined],
  ] as const;
  // The day that was booked comes after the one that was agreed, and is not repeated if that is the same.
  const asBooked = agreed !== undefined && slotInstant(agreed) === windowTime(slot);
  const decided = [
    ['Agreed', { time: slotTime(agreed) }],
    ['Booked', asBooked ? undefined : { time: bookedFor(slot) || slotTime(requestedTime(slot)) }],
  ] as const;
  return [
    {
      kind: 'fields',
      title: `Slot ${slotReference(slot)}`,
      fields: [
        ['Status', statusText(slot, now)],
        ['Warehouse', field(slot, 'warehouse')],
        ...(agreed === undefined ? asked : decided),
        ['Vehicle', vehicleWords(slot).join(', ')],
        ['Loading', wordsIn(field(slot, 'loadingType'), skusText(slot), palletsText(slot)).join(', ')],
        ['Used by', usedBy(slot)],
        ...otherFields(slot, shown),
      ],
    },
    ...timeline(slot, now),
  ];
}

/** One slot, for people and in csv as one row. */
export const slotShown = (slot: Fields, now: number) => ({
  blocks: slotBlocks(slot, now),
  csv: { columns: slotCsv, rows: [slot] },
});

/** One slot as the result of a command, with its next step for people. */
export const slotResult = ({ settings, clock }: CommandContext, data: unknown, slot: Fields) => ({
  data,
  ...slotShown(slot, clock.now()),
  notices: nextSteps(slot, settings, clock.now()),
});

/** How long ago that was, for people: `3h 20m`, `2d 4h`; empty if unknown. */
export function ageText(now: number, since: number | undefined): string {
  if (since === undefined) return '';
  const passed = now - since;
  if (passed < minuteMs) return 'just now';
  // Minutes do not matter after a day.
  const exact = passed >= dayMs ? 60 * minuteMs : minuteMs;
  return formatDuration(Math.floor(passed / exact) * exact);
}

/** `today` or `tomorrow`, by UK clocks, for a time in milliseconds; empty for other days. */
export function nearDay(time: number | undefined, now: number): string {
  const away = time === undefined ? Number.NaN : daysBetween(ukDate(now), ukDate(time));
  return away === 0 ? 'today' : away === 1 ? 'tomorrow' : '';
}
