import { type Fields, field, listField, textField } from '../../text/records.ts';
import { parseInstant } from '../../text/time.ts';

/** The state of a slot, whatever name the service gives a used or cancelled one. */
export type SlotPhase = 'pending' | 'answer-needed' | 'confirmed' | 'cancelled' | 'other';

/** Status words for a slot that can no longer be agreed on; only `cancelled` is likely. */
const ended = /^(cancell?ed|rejected|declined|expired|deleted|closed)$/;

/** The phase of a slot. A used one counts as confirmed: its time was agreed. */
export function slotPhase(slot: Fields): SlotPhase {
  const status = slotStatus(slot).toLowerCase();
  if (status === 'pending_customer') return 'answer-needed';
  if (ended.test(status)) return 'cancelled';
  if (status === 'confirmed' || usedBy(slot) !== undefined || /^(consumed|used)$/.test(status))
    return 'confirmed';
  return status.startsWith('pending') ? 'pending' : 'other';
}

/** The slot's reference; empty when the record has none. */
export const slotReference = (slot: Fields): string => textField(slot, 'slotReference') ?? '';

/** The status in the words of the service, or `unknown`. */
export const slotStatus = (slot: Fields): string => textField(slot, 'scheduleStatus') ?? 'unknown';

/** The purchase order that used the slot; undefined while it is free. */
export const usedBy = (slot: Fields): string | undefined => textField(slot, 'usedByPoReference');

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
