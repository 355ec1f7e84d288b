import type { Database } from '../../storage/sqlite/database.ts';
import type { CancelledSince } from '../run/work.ts';
import { foundCancelledState, statesDone, statesThere, thereBy } from '../terms/outcomes.ts';
import type { Scope } from './intents-and-outcomes.ts';
import { type LedgerAccount, serviceOf } from './ledger-account.ts';
import type { DocumentOutcome } from './ledger-file.ts';

/** The outcome of a cancellation. */
type EndedDocument = Pick<DocumentOutcome, 'reference' | 'outcome' | 'status' | 'error'>;

/** A run of `order cancel` has this kind, with one document per order. */
export const cancelKind = 'cancel';

/** In SQL, that the cancellation `c` took effect, whoever did it. */
export const isCancelled = `c.state IN (${statesDone})`;
/** In SQL, that the cancellation `c` took effect, or may have. */
export const mayBeCancelled = `c.state IN (${statesDone}, ${statesThere('maybe')})`;

/** In SQL, that `d` was not cancelled from this machine after a run, nor found cancelled by it or a later one. */
export const notCancelledAfter = (run: string): string => `NOT EXISTS (
  SELECT 1 FROM documents c
  WHERE c.service = d.service AND c.kind = '${cancelKind}' AND c.reference = d.reference
  AND ${isCancelled} AND (c.run > ${run} OR c.state = '${foundCancelledState}' AND c.run = ${run}))`;

/** In SQL, that the order `d` was not cancelled from this machine since its last outcome. */
export const notCancelledSince = notCancelledAfter('d.run');

/** In SQL, that it was, or perhaps before: after a loss, both may have the number of the last run that was recovered. */
export const mayBeCancelledSince = `EXISTS (
  SELECT 1 FROM documents c
  WHERE c.service = d.service AND c.kind = '${cancelKind}' AND c.reference = d.reference
  AND ${isCancelled} AND c.run >= d.run)`;

/**
 * Whether an order was, or may have been, cancelled from this machine after the start of this run; with `sinceLastOutcome`,
 * after the start of the run that recorded its last outcome. Throws SQLite's errors.
 */
export function cancelledSince(
  db: Database,
  { service, run }: Pick<Scope, 'service' | 'run'>,
  reference: string,
  sinceLastOutcome: boolean,
): CancelledSince {
  const last = (): number =>
    db.get<{ run: number }>(
      "SELECT run FROM documents WHERE service = ? AND kind = 'order' AND reference = ?",
      [service, reference],
    )?.run ?? 0;
  // After a loss, both may have the number of the last run that was recovered.
  const found = db.get<{ certain: number }>(
    `SELECT ${isCancelled} AS certain FROM documents c
     WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ? AND ${mayBeCancelled} AND c.run >= ?`,
    [service, reference, sinceLastOutcome ? last() : run],
  );
  if (found !== undefined) return found.certain === 1 ? 'yes' : 'maybe';
  // `order cancel` is at work on it, or was killed at it.
  const open = `SELECT 1 FROM intents i, json_each(i.documents) given
    WHERE i.service = ? AND i.kind = '${cancelKind}' AND given.value = ?`;
  return db.get(open, [service, reference]) === undefined ? 'no' : 'maybe';
}

const keep = `INSERT OR REPLACE INTO past (run, reference, state, uuid, number, status, error, fields)
  SELECT run, reference, state, uuid, number, status, error, fields FROM documents
  WHERE service = ? AND kind = '${cancelKind}' AND reference = ? AND state <> '${foundCancelledState}'`;
const put = `INSERT OR REPLACE INTO documents (service, kind, reference, digest, state, status, error, run)
  VALUES (?, '${cancelKind}', ?, '', ?, ?, ?, ?)`;
const putPast = 'INSERT OR REPLACE INTO past (run, reference, state, status, error) VALUES (?, ?, ?, ?, ?)';
const stronger = `SELECT 1 FROM documents c WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ?
  AND iif(? = 'unknown', ${isCancelled}, ${mayBeCancelled})
  AND NOT EXISTS (
    SELECT 1 FROM documents d
    WHERE d.service = c.service AND d.kind = 'order' AND d.reference = c.reference AND d.run > c.run)`;

/**
 * Records what a run of `order cancel` came to. If an earlier one cancelled the order, or may have, a later failure says
 * nothing about that, for instance because the service no longer finds the order: the earlier record stays, unless
 * the order has been uploaded since. Throws SQLite's errors.
 */
export function recordCancellations(
  db: Database,
  { service, run }: Pick<Scope, 'service' | 'run'>,
  documents: readonly EndedDocument[],
): void {
  for (const { reference, outcome, status, error } of documents) {
    if (thereBy(outcome) !== 'yes' && db.get(stronger, [service, reference, outcome]) !== undefined) {
      db.run(putPast, [run, reference, outcome, status, error]);
      continue;
    }
    db.run(keep, [service, reference]);
    db.run(put, [service, reference, outcome, status, error, run]);
  }
}

/** Records orders found cancelled by whomever; a cancellation from here during the run says more. Throws SQLite's errors. */
export function recordFoundCancelled(
  db: Database,
  scope: Pick<Scope, 'service' | 'run'>,
  references: Iterable<string>,
): void {
  const known = `SELECT 1 FROM documents c
    WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ? AND ${isCancelled} AND c.run > ?`;
  const found: EndedDocument[] = [];
  for (const reference of references)
    if (db.get(known, [scope.service, reference, scope.run]) === undefined)
      found.push({ reference, outcome: foundCancelledState, status: null, error: null });
  recordCancellations(db, scope, found);
}

/** Whether the ledger knows any cancellation of an account's orders, even one that was cut off. Throws SQLite's errors. */
export function knowsCancelled(db: Database, account: LedgerAccount): boolean {
  const service = serviceOf(db, account) ?? null;
  const any = (table: string) => `SELECT 1 FROM ${table} WHERE service = ?1 AND kind = '${cancelKind}'`;
  return db.get(`${any('documents')} UNION ALL ${any('intents')} LIMIT 1`, [service]) !== undefined;
}
