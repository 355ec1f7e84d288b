import { type Database, insertRows, type SqlValue } from '../../storage/sqlite/database.ts';
import { stringifyJson } from '../../text/json.ts';
import { dayMs } from '../../text/time/time.ts';
import { actKinds, type DocumentResult, leftOutState, statesThere, thereBy } from '../terms/outcomes.ts';
import { type DocumentOutcome, readRows } from './ledger-file.ts';

/** The account of a run, by the ledger's own numbers. */
export interface Scope {
  readonly service: number;
  readonly kind: string;
  readonly run: number;
}

export interface Recorded {
  readonly reference: string;
  readonly digest: string;
  /** Of an order, as it was sent: the ledger keeps its dispatch time. */
  readonly body?: string | undefined;
  /** The preset that its file was read with. */
  readonly preset?: string | undefined;
  readonly result: Omit<DocumentResult, 'outcome'> & { readonly outcome: string };
}

const pastColumns = ['reference', 'state', 'uuid', 'number', 'status', 'error', 'fields'];

/** Keeps the records of earlier runs that are about to be overwritten. */
const keepPast = `INSERT OR REPLACE INTO past (run, ${pastColumns.join(', ')})
  SELECT run, ${pastColumns.join(', ')} FROM documents
  WHERE service = ? AND kind = ? AND run <> ? AND reference IN (SELECT value FROM json_each(?))`;

const put = `INSERT OR REPLACE INTO documents
  (service, kind, run, reference, digest, state, uuid, number, status, error, fields, dispatch_by, preset) VALUES`;
/** The number is JSON: it may be an integer that JavaScript cannot hold, or a text. */
const putRow = "(?, ?, ?, ?, ?, ?, ?, ? ->> '$', ?, ?, ?, ? ->> '$.DispatchBy', ?)";
const putWidth = 13;

/** Stands for the digest of a document that may be there with one of several contents; no content has it. */
const several = 'several';
/** What may have been sent for a document before, if it was other content. */
const otherDigest = `SELECT digest FROM documents
  WHERE service = ? AND kind = ? AND reference = ? AND state IN (${statesThere('maybe')}) AND digest <> ?`;

/** Records an outcome that says nothing about what the service has: the record of the document stays. */
const putRefused = `INSERT OR REPLACE INTO past (run, ${pastColumns.join(', ')})
  SELECT ?, reference, ?, uuid, number, ?, ?, ? FROM documents WHERE service = ? AND kind = ? AND reference = ?`;

/** Records outcomes, each of another document, in the caller's transaction. Throws SQLite's errors. */
export function recordOutcomes(
  db: Database,
  { service, kind, run }: Scope,
  recorded: readonly Recorded[],
): void {
  const references: string[] = [];
  const rows: SqlValue[] = [];
  for (const { reference, digest, body = null, preset = null, result } of recorded) {
    const { outcome, uuid = null, number = null, status = null, error = null, keepsRecord } = result;
    const differing = result.fields?.join(', ') ?? null;
    if (keepsRecord === true) {
      db.run(putRefused, [run, outcome, status, error, differing, service, kind, reference]);
      continue;
    }
    references.push(reference);
    const json = stringifyJson(number) ?? 'null';
    const isOpen = !(kind in actKinds) && digest !== '' && thereBy(outcome) === 'maybe';
    const other = isOpen
      ? db.get<{ digest: string }>(otherDigest, [service, kind, reference, digest])
      : undefined;
    // Where an earlier one is not known, nor is this.
    const sent = other === undefined ? digest : other.digest && several;
    rows.push(service, kind, run, reference, sent, outcome, uuid, json, status, error, differing, body);
    rows.push(preset);
  }
  db.run(keepPast, [service, kind, run, JSON.stringify(references)]);
  insertRows(db, put, putRow, putWidth, rows);
}

/** Records that these documents may be sent, in the caller's transaction. Throws SQLite's errors. */
export function recordIntents(
  db: Database,
  { service, kind, run }: Scope,
  batch: number,
  documents: readonly Pick<Recorded, 'reference' | 'digest'>[],
): void {
  if (documents.length === 0) return;
  const put = 'INSERT INTO intents (run, batch, service, kind, documents, digests) VALUES (?, ?, ?, ?, ?, ?)';
  const members = (['reference', 'digest'] as const).map((name) => documents.map((each) => each[name]));
  db.run(put, [run, batch, service, kind, ...members.map((list) => JSON.stringify(list))]);
}

