import type { OnAbort } from '../../../abort-groups.ts';
import { toError } from '../../../text/thrown.ts';
import { type HttpRequest, type HttpResponse, TransportFailure } from '../../types.ts';
import { maxAnswerBytes, tooLarge } from './answer-limit.ts';
import { connectionError } from './connection-errors.ts';
import { inflated } from './decompress.ts';
import { type HeaderList, headerOf, headersByName } from './header-list.ts';

/** How to end a request from outside. */
export interface Interruptions {
  startTimer(ms: number, callback: () => void): () => void;
  readonly onAbort: OnAbort;
}

/** One request, with its address in full. */
export interface OutgoingRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** Ends a request from our side. */
interface ExchangeController {
  abort(reason: Error): void;
}

/** The events of a request. */
export interface ExchangeHandler {
  /** There is a connection; data written from now on may reach the service. */
  onRequestStart(controller: ExchangeController): void;
  onResponseStart(controller: ExchangeController, status: number, headers: HeaderList): void;
  onResponseData(controller: ExchangeController, chunk: Buffer): void;
  onResponseEnd(): void;
  onResponseError(controller: ExchangeController | undefined, error: Error): void;
}

/** Sends requests to one service and reports their events; undici or Node's own client. */
export interface Exchanges {
  /** May throw if nothing was sent. */
  dispatch(request: OutgoingRequest, handler: ExchangeHandler): void;
  /** Ends every request. */
  destroy(): Promise<void>;
}

/** An answer whose headers are decoded only when they are asked for: most are not. */
class ReceivedAnswer implements HttpResponse {
  readonly status: number;
  readonly body: Uint8Array;
  readonly #list: HeaderList;
  #headers: Record<string, string> | undefined;

  constructor(status: number, list: HeaderList, body: Uint8Array) {
    this.status = status;
    this.#list = list;
    this.body = body;
  }

  get headers(): Record<string, string> {
    this.#headers ??= headersByName(this.#list);
    return this.#headers;
  }
}

/** One request in progress; only its first end counts. */
class PendingRequest implements ExchangeHandler {
  /** Whether bytes of the request may have left. */
  #started = false;
  #settled = false;
  #status = 0;
  #headers: HeaderList = [];
  #chunks: Uint8Array[] = [];
  #length = 0;
  #controller: ExchangeController | undefined;
  /** The headers describe a body that does not come. */
  readonly #isBare: boolean;
  readonly #resolve: (answer: HttpResponse | Promise<HttpResponse>) => void;
  readonly #reject: (failure: Error) => void;
  readonly #stopTimer: () => void;
  readonly #leaveSignal: (() => void) | undefined;

  constructor(
    { method, timeoutMs, signal }: HttpRequest,
    { startTimer, onAbort }: Interruptions,
    resolve: (answer: HttpResponse | Promise<HttpResponse>) => void,
    reject: (failure: Error) => void,
  ) {
    this.#isBare = method === 'HEAD';
    this.#resolve = resolve;
    this.#reject = reject;
    this.#stopTimer = startTimer(timeoutMs, () =>
      this.#fail('timeout', `no complete answer within ${timeoutMs} ms`),
    );
    if (signal !== undefined)
      this.#leaveSignal = onAbort(signal, () => this.#fail('aborted', 'the request was cancelled'));
  }

  onRequestStart(controller: ExchangeController): void {
    // Cancelled while it waited for a connection: nothing is written.
    if (this.#settled) controller.abort(new Error('cancelled'));
    this.#started = true;
    this.#controller = controller;
  }

  onResponseStart(_controller: ExchangeController, status: number, headers: HeaderList): void {
    this.#status = status;
    this.#headers = headers;
    if (!this.#isBare && Number(headerOf(headers, 'content-length')) > maxAnswerBytes) this.#tooLarge();
  }

  onResponseData(_controller: ExchangeController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > maxAnswerBytes) this.#tooLarge();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    const answer = new ReceivedAnswer(this.#status, this.#headers, body);
    const isPacked = headerOf(this.#headers, 'content-encoding') !== undefined;
    this.#resolve(isPacked ? inflated(answer) : answer);
  }

  onResponseError(_controller: ExchangeController | undefined, error: Error): void {
    if (this.#settle()) this.#reject(connectionError(error, this.#started));
  }

  #tooLarge(): void {
    this.#fail('unreadable', tooLarge);
  }

  #fail(kind: TransportFailure['kind'], message: string): void {
    if (!this.#settle()) return;
    this.#reject(new TransportFailure(kind, message, this.#started));
    this.#controller?.abort(new Error(message));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#stopTimer();
    this.#leaveSignal?.();
    return true;
  }
}

/** Sends one request and reads its answer to the end, within the request's time. Throws a `TransportFailure`. */
export function sendRequest(
  exchanges: Exchanges,
  origin: string,
  path: string,
  request: HttpRequest,
  interruptions: Interruptions,
): Promise<HttpResponse> {
  if (request.signal?.aborted)
    return Promise.reject(new TransportFailure('aborted', 'the request was cancelled', false));
  return new Promise((resolve, reject) => {
    const handler = new PendingRequest(request, interruptions, resolve, reject);
    try {
      const { method, headers, body } = request;
      exchanges.dispatch({ origin, path, method, headers, body }, handler);
    } catch (error) {
      handler.onResponseError(undefined, toError(error));
    }
  });
}
