import { windowHours } from '../../contract/limits.ts';
import { dayMs, parseInstant } from '../../text/time/time.ts';
import { londonTime, londonWindow, ukDate } from '../../text/time/zone.ts';
import type { RuleContext } from '../domain/context.ts';
import { scheduleWarehouseAnswer } from '../domain/negotiation.ts';
import { nextSlotReference } from '../rules/numbers.ts';
import { insertSlot, type Proposal, slotByReference, updateSchedule } from '../store/slots.ts';
import { type SeedNames, seedClient, seedWarehouse } from './names.ts';
import { type SeedSlot, seedError, seedInstant } from './schema.ts';

/** The seed's negotiation; a slot that waits for the client gets an offer one day later if the seed has none. */
function proposalsOf(slot: SeedSlot, now: number, booked: number): Proposal[] {
  const proposals = (slot.proposals ?? []).map((proposal) => ({
    proposedBy: proposal.proposedBy,
    proposedTime: londonTime(seedInstant(proposal.proposedTime, now)),
    comment: proposal.comment ?? null,
    createdAt: proposal.createdAt === undefined ? now : seedInstant(proposal.createdAt, now),
  }));
  if (
    slot.scheduleStatus !== 'pending_customer' ||
    proposals.some((proposal) => proposal.proposedBy === 'ops')
  )
    return proposals;
  return [
    ...proposals,
    { proposedBy: 'ops', proposedTime: londonTime(booked + dayMs), comment: null, createdAt: now },
  ];
}

/**
 * Stores slots; the client's last proposal is the time that it asks for. A warehouse with a policy answers those that
 * wait for it, as it would any other slot.
 */
export function insertSlots(context: RuleContext, names: SeedNames, slots: readonly SeedSlot[]): void {
  const { db, now } = context;
  slots.forEach((slot, index) => {
    const path = `slots[${index}]`;
    const client = seedClient(names, path, slot.client);
    const warehouse = seedWarehouse(names, client, `${path}.warehouse`, slot.warehouse);
    const date = ukDate(seedInstant(slot.date, now));
    if (slot.deliveryType === 'container' && slot.containerSize === undefined) {
      throw seedError(`${path}.containerSize`, 'containerSize is required');
    }
    const reference = slot.slotReference ?? nextSlotReference(context);
    if (slotByReference(db, reference) !== undefined) {
      throw seedError(`${path}.slotReference`, `${reference} appears twice`);
    }
    const {
      client: _,
      slotReference: __,
      scheduleStatus = 'pending_ops',
      confirmedTime,
      createdAt,
      proposals: ___,
      ...body
    } = slot;
    const booked = londonWindow(date, windowHours[slot.window]);
    const proposals = proposalsOf(slot, now, booked);
    const asked = proposals.findLast(({ proposedBy }) => proposedBy === 'client');
    const requested = asked === undefined ? booked : parseInstant(asked.proposedTime);
    const confirmed = confirmedTime === undefined ? requested : seedInstant(confirmedTime, now);
    const created = createdAt === undefined ? now : seedInstant(createdAt, now);
    insertSlot(db, {
      reference,
      client: client.id,
      warehouse,
      status: scheduleStatus,
      body: { ...body, date },
      requested_time: requested,
      confirmed_time: scheduleStatus === 'confirmed' ? confirmed : null,
      created_at: created,
    });
    const stored = slotByReference(db, reference);
    if (stored === undefined) throw new Error(`slot ${reference} was not stored`);
    const negotiated = { ...stored, proposals };
    updateSchedule(db, negotiated);
    if (scheduleStatus === 'pending_ops') scheduleWarehouseAnswer(context, negotiated);
  });
}
