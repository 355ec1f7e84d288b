import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import {
  json,
  openServer,
  openService,
  type TestServer,
  testSecret,
} from '../../support/services/http-server.ts';
import { testNow } from '../../support/time.ts';

const servers: TestServer[] = [];
const keep = <T extends TestServer>(server: T): T => {
  servers.push(server);
  return server;
};
afterAll(() => Promise.all(servers.map((server) => server.close())));

const tokensOf = ({ received }: TestServer): (string | undefined)[] =>
  received.map(({ headers }) => headers.authorization).filter((value) => value !== undefined);

describe('a token', () => {
  let ours: TestServer;
  let other: TestServer;
  const home = makeHome();
  const signIn = (server: TestServer, profile: string) =>
    runCli(['login', '--profile', profile, '--save-secret'], {
      home,
      env: { CFI_BASE_URL: server.baseUrl, CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: testSecret },
    });
  beforeAll(async () => {
    ours = keep(await openService());
    other = keep(await openServer((_, response) => json(response, 401, { success: false, error: 'who?' })));
    expect((await signIn(ours, 'default')).code).toBe(0);
    expect((await signIn(ours, 'second')).code).toBe(0);
  });

  it.each([
    ['inventory --base-url OTHER', {}],
    ['order get R-1 --base-url OTHER', {}],
    ['api GET /x --base-url OTHER', {}],
    ['whoami --base-url OTHER', {}],
    ['inventory', { CFI_BASE_URL: 'OTHER' }],
    ['inventory --profile second', { CFI_BASE_URL: 'OTHER' }],
    ['slot list --profile second --base-url OTHER', {}],
  ])('is not sent: %s with %j', async (line, env) => {
    other.received.length = 0;
    const named = (text: string): string => text.replace('OTHER', other.baseUrl);
    const given = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, named(value as string)]),
    );
    const { code, stderr } = await runCli(line.split(' ').map(named), { home, env: given });
    expect([code, stderr]).toMatchObject([4, expect.stringContaining('not signed in')]);
    expect(other.received).toEqual([]);
  });

  it('is not sent after the address of its profile is changed', async () => {
    await runCli(['config', 'set', 'base_url', other.baseUrl, '--profile', 'second'], { home });
    other.received.length = 0;
    await runCli(['inventory', '--profile', 'second'], { home });
    expect(tokensOf(other)).toEqual([]);
    expect(other.received.map(({ body }) => body).join()).not.toContain(JSON.stringify(testSecret));
  });

  it.each([301, 302, 303, 307, 308])(
    'does not follow a redirect with %i, for a read or a write',
    async (status) => {
      const target = keep(
        await openServer((_, response) => json(response, 200, { success: true, data: {} })),
      );
      const away = keep(
        await openServer((_, response) =>
          response.writeHead(status, { location: `${target.baseUrl}/inventory` }).end(),
        ),
      );
      const env = { CFI_BASE_URL: away.baseUrl, CFI_TOKEN: 'a-token', CFI_MAX_RETRIES: '0' };
      for (const line of ['inventory', 'slot cancel S-1 --yes', 'api POST /x']) {
        expect(await runCli(line.split(' '), { home, env })).toMatchObject({ code: 10 });
      }
      // A slot is read before it is cancelled; after 302 and 303 it is read again, because the request may have taken effect.
      expect(away.received).toHaveLength(status === 302 || status === 303 ? 5 : 4);
      expect(target.received).toEqual([]);
    },
  );

  it.each([
    'http://example.com/v1',
    'http://192.0.2.7/v1',
    'http://127.0.0.1.example.com/v1',
    'http://localhost.example.com/v1',
    'http://0.0.0.0/v1',
    'http://[::ffff:192.0.2.7]/v1',
  ])('is never sent unencrypted: %s is exit 2 for every command', async (url) => {
    for (const line of [
      'inventory',
      'login',
      'order get R',
      'slot list',
      'api GET /x',
      `config set base_url ${url}`,
    ]) {
      const env = { CFI_BASE_URL: url, CFI_TOKEN: 'a-token', CFI_CLIENT_ID: 'a', CFI_CLIENT_SECRET: 'b' };
      const { code, stderr } = await runCli(line.split(' '), { env });
      expect([line, code, stderr]).toMatchObject([line, 2, expect.stringContaining('plain http')]);
    }
  });
});

describe('a wrong clock', () => {
  const day = 86_400_000;

  it.each([
    ['a day behind', -day],
    ['a day ahead', day],
    ['in 1970', day - testNow],
    ['ten years ahead', 3650 * day],
  ])('%s: a sign-in lasts its day by the clock of the service', async (_, off) => {
    const service = keep(await openService());
    const home = makeHome();
    const env = { CFI_BASE_URL: service.baseUrl, CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: testSecret };
    const at = testNow + off;
    for (const now of [at, at + 60_000, at + 23 * 3_600_000])
      expect((await runCli(['api', 'GET', '/x'], { home, env, now })).code).toBe(0);
    expect(service.signIns()).toBe(1);
    const { tokens } = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
    const [{ expires_at }] = Object.values(tokens) as [{ expires_at: number }];
    expect(expires_at).toBe(testNow + day);
  });
});
