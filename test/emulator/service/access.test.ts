import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accessRefusal } from '../../../src/emulator/service/access.ts';
import { ask, serveForTest } from '../../support/emulator/served-emulator.ts';
import { privateCertificate } from '../../support/services/secure-service.ts';

const admin = { 'x-emulator-admin': '1' };

interface Case {
  readonly name: string;
  readonly host?: string;
  readonly origin?: string;
  readonly listensOn?: string;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** The option named in the error; true if the request is admitted. */
  readonly answer: true | string;
}

const cases: readonly Case[] = [
  { name: 'its own address, whatever the port', host: '127.0.0.1:80', answer: true },
  { name: 'a name of another machine', host: 'emulator:4650', answer: '--allow-host emulator' },
  { name: 'that name once allowed', host: 'emulator:4650', allowedHosts: ['emulator'], answer: true },
  { name: 'it with the dot of a full name', host: 'emulator.:1', allowedHosts: ['emulator'], answer: true },
  { name: 'it in capitals', host: 'EMULATOR', allowedHosts: ['emulator'], answer: true },
  {
    name: 'a name that ends alike',
    host: 'x.emulator',
    allowedHosts: ['emulator'],
    answer: '--allow-host x.emulator',
  },
  { name: 'any name where all are allowed', host: 'abc.tunnel.example', allowedHosts: ['*'], answer: true },
  {
    name: 'an allowed IPv6 address',
    host: '[2001:db8::1]:4650',
    allowedHosts: ['2001:db8::1'],
    answer: true,
  },
  {
    name: 'a page of the emulator itself',
    host: 'localhost:8080',
    origin: 'http://localhost:8080',
    answer: true,
  },
  {
    name: 'its page behind a tunnel with TLS',
    host: 'cfi.example',
    origin: 'https://cfi.example',
    allowedHosts: ['*'],
    answer: true,
  },
  {
    name: 'a page of the same machine on another port',
    host: 'localhost:4650',
    origin: 'http://localhost:3000',
    answer: '--allow-origin http://localhost:3000',
  },
  {
    name: 'that page once allowed',
    host: 'localhost:4650',
    origin: 'http://localhost:3000',
    allowedOrigins: ['http://localhost:3000'],
    answer: true,
  },
  {
    name: 'a page that only begins like it',
    host: 'localhost',
    origin: 'http://localhost:30000',
    allowedOrigins: ['http://localhost:3000'],
    answer: '--allow-origin http://localhost:30000',
  },
  {
    name: 'any page where all are allowed',
    host: 'localhost',
    origin: 'https://a.example',
    allowedOrigins: ['*'],
    answer: true,
  },
  { name: 'a page without an origin', host: 'localhost', origin: 'null', answer: '--allow-origin null' },
  {
    name: 'an allowed page by a name that is not',
    host: 'evil.example',
    origin: 'http://evil.example',
    allowedOrigins: ['*'],
    answer: '--allow-host evil.example',
  },
  {
    name: 'any address where it listens on all',
    listensOn: '0.0.0.0',
    host: '172.17.0.2:4650',
    answer: true,
  },
];

describe('access to the server', () => {
  it.each(cases)(
    '$name: $answer',
    ({ host, origin, listensOn = '127.0.0.1', answer, name: _, ...allowed }) => {
      const turned = accessRefusal({
        method: 'GET',
        target: '/v1/inventory',
        headers: { host, origin },
        listening: { host: listensOn, ...allowed },
      });
      if (answer === true) expect(turned).toBeUndefined();
      else
        expect(turned).toMatchObject({ status: 403, error: expect.stringMatching(new RegExp(`${answer}$`)) });
    },
  );

  it.each(['/v1/inventory', '/v1/auth/login', '/_emulator/clock', '/_emulator/health'])(
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
