import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/client/types.ts';
import { json, startRawServer, startServer, type TestServer } from '../../support/services/http-server.ts';
import { startNamedService, startSecureService } from '../../support/services/secure-service.ts';
import { failureOf, get, open, type realTimer, timerByHand, transports } from './opened-transport.ts';

describe.each(transports)('the network transport %s', (_, connections) => {
  const connect = (server: Pick<TestServer, 'baseUrl'>, startTimer?: typeof realTimer): Promise<Transport> =>
    open(server.baseUrl, connections, startTimer);

  it('reuses its connections', async () => {
    const ports = new Set<number | undefined>();
    const server = await startServer((_, response) => {
      ports.add(response.socket?.remotePort);
      json(response, 200, {});
    });
    const transport = await connect(server);
    for (let i = 0; i < 3; i++) await transport.send(get('/inventory'));
    expect(ports.size).toBeLessThanOrEqual(connections);
  });

  it('sends no more requests at once than it has connections', async () => {
    let now = 0;
    let most = 0;
    const ports = new Set<number | undefined>();
    const server = await startServer((_, response) => {
      now += 1;
      most = Math.max(most, now);
      ports.add(response.socket?.remotePort);
      setImmediate(() => {
        now -= 1;
        json(response, 200, {});
      });
    });
    const transport = await connect(server);
    await Promise.all(Array.from({ length: 6 }, () => transport.send(get('/x'))));
    expect(most).toBeLessThanOrEqual(connections);
    expect(ports.size).toBeLessThanOrEqual(connections);
  });

  it.each([
    ['https', 443],
    ['http', 80],
  ])('%s without a port connects to %i', async (protocol, port) => {
    // A loopback address where nothing listens.
    const transport = await connect({ baseUrl: `${protocol}://127.77.213.5/v1` });
    const failure = await failureOf(transport.send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'network', maybeSent: false, cause: { port } });
  });

  it.each([
    ['localhost', ['localhost']],
    ['127.0.0.1', []],
  ])('names the host %s to the service, if it is a name: %j', async (host, named) => {
    const { port, names } = await startNamedService();
    const failure = await failureOf(
      (await connect({ baseUrl: `https://${host}:${port}/v1` })).send(get('/x')),
    );
    expect(failure.message).toContain('the certificate of the service is not trusted');
    expect(names).toEqual(named);
  });

  it.each([
    ['an answer', (response: ServerResponse) => void json(response, 200, {})],
    ['a broken connection', (response: ServerResponse) => void response.socket?.destroy()],
  ])('stops its timer and leaves the signal after %s', async (_, answer) => {
    const running = new Set<number>();
    const startTimer: typeof realTimer = (ms) => {
      running.add(ms);
      return () => void running.delete(ms);
    };
    const server = await startServer((_, response) => answer(response));
    const transport = await connect(server, startTimer);
    const controller = new AbortController();
    await transport.send(get('/x', { timeoutMs: 7, signal: controller.signal })).catch(() => {});
    expect([...running]).toEqual([]);
    controller.abort();
    expect(server.received).toHaveLength(1);
  });

  it('ends a request whose connection is being made when it is closed', async () => {
    const { startTimer } = timerByHand();
    const ends: Promise<unknown>[] = [];
    // It gets the first bytes of an encrypted connection, and never answers.
    const server = await startRawServer((socket) => {
      ends.push(once(socket, 'close'));
      void transport.close();
    });
    const transport = await connect({ baseUrl: server.baseUrl.replace('http:', 'https:') }, startTimer);
    expect(await failureOf(transport.send(get('/x')))).toMatchObject({ kind: 'network', maybeSent: false });
    // undici leaves the connection itself to the service.
    if (connections === 1) await ends[0];
  });

  it('closes its idle connections when it is closed', async () => {
    const ends: Promise<unknown>[] = [];
    const server = await startServer((_, response) => {
      ends.push(once(response.socket as Socket, 'close'));
      json(response, 200, {});
    });
    const transport = await connect(server);
    await transport.send(get('/x'));
    await transport.close();
    await ends[0];
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
    const server = await startServer((_, response) => response.socket?.destroy());
    const failure = await failureOf(
      (await connect(server)).send(get('/outbound', { method: 'POST', body: '{}' })),
    );
    expect(failure).toMatchObject({ kind: 'network', maybeSent: true });
  });

  it('says that no encrypted connection could be made where the server speaks plain HTTP', async () => {
    const server = await startServer((_, response) => json(response, 200, {}));
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    const failure = await failureOf((await connect({ baseUrl })).send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'network', maybeSent: false });
    expect(failure.message).toMatch(/^no encrypted connection could be made: E\w+$/);
    expect(server.received).toEqual([]);
  });

  it('stops a request whose answer does not begin in time', async () => {
    const { startTimer, fire } = timerByHand();
    const server = await startServer(fire);
    const failure = await failureOf((await connect(server, startTimer)).send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'timeout', maybeSent: true });
  });

  it('stops a request whose answer trickles in past its time limit', async () => {
    const server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const drip = setInterval(() => socket.write('1\r\n \r\n'), 10);
      socket.once('close', () => clearInterval(drip));
    });
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
    const server = await startServer((request, response) => {
      if (request.url === '/v1/first') held.push(() => json(response, 200, {}));
      else json(response, 200, {});
      if (held.length === connections) allHeld();
    });
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
    const server = await startServer(() => controller.abort());
    const failure = await failureOf(
      (await connect(server)).send(get('/inventory', { signal: controller.signal })),
    );
    expect(failure).toMatchObject({ kind: 'aborted', maybeSent: true });
    const again = await failureOf((await connect(server)).send(get('/x', { signal: controller.signal })));
    expect(again).toMatchObject({ kind: 'aborted', maybeSent: false });
  });

  it('opens another connection if the service closed the previous one', async () => {
    const ends: Promise<unknown>[] = [];
    const server = await startServer((_, response) => {
      // A finished response no longer has its socket.
      const socket = response.socket as Socket;
      ends.push(once(socket, 'close'));
      response.once('finish', () => socket.destroy());
      json(response, 200, {});
    });
    const transport = await connect(server);
    for (let i = 0; i < 3; i++) {
      expect((await transport.send(get('/x'))).status).toBe(200);
      await ends.at(-1);
      // The event loop reads what the system has buffered within two turns.
      for (let turn = 0; turn < 2; turn++) await new Promise((next) => setImmediate(next));
    }
    expect(server.received).toHaveLength(3);
  });

  it('stops requests in progress when it is closed', async () => {
    const server = await startServer(() => void transport.close());
    const transport = await connect(server);
    expect((await failureOf(transport.send(get('/x')))).maybeSent).toBe(true);
    expect(await failureOf(transport.send(get('/y')))).toMatchObject({ kind: 'network', maybeSent: false });
  });

  it('sends what waits for a connection after others have been broken', async () => {
    let broken = 0;
    const server = await startServer((_, response) => {
      broken += 1;
      if (broken <= connections) response.socket?.destroy();
      else json(response, 200, {});
    });
    const transport = await connect(server);
    const sent = Array.from({ length: connections + 4 }, (_, at) => transport.send(get(`/${at}`)));
    const ends = await Promise.allSettled(sent);
    expect(ends.map(({ status }) => status)).toEqual(
      ends.map((_, at) => (at < connections ? 'rejected' : 'fulfilled')),
    );
    expect(server.received.map(({ url }) => url).toSorted()).toEqual(ends.map((_, at) => `/v1/${at}`));
  });

  it('reports of what waits for a connection, too, that it was not sent', async () => {
    const gone = await startServer(() => {});
    await gone.close();
    const refused = await connect(gone);
    const silent = await startServer(() => void closing.close());
    const closing = await connect(silent);
    const failuresOf = (transport: Transport) =>
      Promise.all(Array.from({ length: connections + 4 }, () => failureOf(transport.send(get('/x')))));
    expect((await failuresOf(refused)).map(({ maybeSent }) => maybeSent)).not.toContain(true);
    const sent = (await failuresOf(closing)).filter(({ maybeSent }) => maybeSent);
    expect(sent.length).toBeLessThanOrEqual(connections);
  });

  it('sends nothing after it was closed before its first request', async () => {
    const server = await startServer((_, response) => json(response, 200, {}));
    const transport = await connect(server);
    await transport.close();
    expect(await failureOf(transport.send(get('/x')))).toMatchObject({ kind: 'network', maybeSent: false });
    expect(server.received).toEqual([]);
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
});

