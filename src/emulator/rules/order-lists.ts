import { channelRefCutOff } from '../../contract/limits.ts';
import { type ClientContext, ServiceError } from '../domain/context.ts';
import { msfOrderCount, msfOrders, type Order, ordersByChannelRef } from '../store/orders.ts';
import { orderRecord } from './orders.ts';
import { msfPaging, nextPage, type PagingQuery, pageBlock } from './query.ts';
import { ok, type Reply, type Rule } from './rule.ts';

const records = (context: ClientContext, orders: readonly Order[]) =>
  orders.map((order) => orderRecord(context, order, context.client.client_name));

/** All MSF orders, or one page of them: either paging parameter selects the paged shape. */
function listMsfOrders(context: ClientContext, query: PagingQuery): Reply {
  context.assume('A-07');
  const { db, client, variants } = context;
  const page = msfPaging(query);
  if (page === undefined) return ok(records(context, msfOrders(db, client.id, -1, 0)));
  const orders = records(context, msfOrders(db, client.id, page.size, page.offset));
  const block = pageBlock(page, msfOrderCount(db, client.id));
  const pagination = { ...block, ...nextPage(page.page, block.has_more) };
  return ok(variants.pick('A-07', [orders, { orders }]), { pagination });
}

/** Orders with a channel reference; A-55 decides whether MSF orders are included. */
function withMsf(context: ClientContext, orders: readonly Order[]): readonly Order[] {
  const own = orders.filter((order) => order.ship_from === null);
  if (own.length === orders.length) return orders;
  context.assume('A-55');
  return context.variants.pick('A-55', [orders, own]);
}

/**
 * GET /order: by `ship_from=MSF`, which takes precedence, or by an exact channel reference among the orders created
 * since the cut-off. 400 without either and for any other `ship_from`.
 */
export const listOrders: Rule<'listOrders'> = (context, { query }) => {
  const shipFrom = query.get('ship_from');
  if (shipFrom === 'MSF') return listMsfOrders(context, query);
  if (shipFrom !== null) throw new ServiceError(400, 'ship_from must be MSF');
  const channelRef = query.get('channel_ref');
  if (!channelRef) {
    context.assume('A-08');
    throw new ServiceError(400, 'channel_ref or ship_from is required');
  }
  context.assume('A-09');
  const since = Date.parse(channelRefCutOff);
  const anyCase = context.variants.pick('A-58', [false, true]);
  if (/\p{L}/u.test(channelRef)) context.assume('A-58');
  const orders = ordersByChannelRef(context.db, context.client.id, channelRef, { since, anyCase });
  return ok(records(context, withMsf(context, orders)));
};
