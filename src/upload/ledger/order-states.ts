import type { Database } from '../../storage/sqlite/database.ts';
import { statesThere } from '../terms/outcomes.ts';
import {
  cancelKind,
  cancelledBy,
  cancelledSince,
  notCancelledSince,
  wasThereBefore,
} from './cancellations.ts';
import { cutOff } from './journal.ts';
import { readRows } from './rows.ts';

/** The account: the service's address and the client. */
export interface LedgerAccount {
  readonly address: string;
  readonly client: string;
}

/** What the ledger knows of an order. */
export interface OrderState {
  /** It was created or found at the service, even if it was cancelled since. */
  readonly uploaded: boolean;
  /**
   * Whether the warehouse has it. `held`: it was created or found there, and not cancelled from this machine since.
   * `differing`: the service had an order with different content, which may be ours, sent before the file changed.
   * `unsure`: no answer showed its outcome, or the service had it before a later attempt failed. `forgotten`: a damaged
   * ledger may have known it, and this one does not. `no`: none of these.
   */
  readonly atWarehouse: 'held' | 'differing' | 'unsure' | 'forgotten' | 'no';
  /** Who cancelled it, as far as the ledger knows. */
  readonly cancelledBy: 'this machine' | 'anybody' | null;
}

const is = (...which: readonly ('yes' | 'maybe')[]): string => `d.state IN (${statesThere(...which)})`;
const isDiffering = `(d.state = 'conflict' AND d.fields IS NOT NULL)`;

/** The states of the orders `given`, as a view. */
const states = `
FROM json_each(?) given LEFT JOIN documents d ON d.service = ? AND d.kind = 'order' AND d.reference = given.value`;

const columns = [
  'given.value AS reference',
  `coalesce(${is('yes')}, 0) AS uploaded`,
  `CASE
    WHEN ${is('yes')} AND ${notCancelledSince} THEN 'held'
    WHEN ${isDiffering} AND ${notCancelledSince} THEN 'differing'
    WHEN ${notCancelledSince} AND (${is('maybe')} OR NOT ${is('yes')} AND ${wasThereBefore}) THEN 'unsure'
    WHEN EXISTS (SELECT 1 FROM losses) AND (d.reference IS NULL OR (
      d.run BETWEEN 1 AND (SELECT max(after_run) FROM losses) AND NOT ${is('yes', 'maybe')} AND NOT ${isDiffering}))
      THEN 'forgotten'
    ELSE 'no' END AS atWarehouse`,
  `${cancelledBy} AS cancelledBy`,
];

const pageSize = 500;

/** Splits a list into parts of at most this many. */
export function* inParts<T>(items: Iterable<T>, size: number = pageSize): Generator<T[]> {
  let part: T[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** The ledger's number of an account; undefined if it does not know it. */
export const serviceOf = (db: Database, { address, client }: LedgerAccount): number | undefined =>
  db.get<{ id: number }>('SELECT id FROM services WHERE address = ? AND client = ?', address, client)?.id;

/** The same; an account that the ledger does not know gets a number. Throws SQLite's errors. */
export function accountNumber(db: Database, address: string, client: string): number {
  const known = serviceOf(db, { address, client });
  if (known !== undefined) return known;
  db.run('INSERT OR IGNORE INTO services (address, client) VALUES (?, ?)', address, client);
  return Number(serviceOf(db, { address, client }));
}

/** Returns a function that says what the ledger knows of orders, page by page. Throws SQLite's errors. */
export function openStates(
  db: Database,
  account: LedgerAccount,
): (references: Iterable<string>) => Generator<readonly [reference: string, state: OrderState]> {
  const service = serviceOf(db, account);
  if (service === undefined) return function* () {};
  const interrupted = new Set([...cutOff(db, { service, kind: 'order' }).values()].flat());
  const mayHaveBeenSent = (reference: string): boolean =>
    interrupted.has(reference) && cancelledSince(db, { service, run: 0 }, reference, false) !== 'yes';
  return function* (references) {
    for (const part of inParts(references)) {
      const rows = readRows<OrderState & { reference: string; uploaded: number }>(
        db,
        columns,
        states,
        JSON.stringify(part),
        service,
      );
      for (const { reference, uploaded, atWarehouse, cancelledBy: by } of rows) {
        const isKnown = atWarehouse !== 'no' && atWarehouse !== 'forgotten';
        const at = !isKnown && mayHaveBeenSent(reference) ? 'unsure' : atWarehouse;
        yield [reference, { uploaded: uploaded === 1, atWarehouse: at, cancelledBy: by }];
      }
    }
  };
}

/** Whether the ledger knows any order of an account that was cancelled. Throws SQLite's errors. */
export function knowsCancelled(db: Database, account: LedgerAccount): boolean {
  const service = serviceOf(db, account) ?? null;
  const found = db.get(
    `SELECT 1 FROM documents WHERE service = ? AND kind = '${cancelKind}' LIMIT 1`,
    service,
  );
  return found !== undefined;
}

/**
 * Records what the service said about forgotten orders, as outcomes before all runs, so that each is asked about once, and
 * an order that is there is not forgotten again. Throws SQLite's errors.
 */
export function recordForgotten(
  db: Database,
  account: LedgerAccount,
  asked: Iterable<string>,
  there: ReadonlySet<string>,
): void {
  const service = serviceOf(db, account) ?? null;
  const put = `INSERT OR REPLACE INTO documents (service, kind, reference, digest, state, run)
    VALUES (?, 'order', ?, '', ?, 0)`;
  db.transaction('write', () => {
    for (const reference of asked)
      db.run(put, service, reference, there.has(reference) ? 'unknown' : 'failed');
  });
}
