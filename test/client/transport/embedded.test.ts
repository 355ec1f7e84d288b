import { describe, expect, it } from 'vitest';
import {
  type EmbeddedRequest,
  type EmbeddedResponse,
  embeddedTransport,
} from '../../../src/client/transport/embedded.ts';
import { CfiError } from '../../../src/errors.ts';
import { failureOf, get } from './opened-transport.ts';

/** The transport into a service that answers like this, what it received, and how its clock was advanced. */
function opened(answer: Partial<EmbeddedResponse> = {}) {
  const received: EmbeddedRequest[] = [];
  const advanced: number[] = [];
  let closed = 0;
  const service = {
    clients: () => [],
    async handle(request: EmbeddedRequest): Promise<EmbeddedResponse> {
      received.push(request);
      return { status: 200, headers: { date: 'now' }, body: 'é', delayMs: 0, ...answer };
    },
    now: () => 5,
    advance: async (ms: number) => void advanced.push(ms),
    close: async () => {
      closed += 1;
    },
  };
  return { transport: embeddedTransport(service, () => 100), received, advanced, closed: () => closed };
}

const largest = 10 * 1024 * 1024;

describe('the transport into the embedded emulator', () => {
  it('passes the request on, and the answer back as bytes', async () => {
    const { transport, received, advanced } = opened();
    const answer = await transport.send(get('/x?a=1', { headers: { accept: 'y' } }));
    expect(received).toEqual([{ method: 'GET', target: '/v1/x?a=1', headers: { accept: 'y' } }]);
    expect(answer).toEqual({ status: 200, headers: { date: 'now' }, body: new TextEncoder().encode('é') });
    expect(advanced).toEqual([]);
    expect([transport.embedded, transport.now(), transport.monotonicNow()]).toEqual([true, 5, 100]);
  });

  it('a HEAD gets no body', async () => {
    const { transport } = opened();
    const answer = await transport.send(get('/x', { method: 'HEAD' }));
    expect(answer).toEqual({ status: 200, headers: { date: 'now' }, body: new Uint8Array() });
  });

  it.each<[string, string | Uint8Array, boolean]>([
    ['text', '"é"', false],
    ['bytes', Buffer.from('"é"'), false],
    ['as much text as a request may have', 'x'.repeat(largest), false],
    ['as many bytes as a request may have', new Uint8Array(largest), false],
    ['more text', 'x'.repeat(largest + 1), true],
    ['text of more bytes', 'é'.repeat(largest / 2 + 1), true],
    ['more bytes', new Uint8Array(largest + 1), true],
  ])('%s is sent as bytes, or not at all: too large %#', async (_, body, tooLarge) => {
    const { transport, received } = opened();
    await transport.send(get('/x', { method: 'POST', body }));
    expect(received[0]?.tooLarge).toBe(tooLarge ? true : undefined);
    if (tooLarge) expect(received[0]).not.toHaveProperty('body');
    else expect(Buffer.compare(received[0]?.body ?? new Uint8Array(), Buffer.from(body))).toBe(0);
  });

  it.each([
    [0, []],
    [1, [1]],
    [1000, [1000]],
  ])('an answer after %i ms moves the clock by %j', async (delayMs, moved) => {
    const { transport, advanced } = opened({ delayMs });
    expect((await transport.send(get('/x', { timeoutMs: 1000 }))).status).toBe(200);
    expect(advanced).toEqual(moved);
    expect(transport.monotonicNow()).toBe(100 + delayMs);
  });

  it('an answer after the time limit is none, and the wait for it takes that long', async () => {
    const { transport, advanced } = opened({ delayMs: 1001, socket: 'reset' });
    const failure = await failureOf(transport.send(get('/x', { timeoutMs: 1000 })));
    expect(failure).toMatchObject({
      kind: 'timeout',
      message: 'no complete answer within 1s',
      maybeSent: true,
    });
    expect(advanced).toEqual([1000]);
  });

  it.each([
    ['reset', 'the connection was reset'],
    ['empty', 'the connection was closed before the answer was complete'],
    ['truncate', 'the connection was closed before the answer was complete'],
  ] as const)('a socket that fails by %s is a failure after its delay', async (socket, message) => {
    const { transport, advanced } = opened({ socket, delayMs: 7 });
    const failure = await failureOf(transport.send(get('/x')));
    expect(failure).toMatchObject({ kind: 'network', message, maybeSent: true });
    expect(advanced).toEqual([7]);
  });

  it('a state that cannot be written is an error that no retry helps, and nothing was sent', async () => {
    const failure = new CfiError('internal', 'disk full', { hint: 'make room', maybeSent: true });
    const { transport } = opened({ failure });
    await expect(transport.send(get('/x'))).rejects.toMatchObject({
      code: 'internal',
      message: 'disk full',
      details: { hint: 'make room', maybeSent: false },
    });
  });

  it('neither sends nor waits after an interruption', async () => {
    const { transport, received, advanced } = opened();
    const signal = AbortSignal.abort(new Error('stop'));
    expect(await failureOf(transport.send(get('/x', { signal })))).toMatchObject({
      kind: 'aborted',
      maybeSent: false,
    });
    await expect(transport.wait(5, signal)).rejects.toThrow('stop');
    expect([received, advanced]).toEqual([[], []]);
  });

  it('waits by the clock of the emulator, and closes it', async () => {
    const { transport, advanced, closed } = opened();
    await transport.wait(250, new AbortController().signal);
    await transport.wait(50);
    expect(advanced).toEqual([250, 50]);
    expect(transport.monotonicNow()).toBe(400);
    await transport.close();
    expect(closed()).toBe(1);
  });
});
