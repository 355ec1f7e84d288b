import { describe, expect, it } from 'vitest';
import { createApi } from '../../../src/client/api/api.ts';
import { defaultRetryPolicy } from '../../../src/client/http/retry.ts';
import {
  type EmbeddedRequest,
  type EmbeddedResponse,
  type EmbeddedService,
  embeddedTransport,
} from '../../../src/client/http/transport/embedded-transport.ts';
import type { Api } from '../../../src/client/types.ts';

type Scripted = Partial<EmbeddedResponse>;

interface ScriptedApi {
  readonly api: Api;
  readonly sent: EmbeddedRequest[];
  readonly advanced: number[];
  renewals(): number;
}

/** A client of a service with scripted answers; the last one repeats. */
function scripted(answers: readonly Scripted[], renewable = true): ScriptedApi {
  const sent: EmbeddedRequest[] = [];
  const advanced: number[] = [];
  let renewals = 0;
  const service: EmbeddedService = {
    clients: [],
    async handle(exchange) {
      sent.push(exchange);
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return { status: 200, headers: {}, body: '{"success":true,"data":{}}', delayMs: 0, ...answer };
    },
    now: () => 0,
    advance: (ms) => advanced.push(ms),
    close: () => {},
  };
  const transport = embeddedTransport(service, () => 0);
  const tokens = {
    current: () => `token-${renewals}`,
    renew: async () => {
      if (!renewable) return false;
      renewals += 1;
      return true;
    },
    clientId: 'acme',
    signInHint: 'sign in: cfi login',
  };
  const api = createApi({
    baseUrl: 'https://h.example/v1',
    transport,
    tokens,
    policy: defaultRetryPolicy,
    timeoutMs: 1000,
    random: () => 1,
    redact: (text) => text,
  });
  return { api, sent, advanced, renewals: () => renewals };
}

const refused: Scripted = { status: 401, body: '{"success":false,"error":"Unauthorized"}' };
const busy: Scripted = {
  status: 429,
  headers: { 'retry-after': '2' },
  body: '{"success":false,"error":"Rate limited"}',
};
const down: Scripted = { status: 500, body: '{"success":false,"error":"Server error"}' };
const lost: Scripted = { socket: 'reset' };

