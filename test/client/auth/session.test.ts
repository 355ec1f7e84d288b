import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import {
  type Answering,
  json,
  startService,
  testSecret,
  testToken,
} from '../../support/services/http-server.ts';
import { credentials, signedInHome } from '../../support/sign-in.ts';
import { testNow } from '../../support/time.ts';
import { homeWith } from '../../support/upload/home-with.ts';
import { manyOrders } from '../../support/upload/orders-csv.ts';

const day = 86_400_000;

const authorizations = (
  received: readonly { url: string; headers: { authorization?: string | undefined } }[],
) => received.filter(({ url }) => url !== '/v1/auth/login').map(({ headers }) => headers.authorization);

/** Refuses every token but this one. */
const takesOnly =
  (token: string): Answering =>
  ({ headers }, response) =>
    headers.authorization === `Bearer ${token}`
      ? json(response, 200, { success: true, data: { fine: true } })
      : json(response, 401, { success: false, error: 'Unauthorized' });

describe('the token', () => {
  it('is reused by all further runs', async () => {
    const { baseUrl, received, signIns } = await startService();
    const home = await signedInHome(baseUrl);
    for (let i = 0; i < 2; i++)
      expect(await runCli(['api', 'GET', '/inventory'], { home })).toMatchObject({ code: 0 });
    expect(signIns()).toBe(1);
    expect(authorizations(received)).toEqual([`Bearer ${testToken}-1`, `Bearer ${testToken}-1`]);
  });

  it('says how far the clock of its service is ahead, until there is an answer', async () => {
    const home = makeHome();
    const token = { access_token: testToken, expires_at: testNow + 9 * day, skew: 5 * day };
    writeFileSync(join(home, 'config.json'), JSON.stringify({ tokens: { 'https://h.example/v1 b': token } }));
    writeFileSync(join(home, 'orders.csv'), manyOrders(1));
    const env = { CFI_BASE_URL: 'https://h.example/v1', CFI_CLIENT_ID: 'b' };
    const line = ['order', 'create', 'orders.csv', '--dry-run', '--json'];
    expect((await runCli(line, { home, env })).stdout).toContain('DispatchBy is in the past');
  });

  it('in CFI_TOKEN is used as it is, and never saved', async () => {
    const { baseUrl, received, signIns } = await startService();
    const env = { ...credentials(baseUrl), CFI_TOKEN: testToken };
    const { code, home } = await runCli(['api', 'GET', '/inventory'], { env });
    expect(code).toBe(0);
    expect(signIns()).toBe(0);
    expect(authorizations(received)).toEqual([`Bearer ${testToken}`]);
    expect(readdirSync(home)).toEqual([]);
  });

  it('in CFI_TOKEN that the service refuses is exit 4, without a login', async () => {
    const { baseUrl, signIns } = await startService(takesOnly('another'));
    const env = { ...credentials(baseUrl), CFI_TOKEN: testToken };
    const outcome = await runCli(['inventory'], { env });
    expect(outcome).toMatchObject({ code: 4 });
    expect(outcome.stderr).toContain('CFI_TOKEN');
    expect(signIns()).toBe(0);
  });

  it('can come from a secret in a file, without its trailing line break', async () => {
    const { baseUrl, signIns } = await startService();
    const home = homeWith('secret', `${testSecret}\n`);
    const env = {
      CFI_BASE_URL: baseUrl,
      CFI_CLIENT_ID: 'acme',
      CFI_CLIENT_SECRET_FILE: join(home, 'secret'),
    };
    expect(await runCli(['api', 'GET', '/x'], { home, env })).toMatchObject({ code: 0 });
    expect(signIns()).toBe(1);
  });

  it('of one client is not used for another', async () => {
    const { baseUrl, received, signIns } = await startService();
    const home = await signedInHome(baseUrl);
    const env = { ...credentials(baseUrl), CFI_CLIENT_ID: 'bluebird' };
    expect(await runCli(['api', 'GET', '/x'], { home, env })).toMatchObject({ code: 0 });
    expect(signIns()).toBe(2);
    expect(authorizations(received)).toEqual([`Bearer ${testToken}-2`]);
  });
});

