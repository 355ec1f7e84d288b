import { startProgress } from '../cli/progress.ts';
import type { CommandContext } from '../cli/settings.ts';
import type { Api } from '../client/types.ts';
import { type RunEnd, runAll, surroundingsOf } from '../upload/run/run.ts';
import type { Item, Work } from '../upload/run/work.ts';
import { totalOf } from '../upload/terms/outcomes.ts';
import type { Tracked } from './last-shown.ts';
import { type Looks, openLooks } from './looks.ts';
import { readingRequests } from './read-order.ts';

/** How to read orders. */
export interface Pace {
  readonly concurrency: number;
  readonly ratePerSecond?: number | undefined;
}

interface Task extends Item {
  readonly index: number;
  readonly order: Tracked;
}

/**
 * Reads orders from the service, with a progress bar for people: uses the same rate limiter, retries and circuit
 * breaker as an upload. `total` is their number. The caller closes the looks.
 */
export async function lookAt(
  context: CommandContext,
  api: Api,
  orders: Iterable<Tracked>,
  total: number,
  { concurrency, ratePerSecond }: Pace,
): Promise<{ looks: Looks; end: RunEnd }> {
  const { settings } = context;
  const looks = openLooks();
  const bar = startProgress(context, { total, what: 'orders' });
  try {
    const end = await runAll({
      api,
      work: readingWork(orders, total, looks, () => api.transport.now()),
      requests: (signal) => readingRequests(api, settings.maxRetries, signal),
      concurrency,
      ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
      ...surroundingsOf(context),
      observer: {
        progress: (counts) =>
          bar.update(totalOf(counts), { missing: counts.rejected, failed: counts.failed }),
        note: (line) => bar.note(line),
        pause: (ms) => bar.pause(ms),
        held: () => {},
        changed: () => {},
        cancelled: () => {},
      },
    });
    const { found, missing, unreadable } = looks.counts;
    // The run counts the orders that it began to read; those that it gave up were not read either.
    return { looks, end: { ...end, left: total - found - missing - unreadable } };
  } catch (error) {
    looks.close();
    throw error;
  } finally {
    bar.stop();
  }
}

/** The orders in the form that a runner takes, and a place for what it reads. */
function readingWork(orders: Iterable<Tracked>, total: number, looks: Looks, now: () => number): Work<Task> {
  const source = orders[Symbol.iterator]();
  let index = 0;
  return {
    toProcess: total,
    nextBatch(size) {
      const tasks: Task[] = [];
      while (tasks.length < size) {
        const next = source.next();
        if (next.done === true) break;
        tasks.push({ reference: next.value.reference, start: 'look-up', order: next.value, index: index++ });
      }
      return tasks;
    },
    record(settlements) {
      // Of an order that is unknown, the run ended during the request: it was not read.
      for (const { task, settled } of settlements)
        if (settled.outcome !== 'unknown') looks.add(task.index, task.order, settled, now());
    },
    withdraw() {},
  };
}
