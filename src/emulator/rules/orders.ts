import type { OutboundOrder } from '../../contract/order.ts';
import { isoUtc } from '../../text/time.ts';
import { type ClientContext, ok, Refusal, type Rule } from '../context.ts';
import { allocate, release } from '../stock/ledger.ts';
import { insertOrder, markCancelled, type Order, orderByReference } from '../store/orders.ts';
import { orderBody } from './order-body.ts';
import { fieldsOf, orderRecord, shownStatus } from './order-record.ts';
import { warehouseNamed } from './warehouses.ts';

/**
 * POST /outbound: stores the order as `Pending` and puts its lines in the warehouse's order book. 400 for a warehouse
 * that is not the client's, 409 for a reference the client has used. Too little stock is no reason to refuse.
 */
export const createOrder: Rule = (context, input) => {
  const { db, client, now } = context;
  const order = input.body as OutboundOrder;
  const { fields, channelRef, warning } = orderBody(context, order);
  const warehouse = warehouseNamed(context, 'warehouse_name', order.warehouse_name);
  const reference = order.ReferenceNumber;
  if (order.PaymentStatus !== 'PAID') context.assume('A-02');
  const number = context.ids.next('order');
  const stored = {
    client: client.id,
    reference,
    uuid: context.ids.uuid(`order/${number}`),
    number,
    status: 'Pending',
    warehouse: warehouse.id,
    channel_ref: channelRef,
    ship_from: null,
    body: JSON.stringify(fields),
    created_at: now,
    updated_at: now,
    cancelled_at: null,
    processed_at: null,
    shipping_vendor: null,
    tracking_number: null,
  } as const;
  if (!insertOrder(db, stored)) throw new Refusal(409, `ReferenceNumber ${reference} already exists`);
  if (!allocate(db, client.id, warehouse.id, order.OrderItems, now)) context.assume('A-10');
  return ok(
    {
      ReferenceNumber: reference,
      Client: client.client_name,
      Status: stored.status,
      OrderId: { UUID: stored.uuid, Number: stored.number },
    },
    { message: 'Order created', ...(warning === undefined ? {} : { warning }) },
    201,
  );
};

/** The client's order of that reference; MSF orders are not to be had this way (404). */
function ownOrder(context: ClientContext, reference: string): Order {
  const order = orderByReference(context.db, context.client.id, reference);
  if (order !== undefined && order.ship_from === null) return order;
  throw new Refusal(404, `Order ${reference} not found`);
}

/** GET /order/{referenceNumber}. */
export const getOrder: Rule = (context, input) => {
  const order = ownOrder(context, input.params.referenceNumber ?? '');
  return ok(orderRecord(context, order, context.client.client_name));
};

/**
 * POST /order/{order_id}/cancel, where the identifier is the reference: takes the order out of the order book.
 * 409 once it is shipped; a second cancel answers as the first did.
 */
export const cancelOrder: Rule = (context, input) => {
  context.assume('A-06');
  const { db, client, now, variants } = context;
  const order = ownOrder(context, input.params.order_id ?? '');
  if (order.status === 'Shipped') {
    throw new Refusal(
      409,
      `Order ${order.reference} is ${shownStatus(context, order.status)} and cannot be cancelled`,
    );
  }
  const again = order.status === 'Cancelled';
  if (again && variants.choice('A-06') === 2) {
    throw new Refusal(409, `Order ${order.reference} is already cancelled`);
  }
  if (!again) {
    markCancelled(db, order.id, now);
    if (order.warehouse !== null) release(db, client.id, order.warehouse, fieldsOf(order).OrderItems, now);
  }
  if (variants.choice('A-06') === 1) return { status: 204 };
  return ok({
    ReferenceNumber: order.reference,
    Client: client.client_name,
    Status: shownStatus(context, 'Cancelled'),
    CancelledAt: isoUtc(again ? (order.cancelled_at ?? order.updated_at) : now),
  });
};
