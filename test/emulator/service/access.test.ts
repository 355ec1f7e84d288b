import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accessRefusal } from '../../../src/emulator/service/access.ts';
import { ask, serveForTest } from '../../support/emulator/served-emulator.ts';
import { privateCertificate } from '../../support/services/secure-service.ts';

const admin = { 'x-emulator-admin': '1' };

type Listening = NonNullable<Parameters<typeof accessRefusal>[0]['listening']>;

const known = { allowedHosts: ['emulator'] };
const everywhere = { host: '0.0.0.0' };
const vite = { allowedOrigins: ['http://localhost:3000'] };

/** A request with a host and an origin to an emulator, and the end of the error; none if it is admitted. */
const cases: [
  name: string,
  headers: Record<string, string>,
  listening: Partial<Listening>,
  error?: RegExp,
][] = [
  ['its own address', { host: '127.0.0.1:4650' }, {}],
  ['its own address, whatever the port', { host: '127.0.0.1:80' }, {}],
  ['localhost', { host: 'localhost:4650' }, {}],
  ['localhost in capitals', { host: 'LOCALHOST:4650' }, {}],
  ['localhost without a port', { host: 'localhost' }, {}],
  ['IPv6 loopback', { host: '[::1]:4650' }, { host: '::1' }],
  ['no host', {}, {}, /must name exactly one host$/],
  ['a host that is none', { host: 'a:b:c' }, {}, /The host "a:b:c" is not allowed$/],
  ['another address', { host: '10.0.0.1:4650' }, {}, /--allow-host 10.0.0.1$/],
  ['a name that begins alike', { host: '127.0.0.1.evil.example:4650' }, {}, /-host 127.0.0.1.evil.example$/],
  ['a name of another machine', { host: 'emulator:4650' }, {}, /--allow-host emulator$/],
  ['that name where it listens on it', { host: 'emulator:4650' }, { host: 'emulator' }],
  ['that name once allowed', { host: 'emulator:4650' }, known],
  ['it with the dot of a full name', { host: 'emulator.:1' }, known],
  ['it in capitals', { host: 'EMULATOR' }, known],
  ['a name that ends alike', { host: 'x.emulator' }, known, /--allow-host x.emulator$/],
  ['any name where all are allowed', { host: 'abc.tunnel.example' }, { allowedHosts: ['*'] }],
  ['an allowed IPv6 address', { host: '[2001:db8::1]:4650' }, { allowedHosts: ['2001:db8::1'] }],
  ['any address where it listens on all', { host: '172.17.0.2:4650' }, everywhere],
  ['localhost where it listens on all', { host: 'localhost:4650' }, everywhere],
  ['a name where it listens on all', { host: 'evil.example:4650' }, everywhere, /--allow-host evil.example$/],
  ['its own page', { host: 'localhost:8080', origin: 'http://localhost:8080' }, {}],
  [
    'its page behind a tunnel with TLS',
    { host: 'cfi.example', origin: 'https://cfi.example' },
    { allowedHosts: ['*'] },
  ],
  [
    'a page of the same machine on another port',
    { host: 'localhost:4650', origin: 'http://localhost:3000' },
    {},
    /--allow-origin http:\/\/localhost:3000$/,
  ],
  ['that page once allowed', { host: 'localhost:4650', origin: 'http://localhost:3000' }, vite],
  [
    'a page that only begins like it',
    { host: 'localhost', origin: 'http://localhost:30000' },
    vite,
    /--allow-origin http:\/\/localhost:30000$/,
  ],
  ['any page', { host: 'localhost', origin: 'https://a.example' }, { allowedOrigins: ['*'] }],
  ['a page without an origin', { host: 'localhost', origin: 'null' }, {}, /--allow-origin null$/],
  [
    'an allowed page by a name that is not',
    { host: 'evil.example', origin: 'http://evil.example' },
    { allowedOrigins: ['*'] },
    /--allow-host evil.example$/,
  ],
];

