import { recordOf } from '../../client/api/records.ts';
import { defaultRetryPolicy } from '../../client/retry.ts';
import { type Api, type Attempt, unreadable } from '../../client/types.ts';
import { fieldsOf } from '../../text/records.ts';
import type { DocumentResult } from '../terms/outcomes.ts';
import { defaultConcurrency, type Outside, type Pace } from '../terms/outside.ts';
import { isAbsent, readRecord } from './kinds/kind.ts';
import { isCancelled } from './kinds/order-cancellations.ts';
import { healthOf } from './rate-limiter.ts';
import { type Observer, type Requests, type RunEnd, runAll, surroundingsOf } from './run.ts';
import {
  asked,
  common,
  finish,
  type Item,
  type Next,
  type Progress,
  reasonOf,
  serviceFailed,
  whyNot,
} from './work.ts';
import type { Work } from './work-queue.ts';

interface Task<Order> extends Item {
  readonly order: Order;
}

/** What came of an order: `existing` with its record, `rejected` if it is gone, or `failed`. */
type OnRead<Order> = (order: Order, result: DocumentResult) => void;

interface Reading<Order> extends Pace {
  readonly orders: Iterable<Order>;
  readonly total: number;
  readonly observer: Observer;
  /** The longest wait that the service may ask for, ms; by default as long as in an upload. */
  readonly longestWaitMs?: number;
}

/** Reads orders at the pace and with the retries of an upload; those that it gave up are not told. */
export function readOrders<Order extends { readonly reference: string }>(
  outside: Outside,
  api: Api,
  { orders, total, concurrency = defaultConcurrency, rate, observer, longestWaitMs }: Reading<Order>,
  onRead: OnRead<Order>,
): Promise<RunEnd> {
  return runAll({
    api,
    work: readingWork(orders, total, onRead),
    requests: (signal) => readingRequests(api, outside.settings.maxRetries, signal),
    concurrency,
    ratePerSecond: rate,
    isShort: true,
    ...surroundingsOf(outside, longestWaitMs),
    observer,
  });
}

const nobody: Observer = { progress() {}, note() {}, retrying() {}, pause() {}, finished() {} };

/** The orders that the service has or may have: only that it has none, or a record that says cancelled, proves otherwise. */
export async function notAbsent(
  outside: Outside,
  api: Api,
  references: ReadonlySet<string>,
  { concurrency, rate }: Pace,
): Promise<ReadonlySet<string>> {
  const found = new Set(references);
  const orders = [...references].map((reference) => ({ reference }));
  const total = references.size;
  // Nobody sees this wait.
  const longestWaitMs = defaultRetryPolicy.maxRetryAfterMs;
  const reading = { concurrency, rate, orders, total, observer: nobody, longestWaitMs };
  await readOrders(outside, api, reading, ({ reference }, { outcome, answer }) => {
    if (outcome === 'rejected' || (answer !== undefined && isCancelled(answer))) found.delete(reference);
  });
  return found;
}

/** The requests of a run that reads orders. `signal` cancels pending ones. Throws nothing. */
function readingRequests(api: Api, maxRetries: number, signal: AbortSignal): Requests<Item> {
  return {
    async make(_, { reference }, progress) {
      try {
        const made = await readRecord(api, 'getOrder', { referenceNumber: reference }, signal);
        if (made.kind === 'cannot-tell')
          return { health: 'answered', next: finish(progress, { outcome: 'failed', error: made.error }) };
        const read = checked(made, reference);
        return { health: healthOf(made), next: afterRead(progress, read, maxRetries), ...whyNot(read) };
      } catch (broken) {
        return { health: 'failed', next: { progress, step: { do: 'leave' } }, broken };
      }
    },
  };
}

/** Only a record with the reference is an answer, and only the service can say "none": a proxy's page is no answer. */
function checked(made: Attempt, reference: string): Attempt {
  if (isAbsent(made) && made.foreign === true) return unreadable(made.error, false);
  if (made.kind !== 'answer') return made;
  const record = recordOf(made.answer.data, 'order', reference);
  if (record !== undefined) return { kind: 'answer', answer: { ...made.answer, data: record } };
  return unreadable('the answer has no record with this reference', false);
}

function afterRead(before: Progress, made: Attempt, maxRetries: number): Next {
  if (made.kind === 'answer') {
    const { status, data } = made.answer;
    return finish(before, { outcome: 'existing', status, answer: fieldsOf(data) });
  }
  const step = common(made);
  if (step !== undefined) return { progress: before, step };
  const reason = reasonOf(made);
  if (isAbsent(made)) return finish(before, { outcome: 'rejected', ...reason });
  if (made.kind === 'refusal' ? !serviceFailed(made.status) : made.reason === 'excessive')
    return finish(before, { outcome: 'failed', ...reason });
  if (before.fruitless >= maxRetries) return finish(before, { outcome: 'failed', ...reason }, true);
  const progress = { ...before, fruitless: before.fruitless + 1 };
  return { progress, step: { do: 'look-up', backoff: before.fruitless, ...asked(made) } };
}

/** The orders in the form that a runner takes, and a place for what it reads. */
function readingWork<Order extends { readonly reference: string }>(
  orders: Iterable<Order>,
  total: number,
  onRead: OnRead<Order>,
): Work<Task<Order>> {
  const source = orders[Symbol.iterator]();
  const record: Work<Task<Order>>['record'] = (results) => {
    // Of an order that is unknown, the run ended during the request: it was not read.
    for (const { task, result } of results) if (result.outcome !== 'unknown') onRead(task.order, result);
  };
  return {
    toProcess: total,
    record,
    nextBatch(size, results) {
      record(results);
      const tasks: Task<Order>[] = [];
      while (tasks.length < size) {
        const next = source.next();
        if (next.done === true) break;
        tasks.push({ reference: next.value.reference, start: 'look-up', order: next.value });
      }
      return tasks;
    },
    withdraw() {},
  };
}
