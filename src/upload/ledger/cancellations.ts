import type { Database } from '../../storage/sqlite/database.ts';
import type { CancelledSince } from '../run/earlier-runs.ts';
import { cancelledState, foundCancelledState, statesThere } from '../terms/outcomes.ts';
import type { Scope } from './journal.ts';

/** One document of a finished run: an order to cancel, a booked slot. */
export interface EndedDocument {
  readonly reference: string;
  /** An outcome, or `cancelled`. */
  readonly state: string;
  readonly status: number | null;
  readonly error: string | null;
}

/** A run of `order cancel` has this kind, with one document per order. */
export const cancelKind = 'cancel';

const stateIs = (...states: readonly string[]): string =>
  `c.state IN (${states.map((state) => `'${state}'`).join(', ')})`;

const isCancelled = stateIs('existing', cancelledState, foundCancelledState);
/** In SQL, that the cancellation `c` took effect, or may have. */
export const mayBeCancelled = stateIs('existing', cancelledState, foundCancelledState, 'unknown');

/**
 * In SQL, that the order `d` was not cancelled from this machine after a run, nor found cancelled by it or a later one.
 */
const notCancelledAfter = (run: string): string => `NOT EXISTS (
  SELECT 1 FROM documents c
  WHERE c.service = d.service AND c.kind = '${cancelKind}' AND c.reference = d.reference
  AND ${isCancelled} AND (c.run > ${run} OR c.state = '${foundCancelledState}' AND c.run = ${run}))`;

/** In SQL, that the order `d` was not cancelled from this machine since its last outcome. */
export const notCancelledSince = notCancelledAfter('d.run');

/**
 * In SQL, that the service had or may have had the order `d` after an earlier run, and that it was not cancelled from this
 * machine since: its last outcome, with `--fresh`, may only say that it was not sent again.
 */
export const wasThereBefore = `EXISTS (
  SELECT 1 FROM runs r CROSS JOIN past p ON p.run = r.id AND p.reference = d.reference
  WHERE r.service = d.service AND r.kind = 'order' AND p.state IN (${statesThere('yes', 'maybe')})
  AND ${notCancelledAfter('p.run')})`;

/**
 * In SQL, by whom the order `d` was cancelled, as far as the ledger knows; null if it was not, or was created again since.
 * An order that was found at the service after its cancellation is taken for the cancelled one.
 */
export const cancelledBy = `(
  SELECT iif(c.state = '${foundCancelledState}', 'anybody', 'this machine') FROM documents c
  WHERE c.service = d.service AND c.kind = '${cancelKind}' AND c.reference = d.reference AND ${isCancelled}
  AND d.state IN (${statesThere('yes')}) AND NOT (d.state = 'created' AND d.run > c.run))`;

/**
 * Whether an order was, or may have been, cancelled from this machine after the start of this run; with `sinceUnsure`,
 * after the start of the run that recorded its last outcome. Throws SQLite's errors.
 */
export function cancelledSince(
  db: Database,
  { service, run }: Pick<Scope, 'service' | 'run'>,
  reference: string,
  sinceUnsure: boolean,
): CancelledSince {
  const last = (): number =>
    db.get<{ run: number }>(
      "SELECT run FROM documents WHERE service = ? AND kind = 'order' AND reference = ?",
      service,
      reference,
    )?.run ?? 0;
  // After a loss, both may have the number of the last run that was recovered.
  const found = db.get<{ certain: number }>(
    `SELECT ${isCancelled} AS certain FROM documents c
     WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ? AND ${mayBeCancelled} AND c.run >= ?`,
    service,
    reference,
    sinceUnsure ? last() : run,
  );
  return found === undefined ? 'no' : found.certain === 1 ? 'yes' : 'maybe';
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
  const confirmed: readonly string[] = [cancelledState, foundCancelledState, 'existing'];
  for (const { reference, state, status, error } of documents) {
    if (!confirmed.includes(state) && db.get(stronger, service, reference, state) !== undefined) {
      db.run(putPast, run, reference, state, status, error);
      continue;
    }
    db.run(keep, service, reference);
    db.run(put, service, reference, state, status, error, run);
  }
}

/**
 * Records that an upload found orders cancelled at the service, whoever cancelled them. A cancellation from this machine
 * during the run says more. Throws SQLite's errors.
 */
export function recordFoundCancelled(
  db: Database,
  scope: Pick<Scope, 'service' | 'run'>,
  references: Iterable<string>,
): void {
  const known = `SELECT 1 FROM documents c
    WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ? AND ${isCancelled} AND c.run > ?`;
  const found: EndedDocument[] = [];
  for (const reference of references)
    if (db.get(known, scope.service, reference, scope.run) === undefined)
      found.push({ reference, state: foundCancelledState, status: null, error: null });
  recordCancellations(db, scope, found);
}
