import type { CommandContext } from '../../cli/settings.ts';
import { backoffMs, defaultRetryPolicy, type RetryPolicy } from '../../client/retry.ts';
import type { Api } from '../../client/types.ts';
import type { Deps } from '../../deps.ts';
import { minuteMs } from '../../text/time/time.ts';
import { counted } from '../../text/words.ts';
import { type Counts, failuresIn, isSuccess, noCounts, outcomes, type Settled } from '../terms/outcomes.ts';
import {
  createCircuitBreaker,
  createTokenRenewal,
  type TokenRenewal,
  tooLongWait,
  unexpectedFailure,
  watchInterruption,
} from './endings.ts';
import { createRateLimiter, type Health, limiterClock, type RateLimiter } from './rate-limiter.ts';
import { type Action, atStart, firstAction, type Item, type Next, type Progress, type Stop } from './work.ts';
import { type Work, WorkQueue } from './work-queue.ts';

/** Observes the progress of a run; nothing depends on it. */
interface Observer {
  /** After each batch of outcomes. */
  progress(counts: Counts): void;
  note(line: string): void;
  /** A request is repeated because the service or the network failed. The embedded emulator's waits take no time. */
  retrying(reason: string): void;
  /** Nothing is sent for this long, because the service asks for it. */
  pause(ms: number): void;
  /** What a document came to. */
  settled(reference: string, settled: Settled): void;
}

/** A longer `Retry-After` ends the run, which can be continued later. */
const maxRetryAfterMs = 15 * minuteMs;

interface Made {
  readonly health: Health;
  /** Why there is no usable answer. */
  readonly reason?: string;
  readonly next: Next;
  /** The internal error, if a request failed for a reason other than the service or the network. */
  readonly broken?: unknown;
}

/** Makes the requests of a run, one at a time per document. */
export interface Requests<Item> {
  make(action: Action, task: Item, progress: Progress): Promise<Made>;
}

export interface RunOptions<Task extends Item>
  extends Pick<Deps, 'random' | 'startTimer' | 'interrupted' | 'onSecondInterrupt'> {
  readonly api: Api;
  readonly work: Work<Task>;
  /** Creates its requests; `signal` cancels those in progress. */
  requests(signal: AbortSignal): Requests<Task>;
  readonly concurrency: number;
  readonly ratePerSecond?: number | undefined;
  readonly policy: RetryPolicy;
  /** Failures after which the run stops. */
  readonly maxErrors?: number | undefined;
  /** How the run ends if outcomes cannot be recorded for this reason; undefined if the reason is to be thrown. */
  stopUnrecorded?(error: unknown): Stop | undefined;
  /** What is said of an error, other than the service's or the network's, that kept a request from being made. */
  told?(error: unknown): unknown;
  readonly observer: Observer;
}

export interface RunEnd {
  readonly counts: Counts;
  /** Documents that a stopped run did not try. */
  readonly left: number;
  readonly stop?: Stop | undefined;
  /** Whether outcomes that the counts include could not be recorded. */
  readonly unrecorded?: true;
  /** How the last document ended. */
  readonly last?: Settled | undefined;
}

/** What every run takes from outside: the retry policy, random numbers, timers and the user's interrupts. */
export const surroundingsOf = ({ deps, settings }: CommandContext) => ({
  policy: { ...defaultRetryPolicy, maxRetries: settings.maxRetries, maxRetryAfterMs },
  random: () => deps.random(),
  startTimer: (ms: number, callback: () => void) => deps.startTimer(ms, callback),
  interrupted: deps.interrupted,
  onSecondInterrupt: (callback: () => void) => deps.onSecondInterrupt(callback),
});

/**
 * Processes every item of the work and records its outcome: an upload sends documents, tracking reads orders. A failure of
 * the service, the network or a single item is an outcome or a reason to stop; only a failure to record may be thrown.
 */
export const runAll = <Task extends Item>(options: RunOptions<Task>): Promise<RunEnd> =>
  new Run(options).go();

