import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../src/client/api/api.ts';
import { openNetwork } from '../../src/client/transport/network.ts';
import type { Api } from '../../src/client/types.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { CfiError, type ErrorCode } from '../../src/errors.ts';
import { endpointOf, type WireExchange, wireFixtures, withValues } from '../support/emulator/wire.ts';
import { json, openServer, type TestServer, testToken } from '../support/services/http-server.ts';

/** How the client reads the documented answers of the service. */
const codes: Readonly<Record<number, readonly [ErrorCode, exitCode: number]>> = {
  400: ['invalid-input', 2],
  401: ['unauthorized', 4],
  404: ['not-found', 5],
  409: ['conflict', 6],
};

const exchanges = wireFixtures().flatMap(([file, cases]) =>
  cases.filter((step): step is WireExchange => 'request' in step).map((step) => ({ file, ...step })),
);

let server: TestServer;
let api: Api;
let answer: { status: number; body: unknown };

beforeAll(async () => {
  server = await openServer((_, response) => json(response, answer.status, answer.body));
  const transport = await openNetwork({
    baseUrl: server.baseUrl,
    env: {},
    connections: 1,
    now: () => 0,
    monotonicNow: () => 0,
    sleep: async () => {},
    startTimer: () => () => {},
  });
  api = createApi({
    baseUrl: server.baseUrl,
    transport,
    tokens: {
      current: () => testToken,
      renew: async () => false,
      clientId: 'emu-acme',
    },
    policy: { maxRetries: 0, baseMs: 0, maxBackoffMs: 0, maxRetryAfterMs: 0 },
    timeoutMs: 10_000,
    random: () => 0,
    redact: (text) => text,
    commandFor: (...words) => ['cfi', ...words].join(' '),
    signInHint: 'cfi login',
  });
});

afterAll(async () => {
  await api.close();
  await server.close();
});

/** Sends a documented request through the client to a server that gives the documented answer. */
async function exchange({ request, status, response }: WireExchange) {
  answer = { status, body: withValues(response) };
  const { name, params } = endpointOf(request);
  const decoded = Object.entries(params).map(([key, value]) => [key, decodeURIComponent(value)]);
  const query = Object.fromEntries(new URL(request.path, 'http://x').searchParams);
  const outcome = await api
    .call(name, {
      params: Object.fromEntries(decoded),
      ...(Object.keys(query).length === 0 ? {} : { query }),
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    .catch((error: unknown) => error);
  return { name, outcome, received: server.received.at(-1) };
}

describe('the documented exchanges through the client', () => {
  it('cover every endpoint, with successes and every kind of refusal', () => {
    const succeeding = exchanges.filter(({ status }) => status < 300);
    const names = new Set(succeeding.map(({ request }) => endpointOf(request).name));
    expect([...names].sort()).toEqual(Object.keys(endpoints).sort());
    const refusals = exchanges.filter(({ status }) => status >= 400).map(({ status }) => String(status));
    expect([...new Set(refusals)].sort()).toEqual(Object.keys(codes));
  });

  it.each(exchanges)('$file: the request of $name is sent as documented', async (step) => {
    const { name, received } = await exchange(step);
    const { method, path, body } = step.request;
    expect(received).toMatchObject({ method, body: body === undefined ? '' : JSON.stringify(body) });
    const [sent, wanted] = [received?.url.slice('/v1'.length) ?? '', path].map(
      (each) => new URL(each, 'http://x'),
    );
    expect(decodeURIComponent(sent?.pathname ?? '')).toBe(decodeURIComponent(wanted?.pathname ?? ''));
    expect([...(sent?.searchParams ?? [])]).toEqual([...(wanted?.searchParams ?? [])]);
    const authorization = endpoints[name].auth ? `Bearer ${testToken}` : undefined;
    expect(received?.headers.authorization).toBe(authorization);
    expect(received?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
  });

  it.each(exchanges.filter(({ status }) => status < 300))(
    '$file: $name leaves the data unchanged',
    async (step) => {
      const { outcome } = await exchange(step);
      const body = withValues(step.response) as Record<string, unknown>;
      const { received: _, ...answer } = outcome as Record<string, unknown>;
      expect(answer).toEqual({
        status: step.status,
        // Without `data`, the members beside `success` are the data.
        data: body.data ?? (body.pagination === undefined ? undefined : { pagination: body.pagination }),
        pagination: body.pagination,
        body,
      });
    },
  );

  it.each(exchanges.filter(({ status }) => status >= 400))(
    '$file: $name is the expected error',
    async (step) => {
      const { outcome } = await exchange(step);
      const { error, retryable } = withValues(step.response) as { error: string; retryable?: boolean };
      const [code, exitCode] = codes[step.status] ?? [];
      expect(outcome).toBeInstanceOf(CfiError);
      // A 404 names the requested reference.
      const [asked] = step.status === 404 ? Object.values(endpointOf(step.request).params) : [];
      const message = asked === undefined ? error : `${asked}: ${error}`;
      expect(outcome).toMatchObject({ code, exitCode, message, details: { status: step.status } });
      const { field, retryable: reported } = (outcome as CfiError).details;
      // A read may be retried if it can succeed later; for a write only the service can say so.
      const mayPass = step.status === 429 || (step.status >= 500 && step.request.method === 'GET');
      expect(reported).toBe(retryable ?? (mayPass || undefined));
      expect(field).toBe(/^(\S+) is required$/.exec(error)?.[1]);
    },
  );
});
