import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A deterministic stream of numbers from 0 (included) to 1 (excluded), by mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const faults = [
  'limited-seconds',
  'limited-date',
  'limited-plain',
  'error-500',
  'page-503',
  'hostile-page',
  'reset-before',
  'reset-after',
  'truncated',
  'malformed',
  'late-after',
  'revoked',
  'empty-look-up',
  'error-look-up',
  'other-look-up',
  'lagging-look-up',
] as const;

type Fault = (typeof faults)[number];

export interface FaultyOptions {
  readonly seed: number;
  /** Share of requests that fail. */
  readonly share: number;
  /** How long a late answer takes, ms. */
  readonly lateMs?: number;
}

export interface FaultyOrderService {
  readonly baseUrl: string;
  /** How many times each reference was accepted as a new order. */
  readonly created: ReadonlyMap<string, number>;
  /** The stored body of each reference. */
  readonly stored: Map<string, Record<string, unknown>>;
  /** How many requests each kind of fault affected. */
  readonly hit: ReadonlyMap<Fault, number>;
  close(): Promise<void>;
}

/** A page on which a backtracking expression would never finish. */
const hostilePage = '<'.repeat(200_000);

const send = (response: ServerResponse, status: number, body: unknown, headers: object = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

/**
 * A small order service that is independent of the emulator: references are unique, and anything can go wrong on the
 * way to and from the client. It counts what it accepted, so that a test can tell a duplicate from a repetition.
 */
export async function startFaultyOrderService(options: FaultyOptions): Promise<FaultyOrderService> {
  const random = seeded(options.seed);
  const created = new Map<string, number>();
  const stored = new Map<string, Record<string, unknown>>();
  const hit = new Map<Fault, number>();
  const { share } = options;
  let token = 1;
  let number = 0;

  const answer = (method: string, path: string, body: string): { status: number; body: unknown } => {
    if (method === 'POST' && path === '/v1/outbound') {
      const order = JSON.parse(body) as Record<string, unknown>;
      const reference = String(order.ReferenceNumber);
      if (stored.has(reference))
        return { status: 409, body: { success: false, error: `${reference} exists` } };
      if (order.PaymentStatus === 'REFUSE')
        return { status: 400, body: { success: false, error: 'PaymentStatus is not accepted' } };
      number += 1;
      created.set(reference, (created.get(reference) ?? 0) + 1);
      stored.set(reference, {
        ...order,
        Client: 'Storm',
        Status: 'Pending',
        OrderId: { UUID: `uuid-${number}`, Number: number },
      });
      const data = {
        ReferenceNumber: reference,
        Client: 'Storm',
        Status: 'Pending',
        OrderId: { UUID: `uuid-${number}`, Number: number },
      };
      return { status: 201, body: { success: true, message: 'created', data } };
    }
    const reference = decodeURIComponent(/^\/v1\/order\/([^/?]+)$/.exec(path)?.[1] ?? '');
    const record = stored.get(reference);
    if (method === 'GET' && path.startsWith('/v1/order?'))
      return { status: 200, body: { success: true, data: [] } };
    if (method !== 'GET' || record === undefined)
      return { status: 404, body: { success: false, error: 'not found' } };
    return { status: 200, body: { success: true, data: record } };
  };

  const strike = (
    fault: Fault,
    request: IncomingMessage,
    response: ServerResponse,
    act: () => { status: number; body: unknown },
  ): void => {
    hit.set(fault, (hit.get(fault) ?? 0) + 1);
    const limited = { success: false, error: 'slow down' };
    switch (fault) {
      case 'limited-seconds':
        send(response, 429, limited, { 'retry-after': '0.05' });
        return;
      case 'limited-date':
        send(response, 429, limited, { 'retry-after': new Date().toUTCString() });
        return;
      case 'limited-plain':
        send(response, 429, limited);
        return;
      case 'error-500':
        if (random() < 0.5) act();
        send(response, 500, { success: false, error: 'broken' });
        return;
      case 'page-503': {
        if (random() < 0.3) act();
        response.writeHead(503, { 'content-type': 'text/html' });
        response.end('<html><title>503 Service Unavailable</title><body>later</body></html>');
        return;
      }
      case 'hostile-page':
        if (random() < 0.3) act();
        response.writeHead(random() < 0.5 ? 200 : 503, { 'content-type': 'text/html' });
        response.end(hostilePage);
        return;
      case 'reset-before':
        request.socket.resetAndDestroy();
        return;
      case 'reset-after':
        act();
        request.socket.resetAndDestroy();
        return;
      case 'truncated': {
        const { status, body } = act();
        const text = JSON.stringify(body);
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
        response.write(text.slice(0, text.length >> 1));
        setTimeout(() => request.socket.destroy(), 2);
        return;
      }
      case 'malformed': {
        const { status } = act();
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end('{"success":true,"data":{"Refer');
        return;
      }
      case 'late-after': {
        const { status, body } = act();
        setTimeout(() => send(response, status, body), options.lateMs ?? 600).unref();
        return;
      }
      case 'revoked':
        token += 1;
        send(response, 401, { success: false, error: 'Unauthorized' });
        return;
      case 'empty-look-up':
        send(response, 200, { success: true, data: {} });
        return;
      case 'error-look-up':
        send(response, 200, { success: true, data: { error: 'try again later' } });
        return;
      case 'other-look-up':
        send(response, 200, { success: true, data: [...stored.values()].at(-1) ?? { ReferenceNumber: 'X' } });
        return;
      case 'lagging-look-up':
        send(response, 404, { success: false, error: 'not found' });
        return;
    }
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      const body = Buffer.concat(chunks).toString('utf8');
      if (url === '/v1/auth/login') {
        const data = { access_token: `t.${token}.t`, expires_in: 86400, client_id: 'storm' };
        send(response, 200, { success: true, data });
        return;
      }
      if (request.headers.authorization !== `Bearer t.${token}.t`) {
        send(response, 401, { success: false, error: 'Unauthorized' });
        return;
      }
      const act = () => answer(method, url, body);
      const possible = faults.filter((fault) => method === 'GET' || !fault.endsWith('-look-up'));
      const fault = possible[Math.floor(random() * possible.length)];
      if (fault !== undefined && random() < share) return strike(fault, request, response, act);
      const made = act();
      send(response, made.status, made.body);
    });
  });
  server.on('clientError', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    created,
    stored,
    hit,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
