import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { bypassStream, directReads } from '../../../../src/client/http/transport/direct-socket.ts';
import { closedAfterTest } from '../../../support/closing.ts';
import { privateCertificate, privateKey } from '../../../support/services/secure-service.ts';

const certificate = () => readFileSync(privateCertificate);

/** Both kinds of connection, to a server that passes its side of each to `serve`. */
const kinds = [
  {
    kind: 'unencrypted',
    listen: (serve: (socket: Socket) => void): Server => createServer(serve),
    connect: (port: number): [Socket, string] => [
      connect({ port, host: '127.0.0.1', onread: directReads() }),
      'connect',
    ],
  },
  {
    kind: 'encrypted',
    listen: (serve: (socket: Socket) => void): Server =>
      createTlsServer({ cert: certificate(), key: readFileSync(privateKey) }, serve),
    connect: (port: number): [Socket, string] => {
      const checks = { ca: certificate(), checkServerIdentity: () => undefined };
      const options = { port, host: '127.0.0.1', ...checks, onread: directReads() };
      return [connectTls(options), 'secureConnect'];
    },
  },
];

describe.each(kinds)('an $kind socket that bypasses its stream', ({ listen, connect: open }) => {
  /** The two ends of a connection. `writes` and `pushes` are what goes through Node's stream. */
  async function connected() {
    let serve = (_: Socket): void => {};
    const served = new Promise<Socket>((resolve) => {
      serve = resolve;
    });
    const server = listen((socket) => serve(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const [socket, opened] = open((server.address() as AddressInfo).port);
    const writes: (string | Uint8Array)[] = [];
    const pushes: unknown[] = [];
    const { write, push } = socket;
    socket.write = (chunk: string | Uint8Array, ...rest: never[]) => {
      writes.push(chunk);
      return write.call(socket, chunk, ...rest);
    };
    socket.push = (chunk: unknown) => {
      pushes.push(chunk);
      return push.call(socket, chunk);
    };
    await once(socket, opened);
    bypassStream(socket);
    const other = await served;
    closedAfterTest({
      async close() {
        socket.destroy();
        other.destroy();
        server.close();
        await once(server, 'close');
      },
    });
    return { socket, other, writes, pushes };
  }

  /** Writes to `other`, piece by piece, and waits for the end. */
  async function arrived(socket: Socket, other: Socket, pieces: readonly string[]): Promise<void> {
    const ended = once(socket, 'end');
    for (const piece of pieces) {
      const next = once(socket, 'readable');
      other.write(piece);
      await next;
    }
    other.end();
    await ended;
  }

  const all = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString();

  it('gives what arrives to the reader without the stream, and then the end', async () => {
    const { socket, other, pushes } = await connected();
    const read: Buffer[] = [];
    socket.on('readable', () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) read.push(chunk);
    });
    await arrived(socket, other, ['one', 'two', 'three']);
    expect(read.map(String)).toEqual(['one', 'two', 'three']);
    expect(pushes).toEqual([null]);
  });

  it('keeps what the reader leaves, in sequence', async () => {
    const { socket, other } = await connected();
    const read: Buffer[] = [];
    let left = 2;
    socket.on('readable', () => {
      left -= 1;
      if (left >= 0) return;
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) read.push(chunk);
    });
    await arrived(socket, other, ['one', 'two', 'three', 'four']);
    expect(all(read)).toBe('onetwothreefour');
  });

  it('takes back what the reader has read too much', async () => {
    const { socket, other } = await connected();
    const read: Buffer[] = [];
    socket.on('readable', () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
        if (read.length === 0 && chunk.length > 1) {
          socket.unshift(chunk.subarray(1));
          chunk = chunk.subarray(0, 1);
        }
        read.push(chunk);
      }
    });
    await arrived(socket, other, ['one', 'two']);
    expect(all(read)).toBe('onetwo');
  });

  it('does not change what was read when more arrives', async () => {
    const { socket, other } = await connected();
    const read: Buffer[] = [];
    socket.on('readable', () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) read.push(chunk);
    });
    const long = 'x'.repeat(10_000);
    await arrived(socket, other, ['one', long, 'two']);
    expect(all(read)).toBe(`one${long}two`);
  });

  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const bytesOf = (length: number): Buffer => Buffer.alloc(length, everyByte);

  it.each([
    ['nothing', 0, 1],
    ['every byte', 256, 1],
    ['as much as Node writes without allocating memory', 16 * 1024 - 4, 1],
    ['a byte more', 16 * 1024 - 3, 2],
    ['much more', 1_000_000, 2],
  ])('writes a head and %s after it in sequence', async (_, length, expected) => {
    const { socket, other, writes } = await connected();
    const body = bytesOf(length);
    const received: Buffer[] = [];
    other.on('data', (chunk) => received.push(chunk));
    const ended = once(other, 'end');
    socket.cork();
    socket.write('hé\n\n', 'latin1');
    socket.write(body);
    socket.uncork();
    expect(writes).toHaveLength(expected);
    socket.end();
    await ended;
    expect(Buffer.concat(received).equals(Buffer.concat([Buffer.from('hé\n\n', 'latin1'), body]))).toBe(true);
  });

  it('writes texts in other encodings, with what waits for them, and calls back', async () => {
    const { socket, other } = await connected();
    const received: Buffer[] = [];
    other.on('data', (chunk) => received.push(chunk));
    const ended = once(other, 'end');
    socket.write('before ');
    socket.cork();
    socket.write('hé ', 'latin1');
    socket.write('é ', 'utf8');
    const written = new Promise((resolve) => socket.write('last', 'latin1', resolve));
    socket.uncork();
    await written;
    socket.end();
    await ended;
    expect(Buffer.concat(received).toString('latin1')).toBe('before hé Ã© last');
  });
});
