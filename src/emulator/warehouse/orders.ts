import * as z from 'zod/mini';
import { text } from '../../contract/primitives.ts';
import { type RuleContext, ServiceError } from '../engine/context.ts';
import { fieldsOf, orderRecord, shownStatus } from '../rules/orders/order-record.ts';
import { type Shortage, ship } from '../stock/ledger.ts';
import { markShipped, type OwnedOrder, ordersOfAnyClient } from '../store/orders.ts';

/** Body of a dispatch; `client` is the client_id, needed where several clients use the reference. */
export const dispatchOrderBody = z.object({
  client: z.optional(text),
  ShippingVendor: z.optional(text),
  TrackingNumber: z.optional(text),
});

/** The one order meant: 404 when there is none, 400 naming the clients when there are several. */
function orderMeant(context: RuleContext, reference: string, client: string | undefined): OwnedOrder {
  const orders = ordersOfAnyClient(context.db, reference).filter(
    ({ client_id }) => client === undefined || client_id === client,
  );
  const [order, ...others] = orders;
  if (order === undefined) {
    throw new ServiceError(
      404,
      `Order ${reference} not found${client === undefined ? '' : ` for client ${client}`}`,
    );
  }
  if (others.length === 0) return order;
  const owners = orders.map(({ client_id }) => client_id).join(', ');
  throw new ServiceError(
    400,
    `Order ${reference} exists for several clients: name one of ${owners} as client`,
  );
}

const shortageText = ({ sku, ordered, level }: Shortage): string =>
  `${sku} (${ordered} ordered, ${level} in stock)`;

/**
 * The warehouse dispatches an order: stock falls, the order is shipped. 409 for an order that is shipped or cancelled
 * already, or of which more is ordered than the warehouse has. The order's record.
 */
export function dispatchOrder(
  context: RuleContext,
  reference: string,
  { client, ShippingVendor, TrackingNumber }: z.infer<typeof dispatchOrderBody>,
): Record<string, unknown> {
  const { db, now } = context;
  const order = orderMeant(context, reference, client);
  if (order.status === 'Shipped' || order.status === 'Cancelled') {
    throw new ServiceError(409, `Order ${reference} is ${shownStatus(context, order.status)} already`);
  }
  if (order.warehouse !== null) {
    const shortages = ship(db, order.client, order.warehouse, fieldsOf(order).OrderItems, now);
    if (shortages.length > 0) {
      throw new ServiceError(
        409,
        `Order ${reference} cannot be shipped: ${shortages.map(shortageText).join(', ')}`,
      );
    }
  }
  const shipped = {
    status: 'Shipped',
    processed_at: now,
    updated_at: now,
    shipping_vendor: ShippingVendor ?? 'Emulated Carrier',
    tracking_number: TrackingNumber ?? `EMU${String(order.number).padStart(10, '0')}`,
  } as const;
  markShipped(db, order.id, now, shipped.shipping_vendor, shipped.tracking_number);
  return orderRecord(context, { ...order, ...shipped }, order.client_name);
}
