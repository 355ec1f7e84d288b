import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import {
  type Answering,
  json,
  startServer,
  startService,
  testSecret,
  testToken,
} from '../../support/services/http-server.ts';
import { credentials, signedInHome } from '../../support/sign-in.ts';

interface Row {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly advice?: string;
}

async function doctor(env: Record<string, string>, now = Date.now(), args: readonly string[] = []) {
  const outcome = await runCli([...args, 'doctor', '--json'], { env, now });
  const rows = JSON.parse(outcome.stdout).data as Row[];
  const of = (check: string): Row | undefined => rows.find((row) => row.check === check);
  return { ...outcome, of };
}

async function service(
  answer: Answering = (_, response) => json(response, 200, { success: true, data: {} }),
) {
  const server = await startServer(answer);
  return { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
}

describe('doctor', () => {
  it('finds no problem', async () => {
    const { code, of } = await doctor(await service());
    expect(code).toBe(0);
    const checks = [
      'config file',
      'base address',
      'proxy',
      'DNS',
      'CA',
      'service',
      'clock',
      'token',
      'permissions',
    ];
    expect(checks.map((check) => of(check)?.status)).toEqual(checks.map(() => 'ok'));
  });

  it('finds no problem with the emulator', async () => {
    const { code, of } = await doctor({}, undefined, ['--emulator']);
    expect(of('base address')?.detail).toMatch(/^emulator:[^#]+$/);
    expect(code).toBe(0);
    expect(of('permissions')?.status).toBe('ok');
  });

  it.each([
    ['behind', -86_400_000],
    ['ahead of', 86_400_000],
  ])('warns of a clock that is a day %s', async (how, off) => {
    const { code, of } = await doctor(await service(), Date.now() + off);
    expect(code).toBe(0);
    expect(of('clock')).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining(`${how} the service`),
    });
  });

  it('says what to do when a service is down', async () => {
    const server = await startServer(() => {});
    await server.close();
    const { code, of } = await doctor({ CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken });
    expect(code).toBe(1);
    expect(of('service')).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('refused'),
      advice: expect.any(String),
    });
    expect(of('permissions')?.advice).toBe('first make the check of the service pass');
  });

  it('does not send somebody from the doctor to the doctor', async () => {
    const server = await startServer(() => {});
    await server.close();
    const credentials = { CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: 'a secret' };
    const { of } = await doctor({ CFI_BASE_URL: server.baseUrl, ...credentials });
    expect(of('token')).toMatchObject({ status: 'fail', advice: 'first make the check of the service pass' });
  });

  it.each<[string, string, Answering]>([
    [
      'is redirected',
      'check the base address',
      (_, response) => response.writeHead(302, { location: '/' }).end(),
    ],
    ['is closed', 'try again later', (_, response) => response.destroy()],
    ['is a web page', 'try again later', (_, response) => response.end('<html>hello</html>')],
    ['has no token', 'check the base address', (_, response) => json(response, 200, { success: true })],
  ])('does not blame a service that answers for a sign-in whose answer %s', async (_, advice, signIn) => {
    const { CFI_BASE_URL } = await service((request, response) =>
      request.method === 'POST' ? signIn(request, response) : json(response, 401, { success: false }),
    );
    const { of } = await doctor({ CFI_BASE_URL, CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: 'a secret' });
    expect(of('service')).toMatchObject({ status: 'ok' });
    expect(of('token')).toMatchObject({ status: 'fail', advice: expect.stringContaining(advice) });
  });

  it.each([
    [401, 'token', 'put a valid token in CFI_TOKEN'],
    [403, 'permissions', 'ask your account manager'],
    [404, 'permissions', 'check the base address'],
    [429, 'permissions', 'try again later'],
    [503, 'permissions', 'try again later'],
  ])('with an answer of %i blames the %s, and says what helps', async (status, check, advice) => {
    const { code, of } = await doctor(
      await service((_, response) => json(response, status, { success: false, error: 'no' })),
    );
    expect(code).toBe(1);
    expect(of(check)).toMatchObject({ status: 'fail', advice: expect.stringContaining(advice) });
  });

  it('says that a profile without a sign-in has no base address', async () => {
    const { of } = await doctor({ CFI_PROFILE: 'night' });
    expect(of('base address')?.detail).toBe('none: profile night is not signed in');
  });

  it.each([
    ['renews a token that the service has revoked, like every other command', testSecret, 0, 'ok', 'ok'],
    ['blames a revoked token that it cannot renew', 'wrong', 1, 'fail', 'skipped'],
  ])('%s', async (_, secret, expected, token, permissions) => {
    const { baseUrl } = await startService(({ headers }, response) =>
      headers.authorization === `Bearer ${testToken}-1`
        ? json(response, 401, { success: false, error: 'Unauthorized' })
        : json(response, 200, { success: true, data: {} }),
    );
    const home = await signedInHome(baseUrl, [], Date.now());
    const env = { ...credentials(baseUrl), CFI_CLIENT_SECRET: secret, CFI_HOME: home };
    const { code, of } = await doctor(env);
    expect([code, of('token')?.status, of('permissions')?.status]).toEqual([expected, token, permissions]);
  });

  it('says that nobody is signed in, and how to sign in', async () => {
    const { CFI_BASE_URL } = await service();
    const { code, of } = await doctor({ CFI_BASE_URL: String(CFI_BASE_URL) });
    expect(code).toBe(1);
    expect(of('token')).toMatchObject({ status: 'fail', advice: expect.stringContaining('cfi login') });
  });

  it.each([
    ['no address', {}, 'base address'],
    ['a plain-http address', { CFI_BASE_URL: 'http://192.0.2.1/v1', CFI_TOKEN: testToken }, 'base address'],
  ])('works with %s', async (_, env, check) => {
    const { code, of } = await doctor(env);
    expect(code).toBe(1);
    expect(of(check)).toMatchObject({ status: 'fail', advice: expect.any(String) });
  });

  it.each([
    ['cannot be read: there is no such file', 'missing.pem', undefined],
    ['contains no certificate', 'ca.pem', 'text'],
  ])('reports a certificate file that %s', async (said, name, content) => {
    const file = join(makeHome(), name);
    if (content !== undefined) writeFileSync(file, content);
    const { code, of } = await doctor({ ...(await service()), NODE_EXTRA_CA_CERTS: file });
    expect(code).toBe(1);
    expect(of('CA')).toMatchObject({ status: 'fail', detail: expect.stringContaining(said) });
  });

  it.each([60, 80])('shows what to do in full, %i columns wide', async (columns) => {
    const server = await startServer(() => {});
    await server.close();
    const { stdout } = await runCli(['doctor', '--base-url', server.baseUrl], {
      tty: true,
      columns,
      env: { NO_COLOR: '1' },
    });
    const [checks = '', advice = ''] = stdout.split(/\n\n/);
    expect(checks).toMatch(/service +fail +the connection was refused/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(advice.replaceAll(/\s+/g, ' ')).toBe(
      'What to do service: check the base address, the network and the proxy; the service may be down ' +
        `token: sign in: cfi login --base-url ${server.baseUrl} `,
    );
  });

  it('shows the expiry of the token in warehouse time, like every table', async () => {
    const { of } = await doctor({}, undefined, ['--emulator']);
    expect(of('token')?.detail).toMatch(
      /^valid until [A-Z][a-z]{2} \d\d? [A-Z][a-z]{2}( \d{4})? \d\d:\d\d (GMT|BST)$/,
    );
  });

  it("does not show a proxy's password", async () => {
    const env = {
      CFI_BASE_URL: 'https://service.invalid/v1',
      CFI_TOKEN: testToken,
      HTTPS_PROXY: 'http://u:hunter22@127.0.0.1:9',
    };
    const outcome = await doctor(env);
    expect(outcome.of('proxy')).toMatchObject({ detail: 'http://127.0.0.1:9' });
    expect(outcome.stdout + outcome.stderr).not.toContain('hunter22');
  });
});
