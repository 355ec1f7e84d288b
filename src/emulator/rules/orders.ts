import { channelRefCutOff } from '../../contract/limits.ts';
import type { OutboundOrder, outboundOrder } from '../../contract/order.ts';
import type { Fields } from '../../text/records.ts';
import { isoUtc, parseInstant } from '../../text/time/time.ts';
import {
  type ClientContext,
  found,
  ok,
  orderUuid,
  type Reply,
  type RuleContext,
  refusal,
  ServiceError,
} from '../domain/context.ts';
import { allocate, type Demand, release } from '../domain/stock.ts';
import * as store from '../store/orders.ts';
import { given, warehouseNamed } from './named.ts';
import { msfPaging, nextPage, type PagingQuery, pageBlock } from './query.ts';
import type { Rule } from './rule.ts';

/** Written out, because the schema would be loaded whenever a state is created. */
const knownFields: Record<keyof (typeof outboundOrder)['shape'], true> = {
  ReferenceNumber: true,
  ReceivedDate: true,
  DispatchBy: true,
  Currency: true,
  PaymentStatus: true,
  ChannelBuyerName: true,
  warehouse_name: true,
  PostalServiceCost: true,
  PostalServiceTaxRate: true,
  Channel_Ref: true,
  DeliveryAddress: true,
  BillingAddress: true,
  OrderItems: true,
};

/** The reference in a note `Channel_Ref: X`, if there is one. */
const channelRefIn = (note: unknown): string | undefined =>
  /^Channel_Ref:(.*)$/s.exec(String(note ?? '').trim())?.[1]?.trim();

/** The channel reference of an order: in one variant a note `Channel_Ref: X`, otherwise its own field. */
function channelRefOf(context: RuleContext, order: OutboundOrder): string | null {
  const notes = context.variants.pick('A-03', [false, true]) && Array.isArray(order.Notes) ? order.Notes : [];
  const channelRef =
    notes.map((entry) => channelRefIn(entry?.Note)).find(Boolean) ?? given(order.Channel_Ref);
  if (channelRef !== undefined) context.assume('A-03');
  return channelRef ?? null;
}

const utc = (time: string): string => isoUtc(parseInstant(time));

function hasZone(time: string): boolean {
  const [, clock = ''] = time.split(/[T ]/i);
  return /(?:Z|[+-]\d{2}:?\d{2})$/i.test(clock);
}

/**
 * The fields of a request as they are stored. Unknown fields are dropped, so that a caller cannot set fields
 * that belong to the service, such as `Status`. Times are converted to UTC. A `DispatchBy` without a zone is read as
 * UTC with a warning, or refused with 400, as chosen for A-12.
 */
export function orderBody(context: RuleContext, order: OutboundOrder) {
  const channelRef = channelRefOf(context, order);
  const known = Object.fromEntries(
    Object.entries(order).filter(([name]) => Object.hasOwn(knownFields, name)),
  );
  const fields = {
    ...known,
    ReceivedDate: utc(order.ReceivedDate),
    DispatchBy: utc(order.DispatchBy),
    ...(channelRef === null ? {} : { Channel_Ref: channelRef }),
  } as OutboundOrder;
  const body = { fields, channelRef, warning: undefined };
  if (fields.DispatchBy === order.DispatchBy || hasZone(order.DispatchBy)) return body;
  if (context.decide('A-12', [false, true]))
    throw new ServiceError(400, 'DispatchBy must carry a time zone (Z or an offset)');
  return { ...body, warning: `DispatchBy has no time zone and was read as ${fields.DispatchBy}` };
}

/** A status as the service shows it: only `Pending` is certain. */
export function shownStatus(context: RuleContext, status: store.OrderStatus): string {
  if (status !== 'Pending') context.assume('A-04');
  return status === 'Shipped' ? context.variants.pick('A-04', ['Shipped', 'Dispatched']) : status;
}

const fieldsOf = (order: store.Order): OutboundOrder => JSON.parse(order.body);

