import type { Book, Task } from './book.ts';
import type { Outcome, Settled } from './outcomes.ts';

/** Hands out documents whose intention is noted, and gathers outcomes to note them together. */
export interface Window {
  take(): Task | undefined;
  settle(task: Task, settled: Settled): void;
  flush(): void;
  /** How many of an outcome are not noted yet. */
  unflushed(outcome: Outcome): number;
  /** Notes what is left, and takes back the intentions of `unsent` and of all that were not taken. */
  end(unsent: readonly Task[]): void;
}

const batchSize = 400;
const batchMs = 50;
const largest = 4096;

/**
 * After a crash each noted intention costs one look-up, and each noting costs a sync of the disk: the window is as
 * large as the service takes in about a quarter of a second.
 */
export function createWindow(
  book: Pick<Book, 'next' | 'settle' | 'release'>,
  concurrency: number,
  clock: { now(): number },
  noted: (outcomes: readonly Outcome[]) => void,
): Window {
  const smallest = Math.max(16, concurrency * 2);
  let size = smallest;
  let tasks: Task[] = [];
  let at = 0;
  let handed = 0;
  let filledAt = clock.now();
  let outcomes: [Task, Settled][] = [];
  let flushedAt = clock.now();
  let done = false;

  const flush = (): void => {
    flushedAt = clock.now();
    if (outcomes.length === 0) return;
    const batch = outcomes;
    outcomes = [];
    book.settle(batch);
    noted(batch.map(([, { outcome }]) => outcome));
  };

  const fill = (): void => {
    const now = clock.now();
    if (handed >= size) {
      const took = now - filledAt;
      filledAt = now;
      handed = 0;
      if (took < 250) size = Math.min(size * 2, largest);
      else if (took > 1000) size = Math.max(smallest, size >> 1);
    }
    tasks = book.next(size);
    handed += tasks.length;
    at = 0;
    done = tasks.length === 0;
  };

  return {
    take() {
      if (at === tasks.length) {
        if (!done) fill();
        if (done) return undefined;
      }
      return tasks[at++];
    },
    settle(task, settled) {
      outcomes.push([task, settled]);
      if (outcomes.length >= batchSize || clock.now() - flushedAt >= batchMs) flush();
    },
    flush,
    unflushed: (outcome) =>
      outcomes.reduce((sum, [, settled]) => sum + (settled.outcome === outcome ? 1 : 0), 0),
    end(unsent) {
      flush();
      book.release([...unsent, ...tasks.slice(at)]);
    },
  };
}
