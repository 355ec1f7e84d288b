import { limits } from '../../contract/limits.ts';
import type { CfiError } from '../../errors.ts';
import { exactDuration } from '../../text/time/time.ts';
import { type HttpRequest, type Transport, TransportFailure } from '../types.ts';

/** A request as the emulator takes it without a socket. */
export interface EmbeddedRequest {
  readonly method: string;
  /** Path with its query, from `/v1` on. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly tooLarge?: boolean;
}

/** Its answer, with what a socket would have made of it. */
export interface EmbeddedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The delay of the answer, by the emulator's clock. */
  readonly delayMs: number;
  /** How the connection would have failed. */
  readonly socket?: 'reset' | 'empty' | 'truncate';
  /** The emulator failed for a reason on this machine. Nothing was changed. */
  readonly failure?: CfiError;
}

/** The emulator within this process, as the client sees it. */
export interface EmbeddedService {
  /** The seed's clients in their order; `client_secret` signs them in without asking. */
  clients(): readonly {
    readonly client_id: string;
    readonly client_name: string;
    readonly client_secret: string;
  }[];
  /** Changes when the state is replaced, so that work on the old state does not count. */
  stateId?(): string;
  handle(request: EmbeddedRequest): Promise<EmbeddedResponse>;
  /** Milliseconds, by the emulator's clock. */
  now(): number;
  advance(ms: number): unknown;
  close(): unknown;
}

const encoder = new TextEncoder();

function embeddedRequest({ method, path, headers, body }: HttpRequest): EmbeddedRequest {
  const request = { method, target: `/v1${path}`, headers };
  if (body === undefined) return request;
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  return bytes.length > limits.maxBodyBytes ? { ...request, tooLarge: true } : { ...request, body: bytes };
}

const brokenSocket = {
  reset: 'the connection was reset',
  empty: 'the connection was closed before the answer was complete',
  truncate: 'the connection was closed before the answer was complete',
} as const;

/**
 * The embedded emulator as a transport: no socket, and waits advance its clock. `monotonicNow` is real time plus all
 * waits. Throws a `CfiError` when the state file cannot be written: no service fails so, and no retry helps.
 */
export function embeddedTransport(service: EmbeddedService, monotonicNow: () => number): Transport {
  let waited = 0;
  const advance = async (ms: number): Promise<void> => {
    await service.advance(ms);
    waited += ms;
  };
  return {
    embedded: true,
    async send(request) {
      if (request.signal?.aborted) throw new TransportFailure('aborted', 'the request was cancelled', false);
      const answer = await service.handle(embeddedRequest(request));
      const { status, headers, body, delayMs, socket, failure } = answer;
      if (failure !== undefined) throw failure.with({ maybeSent: false });
      if (delayMs > request.timeoutMs) {
        await advance(request.timeoutMs);
        const limit = exactDuration(request.timeoutMs);
        throw new TransportFailure('timeout', `no complete answer within ${limit}`, true);
      }
      if (delayMs > 0) await advance(delayMs);
      if (socket !== undefined) throw new TransportFailure('network', brokenSocket[socket], true);
      return { status, headers, body: encoder.encode(request.method === 'HEAD' ? '' : body) };
    },
    async wait(ms, signal) {
      signal?.throwIfAborted();
      await advance(ms);
    },
    monotonicNow: () => monotonicNow() + waited,
    now: () => service.now(),
    async close() {
      await service.close();
    },
  };
}
