import { dirname, join } from 'node:path';
import {
  type ReadConfigOptions,
  readConfig,
  type SavedToken,
  updateConfig,
} from '../../config/settings-file.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError } from '../../errors.ts';
import { withLock } from '../../storage/sqlite/lock.ts';
import { fieldsOf, messageOf, numberField } from '../../text/records.ts';
import type { Redactor } from '../../text/redact.ts';
import { isPlainLine } from '../../text/sanitize.ts';
import { foreignTime } from '../../text/time/time.ts';
import { isHeaderWord } from '../../text/words.ts';
import { attemptOnce, httpRequest } from '../api/api.ts';
import { attemptError } from '../api/request-errors.ts';
import { addressText, type RequestOptions } from '../http.ts';
import { withRetries } from '../retry.ts';
import type { ApiResponse, Attempt, Transport } from '../types.ts';
import { type Credentials, keepToken, type ServiceAccount, savedToken } from './account.ts';

export type SignedIn = ReturnType<typeof tokenOf>;

/** No server takes longer headers. */
const longestToken = 16 * 1024;

/** One year, so that the expiry is always a valid date. */
const longestLifetimeSeconds = 366 * 86_400;

/** The token of an answer. It ends `expires_in` seconds after the answer's `Date`, so a wrong local clock does no harm. */
function tokenOf(answer: ApiResponse, credentials: Credentials, now: number) {
  const { access_token: token, client_id } = fieldsOf(answer.data);
  const wrong = (what: string): CfiError =>
    new CfiError('network', `the answer to the sign-in has ${what}`, {
      hint: 'check that the base address is that of the service',
    });
  if (typeof token !== 'string' || token.length > longestToken || !isHeaderWord(token))
    throw wrong('no token');
  if (typeof client_id === 'string' && (client_id.length > longestToken || !isPlainLine(client_id)))
    throw wrong('a client ID with control characters');
  const stated = numberField(answer.data, 'expires_in') ?? limits.tokenLifetimeSeconds;
  const lifetime = Math.min(Math.max(0, stated), longestLifetimeSeconds);
  const issued = foreignTime(answer.received.headers.date) ?? now;
  const saved: SavedToken = { access_token: token, expires_at: issued + lifetime * 1000, skew: issued - now };
  return { token: saved, client_id: typeof client_id === 'string' ? client_id : credentials.client_id };
}

function signInError(
  failed: Exclude<Attempt, { kind: 'answer' }>,
  { client_id }: Credentials,
  options: RequestOptions,
): CfiError {
  const error = attemptError(failed, { ...options, ...endpoints.login, repeatable: true });
  if (error.code === 'not-found') {
    const hint = `check the base address ${addressText(options.baseUrl)}; it should end in /v1`;
    return error.with({ hint });
  }
  if (error.code !== 'unauthorized') return error;
  const hint = 'check the client ID and its secret; your account manager issues them';
  return error.with({ hint }, `sign-in as ${client_id} failed: ${error.message}`);
}

/** Signs in, and tries again after temporary failures. Throws a `CfiError`, `unauthorized` for wrong credentials. */
export async function postSignIn(transport: Transport, credentials: Credentials, options: RequestOptions) {
  const body = { client_id: credentials.client_id, client_secret: credentials.client_secret };
  const { timeoutMs, signal } = options;
  const request = httpRequest('login', { body }, { token: '', timeoutMs, signal });
  const outcome = await withRetries(() => attemptOnce(transport, request, true, options.redact), {
    ...options,
    transport,
    repeatable: true,
  });
  if (outcome.kind !== 'answer') throw signInError(outcome, credentials, options);
  return tokenOf(outcome.answer, credentials, transport.now());
}

/** Signs in; a secret that was typed and is wrong is asked for again, three times in all. */
export async function withTries<Found extends Credentials | undefined, Answer>(
  find: () => Promise<Found>,
  signIn: (found: Found) => Promise<Answer>,
  warn: (line: string) => void,
  tries = 3,
): Promise<Answer> {
  const found = await find();
  return signIn(found).catch((error: unknown) => {
    const isWrong = error instanceof CfiError && error.code === 'unauthorized';
    if (!isWrong || found?.isTyped !== true || tries === 1) throw error;
    warn(error.message);
    return withTries(find, signIn, warn, tries - 1);
  });
}

/** A token this close to its expiry is renewed before use. */
const marginMs = 60_000;

