import { isoUtc } from '../../../text/time/time.ts';
import { londonTime } from '../../../text/time/zone.ts';
import type { RuleContext } from '../../engine/context.ts';
import type { Proposal, Slot } from '../../store/slots.ts';

/** The time of a slot or delivery as the service shows it: warehouse time with its offset. */
export function deliveryTime(context: RuleContext, ms: number): string {
  context.assume('A-49');
  return context.variants.pick('A-49', [londonTime, isoUtc])(ms);
}

const createdAtName = (context: RuleContext): string =>
  context.variants.pick('A-17', ['createdAt', 'created_at', 'createdAt']);

const proposalRecord = (context: RuleContext, { createdAt, ...proposal }: Proposal) => ({
  ...proposal,
  [createdAtName(context)]: isoUtc(createdAt),
});

/** The negotiation: the client's latest request, the agreed time, and every offer in between. */
export const scheduleRecord = (context: RuleContext, slot: Slot) => ({
  requestedTime: deliveryTime(context, slot.requested_time),
  confirmedTime: slot.confirmed_time === null ? null : deliveryTime(context, slot.confirmed_time),
  proposals: slot.proposals.map((proposal) => proposalRecord(context, proposal)),
});

/** The status that a client sees; A-18 decides its name once the slot is used or cancelled. */
function scheduleStatus(context: RuleContext, slot: Slot): string {
  if (slot.used_by !== null || slot.status === 'cancelled') context.assume('A-18');
  return slot.used_by === null
    ? slot.status
    : context.variants.pick('A-18', [slot.status, 'consumed', slot.status]);
}

function usedBy(context: RuleContext, slot: Slot): string | null {
  if (slot.used_by === null) return null;
  context.assume('A-43');
  return context.variants.pick('A-43', [slot.used_by, slot.used_by_reference]);
}

/** The whole slot, as every endpoint returns it. */
export function slotRecord(context: RuleContext, slot: Slot): Record<string, unknown> {
  context.assume('A-17');
  return {
    slotReference: slot.reference,
    scheduleStatus: scheduleStatus(context, slot),
    client: slot.client_name,
    ...slot.body,
    usedByPoReference: usedBy(context, slot),
    schedule: scheduleRecord(context, slot),
    [createdAtName(context)]: isoUtc(slot.created_at),
    updatedAt: isoUtc(slot.updated_at),
    ...context.variants.pick('A-17', [{}, {}, { bayNumber: 4, site: { zone: 'A', priority: null } }]),
  };
}