describe('an expired or refused token', () => {
  it('is renewed once with the saved secret when it has expired', async () => {
    const { baseUrl, received, signIns } = await startService();
    const home = await signedInHome(baseUrl, ['--save-secret'], Date.now());
    const outcome = await runCli(['api', 'GET', '/x'], { home, now: Date.now() + day });
    expect(outcome.code).toBe(0);
    expect(signIns()).toBe(2);
    expect(authorizations(received)).toEqual([`Bearer ${testToken}-2`]);
  });

  it('is renewed once when the service answers 401', async () => {
    const { baseUrl, received, signIns } = await startService(takesOnly(`${testToken}-2`));
    const home = await signedInHome(baseUrl, ['--save-secret']);
    const outcome = await runCli(['api', 'GET', '/x'], { home });
    expect(outcome.code).toBe(0);
    expect(signIns()).toBe(2);
    expect(authorizations(received)).toEqual([`Bearer ${testToken}-1`, `Bearer ${testToken}-2`]);
  });

  it.each([
    ['has expired', day, undefined],
    ['is refused', 0, takesOnly('none')],
  ])('that %s without credentials is exit 4 with the command to run', async (_, later, answer) => {
    const { baseUrl, signIns } = await startService(answer);
    const home = await signedInHome(baseUrl, ['--profile', 'shop'], Date.now());
    const outcome = await runCli(['inventory', '--profile', 'shop'], { home, now: Date.now() + later });
    expect(outcome.code).toBe(4);
    expect(outcome.stderr).toContain('cfi login --profile shop');
    expect(outcome.stderr).toContain(later > 0 ? 'the sign-in has expired' : 'Unauthorized');
    expect(signIns()).toBe(1);
  });
});

describe('a session', () => {
  it('shows the expiry of CFI_TOKEN itself, not that of the saved token', async () => {
    const { baseUrl } = await startService();
    const home = await signedInHome(baseUrl);
    const { stdout } = await runCli(['whoami', '--json'], { home, env: { CFI_TOKEN: testToken } });
    expect(JSON.parse(stdout).data).toMatchObject({ token: 'environment', expires_at: null });
  });

  it.each<[string, number, number, Record<string, string>]>([
    ['the sign-in fails', 401, 4, {}],
    ['the command has ended', 200, 0, {}],
    ['the account cannot be read', 200, 2, { CFI_TOKEN: 'two words' }],
  ])('is closed when %s', async (_, status, code, env) => {
    let closed = 0;
    const service = {
      clients: () => [{ client_id: 'acme', client_name: 'Acme', client_secret: 'acme-secret' }],
      stateId: () => 'one',
      handle: async () => {
        const body = '{"success":true,"data":{"access_token":"word","orders":[]}}';
        return { status, headers: {}, body, delayMs: 0 };
      },
      now: () => testNow,
      advance: () => {},
      close: () => {
        closed += 1;
      },
    };
    const deps = { openEmulator: async () => service };
    const outcome = await runCli(['--emulator', 'api', 'GET', '/x'], { deps, env });
    const listed = await runCli(['--emulator', 'slot', 'get', 'S'], { deps, env });
    expect([outcome.code, listed.code, closed]).toEqual([code, code, 2]);
  });

  it('warns that NODE_TLS_REJECT_UNAUTHORIZED is ignored', async () => {
    const { baseUrl } = await startService();
    for (const [set, warns] of [
      ['0', true],
      ['1', false],
    ] as const) {
      const env = { ...credentials(baseUrl), NODE_TLS_REJECT_UNAUTHORIZED: set };
      const { stderr } = await runCli(['api', 'GET', '/x'], { env });
      expect(stderr.includes('NODE_TLS_REJECT_UNAUTHORIZED is ignored')).toBe(warns);
    }
  });

  it('in an emulator in memory is new each time, and saves nothing', async () => {
    const home = homeWith('orders.csv', manyOrders(2));
    for (const now of [1_788_249_600_000, 1_788_249_600_001]) {
      const args = ['order', 'create', 'orders.csv', '--emulator', '--state', ':memory:', '--json'];
      const { stdout, code } = await runCli(args, { home, cwd: home, now });
      expect(code).toBe(0);
      expect(JSON.parse(stdout).data).toMatchObject({ created: 2 });
    }
    expect(readdirSync(home)).not.toContain('config.json');
  });
});

