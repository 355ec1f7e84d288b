import type { OutboundOrder } from '../../../contract/order.ts';
import { isoUtc } from '../../../text/time/time.ts';
import {
  type ClientContext,
  ok,
  type Reply,
  type Rule,
  type RuleCall,
  type RuleForMany,
  ServiceError,
} from '../../engine/context.ts';
import { allocate, type Gap, release } from '../../stock/ledger.ts';
import {
  insertNewOrders,
  lastOrderNumber,
  markCancelled,
  type NewOrder,
  type Order,
  orderByOwnId,
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
  /** The order as it is stored, as JSON. */
  readonly json: string;
  readonly warehouse: Warehouse;
}

const hasMoreThanPence = (price: number): boolean => Math.round(price * 100) / 100 !== price;

/** Checks whether a price may have more than two decimals. Throws a 400 that names the line. */
function checkPrices(context: ClientContext, { OrderItems }: OutboundOrder): void {
  const at = OrderItems.findIndex(({ PricePerUnit }) => hasMoreThanPence(PricePerUnit));
  if (at < 0) return;
  context.assume('A-59');
  if (context.variants.pick('A-59', [false, true]))
    throw new ServiceError(400, `OrderItems[${at}].PricePerUnit must have at most two decimals`);
}

/** Checks a request as far as possible without looking at the other requests. */
function draft({ context, input }: RuleCall<'createOrder'>): Draft {
  const order = input.body;
  checkPrices(context, order);
  const body = orderBody(context, order);
  const warehouse = warehouseNamed(context, 'warehouse_name', order.warehouse_name);
  if (order.PaymentStatus !== 'PAID') context.assume('A-02');
  // Most orders are stored as they were sent.
  const json = (body.fields === order ? input.json : undefined) ?? JSON.stringify(body.fields);
  return { context, order, body, json, warehouse };
}

const toStored = (
  { context, order, body, json, warehouse }: Draft,
  number: number,
  uuid: string,
): NewOrder => ({
  client: context.client.id,
  reference: order.ReferenceNumber,
  uuid,
  number,
  warehouse: warehouse.id,
  channel_ref: body.channelRef,
  body: json,
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
    { message: 'Order created', warning },
    201,
  );

/** The refusal of a reference that the client has already used; A-56 applies when it belongs to an MSF order. */
function alreadyExists({ context, order: { ReferenceNumber } }: Draft): ServiceError {
  const existing = orderByReference(context.db, context.client.id, ReferenceNumber);
  if (existing === undefined) context.assume('A-56');
  return new ServiceError(409, `ReferenceNumber ${ReferenceNumber} already exists`);
}

/**
 * Checks whether an order may name an unknown SKU, or more units than are in stock. Throws a 400 that names the
 * SKUs.
 */
function checkGaps(context: ClientContext, gaps: readonly Gap[] | undefined): void {
  if (gaps === undefined) return;
  context.assume('A-10');
  const refused = context.variants.pick('A-10', [undefined, 'unknown', 'short']);
  const skus = gaps.filter(({ reason }) => reason === refused).map(({ sku }) => sku);
  if (skus.length === 0) return;
  const problem = refused === 'unknown' ? 'Unknown SKU' : 'Not enough stock of';
  throw new ServiceError(400, `${problem} ${skus.join(', ')}`);
}

/**
 * POST /outbound: stores orders as `Pending` and adds their lines to the warehouses' order books. Throws a 400 for a
 * warehouse that does not belong to the client, a 409 for a reference that the client has already used.
 */
export const createOrders: RuleForMany<'createOrder'> = (calls) => {
  const drafts = calls.map(draft);
  const [first] = drafts;
  if (first === undefined) return [];
  const { db, ids } = first.context;
  const number = lastOrderNumber(db) + 1;
  const placed = drafts.map((each, at) => ({
    each,
    row: toStored(each, number + at, ids.uuid(`order/${number + at}`)),
  }));
  const besideMsf = first.context.variants.pick('A-56', [false, true]);
  const rows = placed.map(({ row }) => row);
  if (!insertNewOrders(db, rows, besideMsf)) throw alreadyExists(first);
  const gaps = allocate(
    db,
    drafts.map(({ context, order, warehouse }) => ({
      client: context.client.id,
      warehouse: warehouse.id,
      lines: order.OrderItems,
      at: context.now,
    })),
  );
  return placed.map(({ each, row }, at) => {
    checkGaps(each.context, gaps[at]);
    return created(each, row);
  });
};

/** Like `createOrders`, for one request. */
export const createOrder: Rule<'createOrder'> = (context, input) =>
  createOrders([{ context, input }])[0] as Reply;

/** The client's order with that reference. Throws a 404 for an unknown reference and for an MSF order. */
function ownOrder(context: ClientContext, reference: string): Order {
  const order = orderByReference(context.db, context.client.id, reference);
  if (order !== undefined) return order;
  throw new ServiceError(404, `Order ${reference} not found`);
}

/** GET /order/{referenceNumber}. */
export const getOrder: Rule<'getOrder'> = (context, input) => {
  const order = ownOrder(context, input.params.referenceNumber);
  return ok(orderRecord(context, order, context.client.client_name));
};

/** The order to cancel, found by its reference or, as chosen for A-06, by its UUID or number. */
function orderToCancel(context: ClientContext, id: string): Order {
  const by = context.variants.pick('A-06', ['reference', 'reference', 'reference', 'uuid', 'number']);
  if (by === 'reference') return ownOrder(context, id);
  const order = orderByOwnId(context.db, context.client.id, by, id);
  if (order !== undefined) return order;
  throw new ServiceError(404, `Order ${id} not found`);
}

/**
 * POST /order/{order_id}/cancel, where the identifier is the reference: removes the order from the order book.
 * 409 once it has shipped; cancelling again returns the same answer.
 */
export const cancelOrder: Rule<'cancelOrder'> = (context, input) => {
  context.assume('A-06');
  const { db, client, now, variants } = context;
  const order = orderToCancel(context, input.params.order_id);
  if (order.status === 'Shipped') {
    throw new ServiceError(
      409,
      `Order ${order.reference} is ${shownStatus(context, order.status)} and cannot be cancelled`,
    );
  }
  const again = order.status === 'Cancelled';
  if (again && variants.pick('A-06', [false, false, true, false, false])) {
    throw new ServiceError(409, `Order ${order.reference} is already cancelled`);
  }
  if (!again) {
    markCancelled(db, order.id, now);
    if (order.warehouse !== null) release(db, client.id, order.warehouse, fieldsOf(order).OrderItems, now);
  }
  if (variants.pick('A-06', [false, true, false, false, false])) return { status: 204 };
  return ok({
    ReferenceNumber: order.reference,
    Client: client.client_name,
    Status: shownStatus(context, 'Cancelled'),
    CancelledAt: isoUtc(again ? (order.cancelled_at ?? order.updated_at) : now),
  });
};
