import * as z from 'zod/mini';
import { count, text, zonedTime } from '../../contract/primitives.ts';
import { parseInstant } from '../../text/time/time.ts';
import { found, type RuleContext, ServiceError } from '../domain/context.ts';
import { confirm, counter } from '../domain/negotiation.ts';
import { bySku, receive } from '../domain/stock.ts';
import { inboundRecord } from '../rules/inbound.ts';
import { purchaseOrderRecord } from '../rules/purchase-orders.ts';
import { slotRecord } from '../rules/slots.ts';
import * as store from '../store/inbound.ts';
import { type Slot, slotByReference } from '../store/slots.ts';
import { type Act, theOneMeant } from './orders.ts';

/** Body of a confirmation; `time` is only needed if it differs from the time that the client asked for. */
export const confirmSlotBody = z.object({ time: z.optional(zonedTime) });

export const counterSlotBody = z.object({ proposedTime: zonedTime, comment: z.optional(z.string()) });

const anySlot = ({ db }: RuleContext, reference: string): Slot =>
  found(slotByReference(db, reference), `Slot ${reference}`);

/** The record of any client's slot; 404 if it is unknown. */
export const shownSlot = (context: RuleContext, reference: string): Record<string, unknown> =>
  slotRecord(context, anySlot(context, reference));

function awaitingWarehouse(context: RuleContext, reference: string): Slot {
  const slot = anySlot(context, reference);
  if (slot.status !== 'pending_ops')
    throw new ServiceError(409, `Slot ${reference} is ${slot.status}, not waiting for the warehouse`);
  return slot;
}

/** Confirms a slot at `time`, by default the time that the client last asked for. */
export const confirmSlot: Act<typeof confirmSlotBody> = (context, reference, { time }) => {
  const slot = awaitingWarehouse(context, reference);
  const at = time === undefined ? slot.requested_time : parseInstant(time);
  return slotRecord(context, confirm(context, slot, at));
};

/** Proposes another time, which the client must answer. */
export const counterSlot: Act<typeof counterSlotBody> = (context, reference, { proposedTime, comment }) => {
  const slot = awaitingWarehouse(context, reference);
  return slotRecord(context, counter(context, slot, { proposedTime, comment: comment ?? null }));
};

/** Body of a receive call; `client` is the client_id, required if several clients use the delivery number. */
export const receiveInboundBody = z.object({ client: z.optional(text) });

/** Receives a legacy delivery, whose stock has counted since it was registered. 409 if it was already received. */
export const receiveInbound: Act<typeof receiveInboundBody> = (context, number, { client }) => {
  const { db } = context;
  const delivery = theOneMeant(store.inboundOfAnyClient(db, number), `Inbound delivery ${number}`, client);
  if (delivery.status === 'received')
    throw new ServiceError(409, `Inbound delivery ${number} has already been received`);
  store.markReceived(db, delivery.id);
  return inboundRecord(context, { ...delivery, status: 'received' });
};

/** Body of a receive call: the lines delivered now, and whether that completes the order. */
export const receiveBody = z.object({
  lines: z.optional(z.array(z.object({ SKU: z.string(), delivered: count }))),
  complete: z.optional(z.boolean()),
});

const anyPurchaseOrder = ({ db }: RuleContext, number: string): store.PurchaseOrder =>
  found(store.purchaseOrderByNumber(db, number), `Purchase order ${number}`);

/** What the warehouse expects of any client's purchase order: its lines in units. 404 if it is unknown. */
export function expectedDelivery(context: RuleContext, number: string) {
  const order = anyPurchaseOrder(context, number);
  const lines = order.lines.map(({ SKU, ordered, delivered }) => ({ SKU, ordered, delivered }));
  return { lw_po_number: number, status: order.status, lines };
}

function namedQuantities(order: store.PurchaseOrder, body: z.infer<typeof receiveBody>): Map<string, number> {
  const { lines = [] } = body;
  const known = new Set(order.lines.map((line) => line.SKU));
  const unknown = lines.filter((line) => !known.has(line.SKU)).map((line) => line.SKU);
  if (unknown.length > 0)
    throw new ServiceError(400, `Purchase order ${order.lw_po_number} has no line for ${unknown.join(', ')}`);
  return bySku(lines, ({ delivered }) => delivered);
}

/** The units that arrive of each line now. Lines that share a SKU fill in turn, and the last takes any excess. */
function arrivals(order: store.PurchaseOrder, named: Map<string, number>, complete: boolean) {
  const left = new Map(named);
  return order.lines.map((line, index) => {
    const open = Math.max(0, line.ordered - line.delivered);
    const rest = left.get(line.SKU);
    if (rest === undefined) return { line, arrived: complete ? open : 0 };
    const isLast = !order.lines.slice(index + 1).some((other) => other.SKU === line.SKU);
    const arrived = isLast ? rest : Math.min(open, rest);
    left.set(line.SKU, rest - arrived);
    return { line, arrived };
  });
}

/** Shortages and excesses of a finished delivery, by SKU. */
function discrepanciesOf(lines: readonly store.PurchaseOrderLine[]): store.InboundReport['discrepancies'] {
  const arrived = bySku(lines, ({ delivered }) => delivered);
  return [...bySku(lines, ({ ordered }) => ordered)]
    .map(([SKU, expected]) => ({ SKU, expected, received: arrived.get(SKU) ?? 0 }))
    .map((line) => ({ ...line, difference: line.received - line.expected }))
    .filter((discrepancy) => discrepancy.difference !== 0);
}

/** Receives a delivery now. Unless it is incomplete, lines not named arrive in full and differences are reported. */
export const receivePurchaseOrder: Act<typeof receiveBody> = (context, number, body) => {
  const order = anyPurchaseOrder(context, number);
  if (order.status === 'DELIVERED')
    throw new ServiceError(409, `Purchase order ${number} has already been delivered`);
  const complete = body.complete ?? true;
  const arriving = arrivals(order, namedQuantities(order, body), complete);
  const lines = arriving.map(({ line, arrived }) => {
    const { client, warehouse } = order;
    const place = { client, warehouse, sku: line.SKU, product: line.product };
    receive(context.db, { ...place, quantity: arrived, at: context.now }, 'purchase-order');
    return { ...line, delivered: line.delivered + arrived };
  });
  const report = {
    arrivedAt: order.report?.arrivedAt ?? context.now,
    unloadingStartedAt: order.report?.unloadingStartedAt ?? context.now,
    unloadingFinishedAt: context.now,
    discrepancies: complete ? discrepanciesOf(lines) : [],
  };
  const status = complete ? 'DELIVERED' : 'PARTIAL';
  const received = { ...order, status, lines, report, updated_at: context.now } as const;
  store.updateDelivery(context.db, received);
  return purchaseOrderRecord(context, received);
};
