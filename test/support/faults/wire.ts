import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What can happen between client and service. `cut`: the connection is reset after so many bytes. `stall`: nothing more
 * comes. `garble`: a NUL in place of a byte. `hold`: a request arrives only after the client has given up.
 */
export const wireFaults = ['cut', 'stall', 'garble', 'hold'] as const;

/** One fault on the wire. `at` counts the bytes of one side over all connections; for `hold`, the requests. */
export interface WireFault {
  readonly how: (typeof wireFaults)[number];
  readonly side: Side;
  readonly at: number;
}

/** Who sends the bytes. */
type Side = 'request' | 'answer';

const startOfRequest = /^(?:GET|POST|PUT|DELETE|PATCH) /;

export type Wire = Awaited<ReturnType<typeof openWire>>;

/** Opens a forwarder with an address of its own, so that services come and go behind it. A held request waits `holdMs`. */
export async function openWire(holdMs: number) {
  let target = 0;
  let fault: WireFault | undefined;
  let happened = false;
  /** What has passed since `reset`: bytes of each side, and requests. */
  const passed = { request: 0, answer: 0, requests: 0 };
  const sockets = new Set<Socket>();
  let held: Promise<void>[] = [];

  /** Sends the bytes on, up to a fault; returns whether the connection goes on as before. */
  const forward = (side: Side, bytes: Buffer, from: Socket, to: Socket): boolean => {
    const start = passed[side];
    passed[side] += bytes.length;
    const at = fault !== undefined && fault.side === side && fault.how !== 'hold' ? fault.at - start : -1;
    if (happened || at < 0 || at >= bytes.length) {
      to.write(bytes);
      return true;
    }
    happened = true;
    if (fault?.how === 'garble') {
      const changed = Buffer.from(bytes);
      changed[at] = 0;
      to.write(changed);
      return true;
    }
    to.write(bytes.subarray(0, at), () => {
      if (fault?.how !== 'cut') return;
      from.destroy();
      to.resetAndDestroy();
    });
    return false;
  };

  const server = createServer((client) => {
    const service = connect(target, '127.0.0.1');
    let isOpen = true;
    let isHeld = false;
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes: Buffer) => {
      if (!isOpen) return;
      if (startOfRequest.test(bytes.toString('latin1', 0, 8))) passed.requests += 1;
      if (fault?.how === 'hold' && !happened && passed.requests === fault.at) {
        happened = true;
        isHeld = true;
        held.push(
          new Promise((done) => {
            setTimeout(() => {
              service.write(bytes);
              setTimeout(() => done(void service.destroy()), 300);
            }, holdMs);
          }),
        );
      } else if (!isHeld) isOpen = forward('request', bytes, client, service);
    });
    service.on('data', (bytes: Buffer) => {
      if (isOpen) isOpen = forward('answer', bytes, service, client);
    });
    client.on('close', () => (isHeld ? undefined : service.destroy()));
    service.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    passed,
    /** Forwards to this port from now on, with one fault or none. */
    reset(port: number, next?: WireFault): void {
      for (const socket of sockets) socket.destroy();
      target = port;
      fault = next;
      happened = false;
      Object.assign(passed, { request: 0, answer: 0, requests: 0 });
      held = [];
    },
    /** Whether the fault has happened. */
    hasHappened: () => happened,
    /** Resolves when no request is held. */
    finished: async (): Promise<void> => void (await Promise.all(held)),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
