import type { Deps } from '../../deps.ts';
import type { Outcome, Settled } from '../terms/outcomes.ts';
import type { Item } from './work.ts';

interface Settlement<T extends Item> {
  readonly task: T;
  readonly settled: Settled;
}

/** The items of a run, and the destination of their outcomes. */
export interface Work<T extends Item> {
  /** The number of items. */
  readonly toProcess: number;
  /** The next items, at most `size`; none at the end. When it returns, it is on disk that they may have been processed. */
  nextBatch(size: number): readonly T[];
  /** Records outcomes. If it throws, they are given again, with those that follow. */
  record(settlements: readonly Settlement<T>[]): void;
  /** Called at the end: items without an outcome were not sent. */
  withdraw(): void;
}

type RunTime = Pick<Deps, 'monotonicNow' | 'startTimer'>;

interface QueueEvents {
  /** These outcomes have been recorded. */
  recorded(outcomes: readonly Outcome[]): void;
  /** Outcomes could not be recorded between two calls of the queue. */
  failed(error: unknown): void;
}

/**
 * Outcomes are recorded together, this long after the first or when there are this many. A service usually answers later
 * than that, so the disk is waited for while requests are on their way, not while answers wait for the next request.
 */
const flushMs = 50;
const flushSize = 1000;
/** When outcomes are recorded even if the timer has not fired, as with a service in this process. */
const latestFlushMs = 200;
const largestBatch = 2048;
/** How long a batch should take the service. */
const [shortBatchMs, longBatchMs] = [250, 1000];

/**
 * Provides items in batches, and records their outcomes, many at a time. After a crash, each recorded intent costs a
 * look-up, and recording intents costs a sync of the disk: so a batch has about as many items as the service accepts in a
 * quarter of a second. When outcomes are recorded and the batch is almost used up, the next one is prepared as well.
 */
export class WorkQueue<T extends Item> {
  readonly #work: Work<T>;
  readonly #time: RunTime;
  readonly #events: QueueEvents;
  readonly #smallestBatch: number;
  #size: number;
  #batch: readonly T[] | undefined;
  #next: readonly T[] | undefined;
  #position = 0;
  #startedAt = 0;
  #pending: Settlement<T>[] = [];
  #waitingSince = 0;
  #cancelTimer = (): void => {};

  constructor(work: Work<T>, concurrency: number, time: RunTime, events: QueueEvents) {
    this.#work = work;
    this.#time = time;
    this.#events = events;
    this.#smallestBatch = Math.max(16, concurrency * 4);
    this.#size = this.#smallestBatch;
  }

  /** The next item; undefined if there is none. */
  take(): T | undefined {
    if (this.#left() === 0) {
      this.#batch = this.#next ?? this.#prepared();
      this.#next = undefined;
      this.#position = 0;
      this.#startedAt = this.#time.monotonicNow();
    }
    return this.#batch?.[this.#position++];
  }

  settle(task: T, settled: Settled): void {
    const now = this.#time.monotonicNow();
    this.#pending.push({ task, settled });
    if (this.#pending.length === 1) {
      this.#waitingSince = now;
      this.#cancelTimer = this.#time.startTimer(flushMs, () => this.#betweenAnswers());
    } else if (this.#pending.length >= flushSize || now - this.#waitingSince >= latestFlushMs) this.flush();
  }

  /** Records the pending outcomes. */
  flush(): void {
    this.#cancelTimer();
    if (this.#pending.length === 0) return;
    this.#work.record(this.#pending);
    const outcomes = this.#pending.map(({ settled }) => settled.outcome);
    this.#pending = [];
    this.#events.recorded(outcomes);
  }

  /** How many items with this outcome are not recorded yet. */
  pending(outcome: Outcome): number {
    return this.#pending.filter(({ settled }) => settled.outcome === outcome).length;
  }

  /** Records the pending outcomes, and withdraws the intents of all other items, which were certainly not sent. */
  end(): void {
    this.flush();
    this.#work.withdraw();
  }

  /** Ends without recording anything further. */
  abandon(): void {
    this.#cancelTimer();
  }

  /** How many items of the batch were not taken; 0 before the first batch, and -1 after the last. */
  #left(): number {
    return (this.#batch?.length ?? 0) - this.#position;
  }

  #prepared(): readonly T[] {
    if (this.#position > 0) this.#adaptTo(this.#position);
    return this.#work.nextBatch(this.#size);
  }

  #betweenAnswers(): void {
    try {
      const settled = this.#pending.length;
      this.flush();
      const left = this.#left();
      // Otherwise the batch lasts until the next outcomes are recorded.
      if (left >= 0 && left <= settled) this.#next ??= this.#prepared();
    } catch (error) {
      this.#events.failed(error);
    }
  }

  /** Chooses the size of the next batch by how long the service needed for so many items. */
  #adaptTo(items: number): void {
    const expectedMs = ((this.#time.monotonicNow() - this.#startedAt) * this.#size) / items;
    if (expectedMs < shortBatchMs) this.#size = Math.min(this.#size * 2, largestBatch);
    else if (expectedMs > longBatchMs) this.#size = Math.max(this.#smallestBatch, this.#size >> 1);
  }
}