it('sends as many requests at once as configured, under one signal', async () => {
  let most = 0;
  const waiting: (() => void)[] = [];
  const server = await startServer((_, response) => {
    waiting.push(() => json(response, 200, {}));
    most = Math.max(most, waiting.length);
    if (waiting.length === 20) for (const answer of waiting.splice(0)) answer();
  });
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

it('can use each of its connections after requests that could not be sent', async () => {
  const server = await startServer((_, response) => json(response, 200, {}));
  const transport = await open(server.baseUrl, 2);
  for (let i = 0; i < 5; i++) await failureOf(transport.send(get('/x', { headers: { 'x-a': '1\r\n' } })));
  expect((await transport.send(get('/y'))).status).toBe(200);
});

it('keeps no connection of several after a HEAD, whose answer may wrongly have a body', async () => {
  const ports: (number | undefined)[] = [];
  const server = await startServer((_, response) => {
    ports.push(response.socket?.remotePort);
    response.end();
  });
  const transport = await open(server.baseUrl, 2);
  await transport.send({ ...get('/x'), method: 'HEAD' });
  await transport.send(get('/x'));
  expect(new Set(ports).size).toBe(2);
});

describe.each(transports)('the network transport %s, after a lost request,', (_, connections) => {
  it('gives the next ones a connection each, for a service that closes them unannounced', async () => {
    const server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      socket.once('data', () => socket.destroy());
    });
    const transport = await open(server.baseUrl, connections);
    let lost = 0;
    for (let i = 0; lost === 0 && i < 2 * connections; i++)
      await transport.send(get('/early')).catch(() => {
        lost += 1;
      });
    for (let i = 0; i < 50; i++)
      await transport.send(get('/later')).catch(() => {
        lost += 1;
      });
    // One for each connection that was kept until then.
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(connections);
  });

  it('keeps connections again some time later', async () => {
    const ports: (number | undefined)[] = [];
    const server = await startServer(({ url }, response) => {
      ports.push(response.socket?.remotePort);
      if (url === '/v1/lost') response.socket?.destroy();
      else json(response, 200, {});
    });
    const transport = await open(server.baseUrl, connections);
    await failureOf(transport.send(get('/lost')));
    for (let i = 0; i < 50 * connections + 10; i++) await transport.send(get('/x'));
    expect(new Set(ports.slice(0, 50)).size).toBe(50);
    expect(new Set(ports.slice(-10)).size).toBeLessThanOrEqual(connections);
  });
});
