import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openNetwork } from '../../../src/client/http/transport/network-transport.ts';
import { type HttpRequest, type Transport, TransportFailure } from '../../../src/client/types.ts';
import { closedAfterTest } from '../../support/closing.ts';
import { json, startRawServer, startServer, type TestServer } from '../../support/services/http-server.ts';
import { startSecureService } from '../../support/services/secure-service.ts';

const realTimer = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** A timer that fires when the test says so. */
function timerByHand() {
  let fire = (): void => {};
  const startTimer: typeof realTimer = (_, callback) => {
    fire = callback;
    return () => {};
  };
  return { startTimer, fire: () => fire() };
}

const open = async (baseUrl: string, connections: number, startTimer = realTimer): Promise<Transport> =>
  closedAfterTest(
    await openNetwork({
      baseUrl,
      env: {},
      connections,
      now: () => 0,
      monotonicNow: () => 0,
      sleep: async () => {},
      startTimer,
    }),
  );

const get = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: {},
  timeoutMs: 10_000,
  ...more,
});

const failureOf = (sent: Promise<unknown>): Promise<TransportFailure> =>
  sent.then(
    () => Promise.reject(new Error('an answer came')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(TransportFailure);
      return error as TransportFailure;
    },
  );

const invalid = 'the answer is not complete, valid HTTP';
const closed = 'the connection was closed before the answer was complete';
const largeHeaders = 'the headers of the answer are too large';

/** Node's own client sends one request at a time; undici sends as many as configured. Both meet the same cases. */
const transports: readonly (readonly [string, number])[] = [
  ['of one connection', 1],
  ['of several connections', 2],
];