class Run<Task extends Item> {
  readonly #options: RunOptions<Task>;
  readonly #limiter: RateLimiter;
  readonly #counts = noCounts();
  readonly #queue: WorkQueue<Task>;
  /** Ends all waiting when the run stops. */
  readonly #halt = new AbortController();
  /** Cancels the requests in progress. */
  readonly #abandon = new AbortController();
  readonly #breaker = createCircuitBreaker();
  readonly #renewal: TokenRenewal;
  readonly #requests: Requests<Task>;
  #stop: Stop | undefined;
  #last: Settled | undefined;
  #failure: unknown;
  /** Documents taken from the queue and not returned unsent. */
  #tried = 0;

  constructor(options: RunOptions<Task>) {
    this.#options = options;
    const { api, work, concurrency, ratePerSecond, policy } = options;
    const clock = limiterClock(api, () => options.random());
    const limits = { concurrency, ratePerSecond, policy, halt: this.#halt.signal };
    this.#limiter = createRateLimiter(clock, limits);
    this.#renewal = createTokenRenewal(api);
    this.#requests = options.requests(this.#abandon.signal);
    const time = {
      monotonicNow: () => clock.monotonicNow(),
      startTimer: (ms: number, callback: () => void) => options.startTimer(ms, callback),
    };
    this.#queue = new WorkQueue<Task>(work, concurrency, time, {
      recorded: (settled) => {
        for (const outcome of settled) this.#counts[outcome] += 1;
        options.observer.progress(this.#counts);
      },
      failed: (error) => this.#fail(error),
    });
  }

