import type { Connection } from '../../storage/sqlite.ts';
import { statesThere } from '../outcomes.ts';
import { notCancelledSince } from './cancellations.ts';
import { jsonRows, readJson } from './json-rows.ts';

/** The account: the service's address and the client. */
export interface LedgerAccount {
  readonly address: string;
  readonly client: string;
}

const serviceOf = (db: Connection, { address, client }: LedgerAccount): number | undefined => {
  const row = db.statement('SELECT id FROM services WHERE address = ? AND client = ?').row(address, client);
  return row === undefined ? undefined : Number(row[0]);
};

const batchSize = 500;

const isThere = (which: 'yes' | 'maybe'): string => `d.state IN (${statesThere(which)})`;

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

/**
 * The references under which the service had an order with different content, not cancelled from here since: it may be
 * ours, sent before the file changed, although the ledger does not know it.
 */
export const differingReferences = (
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
): ReadonlySet<string> =>
  knownReferences(
    db,
    account,
    references,
    `d.state = 'conflict' AND d.fields IS NOT NULL AND ${notCancelledSince}`,
  );

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