describe('output about a service that repeats what it gets', () => {
  const known: readonly (readonly [string, string, Record<string, string>])[] = [
    [
      'the secret of the environment beside a token',
      testSecret,
      { CFI_TOKEN: testToken, CFI_CLIENT_SECRET: testSecret },
    ],
    ['a token of the environment with blanks', testToken, { CFI_TOKEN: ` ${testToken} ` }],
    ['the secret saved in another profile', 'secret-of-another', { CFI_TOKEN: testToken }],
    ['the saved token of another account', 'token-of-another', { CFI_TOKEN: testToken }],
    ['a new token', `${testToken}-1`, { CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: testSecret }],
    ['the secret in a file', testSecret, { CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET_FILE: 'secret' }],
  ];
  it.each(known)('never contains %s', async (_, secret, env) => {
    const { baseUrl } = await startService((_, response) =>
      json(response, 400, { success: false, error: `repeated: <${secret}>` }),
    );
    const home = homeWith('secret', testSecret);
    const config = {
      profiles: {
        other: { base_url: 'https://o.example/v1', client_id: 'b', client_secret: 'secret-of-another' },
      },
      tokens: { 'https://o.example/v1 b': { access_token: 'token-of-another', expires_at: 0, skew: 0 } },
    };
    writeFileSync(join(home, 'config.json'), JSON.stringify(config));
    const { stderr } = await runCli(['inventory'], {
      home,
      cwd: home,
      env: { CFI_BASE_URL: baseUrl, ...env },
    });
    expect(stderr).toContain('repeated: <[removed]>');
  });
});

describe('without a sign-in', () => {
  it('a command is exit 4 and names the command to run', async () => {
    const outcome = await runCli(['inventory', '--base-url', 'https://h.example/v1']);
    expect(outcome.code).toBe(4);
    expect(outcome.stderr).toContain('cfi login --base-url https://h.example/v1');
  });

  it('and without a base address, a command is exit 4 and shows the ways in', async () => {
    const outcome = await runCli(['inventory']);
    expect(outcome.code).toBe(4);
    expect(outcome.stderr).toMatch(/--base-url.*--emulator/s);
  });

  it('a token but no base address is exit 2', async () => {
    expect(await runCli(['inventory'], { env: { CFI_TOKEN: testToken } })).toMatchObject({ code: 2 });
  });

  it('the emulator signs in its first client, and says so once', async () => {
    const first = await runCli(['--emulator', 'api', 'GET', '/inventory']);
    const second = await runCli(['--emulator', 'api', 'GET', '/inventory'], { home: first.home });
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.stderr).toContain('emu-acme');
    expect(second.stderr).toBe('');
  });

  it('the emulator signs in the client of the environment instead', async () => {
    const env = { CFI_CLIENT_ID: 'emu-bluebird', CFI_CLIENT_SECRET: 'emu-bluebird-secret' };
    const outcome = await runCli(['--emulator', 'inventory', '--json'], { env });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ data: { client_name: 'Bluebird Home' } });
    const wrong = await runCli(['--emulator', 'inventory'], { env: { ...env, CFI_CLIENT_SECRET: 'wrong' } });
    expect(wrong.code).toBe(4);
  });
});

describe('CFI_EMULATOR beside CFI_BASE_URL', () => {
  const env = { CFI_EMULATOR: '1', CFI_BASE_URL: 'https://h.example/v1' };
  const warning = 'warning: CFI_EMULATOR is set, so this is the embedded emulator';

  it('is not obeyed silently', async () => {
    const outcome = await runCli(['inventory', '--json'], { env });
    expect([outcome.code, outcome.stderr]).toEqual([0, expect.stringContaining(warning)]);
  });

  it('needs no warning where the line says --emulator', async () => {
    const outcome = await runCli(['inventory', '--json', '--emulator'], { env });
    expect([outcome.code, outcome.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  });
});
