import type { Outcome, Settled } from '../outcomes.ts';
import type { Batch, Book, Task } from './run-ledger.ts';

/** Hands out documents whose intention is noted, and gathers outcomes to note them together. */
export interface Window {
  take(): Task | undefined;
  settle(task: Task, settled: Settled): void;
  flush(): void;
  /** How many of an outcome are not noted yet. */
  unflushed(outcome: Outcome): number;
  /** Notes what is left, and takes back the intentions of all that are not settled: they were certainly not sent. */
  end(): void;
}

const batchSize = 400;
const batchMs = 50;
const largest = 4096;

/**
 * After a crash each noted intention costs one look-up, and each noting costs a sync of the disk: the window is as
 * large as the service takes in about a quarter of a second.
 */
export function createWindow(
  book: Pick<Book, 'next' | 'settle' | 'commit' | 'release'>,
  concurrency: number,
  clock: { monotonicNow(): number },
  noted: (outcomes: readonly Outcome[]) => void,
): Window {
  const smallest = Math.max(16, concurrency * 2);
  let size = smallest;
  let batch: Batch | undefined;
  let at = 0;
  let filledAt = clock.monotonicNow();
  let outcomes: Outcome[] = [];
  let flushedAt = clock.monotonicNow();

  const flush = (): void => {
    flushedAt = clock.monotonicNow();
    if (outcomes.length === 0) return;
    const gathered = outcomes;
    outcomes = [];
    book.commit();
    noted(gathered);
  };

  const fill = (): Batch => {
    const now = clock.monotonicNow();
    if (batch !== undefined && batch.size >= size) {
      const took = now - filledAt;
      if (took < 250) size = Math.min(size * 2, largest);
      else if (took > 1000) size = Math.max(smallest, size >> 1);
    }
    filledAt = now;
    at = 0;
    return book.next(size);
  };

  return {
    take() {
      if (batch === undefined || (at === batch.size && at > 0)) batch = fill();
      return at < batch.size ? batch.task(at++) : undefined;
    },
    settle(task, settled) {
      book.settle(task, settled);
      outcomes.push(settled.outcome);
      if (outcomes.length >= batchSize || clock.monotonicNow() - flushedAt >= batchMs) flush();
    },
    flush,
    unflushed: (outcome) => outcomes.reduce((sum, each) => sum + (each === outcome ? 1 : 0), 0),
    end() {
      flush();
      book.release();
    },
  };
}
