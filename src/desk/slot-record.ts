import { endedStatus } from '../client/api/slot-list.ts';
import { windowHours } from '../contract/limits.ts';
import { type Fields, field, listField, nameField, textField, texts } from '../text/records.ts';
import { foreignTime, parseInstant } from '../text/time/time.ts';
import { londonWindow, withUkOffset } from '../text/time/zone.ts';
import { eachOf, type Steps, sorted } from '../timers.ts';

/** A time of a slot with its zone: without one it is warehouse time, as people type it. Other values unchanged. */
export const slotTime = (value: unknown): unknown =>
  typeof value === 'string' ? withUkOffset(value) : value;

/** A time of a slot in milliseconds; NaN for anything that is not a calendar time. */
export const slotInstant = (time: string): number => parseInstant(withUkOffset(time));

/** The phase of a slot, whatever words the service uses for used or cancelled ones. */
export type SlotPhase = 'pending' | 'answer-needed' | 'confirmed' | 'cancelled' | 'other';

/** The phase of a slot. A used slot counts as confirmed, because its time was agreed. */
export function slotPhase(slot: Fields): SlotPhase {
  const status = slotStatus(slot).toLowerCase();
  if (status === 'pending_customer') return 'answer-needed';
  if (endedStatus(slot) !== undefined) return 'cancelled';
  if (status === 'confirmed' || isUsed(slot)) return 'confirmed';
  return status.startsWith('pending') ? 'pending' : 'other';
}

/** The slot's reference; empty if the record has none. */
export const slotReference = (slot: Fields): string => nameField(slot, 'slotReference') ?? '';

/** The service's own word for the status, or `unknown`. */
export const slotStatus = (slot: Fields): string => textField(slot, 'scheduleStatus') ?? 'unknown';

/** The purchase order that used the slot; undefined while it is free. */
export const usedBy = (slot: Fields): string | undefined => nameField(slot, 'usedByPoReference');

/** Whether a purchase order has used the slot, by its reference or by the status alone. */
export const isUsed = (slot: Fields): boolean =>
  usedBy(slot) !== undefined || /^(consumed|used)$/i.test(slotStatus(slot));

/** Every proposal so far, the oldest first. Their order is not published, so their own times tell it, where they have any. */
export function proposals(slot: Fields): Fields[] {
  const all = listField(field(slot, 'schedule'), 'proposals');
  const [first, last] = [madeAt(all[0]), madeAt(all.at(-1))];
  return first !== undefined && last !== undefined && first > last ? all.toReversed() : all;
}

/** When a proposal was made, in milliseconds. */
const madeAt = (proposal: Fields | undefined): number | undefined =>
  instantOf(textField(proposal, 'createdAt', 'at'));

/** Whether the warehouse made a proposal. */
const byWarehouse = (proposal: Fields): boolean => field(proposal, 'proposedBy') === 'ops';

/** The time of a proposal, ISO 8601. */
const timeOf = (proposal: Fields | undefined): string | undefined =>
  textField(proposal, 'proposedTime', 'time');

/** The time of the warehouse's last offer, ISO 8601. */
export const offeredTime = (slot: Fields): string | undefined =>
  timeOf(proposals(slot).findLast(byWarehouse));

/** How many offers the warehouse has made; undefined if the record shows no proposals, as in some lists. */
export function offerCount(slot: Fields): number | undefined {
  const all = proposals(slot);
  return all.length === 0 ? undefined : all.filter(byWarehouse).length;
}

export interface Offer {
  /** As the service sent it; undefined if the record does not show it. */
  readonly time: string | undefined;
  readonly comment: string | undefined;
  /** How many proposals of both sides the record shows. */
  readonly proposals: number;
}

/** An answer to the offer that was shown. */
export type OfferAnswer = { readonly offer: Offer } & (
  | { readonly action: 'accept' }
  | { readonly action: 'counter'; readonly proposedTime: string; readonly comment?: string | undefined }
);

/** The open offer; undefined if there is none. */
export function openOffer(slot: Fields): Offer | undefined {
  if (slotPhase(slot) !== 'answer-needed') return undefined;
  const all = proposals(slot);
  const proposal = all.findLast(byWarehouse);
  return { time: timeOf(proposal), comment: textField(proposal, 'comment'), proposals: all.length };
}

/** Whether the offered time is over at `now`, in milliseconds; the service may take an acceptance of it all the same. */
export const isPastOffer = (slot: Fields, now: number): boolean =>
  (instantOf(openOffer(slot)?.time) ?? now) < now;

/** Whether two offers look the same to a user. */
export const isSameOffer = (a: Offer | undefined, b: Offer | undefined): boolean =>
  a?.comment === b?.comment && isSameTime(a?.time, b?.time);

