import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Deps } from '../../../src/deps.ts';
import { makeHome, type Outcome, runCli } from '../../support/cli.ts';
import { json, startService, testSecret, testToken } from '../../support/services/http-server.ts';
import { credentials } from '../../support/sign-in.ts';

type Exchange = Deps['exchange'];

/** A `secret-tool` that keeps secrets in memory, and the words it was called with. */
function secretTool() {
  const kept = new Map<string, string>();
  const words: string[] = [];
  const exchange: Exchange = async (_, [action, ...args], input) => {
    words.push(...args);
    const entry = args.filter((word) => !word.startsWith('--label')).join(' ');
    if (action === 'store') kept.set(entry, input);
    const output = kept.get(entry);
    if (action === 'clear') kept.delete(entry);
    return output === undefined ? { code: 1, output: '' } : { code: 0, output };
  };
  return { kept, words, exchange };
}

/** A home on a Linux machine with that tool, and a service that knows the tokens it has given. */
async function withKeychain(exchange?: Exchange) {
  const service = await startService(({ headers }, response) => {
    const isKnown = String(headers.authorization).startsWith(`Bearer ${testToken}`);
    json(response, isKnown ? 200 : 401, { success: isKnown, data: {} });
  });
  const home = makeHome();
  const tool = secretTool();
  const deps = { platform: 'linux', exchange: exchange ?? tool.exchange };
  const account = credentials(service.baseUrl);
  const file = join(home, 'config.json');
  const config = (): string => readFileSync(file, 'utf8');
  return {
    ...tool,
    service,
    config,
    profile: () => JSON.parse(config()).profiles.default,
    cfi: (line: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
      runCli(line.split(' '), { home, env: { ...account, ...env }, deps }),
    /** Makes a request without the account in the environment, with a token that the service does not know. */
    async renewed(): Promise<Outcome> {
      writeFileSync(file, config().replace(testToken, 'another-token'));
      return runCli(['api', 'GET', '/order/R-1'], { home, deps });
    },
  };
}

const login = 'login --save-secret --json';
const off = { CFI_KEYCHAIN: '0' };

describe('login --save-secret', () => {
  it('keeps the secret in the keychain, says so, and renews the token with it', async () => {
    const { cfi, kept, words, config, profile, renewed, service } = await withKeychain();
    expect(JSON.parse((await cfi(login)).stdout).data.secret_in).toBe('keychain');
    expect([...kept.values()]).toEqual([testSecret]);
    expect(profile()).toMatchObject({ client_id: 'acme', secret_in: 'keychain' });
    expect(config() + words.join(' ')).not.toContain(JSON.stringify(testSecret).slice(1, -1));
    expect([(await renewed()).code, service.signIns()]).toEqual([0, 2]);
  });

  it('keeps the secret when it signs in again, and not when another client does', async () => {
    const { cfi, kept, profile } = await withKeychain();
    await cfi(login);
    await cfi('login -q');
    expect([kept.size, profile().secret_in]).toEqual([1, 'keychain']);
    await cfi('login -q', { CFI_CLIENT_ID: 'another' });
    expect([kept.size, profile().secret_in]).toEqual([0, undefined]);
  });

  it.each([
    ['logout'],
    ['profile remove default --yes'],
    ['config set base_url https://elsewhere.example/v1'],
    ['config unset base_url'],
  ])('%s removes it', async (line) => {
    const { cfi, kept, config } = await withKeychain();
    await cfi(login);
    const { code, stderr } = await cfi(line);
    expect([code, kept.size]).toEqual([0, 0]);
    expect(config()).not.toContain('secret_in');
    expect(stderr).not.toContain('warning');
  });

  it.each([['login --save-secret'], ['logout'], ['config set base_url https://elsewhere.example/v1']])(
    'removes it with %s if the keychain has been turned off since',
    async (line) => {
      const { cfi, kept, config } = await withKeychain();
      await cfi(login);
      expect([(await cfi(line, off)).code, kept.size]).toEqual([0, 0]);
      expect(config()).not.toContain('secret_in');
    },
  );

  it.each<[string, Exchange | undefined, Readonly<Record<string, string>>]>([
    ['the tool fails', async () => ({ code: 1, output: '' }), {}],
    ['it gives back something else', async () => ({ code: 0, output: 'nonsense' }), {}],
    ['CFI_KEYCHAIN=0 turns it off', undefined, off],
  ])('saves the secret in the config file when %s', async (_, exchange, env) => {
    const { cfi, kept, profile } = await withKeychain(exchange);
    const { stdout } = await cfi(login, env);
    expect([JSON.parse(stdout).data.secret_in, kept.size]).toEqual(['file', 0]);
    expect(profile().client_secret).toBe(testSecret);
  });

  it('says why the token cannot be renewed when the keychain stops working', async () => {
    const { cfi, kept, renewed } = await withKeychain();
    await cfi(login);
    kept.clear();
    const { code, stderr } = await renewed();
    expect([code, stderr]).toEqual([4, expect.stringContaining('the secret is in the Secret Service')]);
  });
});
