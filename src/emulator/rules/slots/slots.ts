import { type SlotRequest, windowHours } from '../../../contract/slot.ts';
import { parseInstant } from '../../../text/time/time.ts';
import { londonWindow } from '../../../text/time/zone.ts';
import type { AssumptionId } from '../../conformance/assumptions/assumptions.ts';
import { type ClientContext, ok, type Rule, ServiceError } from '../../engine/context.ts';
import { deleteJobsAbout } from '../../store/jobs.ts';
import {
  insertSlot,
  type Proposal,
  type Slot,
  slotByReference,
  slotsOfClient,
  updateSchedule,
} from '../../store/slots.ts';
import { scheduleWarehouseAnswer } from '../../warehouse/policies.ts';
import { flagAsked } from '../flags.ts';
import { nextSlotReference } from '../numbers.ts';
import { warehouseNamed } from '../warehouses.ts';
import { checkBooking, checkProposal } from './delivery-days.ts';
import { scheduleRecord, slotRecord } from './slot-record.ts';
import { checkVehicle } from './vehicle.ts';

/**
 * The client's slot with that reference. Throws a 404 for an unknown reference and for another client's slot;
 * `assumptions` are recorded as the reason for the refusal.
 */
export function slotOfClient(
  context: ClientContext,
  reference: string,
  ...assumptions: readonly AssumptionId[]
): Slot {
  const slot = slotByReference(context.db, reference);
  if (slot?.client === context.client.id) return slot;
  context.assume(...assumptions);
  throw new ServiceError(404, `Slot ${reference} not found`);
}

/** The request's fields as they are stored, without any that the service does not know. */
function requestFields(request: SlotRequest): Record<string, unknown> {
  const { date, window, warehouse, loadingType, numberOfSkus } = request;
  const { deliveryType, containerSize, palletCount, containerTruckNumber } = request;
  const optional = { deliveryType, containerSize, palletCount, containerTruckNumber };
  return { date, window, warehouse, loadingType, numberOfSkus, ...optional };
}

/** POST /inbound-slot: requests a window from the warehouse; the slot then waits for its answer. */
export const bookSlot: Rule<'bookSlot'> = (context, { body: request }) => {
  const warehouse = warehouseNamed(context, 'warehouse', request.warehouse);
  const requested_time = londonWindow(request.date, windowHours[request.window]);
  checkBooking(context, request.date, requested_time, warehouse);
  checkVehicle(context, request);
  const reference = nextSlotReference(context);
  insertSlot(context.db, {
    reference,
    client: context.client.id,
    warehouse: warehouse.id,
    status: 'pending_ops',
    body: requestFields(request),
    requested_time,
    confirmed_time: null,
    created_at: context.now,
  });
  const slot = slotOfClient(context, reference);
  scheduleWarehouseAnswer(context, slot);
  context.assume('A-19');
  return ok(slotRecord(context, slot), {}, 201);
};

/** Under one variant of A-18, a cancelled slot can no longer be read. */
const isHidden = (context: ClientContext, slot: Slot): boolean =>
  slot.status === 'cancelled' && context.variants.pick('A-18', [false, false, true]);

/** GET /inbound-slot/{slotReference}. */
export const getSlot: Rule<'getSlot'> = (context, { params }) => {
  const slot = slotOfClient(context, params.slotReference);
  if (!isHidden(context, slot)) return ok(slotRecord(context, slot));
  context.assume('A-18');
  throw new ServiceError(404, `Slot ${slot.reference} not found`);
};

/** GET /inbound-slot: all of the client's slots, or with `available=true` those that a purchase order can use now. */
export const listSlots: Rule<'listSlots'> = (context, { query }) => {
  const available = flagAsked(context, query, 'available');
  context.assume(available ? 'A-19' : 'A-50');
  const slots = slotsOfClient(context.db, context.client.id).filter((slot) => !isHidden(context, slot));
  const ready = slots.filter((slot) => slot.status === 'confirmed' && slot.used_by === null);
  return ok((available ? ready : slots).map((slot) => slotRecord(context, slot)));
};

/** The warehouse's current offer; always present while a slot waits for the client. */
function currentOffer(slot: Slot): Proposal {
  const offer = slot.proposals.findLast((proposal) => proposal.proposedBy === 'ops');
  if (offer === undefined) throw new Error(`Slot ${slot.reference} waits for the client without an offer`);
  return offer;
}

/**
 * POST /inbound-slot/{slotReference}/respond: the client accepts the warehouse's offer, or proposes another time and
 * waits again. 409 when no offer is open, for example because another answer arrived first.
 */
export const respondToSlot: Rule<'respondToSlot'> = (context, { params, body }) => {
  const { action, proposedTime, comment } = body;
  const slot = slotOfClient(context, params.slotReference);
  if (context.hasFault('slot-changed')) {
    throw new ServiceError(
      409,
      `The schedule of slot ${slot.reference} has changed; read it and respond again`,
    );
  }
  if (slot.status !== 'pending_customer') {
    context.assume('A-19');
    throw new ServiceError(409, `Slot ${slot.reference} is ${slot.status}, without an offer to respond to`);
  }
  const accepted = { ...slot, status: 'confirmed', updated_at: context.now } as const;
  if (action === 'accept' || proposedTime === undefined) {
    updateSchedule(context.db, {
      ...accepted,
      confirmed_time: parseInstant(currentOffer(slot).proposedTime),
    });
  } else {
    checkProposal(context, proposedTime, slot);
    const proposal = {
      proposedBy: 'client',
      proposedTime,
      comment: comment ?? null,
      createdAt: context.now,
    } as const;
    const proposals = [...slot.proposals, proposal];
    const requested_time = parseInstant(proposedTime);
    updateSchedule(context.db, {
      ...slot,
      status: 'pending_ops',
      requested_time,
      proposals,
      updated_at: context.now,
    });
    scheduleWarehouseAnswer(context, slotOfClient(context, slot.reference));
  }
  const updated = slotOfClient(context, slot.reference);
  context.assume('A-50');
  return ok(context.variants.pick('A-50', [slotRecord, scheduleRecord])(context, updated));
};

/** DELETE /inbound-slot/{slotReference}: cancels an unused slot; cancelling again changes nothing. */
export const cancelSlot: Rule<'cancelSlot'> = (context, { params }) => {
  context.assume('A-19');
  const slot = slotOfClient(context, params.slotReference);
  if (slot.used_by !== null) throw new ServiceError(409, `Slot ${slot.reference} is used by ${slot.used_by}`);
  if (slot.status !== 'cancelled') {
    deleteJobsAbout(context.db, slot.reference);
    updateSchedule(context.db, { ...slot, status: 'cancelled', updated_at: context.now });
  }
  if (context.variants.pick('A-19', [false, true])) return { status: 204 };
  return ok(slotRecord(context, slotOfClient(context, slot.reference)));
};
