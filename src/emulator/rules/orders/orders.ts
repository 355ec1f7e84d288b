import type { OutboundOrder } from '../../../contract/order.ts';
import { isoUtc } from '../../../text/time.ts';
import {
  type ClientContext,
  ok,
  Refusal,
  type Reply,
  type Rule,
  type RuleForMany,
} from '../../engine/context.ts';
import { allocate, release } from '../../stock/ledger.ts';
import {
  insertNewOrders,
  markCancelled,
  type NewOrder,
  type Order,
  orderByReference,
} from '../../store/orders.ts';
import type { Warehouse } from '../../store/warehouses.ts';
import { warehouseNamed } from '../warehouses.ts';
import { type OrderBody, orderBody } from './order-body.ts';
import { fieldsOf, orderRecord, shownStatus } from './order-record.ts';

interface Draft {
  readonly context: ClientContext;
  readonly order: OutboundOrder;
  readonly body: OrderBody;
  readonly warehouse: Warehouse;
}

/** A request as far as it can be judged by itself. */
function draft({ context, input }: Parameters<RuleForMany>[0][number], known: Map<string, Warehouse>): Draft {
  const order = input.body as OutboundOrder;
  const body = orderBody(context, order);
  const name = `${context.client.id} ${order.warehouse_name}`;
  const warehouse = known.get(name) ?? warehouseNamed(context, 'warehouse_name', order.warehouse_name);
  known.set(name, warehouse);
  if (order.PaymentStatus !== 'PAID') context.assume('A-02');
  return { context, order, body, warehouse };
}

const toStored = ({ context, order, body, warehouse }: Draft, number: number, uuid: string): NewOrder => ({
  client: context.client.id,
  reference: order.ReferenceNumber,
  uuid,
  number,
  warehouse: warehouse.id,
  channel_ref: body.channelRef,
  body: JSON.stringify(body.fields),
  created_at: context.now,
});

const created = ({ context, order, body: { warning } }: Draft, { uuid, number }: NewOrder): Reply =>
  ok(
    {
      ReferenceNumber: order.ReferenceNumber,
      Client: context.client.client_name,
      Status: 'Pending',
      OrderId: { UUID: uuid, Number: number },
    },
    { message: 'Order created', ...(warning === undefined ? {} : { warning }) },
    201,
  );

/**
 * POST /outbound: stores orders as `Pending` and puts their lines in the warehouses' order books. 400 for a warehouse
 * that is not the client's, 409 for a reference the client has used. Too little stock is no reason to refuse (A-10).
 */
export const createOrders: RuleForMany = (calls) => {
  const warehouses = new Map<string, Warehouse>();
  const drafts = calls.map((call) => draft(call, warehouses));
  const [first] = drafts;
  if (first === undefined) return [];
  const { db, ids } = first.context;
  const number = ids.next('order', drafts.length);
  const stored = drafts.map((each, at) => toStored(each, number + at, ids.uuid(`order/${number + at}`)));
  if (!insertNewOrders(db, stored))
    throw new Refusal(409, `ReferenceNumber ${first.order.ReferenceNumber} already exists`);
  const covered = allocate(
    db,
    drafts.map(({ context, order, warehouse }) => ({
      client: context.client.id,
      warehouse: warehouse.id,
      lines: order.OrderItems,
      at: context.now,
    })),
  );
  return drafts.map((each, at) => {
    if (!covered[at]) each.context.assume('A-10');
    return created(each, stored[at] as NewOrder);
  });
};

/** As `createOrders`, for one. */
export const createOrder: Rule = (context, input) => createOrders([{ context, input }])[0] as Reply;

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
