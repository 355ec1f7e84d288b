import { backoffMs, defaultRetryPolicy } from '../../client/retry.ts';
import type { Api, RetryPolicy } from '../../client/types.ts';
import type { Deps } from '../../deps.ts';
import { tableOf } from '../../text/records.ts';
import { minuteMs } from '../../text/time/time.ts';
import { counted } from '../../text/words.ts';
import {
  type Counts,
  type DocumentResult,
  failuresIn,
  isSuccess,
  noCounts,
  outcomes,
} from '../terms/outcomes.ts';
import type { Outside } from '../terms/outside.ts';
import {
  afterRefusedToken,
  createCircuitBreaker,
  tooLongWait,
  unexpectedFailure,
  watchInterruption,
} from './endings.ts';
import { createRateLimiter, type Health } from './rate-limiter.ts';
import { type Action, atStart, firstAction, type Item, type Next, type Progress, type Stop } from './work.ts';
import { createWorkQueue, type Work } from './work-queue.ts';

/** Observes the progress of a run; nothing depends on it. */
export interface Observer {
  /** After each batch of outcomes. */
  progress(counts: Counts): void;
  note(line: string): void;
  /** A request is repeated because the service or the network failed. The embedded emulator's waits take no time. */
  retrying(reason: string): void;
  /** Nothing is sent for this long, because the service asks for it. */
  pause(ms: number, reason?: string): void;
  finished(reference: string, result: DocumentResult): void;
}

/** A longer `Retry-After` ends a run of many documents, which can be continued later. */
const longestBulkWaitMs = 15 * minuteMs;

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
  /** Whether an interruption ends the requests in progress at once: reads, or a single one that the next run looks up. */
  readonly isShort?: boolean;
  readonly maxErrors?: number | undefined;
  /** How the run ends if this error keeps it from recording outcomes; undefined to throw that. */
  stopUnrecorded?(error: unknown): Stop | undefined;
  /** The error to report in place of one that kept a request from being made; undefined to throw that. */
  asReported?(error: unknown): unknown;
  readonly observer: Observer;
}

export interface RunEnd {
  readonly counts: Counts;
  /** Documents that a stopped run did not try. */
  readonly left: number;
  readonly stop?: Stop | undefined;
  /** Whether outcomes that the counts include could not be recorded. */
  readonly unrecorded?: true;
  readonly last?: DocumentResult | undefined;
}

/** What every run takes from outside: the retry policy, random numbers, timers and the user's interrupts. */
export function surroundingsOf({ deps, settings }: Outside, longestWaitMs = longestBulkWaitMs) {
  const { random, startTimer, interrupted, onSecondInterrupt } = deps;
  const limits = { maxRetries: settings.maxRetries, maxRetryAfterMs: longestWaitMs };
  const policy = { ...defaultRetryPolicy, ...limits };
  return { policy, random, startTimer, interrupted, onSecondInterrupt };
}

/**
 * Processes every item of the work and records its outcome: an upload sends documents, tracking reads orders. A failure of
 * the service, the network or a single item is an outcome or a reason to stop; only a failure to record may be thrown.
 */
