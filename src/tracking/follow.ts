import { startProgress } from '../cli/progress.ts';
import type { CommandContext } from '../cli/settings.ts';
import { recordOf } from '../client/api/records.ts';
import { type Api, type Attempt, unreadable } from '../client/types.ts';
import { openTemporary, type SqlValue } from '../storage/sqlite/database.ts';
import { insertRows } from '../storage/sqlite/insert-rows.ts';
import { fieldsOf, present } from '../text/records.ts';
import { isoUtc, parseInstant } from '../text/time/time.ts';
import { countedOrder } from '../text/words.ts';
import { isAbsent, readRecord } from '../upload/run/kinds/kind.ts';
import { healthOf } from '../upload/run/rate-limiter.ts';
import { type Requests, type RunEnd, type RunOptions, runAll, surroundingsOf } from '../upload/run/run.ts';
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
} from '../upload/run/work.ts';
import type { Work } from '../upload/run/work-queue.ts';
import { type DocumentResult, totalOf } from '../upload/terms/outcomes.ts';
import { isEnd, missing, type OrderState, orderState, type Parcel, parcelsOf } from './order-state.ts';
import { type LastShown, type Read, serviceNow, type Tracked } from './remembered-looks.ts';

/** One order as scripts see it. */
export interface OrderRow extends OrderState {
  readonly ReferenceNumber: string;
  /** When it was read, UTC. */
  readonly CheckedAt: string;
  /** Why it could not be read. */
  readonly error?: string;
}

export interface Look {
  /** Its position in the given order. */
  readonly index: number;
  readonly row: OrderRow;
  /** Whether status, carrier or tracking differ from the last check; false for a first one, unless the order is gone. */
  readonly changed: boolean;
  readonly outcome: 'found' | 'missing' | 'unreadable';
  /** When the look before was made, ms since the epoch; null if this is the first. */
  readonly lastCheckedAt: number | null;
  /** HTTP status of an unusable answer. */
  readonly status?: number;
  /** Milliseconds since the epoch at which it is late; absent for an order at an end, or without a time of dispatch. */
  readonly due?: number;
  readonly parcels?: readonly Parcel[];
  /** What the ledger is to remember of it; absent for an order that could not be read. */
  readonly read?: Read;
}

export type Looks = ReturnType<typeof openLooks>;

const table = `CREATE TEMP TABLE looks (
  number INTEGER PRIMARY KEY, look TEXT NOT NULL, is_change INTEGER NOT NULL, is_news INTEGER NOT NULL,
  is_unread INTEGER NOT NULL, due REAL, counted TEXT NOT NULL)`;
const columns = 7;
/** Looks wait until there are so many. */
const storedAtOnce = 50;

/** Which looks: all, those that changed or could not be read, or those that the ledger does not have yet. */
const conditions = { all: 'true', changes: 'is_change', news: 'is_news', unread: 'is_unread' } as const;

/** The checks of a run, kept in a temporary file, with references as people count: `B-2` before `B-10`. */
export function openLooks() {
  const db = openTemporary(table);
  const counts = { found: 0, missing: 0, unreadable: 0, changed: 0 };
  /** Those that are not in the table yet. */
  const waiting: SqlValue[] = [];
  const store = (): void =>
    insertRows(db, 'REPLACE INTO looks VALUES', '(?, ?, ?, ?, ?, ?, ?)', columns, waiting.splice(0));
  return {
    counts,
    /** `now` by this machine's clock, `seenAt` by the service's; both ms since the epoch. */
    add(index: number, order: Tracked, result: DocumentResult, now: number, seenAt: number = now): void {
      const lastCheckedAt = order.last?.checkedAt ?? null;
      const seen = lookOf(order, result, now, seenAt);
      const before = (order.lastLook ?? order.last)?.status ?? null;
      const status = seen.outcome === 'unreadable' ? before : seen.row.Status;
      const due = isEnd(status) ? Number.NaN : parseInstant(seen.row.DispatchBy ?? '');
      const look: Look = { index, lastCheckedAt, ...seen, ...(Number.isNaN(due) ? {} : { due }) };
      counts[look.outcome] += 1;
      if (look.changed) counts.changed += 1;
      const isChange = look.changed || look.outcome === 'unreadable';
      const isNews = look.outcome !== 'unreadable' && (order.last === null || differs(look.row, order.last));
      const unread = Number(look.read !== undefined && isUnread(look.read, order));
      waiting.push(index, JSON.stringify(look), Number(isChange), Number(isNews), unread);
      waiting.push(look.due ?? null, countedOrder(order.reference));
      if (waiting.length === storedAtOnce * columns) store();
    },
    /**
     * All checks so far; `changes`: what changed or could not be read; `news`: what the ledger has not shown yet, first
     * checks and changes; `unread`: what the ledger did not know. With `lateAt`, only those that are late then (ms since the
     * epoch), the most late first. Throws SQLite's error.
     */
    *among(which: keyof typeof conditions, lateAt?: number): Generator<Look> {
      store();
      const late = lateAt === undefined ? '' : `AND due < ${lateAt}`;
      const order = lateAt === undefined ? '' : 'due,';
      const query = `SELECT look FROM looks WHERE ${conditions[which]} ${late} ORDER BY ${order} counted, number`;
      for (const { look } of db.each<{ look: string }>(query)) yield JSON.parse(look) as Look;
    },
    close: (): void => db.close(),
  };
}

