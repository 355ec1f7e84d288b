import type { ServerResponse } from 'node:http';
import { seeded } from '../random.ts';
import { json, type Received } from './http-server.ts';
import type { Answer, Interference } from './order-service.ts';

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

interface Faulty {
  readonly seed: number;
  /** Share of requests that fail. */
  readonly share: number;
  /** How long a late answer takes, ms. */
  readonly lateMs: number;
}

/** A page on which a backtracking expression would never finish. */
const hostilePage = '<'.repeat(200_000);

const page = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end(text);
};

const tokenOf = ({ headers }: Received): number => Number(/-(\d+)$/.exec(headers.authorization ?? '')?.[1]);

/** Anything that can go wrong on the way to and from a service, at random; `hit` counts the faults of each kind. */
export function faultsAtRandom({ seed, share, lateMs }: Faulty): {
  readonly hit: ReadonlyMap<Fault, number>;
  readonly interfere: Interference;
} {
  const random = seeded(seed);
  const hit = new Map<Fault, number>();
  let oldestToken = 1;
  let last: unknown;

  const strike = (fault: Fault, request: Received, response: ServerResponse, act: () => Answer): unknown => {
    const limited = { success: false, error: 'slow down' };
    switch (fault) {
      case 'limited-seconds':
        return json(response, 429, limited, { 'retry-after': '0.05' });
      case 'limited-date':
        return json(response, 429, limited, { 'retry-after': new Date().toUTCString() });
      case 'limited-plain':
        return json(response, 429, limited);
      case 'error-500':
        if (random() < 0.5) act();
        return json(response, 500, { success: false, error: 'broken' });
      case 'page-503':
        if (random() < 0.3) act();
        return page(response, 503, '<html><title>503 Service Unavailable</title><body>later</body></html>');
      case 'hostile-page':
        if (random() < 0.3) act();
        return page(response, random() < 0.5 ? 200 : 503, hostilePage);
      case 'reset-before':
        return response.socket?.resetAndDestroy();
      case 'reset-after':
        act();
        return response.socket?.resetAndDestroy();
      case 'truncated': {
        const { status, body } = act();
        const text = JSON.stringify(body);
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
        response.write(text.slice(0, text.length >> 1));
        setTimeout(() => response.socket?.destroy(), 2);
        return;
      }
      case 'malformed':
        response.writeHead(act().status, { 'content-type': 'application/json' });
        return response.end('{"success":true,"data":{"Refer');
      case 'late-after': {
        const { status, body } = act();
        setTimeout(() => json(response, status, body), lateMs).unref();
        return;
      }
      case 'revoked':
        oldestToken = tokenOf(request) + 1;
        return json(response, 401, { success: false, error: 'Unauthorized' });
      case 'empty-look-up':
        return json(response, 200, { success: true, data: {} });
      case 'error-look-up':
        return json(response, 200, { success: true, data: { error: 'try again later' } });
      case 'other-look-up':
        return json(response, 200, { success: true, data: last ?? { ReferenceNumber: 'X' } });
      case 'lagging-look-up':
        return json(response, 404, { success: false, error: 'not found' });
    }
  };

  return {
    hit,
    interfere(request, response, act) {
      response.on('error', () => {});
      const noted = (): Answer => {
        const answer = act();
        if (answer.status === 201) last = (answer.body as { data: unknown }).data;
        return answer;
      };
      if (tokenOf(request) < oldestToken) {
        json(response, 401, { success: false, error: 'Unauthorized' });
        return true;
      }
      const possible = faults.filter((fault) => request.method === 'GET' || !fault.endsWith('-look-up'));
      const fault = possible[Math.floor(random() * possible.length)];
      if (fault !== undefined && random() < share) {
        hit.set(fault, (hit.get(fault) ?? 0) + 1);
        strike(fault, request, response, noted);
        return true;
      }
      const { status, body } = noted();
      json(response, status, body);
      return true;
    },
  };
}
