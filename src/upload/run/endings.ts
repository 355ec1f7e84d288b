import type { Api, RetryPolicy } from '../../client/types.ts';
import type { Deps } from '../../deps.ts';
import { CfiError, interruption } from '../../errors.ts';
import { messageOf } from '../../text/records.ts';
import { minuteMs } from '../../text/time/time.ts';
import type { DocumentResult } from '../terms/outcomes.ts';
import type { Stop } from './work.ts';

/** The end of a run because of a failure other than the service or the network, such as a full disk. */
export function unexpectedFailure(thrown: unknown): Stop {
  const message = messageOf(thrown);
  const error =
    thrown instanceof CfiError
      ? thrown
      : new CfiError('internal', `unexpected failure: ${message}`, { cause: thrown });
  return { reason: 'unexpected', message, error };
}

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

/** The run stops after this many failed documents in a row without a success. */
const failuresInRow = 5;

/** The circuit breaker of one run. */
export function createCircuitBreaker() {
  let answers = 0;
  let inRow = 0;
  return {
    /** The number of answers so far. A document remembers the number at its start. */
    get answers(): number {
      return answers;
    },
    /** The service answered a request, with any answer. */
    answered(): void {
      answers += 1;
    },
    succeeded(): void {
      inRow = 0;
    },
    /** All retries failed; `before`: answers at the document's start. A reason to stop if the service is down. */
    failed({ error, status }: DocumentResult, before: number): Stop | undefined {
      inRow += 1;
      // There was no answer at all while a document used all its retries, so the problem is the service.
      if (answers !== before && inRow < failuresInRow) return undefined;
      const message = `the service keeps failing: ${error ?? 'no answer'}`;
      return { reason: 'unavailable', message, status, cause: error };
    },
  };
}

/** The run stops after this many sign-ins in a row that do not help a document. */
const uselessSignIns = 3;

/** Signs in again after so many 401s in a row, once for all that were refused together. Returns a reason to stop. */
export async function afterRefusedToken(api: Pick<Api, 'renew'>, inRow: number): Promise<Stop | undefined> {
  const unauthorized = (message: string): Stop => ({ reason: 'unauthorized', message, status: 401 });
  if (inRow > uselessSignIns)
    return unauthorized('the service rejects the token, even after signing in again');
  try {
    return (await api.renew()) ? undefined : unauthorized('the service refuses the sign-in');
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    const refused = error.code === 'unauthorized' || error.code === 'forbidden';
    return refused
      ? unauthorized(error.message)
      : { reason: 'unavailable', message: `signing in again failed: ${error.message}` };
  }
}

/** How long a stopping run waits for requests in progress. */
const graceMs = 5_000;

interface Interruptible extends Pick<Deps, 'interrupted' | 'onSecondInterrupt' | 'startTimer'> {
  readonly observer: { note(line: string): void };
  /** Whether an interrupted run waits for nothing: it only reads, or its one request is looked up by the next. */
  readonly isShort?: boolean | undefined;
}

interface Ending {
  /** Aborted when the run stops for any reason. */
  readonly halted: AbortSignal;
  /** Stops the run; requests in progress may finish. */
  stop(stop: Stop): void;
  /** Cancels the requests in progress. */
  abandon(): void;
}

/** Stops an interrupted run; abandons requests if the user insists, and soon after any stop. Returns what ends the watch. */
export function watchInterruption(
  { interrupted, onSecondInterrupt, startTimer, observer, isShort }: Interruptible,
  { halted, stop, abandon }: Ending,
): () => void {
  const onInterrupt = (): void => {
    stop({ reason: 'interrupted', message: interruption(interrupted.reason).message });
    if (isShort) abandon();
    else observer.note('stopping: waiting for the requests in progress; press again to stop at once');
  };
  if (interrupted.aborted) onInterrupt();
  interrupted.addEventListener('abort', onInterrupt);
  onSecondInterrupt(abandon);
  let cancelGrace = (): void => {};
  halted.addEventListener('abort', () => {
    cancelGrace = startTimer(graceMs, abandon);
  });
  return () => {
    cancelGrace();
    interrupted.removeEventListener('abort', onInterrupt);
  };
}
