import type { RetryPolicy } from '../../client/http/retry.ts';
import { minuteMs } from '../../text/time/units.ts';
import type { Stop } from './progress.ts';

/** Why a run ends if the service asks for a longer wait than the policy allows; undefined if it does not. */
export const tooLongWait = (
  { maxRetryAfterMs }: Pick<RetryPolicy, 'maxRetryAfterMs'>,
  askedMs: number | undefined,
): Pick<Stop, 'message' | 'retryAfterMs'> | undefined =>
  askedMs !== undefined && askedMs > maxRetryAfterMs
    ? {
        message: `the service asks for a wait of ${Math.ceil(askedMs / minuteMs)} minutes`,
        retryAfterMs: askedMs,
      }
    : undefined;