/** An order as the service shows it: the request's fields and those that the service added. */
export function orderRecord(context: RuleContext, order: store.Order, clientName: string): Fields {
  const { OrderItems, ...fields } = fieldsOf(order);
  const { shipping_vendor, tracking_number } = order;
  const tracking = { ShippingVendor: shipping_vendor, TrackingNumber: tracking_number };
  const unannounced = { Folder: 'Default', Priority: 0, CustomData: { Source: 'API' } };
  const variant = context.decide('A-05', [
    { items: 'OrderItems', tracking },
    { items: 'Items', tracking },
    { items: 'OrderItems', tracking: { Tracking: { Vendor: shipping_vendor, Number: tracking_number } } },
    { items: 'OrderItems', tracking, more: unannounced },
  ]);
  // Spreading `fields` and adding to it would be slow in Node 20.
  return Object.assign(fields, {
    [variant.items]: OrderItems,
    Client: clientName,
    Status: shownStatus(context, order.status),
    OrderId: { UUID: order.uuid, Number: order.number },
    CreatedAt: isoUtc(order.created_at),
    UpdatedAt: isoUtc(order.updated_at),
    ...variant.tracking,
    ProcessedOn: order.processed_at === null ? null : isoUtc(order.processed_at),
    ...(order.ship_from === null ? {} : { ShipFrom: order.ship_from }),
    ...('more' in variant ? variant.more : {}),
  });
}

/** Checks whether a price may have more than two decimals. */
function checkPrices(context: ClientContext, { OrderItems }: OutboundOrder): void {
  const at = OrderItems.findIndex(({ PricePerUnit: price }) => Math.round(price * 100) / 100 !== price);
  if (at >= 0 && context.decide('A-59', [false, true]))
    throw new ServiceError(400, `OrderItems[${at}].PricePerUnit must have at most two decimals`);
}

/** Checks whether an order may name an unknown SKU, or more units than are in stock. */
function checkGaps(context: ClientContext, { unknown, short }: ReturnType<typeof allocate>): void {
  if (unknown.length === 0 && short.length === 0) return;
  const refused = context.decide('A-10', [undefined, 'unknown', 'short']);
  if (refused === 'unknown' && unknown.length > 0)
    throw new ServiceError(400, `Unknown SKU ${unknown.join(', ')}`);
  if (refused === 'short' && short.length > 0)
    throw new ServiceError(400, `Not enough stock of ${short.join(', ')}`);
}

/**
 * POST /outbound: stores an order as `Pending`, and adds its lines to the order book of its warehouse. 400 for a warehouse
 * that is not the client's, 409 for a reference that is taken.
 */
export const createOrder: Rule<'createOrder'> = (context, { body: order }) => {
  const { db, client, now, variants } = context;
  checkPrices(context, order);
  const { fields, channelRef: channel_ref, warning } = orderBody(context, order);
  const warehouse = warehouseNamed(context, 'warehouse_name', order.warehouse_name);
  const place = { client: client.id, warehouse: warehouse.id };
  if (order.PaymentStatus !== 'PAID') context.assume('A-02');
  const reference = order.ReferenceNumber;
  const number = store.lastOrderNumber(db) + 1;
  const uuid = orderUuid(db, number);
  const body = JSON.stringify(fields);
  const row = { reference, uuid, number, channel_ref, body, created_at: now, ...place };
  if (!store.insertOrder(db, row, variants.pick('A-56', [false, true]))) {
    // An MSF order has the reference.
    if (store.orderByReference(db, client.id, reference) === undefined) context.assume('A-56');
    throw new ServiceError(409, `ReferenceNumber ${reference} already exists`);
  }
  checkGaps(context, allocate(db, { lines: order.OrderItems, at: now, ...place }));
  const data = {
    ReferenceNumber: reference,
    Client: client.client_name,
    Status: 'Pending',
    OrderId: { UUID: uuid, Number: number },
  };
  return ok(data, { message: 'Order created', warning }, 201);
};

/** The client's order with that reference. Throws a 404 for an unknown reference and for an MSF order. */
const ownOrder = ({ db, client }: ClientContext, reference: string): store.Order =>
  found(store.orderByReference(db, client.id, reference), `Order ${reference}`);

/** GET /order/{referenceNumber}. */
export const getOrder: Rule<'getOrder'> = (context, input) => {
  const order = ownOrder(context, input.params.referenceNumber);
  return ok(orderRecord(context, order, context.client.client_name));
};

