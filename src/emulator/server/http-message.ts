import type { CfiError } from '../../errors.ts';
import type { SocketFaultKind } from '../faults/fault-names.ts';

/** Where a served emulator listens. Requests for another host, or from another site's web page, are refused. */
export interface Listening {
  readonly host: string;
  /** Additional host names to accept, in lower case; `*` for any. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may send requests, besides the emulator's own; `*` for any. */
  readonly allowedOrigins?: readonly string[];
}

/** One request, from a socket or not. */
export interface HttpRequest {
  readonly method: string;
  /** Path with its query, as in the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array;
  /** The body was too long to read and is missing. */
  readonly tooLarge?: boolean;
  /** Absent without a socket. */
  readonly listening?: Listening;
}

/** The answer to a request. */
export interface HttpAnswer {
  readonly status: number;
  /** A new object for each answer, because later steps add to it. */
  readonly headers: Record<string, string>;
  /** Empty for an answer without a body. */
  readonly body: string;
  /** How long to delay the answer, in ms. */
  readonly delayMs: number;
  /** The connection fails instead of, or while, sending the answer. */
  readonly socket?: SocketFaultKind;
  /** Why the emulator failed without changing anything, for example because it cannot write its state file. */
  readonly failure?: CfiError;
}

/** A socket fault where there is no socket: the error that a network client would have seen. */
export class SocketFault extends Error {
  readonly code = 'ECONNRESET';
  readonly kind: SocketFaultKind;

  constructor(kind: SocketFaultKind) {
    super(`socket ${kind}`);
    this.kind = kind;
  }
}
