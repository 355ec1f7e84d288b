import type { DocumentKind } from '../../payload/document/types.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { foundCancelledState, hasOtherContent, statesThere, thereBy } from '../terms/outcomes.ts';
import {
  cancelKind,
  cancelledSince,
  isCancelled,
  notCancelledAfter,
  notCancelledSince,
} from './cancellations.ts';
import { cutOff } from './intents-and-outcomes.ts';
import { type LedgerAccount, serviceOf } from './ledger-account.ts';
import { inParts, pageSize, pagesOf, readRows } from './ledger-file.ts';

/**
 * In SQL, that the service had or may have had the order `d` after an earlier run, and that it was not cancelled from this
 * machine since: its last outcome, with `--fresh`, may only say that it was not sent again.
 */
const wasThereBefore = `EXISTS (
  SELECT 1 FROM runs r CROSS JOIN past p ON p.run = r.id AND p.reference = d.reference
  WHERE r.service = d.service AND r.kind = 'order' AND p.state IN (${statesThere('yes', 'maybe')})
  AND ${notCancelledAfter('p.run')})`;

/**
 * In SQL, by whom the order `d` was cancelled, as far as the ledger knows; null if it was not, or was created again since.
 * An order that was found at the service after its cancellation is taken for the cancelled one.
 */
const cancelledBy = `(
  SELECT iif(c.state = '${foundCancelledState}', 'anybody', 'this machine') FROM documents c
  WHERE c.service = d.service AND c.kind = '${cancelKind}' AND c.reference = d.reference AND ${isCancelled}
  AND d.state IN (${statesThere('yes')}) AND NOT (d.state = 'created' AND d.run > c.run))`;

/** In SQL, that this machine may have cancelled the order `d` since its last outcome, which no answer has shown. */
const isCancellationOpen = `EXISTS (
  SELECT 1 FROM documents c
  WHERE c.service = d.service AND c.kind = '${cancelKind}' AND c.reference = d.reference
  AND c.state IN (${statesThere('maybe')}) AND c.run > d.run)`;

export interface KnownOrder {
  /** It was created or found at the service, even if it was cancelled since. */
  readonly uploaded: boolean;
  /**
   * Whether the warehouse has it. `held`: it was created or found there, and not cancelled from this machine since.
   * `differing`: the service had an order with different content, which may be ours, sent before the file changed.
   * `unknown`: no answer showed its outcome, or the service had it before a later attempt failed. `forgotten`: a damaged
   * ledger may have known it, and this one does not. `no`: none of these.
   */
  readonly atWarehouse: 'held' | 'differing' | 'unknown' | 'forgotten' | 'no';
  /** Who cancelled it, as far as the ledger knows. */
  readonly cancelledBy: 'this machine' | 'anybody' | null;
  /** This machine may have cancelled it since: no answer has shown whether it did. */
  readonly mayBeCancelled: boolean;
  /** The digest of its content when it was last sent; null if it never was. */
  readonly digest: string | null;
  /** Its time of dispatch then. */
  readonly dispatchBy: string | null;
  /** The fields in which that content differed from the service's order, joined by `, `; null if none were found. */
  readonly fields: string | null;
}

const is = (...which: readonly ('yes' | 'maybe')[]): string => `d.state IN (${statesThere(...which)})`;

/** The states of the documents `given`, as a view. */
const states = `
FROM json_each(?) given LEFT JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value`;

const columns = [
  'given.value AS reference',
  ...['d.state', 'd.run', 'd.digest', 'd.dispatch_by AS dispatchBy', 'd.fields'],
  `coalesce(${hasOtherContent}, 0) AS differs`,
  `NOT ${notCancelledSince} AS isCancelled`,
  `${is('yes')} IS NOT TRUE AND ${wasThereBefore} AS wasThereBefore`,
  `${cancelledBy} AS cancelledBy`,
  `${isCancellationOpen} AS isCancellationOpen`,
];

interface Row extends Pick<KnownOrder, 'digest' | 'dispatchBy' | 'fields' | 'cancelledBy'> {
  readonly reference: string;
  readonly state: string | null;
  readonly run: number | null;
  readonly differs: number;
  /** Since its last outcome. */
  readonly isCancelled: number;
  readonly wasThereBefore: number;
  readonly isCancellationOpen: number;
}

