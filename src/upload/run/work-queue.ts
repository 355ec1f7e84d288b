import type { Outcome, Settled } from '../outcomes.ts';
import type { Batch, Item, Work } from './work.ts';

/** Provides documents in batches, and records their outcomes, many at a time. */
export interface WorkQueue<Task extends Item> {
  take(): Task | undefined;
  settle(task: Task, settled: Settled): void;
  flush(): void;
  /** How many documents with this outcome are not yet in the ledger. */
  pending(outcome: Outcome): number;
  /** Records pending outcomes, and withdraws the intents of all other documents, which were certainly not sent. */
  end(): void;
  /** Ends without recording anything further. */
  abandon(): void;
}

/** The time of a run: a clock in milliseconds, and timers that return a function that cancels them. */
interface RunTime {
  monotonicNow(): number;
  startTimer(ms: number, callback: () => void): () => void;
  /** Calls back when the requests that were just made have been written. */
  whenWritten(callback: () => void): void;
}

/** What a work queue reports. */
interface QueueEvents {
  /** These outcomes have reached the ledger. */
  recorded(outcomes: readonly Outcome[]): void;
  /** The ledger could not be written between two calls of the queue. */
  failed(error: unknown): void;
}

/** Outcomes are recorded when there are this many, or after this time. */
const flushSize = 400;
const flushMs = 50;
/** The same if the process is too busy to wait for a quiet moment. */
const latestFlushSize = 600;
const latestFlushMs = 100;
const largestBatch = 2048;
/** The next batch is prepared when no more than this many documents of the current one are left. */
const nearlyTaken = 1024;
/** How long a batch should take the service. */
const [shortBatchMs, longBatchMs] = [250, 1000];

/**
 * After a crash, each recorded intent costs a look-up, and recording intents costs a disk sync. So a batch has as many
 * documents as the service accepts in about a quarter of a second.
 *
 * Answers tend to arrive together, and the ledger is written a moment later: the next requests are then under way, and do
 * not wait for it. For the same reason, the intents of the next batch are recorded before it is needed, and are usually on
 * disk by then. With a fast service, that happens as soon as the first requests of a batch are under way; with a slow one,
 * together with outcomes, because more answers tend to follow the first ones of a batch.
 */
export function createWorkQueue<Task extends Item>(
  work: Omit<Work<Task>, 'toProcess'>,
  concurrency: number,
  { monotonicNow, startTimer, whenWritten }: RunTime,
  { recorded, failed }: QueueEvents,
): WorkQueue<Task> {
  const smallestBatch = Math.max(16, concurrency * 4);
  let size = smallestBatch;
  let batch: Batch<Task> | undefined;
  let following: Batch<Task> | undefined;
  let position = 0;
  let startedAt = monotonicNow();
  let isServiceSlow = false;
  let outcomes: Outcome[] = [];
  let waitingSince = 0;
  let cancelTimer = (): void => {};
  let hasEnded = false;

  const flush = (): void => {
    cancelTimer();
    if (outcomes.length === 0) return;
    work.commit();
    const settled = outcomes;
    outcomes = [];
    recorded(settled);
  };

  /** Chooses the size of the next batches by how long the service needed for one. */
  const adaptTo = (finished: Batch<Task>): void => {
    const expectedMs = ((monotonicNow() - startedAt) * size) / finished.size;
    isServiceSlow = expectedMs >= shortBatchMs;
    if (!isServiceSlow) size = Math.min(size * 2, largestBatch);
    else if (expectedMs > longBatchMs) size = Math.max(smallestBatch, size >> 1);
  };

  const prepare = (): void => {
    if (batch !== undefined && batch.size > 0 && batch.size - position <= nearlyTaken)
      following ??= work.nextBatch(size);
  };

  /** Does something between two calls of the queue. */
  const between = (action: () => void) => (): void => {
    if (hasEnded) return;
    try {
      action();
    } catch (error) {
      failed(error);
    }
  };
  const prepareWhenQuiet = between(prepare);
  const whenQuiet = between(() => {
    flush();
    prepare();
  });

  return {
    take() {
      if (batch === undefined || (position === batch.size && position > 0)) {
        if (batch !== undefined) adaptTo(batch);
        batch = following ?? work.nextBatch(size);
        following = undefined;
        position = 0;
        batch.secure();
        startedAt = monotonicNow();
        if (!isServiceSlow) whenWritten(prepareWhenQuiet);
      }
      return position < batch.size ? batch.task(position++) : undefined;
    },
    settle(task, settled) {
      work.settle(task, settled);
      outcomes.push(settled.outcome);
      if (outcomes.length === 1) {
        waitingSince = monotonicNow();
        cancelTimer = startTimer(flushMs, whenQuiet);
      } else if (outcomes.length === flushSize) whenWritten(whenQuiet);
      else if (outcomes.length >= latestFlushSize || monotonicNow() - waitingSince >= latestFlushMs) flush();
    },
    flush,
    pending: (outcome) => outcomes.reduce((sum, each) => sum + (each === outcome ? 1 : 0), 0),
    end() {
      hasEnded = true;
      flush();
      work.withdraw();
    },
    abandon() {
      hasEnded = true;
      cancelTimer();
    },
  };
}
