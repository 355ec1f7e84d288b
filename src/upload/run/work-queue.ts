import type { Outcome, Settled } from '../outcomes.ts';
import type { Item, Work } from './work.ts';

/** Provides documents in batches, and records their outcomes, many at a time. */
export interface WorkQueue<Task extends Item> {
  take(): Task | undefined;
  settle(task: Task, settled: Settled): void;
  flush(): void;
  /** How many documents with this outcome are not yet in the ledger. */
  pending(outcome: Outcome): number;
  /** Records pending outcomes, and withdraws the intents of all other documents, which were certainly not sent. */
  end(): void;
}

const flushSize = 400;
const flushMs = 50;
const largestBatch = 4096;

/**
 * After a crash, each recorded intent costs a look-up, and recording intents costs a disk sync. So a batch has as many
 * documents as the service accepts in about a quarter of a second. `recorded` gets the outcomes that reached the ledger.
 */
export function createWorkQueue<Task extends Item>(
  work: Omit<Work<Task>, 'toProcess'>,
  concurrency: number,
  clock: { monotonicNow(): number },
  recorded: (outcomes: readonly Outcome[]) => void,
): WorkQueue<Task> {
  const smallestBatch = Math.max(16, concurrency * 2);
  let size = smallestBatch;
  let batch: ReturnType<typeof work.nextBatch> | undefined;
  let position = 0;
  let filledAt = clock.monotonicNow();
  let outcomes: Outcome[] = [];
  let flushedAt = clock.monotonicNow();

  const flush = (): void => {
    flushedAt = clock.monotonicNow();
    if (outcomes.length === 0) return;
    const settled = outcomes;
    outcomes = [];
    work.commit();
    recorded(settled);
  };

  const nextBatch = (): ReturnType<typeof work.nextBatch> => {
    const now = clock.monotonicNow();
    if (batch !== undefined && batch.size >= size) {
      const tookMs = now - filledAt;
      if (tookMs < 250) size = Math.min(size * 2, largestBatch);
      else if (tookMs > 1000) size = Math.max(smallestBatch, size >> 1);
    }
    filledAt = now;
    position = 0;
    return work.nextBatch(size);
  };

  return {
    take() {
      if (batch === undefined || (position === batch.size && position > 0)) batch = nextBatch();
      return position < batch.size ? batch.task(position++) : undefined;
    },
    settle(task, settled) {
      work.settle(task, settled);
      outcomes.push(settled.outcome);
      if (outcomes.length >= flushSize || clock.monotonicNow() - flushedAt >= flushMs) flush();
    },
    flush,
    pending: (outcome) => outcomes.reduce((sum, each) => sum + (each === outcome ? 1 : 0), 0),
    end() {
      flush();
      work.withdraw();
    },
  };
}