/** Whether it has expired, with and without the clock difference at sign-in: the clock may have been corrected since. */
const hasExpired = (token: SavedToken, now: number): boolean =>
  Math.min(now, now + token.skew) >= token.expires_at - marginMs;

/** `signal` also ends the wait for another process that signs in. */
export interface TokenOptions extends Pick<RequestOptions, 'signal' | 'signInHint'> {
  readonly account: ServiceAccount;
  readonly configFile: string;
  readonly reading: ReadConfigOptions;
  /** Whether sign-ins are kept for later runs. */
  readonly saved: boolean;
  /** The clock that tokens expire by, milliseconds. */
  now(): number;
  readonly redactor: Redactor;
  post(credentials: Credentials): Promise<SignedIn>;
}

export type OpenTokens = Awaited<ReturnType<typeof openTokens>>;

async function lockName(configFile: string, key: string): Promise<string> {
  // Most commands have a token already.
  const { createHash } = await import('node:crypto');
  return join(dirname(configFile), `sign-in-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`);
}

/**
 * The token of an account: from the environment, the config file, or a new sign-in with its credentials. Processes that
 * find it expired at the same time sign in once between them. Throws `unauthorized` without token and credentials.
 */
export async function openTokens(options: TokenOptions, stored: SavedToken | undefined) {
  const { account, configFile, reading, redactor } = options;
  let saved = account.fixedToken === undefined ? stored : undefined;
  const current = (): string => account.fixedToken ?? saved?.access_token ?? '';

  const use = (token: SavedToken): void => {
    saved = token;
    redactor.hide(token.access_token);
  };

  let wasSaved = stored !== undefined;
  const keep = async ({ token }: SignedIn, clientId: string): Promise<void> => {
    try {
      await updateConfig(configFile, reading, (config) => {
        // Somebody has signed out in the meantime, and must not be signed in again by a run that continues.
        if (wasSaved && savedToken(config, account.address, clientId) === undefined) return;
        keepToken(config, account.address, clientId, token);
        wasSaved = true;
      });
    } catch (error) {
      reading.warn(`the sign-in could not be saved: ${messageOf(error)}`);
    }
  };

  /** The token that another process has saved since, if it is good. */
  const savedSince = (clientId: string, refused: string): SavedToken | undefined => {
    const newer = savedToken(readConfig(configFile, reading), account.address, clientId);
    const isGood = newer !== undefined && newer.access_token !== refused && !hasExpired(newer, options.now());
    return isGood ? newer : undefined;
  };

  const signInOnce = async (credentials: Credentials, refused: string): Promise<void> => {
    const alone = async (): Promise<SignedIn> => {
      const signedIn = await options.post(credentials);
      use(signedIn.token);
      return signedIn;
    };
    if (!options.saved) return void (await alone());
    const name = await lockName(configFile, `${account.address} ${credentials.client_id}`);
    let entered = false;
    const inTurn = async (): Promise<void> => {
      entered = true;
      const newer = savedSince(credentials.client_id, refused);
      if (newer === undefined) await keep(await alone(), credentials.client_id);
      else use(newer);
    };
    try {
      await withLock(name, inTurn, { signal: options.signal });
    } catch (error) {
      // If nothing can be saved, the token cannot be shared, but the command can continue.
      if (entered || !(error instanceof CfiError) || ['locked', 'cancelled'].includes(error.code))
        throw error;
      reading.warn(`the sign-in cannot be saved: ${error.message}`);
      await alone();
    }
  };

  const renew = async (): Promise<boolean> => {
    if (account.fixedToken !== undefined) return false;
    const { clientId } = account;
    const newer = options.saved && clientId !== undefined ? savedSince(clientId, current()) : undefined;
    if (newer !== undefined) {
      use(newer);
      return true;
    }
    const signIn = async (credentials: Credentials | undefined): Promise<boolean> => {
      if (credentials === undefined) return false;
      redactor.hide(credentials.client_secret);
      await signInOnce(credentials, current());
      return true;
    };
    return withTries(() => account.credentials(), signIn, reading.warn);
  };

  redactor.hide(current());
  const isUsable =
    account.fixedToken !== undefined || (stored !== undefined && !hasExpired(stored, options.now()));
  if (!isUsable && !(await renew())) {
    const never = `not signed in to ${addressText(account.address)}`;
    const what = stored === undefined ? never : 'the sign-in has expired';
    throw new CfiError('unauthorized', what, { hint: options.signInHint });
  }
  return {
    current,
    /** The token with its expiry; undefined for one from the environment. */
    saved: () => saved,
    renew,
    clientId: account.clientId,
  };
}
