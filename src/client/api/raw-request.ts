import { usageError } from '../../errors.ts';
import { withoutUserInfo } from '../../text/host.ts';
import { addressText, type RequestOptions } from '../http/request.ts';
import { withRetries } from '../http/retry.ts';
import type { Attempt, HttpRequest, HttpResponse, Transport } from '../types.ts';
import { attemptOnce, type TokenSource } from './api.ts';
import { attemptError } from './request-errors.ts';

/** What of a session a request is sent with. */
interface RawSession {
  readonly transport: Transport;
  readonly account: { readonly address: string };
  readonly requestOptions: RequestOptions;
}

/** A request to any path below the base address. */
export interface RawRequest {
  readonly method: string;
  /** As `rawPath` gives it. */
  readonly path: string;
  readonly body?: Uint8Array;
  /** A read: sending it twice is harmless. */
  readonly repeatable: boolean;
}

/**
 * The encoded path below the base address, from a path or a full address. Throws a usage error for any other address,
 * because the token would be sent there.
 */
export function rawPath(text: string, baseUrl: string): string {
  const base = new URL(baseUrl.startsWith('emulator:') ? 'http://localhost/v1' : baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text
    : `${base.origin}${prefix}/${text.replace(/^\/+/, '')}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url?.origin !== base.origin || !`${url.pathname}/`.startsWith(`${prefix}/`))
    throw usageError(
      `${JSON.stringify(withoutUserInfo(text))} is not below the base address ${addressText(baseUrl)}`,
      'give a path, for example /inventory',
    );
  return url.pathname.slice(prefix.length) + url.search;
}

/** A response unchanged, and what it means. */
export interface RawResponse {
  readonly body: Uint8Array;
  readonly outcome: Attempt;
}

/**
 * Sends any request with the token and returns the last answer, whatever its status. A read is repeated as the retry
 * policy says; a write is repeated only after signing in again. Throws a `CfiError` if there is no answer.
 */
export async function sendRaw(
  { transport, account, requestOptions }: RawSession,
  tokens: TokenSource,
  { repeatable, ...request }: RawRequest,
): Promise<RawResponse> {
  const { policy, timeoutMs, signal, redact, commandFor } = requestOptions;
  const last: { answer?: HttpResponse } = {};
  const recorded = {
    now: () => transport.now(),
    send: async (sent: HttpRequest): Promise<HttpResponse> => {
      delete last.answer;
      last.answer = await transport.send(sent);
      return last.answer;
    },
  };
  const send = (): Promise<Attempt> => {
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${tokens.current()}`,
    };
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    return attemptOnce(recorded, { ...request, headers, timeoutMs, signal }, false, redact);
  };
  const outcome = await withRetries(send, {
    ...requestOptions,
    transport,
    repeatable,
    policy: repeatable ? policy : { ...policy, maxRetries: 0 },
    renew: () => tokens.renew(),
  });
  if (last.answer === undefined && outcome.kind !== 'answer') {
    const { method, path } = request;
    const { signInHint } = tokens;
    const kind = { method, path, repeatable, baseUrl: account.address, signInHint, commandFor };
    throw attemptError(outcome, kind, redact);
  }
  return { body: last.answer?.body ?? new Uint8Array(), outcome };
}
