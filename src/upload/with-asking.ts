import type { CommandContext } from '../cli/settings.ts';
import type { Api } from '../client/types.ts';
import { defaultConcurrency } from './flags.ts';
import type { Asking } from './look-up-unsure.ts';
import { createRateLimiter, limiterClock } from './run/rate-limiter.ts';
import { surroundingsOf } from './run/run-options.ts';

/** The limits that the user gave for an upload. */
export interface AskingLimits {
  readonly concurrency?: number | undefined;
  readonly ratePerSecond?: number | undefined;
}

/** Asks with the limits that the user gave for the upload, until it is interrupted. */
export async function withAsking<T>(
  context: CommandContext,
  api: Api,
  { concurrency = defaultConcurrency, ratePerSecond }: AskingLimits,
  ask: (asking: Asking) => Promise<T>,
): Promise<T> {
  const { policy, random, interrupted } = surroundingsOf(context);
  const halt = new AbortController();
  const stop = (): void => halt.abort(interrupted.reason);
  if (interrupted.aborted) stop();
  // Removed at the end, because a hot folder uploads any number of files under one signal.
  interrupted.addEventListener('abort', stop, { once: true });
  try {
    const rate = ratePerSecond === undefined ? {} : { ratePerSecond };
    const limits = { concurrency, ...rate, policy, halt: halt.signal };
    const limiter = createRateLimiter(limiterClock(api, random), limits);
    return await ask({ atOnce: concurrency, limiter, signal: interrupted });
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}
