import type { SavedToken } from '../../config/file.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError } from '../../errors.ts';
import { fieldsOf, numberField } from '../../text/records.ts';
import { isPlainLine } from '../../text/sanitize.ts';
import { isHeaderWord } from '../../text/words.ts';
import { attemptOnce, httpRequest } from '../api/api.ts';
import { attemptError } from '../api/request-errors.ts';
import { addressText } from '../http/address.ts';
import type { RequestOptions } from '../http/request.ts';
import { withRetries } from '../http/retry.ts';
import type { ApiResponse, Attempt, Transport } from '../types.ts';

/** What signs a client in. */
export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** The result of a sign-in. */
export interface SignedIn {
  readonly token: SavedToken;
  readonly client_id: string;
}

/** One year, so that the expiry is always a valid date. */
const longestLifetimeSeconds = 366 * 86_400;

/**
 * The token of an answer. It ends `expires_in` seconds after the answer's `Date`, so a wrong local clock does no harm.
 * The client's id is the service's spelling of it, if the answer has one.
 */
function tokenOf(answer: ApiResponse, credentials: Credentials, now: number): SignedIn {
  const { access_token: token, client_id } = fieldsOf(answer.data);
  if (typeof token !== 'string' || !isHeaderWord(token))
    throw new CfiError('network', 'the answer to the sign-in has no token', {
      hint: 'check that the base address is that of the service',
    });
  if (typeof client_id === 'string' && !isPlainLine(client_id))
    throw new CfiError('network', 'the answer to the sign-in has a client ID with control characters', {
      hint: 'check that the base address is that of the service',
    });
  const stated = numberField(answer.data, 'expires_in') ?? limits.tokenLifetimeSeconds;
  const lifetime = Math.min(Math.max(0, stated), longestLifetimeSeconds);
  const date = Date.parse(answer.received.headers.date ?? '');
  const issued = Number.isNaN(date) ? now : date;
  return {
    token: { access_token: token, expires_at: issued + lifetime * 1000, skew: issued - now },
    client_id: typeof client_id === 'string' ? client_id : credentials.client_id,
  };
}

function signInError(failed: Exclude<Attempt, { kind: 'answer' }>, options: RequestOptions): CfiError {
  const { method, path } = endpoints.login;
  const { baseUrl, commandFor } = options;
  const kind = { method, path, repeatable: true, baseUrl, signInHint: '', commandFor };
  const error = attemptError(failed, kind, options.redact);
  const { message } = error;
  if (error.code === 'not-found') {
    const hint = `check the base address ${addressText(baseUrl)}; it ends in /v1`;
    return new CfiError(error.code, message, { ...error.details, hint });
  }
  if (error.code !== 'unauthorized') return error;
  return new CfiError('unauthorized', `sign-in failed: ${message}`, {
    ...error.details,
    hint: 'check the client ID and its secret; your account manager issues them',
  });
}

/**
 * Signs in with credentials, and tries again after temporary failures. Throws a `CfiError`; it is `unauthorized`
 * for wrong credentials.
 */
export async function postSignIn(
  transport: Transport,
  credentials: Credentials,
  options: RequestOptions,
): Promise<SignedIn> {
  const body = { client_id: credentials.client_id, client_secret: credentials.client_secret };
  const { timeoutMs, signal } = options;
  const request = httpRequest('login', { body }, { token: '', timeoutMs, signal });
  const outcome = await withRetries(() => attemptOnce(transport, request, true, options.redact), {
    ...options,
    transport,
    repeatable: true,
  });
  if (outcome.kind !== 'answer') throw signInError(outcome, options);
  return tokenOf(outcome.answer, credentials, transport.now());
}
