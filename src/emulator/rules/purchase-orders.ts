import type { PurchaseOrder as PurchaseOrderRequest } from '../../contract/purchase-order.ts';
import type { SlotRequest } from '../../contract/slot.ts';
import type { Fields } from '../../text/records.ts';
import { isoUtc } from '../../text/time/time.ts';
import {
  type ClientContext,
  ok,
  type Reply,
  type RuleContext,
  refusal,
  ServiceError,
} from '../domain/context.ts';
import * as store from '../store/inbound.ts';
import { claimSlot, releaseSlot, type Slot, slotByReference } from '../store/slots.ts';
import { given, nextPurchaseOrderNumber, resolveItems, warehouseNamed } from './named.ts';
import type { Rule } from './rule.ts';
import { checkVehicle, deliveryTime, scheduleRecord, slotOfClient } from './slots.ts';

/** A purchase order may repeat what its slot declared but must not contradict it. */
function checkAgreement(
  context: ClientContext,
  request: PurchaseOrderRequest,
  declared: Partial<SlotRequest>,
): void {
  for (const field of ['deliveryType', 'loadingType'] as const) {
    const [said, agreed] = [request[field], declared[field]];
    if (said === undefined || agreed === undefined || said === agreed) continue;
    const problem = `${field} is ${said}, but slot ${request.slotReference} declared ${agreed}`;
    if (context.decide('A-52', [true, false])) throw new ServiceError(400, problem);
  }
}

/**
 * The vehicle of a purchase order, which inherits what the slot declared, must supply the rest, and may correct the pallet
 * count and the registration. Throws a 400 that names a missing, unsupported or contradictory field.
 */
function vehicleOf(context: ClientContext, request: PurchaseOrderRequest, slot: Slot | undefined) {
  checkVehicle(context, { loadingType: request.loadingType });
  const declared: Partial<SlotRequest> = slot?.body ?? {};
  checkAgreement(context, request, declared);
  const deliveryType = declared.deliveryType ?? request.deliveryType;
  const loadingType = declared.loadingType ?? request.loadingType;
  for (const [field, value] of Object.entries({ deliveryType, loadingType })) {
    if (value !== undefined) continue;
    if (slot === undefined) context.assume('A-51');
    throw new ServiceError(400, `${field} is required`);
  }
  const vehicle = {
    deliveryType: deliveryType ?? null,
    containerSize: declared.containerSize ?? null,
    loadingType: loadingType ?? null,
    palletCount: request.palletCount ?? declared.palletCount ?? null,
    containerTruckNumber: given(request.containerTruckNumber) ?? declared.containerTruckNumber ?? null,
  };
  // A purchase order has no field for the container size, so without a slot there is none.
  const withoutSize = vehicle.deliveryType === 'container' && vehicle.containerSize === null;
  if (withoutSize && context.decide('A-57', [false, true]))
    throw new ServiceError(400, 'containerSize is required');
  return vehicle;
}

/** The current status as the client sees it. */
function purchaseOrderStatus(context: RuleContext, order: Pick<store.PurchaseOrder, 'status'>): string {
  const open = context.decide('A-28', ['OPEN', 'PENDING']);
  return order.status === 'OPEN' ? open : order.status;
}

/** The agreed delivery time; null without a slot, because dates are agreed only for slots. */
function deliveryDate(context: RuleContext, time: number | null): string | null {
  if (time !== null) return deliveryTime(context, time);
  context.assume('A-24');
  return null;
}

function lineRecord(context: RuleContext, line: store.PurchaseOrderLine): Record<string, unknown> {
  const { SKU, barcode, title, ordered, delivered } = line;
  const short = { ordered, delivered };
  const long = { quantity_ordered: ordered, quantity_delivered: delivered };
  const quantities = context.variants.pick('A-29', [short, short, long]);
  return { SKU, barcode, title, ...quantities };
}

const reportRecord = (report: store.InboundReport, partialDelivery: boolean) => ({
  arrivedAt: isoUtc(report.arrivedAt),
  unloadingStartedAt: report.unloadingStartedAt === null ? null : isoUtc(report.unloadingStartedAt),
  unloadingFinishedAt: report.unloadingFinishedAt === null ? null : isoUtc(report.unloadingFinishedAt),
  checklist: [
    { item: 'Seals and packaging intact', passed: true },
    { item: 'Labels readable', passed: true },
    { item: 'Quantities as ordered', passed: !partialDelivery && report.discrepancies.length === 0 },
  ],
  discrepancies: report.discrepancies,
  partialDelivery,
});

/** The whole purchase order: its lines, its delivery, the negotiation and, once processed, the report. */
export function purchaseOrderRecord(context: RuleContext, order: store.PurchaseOrder): Fields {
  const slot = order.slot === null ? undefined : slotByReference(context.db, order.slot);
  const items = order.lines.map((line) => lineRecord(context, line));
  return {
    lw_po_number: order.lw_po_number,
    PO_REFERENCE: order.reference,
    Warehouse_Name: order.warehouse_name,
    slotReference: order.slot,
    status: purchaseOrderStatus(context, order),
    deliveryDate: deliveryDate(context, order.delivery_time),
    ...order.body,
    [context.decide('A-29', ['items', 'lines', 'items'])]: items,
    schedule: slot === undefined ? null : scheduleRecord(context, slot),
    inboundReport: order.report === null ? null : reportRecord(order.report, order.status === 'PARTIAL'),
  };
}