/** Records that a batch is complete, in the caller's transaction. Throws SQLite's errors. */
export const endIntents = (db: Database, { run }: Scope, batch: number): void =>
  void db.run('DELETE FROM intents WHERE run = ? AND batch = ?', [run, batch]);

/** Documents of the run `?1`, `given.value`, that may have been sent and have no outcome. */
export const openDocuments = `FROM intents i, json_each(i.documents) given
  WHERE i.run = ?1 AND NOT EXISTS (
    SELECT 1 FROM documents d
    WHERE d.service = i.service AND d.kind = i.kind AND d.reference = given.value AND d.run = i.run)`;

/**
 * The documents of an account, by run, that an interrupted run may have sent, with an empty digest if it is not known.
 * Throws SQLite's errors.
 */
export function cutOff(db: Database, { service, kind }: Omit<Scope, 'run'>) {
  const ofAccount = 'SELECT DISTINCT run FROM intents WHERE service = ? AND kind = ?';
  const runs = db.all<{ run: number }>(ofAccount, [service, kind]);
  const open = `${openDocuments} AND i.service = ?2 AND i.kind = ?3`;
  const columns = [
    'given.value AS reference',
    "coalesce(i.digests ->> ('$[' || given.key || ']'), '') AS digest",
  ];
  const openOf = (run: number) =>
    readRows<Pick<Recorded, 'reference' | 'digest'>>(db, columns, open, [run, service, kind]);
  return new Map(runs.map(({ run }) => [run, openOf(run)]));
}

/** A document of the files that a run did not send: invalid, or an order that an export leaves out; and why. */
export type Unsent = Pick<
  DocumentOutcome<'invalid' | typeof leftOutState>,
  'reference' | 'outcome' | 'error'
>;

/** How many left-out orders are kept, and for how long (ms): an export may cover a year and be uploaded every few minutes. */
const limits = { orders: 500_000, ms: 30 * dayMs };

/**
 * Records what a run did not send, and returns how many orders it left out. Forgets those of earlier runs beyond `kept`:
 * by default, after 30 days, and all before the last 500,000. The caller must have opened a transaction.
 * Throws SQLite's errors.
 */
export function recordUnsent(
  db: Database,
  run: number,
  now: number,
  documents: Iterable<Unsent>,
  kept = limits,
): number {
  const put = 'INSERT OR IGNORE INTO past (run, reference, state, error) VALUES (?, ?, ?, ?)';
  let leftOut = 0;
  for (const { reference, outcome, error } of documents) {
    if (outcome === leftOutState) leftOut += 1;
    db.run(put, [run, reference, outcome, error]);
  }
  if (leftOut > 0) forgetOld(db, run, now - kept.ms, kept.orders - leftOut);
  return leftOut;
}

/** Keeps the left-out orders of the latest runs since `since` (ms since the epoch), as long as they are at most `most`. */
function forgetOld(db: Database, run: number, since: number, most: number): void {
  const count = `(counts ->> '$."${leftOutState}"')`;
  db.run(
    `DELETE FROM past WHERE state = '${leftOutState}' AND run IN (
       SELECT id FROM runs WHERE started_at < ? AND ${count} > 0
       UNION ALL
       SELECT id FROM (
         SELECT id, sum(${count}) OVER (ORDER BY id DESC) AS total FROM runs
         WHERE started_at >= ? AND id <> ? AND ${count} > 0)
       WHERE total > ?)`,
    [since, since, run, most],
  );
}

/**
 * Records that a run goes on with those of `runs` that were interrupted, unless one that has finished did so before; returns
 * them. Throws SQLite's errors.
 */
export function recordContinued(db: Database, { run }: Scope, runs: Iterable<number>): number[] {
  const isOpen = `SELECT 1 FROM runs r WHERE r.id = ? AND (r.ended_at IS NULL OR r.stopped IS NOT NULL) AND NOT EXISTS (
    SELECT 1 FROM runs f, json_each(f.continued) c WHERE c.value = r.id AND f.ended_at IS NOT NULL AND f.stopped IS NULL)`;
  const found = [...runs].filter((each) => db.get(isOpen, [each]) !== undefined).sort((a, b) => a - b);
  if (found.length > 0) db.run('UPDATE runs SET continued = ? WHERE id = ?', [JSON.stringify(found), run]);
  return found;
}