describe('a call', () => {
  it('encodes the path and query, and sends the token and JSON', async () => {
    const { api, sent } = scripted([{}]);
    await api.call('getOrder', { params: { referenceNumber: 'A/B ?ü' } });
    await api.call('listOrders', { query: { channel_ref: 'a&b', page: 2, ship_from: undefined } });
    await api.call('createOrder', { body: { a: 1 } });
    await api.call('createOrder', { body: '{"a": 1.0}' });
    expect(sent.map(({ target }) => target)).toEqual([
      '/v1/order/A%2FB%20%3F%C3%BC',
      '/v1/order?channel_ref=a%26b&page=2',
      '/v1/outbound',
      '/v1/outbound',
    ]);
    expect(sent.slice(2).map(({ body }) => Buffer.from(body ?? []).toString())).toEqual([
      '{"a":1}',
      '{"a": 1.0}',
    ]);
    expect(sent[2]?.headers).toMatchObject({
      authorization: 'Bearer token-0',
      'content-type': 'application/json',
    });
  });

  it.each(['', '.', '..'])('refuses %j as a reference with exit 2', async (referenceNumber) => {
    const { api, sent } = scripted([{}]);
    await expect(api.call('getOrder', { params: { referenceNumber } })).rejects.toMatchObject({
      exitCode: 2,
    });
    expect(sent).toEqual([]);
  });

  it.each([
    [
      'an envelope',
      '{"success":true,"message":"m","data":[1],"pagination":{"x":1},"warning":"w","more":2}',
      { data: [1], message: 'm', pagination: { x: 1 }, warning: 'w' },
    ],
    ['data without success', '{"data":{"a":1}}', { data: { a: 1 } }],
    [
      'members beside success',
      '{"success":true,"skus":[1],"pagination":{"x":1}}',
      { data: { skus: [1], pagination: { x: 1 } } },
    ],
    ['a bare object', '{"a":1}', { data: { a: 1 } }],
    ['a bare list', '[1,2]', { data: [1, 2] }],
    ['null data', '{"success":true,"data":null}', { data: null }],
  ])('reads %s', async (_, body, expected) => {
    const answer = await scripted([{ body }]).api.call('inventory');
    expect(answer).toMatchObject(expected);
    expect(answer.body).toEqual(JSON.parse(body));
  });

  it('accepts a success without a body for a write', async () => {
    const answer = await scripted([{ status: 204, body: '' }]).api.call('cancelSlot', {
      params: { slotReference: 'S' },
    });
    expect(answer).toMatchObject({ status: 204, data: undefined });
  });

  it('treats success false as a refusal, whatever the status', async () => {
    const { api } = scripted([{ body: '{"success":false,"error":"not today"}' }]);
    await expect(api.call('inventory')).rejects.toMatchObject({ message: 'not today' });
  });

  it("waits by the emulator's clock between attempts", async () => {
    const { api, sent, advanced } = scripted([busy, down, lost, {}]);
    await api.call('inventory');
    expect(sent).toHaveLength(4);
    expect(advanced).toEqual([2000, 1000, 2000]);
  });

  it('resends a write after 429, which means it was not done', async () => {
    const { api, sent } = scripted([busy, {}]);
    await api.call('createOrder', { body: {} });
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['a lost answer', lost, 'network', 'may have taken effect'],
    ['a late answer', { delayMs: 5000 }, 'timeout', 'may have taken effect'],
    ['half an answer', { body: '{"success":' }, 'network', 'may have taken effect'],
    ['a server error', down, 'unavailable', 'Server error'],
  ])('sends a write once, and after %s says that it may have happened', async (_, answer, code, said) => {
    const { api, sent } = scripted([answer]);
    const failed = api.call('createOrder', { body: {} });
    await expect(failed).rejects.toMatchObject({
      code,
      exitCode: 10,
      message: expect.stringContaining(said),
    });
    await expect(failed).rejects.toMatchObject({ details: { hint: expect.stringContaining('look it up') } });
    expect(sent).toHaveLength(1);
  });

  it('resends a slot cancellation, which is idempotent', async () => {
    const { api, sent } = scripted([lost, {}]);
    await api.call('cancelSlot', { params: { slotReference: 'S' } });
    expect(sent).toHaveLength(2);
  });

  it('keeps `retryable` from a refusal', async () => {
    const body = '{"success":false,"error":"no","retryable":true,"lw_po_number":"PO-1"}';
    const failed = scripted([{ status: 500, body }]).api.call('createPurchaseOrder', { body: {} });
    await expect(failed).rejects.toMatchObject({ details: { retryable: true, status: 500 } });
  });

  it('signs in again once after 401, even for a write', async () => {
    const { api, sent, renewals } = scripted([refused, {}]);
    await api.call('createOrder', { body: {} });
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-0', 'Bearer token-1']);
    expect(renewals()).toBe(1);
  });

  it.each([
    ['a second time', true, 2],
    ['without credentials', false, 1],
  ])('ends with exit 4 when 401 comes %s', async (_, renewable, times) => {
    const { api, sent } = scripted([refused], renewable);
    await expect(api.call('inventory')).rejects.toMatchObject({
      exitCode: 4,
      details: { hint: 'sign in: cfi login' },
    });
    expect(sent).toHaveLength(times);
  });

  it('shares one sign-in among many calls, including a late one', async () => {
    const { api, renewals } = scripted([refused, refused, refused, {}]);
    await Promise.all([api.call('inventory'), api.call('inventory'), api.call('inventory')]);
    expect(renewals()).toBe(1);
  });

  it.each([
    ['getOrder', '[]', 'record'],
    ['getOrder', 'null', 'record'],
    ['listSlots', '5', 'list'],
    ['listSlots', '"none"', 'list'],
  ] as const)('%s does not accept %s as a %s', async (endpoint, data, what) => {
    const { api } = scripted([{ body: `{"success":true,"data":${data}}` }]);
    const params = { referenceNumber: 'R' };
    expect(await api.attempt(endpoint, { params })).toEqual({
      kind: 'failure',
      reason: 'unreadable',
      message: `the service did not answer with a ${what}`,
      maybeSent: true,
    });
  });

  it.each(['[]', 'null', '{}'])('a list may be %s', async (data) => {
    const { api } = scripted([{ body: `{"success":true,"data":${data}}` }]);
    expect(await api.attempt('listSlots')).toMatchObject({ kind: 'answer' });
  });

  it('renews the token itself when only another request got a 401 for an older token', async () => {
    const { api, renewals } = scripted([refused, {}, refused, {}]);
    await api.call('inventory');
    await api.call('inventory');
    expect(renewals()).toBe(2);
  });

  it('ends with exit 130 when it is cancelled', async () => {
    const { api } = scripted([{}]);
    const signal = AbortSignal.abort();
    await expect(api.call('inventory', { signal })).rejects.toMatchObject({
      code: 'cancelled',
      exitCode: 130,
    });
  });
});

describe('an attempt', () => {
  it('is made once, and returns failures instead of throwing', async () => {
    const { api, sent } = scripted([{}, busy, lost]);
    expect(await api.attempt('inventory')).toMatchObject({ kind: 'answer', answer: { status: 200 } });
    expect(await api.attempt('inventory')).toMatchObject({
      kind: 'refusal',
      status: 429,
      error: 'Rate limited',
      retryAfterMs: 2000,
    });
    expect(await api.attempt('inventory')).toMatchObject({
      kind: 'failure',
      reason: 'network',
      maybeSent: true,
    });
    expect(sent).toHaveLength(3);
  });
});