/** A slot can be used once, after it is confirmed; any other state is a conflict. */
function checkReady(context: ClientContext, slot: Slot): void {
  if (slot.used_by === null && slot.status === 'confirmed') return;
  context.assume('A-23');
  if (slot.used_by !== null)
    throw new ServiceError(409, `Slot ${slot.reference} is already used by ${slot.used_by}`);
  const status = slot.status === 'cancelled' ? 409 : context.variants.pick('A-23', [409, 400]);
  throw new ServiceError(status, `Slot ${slot.reference} is ${slot.status}, not confirmed`);
}

/** Creation failed after the claim: frees the slot and keeps the number for the retry. */
function failAfterClaim(context: ClientContext, slot: Slot, number: string, reference: string): Reply {
  releaseSlot(context.db, slot.reference, slot.updated_at);
  store.reserveNumber(context.db, context.client.id, reference, number);
  const error = `Purchase order ${reference} could not be created, and slot ${slot.reference} has been released; try again`;
  const status = context.decide('A-27', [500, 502, 503]);
  return { status, body: { success: false, error, retryable: true, lw_po_number: number } };
}

/** Finds conflicts before anything is written: 409 for a date without a slot, 409 for a repeat. */
function checkConflicts(context: ClientContext, request: PurchaseOrderRequest): void {
  if (request.Expected_Arrival_Date !== undefined) {
    const problem = 'Expected_Arrival_Date is deprecated: book a slot and send its slotReference';
    if (request.slotReference === undefined) throw new ServiceError(409, problem);
    context.assume('A-45');
  }
  const existing = store.numberOfReference(context.db, context.client.id, request.PO_REFERENCE);
  if (existing !== undefined)
    throw refusal(context, 'A-25', 409, `PO_REFERENCE ${request.PO_REFERENCE} already exists as ${existing}`);
}

/** The confirmed slot that the request names, which must be at the warehouse that it names. */
function slotFor(context: ClientContext, request: PurchaseOrderRequest, warehouse: number): Slot | undefined {
  if (request.slotReference === undefined) return undefined;
  const slot = slotOfClient(context, request.slotReference, 'A-23');
  checkReady(context, slot);
  if (slot.warehouse === warehouse) return slot;
  const problem = `Warehouse_Name differs from the warehouse of slot ${slot.reference}, ${slot.warehouse_name}`;
  throw refusal(context, 'A-26', 400, problem);
}

/** POST /inbound-po: creates the order for its slot, which the same transaction claims: only one request gets it. */
export const createPurchaseOrder: Rule<'createPurchaseOrder'> = (context, { body: request }) => {
  const reference = request.PO_REFERENCE;
  checkConflicts(context, request);
  const warehouse = warehouseNamed(context, 'Warehouse_Name', request.Warehouse_Name);
  const slot = slotFor(context, request, warehouse.id);
  const vehicle = vehicleOf(context, request, slot);
  const lines = resolveItems(context, request.items).map(({ item, product }) => ({
    product: product.id,
    SKU: product.sku,
    barcode: product.barcode,
    title: product.title,
    ordered: item.Quantity,
    delivered: 0,
  }));
  // An earlier attempt with the same reference may have reserved a number.
  const reserved = store.numberOfReference(context.db, context.client.id, reference, 'reserved_po_numbers');
  const number = reserved ?? nextPurchaseOrderNumber(context);
  if (slot !== undefined) {
    claimSlot(context.db, slot.reference, number, reference, context.now);
    if (context.hasFault('po-fails-after-claim')) return failAfterClaim(context, slot, number, reference);
  }
  const order = {
    lw_po_number: number,
    client: context.client.id,
    reference,
    warehouse: warehouse.id,
    slot: slot?.reference ?? null,
    status: 'OPEN',
    body: vehicle,
    lines,
    delivery_time: slot?.confirmed_time ?? null,
    created_at: context.now,
    updated_at: context.now,
  } as const;
  store.insertPurchaseOrder(context.db, order);
  store.forgetReservation(context.db, context.client.id, reference);
  return created(context, order);
};

/** The response to a creation. */
function created(context: ClientContext, order: Parameters<typeof store.insertPurchaseOrder>[1]): Reply {
  const { lw_po_number } = order;
  const data = {
    lw_po_number,
    PO_REFERENCE: order.reference,
    slotReference: order.slot,
    status: purchaseOrderStatus(context, order),
    deliveryDate: deliveryDate(context, order.delivery_time),
    items_count: order.lines.length,
  };
  return context.decide('A-22', [ok(data, {}, 201), ok(data, {}, 200), ok({ lw_po_number }, {}, 201)]);
}

/** GET /inbound-po/{poReference}, by the generated number; 404 for another client's purchase order. */
export const getPurchaseOrder: Rule<'getPurchaseOrder'> = (context, { params }) => {
  const number = params.poReference;
  const order = store.purchaseOrderByNumber(context.db, number);
  if (order?.client !== context.client.id) throw new ServiceError(404, `Purchase order ${number} not found`);
  return ok(purchaseOrderRecord(context, order));
};
