import type { ServerResponse } from 'node:http';
import { closedAfterTest } from '../closing.ts';
import { credentials } from '../sign-in.ts';
import { json, openService, type Received } from './http-server.ts';

export type OrderService = Awaited<ReturnType<typeof openOrderService>>;

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Handles a request instead of the service; false lets the service answer it. `act` does what the service would do, and
 * returns its answer without sending it.
 */
export type Interference = (request: Received, response: ServerResponse, act: () => Answer) => boolean;

const reference = (request: Received): string =>
  String((JSON.parse(request.body) as { ReferenceNumber: unknown }).ReferenceNumber);

/**
 * An order service that is independent of the emulator: stores new orders, refuses known ones. It counts what it accepted,
 * so that a test can tell a duplicate from a repetition. `interfere` comes first.
 */
export async function openOrderService(interfere: Interference = () => false, now?: () => number) {
  const stored = new Map<string, Record<string, unknown>>();
  /** How many times each reference was accepted as a new order. */
  const created = new Map<string, number>();
  const create = (request: Received): Answer => {
    const order = JSON.parse(request.body) as Record<string, unknown>;
    const own = reference(request);
    if (stored.has(own)) return { status: 409, body: { success: false, error: 'exists already' } };
    if (order.PaymentStatus === 'REFUSE')
      return { status: 400, body: { success: false, error: 'PaymentStatus is not accepted' } };
    const number = stored.size + 1;
    const ids = { Client: 'Acme', Status: 'Pending', OrderId: { UUID: `uuid-${number}`, Number: number } };
    stored.set(own, { ...order, ...ids });
    created.set(own, (created.get(own) ?? 0) + 1);
    return { status: 201, body: { success: true, message: 'ok', data: stored.get(own) } };
  };
  const answer = (request: Received): Answer => {
    if (request.method === 'POST' && request.url === '/v1/outbound') return create(request);
    const wanted = decodeURIComponent(/^\/v1\/order\/(.+)$/.exec(request.url)?.[1] ?? '');
    const record = request.method === 'GET' ? stored.get(wanted) : undefined;
    return record === undefined
      ? { status: 404, body: { success: false, error: 'Order not found' } }
      : { status: 200, body: { success: true, data: record } };
  };
  const server = await openService((request, response) => {
    if (interfere(request, response, () => answer(request))) return;
    const { status, body } = answer(request);
    json(response, status, body);
  }, now);
  return {
    ...server,
    stored,
    created,
    /** The environment that names it and signs in to it. */
    env: credentials(server.baseUrl) as Readonly<Record<string, string>>,
    /** References of the create requests, in order of arrival. */
    posted: () =>
      server.received.filter(({ url, method }) => method === 'POST' && url === '/v1/outbound').map(reference),
    /** Requests to read an order, by reference. */
    read: () =>
      server.received
        .filter(({ method }) => method === 'GET')
        .map(({ url }) => url.replace('/v1/order/', '')),
  };
}

/** An order service, open until the test is over. */
export const startOrderService = async (...how: Parameters<typeof openOrderService>): Promise<OrderService> =>
  closedAfterTest(await openOrderService(...how));