const isUnread = (read: Read, { lastLook }: Tracked): boolean =>
  lastLook === null ||
  read.status !== lastLook.status ||
  read.tracking !== lastLook.tracking ||
  read.dispatchBy !== lastLook.dispatchBy;

/** A row for an order, read at `now`. */
export const rowOf = (reference: string, state: OrderState, now: number): OrderRow => ({
  ReferenceNumber: reference,
  ...state,
  CheckedAt: isoUtc(now),
});

function lookOf(
  { reference, last, lastLook, dispatchBy }: Tracked,
  { outcome, status, error, answer }: DocumentResult,
  now: number,
  seenAt: number,
): Omit<Look, 'index' | 'lastCheckedAt'> {
  const known = { ...orderState({}), DispatchBy: lastLook?.dispatchBy ?? dispatchBy };
  if (outcome === 'existing') {
    const record = fieldsOf(answer);
    const parcels = parcelsOf(record);
    const state = orderState(record, parcels);
    const row = rowOf(reference, { ...state, DispatchBy: state.DispatchBy ?? dispatchBy }, now);
    const tracking = state.TrackingNumber;
    const since = lastLook !== null && lastLook.tracking === tracking ? lastLook.trackedAt : seenAt;
    const trackedAt = tracking === null ? null : since;
    const read = { reference, status: state.Status, tracking, trackedAt, dispatchBy: state.DispatchBy };
    return { row, outcome: 'found', changed: last !== null && differs(row, last), parcels, read };
  }
  if (outcome === 'rejected') {
    const row = rowOf(reference, { ...known, Status: missing }, now);
    const before = lastLook ?? { tracking: null, trackedAt: null, dispatchBy: null };
    const read = { reference, ...before, status: missing };
    return { row, outcome: 'missing', changed: last?.status !== missing, read };
  }
  const row = { ...rowOf(reference, known, now), error: error ?? 'no answer' };
  return { row, outcome: 'unreadable', changed: false, ...present({ status }) };
}

const differs = (row: OrderRow, last: LastShown): boolean =>
  row.Status !== last.status || row.ShippingVendor !== last.vendor || row.TrackingNumber !== last.tracking;

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

/** The outcome of a read: `existing` with the record, `rejected` for an order that is gone, or `failed`. */
function afterRead(before: Progress, made: Attempt, maxRetries: number): Next {
  if (made.kind === 'answer') {
    const { status, data } = made.answer;
    return finish(before, { outcome: 'existing', status, answer: fieldsOf(data) });
  }
  const step = common(made);
  if (step !== undefined) return { progress: before, step };
  const reason = reasonOf(made);
  if (isAbsent(made)) return finish(before, { outcome: 'rejected', ...reason });
  if (made.kind === 'refusal' && !serviceFailed(made.status))
    return finish(before, { outcome: 'failed', ...reason });
  if (before.fruitless >= maxRetries) return finish(before, { outcome: 'failed', ...reason }, true);
  const progress = { ...before, fruitless: before.fruitless + 1 };
  return { progress, step: { do: 'look-up', backoff: before.fruitless, ...asked(made) } };
}

interface Task extends Item {
  readonly index: number;
  readonly order: Tracked;
}

/** Reads orders, with a progress bar, at the pace and with the retries of an upload. The caller closes the looks. */
export async function lookAt(
  context: CommandContext,
  api: Api,
  orders: Iterable<Tracked>,
  total: number,
  pace: Pick<RunOptions<Task>, 'concurrency' | 'ratePerSecond'>,
): Promise<{ looks: Looks; end: RunEnd }> {
  const { settings } = context;
  const looks = openLooks();
  const bar = startProgress(context, { total, what: 'orders' });
  try {
    const end = await runAll({
      api,
      work: readingWork(orders, total, (index, order, result) =>
        looks.add(index, order, result, api.transport.now(), serviceNow(context, api)),
      ),
      requests: (signal) => readingRequests(api, settings.maxRetries, signal),
      ...pace,
      isShort: true,
      ...surroundingsOf(context),
      observer: {
        ...bar,
        progress: (counts) =>
          bar.update(totalOf(counts), { missing: counts.rejected, failed: counts.failed }),
        finished: () => {},
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
function readingWork(
  orders: Iterable<Tracked>,
  total: number,
  add: (index: number, order: Tracked, result: DocumentResult) => void,
): Work<Task> {
  const source = orders[Symbol.iterator]();
  let index = 0;
  const record: Work<Task>['record'] = (results) => {
    // Of an order that is unknown, the run ended during the request: it was not read.
    for (const { task, result } of results)
      if (result.outcome !== 'unknown') add(task.index, task.order, result);
  };
  return {
    toProcess: total,
    record,
    nextBatch(size, results) {
      record(results);
      const tasks: Task[] = [];
      while (tasks.length < size) {
        const next = source.next();
        if (next.done === true) break;
        tasks.push({ reference: next.value.reference, start: 'look-up', order: next.value, index: index++ });
      }
      return tasks;
    },
    withdraw() {},
  };
}
