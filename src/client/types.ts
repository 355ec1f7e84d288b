import type { EndpointName } from '../contract/endpoints.ts';
import type { PathParameter, QueryOf } from '../contract/schemas.ts';

export interface HttpRequest {
  readonly method: string;
  /** Encoded path with its query, beginning with `/`, relative to the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** One HTTP answer, read to its end. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Carries requests to one service: over the network, or into the embedded emulator. */
export interface Transport {
  /** True for the emulator within this process. */
  readonly embedded?: boolean;
  /** Throws a `TransportFailure` when no complete answer arrived. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Waits between attempts; the embedded emulator advances its clock instead. Throws when aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Milliseconds since the epoch by the wall clock, or by the embedded emulator's clock. It may jump. */
  now(): number;
  /** Milliseconds by a clock that never goes back and advances with every `wait`; for intervals, limits and rates. */
  monotonicNow(): number;
  close(): Promise<void>;
}

/** There was no complete answer. `maybeSent` says whether the service may still have acted on the request. */
export class TransportFailure extends Error {
  readonly kind: 'timeout' | 'network' | 'unreadable' | 'excessive' | 'aborted';
  readonly maybeSent: boolean;

  constructor(kind: TransportFailure['kind'], message: string, maybeSent: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.maybeSent = maybeSent;
  }
}

export interface CallInput {
  /** Values of the path's `{name}` parts, not encoded. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; text and bytes must already be JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Like `CallInput`, with the names that the endpoint's path and query have. */
interface InputOf<Name extends EndpointName> extends Omit<CallInput, 'params' | 'query'> {
  readonly params?: Readonly<Record<PathParameter<Name>, string>>;
  readonly query?: Readonly<Partial<Record<QueryOf<Name>, string | number | boolean | undefined>>>;
}

/** A success as the service sent it, with unknown members. */
export interface ApiResponse {
  readonly status: number;
  /** The answer as it came. */
  readonly received: Pick<HttpResponse, 'headers'>;
  /** The envelope's `data`, or the whole body without an envelope; undefined without a body. */
  readonly data: unknown;
  readonly pagination?: Record<string, unknown>;
  readonly body: unknown;
}

/** The outcome of one attempt. A failure of the service or the network is returned, not thrown. */
export type Attempt =
  | { readonly kind: 'answer'; readonly answer: ApiResponse }
  /** The service refused: 4xx or 5xx, with its reason. */
  | {
      readonly kind: 'refusal';
      readonly status: number;
      readonly error: string;
      readonly body: unknown;
      /** From `Retry-After`, in seconds or as a date relative to the answer's own `Date`. */
      readonly retryAfterMs?: number;
      /** The answer is not JSON, so something in front of the service may have given it. */
      readonly foreign?: true;
    }
  /** There was no complete or readable answer. */
  | {
      readonly kind: 'failure';
      /** `excessive`: over a limit, as it would be the next time. */
      readonly reason: TransportFailure['kind'];
      readonly message: string;
      readonly maybeSent: boolean;
    };

/** A success or a record that cannot be used. */
export const unreadable = (message: string, maybeSent: boolean): Extract<Attempt, { kind: 'failure' }> => ({
  kind: 'failure',
  reason: 'unreadable',
  message,
  maybeSent,
});

/** A success that is over a limit. */
export const excessive = (message: string): Extract<Attempt, { kind: 'failure' }> => ({
  kind: 'failure',
  reason: 'excessive',
  message,
  maybeSent: true,
});

/** How often a request is repeated, and how long to wait in between. */
export interface RetryPolicy {
  readonly maxRetries: number;
  /** The first retry waits up to this long, each further one up to twice as long. */
  readonly baseMs: number;
  readonly maxBackoffMs: number;
  /** The client does not wait for a longer `Retry-After`. */
  readonly maxRetryAfterMs: number;
}

/** The service through one account. */
export interface Api {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** The account's `client_id`, where it is known. */
  readonly clientId: string | undefined;
  readonly transport: Transport;
  /**
   * Calls an endpoint. Reads are repeated as the retry policy says; a write is repeated only if the service cannot have
   * seen it. After a 401, signs in again once if there are credentials. Throws a `CfiError`.
   */
  call<Name extends EndpointName>(endpoint: Name, input?: InputOf<Name>): Promise<ApiResponse>;
  /** One attempt with the token, without retries or renewal; for uploads, which do both themselves. */
  attempt<Name extends EndpointName>(endpoint: Name, input?: InputOf<Name>): Promise<Attempt>;
  /** Signs in again after a 401; false when there are no credentials. Concurrent calls share one sign-in. */
  renew(): Promise<boolean>;
  /** A command line to copy, for the same account. */
  commandFor(...words: readonly string[]): string;
  close(): Promise<void>;
}
