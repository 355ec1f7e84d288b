import { startProgress } from '../cli/progress.ts';
import type { CommandContext } from '../cli/settings.ts';
import type { Api } from '../client/types.ts';
import { insertRows, openTemporary, type SqlValue } from '../storage/sqlite/database.ts';
import { fieldsOf, present } from '../text/records.ts';
import { isoUtc, parseInstant } from '../text/time/time.ts';
import { countedOrder } from '../text/words.ts';
import { readOrders } from '../upload/run/read-orders.ts';
import type { Observer, RunEnd } from '../upload/run/run.ts';
import { type DocumentResult, totalOf } from '../upload/terms/outcomes.ts';
import type { Pace } from '../upload/terms/outside.ts';
import { isEnd, missing, type OrderState, orderState, type Parcel, parcelsOf } from './order-state.ts';
import { type LastShown, type Read, serviceNow, type Tracked } from './remembered-looks.ts';

export interface OrderRow extends OrderState {
  readonly ReferenceNumber: string;
  /** When it was read, UTC. */
  readonly CheckedAt: string;
  readonly error?: string;
}

export interface Look {
  /** Its position in the given order. */
  readonly index: number;
  readonly row: OrderRow;
  /** Whether status, carrier or tracking differ from the last check; false for a first one, unless the order is gone. */
  readonly changed: boolean;
  readonly outcome: 'found' | 'missing' | 'unreadable';
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
  const waiting: SqlValue[] = [];
  const store = (): void =>
    insertRows(db, 'REPLACE INTO looks VALUES', '(?, ?, ?, ?, ?, ?, ?)', columns, waiting.splice(0));
  return {
    counts,
    /** `now` by this machine's clock, `seenAt` by the service's; both ms since the epoch. */
    add(index: number, order: Tracked, result: DocumentResult, now: number, seenAt: number = now): void {
      const seen = lookOf(order, result, now, seenAt);
      const before = (order.lastLook ?? order.last)?.status ?? null;
      const status = seen.outcome === 'unreadable' ? before : seen.row.Status;
      const due = isEnd(status) ? Number.NaN : parseInstant(seen.row.DispatchBy ?? '');
      const look: Look = { index, ...seen, ...(Number.isNaN(due) ? {} : { due }) };
      counts[look.outcome] += 1;
      if (look.changed) counts.changed += 1;
      const isChange = look.changed || look.outcome === 'unreadable';
      const isNews = look.outcome !== 'unreadable' && (order.last === null || look.changed);
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
): Omit<Look, 'index'> {
  const known = { ...orderState({}), DispatchBy: lastLook?.dispatchBy ?? dispatchBy };
  const looked = { reference, checkedAt: now, lastCheckedAt: last?.checkedAt ?? null };
  if (outcome === 'existing') {
    const record = fieldsOf(answer);
    const parcels = parcelsOf(record);
    const state = orderState(record, parcels);
    const row = rowOf(reference, { ...state, DispatchBy: state.DispatchBy ?? dispatchBy }, now);
    const tracking = state.TrackingNumber;
    const isKnown = lastLook !== null && areSameParts(lastLook.tracking, tracking);
    const since = isKnown ? lastLook.trackedAt : seenAt;
    const trackedAt = tracking === null ? null : since;
    const { Status: status, ShippingVendor: vendor } = state;
    const read = { ...looked, status, vendor, tracking, trackedAt, dispatchBy: state.DispatchBy };
    return { row, outcome: 'found', changed: last !== null && differs(row, last), parcels, read };
  }
  if (outcome === 'rejected') {
    const row = rowOf(reference, { ...known, Status: missing }, now);
    const before = lastLook ?? { tracking: null, trackedAt: null, dispatchBy: null };
    const read = { ...looked, vendor: null, ...before, status: missing };
    return { row, outcome: 'missing', changed: last?.status !== missing, read };
  }
  const row = { ...rowOf(reference, known, now), error: error ?? 'no answer' };
  return { row, outcome: 'unreadable', changed: false, ...present({ status }) };
}

const differs = (row: OrderRow, last: LastShown): boolean =>
  row.Status !== last.status ||
  !areSameParts(row.ShippingVendor, last.vendor) ||
  !areSameParts(row.TrackingNumber, last.tracking);

/** Whether two texts of several parcels have the same parts: the service may list the parcels in any order. */
function areSameParts(one: string | null, other: string | null): boolean {
  if (one === other || one === null || other === null) return one === other;
  const sorted = (text: string): string => text.split(', ').sort().join(', ');
  return sorted(one) === sorted(other);
}

/** Reads orders, with a progress bar. The caller closes the looks. */
export async function lookAt(
  context: CommandContext,
  api: Api,
  orders: Iterable<Tracked>,
  total: number,
  { concurrency, rate }: Pace,
): Promise<{ looks: Looks; end: RunEnd }> {
  const looks = openLooks();
  const bar = startProgress(context, { total, what: 'orders' });
  const observer: Observer = {
    ...bar,
    progress: (counts) => bar.update(totalOf(counts), { missing: counts.rejected, failed: counts.failed }),
    finished: () => {},
  };
  try {
    const reading = { orders: numbered(orders), total, concurrency, rate, observer };
    const end = await readOrders(context, api, reading, ({ index, order }, result) =>
      looks.add(index, order, result, api.transport.now(), serviceNow(context, api)),
    );
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

function* numbered(orders: Iterable<Tracked>) {
  let index = 0;
  for (const order of orders) yield { reference: order.reference, order, index: index++ };
}
