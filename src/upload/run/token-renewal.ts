import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Stop } from './progress.ts';

/** Renews the token once for all requests of a run. */
export interface TokenRenewal {
  /** The number of sign-ins so far. A request remembers the number at its start. */
  readonly count: number;
  /** A request that started at `count` got a 401: signs in again, unless that happened since. Returns a reason to stop. */
  after401(count: number): Promise<Stop | undefined>;
  /** The service accepted a token. */
  tokenAccepted(): void;
}

/** The run stops after this many sign-ins in a row that do not help. */
const uselessSignIns = 3;

/** The token renewal of one run. */
export function createTokenRenewal(api: Pick<Api, 'renew'>): TokenRenewal {
  let count = 0;
  let useless = 0;
  let running: Promise<Stop | undefined> | undefined;

  const unauthorized = (message: string): Stop => ({ reason: 'unauthorized', message, status: 401 });

  const renew = async (): Promise<Stop | undefined> => {
    count += 1;
    useless += 1;
    if (useless > uselessSignIns)
      return unauthorized('the service rejects the token, even after signing in again');
    try {
      if (await api.renew()) return undefined;
      return unauthorized('the sign-in has expired, and no credentials are available');
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      const refused = error.code === 'unauthorized' || error.code === 'forbidden';
      return refused
        ? unauthorized(error.message)
        : { reason: 'unavailable', message: `signing in again failed: ${error.message}` };
    }
  };

  return {
    get count() {
      return count;
    },
    after401(countAtStart) {
      if (running === undefined && countAtStart !== count) return Promise.resolve(undefined);
      running ??= renew().finally(() => {
        running = undefined;
      });
      return running;
    },
    tokenAccepted() {
      useless = 0;
    },
  };
}
