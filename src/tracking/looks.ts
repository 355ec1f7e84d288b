import { fieldsOf } from '../text/records.ts';
import { isoUtc } from '../text/time/time.ts';
import type { Settled } from '../upload/outcomes.ts';
import { openByteLog } from '../upload/spool/byte-log.ts';
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
   * checks and changes. Throws the file system's error.
   */
  among(which: 'all' | 'changes' | 'news'): Generator<Look>;
  close(): void;
}

/** UTF-8 takes at most three bytes per UTF-16 unit of the text in the temporary file. */
const widest = 3;

/** An empty collection of checks. */
export function openLooks(): Looks {
  const log = openByteLog();
  const lengths: number[] = [];
  const starts: number[] = [];
  /** By index: whether it is a change, and whether it is news. */
  const isChange: boolean[] = [];
  const isNews: boolean[] = [];
  const counts = { found: 0, missing: 0, unreadable: 0, changed: 0 };
  return {
    counts,
    add(index, order, settled, now) {
      const lastCheckedAt = order.last?.checkedAt ?? null;
      const look = { index, lastCheckedAt, ...lookOf(order, settled, now) };
      counts[look.outcome] += 1;
      if (look.changed) counts.changed += 1;
      const text = JSON.stringify(look);
      let length = 0;
      starts[index] = log.append(text.length * widest, (into, at) => {
        length = into.write(text, at, 'utf8');
        return at + length;
      });
      lengths[index] = length;
      isChange[index] = look.changed || look.outcome === 'unreadable';
      isNews[index] = look.outcome !== 'unreadable' && (order.last === null || differs(look.row, order.last));
    },
    *among(which) {
      const wanted = which === 'all' ? undefined : which === 'changes' ? isChange : isNews;
      for (let index = 0; index < starts.length; index++) {
        const start = starts[index];
        if (start === undefined || wanted?.[index] === false) continue;
        yield JSON.parse(log.read(start, lengths[index] ?? 0).toString('utf8')) as Look;
      }
    },
    close: () => log.close(),
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
