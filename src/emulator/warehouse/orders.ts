import * as z from 'zod/mini';
import { text } from '../../contract/primitives.ts';
import type { Fields } from '../../text/records.ts';
import { type RuleContext, ServiceError } from '../domain/context.ts';
import { ship } from '../domain/stock.ts';
import { cancel, demandOf, orderRecord, shownStatus } from '../rules/orders.ts';
import {
  type OrderStatus,
  type OwnedOrder,
  orderStatuses,
  ordersOfAnyClient,
  updateOrder,
} from '../store/orders.ts';

/** What the warehouse does with the thing of that name, as the body of the call says. Returns its record. */
export type Act<B extends z.ZodMiniType> = (context: RuleContext, name: string, body: z.infer<B>) => Fields;

/** The only thing with its reference, or that of `client` (a client_id). Throws a 404 or 400 that says `what` it is. */
export function theOneMeant<T extends { readonly client_id: string }>(
  things: readonly T[],
  what: string,
  client: string | undefined,
): T {
  const meant = things.filter(({ client_id }) => client === undefined || client_id === client);
  const [thing, ...others] = meant;
  if (thing === undefined)
    throw new ServiceError(404, `${what} not found${client === undefined ? '' : ` for client ${client}`}`);
  if (others.length === 0) return thing;
  const owners = meant.map(({ client_id }) => client_id).join(', ');
  throw new ServiceError(400, `${what} exists for several clients: set client to one of ${owners}`);
}

/** Identifies one order: `client` is the client_id, required if several clients use the reference. */
const owner = {
  client: z.optional(text),
  /** Required if a client has both a marketplace order and its own order with the same reference. */
  ShipFrom: z.optional(z.literal('MSF')),
};

export const dispatchOrderBody = z.object({
  ...owner,
  ShippingVendor: z.optional(text),
  TrackingNumber: z.optional(text),
});

export const orderStatusBody = z.object({ ...owner, Status: text });

type Owner = Pick<z.infer<typeof dispatchOrderBody>, 'client' | 'ShipFrom'>;

/** The requested order. If a client has two with one reference (A-56), the one that a warehouse fulfils. */
function orderMeant(context: RuleContext, reference: string, { client, ShipFrom }: Owner): OwnedOrder {
  const all = ordersOfAnyClient(context.db, reference);
  const own = all.filter(({ ship_from }) => ship_from === null);
  const asked = all.filter((order) =>
    ShipFrom === undefined
      ? order.ship_from === null || !own.some((other) => other.client === order.client)
      : order.ship_from === ShipFrom,
  );
  return theOneMeant(asked, `Order ${reference}`, client);
}

function openOrder(context: RuleContext, reference: string, owner: Owner): OwnedOrder {
  const order = orderMeant(context, reference, owner);
  if (order.status === 'Pending' || order.status === 'Processing') return order;
  throw new ServiceError(409, `Order ${reference} is already ${shownStatus(context, order.status)}`);
}

/** Dispatches an open order: stock goes down, except for a marketplace order. 409 if it exceeds the stock. */
export const dispatchOrder: Act<typeof dispatchOrderBody> = (context, reference, body) => {
  const { ShippingVendor, TrackingNumber, ...owner } = body;
  const { db, now } = context;
  const order = openOrder(context, reference, owner);
  const demand = demandOf(context, order);
  const short = demand === undefined ? [] : ship(db, demand);
  if (short.length > 0)
    throw new ServiceError(409, `Order ${reference} cannot be shipped: ${short.join(', ')}`);
  const shipped = {
    status: 'Shipped',
    processed_at: now,
    updated_at: now,
    shipping_vendor: ShippingVendor ?? 'Emulated Carrier',
    tracking_number: TrackingNumber ?? `EMU${String(order.number).padStart(10, '0')}`,
  } as const;
  updateOrder(db, order.id, shipped);
  return orderRecord(context, { ...order, ...shipped }, order.client_name);
};

function statusNamed(context: RuleContext, name: string): OrderStatus {
  const status = orderStatuses.find((each) => each === name || shownStatus(context, each) === name);
  if (status !== undefined) return status;
  const shown = orderStatuses.map((each) => shownStatus(context, each)).join(', ');
  throw new ServiceError(400, `Status must be one of ${shown}`);
}

/** Changes the status of an open order, as the calls for `Shipped` and `Cancelled` do; others do not affect stock. */
export const setOrderStatus: Act<typeof orderStatusBody> = (context, reference, { Status, ...owner }) => {
  const { db, now } = context;
  const status = statusNamed(context, Status);
  if (status === 'Shipped') return dispatchOrder(context, reference, owner);
  const order = openOrder(context, reference, owner);
  if (status === 'Cancelled') cancel(context, order);
  else if (status !== order.status) updateOrder(db, order.id, { status, updated_at: now });
  const changed = status === order.status ? order : { ...order, status, updated_at: now };
  return orderRecord(context, changed, order.client_name);
};
