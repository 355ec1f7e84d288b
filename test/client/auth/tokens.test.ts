import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { postSignIn } from '../../../src/client/auth/sign-in.ts';
import { openTokens, type TokenOptions } from '../../../src/client/auth/tokens.ts';
import { createRedactor } from '../../../src/client/http/redact.ts';
import { defaultRetryPolicy } from '../../../src/client/http/retry.ts';
import type { SavedToken } from '../../../src/config/file.ts';
import { makeHome } from '../../support/cli.ts';

const now = Date.parse('2026-09-01T08:00:00Z');
const credentials = { client_id: 'acme', client_secret: 'a-secret' };

const options = (signIns: unknown[]): TokenOptions => ({
  account: {
    address: 'https://h.example/v1',
    clientId: 'acme',
    fixedToken: undefined,
    credentials: async () => credentials,
  },
  configFile: join(makeHome(), 'config.json'),
  reading: { warn: () => {}, now: () => now },
  saved: false,
  now: () => now,
  signInHint: 'sign in: cfi login',
  redactor: createRedactor(),
  async post(given) {
    signIns.push(given);
    return { token: { access_token: 'new', expires_at: now + 86_400_000, skew: 0 }, client_id: 'acme' };
  },
});

describe('a saved token', () => {
  it.each([
    [60_001, 0, 'old'],
    [60_000, 0, 'new'],
    [-1, 0, 'new'],
    // A local clock an hour ahead of the service, and one that was ahead but has since been corrected.
    [60_001 - 3_600_000, -3_600_000, 'old'],
    [60_001, 3_600_000, 'old'],
    [60_000, -3_600_000, 'old'],
  ])('with %i ms left by the local clock and a skew of %i is the %s one', async (left, skew, current) => {
    const signIns: unknown[] = [];
    const stored: SavedToken = { access_token: 'old', expires_at: now + left, skew };
    const tokens = await openTokens(options(signIns), stored);
    expect(tokens.current()).toBe(current);
    expect(signIns).toEqual(current === 'new' ? [credentials] : []);
  });
});

describe('a sign-in', () => {
  it('is not made once the wait for another process that signs in is interrupted', async () => {
    const signIns: unknown[] = [];
    const interrupted = { ...options(signIns), saved: true, signal: AbortSignal.abort('SIGTERM') };
    await expect(openTokens(interrupted, undefined)).rejects.toMatchObject({ exitCode: 143 });
    expect(signIns).toEqual([]);
  });
});

describe('a sign-in that is not saved', () => {
  it('warns, and is used all the same', async () => {
    const warnings: string[] = [];
    const plain = options([]);
    const tokens = await openTokens(
      {
        ...plain,
        saved: true,
        reading: { warn: (line) => void warnings.push(line), now: () => now },
        async post(given) {
          // A folder where the file should be.
          mkdirSync(plain.configFile);
          return plain.post(given);
        },
      },
      undefined,
    );
    expect(tokens.current()).toBe('new');
    expect(warnings).toEqual([expect.stringMatching(/^the sign-in could not be saved: /)]);
  });
});

describe('the token of a sign-in', () => {
  const signIn = (data: object, headers: Record<string, string>) =>
    postSignIn(
      {
        send: async () => ({
          status: 200,
          headers,
          body: Buffer.from(JSON.stringify({ success: true, data: { access_token: 'word', ...data } })),
        }),
        wait: async () => {},
        now: () => now + 5_400_123,
        monotonicNow: () => 0,
        close: async () => {},
      },
      credentials,
      {
        baseUrl: 'https://h.example/v1',
        policy: defaultRetryPolicy,
        timeoutMs: 1000,
        random: () => 0,
        redact: (text) => text,
        commandFor: (...words) => ['cfi', ...words].join(' '),
      },
    );
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

describe('a refused sign-in', () => {
  const refusedWith = (status: number) =>
    postSignIn(
      {
        send: async () => ({
          status,
          headers: {},
          body: Buffer.from('{"success":false,"error":"no a-secret"}'),
        }),
        wait: async () => {},
        now: () => now,
        monotonicNow: () => 0,
        close: async () => {},
      },
      credentials,
      {
        baseUrl: 'https://h.example',
        policy: defaultRetryPolicy,
        timeoutMs: 1000,
        random: () => 0,
        redact: (text) => text.replace('a-secret', '[removed]'),
        commandFor: (...words) => ['cfi', ...words].join(' '),
      },
    );

  it.each([
    [401, 'sign-in failed: no [removed]', 'check the client identifier'],
    [404, 'no [removed]', 'check the base address https://h.example; it ends in /v1'],
    [400, 'no [removed]', 'correct the value'],
  ])('with %i says %j and what to check', async (status, message, hint) => {
    await expect(refusedWith(status)).rejects.toMatchObject({
      message,
      details: { status, hint: expect.stringContaining(hint) },
    });
  });
});
