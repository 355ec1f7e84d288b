import type { Deps } from '../../deps.ts';
import type { DocumentResult, Outcome } from '../terms/outcomes.ts';
import type { Item } from './work.ts';

export interface TaskResult<T extends Item> {
  readonly task: T;
  readonly result: DocumentResult;
}

/** The items of a run, and the destination of their outcomes. */
export interface Work<T extends Item> {
  readonly toProcess: number;
  /** Each outcome is recorded before the next intent, and each intent just before its request. */
  readonly oneByOne?: boolean;
  /**
   * The next items, at most `size`; none at the end. When it returns, it is on disk that they may have been processed; these
   * outcomes are recorded in the same step, as `record` does.
   */
  nextBatch(size: number, results: readonly TaskResult<T>[]): readonly T[];
  /** Records outcomes. If it throws, they are given again, with those that follow. */
  record(results: readonly TaskResult<T>[]): void;
  /** Called at the end: items without an outcome were not sent. */
  withdraw(): void;
}

interface QueueEvents {
  recorded(outcomes: readonly Outcome[]): void;
  /** Outcomes could not be recorded between two calls of the queue. */
  failed(error: unknown): void;
}

/** The queue records outcomes together, this long after the first: it waits for the disk while requests are on their way. */
const flushMs = 50;
/** While answers arrive less than this apart, the queue records as seldom as possible. */
const quietMs = 25;
/** Then it records once it has sent the requests for which these answers made room. */
const dueMs = 250;
/** It records after this long even if no timer has fired, as with a service in this process. */
const latestFlushMs = 500;
const flushSize = 2048;
const largestBatch = 2048;
/** How long a batch should take the service. */
const [shortBatchMs, longBatchMs] = [500, 1000];

/**
 * Provides items in batches, and records their outcomes, many at a time. After a crash, each recorded intent costs a
 * look-up, and recording intents costs a sync of the disk: so a batch has about as many items as the service accepts in half
 * a second. When outcomes are recorded and the batch is almost used up, the next one is prepared in the same step.
 */
export function createWorkQueue<T extends Item>(
  work: Work<T>,
  concurrency: number,
  { monotonicNow, startTimer }: Pick<Deps, 'monotonicNow' | 'startTimer'>,
  events: QueueEvents,
) {
  const smallestBatch = Math.max(16, concurrency * 4);
  let size = work.oneByOne ? 1 : smallestBatch;
  let batch: readonly T[] | undefined;
  let nextBatch: readonly T[] | undefined;
  let position = 0;
  let startedAt = 0;
  let pending: TaskResult<T>[] = [];
  /** When the first and the last of them were finished. */
  let [waitingSince, latestAt] = [0, 0];
  let isDue = false;
  let cancelTimer = (): void => {};

  /** How many items of the batch were not taken; 0 before the first batch, and -1 after the last. */
  const left = (): number => (batch?.length ?? 0) - position;

  /** Chooses the size of the next batch by how long the service needed for so many items. */
  const adaptTo = (items: number): void => {
    const expectedMs = ((monotonicNow() - startedAt) * size) / items;
    if (work.oneByOne) return;
    if (expectedMs < shortBatchMs) size = Math.min(size * 2, largestBatch);
    else if (expectedMs > longBatchMs) size = Math.max(smallestBatch, size >> 1);
  };

  const recorded = (): void => {
    cancelTimer();
    isDue = false;
    const outcomes = pending.map(({ result }) => result.outcome);
    pending = [];
    if (outcomes.length > 0) events.recorded(outcomes);
  };

  const flush = (): void => {
    if (pending.length === 0) return;
    work.record(pending);
    recorded();
  };

  /** Records the pending outcomes, and prepares the next batch. */
  const prepared = (): readonly T[] => {
    if (position > 0) adaptTo(position);
    const items = work.nextBatch(size, pending);
    recorded();
    return items;
  };

  /** Records the pending outcomes, with the next batch unless this one lasts until the next are recorded. */
  const proceed = (): void => {
    const isLast = nextBatch === undefined && left() >= 0 && left() <= pending.length;
    if (isLast && !work.oneByOne) nextBatch = prepared();
    else flush();
  };

  /** Between two calls of the queue. */
  const onTimer = (): void => {
    try {
      if (isDue || monotonicNow() - latestAt >= quietMs) proceed();
      else waitFor(flushMs);
    } catch (error) {
      events.failed(error);
    }
  };

  const waitFor = (ms: number): void => {
    cancelTimer();
    cancelTimer = startTimer(ms, onTimer);
  };

  return {
    /** The next item; undefined if there is none. */
    take(): T | undefined {
      if (left() === 0) {
        batch = nextBatch ?? prepared();
        nextBatch = undefined;
        position = 0;
        startedAt = monotonicNow();
      }
      return batch?.[position++];
    },
    finish(task: T, result: DocumentResult): void {
      latestAt = monotonicNow();
      pending.push({ task, result });
      if (pending.length === 1) {
        waitingSince = latestAt;
        waitFor(flushMs);
      } else if (pending.length >= flushSize || latestAt - waitingSince >= latestFlushMs) proceed();
      else if (!isDue && latestAt - waitingSince >= dueMs) {
        isDue = true;
        waitFor(0);
      }
    },
    flush,
    /** How many items with this outcome are not recorded yet. */
    pending: (outcome: Outcome): number => pending.filter(({ result }) => result.outcome === outcome).length,
    /** Records the pending outcomes, and withdraws the intents of all other items, which were certainly not sent. */
    end(): void {
      flush();
      work.withdraw();
    },
    /** Ends without recording anything further. */
    abandon: (): void => cancelTimer(),
  };
}
