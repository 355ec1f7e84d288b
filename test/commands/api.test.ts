import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { type Answering, json, startServer, testToken } from '../support/services/http-server.ts';
import { homeWith } from '../support/upload/home-with.ts';

async function service(answer: Answering) {
  const server = await startServer(answer);
  const env = { CFI_TOKEN: testToken, CFI_BASE_URL: server.baseUrl };
  return { ...server, env, api: (...args: string[]) => runCli(['api', ...args], { env }) };
}

const plain =
  (status: number, body: string): Answering =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

describe('api', () => {
  it('prints the body unchanged in every output format', async () => {
    const body = '{ "success":true,\n "data" : [1.0, 1e2, "\\u00e9"] }';
    const { env } = await service(plain(200, body));
    for (const format of ['table', 'json', 'ndjson', 'csv']) {
      const outcome = await runCli(['api', 'GET', '/x', '-o', format], { env });
      expect(outcome.code).toBe(0);
      expect(outcome.stdout.trimEnd()).toBe(body);
    }
  });

  it.each([
    [204, 0],
    [400, 2],
    [403, 4],
    [404, 5],
    [409, 6],
    [418, 2],
    [429, 7],
    [500, 10],
  ])('with an answer of %i is exit %i, and still prints the body', async (status, code) => {
    const body = status === 204 ? '' : '{"success":false,"error":"no"}';
    const { api } = await service(plain(status, body));
    const outcome = await api('DELETE', '/inbound-slot/S-1');
    expect(outcome.code).toBe(code);
    expect(outcome.stdout.trimEnd()).toBe(body);
  });

  it('reports a refusal like every other command, even with --quiet', async () => {
    const { api } = await service(plain(404, '{"success":false,"error":"no such order"}'));
    const { stderr } = await api('GET', '/order/R-1', '--json', '--quiet');
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'not-found', status: 404, exitCode: 5 });
    expect((await api('GET', '/order/R-1')).stderr).toMatch(/^error: no such order\nhint: /);
  });

  it.each([
    ['GET', 5],
    ['HEAD', 5],
    ['OPTIONS', 5],
    ['POST', 1],
    ['PUT', 1],
    ['PATCH', 1],
    ['DELETE', 1],
  ])('sends %s to a failing service %i times', async (method, times) => {
    const { api, received } = await service(plain(503, '{}'));
    expect(await api(method, '/outbound')).toMatchObject({ code: 10 });
    expect(received).toHaveLength(times);
  });

  it.each([429, 500])('never resends a write that got %i', async (status) => {
    const { api, received } = await service((_, response) =>
      json(response, status, {}, { 'retry-after': '1' }),
    );
    await api('post', '/outbound');
    expect(received.map(({ method }) => method)).toEqual(['POST']);
  });

  it('reports an unknown outcome for a write whose answer was lost', async () => {
    const { api, received } = await service((_, response) => response.socket?.destroy());
    const outcome = await api('POST', '/outbound');
    expect(outcome.code).toBe(10);
    expect(outcome.stderr).toContain('it may have taken effect');
    expect(received).toHaveLength(1);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('says that a write may have taken effect if %s ends it', async (signal, exitCode) => {
    const interrupt = new AbortController();
    const { env } = await service(() => interrupt.abort(signal));
    const line = ['api', 'DELETE', '/inbound-slot/S-1', '--json'];
    const { code, stdout, stderr } = await runCli(line, { env, signal: interrupt.signal });
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(JSON.parse(stderr).error).toEqual({
      code: 'cancelled',
      message: 'DELETE /inbound-slot/S-1: the request was cancelled; it may have taken effect',
      hint: 'look it up before you send it again, or it may be done twice',
      exitCode,
    });
  });

  it('does not wait for its standard input after a signal', async () => {
    const { env } = await service(plain(201, '{}'));
    const interrupt = new AbortController();
    const stdin = new PassThrough();
    const line = ['api', 'POST', '/outbound', '--body', '-'];
    const outcome = runCli(line, { env, signal: interrupt.signal, deps: { stdin } });
    stdin.write('{', () => interrupt.abort('SIGTERM'));
    expect((await outcome).code).toBe(143);
  });

  it('sends a file or standard input byte for byte', async () => {
    const { env, received } = await service(plain(201, '{}'));
    const home = homeWith('order.json', '{"a": 1.0}\n');
    await runCli(['api', 'POST', '/outbound', '--body', 'order.json'], { env, home });
    await runCli(['api', 'POST', '/outbound', '--body', '-'], { env, stdin: '{"b":"ü"}' });
    expect(received.map(({ body }) => body)).toEqual(['{"a": 1.0}\n', '{"b":"ü"}']);
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Bearer ${testToken}`,
    });
  });

  it.each([
    ['-', 0],
    ['order.json', 1],
  ])(
    'with --body %s, a terminal shows %i times that it waits: never over what is typed',
    async (body, times) => {
      const { env } = await service(plain(201, '{}'));
      const home = homeWith('order.json', '{}');
      const { code, stderr } = await runCli(['api', 'POST', '/outbound', '--body', body], {
        ...{ env: { ...env, CFI_ACCESSIBLE: '1' }, home, tty: true, stdin: '{}' },
        deps: {
          // A screen reader is told after this time; other timers are those of requests.
          startTimer(ms, callback) {
            if (ms === 2000) callback();
            return () => {};
          },
        },
      });
      expect(code).toBe(0);
      expect(stderr.match(/waiting for the service/g) ?? []).toHaveLength(times);
    },
  );

  it.each([
    [['HEAD', '/order/R-1001'], 0, /^< 200 after \d+ ms$/m],
    [['head', '/order/NONE'], 5, /^< 404 after \d+ ms$/m],
    [['OPTIONS', '/order/R-1001'], 0, /^< allow: GET, HEAD, OPTIONS$/m],
    [['OPTIONS', '/nothing'], 5, /^< 404 after \d+ ms$/m],
  ])('%j asks the emulator for headers', async (words, code, shown) => {
    const outcome = await runCli(['api', ...words, '--emulator', '--debug', '--quiet']);
    expect(outcome).toMatchObject({ code, stderr: expect.stringMatching(shown) });
    // Only a refusal of OPTIONS has a body.
    expect(outcome.stdout === '').toBe(words[1] !== '/nothing');
  });

  it('--paginate prints one array of the bodies of all pages', async () => {
    const { api, received } = await service(({ url }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? '1');
      json(response, 200, {
        data: [page],
        pagination: { current_page: page, has_more: page < 3, next_page: page + 1 },
      });
    });
    const outcome = await api('GET', '/inventory?page_size=1', '--paginate');
    expect(outcome.code).toBe(0);
    expect(JSON.parse(outcome.stdout).map((body: { data: number[] }) => body.data)).toEqual([[1], [2], [3]]);
    expect(received.map(({ url }) => url)).toEqual([
      '/v1/inventory?page_size=1',
      '/v1/inventory?page_size=1&page=2',
      '/v1/inventory?page_size=1&page=3',
    ]);
  });

  it('--paginate without pages is an array of one', async () => {
    const { api } = await service(plain(200, '{"data":{"a":1}}'));
    expect((await api('GET', '/order/R-1', '--paginate')).stdout.trimEnd()).toBe('[{"data":{"a":1}}]');
  });

  it('--paginate exits with the code of a failed page', async () => {
    const { api } = await service(({ url }, response) =>
      url.includes('page=2')
        ? json(response, 404, { success: false, error: 'gone' })
        : json(response, 200, { data: [], pagination: { has_more: true, next_page: 2 } }),
    );
    const outcome = await api('GET', '/inventory', '--paginate');
    expect(outcome.code).toBe(5);
    expect(outcome.stdout).toContain('gone');
  });

  it('redacts a token in the answer to a sign-in', async () => {
    const { api } = await service(
      plain(200, '{"success":true,"data":{"access_token":"fresh-token","expires_in":1}}'),
    );
    const { stdout } = await api('POST', '/auth/login');
    expect(JSON.parse(stdout).data).toEqual({ access_token: '[removed]', expires_in: 1 });
  });

  it('with an answer that is not JSON is exit 10', async () => {
    const { api, received } = await service(plain(200, '<html><title>Sign on to the wifi</title></html>'));
    const outcome = await api('GET', '/x');
    expect(outcome.code).toBe(10);
    expect(outcome.stderr).toContain('Sign on to the wifi');
    expect(received).toHaveLength(5);
  });

  it.each([
    ['FETCH', '/x'],
    ['GET', 'https://evil.example/v1/x'],
    ['GET', '/x', '--body', '-'],
    ['HEAD', '/x', '--body', '-'],
    ['OPTIONS', '/x', '--body', '-'],
    ['HEAD', '/x', '--paginate'],
    ['POST', '/x', '--paginate'],
    ['POST', '/x', '--body', 'missing.json'],
  ])('%s %s %s %s is exit 2, and nothing is sent', async (...args) => {
    const { api, received } = await service(plain(200, '{}'));
    expect(await api(...args)).toMatchObject({ code: 2 });
    expect(received).toEqual([]);
  });
});