/** Whether a slot is in another state than when it was shown. A list may say less of a slot than its own record. */
export function isOtherThanShown(shown: Fields, slot: Fields): boolean {
  const differ = (one: string | undefined, other: string | undefined): boolean =>
    one !== undefined && other !== undefined && !isSameTime(one, other);
  return (
    slotPhase(shown) !== slotPhase(slot) ||
    usedBy(shown) !== usedBy(slot) ||
    differ(agreedTime(shown), agreedTime(slot)) ||
    differ(openOffer(shown)?.time, openOffer(slot)?.time)
  );
}

/** Whether two ISO 8601 times are the same instant. */
export function isSameTime(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && slotInstant(a) === slotInstant(b));
}

/** Whether a slot shows an answer: confirmed, or with our time proposed after the offer. */
export function showsAnswer(slot: Fields, answer: OfferAnswer): boolean {
  if (answer.action === 'accept') return slotPhase(slot) === 'confirmed';
  return proposals(slot)
    .slice(answer.offer.proposals)
    .some((each) => !byWarehouse(each) && isSameTime(timeOf(each), answer.proposedTime));
}

/** The time that the client last proposed instead of the booked one, ISO 8601. */
export const counteredTime = (slot: Fields): string | undefined =>
  timeOf(proposals(slot).findLast((proposal) => !byWarehouse(proposal)));

/** The time that the client last requested, ISO 8601. */
export const askedTime = (slot: Fields): string | undefined => counteredTime(slot) ?? requestedTime(slot);

/** The agreed time, ISO 8601, wherever the record has it. */
export const confirmedTime = (slot: Fields): string | undefined =>
  textField(field(slot, 'schedule'), 'confirmedTime') ?? textField(slot, 'confirmedTime');

/** The time first requested, ISO 8601, wherever the record has it. */
export const requestedTime = (slot: Fields): string | undefined =>
  textField(field(slot, 'schedule'), 'requestedTime') ?? textField(slot, 'requestedTime');

/** The agreed time, ISO 8601; where a confirmed slot does not show it, as it is not published, the time proposed last. */
export function agreedTime(slot: Fields): string | undefined {
  const shown = confirmedTime(slot);
  if (shown !== undefined || slotPhase(slot) !== 'confirmed') return shown;
  return texts(proposals(slot), 'proposedTime', 'time').at(-1) ?? requestedTime(slot);
}

/** The first of these ISO 8601 times that is valid and that a clock can show, in milliseconds. */
export const instantOf = (...times: readonly (string | undefined)[]): number | undefined =>
  times.map((time) => foreignTime(slotInstant(time ?? ''))).find((instant) => instant !== undefined);

/** The start of the booked window, ms; undefined if the record does not show it. */
export function windowTime(slot: Fields): number | undefined {
  const [date, window] = [textField(slot, 'date'), textField(slot, 'window')];
  if (date === undefined) return undefined;
  const hour = window === 'afternoon' ? windowHours.afternoon : windowHours.morning;
  const instant = londonWindow(date, hour);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The expected arrival in milliseconds: the agreed time, or else the offered or requested time. */
export const expectedTime = (slot: Fields): number | undefined =>
  instantOf(agreedTime(slot), openOffer(slot)?.time, askedTime(slot)) ?? windowTime(slot);

/** When a slot with an agreed time arrives, in milliseconds; undefined for other slots. */
export const agreedInstant = (slot: Fields): number | undefined =>
  slotPhase(slot) === 'confirmed' ? expectedTime(slot) : undefined;

/** When the last step of the negotiation was made, in milliseconds; the other side has been waiting since. */
export const waitingSince = (slot: Fields): number | undefined =>
  madeAt(proposals(slot).at(-1)) ?? instantOf(textField(slot, 'updatedAt'), textField(slot, 'createdAt'));

/** The order of groups: your answer, the warehouse's answer, confirmed, the rest. */
const ranks: Readonly<Record<SlotPhase, number>> = {
  'answer-needed': 0,
  pending: 1,
  confirmed: 2,
  other: 3,
  cancelled: 3,
};

const last = Number.POSITIVE_INFINITY;

/** Sorts slots by who must act; within each group by time, then by reference. */
export function* orderSteps(slots: readonly Fields[]): Steps<Fields[]> {
  const keyed = yield* eachOf(slots, (slot) => ({
    ...{ slot, reference: slotReference(slot) },
    ...{ rank: ranks[slotPhase(slot)], time: expectedTime(slot) ?? last },
  }));
  const ordered = yield* sorted(
    keyed,
    (a, b) => a.rank - b.rank || compare(a.time, b.time) || compare(a.reference, b.reference),
  );
  return ordered.map(({ slot }) => slot);
}

const compare = <T extends number | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether a slot is open: not cancelled, used or past (`now` in milliseconds). */
export const isOpen = (slot: Fields, now: number): boolean =>
  slotPhase(slot) !== 'cancelled' && !isUsed(slot) && (expectedTime(slot) ?? last) >= now;
