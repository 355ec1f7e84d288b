import { ServiceError } from '../domain/context.ts';
import { wholeNumber } from '../rules/query.ts';
import type { Engine } from '../service/engine.ts';
import type { ListQuery } from '../warehouse/lists.ts';
import { actNow, type ControlCall, type ControlInput, readBody, readNow } from './call.ts';

const sizes = { default: 50, max: 200 };

/** Reads a query parameter as a whole number from 1 to `max`. Throws a 400 that names the parameter otherwise. */
function countParameter(query: URLSearchParams, name: string, standard: number, max: number): number {
  const text = query.get(name);
  if (text === null) return standard;
  const value = wholeNumber(text);
  if (value !== undefined && value >= 1 && value <= max) return value;
  throw new ServiceError(400, `${name} must be a whole number from 1 to ${max}`);
}

/**
 * The page and filters that a request asks for: `page`, `page_size`, `status` (repeatable), `client`, `warehouse`,
 * `search`.
 */
function listQuery(query: URLSearchParams): ListQuery {
  const page = countParameter(query, 'page', 1, 1_000_000);
  const size = countParameter(query, 'page_size', sizes.default, sizes.max);
  return {
    ...{ page, size, statuses: query.getAll('status') },
    ...{ client: query.get('client'), warehouse: query.get('warehouse'), search: query.get('search') },
  };
}

/** A page with its pagination. `rows` holds one row more than the page when there is a next page. */
function pageOf<T>({ page, size }: ListQuery, rows: readonly T[]) {
  const hasMore = rows.length > size;
  const next = hasMore ? { next_page: page + 1 } : {};
  return {
    data: rows.slice(0, size),
    pagination: { current_page: page, page_size: size, has_more: hasMore, ...next },
  };
}

async function oneSlot(engine: Engine, { params }: ControlInput): Promise<unknown> {
  const fc = await import('../warehouse/slots.ts');
  return readNow(engine, (context) => fc.shownSlot(context, params.ref ?? ''));
}

async function confirm(engine: Engine, { params, body }: ControlInput): Promise<unknown> {
  const fc = await import('../warehouse/slots.ts');
  const parsed = readBody(fc.confirmSlotBody, body);
  return actNow(engine, (context) => fc.confirmSlot(context, params.ref ?? '', parsed));
}

async function counter(engine: Engine, { params, body }: ControlInput): Promise<unknown> {
  const fc = await import('../warehouse/slots.ts');
  const parsed = readBody(fc.counterSlotBody, body);
  return actNow(engine, (context) => fc.counterSlot(context, params.ref ?? '', parsed));
}

async function expected(engine: Engine, { params }: ControlInput): Promise<unknown> {
  const fc = await import('../warehouse/deliveries.ts');
  return readNow(engine, (context) => fc.expectedDelivery(context, params.number ?? ''));
}

async function receivePo(engine: Engine, { params, body }: ControlInput): Promise<unknown> {
  const fc = await import('../warehouse/deliveries.ts');
  const parsed = readBody(fc.receiveBody, body);
  return actNow(engine, (context) => fc.receivePurchaseOrder(context, params.number ?? '', parsed));
}

async function receiveInbound(engine: Engine, { params, body }: ControlInput): Promise<unknown> {
  const fc = await import('../warehouse/deliveries.ts');
  const parsed = readBody(fc.receiveInboundBody, body);
  return actNow(engine, (context) => fc.receiveInbound(context, params.number ?? '', parsed));
}

async function dispatch(engine: Engine, { params, body }: ControlInput): Promise<unknown> {
  const fc = await import('../warehouse/orders.ts');
  const parsed = readBody(fc.dispatchOrderBody, body);
  return actNow(engine, (context) => fc.dispatchOrder(context, params.ref ?? '', parsed));
}

async function status(engine: Engine, { params, body }: ControlInput): Promise<unknown> {
  const fc = await import('../warehouse/orders.ts');
  const parsed = readBody(fc.orderStatusBody, body);
  return actNow(engine, (context) => fc.setOrderStatus(context, params.ref ?? '', parsed));
}

type Lists = typeof import('../warehouse/lists.ts');

/** A paged call that lists one kind of item across all clients. */
const list = (path: string, pick: (lists: Lists) => Lists[keyof Lists]): ControlCall => ({
  method: 'GET',
  path,
  envelope: 'page',
  async run(engine, { query }) {
    const wanted = listQuery(query);
    const read = pick(await import('../warehouse/lists.ts'));
    return readNow(engine, ({ db }) => pageOf<unknown>(wanted, read(db, wanted)));
  },
});

/** The calls that show the warehouse's view and act for it. */
export const warehouseCalls: readonly ControlCall[] = [
  list('/fc/slots', ({ listSlots }) => listSlots),
  { method: 'GET', path: '/fc/slots/{ref}', run: oneSlot },
  { method: 'POST', path: '/fc/slots/{ref}/confirm', run: confirm },
  { method: 'POST', path: '/fc/slots/{ref}/counter', run: counter },
  list('/fc/pos', ({ listPurchaseOrders }) => listPurchaseOrders),
  { method: 'GET', path: '/fc/pos/{number}', run: expected },
  { method: 'POST', path: '/fc/pos/{number}/receive', run: receivePo },
  list('/fc/inbound', ({ listDeliveries }) => listDeliveries),
  { method: 'POST', path: '/fc/inbound/{number}/receive', run: receiveInbound },
  list('/fc/orders', ({ listOrders }) => listOrders),
  { method: 'POST', path: '/fc/orders/{ref}/dispatch', run: dispatch },
  { method: 'POST', path: '/fc/orders/{ref}/status', run: status },
  list('/fc/stock', ({ listStock }) => listStock),
];
