import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { json, startServer, startService, testSecret, testToken } from '../support/services/http-server.ts';
import { credentials } from '../support/sign-in.ts';

describe('output', () => {
  const spellings = [
    testToken,
    testSecret,
    JSON.stringify(testSecret).slice(1, -1),
    encodeURIComponent(testSecret),
  ];
  const clean = (text: string): void => {
    for (const secret of spellings) expect(text).not.toContain(secret);
  };

  it('[AUTH-SECRET] never contains the token or the secret, with --debug and a service that echoes them', async () => {
    const { baseUrl } = await startService(({ headers }, response) =>
      json(response, 400, {
        success: false,
        error: `what is ${headers.authorization} or ${testSecret} at ?client_secret=${encodeURIComponent(testSecret)}`,
        access_token: headers.authorization,
      }),
    );
    const home = makeHome();
    const env = { ...credentials(baseUrl), CFI_DEBUG: '1' };
    for (const args of [
      ['login', '--save-secret'],
      ['inventory'],
      ['inventory', '--json'],
      ['api', 'GET', '/x'],
    ]) {
      const { stdout, stderr } = await runCli(args, { home, env });
      expect(stderr).toContain('> ');
      clean(stdout + stderr);
    }
    for (const args of [['profile', 'list'], ['config', 'list'], ['whoami'], ['doctor']])
      clean(Object.values(await runCli([...args, '--json'], { home, env })).join('\n'));
  });

  it.each([
    ['the reason for a refusal', 400, (text: string) => JSON.stringify({ success: false, error: text })],
    ['a page', 502, (text: string) => `<html><title>${text}</title></html>`],
    ['text that is not JSON', 200, (text: string) => text],
  ])('contains no part of the secret where %s is cut', async (_, status, body) => {
    for (const longest of [120, 200, 500]) {
      const text = body(`${'x'.repeat(longest - 10)}${testSecret}`);
      const { baseUrl } = await startServer((_, response) => void response.writeHead(status).end(text));
      for (const args of [['login'], ['login', '--json', '--debug']]) {
        const { stderr } = await runCli(args, { env: { ...credentials(baseUrl), CFI_MAX_RETRIES: '0' } });
        expect(stderr).toContain('xxx');
        expect(stderr).not.toContain(testSecret.slice(0, 6));
      }
    }
  });

  it('never contains wrong credentials that the service echoes', async () => {
    const { baseUrl } = await startService();
    const env = { ...credentials(baseUrl), CFI_CLIENT_SECRET: 'mistyped-secret' };
    const outcome = await runCli(['login', '--debug'], { env });
    expect(outcome.code).toBe(4);
    expect(outcome.stdout + outcome.stderr).not.toContain('mistyped-secret');
  });

  it('shows each request and answer with --debug', async () => {
    const { baseUrl } = await startService((_, response) =>
      json(response, 200, { success: true, data: { answered: 1 } }),
    );
    const { stdout, stderr } = await runCli(['api', 'GET', '/x?page=2', '--debug'], {
      env: credentials(baseUrl),
    });
    expect(stdout).toContain('"answered":1');
    expect(stderr).toMatch(new RegExp(`> GET ${baseUrl}/x\\?page=2\n(?:.*\n)*< 200 `));
  });
});