  async go(): Promise<RunEnd> {
    const { concurrency, work } = this.#options;
    const stopWatching = watchInterruption(this.#options, {
      halted: this.#halt.signal,
      stop: (stop) => this.#stopFor(stop),
      abandon: () => this.#abandon.abort(),
    });
    const workers = Math.min(concurrency, Math.max(1, work.toProcess));
    await Promise.all(Array.from({ length: workers }, () => this.#work()));
    stopWatching();
    const isRecorded = this.#record();
    const left = work.toProcess - this.#tried;
    // The last failure that is allowed stops nothing if it is that of the last document.
    const isWhole = left === 0 && this.#stop?.reason === 'max-errors';
    const stop = isWhole ? undefined : this.#stop;
    const end = { counts: this.#counts, left, stop, last: this.#last };
    return isRecorded ? end : { ...end, unrecorded: true };
  }

  /** Records what is left to record; false if that is impossible. May throw the reason. */
  #record(): boolean {
    try {
      // Even after a failure: this needs less space than another batch.
      if (this.#failure !== undefined && !this.#stopUnrecorded()) throw this.#failure;
      this.#queue.end();
      return true;
    } catch (error) {
      this.#failure ??= error;
      this.#queue.abandon();
      if (!this.#stopUnrecorded()) throw this.#failure;
      Object.assign(this.#counts, this.#allCounts());
      return false;
    }
  }

  /** Whether the failure to record only stops the run. */
  #stopUnrecorded(): boolean {
    const stop = this.#options.stopUnrecorded?.(this.#failure);
    if (stop === undefined) return false;
    this.#stop = stop;
    return true;
  }

  async #work(): Promise<void> {
    try {
      while (this.#stop === undefined) {
        const task = this.#queue.take();
        if (task === undefined) return;
        this.#tried += 1;
        await this.#process(task);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The ledger failed, so nothing further is sent. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#stopFor({ reason: 'unexpected', message: 'the run ended unexpectedly' });
  }

  /** Processes one document. Nearly all requests succeed at once, so this awaits as little as possible. */
  async #process(task: Task): Promise<void> {
    const { transport } = this.#options.api;
    const answersBefore = this.#breaker.answers;
    let progress = atStart(task.start);
    let action = firstAction(task.start);
    for (;;) {
      if (!this.#limiter.tryEnter() && !(await this.#waited(this.#limiter.enter())))
        return this.#leave(task, progress);
      const startedAt = transport.monotonicNow();
      const signIns = this.#renewal.count;
      const { health, reason, next, broken } = await this.#requests.make(action, task, progress);
      this.#limiter.leave(health, transport.monotonicNow() - startedAt);
      progress = next.progress;
      const { step } = next;
      if (broken !== undefined) this.#stopFor(unexpectedFailure(this.#options.told?.(broken) ?? broken));
      if (health === 'answered') this.#breaker.answered();
      if (step.do === 'pause' || step.do === 'renew') {
        if (step.do === 'pause') this.#pause(startedAt, step.askedMs);
        else this.#stopFor(await this.#renewal.after401(signIns));
        continue;
      }
      if (health === 'answered') this.#renewal.tokenAccepted();
      if (step.do === 'settle')
        return this.#settle(task, step.settled, step.serviceFailed === true, answersBefore);
      if (step.do === 'stop') this.#stopFor(step.stop);
      if (step.do === 'stop' || step.do === 'leave') return this.#leave(task, progress);
      action = step.do;
      if (step.backoff === undefined) continue;
      if (health === 'failed' && !transport.embedded)
        this.#options.observer.retrying(reason ?? 'the service did not answer');
      tellReserved(this.#options.observer, task.reference, next);
      if (!(await this.#backOff(step.backoff, step.askedMs))) return this.#leave(task, progress);
    }
  }

  /** False if the run ends before the wait. A wait that fails ends the run. */
  async #waited(wait: Promise<void>): Promise<boolean> {
    try {
      await wait;
      return true;
    } catch (error) {
      this.#stopFor(unexpectedFailure(error));
      return false;
    }
  }

  #pause(startedAt: number, askedMs: number | undefined): void {
    this.#queue.flush();
    const stop = this.#limiter.limited(startedAt, askedMs);
    if (stop !== undefined) this.#stopFor(stop);
    else this.#tellPause(this.#limiter.pauseLeftMs);
  }

  /** The embedded emulator's waits take no time. */
  #tellPause(ms: number): void {
    const { api, observer } = this.#options;
    if (!api.transport.embedded) observer.pause(ms);
  }

  /** Waits before a retry; false if the run ends first, or because the service asks for too long a wait. */
  async #backOff(retry: number, askedMs: number | undefined): Promise<boolean> {
    const { api, policy, random, work } = this.#options;
    const tooLong = tooLongWait(policy, askedMs);
    if (tooLong !== undefined) {
      this.#stopFor({ reason: 'unavailable', ...tooLong });
      return false;
    }
    const own = backoffMs(policy, retry, 0.5 + random() / 2);
    if (askedMs !== undefined && work.toProcess === 1) this.#tellPause(askedMs);
    return this.#waited(api.transport.wait(Math.max(own, askedMs ?? 0), this.#halt.signal));
  }

  #settle(task: Task, settled: Settled, serviceFailed: boolean, answersBefore: number): void {
    this.#last = settled;
    this.#queue.settle(task, settled);
    const { maxErrors, observer } = this.#options;
    observer.settled(task.reference, settled);
    if (isSuccess(settled.outcome)) this.#breaker.succeeded();
    else if (maxErrors !== undefined && failuresIn(this.#allCounts()) >= maxErrors)
      this.#stopFor({ reason: 'max-errors', message: `stopped after ${counted(maxErrors, 'failure')}` });
    if (serviceFailed) this.#stopFor(this.#breaker.failed(settled, answersBefore));
  }

  /** The outcomes so far, also those that are not recorded yet. */
  #allCounts(): Counts {
    const counts = { ...this.#counts };
    for (const outcome of outcomes) counts[outcome] += this.#queue.pending(outcome);
    return counts;
  }

  /** The run ends while this document is in progress. The next run looks it up if it may have been sent. */
  #leave(task: Task, progress: Progress): void {
    if (progress.maybeSent)
      this.#queue.settle(task, {
        outcome: 'unknown',
        error: 'the run ended before the service confirmed it',
      });
    else this.#tried -= 1;
  }

  /** Stops the run if there is a reason, and it has not been stopped before. */
  #stopFor(stop: Stop | undefined): void {
    if (stop === undefined || this.#stop !== undefined) return;
    this.#stop = stop;
    this.#halt.abort();
  }
}

/** Tells that the service keeps a number for a document that it could not create, and that is sent again. */
function tellReserved(observer: Observer, reference: string, { step, progress }: Next): void {
  const { number, error = 'not created' } = progress;
  if (number === undefined || step.do !== 'send') return;
  observer.note(`${reference}: ${error}; ${number} stays reserved, sending again`);
}
