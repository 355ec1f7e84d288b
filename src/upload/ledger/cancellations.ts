import type { Connection } from '../../storage/sqlite.ts';
import { cancelledState, foundCancelledState, statesThere } from '../outcomes.ts';
import type { Scope } from './plan.ts';
import type { Recorded } from './recorded.ts';

/** A run of `order cancel` has this kind, with one document per order. */
const cancelKind = 'cancel';

const stateIs = (...states: readonly string[]): string =>
  `c.state IN (${states.map((state) => `'${state}'`).join(', ')})`;

const isCancelled = stateIs('existing', cancelledState, foundCancelledState);
const mayBeCancelled = stateIs('existing', cancelledState, foundCancelledState, 'unknown');

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
 * In SQL, the orders `d` of a service that were cancelled from this machine, and not created again since. An order that
 * was found at the service after its cancellation is taken for the cancelled one.
 */
export const cancelledOrders = `FROM documents c CROSS JOIN documents d
  ON d.service = c.service AND d.kind = 'order' AND d.reference = c.reference
  WHERE c.service = ? AND c.kind = '${cancelKind}' AND ${isCancelled}
  AND d.state IN (${statesThere('yes')}) AND NOT (d.state = 'created' AND d.run > c.run)`;

/**
 * Whether an order was, or may have been, cancelled from this machine after the start of this run; with `sinceUnsure`,
 * after the start of the run that recorded its last outcome. Throws SQLite's errors.
 */
export function cancelledSince(
  db: Connection,
  { service, run }: Pick<Scope, 'service' | 'run'>,
  reference: string,
  sinceUnsure: boolean,
): 'yes' | 'maybe' | 'no' {
  const last = db.statement(
    "SELECT run FROM documents WHERE service = ? AND kind = 'order' AND reference = ?",
  );
  const since = sinceUnsure ? Number(last.row(service, reference)?.[0]) : run;
  // After a loss, both may have the number of the last run that was recovered.
  const cancelled = db.statement(
    `SELECT ${isCancelled} FROM documents c
     WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ? AND ${mayBeCancelled} AND c.run >= ?`,
  );
  const found = cancelled.row(service, reference, since);
  return found === undefined ? 'no' : found[0] === 1 ? 'yes' : 'maybe';
}

/**
 * Records what a run of `order cancel` came to. If an earlier one cancelled the order, or may have, a later failure says
 * nothing about that, for instance because the service no longer finds the order: the earlier record stays, unless
 * the order has been uploaded since. Throws SQLite's errors.
 */
export function recordCancellations(
  db: Connection,
  { service, run }: Pick<Scope, 'service' | 'run'>,
  documents: readonly Recorded[],
): void {
  const keep = db.statement(
    `INSERT OR REPLACE INTO past (run, reference, state, uuid, number, status, error, fields)
     SELECT run, reference, state, uuid, number, status, error, fields FROM documents
     WHERE service = ? AND kind = '${cancelKind}' AND reference = ? AND state <> '${foundCancelledState}'`,
  );
  const put = db.statement(
    `INSERT OR REPLACE INTO documents (service, kind, reference, digest, state, status, error, run)
     VALUES (?, '${cancelKind}', ?, '', ?, ?, ?, ?)`,
  );
  const putPast = db.statement(
    'INSERT OR REPLACE INTO past (run, reference, state, status, error) VALUES (?, ?, ?, ?, ?)',
  );
  const stronger = db.statement(
    `SELECT 1 FROM documents c WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ?
     AND iif(? = 'unknown', ${isCancelled}, ${mayBeCancelled})
     AND NOT EXISTS (
       SELECT 1 FROM documents d
       WHERE d.service = c.service AND d.kind = 'order' AND d.reference = c.reference AND d.run > c.run)`,
  );
  const confirmed: readonly string[] = [cancelledState, foundCancelledState, 'existing'];
  for (const { reference, state, status, error } of documents) {
    if (!confirmed.includes(state) && stronger.row(service, reference, state) !== undefined) {
      putPast.run(run, reference, state, status, error);
      continue;
    }
    keep.run(service, reference);
    put.run(service, reference, state, status, error, run);
  }
}

/**
 * Records that an upload found orders cancelled at the service, whoever cancelled them. A cancellation from this machine
 * during the run says more. Throws SQLite's errors.
 */
export function recordFoundCancelled(
  db: Connection,
  scope: Pick<Scope, 'service' | 'run'>,
  references: Iterable<string>,
): void {
  const known = db.statement(
    `SELECT 1 FROM documents c
     WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ? AND ${isCancelled} AND c.run > ?`,
  );
  const found: Recorded[] = [];
  for (const reference of references)
    if (known.row(scope.service, reference, scope.run) === undefined)
      found.push({ reference, state: foundCancelledState, status: null, error: null });
  recordCancellations(db, scope, found);
}

/**
 * In SQL, for a ledger that was recovered in part: gives each order that was, or may have been, cancelled an uncertain
 * outcome before the cancellation, if its own outcome was lost. It is then looked up, and not sent again.
 */
export const recoverCancelled = `
INSERT OR REPLACE INTO documents (service, kind, reference, digest, state, run)
SELECT c.service, 'order', c.reference, '', 'unknown', 0 FROM documents c
WHERE c.kind = '${cancelKind}' AND ${mayBeCancelled} AND NOT EXISTS (
  SELECT 1 FROM documents d
  WHERE d.service = c.service AND d.kind = 'order' AND d.reference = c.reference
  AND (d.run > c.run OR d.state IN (${statesThere('yes', 'maybe')})));
`;
