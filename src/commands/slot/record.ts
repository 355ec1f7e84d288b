import { windowHours } from '../../contract/slot.ts';
import { type Fields, field, listField, textField } from '../../text/records.ts';
import { parseInstant } from '../../text/time/time.ts';
import { londonWindow } from '../../text/time/zone.ts';

/** The state of a slot, whatever name the service gives a used or cancelled one. */
export type SlotPhase = 'pending' | 'answer-needed' | 'confirmed' | 'cancelled' | 'other';

/** Status words for a slot that can no longer be agreed on; only `cancelled` is likely. */
const ended = /^(cancell?ed|rejected|declined|expired|deleted|closed)$/;

/** The phase of a slot. A used one counts as confirmed: its time was agreed. */
export function slotPhase(slot: Fields): SlotPhase {
  const status = slotStatus(slot).toLowerCase();
  if (status === 'pending_customer') return 'answer-needed';
  if (ended.test(status)) return 'cancelled';
  if (status === 'confirmed' || isUsed(slot)) return 'confirmed';
  return status.startsWith('pending') ? 'pending' : 'other';
}

/** The slot's reference; empty when the record has none. */
export const slotReference = (slot: Fields): string => textField(slot, 'slotReference') ?? '';

/** The status in the words of the service, or `unknown`. */
export const slotStatus = (slot: Fields): string => textField(slot, 'scheduleStatus') ?? 'unknown';

/** The purchase order that used the slot; undefined while it is free. */
export const usedBy = (slot: Fields): string | undefined => textField(slot, 'usedByPoReference');

/** Whether a purchase order has used the slot; its status alone may say so. */
export const isUsed = (slot: Fields): boolean =>
  usedBy(slot) !== undefined || /^(consumed|used)$/i.test(slotStatus(slot));

/** Every proposal so far, in the order given. */
export const proposals = (slot: Fields): Fields[] => listField(field(slot, 'schedule'), 'proposals');

const byWarehouse = (proposal: Fields): boolean => field(proposal, 'proposedBy') === 'ops';

const timeOf = (proposal: Fields | undefined): string | undefined =>
  textField(proposal, 'proposedTime', 'time');

/** The time of the warehouse's last offer, ISO 8601. */
export const offeredTime = (slot: Fields): string | undefined =>
  timeOf(proposals(slot).filter(byWarehouse).at(-1));

/** An offer of the warehouse that waits for an answer. */
export interface Offer {
  /** As the service sent it; undefined where the record does not show it. */
  readonly time: string | undefined;
  readonly comment: string | undefined;
}

/** The offer that an answer would go to; undefined while none is open. */
export function openOffer(slot: Fields): Offer | undefined {
  if (slotPhase(slot) !== 'answer-needed') return undefined;
  const proposal = proposals(slot).filter(byWarehouse).at(-1);
  return { time: timeOf(proposal), comment: textField(proposal, 'comment') };
}

/** Whether two offers are the same to somebody who reads them. */
export const isSameOffer = (a: Offer | undefined, b: Offer | undefined): boolean =>
  a?.comment === b?.comment && isSameTime(a?.time, b?.time);

/** Whether two ISO 8601 times are one moment, however they are written. */
export function isSameTime(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && parseInstant(a) === parseInstant(b));
}

/** The time that the client asked for last, ISO 8601. */
export const askedTime = (slot: Fields): string | undefined =>
  timeOf(
    proposals(slot)
      .filter((proposal) => !byWarehouse(proposal))
      .at(-1),
  ) ?? requestedTime(slot);

/** The agreed time, ISO 8601, wherever the record has it. */
export const confirmedTime = (slot: Fields): string | undefined =>
  textField(field(slot, 'schedule'), 'confirmedTime') ?? textField(slot, 'confirmedTime');

/** The time asked for at first, ISO 8601, wherever the record has it. */
export const requestedTime = (slot: Fields): string | undefined =>
  textField(field(slot, 'schedule'), 'requestedTime') ?? textField(slot, 'requestedTime');

/** Milliseconds of the first of these ISO 8601 times that can be read. */
function firstInstant(...times: readonly (string | undefined)[]): number | undefined {
  for (const time of times) {
    const instant = time === undefined ? Number.NaN : parseInstant(time);
    if (!Number.isNaN(instant)) return instant;
  }
  return undefined;
}

/** The opening of the window that was booked; undefined where the record does not show it. */
function windowTime(slot: Fields): number | undefined {
  const [date, window] = [textField(slot, 'date'), textField(slot, 'window')];
  if (date === undefined) return undefined;
  const hour = window === 'afternoon' ? windowHours.afternoon : windowHours.morning;
  const instant = londonWindow(date, hour);
  return Number.isNaN(instant) ? undefined : instant;
}

/** When the goods arrive as far as is known, milliseconds: the time agreed, else the one offered, else the one asked for. */
export const expectedTime = (slot: Fields): number | undefined =>
  firstInstant(confirmedTime(slot), openOffer(slot)?.time, askedTime(slot)) ?? windowTime(slot);

/** The agreed time in milliseconds. */
export const agreedInstant = (slot: Fields): number | undefined => firstInstant(confirmedTime(slot));

/** When somebody last moved in the negotiation, milliseconds: since then the other side has been waiting. */
export const waitingSince = (slot: Fields): number | undefined =>
  firstInstant(
    textField(proposals(slot).at(-1), 'createdAt', 'at'),
    textField(slot, 'updatedAt'),
    textField(slot, 'createdAt'),
  );
