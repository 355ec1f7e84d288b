import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepToken } from '../../../src/client/auth/account.ts';
import { openTokens, type TokenOptions } from '../../../src/client/auth/tokens.ts';
import { readConfig, type SavedToken, updateConfig } from '../../../src/config/settings-file.ts';
import { CfiError } from '../../../src/errors.ts';
import { createRedactor } from '../../../src/text/redact.ts';
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

it.each([
  [60_001, 0, 'old'],
  [60_000, 0, 'new'],
  [-1, 0, 'new'],
  // A local clock an hour ahead of the service, and one that was ahead but has since been corrected.
  [60_001 - 3_600_000, -3_600_000, 'old'],
  [60_001, 3_600_000, 'old'],
  [60_000, -3_600_000, 'old'],
])(
  'a saved token with %i ms left by the local clock and a skew of %i is the %s one',
  async (left, skew, current) => {
    const signIns: unknown[] = [];
    const stored: SavedToken = { access_token: 'old', expires_at: now + left, skew };
    const tokens = await openTokens(options(signIns), stored);
    expect(tokens.current()).toBe(current);
    expect(signIns).toEqual(current === 'new' ? [credentials] : []);
  },
);

describe('a refused token without credentials', () => {
  const day = 86_400_000;
  it.each([
    ['newer', day, true],
    ['old', day, false],
    ['newer', -day, false],
  ])(
    'is replaced by one that somebody has saved since: %s, good for %i ms',
    async (token, left, isRenewed) => {
      const signIns: unknown[] = [];
      const { account, ...others } = options(signIns);
      const known = { ...others, saved: true, account: { ...account, credentials: async () => undefined } };
      const stored: SavedToken = { access_token: 'old', expires_at: now + day, skew: 0 };
      const tokens = await openTokens(known, stored);
      await updateConfig(known.configFile, known.reading, (config) =>
        keepToken(config, account.address, 'acme', { access_token: token, expires_at: now + left, skew: 0 }),
      );
      expect([await tokens.renew(), tokens.current(), signIns]).toEqual([
        isRenewed,
        isRenewed ? token : 'old',
        [],
      ]);
    },
  );
});

describe('a sign-in', () => {
  it('is not made once the wait for another process that signs in is interrupted', async () => {
    const signIns: unknown[] = [];
    const interrupted = { ...options(signIns), saved: true, signal: AbortSignal.abort('SIGTERM') };
    await expect(openTokens(interrupted, undefined)).rejects.toMatchObject({ exitCode: 143 });
    expect(signIns).toEqual([]);
  });

  it('that fails is not made a second time', async () => {
    const signIns: unknown[] = [];
    const failing: TokenOptions = {
      ...options(signIns),
      saved: true,
      async post(given) {
        signIns.push(given);
        throw new CfiError('network', 'no answer');
      },
    };
    await expect(openTokens(failing, undefined)).rejects.toThrow('no answer');
    expect(signIns).toEqual([credentials]);
  });

  it.each([
    ['not signed in to https://h.example/v1', undefined],
    ['the sign-in has expired', { access_token: 'old', expires_at: now, skew: 0 }],
  ])('without credentials: %s', async (message, stored) => {
    const plain = options([]);
    const account = { ...plain.account, credentials: async () => undefined };
    await expect(openTokens({ ...plain, account }, stored)).rejects.toMatchObject({
      message,
      details: { hint: 'sign in: cfi login' },
    });
  });

  it('of a run that goes on is not saved after a sign-out', async () => {
    const plain = { ...options([]), saved: true };
    const saved = () => Object.values(readConfig(plain.configFile, plain.reading).tokens);
    const tokens = await openTokens(plain, undefined);
    expect(saved()).toMatchObject([{ access_token: 'new' }]);
    await updateConfig(plain.configFile, plain.reading, (config) => {
      config.tokens = {};
    });
    expect([await tokens.renew(), tokens.current()]).toEqual([true, 'new']);
    expect(saved()).toEqual([]);
  });
});

it('a sign-in that is not saved warns, and is used all the same', async () => {
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
