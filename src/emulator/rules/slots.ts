import { isClosedDay, windowHours } from '../../contract/limits.ts';
import {
  type SlotRequest,
  slotRequest,
  suggestedContainerSizes,
  suggestedLoadingTypes,
} from '../../contract/slot.ts';
import { keysOf, tableOf } from '../../text/records.ts';
import { isoUtc, parseInstant } from '../../text/time/time.ts';
import { londonTime, londonWindow, ukDate } from '../../text/time/zone.ts';
import type { AssumptionId } from '../conformance/assumptions.ts';
import {
  type ClientContext,
  ok,
  type Reply,
  type RuleContext,
  refusal,
  ServiceError,
} from '../domain/context.ts';
import { askAgain, confirm, decide, isWeekend, scheduleWarehouseAnswer } from '../domain/negotiation.ts';
import type { Warehouse } from '../store/clients.ts';
import { insertSlot, type Proposal, type Slot, slotByReference, slotsOfClient } from '../store/slots.ts';
import { nextSlotReference, warehouseNamed } from './named.ts';
import { readFlag } from './query.ts';
import type { Rule } from './rule.ts';

type Vehicle = Readonly<Partial<Record<'loadingType' | 'containerSize', string | undefined>>>;

/** Refuses an unsupported loading type or container size, and lists the supported ones. */
export function checkVehicle(context: RuleContext, vehicle: Vehicle): void {
  const { pick } = context.variants;
  // The service publishes no container sizes, and of the loading types only one.
  const loadingTypes = pick('A-15', [suggestedLoadingTypes, ['palletised', 'floor_loaded', 'mixed']]);
  const sizes = pick('A-16', [suggestedContainerSizes, ['20FT', '40FT', '40HC']]);
  if (vehicle.loadingType !== 'palletised')
    checkListed(context, 'A-15', vehicle, 'loadingType', loadingTypes);
  checkListed(context, 'A-16', vehicle, 'containerSize', sizes);
}

/** Throws a 400 for a value of the field that is not on the list; taking one that is rests on the assumption as well. */
function checkListed(
  context: RuleContext,
  assumption: AssumptionId,
  vehicle: Vehicle,
  field: keyof Vehicle,
  allowed: readonly string[],
): void {
  const value = vehicle[field];
  if (value === undefined) return;
  context.assume(assumption);
  if (allowed.includes(value)) return;
  context.assume('A-21');
  throw new ServiceError(400, `${field} must be one of ${allowed.join(', ')}`);
}

/** Throws a 400 for a UK day that cannot be booked: A-20 is about weekends, A-54 about a window that is open (ms). */
function checkBooking(context: ClientContext, date: string, opens: number, warehouse: Warehouse): void {
  if (date < ukDate(context.now)) throw new ServiceError(400, `date ${date} must not be in the past`);
  if (isClosedDay(date, warehouse.accepts_monday === 1))
    throw new ServiceError(400, `date ${date} is a Monday, on which ${warehouse.name} takes no deliveries`);
  if (isWeekend(date) && context.decide('A-20', [false, true]))
    throw new ServiceError(400, `date ${date} is at a weekend`);
  if (opens < context.now && context.decide('A-54', [false, true]))
    throw new ServiceError(400, `the window of ${date} has already opened`);
}

/** Refuses a counter-offer for a time in the past, or on a Monday at a warehouse closed on Mondays. */
function checkProposal(context: ClientContext, proposedTime: string, slot: Slot): void {
  const time = parseInstant(proposedTime);
  const problem =
    time < context.now
      ? 'must not be in the past'
      : isClosedDay(ukDate(time), slot.accepts_monday === 1)
        ? `falls on a Monday, on which ${slot.warehouse_name} takes no deliveries`
        : undefined;
  if (problem === undefined) return;
  if (context.decide('A-53', [true, false]))
    throw new ServiceError(400, `proposedTime ${proposedTime} ${problem}`);
}

/** The time of a slot or delivery as the service shows it: warehouse time with its offset. */
export const deliveryTime = (context: RuleContext, ms: number): string =>
  context.decide('A-49', [londonTime, isoUtc])(ms);

const createdAtName = (context: RuleContext): string =>
  context.variants.pick('A-17', ['createdAt', 'created_at', 'createdAt']);

