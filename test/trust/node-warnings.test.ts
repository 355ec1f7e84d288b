import { describe, expect, it } from 'vitest';
import { sleep, startTimer } from '../../src/timers.ts';
import { runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { testToken } from '../support/services/http-server.ts';
import { startProxy } from '../support/services/proxy.ts';
import { startSecureService } from '../support/services/secure-service.ts';

describe("Node's own warnings", () => {
  it('do not appear if certificate checks are turned off; our own warning does', async () => {
    const { baseUrl, received } = await startSecureService();
    const env = { CFI_TOKEN: testToken, CFI_BASE_URL: baseUrl, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { code, stderr } = await spawnCli(['api', 'GET', '/x', '--max-retries', '0'], { env }).done;
    expect(code).toBe(10);
    expect(received).toEqual([]);
    expect(stderr).toContain(
      'warning: NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always checked',
    );
    expect(stderr).not.toMatch(/^\(node|Warning:|trace-warnings/m);
  });
});

describe('a proxy whose certificate is not checked', () => {
  it('is also refused, and learns nothing', async () => {
    const { baseUrl, received } = await startSecureService();
    const proxy = await startSecureService();
    const env = {
      CFI_TOKEN: testToken,
      CFI_BASE_URL: baseUrl,
      HTTPS_PROXY: new URL(proxy.baseUrl).origin,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    };
    const { code } = await spawnCli(['api', 'GET', '/x', '--max-retries', '0'], { env }).done;
    expect(code).toBe(10);
    expect([received, proxy.received]).toEqual([[], []]);
  });

  it('leads to no service without a certificate from a known authority', async () => {
    const { baseUrl, received } = await startSecureService();
    const proxy = await startProxy();
    const env = {
      CFI_TOKEN: testToken,
      CFI_BASE_URL: baseUrl,
      HTTPS_PROXY: proxy.url,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    };
    const { code, stderr } = await spawnCli(['api', 'GET', '/x', '--max-retries', '0'], { env }).done;
    expect([code, received, proxy.asked]).toEqual([10, [], [new URL(baseUrl).host]]);
    expect(stderr).toContain('the certificate of the service is not trusted');
  });

  it.each(['socks5://127.0.0.1:9', 'http://u:p%ZZ@127.0.0.1:9'])(
    '%s is exit 2 with one line and a hint',
    async (HTTPS_PROXY) => {
      const env = { CFI_TOKEN: testToken, CFI_BASE_URL: 'https://127.0.0.1:9/v1', HTTPS_PROXY };
      const { code, stderr } = await runCli(['inventory'], { env });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^error: .*HTTPS_PROXY.*\nhint: .*\n$/);
    },
  );
});

describe('timers', () => {
  it('can wait longer than a single Node timer', async () => {
    let called = false;
    const stop = startTimer(2 ** 40, () => {
      called = true;
    });
    await sleep(20);
    stop();
    expect(called).toBe(false);
  });

  it("a sleep ends with its signal's reason, whenever the signal fires", async () => {
    const controller = new AbortController();
    const waits = Array.from({ length: 20 }, () =>
      sleep(60_000, controller.signal).catch((reason) => reason),
    );
    controller.abort('SIGINT');
    expect(new Set(await Promise.all(waits))).toEqual(new Set(['SIGINT']));
    await expect(sleep(1, controller.signal)).rejects.toBe('SIGINT');
    await expect(sleep(1, new AbortController().signal)).resolves.toBeUndefined();
  });
});
