import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { spawnCli } from '../../support/processes/process.ts';
import { json, startService, testSecret, testToken } from '../../support/services/http-server.ts';
import { startProxy } from '../../support/services/proxy.ts';
import { privateCertificate, startSecureService } from '../../support/services/secure-service.ts';

describe('a certificate from a private authority', () => {
  it('is refused with a hint at the variable to set, and the token is not sent', async () => {
    const { baseUrl, received } = await startSecureService();
    const env = { CFI_TOKEN: testToken, CFI_BASE_URL: baseUrl };
    const outcome = await runCli(['api', 'GET', '/x', '--max-retries', '0'], { env });
    expect(outcome.code).toBe(10);
    expect(outcome.stderr).toContain('NODE_EXTRA_CA_CERTS');
    expect(received).toEqual([]);
  });

  it('is accepted when NODE_EXTRA_CA_CERTS names it', async () => {
    const { baseUrl, received } = await startSecureService();
    const env = { CFI_HOME: makeHome(), CFI_TOKEN: testToken, CFI_BASE_URL: baseUrl };
    const outcome = await spawnCli(['api', 'GET', '/x'], {
      env: { ...env, NODE_EXTRA_CA_CERTS: privateCertificate },
    }).done;
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('"fine":true') });
    expect(received).toHaveLength(1);
  });
});

describe('a proxy', () => {
  it('carries https through a tunnel that it cannot read', async () => {
    const { baseUrl, received } = await startSecureService();
    const proxy = await startProxy();
    const env = { CFI_HOME: makeHome(), CFI_TOKEN: testToken, CFI_BASE_URL: baseUrl, HTTPS_PROXY: proxy.url };
    const outcome = await spawnCli(['api', 'GET', '/x'], {
      env: { ...env, NODE_EXTRA_CA_CERTS: privateCertificate },
    }).done;
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(received).toHaveLength(1);
    expect(proxy.asked).toEqual([new URL(baseUrl).host]);
    expect(proxy.seen()).not.toContain(testToken);
  });

  it.each([
    ['carries plain http to this machine', {}, 1],
    ['is passed by for hosts of NO_PROXY', { NO_PROXY: '127.0.0.1' }, 0],
  ])('%s', async (_, more, count) => {
    const { baseUrl } = await startService();
    const proxy = await startProxy();
    const env = { CFI_TOKEN: testToken, CFI_BASE_URL: baseUrl, HTTP_PROXY: proxy.url, ...more };
    const outcome = await runCli(['api', 'GET', '/x'], { env });
    expect(outcome).toMatchObject({ code: 0 });
    expect(proxy.asked).toHaveLength(count);
  });

  it.each([403, 407])('that refuses with %i is exit 10 and says so', async (status) => {
    const { baseUrl } = await startSecureService();
    const proxy = await startProxy(status);
    const env = { CFI_TOKEN: testToken, CFI_BASE_URL: baseUrl, HTTPS_PROXY: proxy.url, CFI_MAX_RETRIES: '0' };
    const outcome = await runCli(['api', 'GET', '/x'], { env });
    expect(outcome.code).toBe(10);
    expect(outcome.stderr).toContain(`the proxy refused the connection with status ${status}`);
  });
});

it('three processes with an expired token sign in once in total', async () => {
  const { baseUrl, signIns, received } = await startService(({ headers }, response) => {
    const good = headers.authorization?.endsWith('-2') === true;
    json(
      response,
      good ? 200 : 401,
      good ? { success: true, data: {} } : { success: false, error: 'Unauthorized' },
    );
  });
  const env = {
    CFI_HOME: makeHome(),
    CFI_BASE_URL: baseUrl,
    CFI_CLIENT_ID: 'acme',
    CFI_CLIENT_SECRET: testSecret,
  };
  expect(await runCli(['login'], { env, now: Date.now() })).toMatchObject({ code: 0 });
  const runs = await Promise.all(
    Array.from({ length: 3 }, () => spawnCli(['api', 'GET', '/x'], { env }).done),
  );
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(signIns()).toBe(2);
  expect(received.filter(({ headers }) => headers.authorization?.endsWith('-2'))).toHaveLength(3);
});
