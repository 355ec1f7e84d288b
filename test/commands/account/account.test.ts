import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../src/emulator/server/serve.ts';
import { interruption } from '../../../src/errors.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { startService, testSecret } from '../../support/services/http-server.ts';
import { signedInHome } from '../../support/sign-in.ts';

/** An emulator whose clock shows 2026-09-01T08:00:00Z until the test moves it. */
async function clockService() {
  const emulator = await openTestEmulator();
  const { origin, close } = await serve(emulator, { host: '127.0.0.1', port: 0, startTimer: () => () => {} });
  return { emulator, baseUrl: `${origin}/v1`, close };
}

const saved = (home: string) => JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));

const signedIn = (baseUrl: string, more: readonly string[] = []): Promise<string> =>
  signedInHome(baseUrl, more, Date.now());

it('a secret for standard input that is typed at a terminal is not shown', async () => {
  const { baseUrl } = await startService();
  const line = ['login', '--base-url', baseUrl, '--client-id', 'acme', '--client-secret-stdin'];
  const { code, askedFor } = await runCli(line, { tty: true, answers: [testSecret], now: Date.now() });
  expect([code, askedFor]).toEqual([0, ['Client secret']]);
  const refused = await runCli([...line, '--no-input'], { tty: true });
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('standard input is a terminal'),
  ]);
});

it('on a terminal, a command names the owner of CFI_TOKEN, and not the client of the profile', async () => {
  const { baseUrl } = await startService();
  const home = await signedIn(baseUrl);
  const { access_token: token } = Object.values<Record<string, string>>(saved(home).tokens)[0] ?? {};
  const { stderr } = await runCli(['slot', 'list'], { home, tty: true, env: { CFI_TOKEN: token ?? '' } });
  expect(stderr.replaceAll('\n', ' ')).toContain('account: the owner of CFI_TOKEN at ');
});

it('a sign-in that is interrupted at the secret says that nothing was sent', async () => {
  const { baseUrl } = await startService();
  const stop = () => Promise.reject(interruption('SIGINT', 'interrupted'));
  const prompts = async () => ({ text: stop, choose: stop, tick: stop, secret: stop, confirm: stop });
  const line = ['login', '--base-url', baseUrl, '--client-id', 'acme'];
  const { code, stderr } = await runCli(line, { tty: true, deps: { prompts } });
  expect([code, stderr]).toEqual([130, expect.stringContaining('interrupted; nothing was sent')]);
});

describe('an expired sign-in on a terminal', () => {
  const later = () => Date.now() + 2 * 86_400_000;

  it('asks for the secret, and goes on', async () => {
    const { baseUrl } = await startService();
    const home = await signedIn(baseUrl);
    const line = ['api', 'GET', '/inventory'];
    const outcome = await runCli(line, { home, now: later(), tty: true, answers: [testSecret] });
    expect(outcome).toMatchObject({ code: 0, askedFor: ['Secret of acme'] });
    expect(outcome.stderr).toContain('the sign-in has expired\n');
    expect(outcome.stdout + outcome.stderr).not.toContain(testSecret);
    // The new token is kept, the secret is not.
    expect(JSON.stringify(saved(home))).not.toContain(testSecret);
    expect(await runCli(line, { home, now: later() })).toMatchObject({ code: 0 });
  });

  it('asks also where only the service knows that it has expired', async () => {
    const { emulator, baseUrl, close } = await clockService();
    const home = makeHome();
    const login = ['login', '--client-id', 'emu-acme', '--client-secret-stdin', '--base-url', baseUrl];
    await runCli(login, { home, stdin: 'emu-acme-secret' });
    await emulator.advance(25 * 3_600_000);
    const asked = { home, tty: true, answers: ['emu-acme-secret'] };
    expect(await runCli(['whoami'], asked)).toMatchObject({
      code: 0,
      askedFor: ['Secret of emu-acme'],
      stderr: expect.stringContaining('the sign-in has expired\n'),
    });
    await close();
  });

  it.each([
    [['wrong', testSecret], 0, 2],
    [['wrong', 'wrong', 'wrong', testSecret], 4, 3],
  ])('asks again where %j is typed', async (answers, code, count) => {
    const { baseUrl } = await startService();
    const home = await signedIn(baseUrl);
    const outcome = await runCli(['whoami'], { home, now: later(), tty: true, answers });
    expect(outcome).toMatchObject({ code, askedFor: Array(count).fill('Secret of acme') });
    expect(outcome.stderr).not.toContain(': wrong');
  });
});