/** `lossAfter`: the last run before the last loss. `mayBeSent`: a run that was cut off may have sent it. */
function placeOf(
  { state, run, differs, isCancelled, wasThereBefore }: Row,
  { lossAfter, mayBeSent }: { readonly lossAfter: number | null; readonly mayBeSent: boolean },
): KnownOrder['atWarehouse'] {
  const isThere = state === null ? undefined : thereBy(state);
  if (isCancelled === 0) {
    if (isThere === 'yes') return 'held';
    if (differs === 1) return 'differing';
    if (isThere === 'maybe' || wasThereBefore === 1) return 'unknown';
  }
  if (mayBeSent) return 'unknown';
  if (lossAfter === null || isThere === 'yes' || isThere === 'maybe' || differs === 1) return 'no';
  return run === null || (run >= 1 && run <= lossAfter) ? 'forgotten' : 'no';
}

/**
 * Returns a function that says what the ledger knows of orders, page by page; of documents of another kind, only whether
 * and with which content they were `uploaded`. Throws SQLite's errors.
 */
export function openStates(
  db: Database,
  account: LedgerAccount,
  kind: DocumentKind = 'order',
): (references: Iterable<string>) => Generator<readonly [reference: string, state: KnownOrder]> {
  const service = serviceOf(db, account);
  if (service === undefined) return function* () {};
  const cutOffRuns = (of: string): ReadonlyMap<string, number> => {
    const runs = [...cutOff(db, { service, kind: of })];
    return new Map(runs.flatMap(([run, open]) => open.map(({ reference }) => [reference, run])));
  };
  /** The run that was cut off and may have sent it, and the one of `order cancel` that may have cancelled it. */
  const [cutOffIn, cancelledIn] = [cutOffRuns(kind), cutOffRuns(cancelKind)];
  const lossAfter = db.get<{ run: number | null }>('SELECT max(after_run) AS run FROM losses')?.run ?? null;
  const mayBeSent = (reference: string): boolean => {
    const run = cutOffIn.get(reference);
    return run !== undefined && cancelledSince(db, { service, run }, reference, false) !== 'yes';
  };
  return function* (references) {
    for (const part of inParts(references))
      for (const row of readRows<Row>(db, columns, states, [JSON.stringify(part), service, kind])) {
        const { reference, digest, dispatchBy, fields, cancelledBy } = row;
        const uploaded = row.state !== null && thereBy(row.state) === 'yes';
        const atWarehouse = placeOf(row, { lossAfter, mayBeSent: mayBeSent(reference) });
        const isOpen = row.isCancellationOpen === 1 || (cancelledIn.get(reference) ?? 0) > (row.run ?? 0);
        const mayBeCancelled = uploaded && cancelledBy === null && isOpen;
        yield [reference, { uploaded, atWarehouse, cancelledBy, mayBeCancelled, digest, dispatchBy, fields }];
      }
  };
}

/**
 * Records what the service said of forgotten orders, as outcomes of a run before all others: each is asked about once, and
 * one that is there is not forgotten again. Throws SQLite's errors.
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
      db.run(put, [service, reference, there.has(reference) ? 'unknown' : 'failed']);
  });
}

/** The orders that a run created, page by page, and whether each was cancelled from this machine since, or found cancelled. */
export function* createdByRun(db: Database, run: number) {
  type Created = { readonly reference: string; readonly remains: number };
  const next = `FROM (
      SELECT service, reference FROM documents
      WHERE service = (SELECT service FROM runs WHERE id = ?1) AND kind = 'order' AND reference > ?2
      AND run = ?1 AND state = 'created'
      UNION SELECT (SELECT service FROM runs WHERE id = ?1), reference FROM past
      WHERE run = ?1 AND reference > ?2 AND state = 'created'
      ORDER BY reference LIMIT ${pageSize}) d ORDER BY d.reference`;
  const columns = ['d.reference', `${notCancelledAfter('?1')} AS remains`];
  for (const { reference, remains } of pagesOf<Created>(db, columns, next, run))
    yield { reference, isCancelled: remains === 0 };
}

/** The orders that a run left in doubt, not cancelled from here since. `isFound`: a later run found or created them. */
export const inDoubtAfterRun = (db: Database, run: number) =>
  readRows<{ reference: string; found: number }>(
    db,
    ['d.reference', `${is('yes')} AS found`],
    `FROM documents d WHERE d.service = (SELECT service FROM runs WHERE id = ?1) AND d.kind = 'order'
     AND (d.run = ?1 AND ${is('maybe')} OR ${is('yes', 'maybe')} AND d.reference IN (
       SELECT p.reference FROM past p WHERE p.run = ?1 AND p.state IN (${statesThere('maybe')})))
     AND ${notCancelledSince} ORDER BY d.reference`,
    [run],
  ).map(({ reference, found }) => ({ reference, isFound: found === 1 }));
