import * as z from 'zod/mini';
import { zonedTime } from '../../contract/primitives.ts';
import { parseInstant } from '../../text/time/time.ts';
import { type RuleContext, ServiceError } from '../domain/context.ts';
import { confirm, counter } from '../domain/negotiation.ts';
import { slotRecord } from '../rules/slots.ts';
import { type Slot, slotByReference } from '../store/slots.ts';

/** Body of a confirmation; `time` is only needed if it differs from the time that the client asked for. */
export const confirmSlotBody = z.object({ time: z.optional(zonedTime) });

/** Body of a counter-offer. */
export const counterSlotBody = z.object({ proposedTime: zonedTime, comment: z.optional(z.string()) });

/** A slot of any client; 404 if it is unknown. */
function anySlot({ db }: RuleContext, reference: string): Slot {
  const slot = slotByReference(db, reference);
  if (slot === undefined) throw new ServiceError(404, `Slot ${reference} not found`);
  return slot;
}

/** The record of any client's slot; 404 if it is unknown. */
export const shownSlot = (context: RuleContext, reference: string): Record<string, unknown> =>
  slotRecord(context, anySlot(context, reference));

/** A slot that the warehouse may answer: 404 if it is unknown, 409 if it does not wait for the warehouse. */
function awaitingWarehouse(context: RuleContext, reference: string): Slot {
  const slot = anySlot(context, reference);
  if (slot.status !== 'pending_ops') {
    throw new ServiceError(409, `Slot ${reference} is ${slot.status}, not waiting for the warehouse`);
  }
  return slot;
}

/** Confirms a slot at `time`, by default the time that the client last asked for. Returns the slot's record. */
export function confirmSlot(
  context: RuleContext,
  reference: string,
  { time }: z.infer<typeof confirmSlotBody>,
): Record<string, unknown> {
  const slot = awaitingWarehouse(context, reference);
  const at = time === undefined ? slot.requested_time : parseInstant(time);
  return slotRecord(context, confirm(context, slot, at));
}

/** Proposes another time, which the client must answer. Returns the slot's record. */
export function counterSlot(
  context: RuleContext,
  reference: string,
  { proposedTime, comment }: z.infer<typeof counterSlotBody>,
): Record<string, unknown> {
  const slot = awaitingWarehouse(context, reference);
  return slotRecord(context, counter(context, slot, proposedTime, comment ?? null));
}
