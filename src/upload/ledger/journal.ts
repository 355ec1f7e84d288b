import type { Database } from '../../storage/sqlite/database.ts';
import { stringifyJson } from '../../text/json.ts';
import { dayMs } from '../../text/time/time.ts';
import { leftOutState, type Settled } from '../terms/outcomes.ts';
import { readRows } from './tables.ts';

/** The account of a run, by the ledger's own numbers. */
export interface Scope {
  readonly service: number;
  readonly kind: string;
  readonly run: number;
}

/** The outcome of one document. */
interface Recorded {
  readonly reference: string;
  readonly digest: string;
  /** Of an order, as it was sent. */
  readonly dispatchBy?: string | undefined;
  readonly settled: Omit<Settled, 'outcome'> & { readonly outcome: string };
}

const pastColumns = ['reference', 'state', 'uuid', 'number', 'status', 'error', 'fields'];

/** Keeps the record of an earlier run that is about to be overwritten. */
const keepPast = `INSERT OR REPLACE INTO past (run, ${pastColumns.join(', ')})
  SELECT run, ${pastColumns.join(', ')} FROM documents WHERE service = ? AND kind = ? AND reference = ? AND run <> ?`;

const columns =
  'service, kind, run, reference, digest, state, uuid, number, status, error, fields, dispatch_by';

/** The number is JSON: it may be an integer that JavaScript cannot hold, or a text. */
const put = `INSERT OR REPLACE INTO documents (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ? ->> '$', ?, ?, ?, ?)`;

/** Records an outcome that says nothing about what the service has: the record of the document stays. */
const putRefused = `INSERT OR REPLACE INTO past (run, ${pastColumns.join(', ')})
  SELECT ?, reference, ?, uuid, number, ?, ?, ? FROM documents WHERE service = ? AND kind = ? AND reference = ?`;

function record(
  db: Database,
  { service, kind, run }: Scope,
  { reference, digest, dispatchBy, settled }: Recorded,
): void {
  const { outcome, uuid = null, number, status = null, error = null, fields, keepsRecord } = settled;
  const differing = fields?.join(', ') ?? null;
  if (keepsRecord === true) {
    db.run(putRefused, run, outcome, status, error, differing, service, kind, reference);
    return;
  }
  db.run(keepPast, service, kind, reference, run);
  const json = stringifyJson(number ?? null) ?? 'null';
  const due = dispatchBy ?? null;
  db.run(put, service, kind, run, reference, digest, outcome, uuid, json, status, error, differing, due);
}

/**
 * Records that these documents may be sent, together with what `before` records. When it returns, that is on disk. Throws
 * SQLite's errors.
 */
export function recordIntents(
  db: Database,
  { service, kind, run }: Scope,
  batch: number,
  references: readonly string[],
  before: () => void,
): void {
  db.transaction('write', () => {
    before();
    if (references.length > 0)
      db.run(
        'INSERT INTO intents (run, batch, service, kind, documents) VALUES (?, ?, ?, ?, ?)',
        run,
        batch,
        service,
        kind,
        JSON.stringify(references),
      );
  });
}

/** In one transaction, records outcomes, and that the batches in `ended` are complete. Throws SQLite's errors. */
export function recordOutcomes(
  db: Database,
  scope: Scope,
  outcomes: Iterable<Recorded>,
  ended: Iterable<number>,
): void {
  db.transaction('write', () => {
    for (const outcome of outcomes) record(db, scope, outcome);
    for (const batch of ended) db.run('DELETE FROM intents WHERE run = ? AND batch = ?', scope.run, batch);
  });
}

/** Withdraws all intents of a run whose outcome was not recorded. Throws SQLite's errors. */
export const withdrawIntents = (db: Database, { run }: Pick<Scope, 'run'>): void =>
  void db.run('DELETE FROM intents WHERE run = ?', run);

/** Documents of a run, `given.value`, that may have been sent and have no outcome. */
export const openDocuments = `FROM intents i, json_each(i.documents) given
  WHERE i.run = ? AND NOT EXISTS (
    SELECT 1 FROM documents d
    WHERE d.service = i.service AND d.kind = i.kind AND d.reference = given.value AND d.run = i.run)`;

/** The documents of an account, by run, that an interrupted run may have sent. Throws SQLite's errors. */
export function cutOff(db: Database, { service, kind }: Omit<Scope, 'run'>): ReadonlyMap<number, string[]> {
  const runs = db.all<{ run: number }>(
    'SELECT DISTINCT run FROM intents WHERE service = ? AND kind = ?',
    service,
    kind,
  );
  const referencesOf = (run: number): string[] =>
    readRows<{ value: string }>(
      db,
      ['given.value'],
      `${openDocuments} AND i.service = ? AND i.kind = ?`,
      run,
      service,
      kind,
    ).map(({ value }) => value);
  return new Map(runs.map(({ run }) => [run, referencesOf(run)]));
}

/**
 * Marks what an interrupted run may have sent as unknown. The caller has opened a transaction and holds the account's
 * lock, so no such run is still active.
 */
export function recoverIntents(db: Database, { service, kind }: Omit<Scope, 'run'>): void {
  for (const [run, references] of cutOff(db, { service, kind }))
    for (const reference of references)
      record(db, { service, kind, run }, { reference, digest: '', settled: { outcome: 'unknown' } });
  db.run('DELETE FROM intents WHERE service = ? AND kind = ?', service, kind);
}

/** A document of the files that a run did not send: invalid, or an order that an export leaves out. */
export interface Unsent {
  readonly reference: string;
  readonly state: 'invalid' | typeof leftOutState;
  /** Why. */
  readonly error: string;
}

/** How many left-out orders are kept, and for how long (ms): an export may cover a year and be uploaded every few minutes. */
const limits = { orders: 500_000, ms: 30 * dayMs };

/**
 * Records what a run did not send, and returns how many orders it left out. Forgets those of earlier runs beyond `kept`:
 * by default, after 30 days, and all before the last 500,000 (about 20 MB). The caller must have opened a
 * transaction. Throws SQLite's errors.
 */
export function recordUnsent(
  db: Database,
  run: number,
  now: number,
  documents: Iterable<Unsent>,
  kept = limits,
): number {
  let leftOut = 0;
  for (const { reference, state, error } of documents) {
    if (state === leftOutState) leftOut += 1;
    db.run(
      'INSERT OR IGNORE INTO past (run, reference, state, error) VALUES (?, ?, ?, ?)',
      run,
      reference,
      state,
      error,
    );
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
    since,
    since,
    run,
    most,
  );
}