describe.each(transports)('the network transport %s', (_, connections) => {
  const connect = (server: Pick<TestServer, 'baseUrl'>, startTimer?: typeof realTimer): Promise<Transport> =>
    open(server.baseUrl, connections, startTimer);

  it('sends the method, path, headers and body, and reads the status, headers and body', async () => {
    const server = closedAfterTest(
      await startServer((_, response) => json(response, 201, { a: 'é' }, { 'X-One': '1' })),
    );
    const transport = await connect(server);
    const answer = await transport.send(
      get('/outbound?x=1', { method: 'POST', headers: { 'x-own': 'yes' }, body: '{"b":"ß"}' }),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers['x-one']).toBe('1');
    expect(JSON.parse(Buffer.from(answer.body).toString('utf8'))).toEqual({ a: 'é' });
    expect(server.received).toMatchObject([{ method: 'POST', url: '/v1/outbound?x=1', body: '{"b":"ß"}' }]);
    expect(server.received[0]?.headers['x-own']).toBe('yes');
  });

  it('reuses its connections', async () => {
    const ports = new Set<number | undefined>();
    const server = closedAfterTest(
      await startServer((_, response) => {
        ports.add(response.socket?.remotePort);
        json(response, 200, {});
      }),
    );
    const transport = await connect(server);
    for (let i = 0; i < 3; i++) await transport.send(get('/inventory'));
    expect(ports.size).toBeLessThanOrEqual(connections);
  });

  it('returns a redirect without following it', async () => {
    const other = closedAfterTest(await startServer((_, response) => json(response, 200, {})));
    const server = closedAfterTest(
      await startServer((_, response) => json(response, 302, {}, { location: `${other.baseUrl}/inventory` })),
    );
    const answer = await (await connect(server)).send(
      get('/inventory', { headers: { authorization: 'Bearer x' } }),
    );
    expect(answer.status).toBe(302);
    expect(other.received).toEqual([]);
  });

  it('reports that nothing was sent when the connection is refused', async () => {
    const gone = await startServer(() => {});
    await gone.close();
    const transport = await connect(gone);
    const message = 'the connection was refused';
    for (let i = 0; i < 2; i++) {
      const failure = await failureOf(transport.send(get('/inventory')));
      expect(failure).toMatchObject({ kind: 'network', maybeSent: false, message });
    }
  });

  it('reports that the request may have been sent when the connection breaks later', async () => {
    const server = closedAfterTest(await startServer((_, response) => response.socket?.destroy()));
    const failure = await failureOf(
      (await connect(server)).send(get('/outbound', { method: 'POST', body: '{}' })),
    );
    expect(failure).toMatchObject({ kind: 'network', maybeSent: true });
  });

  it('says that no encrypted connection could be made where the server speaks plain HTTP', async () => {
    const server = closedAfterTest(await startServer((_, response) => json(response, 200, {})));
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    const failure = await failureOf((await connect({ baseUrl })).send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'network', maybeSent: false });
    expect(failure.message).toMatch(/^no encrypted connection could be made \(E\w+\)$/);
    expect(server.received).toEqual([]);
  });

  it('stops a request whose answer does not begin in time', async () => {
    const { startTimer, fire } = timerByHand();
    const server = closedAfterTest(await startServer(fire));
    const failure = await failureOf((await connect(server, startTimer)).send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'timeout', maybeSent: true });
  });

  it('stops a request whose answer trickles in past its time limit', async () => {
    const server = closedAfterTest(
      await startRawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const drip = setInterval(() => socket.write('1\r\n \r\n'), 10);
        socket.once('close', () => clearInterval(drip));
      }),
    );
    const failure = await failureOf((await connect(server)).send(get('/inventory', { timeoutMs: 100 })));
    expect(failure.kind).toBe('timeout');
  });

  it('never sends a request that was cancelled while waiting for a connection', async () => {
    const { startTimer, fire } = timerByHand();
    const held: (() => void)[] = [];
    let allHeld = (): void => {};
    const busy = new Promise<void>((resolve) => {
      allHeld = resolve;
    });
    const server = closedAfterTest(
      await startServer((request, response) => {
        if (request.url === '/v1/first') held.push(() => json(response, 200, {}));
        else json(response, 200, {});
        if (held.length === connections) allHeld();
      }),
    );
    const transport = await connect(server, startTimer);
    const first = Array.from({ length: connections }, () => transport.send(get('/first')));
    await busy;
    const waiting = failureOf(transport.send(get('/second')));
    fire();
    const queued = await waiting;
    for (const answer of held) answer();
    await Promise.all(first);
    await transport.send(get('/third'));
    expect(queued).toMatchObject({ kind: 'timeout', maybeSent: false });
    expect(server.received.map(({ url }) => url)).toEqual([...first.map(() => '/v1/first'), '/v1/third']);
  });

  it('stops a request when its signal fires', async () => {
    const controller = new AbortController();
    const server = closedAfterTest(await startServer(() => controller.abort()));
    const failure = await failureOf(
      (await connect(server)).send(get('/inventory', { signal: controller.signal })),
    );
    expect(failure).toMatchObject({ kind: 'aborted', maybeSent: true });
    const again = await failureOf((await connect(server)).send(get('/x', { signal: controller.signal })));
    expect(again).toMatchObject({ kind: 'aborted', maybeSent: false });
  });

  it.each([
    ['no HTTP at all', 'GARBAGE\r\n\r\n', 'unreadable', invalid],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      'unreadable',
      invalid,
    ],
    ['a length that is not met', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":', 'network', closed],
    [
      'a chunk that is cut',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{"a"',
      'network',
      closed,
    ],
    ['no byte', '', 'network', closed],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(5000)}`, 'unreadable', largeHeaders],
  ])('fails on %s', async (_, bytes, kind, message) => {
    const server = closedAfterTest(await startRawServer((socket) => socket.end(bytes)));
    const failure = await failureOf((await connect(server)).send(get('/inventory')));
    expect(failure).toMatchObject({ kind, message, maybeSent: true });
  });

  it('skips interim answers, and joins repeated headers', async () => {
    const answer =
      'HTTP/1.1 103 Early Hints\r\nX-One: early\r\n\r\n' +
      'HTTP/1.1 200 OK\r\nETag: a\r\nX-One: 1\r\nx-one: 2\r\nETag: b\r\nContent-Length: 2\r\n\r\n{}';
    const server = closedAfterTest(await startRawServer((socket) => void socket.write(answer)));
    const { status, headers } = await (await connect(server)).send(get('/inventory'));
    expect([status, headers['x-one'], headers.etag]).toEqual([200, '1, 2', 'a, b']);
  });

  it('fails on an offer to switch protocols', async () => {
    const bytes = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: chat\r\n\r\nhello';
    const server = closedAfterTest(await startRawServer((socket) => void socket.write(bytes)));
    const failure = await failureOf((await connect(server)).send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'network', maybeSent: true });
  });

  it('accepts an answer followed by extra bytes, and continues on another connection', async () => {
    const server = closedAfterTest(
      await startRawServer(
        (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}{}'),
      ),
    );
    const transport = await connect(server);
    for (let i = 0; i < 2; i++)
      expect(Buffer.from((await transport.send(get('/x'))).body).toString()).toBe('{}');
  });

  it('opens another connection if the service closed the previous one', async () => {
    const ends: Promise<unknown>[] = [];
    const server = closedAfterTest(
      await startServer((_, response) => {
        ends.push(once(response.socket as Socket, 'close'));
        response.once('finish', () => response.socket?.destroy());
        json(response, 200, {});
      }),
    );
    const transport = await connect(server);
    for (let i = 0; i < 3; i++) {
      expect((await transport.send(get('/x'))).status).toBe(200);
      await ends.at(-1);
      // The event loop reads what the system has buffered within two turns.
      for (let turn = 0; turn < 2; turn++) await new Promise((next) => setImmediate(next));
    }
    expect(server.received).toHaveLength(3);
  });

  it('sends nothing with a header that could smuggle in another', async () => {
    const server = closedAfterTest(await startServer((_, response) => json(response, 200, {})));
    const transport = await connect(server);
    const failure = await failureOf(transport.send(get('/x', { headers: { 'x-a': '1\r\nx-b: 2' } })));
    expect(failure).toMatchObject({ kind: 'network', maybeSent: false });
    expect((await transport.send(get('/y'))).status).toBe(200);
    expect(server.received.map(({ url }) => url)).toEqual(['/v1/y']);
  });

  it('stops requests in progress when it is closed', async () => {
    const server = closedAfterTest(await startServer(() => void transport.close()));
    const transport = await connect(server);
    expect((await failureOf(transport.send(get('/x')))).maybeSent).toBe(true);
    expect(await failureOf(transport.send(get('/y')))).toMatchObject({ kind: 'network', maybeSent: false });
  });

  it.each([undefined, '0'])(
    'sends nothing if no known authority vouches for the service (%s)',
    async (set) => {
      const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      if (set !== undefined) process.env.NODE_TLS_REJECT_UNAUTHORIZED = set;
      try {
        const server = await startSecureService();
        const failure = await failureOf((await connect(server)).send(get('/inventory')));
        expect(failure).toMatchObject({ kind: 'network', maybeSent: false });
        expect(failure.message).toContain('the certificate of the service is not trusted');
        expect(server.received).toEqual([]);
      } finally {
        if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
      }
    },
  );

  it.each([
    ['that says so', `HTTP/1.1 200 OK\r\nContent-Length: ${100 * 1024 * 1024}\r\n\r\n`],
    ['that does not say so', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('stops reading an answer of 100 MB %s', async (_, head) => {
    let sent = 0;
    const server = closedAfterTest(
      await startRawServer((socket) => {
        socket.write(head);
        const piece = Buffer.alloc(1024 * 1024, 'x');
        const more = (): void => {
          while (sent < 100 && !socket.destroyed) {
            sent += 1;
            if (!socket.write(piece)) return void socket.once('drain', more);
          }
          socket.end();
        };
        more();
      }),
    );
    const failure = await failureOf((await connect(server)).send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'unreadable', message: 'the answer is larger than 64 MiB' });
    expect(sent).toBeLessThan(100);
  });

  it('decompresses an unrequested encoding, and refuses a body that grows too large', async () => {
    const bodies = [gzipSync('{"a":1}'), gzipSync(Buffer.alloc(65 * 1024 * 1024)), Buffer.from('no gzip')];
    const server = closedAfterTest(
      await startServer((_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(bodies.shift());
      }),
    );
    const transport = await connect(server);
    expect(Buffer.from((await transport.send(get('/a'))).body).toString()).toBe('{"a":1}');
    expect((await failureOf(transport.send(get('/b')))).kind).toBe('unreadable');
    expect((await failureOf(transport.send(get('/c')))).kind).toBe('unreadable');
  });
});

it('sends as many requests at once as configured, under one signal', async () => {
  let most = 0;
  const waiting: (() => void)[] = [];
  const server = closedAfterTest(
    await startServer((_, response) => {
      waiting.push(() => json(response, 200, {}));
      most = Math.max(most, waiting.length);
      if (waiting.length === 20) for (const answer of waiting.splice(0)) answer();
    }),
  );
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  const transport = await open(server.baseUrl, 20);
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 40 }, () => transport.send(get('/x', { signal }))));
  process.off('warning', onWarning);
  expect(most).toBe(20);
  expect(warnings).toEqual([]);
});
