import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { json, startServer, startService, testToken } from '../support/services/http-server.ts';
import { credentials } from '../support/sign-in.ts';

describe('a failing service', () => {
  it('is retried as it asks, then answers', async () => {
    const answers = [429, 503, 200];
    const { baseUrl, received } = await startService((_, response) => {
      const status = answers.shift() ?? 200;
      const headers = status === 429 ? { 'retry-after': '3' } : {};
      json(response, status, { success: status === 200, data: {}, error: 'busy' }, headers);
    });
    const outcome = await runCli(['order', 'get', 'R-1', '--json'], { env: credentials(baseUrl) });
    expect(outcome).toMatchObject({ code: 0, slept: [3000, 500] });
    expect(received.filter(({ url }) => url === '/v1/order/R-1')).toHaveLength(3);
  });

  it('that asks for a wait of more than a minute is exit 7 at once, with the time', async () => {
    const { baseUrl } = await startService((_, response) =>
      json(response, 429, { success: false, error: 'Rate limited' }, { 'retry-after': '61' }),
    );
    const outcome = await runCli(['inventory', '--json'], { env: credentials(baseUrl) });
    expect(outcome).toMatchObject({ code: 7, slept: [] });
    const { error } = JSON.parse(outcome.stderr);
    expect(error).toMatchObject({ code: 'rate-limited', status: 429, retryAfterSeconds: 61, exitCode: 7 });
  });

  it.each([
    [400, 2, 'invalid-input'],
    [401, 4, 'unauthorized'],
    [403, 4, 'forbidden'],
    [404, 5, 'not-found'],
    [409, 6, 'conflict'],
    [413, 2, 'invalid-input'],
    [429, 7, 'rate-limited'],
    [500, 10, 'unavailable'],
    [503, 10, 'unavailable'],
  ])('with %i ends with exit %i in its own words', async (status, exitCode, code) => {
    const { baseUrl } = await startService((_, response) =>
      json(response, status, { success: false, error: 'SKU is b\u001b[31mad' }),
    );
    const outcome = await runCli(['inventory', '--json'], {
      env: { ...credentials(baseUrl), CFI_MAX_RETRIES: '0' },
    });
    expect(outcome.code).toBe(exitCode);
    expect(JSON.parse(outcome.stderr).error).toMatchObject({ code, status, message: 'SKU is bad', exitCode });
  });

  it('with 413 gives a hint about the size, not about a value', async () => {
    const { baseUrl } = await startService((_, response) =>
      json(response, 413, { success: false, error: 'The body is too large' }),
    );
    const { stderr } = await runCli(['inventory'], { env: credentials(baseUrl) });
    expect(stderr).toBe(
      'error: The body is too large\nhint: send less at once: a request can have at most 10 MiB\n',
    );
  });

  it('causes an error that names the field its message begins with', async () => {
    const { baseUrl } = await startService((_, response) =>
      json(response, 400, { success: false, error: 'page_size must be at most 200' }),
    );
    const outcome = await runCli(['inventory', '--json'], { env: credentials(baseUrl) });
    expect(JSON.parse(outcome.stderr).error).toMatchObject({ field: 'page_size' });
  });

  it.each([
    ['HTML', '<html><head><title>Gate\u0007way down</title></head><body>x</body></html>', 'Gateway down'],
    ['half a document', '{"success":true,"data":', 'not JSON'],
    ['nothing', '', 'empty'],
  ])('with %s is exit 10 after all retries of a read', async (_, body, said) => {
    const { baseUrl, received } = await startService((_, response) => void response.writeHead(200).end(body));
    const outcome = await runCli(['inventory'], { env: credentials(baseUrl) });
    expect(outcome.code).toBe(10);
    expect(outcome.stderr).toContain(said);
    expect(received.filter(({ url }) => url.startsWith('/v1/inventory'))).toHaveLength(5);
  });

  it('that cannot be reached is exit 10', async () => {
    const gone = await startServer(() => {});
    await gone.close();
    const env = { CFI_BASE_URL: gone.baseUrl, CFI_TOKEN: testToken };
    const outcome = await runCli(['inventory'], { env });
    expect(outcome).toMatchObject({ code: 10 });
    expect(outcome.slept).toHaveLength(4);
    expect(outcome.stderr).toContain('refused');
  });
});
