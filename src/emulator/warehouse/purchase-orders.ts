import * as z from 'zod/mini';
import { type RuleContext, ServiceError } from '../engine/context.ts';
import { purchaseOrderRecord } from '../rules/purchase-orders/purchase-order-record.ts';
import { receive } from '../stock/ledger.ts';
import * as store from '../store/purchase-orders.ts';

/** Body of a receive: what was delivered of some lines now, and whether that was all. */
export const receiveBody = z.object({
  lines: z.optional(z.array(z.object({ SKU: z.string(), delivered: z.int().check(z.minimum(0)) }))),
  complete: z.optional(z.boolean()),
});

/** The purchase order that is still to be received: 404 for an unknown one, 409 for one already delivered. */
function awaitingDelivery(context: RuleContext, number: string): store.PurchaseOrder {
  const order = store.purchaseOrderByNumber(context.db, number);
  if (order === undefined) throw new ServiceError(404, `Purchase order ${number} not found`);
  if (order.status === 'DELIVERED')
    throw new ServiceError(409, `Purchase order ${number} is already delivered`);
  return order;
}

/** What the warehouse expects of a purchase order, whoever owns it: its lines in units. 404 for an unknown one. */
export function expectedDelivery(context: RuleContext, number: string) {
  const order = store.purchaseOrderByNumber(context.db, number);
  if (order === undefined) throw new ServiceError(404, `Purchase order ${number} not found`);
  const lines = order.lines.map(({ SKU, ordered, delivered }) => ({ SKU, ordered, delivered }));
  return { lw_po_number: number, status: order.status, lines };
}

/** Quantities named for this delivery, by SKU. */
function namedQuantities(order: store.PurchaseOrder, body: z.infer<typeof receiveBody>): Map<string, number> {
  const known = new Set(order.lines.map((line) => line.SKU));
  const unknown = (body.lines ?? []).filter((line) => !known.has(line.SKU)).map((line) => line.SKU);
  if (unknown.length > 0) {
    throw new ServiceError(400, `Purchase order ${order.lw_po_number} has no line for ${unknown.join(', ')}`);
  }
  const quantities = new Map<string, number>();
  for (const { SKU, delivered } of body.lines ?? [])
    quantities.set(SKU, (quantities.get(SKU) ?? 0) + delivered);
  return quantities;
}

/** Units of each line that arrive now. A SKU on several lines fills them in turn; what is too much goes to the last. */
function arrivals(order: store.PurchaseOrder, named: Map<string, number>, complete: boolean): number[] {
  const left = new Map(named);
  return order.lines.map((line, index) => {
    const open = Math.max(0, line.ordered - line.delivered);
    const rest = left.get(line.SKU);
    if (rest === undefined) return complete ? open : 0;
    const isLast = !order.lines.slice(index + 1).some((other) => other.SKU === line.SKU);
    const taken = isLast ? rest : Math.min(open, rest);
    left.set(line.SKU, rest - taken);
    return taken;
  });
}

/** What a finished delivery lacks or has too much of, by SKU. */
function discrepanciesOf(lines: readonly store.PurchaseOrderLine[]): store.Discrepancy[] {
  const totals = new Map<string, { expected: number; received: number }>();
  for (const line of lines) {
    const { expected, received } = totals.get(line.SKU) ?? { expected: 0, received: 0 };
    totals.set(line.SKU, { expected: expected + line.ordered, received: received + line.delivered });
  }
  return [...totals]
    .map(([SKU, { expected, received }]) => ({ SKU, expected, received, difference: received - expected }))
    .filter((discrepancy) => discrepancy.difference !== 0);
}

/**
 * The warehouse receives a delivery now. Complete unless said otherwise: lines not named arrive in full and what is
 * missing or too much is reported; an incomplete one brings only what is named, and more may follow. The PO's record.
 */
export function receivePurchaseOrder(
  context: RuleContext,
  number: string,
  body: z.infer<typeof receiveBody>,
): Record<string, unknown> {
  const order = awaitingDelivery(context, number);
  const complete = body.complete ?? true;
  const arriving = arrivals(order, namedQuantities(order, body), complete);
  const lines = order.lines.map((line, index) => {
    const arrived = arriving[index] ?? 0;
    const product = { id: line.product, client: order.client, sku: line.SKU };
    receive(context.db, product, order.warehouse, arrived, context.now, 'purchase-order');
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
}
