import type { CfiError } from '../../errors.ts';
import type { Reply } from '../domain/context.ts';
import type { SocketFaultKind } from '../domain/fault-names.ts';

/** Where a served emulator listens. Requests for another host, or from another site's web page, are refused. */
export interface Listening {
  readonly host: string;
  /** Additional host names to accept, in lower case; `*` for any. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may send requests, besides the emulator's own; `*` for any. */
  readonly allowedOrigins?: readonly string[];
}

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

/** A call of the control API without a socket; its body is JSON text. */
export const controlRequest = (method: string, path: string, body?: string): HttpRequest => ({
  method,
  target: `/_emulator${path}`,
  headers: { 'x-emulator-admin': '1' },
  ...(body === undefined ? {} : { body: Buffer.from(body) }),
});

export const jsonType = 'application/json; charset=utf-8';

/** Converts a reply to an HTTP answer. */
export function toAnswer(reply: Reply, headers?: Readonly<Record<string, string>>): HttpAnswer {
  const body = reply.json ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
  const own: Record<string, string> = body === '' ? {} : { 'content-type': jsonType };
  return { status: reply.status, headers: Object.assign(own, headers), body, delayMs: 0 };
}

/** A failure in the service's envelope. */
export const failure = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
  refused?: string,
): HttpAnswer => toAnswer({ status, body: { success: false, error, refused } }, headers);