/** The negotiation: the client's latest request, the agreed time, and every offer in between. */
export const scheduleRecord = (context: RuleContext, slot: Slot) => ({
  requestedTime: deliveryTime(context, slot.requested_time),
  confirmedTime: slot.confirmed_time === null ? null : deliveryTime(context, slot.confirmed_time),
  proposals: slot.proposals.map(({ createdAt, ...proposal }) => ({
    ...proposal,
    [createdAtName(context)]: isoUtc(createdAt),
  })),
});

/** The status that a client sees; A-18 decides its name once the slot is used or cancelled. */
function scheduleStatus(context: RuleContext, slot: Slot): string {
  if (slot.used_by !== null) return context.decide('A-18', [slot.status, 'consumed', slot.status]);
  if (slot.status === 'cancelled') context.assume('A-18');
  return slot.status;
}

/** The whole slot, as every endpoint returns it. */
export function slotRecord(context: RuleContext, slot: Slot): Record<string, unknown> {
  return {
    slotReference: slot.reference,
    scheduleStatus: scheduleStatus(context, slot),
    client: slot.client_name,
    ...slot.body,
    usedByPoReference:
      slot.used_by === null ? null : context.decide('A-43', [slot.used_by, slot.used_by_reference]),
    schedule: scheduleRecord(context, slot),
    [createdAtName(context)]: isoUtc(slot.created_at),
    updatedAt: isoUtc(slot.updated_at),
    ...context.decide('A-17', [{}, {}, { bayNumber: 4, site: { zone: 'A', priority: null } }]),
  };
}

/** The client's slot. Throws a 404 for any other reference, and records `reason` then. */
export function slotOfClient(context: ClientContext, reference: string, reason?: AssumptionId): Slot {
  const slot = slotByReference(context.db, reference);
  if (slot?.client === context.client.id) return slot;
  if (reason !== undefined) context.assume(reason);
  throw new ServiceError(404, `Slot ${reference} not found`);
}

/** The request's fields as they are stored, without any that the service does not know. */
const requestFields = (request: SlotRequest) => tableOf(keysOf(slotRequest.shape), (name) => request[name]);

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
    proposals: [],
    created_at: context.now,
    updated_at: context.now,
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
  throw refusal(context, 'A-18', 404, `Slot ${slot.reference} not found`);
};

/** GET /inbound-slot: all of the client's slots, or with `available=true` those that a purchase order can use now. */
export const listSlots: Rule<'listSlots'> = (context, { query }) => {
  const available = readFlag(query, 'available', context);
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

/** POST /inbound-slot/{slotReference}/respond: accepts an offer or proposes another time. 409 without an open offer. */
export const respondToSlot: Rule<'respondToSlot'> = (context, { params, body }) => {
  const { action, proposedTime, comment } = body;
  const slot = slotOfClient(context, params.slotReference);
  const { reference, status } = slot;
  if (context.hasFault('slot-changed'))
    throw new ServiceError(409, `The schedule of slot ${reference} has changed; read it and respond again`);
  if (status !== 'pending_customer')
    throw refusal(context, 'A-19', 409, `Slot ${reference} is ${status}, without an offer to respond to`);
  const answered = (): Slot => {
    if (action === 'accept' || proposedTime === undefined)
      return confirm(context, slot, parseInstant(currentOffer(slot).proposedTime));
    checkProposal(context, proposedTime, slot);
    return askAgain(context, slot, { proposedTime, comment: comment ?? null });
  };
  const updated = answered();
  return ok(context.decide('A-50', [slotRecord, scheduleRecord])(context, updated));
};

/** DELETE /inbound-slot/{slotReference}: cancels an unused slot; cancelling again changes nothing. */
export const cancelSlot: Rule<'cancelSlot'> = (context, { params }) => {
  context.assume('A-19');
  const slot = slotOfClient(context, params.slotReference);
  if (slot.used_by !== null) throw new ServiceError(409, `Slot ${slot.reference} is used by ${slot.used_by}`);
  if (slot.status === 'cancelled') return cancelled(context, slot);
  return cancelled(context, decide(context.db, { ...slot, status: 'cancelled', updated_at: context.now }));
};

const cancelled = (context: ClientContext, slot: Slot): Reply =>
  context.variants.pick('A-19', [false, true]) ? { status: 204 } : ok(slotRecord(context, slot));
