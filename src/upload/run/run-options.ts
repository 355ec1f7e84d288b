import type { CommandContext } from '../../cli/settings.ts';
import { defaultRetryPolicy, type RetryPolicy } from '../../client/http/retry.ts';
import type { Api } from '../../client/types.ts';
import { minuteMs } from '../../text/time/units.ts';
import type { Counts, Settled } from '../outcomes.ts';
import type { Observer } from './observer.ts';
import type { Stop } from './progress.ts';
import type { Requests } from './requests.ts';
import { whenWritten } from './when-written.ts';
import type { Item, Work } from './work.ts';

/** A longer `Retry-After` ends the run, which can be continued later. */
const maxRetryAfterMs = 15 * minuteMs;

/** What a run needs. */
export interface RunOptions<Task extends Item> {
  readonly api: Api;
  readonly work: Work<Task>;
  /** Creates its requests; `signal` cancels those in progress. */
  requests(signal: AbortSignal): Requests<Task>;
  readonly concurrency: number;
  readonly ratePerSecond?: number;
  readonly policy: RetryPolicy;
  /** Failures after which the run stops. */
  readonly maxErrors?: number;
  /** How the run ends if outcomes cannot be recorded for this reason; undefined if the reason is to be thrown. */
  stopUnrecorded?(error: unknown): Stop | undefined;
  /** From 0 up to 1. */
  random(): number;
  /** Real time, for the wait for requests in progress at the end of a run. */
  startTimer(ms: number, callback: () => void): () => void;
  /** Calls back when the requests that were just made have been written. */
  whenWritten(callback: () => void): void;
  /** Ends the run cleanly. */
  readonly interrupted: AbortSignal;
  /** Calls back when the user insists on ending at once. */
  onSecondInterrupt(callback: () => void): void;
  readonly observer: Observer;
}

/** How a run ended. */
export interface RunEnd {
  readonly counts: Counts;
  /** Documents that a stopped run did not try. */
  readonly left: number;
  /** Why the run stopped early. */
  readonly stop?: Stop;
  /** Whether outcomes that the counts include could not be recorded. */
  readonly unrecorded?: true;
  /** How the last document ended. */
  readonly last?: Settled;
}

/** What every run takes from outside: the retry policy, random numbers, timers and the user's interrupts. */
export const surroundingsOf = ({ deps, settings }: CommandContext) => ({
  policy: { ...defaultRetryPolicy, maxRetries: settings.maxRetries, maxRetryAfterMs },
  random: () => deps.random(),
  startTimer: (ms: number, callback: () => void) => deps.startTimer(ms, callback),
  whenWritten,
  interrupted: deps.interrupted,
  onSecondInterrupt: (callback: () => void) => deps.onSecondInterrupt(callback),
});
