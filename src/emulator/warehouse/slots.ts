import * as z from 'zod/mini';
import { zonedTime } from '../../contract/primitives.ts';
import { parseInstant } from '../../text/time/time.ts';
import { type RuleContext, ServiceError } from '../engine/context.ts';
import { slotRecord } from '../rules/slots/slot-record.ts';
import { deleteJobsAbout } from '../store/jobs.ts';
import { type Slot, slotByReference, updateSchedule } from '../store/slots.ts';

/** Body of a confirmation: `time` only when it is not the one that the client asked for. */
export const confirmSlotBody = z.object({ time: z.optional(zonedTime) });

/** Body of a counter-offer. */
export const counterSlotBody = z.object({ proposedTime: zonedTime, comment: z.optional(z.string()) });

/** A slot of any client: 404 for an unknown one. */
function anySlot({ db }: RuleContext, reference: string): Slot {
  const slot = slotByReference(db, reference);
  if (slot === undefined) throw new ServiceError(404, `Slot ${reference} not found`);
  return slot;
}

/** A slot of any client as its record shows it; 404 for an unknown one. */
export const shownSlot = (context: RuleContext, reference: string): Record<string, unknown> =>
  slotRecord(context, anySlot(context, reference));

/** The slot the warehouse may answer: 404 for an unknown one, 409 unless it waits for the warehouse. */
function awaitingWarehouse(context: RuleContext, reference: string): Slot {
  const slot = anySlot(context, reference);
  if (slot.status !== 'pending_ops') {
    throw new ServiceError(409, `Slot ${reference} is ${slot.status}, not waiting for the warehouse`);
  }
  return slot;
}

/** Writes the warehouse's answer, and cancels the one that its policy had scheduled. */
function answer(context: RuleContext, slot: Slot): Record<string, unknown> {
  deleteJobsAbout(context.db, slot.reference);
  updateSchedule(context.db, slot);
  return slotRecord(context, slot);
}

/** The warehouse confirms: at `time`, or else at the time the client last asked for. The slot's record. */
export function confirmSlot(
  context: RuleContext,
  reference: string,
  { time }: z.infer<typeof confirmSlotBody>,
): Record<string, unknown> {
  const slot = awaitingWarehouse(context, reference);
  const confirmed_time = time === undefined ? slot.requested_time : parseInstant(time);
  return answer(context, { ...slot, status: 'confirmed', confirmed_time, updated_at: context.now });
}

/** The warehouse offers another time, which the client has to answer. The slot's record. */
export function counterSlot(
  context: RuleContext,
  reference: string,
  { proposedTime, comment }: z.infer<typeof counterSlotBody>,
): Record<string, unknown> {
  const slot = awaitingWarehouse(context, reference);
  const proposal = {
    proposedBy: 'ops',
    proposedTime,
    comment: comment ?? null,
    createdAt: context.now,
  } as const;
  const proposals = [...slot.proposals, proposal];
  return answer(context, { ...slot, status: 'pending_customer', proposals, updated_at: context.now });
}
