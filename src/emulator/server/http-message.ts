import type { CfiError } from '../../errors.ts';
import type { SocketFaultKind } from '../faults/fault-rule.ts';

/** Where a served emulator listens; requests that name another host, or come from a web page, are refused. */
export interface Listening {
  readonly host: string;
  /** Further names that requests may be for, in lower case; `*` for any. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may send requests, besides the emulator's own; `*` for any. */
  readonly allowedOrigins?: readonly string[];
}

/** One request as it came, whether through a socket or not. */
export interface HttpRequest {
  readonly method: string;
  /** Path with its query, as on the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array;
  /** The body was too long to be read, so it is missing. */
  readonly tooLarge?: boolean;
  /** Absent without a socket. */
  readonly listening?: Listening;
}

/** What goes back. */
export interface HttpAnswer {
  readonly status: number;
  /** Made for this answer alone, and added to on its way out. */
  readonly headers: Record<string, string>;
  /** Empty for an answer without a body. */
  readonly body: string;
  /** How long to hold the answer back. */
  readonly delayMs: number;
  /** The connection fails instead of (or while) carrying the answer. */
  readonly socket?: SocketFaultKind;
  /** Why the emulator could not do its work: its state file cannot be written, for example. Nothing was changed. */
  readonly failure?: CfiError;
}

/** How a socket fault shows where there is no socket: the error a network client would have seen. */
export class SocketFault extends Error {
  readonly code = 'ECONNRESET';
  readonly kind: SocketFaultKind;

  constructor(kind: SocketFaultKind) {
    super(`socket ${kind}`);
    this.kind = kind;
  }
}