/** The order to cancel, found by its reference or, as chosen for A-06, by its UUID or number. */
function orderToCancel(context: ClientContext, id: string): store.Order {
  const by = context.decide('A-06', ['reference', 'reference', 'reference', 'uuid', 'number']);
  if (by === 'reference') return ownOrder(context, id);
  return found(store.orderByOwnId(context.db, context.client.id, by, id), `Order ${id}`);
}

/** The stock that an order needs now; none for an order that a marketplace fulfils. */
export function demandOf({ now }: RuleContext, order: store.Order): Demand | undefined {
  const { client, warehouse } = order;
  if (warehouse === null) return undefined;
  return { client, warehouse, lines: fieldsOf(order).OrderItems, at: now };
}

/** Cancels an open order: its lines leave the order book. */
export function cancel(context: RuleContext, order: store.Order): void {
  const { db, now } = context;
  const demand = demandOf(context, order);
  store.updateOrder(db, order.id, { status: 'Cancelled', cancelled_at: now, updated_at: now });
  if (demand !== undefined) release(db, demand);
}

/** POST /order/{order_id}/cancel, by the reference. 409 once it has shipped; again, it changes nothing. */
export const cancelOrder: Rule<'cancelOrder'> = (context, input) => {
  const { client, now, decide } = context;
  const order = orderToCancel(context, input.params.order_id);
  if (order.status === 'Shipped') {
    const status = shownStatus(context, order.status);
    throw new ServiceError(409, `Order ${order.reference} is ${status} and cannot be cancelled`);
  }
  const again = order.status === 'Cancelled';
  if (again && decide('A-06', [false, false, true, false, false]))
    throw new ServiceError(409, `Order ${order.reference} is already cancelled`);
  if (!again) cancel(context, order);
  if (decide('A-06', [false, true, false, false, false])) return { status: 204 };
  return ok({
    ReferenceNumber: order.reference,
    Client: client.client_name,
    Status: shownStatus(context, 'Cancelled'),
    CancelledAt: isoUtc(again ? (order.cancelled_at ?? order.updated_at) : now),
  });
};

const orderRecords = (context: ClientContext, orders: readonly store.Order[]) =>
  orders.map((order) => orderRecord(context, order, context.client.client_name));

/** All MSF orders, or one page of them: either paging parameter selects the paged shape. */
function listMsfOrders(context: ClientContext, query: PagingQuery): Reply {
  context.assume('A-07');
  const { db, client, variants } = context;
  const page = msfPaging(query);
  if (page === undefined) return ok(orderRecords(context, store.msfOrders(db, client.id, -1, 0)));
  const orders = orderRecords(context, store.msfOrders(db, client.id, page.size, page.offset));
  const block = pageBlock(page, store.msfOrderCount(db, client.id));
  const pagination = { ...block, ...nextPage(page.page, block.has_more) };
  return ok(variants.pick('A-07', [orders, { orders }]), { pagination });
}

/** Orders with a channel reference; A-55 decides whether MSF orders are included. */
function withMsf(context: ClientContext, orders: readonly store.Order[]): readonly store.Order[] {
  const own = orders.filter((order) => order.ship_from === null);
  if (own.length === orders.length) return orders;
  return context.decide('A-55', [orders, own]);
}

/**
 * GET /order: the MSF orders, or those with a channel reference since the cut-off; `ship_from` goes first, and any
 * other value of it is a 400, as is neither.
 */
export const listOrders: Rule<'listOrders'> = (context, { query }) => {
  const shipFrom = query.get('ship_from');
  if (shipFrom === 'MSF') return listMsfOrders(context, query);
  if (shipFrom !== null) throw new ServiceError(400, 'ship_from must be MSF');
  const channelRef = query.get('channel_ref');
  if (!channelRef) throw refusal(context, 'A-08', 400, 'channel_ref or ship_from is required');
  context.assume('A-09');
  const since = Date.parse(channelRefCutOff);
  const anyCase = context.variants.pick('A-58', [false, true]);
  if (/\p{L}/u.test(channelRef)) context.assume('A-58');
  const orders = store.ordersByChannelRef(context.db, context.client.id, channelRef, { since, anyCase });
  return ok(orderRecords(context, withMsf(context, orders)));
};
