import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../src/emulator/emulator.ts';
import { type Served, serve } from '../../../src/emulator/server/serve.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';

const admin = { 'x-emulator-admin': '1' };
const login = JSON.stringify({ client_id: 'emu-acme', client_secret: 'emu-acme-secret' });
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Timers that a test fires at will. */
function handTimers() {
  const waiting = new Map<() => void, number>();
  return {
    startTimer(ms: number, callback: () => void) {
      waiting.set(callback, ms);
      return () => void waiting.delete(callback);
    },
    lengths: () => [...waiting.values()],
    /** Timers up to that length. */
    runOut(longest = Number.POSITIVE_INFINITY) {
      for (const [callback, ms] of [...waiting]) {
        if (ms > longest) continue;
        waiting.delete(callback);
        callback();
      }
    },
  };
}

async function start(options: Partial<EmulatorOptions> = {}) {
  const emulator = await openTestEmulator({ seed: 'empty', ...options });
  const timers = handTimers();
  const served = await serve(emulator, { host: '127.0.0.1', port: 0, startTimer: timers.startTimer });
  open.push(async () => {
    const closed = served.close();
    timers.runOut();
    await closed;
    emulator.close();
  });
  return { emulator, served, timers };
}

/** What comes of a request, while every timer runs out. */
async function answered<T>(answer: Promise<T>, timers: ReturnType<typeof handTimers>): Promise<T> {
  let isOver = false;
  const over = answer.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    timers.runOut();
    await new Promise((next) => setImmediate(next));
  }
  return over;
}

async function call(
  served: Served,
  method: string,
  path: string,
  body?: string | Buffer,
  headers: object = {},
) {
  const request = httpRequest({ port: served.port, method, path, headers: { ...admin, ...headers } });
  request.end(body);
  return read(request);
}