describe('access to the server', () => {
  it.each(cases)('%s', (_, headers, more, error) => {
    const listening = { host: '127.0.0.1', ...more };
    const turned = accessRefusal({ method: 'GET', target: '/v1/inventory', headers, listening });
    const status = headers.host === undefined ? 400 : 403;
    if (error === undefined) expect(turned).toBeUndefined();
    else expect(turned).toMatchObject({ status, error: expect.stringMatching(error) });
  });

  it.each(['/v1/inventory', '/v1/auth/login', '/_emulator/clock', '/_emulator/health', '/_emulator/reset'])(
    'the rules hold for %s, and the error names the option',
    async (path) => {
      const served = await serveForTest();
      const byHost = await ask(served, `GET ${path}`, { ...admin, host: 'emulator:4650' });
      expect([byHost.status, JSON.parse(byHost.text)]).toEqual([
        403,
        {
          success: false,
          error: 'The host emulator is not allowed; start the emulator with --allow-host emulator',
          refused: 'host',
        },
      ]);
      const byOrigin = await ask(served, `GET ${path}`, { ...admin, origin: 'https://shop.example' });
      expect([byOrigin.status, JSON.parse(byOrigin.text)]).toMatchObject([
        403,
        {
          success: false,
          error: expect.stringContaining('--allow-origin https://shop.example'),
          refused: 'origin',
        },
      ]);
      expect(byOrigin.headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('a refused request has no effect', async () => {
    const served = await serveForTest();
    for (const headers of [{ host: 'emulator' }, { origin: 'https://shop.example' }]) {
      const body = '{"freeze":true}';
      expect((await ask(served, 'POST /_emulator/clock', { ...admin, ...headers }, { body })).status).toBe(
        403,
      );
    }
    const { text } = await ask(served, 'GET /_emulator/requests', admin);
    expect(JSON.parse(text).data).toEqual([]);
  });
});

describe('a browser', () => {
  const page = 'http://localhost:5173';

  it.each([
    ['/v1/outbound', 'authorization,content-type'],
    ['/_emulator/clock', 'x-emulator-admin,content-type'],
    ['/v1/nowhere', 'authorization'],
  ])('learns before a request to %s that the page may send it', async (path, wanted) => {
    const served = await serveForTest({ allowedOrigins: [page] });
    const answer = await ask(served, `OPTIONS ${path}`, {
      origin: page,
      'access-control-request-method': 'POST',
      'access-control-request-headers': wanted,
      'access-control-request-private-network': 'true',
    });
    expect(answer).toMatchObject({
      status: 204,
      text: '',
      headers: {
        'access-control-allow-origin': page,
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': wanted,
        'access-control-allow-private-network': 'true',
        vary: 'Origin',
      },
    });
  });

  it('shows every answer to an allowed page, including refusals and important headers', async () => {
    const served = await serveForTest({ allowedOrigins: [page] });
    for (const [path, status] of [
      ['/v1/inventory', 401],
      ['/v1/nowhere', 404],
      ['/_emulator/clock', 403],
      ['/_emulator/health', 200],
    ] as const) {
      const answer = await ask(served, `GET ${path}`, { origin: page });
      expect([path, answer.status, answer.headers]).toMatchObject([
        path,
        status,
        {
          'access-control-allow-origin': page,
          'access-control-expose-headers': expect.stringContaining('x-emulator-assumption'),
          vary: 'Origin',
        },
      ]);
    }
  });

  it('a page still needs the admin header', async () => {
    const served = await serveForTest({ allowedOrigins: [page] });
    expect((await ask(served, 'GET /_emulator/clock', { ...admin, origin: page })).status).toBe(200);
    expect((await ask(served, 'GET /_emulator/clock', { origin: page })).status).toBe(403);
  });

  it('learns nothing before a request from a page that may not send it', async () => {
    const served = await serveForTest({ allowedOrigins: [page] });
    const answer = await ask(served, 'OPTIONS /v1/outbound', {
      origin: 'http://localhost:5174',
      'access-control-request-method': 'POST',
    });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

it('TLS uses the given certificate', async () => {
  const cert = readFileSync(privateCertificate, 'utf8');
  const key = readFileSync(privateCertificate.replace('certificate.pem', 'key.pem'), 'utf8');
  const served = await serveForTest({ tls: { cert, key } });
  expect(served.origin).toBe(`https://127.0.0.1:${served.port}`);
  const answer = await ask(served, 'GET /_emulator/health', { origin: served.origin }, { ca: cert });
  expect(answer.status).toBe(200);
  await expect(ask(served, 'GET /_emulator/health')).rejects.toMatchObject({
    code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/),
  });
  expect((await ask(served, 'GET /_emulator/health', {}, { ca: cert })).status).toBe(200);
});
