import type { Settled } from '../outcomes.ts';
import type { Start } from './progress.ts';

/** One item of work, by its reference. */
export interface Item {
  readonly reference: string;
  readonly start: Start;
}

/** Items that are processed one after the other. */
export interface Batch<Task> {
  readonly size: number;
  /** Called before the first is processed: waits until it is on disk that they may be. */
  secure(): void;
  task(index: number): Task;
}

/** The items of a run, and the destination of their outcomes. */
export interface Work<Task extends Item> {
  /** The number of items. */
  readonly toProcess: number;
  /** The next items, at most `size`; an empty batch at the end. */
  nextBatch(size: number): Batch<Task>;
  /** Takes an outcome, which the next `commit` records. */
  settle(task: Task, settled: Settled): void;
  commit(): void;
  /** Called at the end: items without an outcome were not sent. */
  withdraw(): void;
}
