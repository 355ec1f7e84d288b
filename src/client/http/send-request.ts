import type { Dispatcher } from 'undici';
import { type HttpRequest, type HttpResponse, TransportFailure } from '../types.ts';
import type { OnAbort } from './abort-groups.ts';
import { maxAnswerBytes, tooLarge } from './answer-limit.ts';
import { connectionError } from './connection-errors.ts';
import { inflated } from './decompress.ts';

/** How an exchange is ended from outside. */
export interface Interruptions {
  startTimer(ms: number, callback: () => void): () => void;
  readonly onAbort: OnAbort;
}

type Headers = Record<string, string | string[] | undefined>;

function plainHeaders(headers: Headers): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) plain[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return plain;
}

/** One request under way; whichever end comes first counts, and only that. */
class PendingRequest implements Dispatcher.DispatchHandler {
  /** Whether bytes of the request may have left. */
  #started = false;
  #settled = false;
  #status = 0;
  #headers: Record<string, string> = {};
  #chunks: Uint8Array[] = [];
  #length = 0;
  #controller: Dispatcher.DispatchController | undefined;
  readonly #resolve: (answer: HttpResponse | Promise<HttpResponse>) => void;
  readonly #reject: (failure: Error) => void;
  readonly #stopTimer: () => void;
  readonly #leaveSignal: (() => void) | undefined;

  constructor(
    { timeoutMs, signal }: HttpRequest,
    { startTimer, onAbort }: Interruptions,
    resolve: (answer: HttpResponse | Promise<HttpResponse>) => void,
    reject: (failure: Error) => void,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#stopTimer = startTimer(timeoutMs, () =>
      this.#fail('timeout', `no whole answer within ${timeoutMs} ms`),
    );
    if (signal !== undefined)
      this.#leaveSignal = onAbort(signal, () => this.#fail('aborted', 'the request was cancelled'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Cancelled while it waited for a connection: nothing is written.
    if (this.#settled) controller.abort(new Error('cancelled'));
    this.#started = true;
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = plainHeaders(headers);
    if (Number(this.#headers['content-length']) > maxAnswerBytes) this.#tooLarge();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > maxAnswerBytes) this.#tooLarge();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    const answer = { status: this.#status, headers: this.#headers, body };
    this.#resolve(answer.headers['content-encoding'] === undefined ? answer : inflated(answer));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
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
  dispatcher: Dispatcher,
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
      dispatcher.dispatch(
        {
          origin,
          path,
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers,
          body: request.body ?? null,
        },
        handler,
      );
    } catch (error) {
      handler.onResponseError(undefined, error as Error);
    }
  });
}
