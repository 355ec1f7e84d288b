import type { OnReadOpts, Socket } from 'node:net';

const readBytes = 64 * 1024;

/** Node copies a text of up to 16 kB for a write without allocating memory. */
const mostJoined = 16 * 1024;

/** Takes what has arrived on a socket. Returns false if reading should pause. */
type Arrival = (chunk: Buffer) => boolean;

const arrivals = new WeakMap<Socket, Arrival>();

/** An option for sockets that are passed to `bypassStream`. Several sockets may share it. */
export function directReads(): OnReadOpts {
  return {
    // Sockets share it, because what arrives is copied before the next read.
    buffer: Buffer.allocUnsafeSlow(readBytes),
    callback(this: Socket, length: number, buffer: Uint8Array) {
      const chunk = Buffer.from(buffer.subarray(0, length));
      const arrive = arrivals.get(this);
      return arrive === undefined ? this.push(chunk) : arrive(chunk);
    },
  };
}

/** Gives what arrives to the reader at once. Whatever the reader leaves goes through the stream, as usual. */
function readDirectly(socket: Socket): void {
  const { read, push, unshift } = socket;
  let arrived: Buffer | null = null;
  let usesStream = socket.readableLength > 0;
  const toStream = (chunk: unknown): boolean => {
    usesStream = true;
    return push.call(socket, chunk);
  };
  arrivals.set(socket, (chunk) => {
    if (usesStream) return toStream(chunk);
    arrived = chunk;
    socket.emit('readable');
    const left = arrived;
    arrived = null;
    return left === null || toStream(left);
  });
  socket.read = (size) => {
    // Node itself reads nothing to start the socket.
    if (usesStream || size !== undefined) return read.call(socket, size);
    const chunk = arrived;
    arrived = null;
    return chunk;
  };
  socket.push = toStream;
  socket.unshift = (chunk, encoding) => {
    usesStream = true;
    unshift.call(socket, chunk, encoding);
  };
}

/** The bytes of a chunk as a text of one character each; undefined for a text in another encoding. */
function bytesAsText(chunk: string | Uint8Array, encoding: unknown): string | undefined {
  if (typeof chunk === 'string') return encoding === 'latin1' ? chunk : undefined;
  const { buffer, byteOffset, length } = chunk;
  return length > mostJoined ? undefined : Buffer.from(buffer, byteOffset, length).toString('latin1');
}

/** Writes the head of a request and a short body, which undici writes between `cork` and `uncork`, as one text. */
function writeTogether(socket: Socket): void {
  const { cork, write, uncork } = socket;
  let isHolding = false;
  let isCorked = false;
  let held = '';
  const writeHeld = (): void => {
    const text = held;
    held = '';
    if (text !== '') write.call(socket, text, 'latin1');
  };
  socket.cork = () => {
    isHolding = true;
  };
  socket.uncork = () => {
    isHolding = false;
    writeHeld();
    if (isCorked) uncork.call(socket);
    isCorked = false;
  };
  socket.write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
    if (isHolding) {
      const text = done === undefined ? bytesAsText(chunk, encoding) : undefined;
      if (text !== undefined && held.length + text.length <= mostJoined) {
        held += text;
        return true;
      }
      if (!isCorked) cork.call(socket);
      isCorked = true;
      writeHeld();
    }
    return Reflect.apply(write, socket, [chunk, encoding, done]);
  };
}

/**
 * Spares a connected socket of undici most of Node's stream, which takes up to a tenth of the processor time of an upload:
 * what arrives is read at once instead of in a later tick, and a request is one write. The socket must have been made
 * with `directReads`.
 */
export function bypassStream(socket: Socket): void {
  readDirectly(socket);
  writeTogether(socket);
}
