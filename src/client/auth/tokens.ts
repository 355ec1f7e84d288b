import { dirname, join } from 'node:path';
import { type ConfigReading, readConfig, type SavedToken } from '../../config/file.ts';
import { updateConfig } from '../../config/store.ts';
import { CfiError } from '../../errors.ts';
import { withLock } from '../../storage/process-lock.ts';
import type { TokenSource } from '../api/api.ts';
import { addressText } from '../http/address.ts';
import type { Redactor } from '../http/redact.ts';
import { type Account, keepToken, savedToken } from './account.ts';
import type { Credentials, SignedIn } from './sign-in.ts';

/** A token this close to its end is not started with. */
const marginMs = 60_000;

/**
 * Whether the token is past its use. The service's clock is reckoned as it was at sign-in and, in case the local clock
 * has been put right since, also without that difference; only when both say so is it over. The service itself still
 * has the last word with a 401.
 */
const isOver = (token: SavedToken, now: number): boolean =>
  Math.min(now, now + token.skew) >= token.expires_at - marginMs;

export interface TokenOptions {
  readonly account: Account;
  readonly configFile: string;
  readonly reading: ConfigReading;
  /** Whether sign-ins are kept for later runs. */
  readonly saved: boolean;
  /** The clock that tokens expire by, milliseconds. */
  now(): number;
  /** What to do to be signed in. */
  readonly signIn: string;
  readonly redactor: Redactor;
  post(credentials: Credentials): Promise<SignedIn>;
}

export interface OpenTokens extends TokenSource {
  /** The token with its expiry; undefined for one from the environment. */
  saved(): SavedToken | undefined;
}

async function lockName(configFile: string, key: string): Promise<string> {
  // 2 ms to load, and most commands come with a token at hand.
  const { createHash } = await import('node:crypto');
  return join(dirname(configFile), `sign-in-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`);
}

function signedOut({ account, signIn }: TokenOptions, token: SavedToken | undefined): CfiError {
  const what =
    token === undefined ? `not signed in to ${addressText(account.address)}` : 'the sign-in has expired';
  return new CfiError('unauthorized', what, { hint: signIn });
}

/**
 * The token of an account: taken from the environment or the store, or had by signing in with credentials at hand.
 * Processes that find it expired at the same time sign in once between them. Throws `unauthorized` when there is none.
 */
export async function openTokens(options: TokenOptions, stored: SavedToken | undefined): Promise<OpenTokens> {
  const { account, configFile, reading, redactor } = options;
  let saved = account.fixedToken === undefined ? stored : undefined;
  let current = account.fixedToken ?? stored?.access_token ?? '';

  const use = (token: SavedToken): void => {
    saved = token;
    current = token.access_token;
    redactor.hide(current);
  };

  const keep = async ({ token }: SignedIn, clientId: string): Promise<void> => {
    try {
      await updateConfig(configFile, reading, (config) =>
        keepToken(config, account.address, clientId, token),
      );
    } catch (error) {
      reading.warn(`the sign-in could not be saved: ${(error as Error).message}`);
    }
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
      const newer = savedToken(readConfig(configFile, reading), account.address, credentials.client_id);
      if (newer !== undefined && newer.access_token !== refused && !isOver(newer, options.now())) use(newer);
      else await keep(await alone(), credentials.client_id);
    };
    try {
      await withLock(name, inTurn);
    } catch (error) {
      // Where nothing can be written, nothing can be shared either; the command itself can go on.
      if (entered || !(error instanceof CfiError) || error.code === 'locked') throw error;
      reading.warn(`the sign-in cannot be saved: ${error.message}`);
      await alone();
    }
  };

  const renew = async (): Promise<boolean> => {
    const credentials = account.fixedToken === undefined ? account.credentials() : undefined;
    if (credentials === undefined) return false;
    redactor.hide(credentials.client_secret);
    await signInOnce(credentials, current);
    return true;
  };

  redactor.hide(current);
  if (account.fixedToken === undefined && (stored === undefined || isOver(stored, options.now()))) {
    if (!(await renew())) throw signedOut(options, stored);
  }
  return {
    current: () => current,
    saved: () => saved,
    renew,
    clientId: account.clientId,
    signIn: options.signIn,
  };
}
