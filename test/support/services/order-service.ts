import type { ServerResponse } from 'node:http';
import { closedAfterTest } from '../closing.ts';
import { credentials } from '../sign-in.ts';
import { json, type Received, startService, type TestServer } from './http-server.ts';

export interface OrderService extends TestServer {
  readonly stored: Map<string, Record<string, unknown>>;
  /** The environment that names it and signs in to it. */
  readonly env: Readonly<Record<string, string>>;
  /** References of the create requests, in order of arrival. */
  posted(): string[];
  /** Requests to read an order, by reference. */
  read(): string[];
  signIns(): number;
}

/** Handles a request instead of the service; false lets the service answer it. */
export type Interference = (request: Received, response: ServerResponse, accept: () => void) => boolean;

const reference = (request: Received): string =>
  String((JSON.parse(request.body) as { ReferenceNumber: unknown }).ReferenceNumber);

/** An order service, open until the test is over: stores new orders, refuses known ones. `interfere` comes first. */
export async function startOrderService(interfere: Interference = () => false): Promise<OrderService> {
  const stored = new Map<string, Record<string, unknown>>();
  const accept = (request: Received): Record<string, unknown> => {
    const order = JSON.parse(request.body) as Record<string, unknown>;
    const number = stored.size + 1;
    const record = {
      ...order,
      Client: 'Acme',
      Status: 'Pending',
      OrderId: { UUID: `uuid-${number}`, Number: number },
    };
    stored.set(reference(request), record);
    return record;
  };
  const server = closedAfterTest(
    await startService((request, response) => {
      const post = request.method === 'POST' && request.url === '/v1/outbound';
      if (interfere(request, response, () => void (post && accept(request)))) return;
      if (post) {
        if (stored.has(reference(request)))
          return json(response, 409, { success: false, error: 'exists already' });
        return json(response, 201, { success: true, message: 'ok', data: accept(request) });
      }
      const wanted = decodeURIComponent(/^\/v1\/order\/(.+)$/.exec(request.url)?.[1] ?? '');
      const record = stored.get(wanted);
      return record === undefined
        ? json(response, 404, { success: false, error: 'Order not found' })
        : json(response, 200, { success: true, data: record });
    }),
  );
  return {
    ...server,
    stored,
    env: credentials(server.baseUrl),
    posted: () =>
      server.received.filter(({ url, method }) => method === 'POST' && url === '/v1/outbound').map(reference),
    read: () =>
      server.received
        .filter(({ method }) => method === 'GET')
        .map(({ url }) => url.replace('/v1/order/', '')),
  };
}