export async function runAll<Task extends Item>(options: RunOptions<Task>): Promise<RunEnd> {
  const { api, work, concurrency, policy, random, startTimer, maxErrors, observer } = options;
  const { transport } = api;
  /** Ends all waiting when the run stops. */
  const halt = new AbortController();
  /** Cancels the requests in progress. */
  const abandoned = new AbortController();
  const limiter = createRateLimiter(transport, { ...options, halt: halt.signal });
  const breaker = createCircuitBreaker();
  const requests = options.requests(abandoned.signal);
  const counts = noCounts();
  const time = { monotonicNow: transport.monotonicNow, startTimer };
  const queue = createWorkQueue(work, concurrency, time, {
    recorded(recorded) {
      for (const outcome of recorded) counts[outcome] += 1;
      observer.progress(counts);
    },
    failed: fail,
  });
  let stop: Stop | undefined;
  let last: DocumentResult | undefined;
  let failure: unknown;
  /** Documents taken from the queue and not returned unsent. */
  let tried = 0;

  /** Stops the run if there is a reason, and it has not been stopped before. */
  function stopFor(reason: Stop | undefined): void {
    if (reason === undefined || stop !== undefined) return;
    stop = reason;
    halt.abort();
  }

  /** The ledger failed, so nothing further is sent. */
  function fail(error: unknown): void {
    failure ??= error;
    stopFor({ reason: 'unexpected', message: 'the run ended unexpectedly' });
  }

  function stopBroken(broken: unknown): void {
    const reported = options.asReported === undefined ? broken : options.asReported(broken);
    if (reported === undefined) fail(broken);
    else stopFor(unexpectedFailure(reported));
  }

  async function processItems(): Promise<void> {
    try {
      while (stop === undefined) {
        const task = queue.take();
        if (task === undefined) return;
        tried += 1;
        await processItem(task);
      }
    } catch (error) {
      fail(error);
    }
  }

  /** Processes one document. Nearly all requests succeed at once, so this awaits as little as possible. */
  async function processItem(task: Task): Promise<void> {
    const answersBefore = breaker.answers;
    let progress = atStart(task.start, task);
    let action = firstAction(task.start);
    /** 401s in a row. */
    let refusedTokens = 0;
    for (;;) {
      if (!limiter.tryEnter() && !(await waited(limiter.enter()))) return leave(task, progress);
      const startedAt = transport.monotonicNow();
      const { health, reason, next, broken } = await requests.make(action, task, progress);
      limiter.leave(health, transport.monotonicNow() - startedAt);
      progress = next.progress;
      const { step } = next;
      if (broken !== undefined) stopBroken(broken);
      if (health === 'answered') breaker.answered();
      if (step.do === 'pause' || step.do === 'renew') {
        if (step.do === 'pause') pause(startedAt, step.askedMs, reason);
        else stopFor(await afterRefusedToken(api, ++refusedTokens));
        continue;
      }
      if (health === 'answered') refusedTokens = 0;
      if (step.do === 'finish') return finish(task, step.result, step.serviceFailed === true, answersBefore);
      if (step.do === 'stop') stopFor(step.stop);
      if (step.do === 'stop' || step.do === 'leave') return leave(task, progress);
      action = step.do;
      if (step.backoff === undefined) continue;
      if (health === 'failed' && !transport.embedded)
        observer.retrying(reason ?? 'the service did not answer');
      tellReserved(observer, task.reference, next);
      if (!(await backOff(step.backoff, step.askedMs))) return leave(task, progress);
    }
  }

  /** False if the run ends before the wait. A wait that fails ends the run. */
  async function waited(wait: Promise<void>): Promise<boolean> {
    try {
      await wait;
      return true;
    } catch (error) {
      stopFor(unexpectedFailure(error));
      return false;
    }
  }

  function pause(startedAt: number, askedMs: number | undefined, reason: string | undefined): void {
    queue.flush();
    const tooLong = limiter.limited(startedAt, askedMs);
    if (tooLong !== undefined) stopFor(tooLong);
    else tellPause(limiter.pauseLeftMs, reason);
  }

  /** The embedded emulator's waits take no time. */
  function tellPause(ms: number, reason?: string): void {
    if (!transport.embedded) observer.pause(ms, reason);
  }

  /** Waits before a retry; false if the run ends first, or because the service asks for too long a wait. */
  async function backOff(retry: number, askedMs: number | undefined): Promise<boolean> {
    const tooLong = tooLongWait(policy, askedMs);
    if (tooLong !== undefined) {
      stopFor({ reason: 'unavailable', ...tooLong });
      return false;
    }
    const own = backoffMs(policy, retry, 0.5 + random() / 2);
    if (askedMs !== undefined && work.toProcess === 1) tellPause(askedMs);
    return waited(transport.wait(Math.max(own, askedMs ?? 0), halt.signal));
  }

  function finish(task: Task, result: DocumentResult, serviceFailed: boolean, answersBefore: number): void {
    last = result;
    queue.finish(task, result);
    observer.finished(task.reference, result);
    if (isSuccess(result.outcome)) breaker.succeeded();
    else if (maxErrors !== undefined && failuresIn(allCounts()) >= maxErrors)
      stopFor({ reason: 'max-errors', message: `stopped after ${counted(maxErrors, 'failure')}` });
    if (serviceFailed) stopFor(breaker.failed(result, answersBefore));
  }

  /** The outcomes so far, also those that are not recorded yet. */
  const allCounts = (): Counts => tableOf(outcomes, (outcome) => counts[outcome] + queue.pending(outcome));

  /** The run ends while this document is in progress. The next run looks it up if it may have been sent. */
  function leave(task: Task, progress: Progress): void {
    if (progress.maybeSent)
      queue.finish(task, { outcome: 'unknown', error: 'the run ended before the service confirmed it' });
    else tried -= 1;
  }

  /** Whether the failure to record only stops the run. */
  function onlyStops(): boolean {
    const unrecorded = options.stopUnrecorded?.(failure);
    if (unrecorded === undefined) return false;
    stop = unrecorded;
    return true;
  }

  /** Records what is left to record; false if that is impossible. May throw the reason. */
  function record(): boolean {
    try {
      // Even after a failure: this needs less space than another batch.
      if (failure !== undefined && !onlyStops()) throw failure;
      queue.end();
      return true;
    } catch (error) {
      failure ??= error;
      queue.abandon();
      if (!onlyStops()) throw failure;
      Object.assign(counts, allCounts());
      return false;
    }
  }

  function ended(): RunEnd {
    const isRecorded = record();
    const left = work.toProcess - tried;
    // The last failure that is allowed stops nothing if it is that of the last document.
    const isWhole = left === 0 && stop?.reason === 'max-errors';
    const end = { counts, left, stop: isWhole ? undefined : stop, last };
    return isRecorded ? end : { ...end, unrecorded: true };
  }

  const stopWatching = watchInterruption(options, {
    halted: halt.signal,
    stop: stopFor,
    abandon: () => abandoned.abort(),
  });
  const workers = Math.min(concurrency, Math.max(1, work.toProcess));
  await Promise.all(Array.from({ length: workers }, processItems));
  stopWatching();
  return ended();
}

/** Tells that the service keeps a number for a document that it could not create, and that is sent again. */
function tellReserved(observer: Observer, reference: string, { step, progress }: Next): void {
  const { number, error = 'not created' } = progress;
  if (number === undefined || step.do !== 'send') return;
  observer.note(`${reference}: ${error}; ${number} stays reserved, sending again`);
}
