import { openTemporary } from '../storage/sqlite/database.ts';
import { fieldsOf } from '../text/records.ts';
import { isoUtc } from '../text/time/time.ts';
import type { Settled } from '../upload/terms/outcomes.ts';
import type { LastShown, Tracked } from './last-shown.ts';
import { missing, type OrderState, orderState } from './order-state.ts';

/** One order as scripts see it. */
export interface OrderRow extends OrderState {
  readonly ReferenceNumber: string;
  /** When it was read, UTC. */
  readonly CheckedAt: string;
  /** Why it could not be read. */
  readonly error?: string;
}

/** The outcome of one check of an order. */
export interface Look {
  /** Its position in the given order. */
  readonly index: number;
  readonly row: OrderRow;
  /**
   * Whether status, carrier or tracking differ from the last check; false for a first check, unless the order is gone.
   */
  readonly changed: boolean;
  readonly outcome: 'found' | 'missing' | 'unreadable';
  /** When the look before was made, ms since the epoch; null if this is the first. */
  readonly lastCheckedAt: number | null;
  /** HTTP status of an unusable answer. */
  readonly status?: number;
}

/** The checks of a run, in the given order, kept in a temporary file. */
export interface Looks {
  readonly counts: { found: number; missing: number; unreadable: number; changed: number };
  add(index: number, order: Tracked, settled: Settled, now: number): void;
  /**
   * All checks so far; `changes`: what changed or could not be read; `news`: what the ledger does not have yet, first
   * checks and changes. Throws SQLite's error.
   */
  among(which: 'all' | 'changes' | 'news'): Generator<Look>;
  close(): void;
}

const table = `CREATE TEMP TABLE looks (
  number INTEGER PRIMARY KEY, look TEXT NOT NULL, is_change INTEGER NOT NULL, is_news INTEGER NOT NULL)`;

const conditions = { all: 'true', changes: 'is_change', news: 'is_news' } as const;

/** An empty collection of checks. */
export function openLooks(): Looks {
  const db = openTemporary(table);
  const counts = { found: 0, missing: 0, unreadable: 0, changed: 0 };
  return {
    counts,
    add(index, order, settled, now) {
      const lastCheckedAt = order.last?.checkedAt ?? null;
      const look = { index, lastCheckedAt, ...lookOf(order, settled, now) };
      counts[look.outcome] += 1;
      if (look.changed) counts.changed += 1;
      const isChange = look.changed || look.outcome === 'unreadable';
      const isNews = look.outcome !== 'unreadable' && (order.last === null || differs(look.row, order.last));
      db.run(
        'REPLACE INTO looks VALUES (?, ?, ?, ?)',
        index,
        JSON.stringify(look),
        Number(isChange),
        Number(isNews),
      );
    },
    *among(which) {
      const query = `SELECT look FROM looks WHERE ${conditions[which]} ORDER BY number`;
      for (const { look } of db.each<{ look: string }>(query)) yield JSON.parse(look) as Look;
    },
    close: () => db.close(),
  };
}

const unknown: OrderState = { Status: null, ShippingVendor: null, TrackingNumber: null, ProcessedOn: null };

/** A row for an order, read at `now`. */
export const rowOf = (reference: string, state: OrderState, now: number): OrderRow => ({
  ReferenceNumber: reference,
  ...state,
  CheckedAt: isoUtc(now),
});

function lookOf(
  { reference, last }: Tracked,
  { outcome, status, error, answer }: Settled,
  now: number,
): Omit<Look, 'index' | 'lastCheckedAt'> {
  if (outcome === 'existing') {
    const row = rowOf(reference, orderState(fieldsOf(answer)), now);
    return { row, outcome: 'found', changed: last !== null && differs(row, last) };
  }
  if (outcome === 'rejected') {
    const row = rowOf(reference, { ...unknown, Status: missing }, now);
    return { row, outcome: 'missing', changed: last?.status !== missing };
  }
  const row = { ...rowOf(reference, unknown, now), error: error ?? 'no answer' };
  return { row, outcome: 'unreadable', changed: false, ...(status === undefined ? {} : { status }) };
}

const differs = (row: OrderRow, last: LastShown): boolean =>
  row.Status !== last.status || row.ShippingVendor !== last.vendor || row.TrackingNumber !== last.tracking;
