import type { Connection } from '../../storage/sqlite.ts';
import { readJson } from './json-rows.ts';
import { jsonRow, packedRow, type RowSql } from './packed-rows.ts';
import type { Scope } from './plan.ts';

/** Documents with the same outcome, recorded with one call of SQLite. */
export interface Group {
  readonly state: string;
  readonly status: number | null;
  /** Those with IDs of the usual form, as `packed-rows.ts` packs them. */
  readonly packed: readonly string[];
  /** The others; each JSON `[reference, digest, uuid, number]`. */
  readonly rows: readonly string[];
}

/** Outcomes that are recorded together. Equal outcomes (nearly all are) are grouped, which is faster. */
export interface Outcomes {
  readonly groups: Iterable<Group>;
  /** Those with a reason; each JSON `[reference, digest, uuid, number, state, status, error, fields]`. */
  readonly explained: readonly string[];
  /**
   * Outcomes of finished documents given with different content, in the same shape. They say nothing about what the service
   * has, so the records of the documents do not change.
   */
  readonly refused: readonly string[];
}

/** Records the progress of a run. Every call may throw SQLite's errors. */
export interface Journal {
  /** Records that documents, JSON of their references, may be sent as soon as the returned function has returned. */
  intend(batch: number, references: string): () => void;
  /** In one transaction, records outcomes, and that the batches in `ended` are complete. */
  settle(outcomes: Outcomes, ended: readonly number[]): void;
  /** Withdraws all intents whose outcome was not recorded. */
  withdraw(): void;
}

const pastColumns = 'run, reference, state, uuid, number, status, error, fields';

/** Keeps the records of earlier runs that are about to be overwritten. */
function openPast(
  db: Connection,
  { service, kind, run }: Scope,
  { reference }: RowSql,
): (rows: string) => void {
  const put = db.statement(
    `INSERT OR REPLACE INTO past (${pastColumns})
     SELECT ${pastColumns.replace(/\w+/g, 'd.$&')}
     FROM json_each(?) CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = ${reference}
     WHERE d.run <> ?`,
  );
  return (rows) => void put.run(rows, service, kind, run);
}

/** Records outcomes without changing the records of the documents. */
function openRefused(db: Connection, { service, kind, run }: Scope): (rows: string) => void {
  const put = db.statement(
    `INSERT OR REPLACE INTO past (${pastColumns})
     SELECT ?, d.reference, value ->> 4, d.uuid, d.number, value ->> 5, value ->> 6, value ->> 7
     FROM json_each(?) CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = value ->> 0`,
  );
  return (rows) => void put.run(run, rows, service, kind);
}

const columns = 'service, kind, run, state, status, error, fields, reference, digest, uuid, number';
const upsert = `ON CONFLICT DO UPDATE SET ${columns
  .split(', ')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`;

/** Writes documents with the same outcome. */
function openGroups(
  db: Connection,
  { service, kind, run }: Scope,
  { ids }: RowSql,
): (state: string, status: number | null, rows: string) => void {
  const put = db.statement(
    `INSERT INTO documents (${columns}) SELECT ?, ?, ?, ?, ?, NULL, NULL, ${ids} FROM json_each(?) WHERE true ${upsert}`,
  );
  return (state, status, rows) => void put.run(service, kind, run, state, status, rows);
}

/** Writes outcomes with reasons. */
function openExplained(db: Connection, { service, kind, run }: Scope): (rows: string) => void {
  const put = db.statement(
    `INSERT INTO documents (${columns})
     SELECT ?, ?, ?, value ->> 4, value ->> 5, value ->> 6, value ->> 7, ${jsonRow.ids} FROM json_each(?) WHERE true ${upsert}`,
  );
  return (rows) => void put.run(service, kind, run, rows);
}

/**
 * Has SQLite leave it to us to sync its log, and returns how; SQLite itself would block the process. Without a log, which
 * some network drives cannot have, SQLite syncs each transaction.
 */
function openSync(db: Connection): () => () => void {
  const hasLog = db.statement('PRAGMA journal_mode').row()?.[0] === 'wal';
  db.script(`PRAGMA synchronous = ${hasLog ? 'NORMAL' : 'FULL'}`);
  return () => (hasLog ? db.syncLog() : () => {});
}

