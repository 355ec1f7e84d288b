import type { Settled } from '../outcomes.ts';
import type { Start } from './progress.ts';

/** One thing to do at the service, by its reference. */
export interface Item {
  readonly reference: string;
  readonly start: Start;
}

/** What there is to do, and where the outcomes go. */
export interface Work<Task extends Item> {
  /** How many there are. */
  readonly toProcess: number;
  /** The next ones, `size` at most; an empty batch at the end. */
  nextBatch(size: number): { readonly size: number; task(index: number): Task };
  /** Takes an outcome, to be recorded with the next `commit`. */
  settle(task: Task, settled: Settled): void;
  commit(): void;
  /** Called at the end: what has no outcome was not sent. */
  withdraw(): void;
}
