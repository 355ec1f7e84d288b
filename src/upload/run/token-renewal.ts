import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Stop } from './decisions.ts';

/** New sign-ins for all requests of a run together. */
export interface Renewal {
  /** Sign-ins so far; what a request notes when it starts. */
  readonly count: number;
  /** A request that started at `count` met a 401: one new sign-in, unless there was one since. A reason to stop, or undefined. */
  after401(count: number): Promise<Stop | undefined>;
  /** The service accepted a token. */
  accepted(): void;
}

/** Sign-ins in a row that do not help, after which it is given up. */
const uselessSignIns = 3;

/** The renewal of the token for one run. */
export function createRenewal(api: Pick<Api, 'renew'>): Renewal {
  let count = 0;
  let useless = 0;
  let running: Promise<Stop | undefined> | undefined;

  const unauthorized = (message: string): Stop => ({ reason: 'unauthorized', message, status: 401 });

  const renew = async (): Promise<Stop | undefined> => {
    count += 1;
    useless += 1;
    if (useless > uselessSignIns)
      return unauthorized('the service refuses the token, also after signing in anew');
    try {
      if (await api.renew()) return undefined;
      return unauthorized('the sign-in has ended, and no credentials are at hand');
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      const refused = error.code === 'unauthorized' || error.code === 'forbidden';
      return refused
        ? unauthorized(error.message)
        : { reason: 'unavailable', message: `signing in anew failed: ${error.message}` };
    }
  };

  return {
    get count() {
      return count;
    },
    after401(seen) {
      if (running === undefined && seen !== count) return Promise.resolve(undefined);
      running ??= renew().finally(() => {
        running = undefined;
      });
      return running;
    },
    accepted() {
      useless = 0;
    },
  };
}
