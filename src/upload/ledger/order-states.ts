import { createHash } from 'node:crypto';
import type { Api } from '../../client/types.ts';
import type { DocumentKind } from '../../payload/document/types.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { textField, tokenClaims } from '../../text/records.ts';
import type { CancelledSince } from '../run/work.ts';
import {
  cancelledState,
  foundCancelledState,
  hasOtherContent,
  statesDone,
  statesThere,
} from '../terms/outcomes.ts';
import type { Outside } from '../terms/outside.ts';
import { cutOff, type Scope } from './intents-and-outcomes.ts';
import { type DocumentOutcome, inParts, pageSize, pagesOf, readRows } from './ledger-file.ts';

/** The outcome of a cancellation. */
type EndedDocument = Pick<DocumentOutcome, 'reference' | 'outcome' | 'status' | 'error'>;

/** A run of `order cancel` has this kind, with one document per order. */
export const cancelKind = 'cancel';

const isCancelled = `c.state IN (${statesDone})`;
/** In SQL, that the cancellation `c` took effect, or may have. */
export const mayBeCancelled = `c.state IN (${statesDone}, ${statesThere('maybe')})`;

/** In SQL, that `d` was not cancelled from this machine after a run, nor found cancelled by it or a later one. */
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
  const confirmed: readonly string[] = [cancelledState, foundCancelledState, 'existing'];
  for (const { reference, outcome, status, error } of documents) {
    if (!confirmed.includes(outcome) && db.get(stronger, [service, reference, outcome]) !== undefined) {
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

export interface LedgerAccount {
  readonly address: string;
  readonly client: string;
}

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
  `coalesce(${is('yes')}, 0) AS uploaded`,
  `CASE
    WHEN ${is('yes')} AND ${notCancelledSince} THEN 'held'
    WHEN ${hasOtherContent} AND ${notCancelledSince} THEN 'differing'
    WHEN ${notCancelledSince} AND (${is('maybe')} OR NOT ${is('yes')} AND ${wasThereBefore}) THEN 'unknown'
    WHEN EXISTS (SELECT 1 FROM losses) AND (d.reference IS NULL OR (
      d.run BETWEEN 1 AND (SELECT max(after_run) FROM losses) AND NOT ${is('yes', 'maybe')} AND NOT ${hasOtherContent}))
      THEN 'forgotten'
    ELSE 'no' END AS atWarehouse`,
  `${cancelledBy} AS cancelledBy`,
  ...['d.digest', 'd.dispatch_by AS dispatchBy', 'd.fields'],
];

/** The ledger's number of an account; undefined if it does not know it. */
export const serviceOf = (db: Database, { address, client }: LedgerAccount): number | undefined =>
  db.get<{ id: number }>('SELECT id FROM services WHERE address = ? AND client = ?', [address, client])?.id;

/** The same; an account that the ledger does not know gets a number. Throws SQLite's errors. */
export function accountNumber(db: Database, account: LedgerAccount): number {
  const known = serviceOf(db, account);
  if (known !== undefined) return known;
  const { address, client } = account;
  db.run('INSERT OR IGNORE INTO services (address, client) VALUES (?, ?)', [address, client]);
  return Number(serviceOf(db, account));
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
  const interrupted = new Set([...cutOff(db, { service, kind }).values()].flat());
  const mayHaveBeenSent = (reference: string): boolean =>
    interrupted.has(reference) && cancelledSince(db, { service, run: 0 }, reference, false) !== 'yes';
  return function* (references) {
    for (const part of inParts(references)) {
      const rows = readRows<Omit<KnownOrder, 'uploaded'> & { reference: string; uploaded: number }>(
        db,
        columns,
        states,
        [JSON.stringify(part), service, kind],
      );
      for (const { reference, uploaded, atWarehouse, ...state } of rows) {
        const isKnown = atWarehouse !== 'no' && atWarehouse !== 'forgotten';
        const at = !isKnown && mayHaveBeenSent(reference) ? 'unknown' : atWarehouse;
        yield [reference, { ...state, uploaded: uploaded === 1, atWarehouse: at }];
      }
    }
  };
}

/** Whether the ledger knows any order of an account that was cancelled. Throws SQLite's errors. */
export function knowsCancelled(db: Database, account: LedgerAccount): boolean {
  const service = serviceOf(db, account) ?? null;
  const any = `SELECT 1 FROM documents WHERE service = ? AND kind = '${cancelKind}' LIMIT 1`;
  return db.get(any, [service]) !== undefined;
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
export function* createdByRun(
  db: Database,
  run: number,
): Generator<{ readonly reference: string; readonly isCancelled: boolean }> {
  const next = `FROM (
      SELECT service, reference FROM documents
      WHERE service = (SELECT service FROM runs WHERE id = ?1) AND kind = 'order' AND reference > ?2
      AND run = ?1 AND state = 'created'
      UNION SELECT (SELECT service FROM runs WHERE id = ?1), reference FROM past
      WHERE run = ?1 AND reference > ?2 AND state = 'created'
      ORDER BY reference LIMIT ${pageSize}) d ORDER BY d.reference`;
  const columns = ['d.reference', `${notCancelledAfter('?1')} AS remains`];
  for (const { reference, remains } of pagesOf<{ reference: string; remains: number }>(
    db,
    columns,
    next,
    run,
  ))
    yield { reference, isCancelled: remains === 0 };
}

/**
 * The orders that a run left in doubt and that were not cancelled from this machine since; `isFound`: a later run found them
 * at the service, or created them.
 */
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

/** The account for the ledger: the client, or that of a token in the environment, which may be another one. */
function accountOf(clientId: string | undefined, givenToken: string | undefined): string {
  if (givenToken === undefined || givenToken === '') return clientId ?? '';
  const fingerprint = createHash('sha256').update(givenToken).digest('hex').slice(0, 16);
  return textField(tokenClaims(givenToken), 'client_id') ?? `token-${fingerprint}`;
}

/** The account in use at its service. */
export const ledgerAccount = (
  { deps }: Pick<Outside, 'deps'>,
  { baseUrl, clientId }: Pick<Api, 'baseUrl' | 'clientId'>,
): LedgerAccount => ({ address: baseUrl, client: accountOf(clientId, deps.env.CFI_TOKEN) });

/** The same for the names of locks. */
export function accountKey(outside: Pick<Outside, 'deps'>, api: Pick<Api, 'baseUrl' | 'clientId'>) {
  const { address, client } = ledgerAccount(outside, api);
  return `${address} ${client}`;
}
