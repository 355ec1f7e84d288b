import { describe, expect, it } from 'vitest';
import { postSignIn } from '../../../src/client/auth/tokens.ts';
import { defaultRetryPolicy } from '../../../src/client/retry.ts';

const now = Date.parse('2026-09-01T08:00:00Z');

/** A sign-in that gets this answer. */
const answeredWith = (status: number, headers: Record<string, string>, body: string) =>
  postSignIn(
    {
      send: async () => ({ status, headers, body: Buffer.from(body) }),
      wait: async () => {},
      now: () => now + 5_400_123,
      monotonicNow: () => 0,
      close: async () => {},
    },
    { client_id: 'acme', client_secret: 'a-secret' },
    {
      baseUrl: 'https://h.example/v1',
      policy: defaultRetryPolicy,
      timeoutMs: 1000,
      random: () => 0,
      redact: (text) => text.replace('a-secret', '[removed]'),
      commandFor: (...words) => ['cfi', ...words].join(' '),
      signInHint: '',
    },
  );

describe('the token of a sign-in', () => {
  const signIn = (data: object, headers: Record<string, string>) =>
    answeredWith(200, headers, JSON.stringify({ success: true, data: { access_token: 'word', ...data } }));
  const date = new Date(now).toUTCString();

  it.each([
    ['the service says', { expires_in: 86_400 }, { date }, now + 86_400_000, -5_400_123],
    ['the service says in text', { expires_in: '3600' }, { date }, now + 3_600_000, -5_400_123],
    ['it is agreed where the service does not say', {}, { date }, now + 86_400_000, -5_400_123],
    ['they say without a Date', { expires_in: 60 }, {}, now + 5_460_123, 0],
    ['is at most a year', { expires_in: 1e12 }, { date }, now + 366 * 86_400_000, -5_400_123],
    ['is never negative', { expires_in: -5 }, { date }, now, -5_400_123],
  ])('expires exactly as long after the Date of the answer as %s', async (_, data, headers, end, skew) => {
    expect(await signIn(data, headers as Record<string, string>)).toEqual({
      token: { access_token: 'word', expires_at: end, skew },
      client_id: 'acme',
    });
  });

  it.each([[{ access_token: '' }], [{ access_token: 'two words' }], [{ access_token: 5 }]])(
    'is not read from %j',
    async (data) => {
      await expect(signIn(data, {})).rejects.toMatchObject({ code: 'network' });
    },
  );
});

it.each([
  [401, 'sign-in as acme failed: no [removed]', 'check the client ID'],
  [404, 'no [removed]', 'check the base address https://h.example/v1; it should end in /v1'],
  [400, 'no [removed]', 'correct the value'],
])('a refused sign-in with %i says %j and what to check', async (status, message, hint) => {
  await expect(answeredWith(status, {}, '{"success":false,"error":"no a-secret"}')).rejects.toMatchObject({
    message,
    details: { status, hint: expect.stringContaining(hint) },
  });
});
