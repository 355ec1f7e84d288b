import { type Fields, field, listField, textField } from '../../text/records.ts';

/** Where a slot stands, whatever name the service gives a used or cancelled one. */
export type SlotPhase = 'pending' | 'answer-needed' | 'confirmed' | 'cancelled' | 'other';

/** Names under which a service may put a slot that can never be agreed on any more; only `cancelled` is likely. */
const ended = /^(cancell?ed|rejected|declined|expired|deleted|closed)$/;

/** A used slot counts as confirmed, for its time was agreed. */
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

/** The time the warehouse offered last. */
export const offeredTime = (slot: Fields): string | undefined => {
  const offers = proposals(slot).filter((proposal) => field(proposal, 'proposedBy') === 'ops');
  return textField(offers.at(-1), 'proposedTime', 'time');
};

/** The agreed time, ISO 8601, wherever the record has it. */
export const confirmedTime = (slot: Fields): string | undefined =>
  textField(field(slot, 'schedule'), 'confirmedTime') ?? textField(slot, 'confirmedTime');

/** The time asked for at first, ISO 8601, wherever the record has it. */
export const requestedTime = (slot: Fields): string | undefined =>
  textField(field(slot, 'schedule'), 'requestedTime') ?? textField(slot, 'requestedTime');
