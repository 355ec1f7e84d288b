import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/client/types.ts';
import { json, startRawServer, startServer, type TestServer } from '../../support/services/http-server.ts';
import { failureOf, get, open, type realTimer, timerByHand, transports } from './opened-transport.ts';

const invalid = 'the answer is not complete, valid HTTP';
const closed = 'the connection was closed before the answer was complete';
const largeHeaders = 'the headers of the answer are too large';

describe.each(transports)('the network transport %s', (_, connections) => {
  const connect = (server: Pick<TestServer, 'baseUrl'>, startTimer?: typeof realTimer): Promise<Transport> =>
    open(server.baseUrl, connections, startTimer);

  it('sends the method, path, headers and body, and reads the status, headers and body', async () => {
    const server = await startServer((_, response) => json(response, 201, { a: 'é' }, { 'X-One': '1' }));
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

  it('returns a redirect without following it', async () => {
    const other = await startServer((_, response) => json(response, 200, {}));
    const server = await startServer((_, response) =>
      json(response, 302, {}, { location: `${other.baseUrl}/inventory` }),
    );
    const answer = await (await connect(server)).send(
      get('/inventory', { headers: { authorization: 'Bearer x' } }),
    );
    expect(answer.status).toBe(302);
    expect(other.received).toEqual([]);
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
    [
      'a length beside chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      'unreadable',
      invalid,
    ],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(5000)}`, 'excessive', largeHeaders],
  ])('fails on %s', async (_, bytes, kind, message) => {
    const server = await startRawServer((socket) => socket.end(bytes));
    const failure = await failureOf((await connect(server)).send(get('/inventory')));
    expect(failure).toMatchObject({ kind, message, maybeSent: true });
  });

  it('skips interim answers, and joins repeated headers', async () => {
    const answer =
      'HTTP/1.1 103 Early Hints\r\nX-One: early\r\n\r\n' +
      'HTTP/1.1 200 OK\r\nETag: a\r\nX-One: 1\r\nx-one: 2\r\nETag: b\r\nContent-Length: 2\r\n\r\n{}';
    const server = await startRawServer((socket) => void socket.write(answer));
    const { status, headers } = await (await connect(server)).send(get('/inventory'));
    expect([status, headers['x-one'], headers.etag]).toEqual([200, '1, 2', 'a, b']);
  });

  it('fails on an offer to switch protocols', async () => {
    const bytes = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: chat\r\n\r\nhello';
    const ends: Promise<unknown>[] = [];
    const server = await startRawServer((socket) => {
      ends.push(once(socket, 'close'));
      socket.write(bytes);
    });
    const failure = await failureOf((await connect(server)).send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'network', maybeSent: true });
    await ends[0];
  });

  it('accepts an answer followed by extra bytes, and continues on another connection', async () => {
    const server = await startRawServer(
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}{}'),
    );
    const transport = await connect(server);
    for (let i = 0; i < 2; i++)
      expect(Buffer.from((await transport.send(get('/x'))).body).toString()).toBe('{}');
  });

  it('sends nothing with a header that could smuggle in another', async () => {
    const server = await startServer((_, response) => json(response, 200, {}));
    const transport = await connect(server);
    const failure = await failureOf(transport.send(get('/x', { headers: { 'x-a': '1\r\nx-b: 2' } })));
    expect(failure).toMatchObject({ kind: 'network', maybeSent: false });
    expect((await transport.send(get('/y'))).status).toBe(200);
    expect(server.received.map(({ url }) => url)).toEqual(['/v1/y']);
  });

  it('refuses an answer that says it is larger than 64 MiB before its body arrives', async () => {
    const { startTimer } = timerByHand();
    const length = 64 * 1024 * 1024 + 1;
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
    const server = await startRawServer((socket) => void socket.write(head));
    const failure = await failureOf((await connect(server, startTimer)).send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'excessive', message: 'the answer is larger than 64 MiB' });
  });

  it('reads an answer that arrives in pieces', async () => {
    const server = await startServer((_, response) => {
      response.write('{"a":');
      // A piece for itself, because it is written in another turn of the event loop.
      setImmediate(() => setImmediate(() => response.end('1}')));
    });
    const { body } = await (await connect(server)).send(get('/inventory'));
    expect(Buffer.from(body).toString()).toBe('{"a":1}');
  });

  it('takes the headers of a HEAD for a body that does not come', async () => {
    const headers = { 'content-length': String(65 * 1024 * 1024), 'content-encoding': 'gzip' };
    const server = await startServer((_, response) => void response.writeHead(200, headers).end());
    const answer = await (await connect(server)).send(get('/a', { method: 'HEAD' }));
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
    expect(answer.headers).toMatchObject(headers);
  });

  it.each([
    ['identity', undefined],
    ['', undefined],
    [' GZIP ', 'the answer is compressed with "gzip", although no request asks for that'],
    ['br', 'the answer is compressed with "br", although no request asks for that'],
  ])('reads none that is encoded as %j, unless that is as it is', async (encoding, message) => {
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('{"a":1}');
    });
    const answer = (await connect(server)).send(get('/a'));
    if (message === undefined) expect(Buffer.from((await answer).body).toString()).toBe('{"a":1}');
    else expect(await failureOf(answer)).toMatchObject({ kind: 'unreadable', message, maybeSent: true });
  });
});
