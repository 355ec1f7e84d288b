import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type NetworkOptions, openNetwork } from '../../../src/client/transport/network.ts';
import { closedAfterTest } from '../../support/closing.ts';
import { json, startServer } from '../../support/services/http-server.ts';
import { startProxy } from '../../support/services/proxy.ts';
import { startNamedService, startSecureService } from '../../support/services/secure-service.ts';
import { failureOf, get, realTimer } from './opened-transport.ts';

const through = async (baseUrl: string, env: Record<string, string>, more: Partial<NetworkOptions> = {}) =>
  closedAfterTest(
    await openNetwork({
      ...{ baseUrl, env, connections: 1, now: Date.now, monotonicNow: () => 0 },
      ...{ sleep: async () => {}, startTimer: realTimer, ...more },
    }),
  );

it('a failure to reach the proxy names it, without its password', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const transport = await through('https://h.example/v1', {
    https_proxy: `http://user:pw@127.0.0.1:${port}`,
  });
  const message = `the connection was refused; the request goes through the proxy http://127.0.0.1:${port} of https_proxy`;
  expect(await failureOf(transport.send(get('/x')))).toMatchObject({
    kind: 'network',
    message,
    maybeSent: false,
  });
});

it.each([
  [
    'nothing, and closes',
    'network',
    'the connection was reset',
    (socket: Socket): void => void socket.destroy(),
  ],
  [
    'the words of a mail server',
    'network',
    'the answer is not complete, valid HTTP',
    (socket: Socket): void => void socket.end('220 mail.example ESMTP\r\n'),
  ],
  [
    'too many headers',
    'network',
    'the headers of the answer are too large',
    (socket: Socket): void => void socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
  ],
  ['silence', 'timeout', 'no complete answer within 500ms', (): void => {}],
] as const)(
  'what answers the request for a tunnel with %s is asked once, and named: %s',
  async (_, kind, problem, act) => {
    let asked = 0;
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        asked += 1;
        act(socket);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const transport = await through('https://h.example/v1', { https_proxy: `http://127.0.0.1:${port}` });
    expect(await failureOf(transport.send(get('/x', { timeoutMs: 500 })))).toMatchObject({
      kind,
      message: `${problem}; the request goes through the proxy http://127.0.0.1:${port} of https_proxy`,
      maybeSent: false,
    });
    expect(asked).toBe(1);
    server.close();
  },
);

const untrusted = 'the certificate of the service is not trusted';

it('the certificate of the service is checked behind a tunnel too', async () => {
  const { baseUrl, received } = await startSecureService();
  const proxy = await startProxy();
  const transport = await through(baseUrl, { HTTPS_PROXY: proxy.url });
  const failure = await failureOf(transport.send(get('/x')));
  expect(failure).toMatchObject({ kind: 'network', message: expect.stringContaining(untrusted) });
  expect([proxy.asked, received]).toEqual([[new URL(baseUrl).host], []]);
});

it.each([
  ['127.0.0.1', []],
  ['localhost', ['localhost']],
])('an encrypted proxy at %s is asked for by its name, if it has one', async (host, names) => {
  const proxy = await startNamedService();
  const transport = await through('https://h.example/v1', { https_proxy: `https://${host}:${proxy.port}` });
  expect((await failureOf(transport.send(get('/x')))).message).toContain(untrusted);
  expect(proxy.names).toEqual(names);
});

it.each(['000', '201', '204', '403', '407'])(
  'a tunnel that is answered with %s is refused, and its connection closed',
  async (status) => {
    const ends: Promise<unknown>[] = [];
    const asked: string[] = [];
    const server = createServer((socket: Socket) => {
      ends.push(once(socket, 'close'));
      socket.on('error', () => {});
      socket.once('data', (bytes) => {
        asked.push(String(bytes));
        socket.write(`HTTP/1.1 ${status} No\r\n\r\n`);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const transport = await through('https://h.example/v1', {
      HTTPS_PROXY: `http://user:pw@127.0.0.1:${port}`,
    });
    const failure = await failureOf(
      transport.send(get('/x', { headers: { authorization: 'Bearer t0ken' } })),
    );
    expect(failure).toMatchObject({
      kind: 'network',
      message: `the proxy refused the connection with status ${Number(status)}`,
      maybeSent: false,
    });
    expect(asked.join()).toMatch(/^CONNECT h\.example:443 /);
    expect(asked.join().toLowerCase()).toContain(
      `proxy-authorization: basic ${btoa('user:pw').toLowerCase()}`,
    );
    expect(asked.join()).not.toContain('t0ken');
    await Promise.all(ends);
    server.close();
  },
);

it.each([
  ['http://user:pw@', `Basic ${btoa('user:pw')}`],
  ['http://', undefined],
])(
  'a proxy at %s127.0.0.1 gets plain http as a request, with its authorization',
  async (start, authorization) => {
    const proxy = await startServer((_, response) => json(response, 200, { a: 1 }));
    const env = { HTTP_PROXY: `${start}127.0.0.1:${proxy.port}` };
    const transport = await through('http://127.0.0.1:9/v1', env);
    expect((await transport.send(get('/x?y=1'))).status).toBe(200);
    expect(proxy.received).toMatchObject([{ method: 'GET', url: 'http://127.0.0.1:9/v1/x?y=1' }]);
    expect(proxy.received[0]?.headers['proxy-authorization']).toBe(authorization);
  },
);

it.each([1, 2])('an encrypted connection may lead anywhere, with %i connections', async (connections) => {
  const { baseUrl } = await startSecureService();
  const resolve: NetworkOptions['resolve'] = (_, __, done) =>
    done(null, [{ address: '192.0.2.7', family: 4 }]);
  const named = baseUrl.replace('127.0.0.1', 'localhost');
  const transport = await through(named, {}, { connections, resolve });
  expect((await failureOf(transport.send(get('/x')))).message).toContain(untrusted);
});

it.each([407, 403])('a proxy that answers plain http with %i itself', async (status) => {
  const proxy = await startServer((_, response) => json(response, status, { a: 1 }));
  const transport = await through('http://127.0.0.1:9/v1', { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
  const sent = transport.send(get('/x'));
  // Any other status may be the service's.
  if (status !== 407) expect((await sent).status).toBe(status);
  else
    expect(await failureOf(sent)).toMatchObject({
      ...{ kind: 'network', message: 'the proxy refused the connection with status 407', maybeSent: false },
    });
});
