import { CfiError, usageError } from '../../errors.ts';
import type { Connection } from '../auth/session.ts';
import { addressText } from '../http/address.ts';
import { readAnswer } from '../http/answer.ts';
import { afterAttempt } from '../http/retry.ts';
import {
  type Attempt,
  type Transport,
  TransportFailure,
  type WireAnswer,
  type WireRequest,
} from '../types.ts';
import type { TokenSource } from './api.ts';
import { failureError } from './refusal.ts';

export interface RawRequest {
  readonly method: string;
  /** As `rawPath` gives it. */
  readonly path: string;
  readonly body?: Uint8Array;
}

/**
 * A path below the base address, encoded; a whole address is taken when it lies there. Throws a usage error for one
 * that leads elsewhere, for the token would go with it.
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
      `'${text}' is not below the base address ${addressText(baseUrl)}`,
      'give a path, as /inventory',
    );
  return url.pathname.slice(prefix.length) + url.search;
}

/** One answer as it came, and what it comes to. */
export interface RawAnswer {
  readonly answer: WireAnswer;
  readonly outcome: Attempt;
}

type Made =
  | RawAnswer
  | { readonly answer: undefined; readonly outcome: Extract<Attempt, { kind: 'failure' }> };

async function attempt(transport: Transport, request: WireRequest): Promise<Made> {
  try {
    const answer = await transport.send(request);
    return { answer, outcome: readAnswer(answer, false, () => transport.now()) };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const { kind: reason, message, maybeSent } = error;
    return { answer: undefined, outcome: { kind: 'failure', reason, message, maybeSent } };
  }
}

/**
 * Any request with the token; the last answer, whatever its status. A read is tried again as the retry policy says; a
 * write goes out once, and again only after a renewal of the sign-in. Throws a `CfiError` when no answer came.
 */
export async function sendRaw(
  connection: Connection,
  tokens: TokenSource,
  raw: RawRequest,
): Promise<RawAnswer> {
  const { transport, account } = connection;
  const { policy, timeoutMs, signal, random, redact } = connection.signIn;
  const repeatable = raw.method === 'GET';
  let renewed = false;
  for (let retries = 0; ; ) {
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${tokens.current()}`,
    };
    if (raw.body !== undefined) headers['content-type'] = 'application/json';
    const made = await attempt(transport, {
      ...raw,
      headers,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    if (made.answer?.status === 401 && !renewed) {
      renewed = true;
      if (await tokens.renew()) continue;
    }
    const verdict = repeatable ? afterAttempt(policy, made.outcome, true, retries, random()) : 'give-up';
    if (verdict !== 'give-up') {
      await transport.wait(verdict.waitMs, signal);
      retries += 1;
    } else if (made.answer === undefined) {
      const kind = {
        method: raw.method,
        path: raw.path,
        repeatable,
        baseUrl: account.address,
        signIn: tokens.signIn,
      };
      const error = failureError(made.outcome, kind);
      throw new CfiError(error.code, redact(error.message), error.details);
    } else return made;
  }
}
