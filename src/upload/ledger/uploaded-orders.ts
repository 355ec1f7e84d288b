import type { Connection } from '../../storage/sqlite.ts';
import { foundCancelledState, statesThere } from '../outcomes.ts';
import { cancelledOrders, cancelledSince, notCancelledSince, wasThereBefore } from './cancellations.ts';
import { cutOffOrders } from './journal.ts';
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
 * The references whose orders the service may have, because no answer showed their outcome, or because it had them before
 * a later attempt failed, and that were not cancelled from here since.
 */
export const unsureReferences = (
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
): ReadonlySet<string> =>
  knownReferences(
    db,
    account,
    references,
    `${notCancelledSince} AND (${isThere('maybe')} OR NOT ${isThere('yes')} AND ${wasThereBefore})`,
  );

/**
 * Like `unsureReferences`, with those of the references that an interrupted run may have sent and that were not cancelled
 * from here; goes through them twice.
 */
export function maybeSentReferences(
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
): ReadonlySet<string> {
  const service = serviceOf(db, account);
  const found = new Set(unsureReferences(db, account, references));
  if (service === undefined) return found;
  const cutOff = cutOffOrders(db, service);
  const mayBeThere = (reference: string): boolean =>
    cutOff.has(reference) && cancelledSince(db, { service, run: 0 }, reference, false) !== 'yes';
  if (cutOff.size > 0) for (const reference of references) if (mayBeThere(reference)) found.add(reference);
  return found;
}

const isDiffering = `(d.state = 'conflict' AND d.fields IS NOT NULL)`;

/**
 * The references under which the service had an order with different content, not cancelled from here since: it may be
 * ours, sent before the file changed, although the ledger does not know it.
 */
export const differingReferences = (
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
): ReadonlySet<string> => knownReferences(db, account, references, `${isDiffering} AND ${notCancelledSince}`);

/**
 * The references whose orders a damaged ledger may have known: it was replaced, and what was recovered does not say
 * whether the service has them.
 */
export const forgottenReferences = (
  db: Connection,
  account: LedgerAccount,
  references: Iterable<string>,
): ReadonlySet<string> =>
  knownReferences(
    db,
    account,
    references,
    `EXISTS (SELECT 1 FROM losses) AND (d.reference IS NULL OR (
       d.run BETWEEN 1 AND (SELECT max(after_run) FROM losses)
       AND NOT ${isThere('yes')} AND NOT ${isThere('maybe')} AND NOT ${isDiffering}))`,
    'LEFT',
  );

/**
 * Records what the service said about forgotten orders, as outcomes before all runs, so that each is asked about once, and
 * an order that is there is not forgotten again.
 */
export function recordForgotten(
  db: Connection,
  account: LedgerAccount,
  asked: ReadonlySet<string>,
  there: ReadonlySet<string>,
): void {
  const service = serviceOf(db, account);
  const put = db.statement(
    `INSERT OR REPLACE INTO documents (service, kind, reference, digest, state, run) VALUES (?, 'order', ?, '', ?, 0)`,
  );
  db.transaction(() => {
    for (const reference of asked)
      put.run(Number(service), reference, there.has(reference) ? 'unknown' : 'failed');
  });
}

/**
 * The references of orders that were created or found at the service, and are cancelled; by whom, as far as the ledger knows.
 */
export function cancelledReferences(
  db: Connection,
  account: LedgerAccount,
): ReadonlyMap<string, 'this machine' | 'anybody'> {
  const service = serviceOf(db, account);
  if (service === undefined) return new Map();
  const columns = `d.reference, iif(c.state = '${foundCancelledState}', 'anybody', 'this machine')`;
  const found = db.statement(`SELECT ${jsonRows(columns)} ${cancelledOrders}`).row(service)?.[0];
  return new Map(readJson<[string, 'this machine' | 'anybody'][]>(found));
}

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
  // With a cross join, SQLite never reads all documents.
  join: 'CROSS' | 'LEFT' = 'CROSS',
): ReadonlySet<string> {
  const held = new Set<string>();
  const service = serviceOf(db, account);
  if (service === undefined) return held;
  const find = db.statement(
    `SELECT ${jsonRows('given.value')} FROM json_each(?) given
     ${join} JOIN documents d ON d.service = ? AND d.kind = 'order' AND d.reference = given.value
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
