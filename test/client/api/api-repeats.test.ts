import { describe, expect, it } from 'vitest';
import { createApi } from '../../../src/client/api/api.ts';
import { defaultRetryPolicy } from '../../../src/client/retry.ts';
import { busy, down, lost, refused, scripted } from './scripted-api.ts';

describe('a call', () => {
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

  it('renews the token itself when only another request got a 401 for an older token', async () => {
    const { api, renewals } = scripted([refused, {}, refused, {}]);
    await api.call('inventory');
    await api.call('inventory');
    expect(renewals()).toBe(2);
  });

  it('does not sign in again for a request that was sent before the last sign-in', async () => {
    const first = scripted([{}]);
    const { transport } = first.api;
    const held: (() => void)[] = [];
    const sent: (string | undefined)[] = [];
    let token = 0;
    const api = createApi({
      baseUrl: 'https://h.example/v1',
      transport: {
        ...transport,
        async send({ headers }) {
          sent.push(headers.authorization);
          const status = headers.authorization === 'Bearer t0' ? 401 : 200;
          if (sent.length === 2) await new Promise<void>((answer) => held.push(answer));
          return { status, headers: {}, body: Buffer.from('{"success":true,"data":{}}') };
        },
      },
      tokens: {
        current: () => `t${token}`,
        renew: async () => {
          token += 1;
          return true;
        },
        clientId: 'acme',
      },
      ...{ policy: defaultRetryPolicy, timeoutMs: 1000, random: () => 1, redact: String, commandFor: String },
      signInHint: '',
    });
    const [one, two] = [api.call('inventory'), api.call('inventory')];
    await one;
    for (const answer of held) answer();
    await two;
    expect(sent).toEqual(['Bearer t0', 'Bearer t0', 'Bearer t1', 'Bearer t1']);
    expect(token).toBe(1);
  });

  it('does not wait to send a request again after its own signal', async () => {
    const controller = new AbortController();
    const { api, advanced } = scripted([busy]);
    const call = api.call('inventory', { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(advanced).toEqual([]);
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

it('an attempt is made once, and returns failures instead of throwing', async () => {
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
