import type { LeftOutLine } from '../../payload/document/reasons.ts';
import { textField } from '../../text/records.ts';
import type { Outcome, Settled } from '../terms/outcomes.ts';
import type { Start } from './progress.ts';

/** One item of work, by its reference. */
export interface Item {
  readonly reference: string;
  readonly start: Start;
}

/** One document in progress. */
export interface Task extends Item {
  readonly document: {
    /** The JSON to send. */
    readonly body: string;
    readonly leftOutLines: readonly LeftOutLine[];
  };
}

/** How an item ended. */
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

/** The time of a run: a clock in milliseconds, and timers that return a function that cancels them. */
interface RunTime {
  monotonicNow(): number;
  startTimer(ms: number, callback: () => void): () => void;
}

/** What a work queue reports. */
interface QueueEvents {
  /** These outcomes have been recorded. */
  recorded(outcomes: readonly Outcome[]): void;
  /** Outcomes could not be recorded between two calls of the queue. */
  failed(error: unknown): void;
}

/** Outcomes are recorded together, at the latest after this time or when there are this many. */
const flushMs = 100;
const flushSize = 1000;
const largestBatch = 2048;
/** How long a batch should take the service. */
const [shortBatchMs, longBatchMs] = [250, 1000];

/**
 * Provides items in batches, and records their outcomes, many at a time. After a crash, each recorded intent costs a
 * look-up, and recording intents costs a sync of the disk: so a batch has about as many items as the service accepts in a
 * quarter of a second.
 */
export class WorkQueue<T extends Item> {
  readonly #work: Work<T>;
  readonly #time: RunTime;
  readonly #events: QueueEvents;
  readonly #smallestBatch: number;
  #size: number;
  #batch: readonly T[] | undefined;
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
    if (this.#batch === undefined || (this.#position === this.#batch.length && this.#position > 0)) {
      if (this.#batch !== undefined) this.#adaptTo(this.#batch.length);
      this.#batch = this.#work.nextBatch(this.#size);
      this.#position = 0;
      this.#startedAt = this.#time.monotonicNow();
    }
    return this.#batch[this.#position++];
  }

  settle(task: T, settled: Settled): void {
    const now = this.#time.monotonicNow();
    this.#pending.push({ task, settled });
    if (this.#pending.length === 1) {
      this.#waitingSince = now;
      this.#cancelTimer = this.#time.startTimer(flushMs, () => this.#flushLater());
    } else if (this.#pending.length >= flushSize || now - this.#waitingSince >= flushMs) this.flush();
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

  #flushLater(): void {
    try {
      this.flush();
    } catch (error) {
      this.#events.failed(error);
    }
  }

  /** Chooses the size of the next batches by how long the service needed for one of this length. */
  #adaptTo(length: number): void {
    const expectedMs = ((this.#time.monotonicNow() - this.#startedAt) * this.#size) / length;
    if (expectedMs < shortBatchMs) this.#size = Math.min(this.#size * 2, largestBatch);
    else if (expectedMs > longBatchMs) this.#size = Math.max(this.#smallestBatch, this.#size >> 1);
  }
}

/** What earlier runs recorded about the purchase orders of an account. */
export interface EarlierPurchaseOrders {
  /** The reference of the document with this number, or reference, if it was created. */
  ownerOf(number: string): string | undefined;
  /** Whether this purchase order was last sent without a slot, or may have been. */
  wasWithoutSlot(reference: string): boolean;
}

/** The record of a booking whose outcome is not certain. */
interface UncertainBooking {
  /** The account's slots before it was first sent. */
  readonly before: ReadonlySet<string>;
  /** The service accepted it without showing a slot. */
  readonly accepted: boolean;
  /** What may have been sent: the content of the row may have changed. */
  readonly bodies: readonly unknown[];
  /** How long ago the run ended that sent it last, ms; 0 if that is not known, because the run was killed. */
  readonly sentBeforeMs: number;
}

/** What is recorded about an account's bookings. */
export interface SlotBookings {
  /** Undefined if it is not known which slots existed. */
  uncertain(reference: string): UncertainBooking | undefined;
  /** The slot that an earlier run booked for this document. */
  slotOf(reference: string): string | undefined;
  /** Whether a document of any run, or a single booking, has this slot; `other` leaves out the document with this name. */
  isTaken(slot: string, by?: { readonly other: string }): boolean;
  /** The last run that booked a single slot with this name, and does not know whether it was booked. */
  unsureSingle(name: string): number | undefined;
  /** Records that the service accepted the booking without showing a slot. */
  accepted(reference: string): void;
}

/** The name of a single booking that has no slot. */
export const singleBookingName = (request: unknown): string =>
  ['warehouse', 'date', 'window'].map((name) => textField(request, name)).join(' ');

/** Whether an order was cancelled from this machine since it may have been sent. */
export type CancelledSince = 'yes' | 'maybe' | 'no';
