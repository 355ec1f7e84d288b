import { type Transport, TransportFailure, type WireRequest } from './types.ts';

/** Where the embedded emulator keeps its state. */
export interface EmbeddedOptions {
  /** A folder, or `:memory:`. */
  readonly state: string;
}

/** The emulator within this process, as the client sees it. */
export interface EmbeddedService {
  /** The seed's clients in their order; `client_secret` signs them in without being asked. */
  readonly clients: readonly {
    readonly client_id: string;
    readonly client_name: string;
    readonly client_secret: string;
  }[];
  /** Changes when the state is replaced, so that what was done to the old state counts for nothing. */
  readonly stateId?: string;
  fetch(request: Request): Response | Promise<Response>;
  /** Milliseconds, by the emulator's clock. */
  now(): number;
  advance(ms: number): unknown;
  close(): unknown;
}

const origin = 'http://127.0.0.1';

function asRequest(request: WireRequest): Request {
  const init: RequestInit = { method: request.method, headers: request.headers };
  if (request.body !== undefined) init.body = request.body as Uint8Array<ArrayBuffer> | string;
  return new Request(`${origin}/v1${request.path}`, init);
}

/** The embedded emulator as a transport: no socket, and waits move the emulator's clock on instead of sleeping. */
export function embeddedTransport(service: EmbeddedService): Transport {
  return {
    embedded: true,
    async send(request) {
      if (request.signal?.aborted) throw new TransportFailure('aborted', 'the request was called off', false);
      let response: Response;
      try {
        response = await service.fetch(asRequest(request));
      } catch (error) {
        throw new TransportFailure('network', (error as Error).message, true, error);
      }
      try {
        const body = new Uint8Array(await response.arrayBuffer());
        return { status: response.status, headers: Object.fromEntries(response.headers), body };
      } catch (error) {
        throw new TransportFailure('unreadable', 'the answer is not whole', true, error);
      }
    },
    async wait(ms, signal) {
      signal?.throwIfAborted();
      await service.advance(ms);
    },
    now: () => service.now(),
    async close() {
      await service.close();
    },
  };
}
