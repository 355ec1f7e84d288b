import type { Connection } from '../../storage/sqlite.ts';
import { cancelledState, statesThere } from '../outcomes.ts';
import { jsonRows, readJson } from './json-rows.ts';
import type { Scope } from './plan.ts';

/** The account: the service's address and the client. */
export interface LedgerAccount {
  readonly address: string;
  readonly client: string;
}

/** A run of `order cancel` has this kind, with one document per order. */
const cancelKind = 'cancel';

const serviceOf = (db: Connection, { address, client }: LedgerAccount): number | undefined => {
  const row = db.statement('SELECT id FROM services WHERE address = ? AND client = ?').row(address, client);
  return row === undefined ? undefined : Number(row[0]);
};

const batchSize = 500;

const isThere = (which: 'yes' | 'maybe'): string => `d.state IN (${statesThere(which)})`;

const isCancelled = `c.state IN ('existing', '${cancelledState}')`;

const notCancelledSince = `NOT EXISTS (
  SELECT 1 FROM documents c
  WHERE c.service = d.service AND c.kind = '${cancelKind}' AND c.reference = d.reference
  AND ${isCancelled} AND c.run > d.run)`;

/**
 * The references whose orders the service has, according to the ledger: created or found there, and not cancelled from
 * this machine since. Throws SQLite's errors.
 */
export const heldReferences = (
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
): ReadonlySet<string> =>
  knownReferences(db, account, references, `${isThere('yes')} AND ${notCancelledSince}`);

/**
 * The references whose orders the service may have, because no answer showed their outcome, and that were
 * not cancelled from here since.
 */
export const unsureReferences = (
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
): ReadonlySet<string> =>
  knownReferences(db, account, references, `${isThere('maybe')} AND ${notCancelledSince}`);

/** The references whose orders were created or found at the service, even if cancelled since. */
export const uploadedReferences = (
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
): ReadonlySet<string> => knownReferences(db, account, references, isThere('yes'));

/** Whether an order was created or found at the service, even if cancelled since; prepared for many questions. */
export function uploadedLookUp(db: Connection, account: LedgerAccount): (reference: string) => boolean {
  const service = serviceOf(db, account);
  if (service === undefined) return () => false;
  const find = db.statement(
    `SELECT 1 FROM documents d WHERE d.service = ? AND d.kind = 'order' AND d.reference = ? AND ${isThere('yes')}`,
  );
  return (reference) => find.row(service, reference) !== undefined;
}

/**
 * Whether an order was cancelled from this machine after the start of this run; with `sinceUnsure`, after the start of the
 * run that recorded its last outcome. Throws SQLite's errors.
 */
export function wasCancelledSince(
  db: Connection,
  { service, run }: Pick<Scope, 'service' | 'run'>,
  reference: string,
  sinceUnsure: boolean,
): boolean {
  const last = db.statement(
    "SELECT run FROM documents WHERE service = ? AND kind = 'order' AND reference = ?",
  );
  const since = sinceUnsure ? Number(last.row(service, reference)?.[0]) : run;
  const cancelled = db.statement(
    `SELECT 1 FROM documents c
     WHERE c.service = ? AND c.kind = '${cancelKind}' AND c.reference = ? AND ${isCancelled} AND c.run > ?`,
  );
  return cancelled.row(service, reference, since) !== undefined;
}

function knownReferences(
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
  condition: string,
): ReadonlySet<string> {
  const held = new Set<string>();
  const service = serviceOf(db, account);
  if (service === undefined) return held;
  const find = db.statement(
    `SELECT ${jsonRows('d.reference')} FROM json_each(?) given
     CROSS JOIN documents d ON d.service = ? AND d.kind = 'order' AND d.reference = given.value
     WHERE ${condition}`,
  );
  const look = (batch: readonly string[]): void => {
    for (const [reference] of readJson<[string][]>(find.row(JSON.stringify(batch), service)?.[0]))
      held.add(reference);
  };
  let batch: string[] = [];
  for (const reference of references) {
    batch.push(reference);
    if (batch.length < batchSize) continue;
    look(batch);
    batch = [];
  }
  if (batch.length > 0) look(batch);
  return held;
}