async function read(request: ClientRequest) {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

const fault = async (served: Served, action: object) =>
  expect((await call(served, 'POST', '/_emulator/faults', JSON.stringify({ do: action }))).status).toBe(200);

describe('serve', () => {
  it("answers over HTTP, dated by the emulator's clock", async () => {
    const { served } = await start();
    const answer = await call(served, 'POST', '/v1/auth/login', login);
    expect(answer).toMatchObject({
      status: 200,
      headers: { date: 'Tue, 01 Sep 2026 08:00:00 GMT', 'content-length': String(answer.text.length) },
    });
    expect(JSON.parse(answer.text).data.client_id).toBe('emu-acme');
  });

  it('reads a body that arrives in pieces', async () => {
    const { served } = await start();
    const request = httpRequest({ port: served.port, method: 'POST', path: '/v1/auth/login' });
    request.write(login.slice(0, 10));
    request.end(login.slice(10));
    expect((await read(request)).status).toBe(200);
  });

  it('[A-37] answers a body of more than 10 MiB with 413', async () => {
    const { served } = await start();
    const body = Buffer.alloc(20 * 1024 * 1024, ' ');
    expect((await call(served, 'POST', '/v1/auth/login', body)).status).toBe(413);
  });

  it('imports a state that is larger than that', async () => {
    const { served, emulator } = await start();
    const state = (await emulator.admin.get('/state')).body.data;
    const padding = ' '.repeat(11 * 1024 * 1024);
    expect((await call(served, 'PUT', '/_emulator/state', JSON.stringify(state) + padding)).status).toBe(200);
  });

  it('cuts off an answer in the middle', async () => {
    const { served } = await start();
    await fault(served, { socket: 'truncate' });
    const request = httpRequest({ port: served.port, method: 'POST', path: '/v1/auth/login' });
    request.end(login);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    const reading = async () => {
      for await (const chunk of response) chunks.push(chunk as Buffer);
    };
    await expect(reading()).rejects.toMatchObject({ code: 'ECONNRESET' });
    const length = Buffer.concat(chunks).length;
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(Number(response.headers['content-length']));
  });

  it('continues when a client disconnects in the middle of its request', async () => {
    const { served } = await start();
    const socket = connect(served.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"client');
    socket.destroy();
    await once(socket, 'close');
    expect((await call(served, 'POST', '/v1/auth/login', login)).status).toBe(200);
  });

  it('continues after an answer with headers that cannot be sent together', async () => {
    const { served, timers } = await start({ latencyMs: 5000 });
    const fails = call(served, 'POST', '/_emulator/faults', '{"do":{"status":200,"headers":{"Trailer":"x"}}}')
      .then(() => call(served, 'POST', '/v1/auth/login', login))
      .catch(({ code }) => code);
    expect(await answered(fails, timers)).toBe('ECONNRESET');
    const clears = call(served, 'DELETE', '/_emulator/faults');
    expect(await answered(clears, timers)).toMatchObject({ status: 200 });
  });

  it('closes the connection of a request that it cannot answer, when all of it has arrived', async () => {
    const { served, emulator } = await start();
    emulator.handle = async () => {
      throw new Error('the state is locked');
    };
    await expect(call(served, 'POST', '/v1/auth/login', login)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it.each(['NOTHING', 'CONNECT x:1 HTTP/1.1\r\nHost: x', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: y'])(
    'continues after a request that it refuses while its state cannot be read: %s',
    async (head) => {
      const service = {
        version: '0.0.0',
        now: (): number => {
          throw new Error('the state is locked');
        },
        handle: async () => ({ status: 200, headers: {}, body: '{}', delayMs: 0 }),
      };
      const served = await serve(service, { host: '127.0.0.1', port: 0, startTimer: () => () => {} });
      open.push(served.close);
      const socket = connect(served.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`${head}\r\n\r\n`);
      await once(socket, 'close');
      expect((await call(served, 'GET', '/v1/inventory')).status).toBe(200);
    },
  );

  it.each(['CONNECT x:1 HTTP/1.1', 'NOTHING', 'GET / HTTP/1.1\r\nUpgrade: x\r\nConnection: upgrade'])(
    'continues when a client resets its connection after %s',
    async (head) => {
      const { served } = await start();
      const sockets = Array.from({ length: 20 }, () => connect(served.port, '127.0.0.1'));
      for (const socket of sockets) {
        await once(socket, 'connect');
        await new Promise((done) =>
          socket.write(`${head}\r\nHost: localhost\r\n\r\n${'x'.repeat(100)}`, done),
        );
        socket.resetAndDestroy();
      }
      expect((await call(served, 'POST', '/v1/auth/login', login)).status).toBe(200);
    },
  );

  it('serves others while a client is slow', async () => {
    const { served } = await start();
    const sockets = Array.from({ length: 50 }, () => connect(served.port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write('POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\n');
    expect((await call(served, 'POST', '/v1/auth/login', login)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('sends a long body as often as it is the answer, and then the next one', async () => {
    const { served } = await start();
    const [first, second] = ['für zwei – ', 'für drei – '].map((text) => text.repeat(200));
    const answers = [first, first, first, second, second, first];
    for (const body of answers) {
      const rule = JSON.stringify({ when: { times: 1 }, do: { status: 200, body } });
      await call(served, 'POST', '/_emulator/faults', rule);
    }
    for (const body of answers) {
      const { text, headers } = await call(served, 'POST', '/v1/auth/login', login);
      expect(text).toBe(body);
      expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    }
  });

  it('lets a running request finish before it stops', async () => {
    const { served, timers } = await start({ latencyMs: 1000 });
    const request = httpRequest({ port: served.port, method: 'POST', path: '/v1/auth/login' });
    request.end(login);
    const answer = read(request);
    while (!timers.lengths().includes(1000)) await new Promise((next) => setImmediate(next));
    const closed = served.close();
    timers.runOut(1000);
    expect((await answer).status).toBe(200);
    await closed;
    await expect(call(served, 'GET', '/_emulator/clock')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not wait for a request that never ends', async () => {
    const { served, timers } = await start();
    const socket = connect(served.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
    await call(served, 'GET', '/_emulator/clock');
    const closed = served.close();
    timers.runOut(2000);
    await closed;
    await once(socket, 'close');
  });
});