/** Opens the journal of a run. `supersedes`: earlier runs recorded outcomes of its documents. */
export function openJournal(db: Connection, scope: Scope, supersedes: boolean): Journal {
  const { service, kind, run } = scope;
  const sync = openSync(db);
  const recorder = (row: RowSql) => {
    const record = openGroups(db, scope, row);
    const keepPast = supersedes ? openPast(db, scope, row) : undefined;
    return (state: string, status: number | null, rows: string): void => {
      keepPast?.(rows);
      record(state, status, rows);
    };
  };
  const recordPacked = recorder(packedRow);
  const recordRows = recorder(jsonRow);
  const keepExplainedPast = supersedes ? openPast(db, scope, jsonRow) : undefined;
  const recordExplained = openExplained(db, scope);
  const recordRefused = openRefused(db, scope);
  const intend = db.statement(
    'INSERT INTO intents (run, batch, service, kind, documents) VALUES (?, ?, ?, ?, ?)',
  );
  const end = db.statement('DELETE FROM intents WHERE run = ? AND batch = ?');
  const withdraw = db.statement('DELETE FROM intents WHERE run = ?');
  const list = (rows: readonly string[]): string => `[${rows.join(',')}]`;
  return {
    intend(batch, references) {
      intend.run(run, batch, service, kind, references);
      // An intent must survive a power cut. An outcome need not, because documents that may have been sent are looked up.
      return sync();
    },
    settle({ groups, explained, refused }, ended) {
      db.transaction(() => {
        for (const { state, status, packed, rows } of groups) {
          if (packed.length > 0) recordPacked(state, status, JSON.stringify(packed));
          if (rows.length > 0) recordRows(state, status, list(rows));
        }
        if (explained.length > 0) {
          const rows = list(explained);
          keepExplainedPast?.(rows);
          recordExplained(rows);
        }
        if (refused.length > 0) recordRefused(list(refused));
        for (const batch of ended) end.run(run, batch);
      });
    },
    withdraw: () => void withdraw.run(run),
  };
}

/**
 * Marks what an interrupted run may have sent as unknown. The caller has opened a transaction and holds the account's
 * lock, so no such run is still active.
 */
export function recoverIntents(db: Connection, { service, kind }: Omit<Scope, 'run'>): void {
  const cutOff = db
    .statement('SELECT DISTINCT run FROM intents WHERE service = ? AND kind = ?')
    .rows(service, kind)
    .map(([run]) => Number(run));
  const open = db.statement(
    `SELECT CAST(json_group_array(json_array(given.value, '', NULL, NULL)) AS BLOB) ${openDocuments}
     AND i.service = ? AND i.kind = ?`,
  );
  for (const run of cutOff) {
    const rows = JSON.stringify(readJson(open.row(run, service, kind)?.[0]));
    const scope = { service, kind, run };
    openPast(db, scope, jsonRow)(rows);
    openGroups(db, scope, jsonRow)('unknown', null, rows);
  }
  db.statement('DELETE FROM intents WHERE service = ? AND kind = ?').run(service, kind);
}

/** Documents of a run, `given.value`, that may have been sent and have no outcome. */
export const openDocuments = `FROM intents i, json_each(i.documents) given
  WHERE i.run = ? AND NOT EXISTS (
    SELECT 1 FROM documents d
    WHERE d.service = i.service AND d.kind = i.kind AND d.reference = given.value AND d.run = i.run)`;

/** The orders of a service, by reference, that an interrupted run may have sent. Throws SQLite's errors. */
export function cutOffOrders(db: Connection, service: number): ReadonlySet<string> {
  const open = db.statement(
    `SELECT CAST(json_group_array(given.value) AS BLOB) ${openDocuments} AND i.service = ? AND i.kind = 'order'`,
  );
  const runs = db
    .statement("SELECT DISTINCT run FROM intents WHERE service = ? AND kind = 'order'")
    .rows(service);
  return new Set(runs.flatMap(([run]) => readJson<string[]>(open.row(Number(run), service)?.[0])));
}
