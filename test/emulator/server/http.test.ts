import { describe, expect, it } from 'vitest';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { ask, sendBytes, serveForTest } from '../../support/emulator/served-emulator.ts';
import { testNow } from '../../support/time.ts';

const failure = (status: number, answer: string): void => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head.toLowerCase()).toContain('content-type: application/json');
  expect(JSON.parse(body)).toEqual({ success: false, error: expect.stringMatching(/\w/) });
};

it.each([
  ['/_emulator/health', {}],
  ['/_emulator/openapi.json', {}],
  ['/_emulator/clock', { 'x-emulator-admin': '1' }],
  ['/v1/inventory', {}],
  ['/v1/auth/login', {}],
  ['/nowhere', {}],
])('HEAD %s is answered like GET, without the body', async (path, headers) => {
  const served = await serveForTest();
  const get = await ask(served, `GET ${path}`, headers);
  const head = await ask(served, `HEAD ${path}`, headers);
  expect(head).toMatchObject({ status: get.status, text: '' });
  expect(head.headers['content-type']).toBe(get.headers['content-type']);
  if (!path.includes('health')) expect(head.headers['content-length']).toBe(get.headers['content-length']);
});

it.each([
  ['/v1/inventory-none', 404, undefined],
  ['/v1/outbound', 204, 'POST, OPTIONS'],
  ['/v1/order/R-1', 204, 'GET, HEAD, OPTIONS'],
  ['/v1/inbound-slot/SLOT-1', 204, 'GET, HEAD, DELETE, OPTIONS'],
  ['/_emulator/state', 204, 'GET, HEAD, PUT, OPTIONS'],
  ['*', 204, 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
])('OPTIONS %s lists the methods', async (path, status, allow) => {
  const served = await serveForTest();
  const answer = await ask(served, `OPTIONS ${path}`);
  expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
});

it.each([
  ['/v1/nosuch', 'Not found'],
  ['/_emulator/nosuch', 'Not found'],
  ['/v2/inventory', 'Not found: the service is below /v1'],
])(
  'OPTIONS of an unknown path says where the service is only if it is elsewhere: %s',
  async (path, error) => {
    const answer = await ask(await serveForTest(), `OPTIONS ${path}`);
    expect(JSON.parse(answer.text)).toEqual({ success: false, error });
  },
);

it('401 says how to sign in', async () => {
  const emulator = await openTestEmulator();
  const wrong = { client_id: 'emu-acme', client_secret: 'wrong' };
  for (const answer of [
    await emulator.anonymous.get('/inventory'),
    await emulator.anonymous.post('/auth/login', wrong),
  ]) {
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  }
  await emulator.admin.post('/faults', { match: { path: '/inventory' }, do: { status: 401 } });
  const refused = await emulator.as('emu-acme').get('/inventory');
  expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
});

describe('an absolute request target', () => {
  it.each(['http', 'HTTPS'])('is read as its path: %s', async (scheme) => {
    const served = await serveForTest();
    const line = `GET ${scheme}://127.0.0.1:${served.port}/_emulator/health?x=1 HTTP/1.1`;
    const answer = await sendBytes(served, `${line}\r\nHost: ignored.example\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('sets the host', async () => {
    const served = await serveForTest();
    const line = 'GET http://evil.example/_emulator/health HTTP/1.1';
    const answer = await sendBytes(served, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain('HTTP/1.1 403 ');
    expect(answer).toContain('"refused":"host"');
  });
});

describe('requests that Node itself refuses', () => {
  it('400: not HTTP', async () => failure(400, await sendBytes(await serveForTest(), 'nonsense\r\n\r\n')));

  it('400: no host', async () =>
    failure(
      400,
      await sendBytes(await serveForTest(), 'GET /v1/inventory HTTP/1.1\r\nConnection: close\r\n\r\n'),
    ));

  it.each([
    ['another host', 'Host: localhost\r\nhost: evil.example'],
    ['the same host', 'Host: localhost\r\nHost: localhost'],
  ])('400: two hosts, the second %s', async (_, hosts) => {
    const served = await serveForTest();
    for (const target of ['/_emulator/health', 'http://localhost/_emulator/health'])
      failure(
        400,
        await sendBytes(served, `GET ${target} HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`),
      );
  });

  it('400: two lengths', async () =>
    failure(
      400,
      await sendBytes(
        await serveForTest(),
        'POST /v1/outbound HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n',
      ),
    ));

  it('405: a tunnel', async () =>
    failure(
      405,
      await sendBytes(await serveForTest(), 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'),
    ));

  it.each([
    ['headers', 'GET /v1/inventory HTTP/1.1\r\nHost: localhost\r\n'],
    ['a whole request', ''],
  ])('408: %s that never arrive', async (what, begin) => {
    const served = await serveForTest({ arrival: { headersMs: 40, requestMs: 80, checkMs: 20 } });
    const bytes = begin || 'POST /v1/outbound HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{';
    expect(what).not.toBe('');
    failure(408, await sendBytes(served, bytes));
  });

  it('413: endless chunk extensions', async () => {
    const begin = 'POST /v1/outbound HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
    failure(413, await sendBytes(await serveForTest(), `${begin}2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`));
  });

  it('417: an unsupported expectation', async () => {
    const served = await serveForTest();
    const answer = await ask(served, 'GET /v1/inventory', { expect: 'the-unexpected', connection: 'close' });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([417, { success: false }]);
    expect(Date.parse(answer.headers.date ?? '')).toBe(testNow);
  });

  it.each([20, 400])('431: headers of %i kB', async (kilobytes) => {
    const begin = 'GET /v1/inventory HTTP/1.1\r\nHost: localhost\r\n';
    failure(431, await sendBytes(await serveForTest(), `${begin}X: ${'a'.repeat(kilobytes * 1000)}\r\n\r\n`));
  });

  it('431: a target that is too long', async () =>
    failure(
      431,
      await sendBytes(
        await serveForTest(),
        `GET /v1/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      ),
    ));

  it('keeps serving others', async () => {
    const served = await serveForTest();
    await sendBytes(served, 'nonsense\r\n\r\n');
    expect((await ask(served, 'GET /_emulator/health')).status).toBe(200);
  });
});