describe('login', () => {
  it.each([
    [['wrong', testSecret], [], {}, 0, 2],
    [['wrong', testSecret], ['--client-secret-stdin'], {}, 0, 2],
    [['wrong', 'wrong', 'wrong', testSecret], [], {}, 4, 3],
    [[testSecret], [], { CFI_CLIENT_SECRET: 'wrong' }, 4, 0],
  ])('asks again where %j is typed with %j and %j', async (answers, more, env, code, count) => {
    const { baseUrl } = await startService();
    const line = ['login', '--base-url', baseUrl, '--client-id', 'acme', '--save-secret', ...more];
    const outcome = await runCli(line, { tty: true, answers, env, now: Date.now() });
    expect(outcome).toMatchObject({ code, askedFor: Array(count).fill('Client secret') });
    const secret = code === 0 ? testSecret : undefined;
    const { profiles = {} } = code === 0 ? saved(outcome.home) : {};
    expect(profiles.default?.client_secret).toBe(secret);
  });

  it.each<[string[], boolean]>([
    [[], true],
    [['--save-secret'], false],
  ])('with %j says until when the token is good, and how it is renewed', async (more, said) => {
    const { baseUrl } = await startService();
    const env = { CFI_BASE_URL: baseUrl, CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: testSecret };
    const { stdout, stderr } = await runCli(['login', ...more], { env, now: Date.now() });
    const until = /[A-Z][a-z]{2} \d\d? [A-Z][a-z]{2}( \d{4})? \d\d:\d\d (GMT|BST)/.source;
    expect(stdout).toMatch(new RegExp(`Token until: +${until}\n`));
    expect(stderr).toBe(
      said ? 'to renew the sign-in automatically, save the secret: cfi login --save-secret\n' : '',
    );
  });

  it('says before it asks for the secret that an address does not end in /v1', async () => {
    const line = ['login', '--base-url', 'http://127.0.0.1:9/api', '--client-id', 'acme'];
    const { askedFor, stderr } = await runCli(line, { tty: true, answers: ['s'] });
    expect(stderr).toMatch(
      /^the service base address usually ends in \/v1; this one is http:\/\/127.0.0.1:9\/api/,
    );
    expect(askedFor).toEqual(['Client secret']);
  });

  it('to the emulator says nothing of a secret, which the emulator has', async () => {
    expect(await runCli(['login', '--emulator'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('says where the secret still is when it signs in again', async () => {
    const { baseUrl } = await startService();
    const env = { CFI_BASE_URL: baseUrl, CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: testSecret };
    const { home } = await runCli(['login', '--save-secret'], { env });
    const { code, stdout, stderr } = await runCli(['login'], { home });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Secret in:     the config file');
  });

  it('saves the address and token, and shows neither token nor secret', async () => {
    const { baseUrl } = await startService();
    const { stdout, code, home } = await runCli(
      ['login', '--client-id', 'acme', '--client-secret-stdin', '--base-url', `${baseUrl}/`, '--json'],
      { stdin: testSecret },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      data: {
        profile: 'default',
        base_url: baseUrl,
        client_id: 'acme',
        expires_at: expect.stringMatching(/Z$/),
      },
    });
    expect(saved(home).profiles.default).toEqual({ base_url: baseUrl, client_id: 'acme' });
    expect(await runCli(['api', 'GET', '/x'], { home })).toMatchObject({ code: 0 });
  });

  it('takes the secret from a file', async () => {
    const { baseUrl } = await startService();
    const home = makeHome();
    writeFileSync(join(home, 's'), `${testSecret}\r\n`);
    const args = ['login', '--client-id', 'acme', '--client-secret-file', 's', '--base-url', baseUrl];
    expect(await runCli(args, { home })).toMatchObject({ code: 0 });
  });

  it('asks for missing values on a terminal', async () => {
    const { baseUrl } = await startService();
    const outcome = await runCli(['login'], { tty: true, answers: [baseUrl, 'acme', testSecret] });
    expect(outcome).toMatchObject({
      code: 0,
      askedFor: ['Service base address, for example https://host/v1', 'Client ID', 'Client secret'],
    });
  });

  it('asks only for the secret when the profile has the rest', async () => {
    const { baseUrl } = await startService();
    const home = await signedIn(baseUrl);
    const outcome = await runCli(['login'], { home, tty: true, answers: [testSecret] });
    expect(outcome).toMatchObject({ code: 0, askedFor: ['Client secret'] });
  });

  it('names all missing values at once when nobody can be asked', async () => {
    const { code, stderr } = await runCli(['login']);
    expect(code).toBe(2);
    for (const flag of ['--base-url', '--client-id', '--client-secret-stdin', '--client-secret-file'])
      expect(stderr).toContain(flag);
  });

  it('with wrong credentials is exit 4 and saves nothing', async () => {
    const { baseUrl } = await startService();
    const env = { CFI_BASE_URL: baseUrl, CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: 'wrong-secret' };
    const { code, home } = await runCli(['login', '--save-secret'], { env });
    expect(code).toBe(4);
    expect(existsSync(join(home, 'config.json'))).toBe(false);
  });

  it.each([
    ['an empty standard input', ['--client-secret-stdin'], ''],
    ['two sources of the secret', ['--client-secret-stdin', '--client-secret-file', 'x'], 's'],
    ['a secret file that is not there', ['--client-secret-file', 'missing'], ''],
  ])('with %s is exit 2', async (_, more, stdin) => {
    const args = ['login', '--client-id', 'acme', '--base-url', 'https://h.example/v1', ...more];
    expect(await runCli(args, { stdin })).toMatchObject({ code: 2 });
  });

  it('to the emulator finds its client by name', async () => {
    const { home, code } = await runCli(['--emulator', 'login', '--client-id', 'emu-bluebird']);
    expect(code).toBe(0);
    const { stdout } = await runCli(['--emulator', 'whoami', '--json'], { home });
    expect(JSON.parse(stdout).data).toMatchObject({ client_id: 'emu-bluebird' });
    expect(await runCli(['--emulator', 'login', '--client-id', 'nobody'], { home })).toMatchObject({
      code: 2,
    });
  });
});

describe('logout', () => {
  it('removes the token and secret, and keeps the address and settings', async () => {
    const { baseUrl } = await startService();
    const home = await signedIn(baseUrl, ['--save-secret']);
    await runCli(['config', 'set', 'output', 'json'], { home });
    expect(await runCli(['logout'], { home })).toMatchObject({ code: 0 });
    expect(saved(home)).toMatchObject({
      profiles: { default: { base_url: baseUrl, client_id: 'acme', output: 'json' } },
      tokens: {},
    });
    expect(saved(home).profiles.default).not.toHaveProperty('client_secret');
    expect(await runCli(['inventory'], { home })).toMatchObject({ code: 4 });
  });

  it('removes the token of the client in the environment, and no other', async () => {
    const { baseUrl } = await startService();
    const home = await signedIn(baseUrl);
    const env = { CFI_BASE_URL: baseUrl, CFI_CLIENT_ID: 'other', CFI_CLIENT_SECRET: testSecret };
    const third = { ...env, CFI_CLIENT_ID: 'third' };
    for (const who of [env, third]) await runCli(['api', 'GET', '/x'], { home, env: who });
    expect(Object.keys(saved(home).tokens)).toHaveLength(3);
    expect((await runCli(['logout'], { home, env })).stdout).toContain('Signed out');
    expect(Object.keys(saved(home).tokens)).toEqual([`${baseUrl} third`]);
  });

  it('succeeds when nobody is signed in', async () => {
    const { code, stdout } = await runCli(['logout']);
    expect(code).toBe(0);
    expect(stdout).toContain('was not signed in');
  });
});

describe('whoami', () => {
  it('shows the account, address and expiry', async () => {
    const { baseUrl, received } = await startService();
    const home = await signedIn(baseUrl);
    const { stdout, code } = await runCli(['whoami', '--json'], { home, now: Date.now() });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).data).toMatchObject({
      profile: 'default',
      base_url: baseUrl,
      client_id: 'acme',
      token: 'profile',
    });
    expect(received.at(-1)?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['12h', 0],
    ['25h', 4],
    ['P2D', 4],
  ])('--expires-within %s with a fresh token is exit %i', async (within, code) => {
    const { baseUrl } = await startService();
    const home = await signedIn(baseUrl);
    expect(await runCli(['whoami', '--expires-within', within], { home, now: Date.now() })).toMatchObject({
      code,
    });
  });

  it("uses the service's time even if its clock has moved since", async () => {
    const { emulator, baseUrl, close } = await clockService();
    const home = makeHome();
    const env = { CFI_BASE_URL: baseUrl, CFI_CLIENT_ID: 'emu-acme' };
    await runCli(['login'], { home, env: { ...env, CFI_CLIENT_SECRET: 'emu-acme-secret' } });
    const within = async () => (await runCli(['whoami', '--expires-within', '2h'], { home, env })).code;
    expect(await within()).toBe(0);
    await emulator.advance(23 * 3_600_000);
    expect(await within()).toBe(4);
    await emulator.advance(3_600_000);
    expect((await runCli(['whoami'], { home, env })).stderr).toContain('the sign-in has expired');
    await close();
    // Nothing gives the service's time.
    expect(await within()).toBe(0);
  });

  it.each([
    ['garbage', 'the emulator', ['--emulator'], {}],
    ['a token of another time', 'a service', [], { exp: 1_800_000_000 }],
    ['an old one, which need never have been valid', 'a service', [], { exp: 1 }],
  ])('says of CFI_TOKEN, %s, that %s refuses it', async (_, where, more, claims) => {
    const { baseUrl, close } = await clockService();
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const env = { CFI_TOKEN: `x.${payload}.y`, ...(where === 'a service' ? { CFI_BASE_URL: baseUrl } : {}) };
    const { code, stdout, stderr } = await runCli(['whoami', ...more], { env });
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/^error: the service refuses the token of CFI_TOKEN\nhint: put a valid token in/);
    await close();
  });

  it('treats a token from the environment as valid as long as the service would', async () => {
    const { emulator, baseUrl, close } = await clockService();
    const credentials = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };
    const { body } = await emulator.anonymous.post('/auth/login', credentials);
    const env = { CFI_BASE_URL: baseUrl, CFI_TOKEN: body.data.access_token };
    const now = Date.parse('2026-12-01T08:00:00Z');
    expect(await runCli(['whoami', '--expires-within', '23h'], { env, now })).toMatchObject({ code: 0 });
    await close();
  });

  it('reads the expiry of a token from the environment from the token itself', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 1_800_000_000 })).toString('base64url');
    const env = { CFI_TOKEN: `x.${claims}.y`, CFI_BASE_URL: (await startService()).baseUrl };
    const { stdout } = await runCli(['whoami', '--json'], { env });
    expect(JSON.parse(stdout).data).toMatchObject({
      token: 'environment',
      expires_at: '2027-01-15T08:00:00.000Z',
    });
    const opaque = { ...env, CFI_TOKEN: 'opaque-token' };
    expect(await runCli(['whoami', '--expires-within', '1h'], { env: opaque })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('hint: put a valid token in CFI_TOKEN, or unset it and sign in'),
    });
  });
});
