import type { Connection } from '../../storage/sqlite.ts';
import type { Scope } from './plan.ts';

/** Documents that came to the same, as they are handed to SQLite: a whole group is one JSON text, and so one call. */
export interface Group {
  readonly state: string;
  readonly status: number | null;
  /** Each JSON `[reference, digest, uuid, number]`. */
  readonly rows: readonly string[];
}

/** Outcomes to be noted together. What is alike, as nearly all are, goes quicker in a group. */
export interface Outcomes {
  readonly groups: Iterable<Group>;
  /** Those with a reason; each JSON `[reference, digest, uuid, number, state, status, error, fields]`. */
  readonly explained: readonly string[];
}

/** Writes down how a run goes on. Every call may throw what SQLite says. */
export interface Noting {
  /** Notes documents, JSON of their references, as such that may have been sent; durable when it returns. */
  intend(window: number, references: string): void;
  /** Notes outcomes, and that all of those windows have theirs, in one transaction. */
  settle(outcomes: Outcomes, ended: readonly number[]): void;
  /** Takes back all intentions whose outcome was not noted. */
  release(): void;
}

const pastColumns = 'run, reference, state, uuid, number, status, error, fields';

/** Keeps what earlier runs noted of documents, which is about to be written over. */
function openPast(db: Connection, { service, kind, run }: Scope): (rows: string) => void {
  const put = db.statement(
    `INSERT OR REPLACE INTO past (${pastColumns})
     SELECT ${pastColumns.replace(/\w+/g, 'd.$&')}
     FROM json_each(?) CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = value ->> 0
     WHERE d.run <> ?`,
  );
  return (rows) => void put.run(rows, service, kind, run);
}

const columns = 'service, kind, run, state, status, error, fields, reference, digest, uuid, number';
const upsert = `ON CONFLICT DO UPDATE SET ${columns
  .split(', ')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`;
const ids = 'value ->> 0, value ->> 1, value ->> 2, value ->> 3';

/** Writes the outcomes of documents that came to the same. */
function openGroups(
  db: Connection,
  { service, kind, run }: Scope,
): (state: string, status: number | null, rows: string) => void {
  const put = db.statement(
    `INSERT INTO documents (${columns}) SELECT ?, ?, ?, ?, ?, NULL, NULL, ${ids} FROM json_each(?) WHERE true ${upsert}`,
  );
  return (state, status, rows) => void put.run(service, kind, run, state, status, rows);
}

/** Writes the outcomes of documents, each with its reason. */
function openExplained(db: Connection, { service, kind, run }: Scope): (rows: string) => void {
  const put = db.statement(
    `INSERT INTO documents (${columns})
     SELECT ?, ?, ?, value ->> 4, value ->> 5, value ->> 6, value ->> 7, ${ids} FROM json_each(?) WHERE true ${upsert}`,
  );
  return (rows) => void put.run(service, kind, run, rows);
}

/** The statements that write down a run; `supersedes` when earlier runs noted outcomes of its documents. */
export function openNoting(db: Connection, scope: Scope, supersedes: boolean): Noting {
  const { service, kind, run } = scope;
  const remember = openPast(db, scope);
  const noteGroup = openGroups(db, scope);
  const noteExplained = openExplained(db, scope);
  const intend = db.statement(
    'INSERT INTO windows (run, number, service, kind, documents) VALUES (?, ?, ?, ?, ?)',
  );
  const end = db.statement('DELETE FROM windows WHERE run = ? AND number = ?');
  const release = db.statement('DELETE FROM windows WHERE run = ?');
  let level = '';
  const synchronise = (wanted: 'FULL' | 'NORMAL'): void => {
    if (level !== wanted) db.script(`PRAGMA synchronous = ${wanted}`);
    level = wanted;
  };
  const list = (rows: readonly string[]): string => `[${rows.join(',')}]`;
  return {
    intend(window, references) {
      // An intention must outlast a power cut; an outcome need not, for what may have been sent is looked up.
      synchronise('FULL');
      intend.run(run, window, service, kind, references);
    },
    settle({ groups, explained }, ended) {
      synchronise('NORMAL');
      db.transaction(() => {
        for (const { state, status, rows } of groups) {
          if (supersedes) remember(list(rows));
          noteGroup(state, status, list(rows));
        }
        if (explained.length > 0) {
          if (supersedes) remember(list(explained));
          noteExplained(list(explained));
        }
        for (const window of ended) end.run(run, window);
      });
    },
    release: () => void release.run(run),
  };
}

/**
 * Puts down as unknown what a run that was cut off may have sent. The caller has a transaction, and the lock of the
 * account, so that no such run is still at work.
 */
export function recoverWindows(db: Connection, { service, kind }: Omit<Scope, 'run'>): void {
  const cutOff = db
    .statement('SELECT DISTINCT run FROM windows WHERE service = ? AND kind = ?')
    .rows(service, kind)
    .map(([run]) => Number(run));
  const open = db.statement(
    `SELECT json_group_array(json_array(given.value, '', NULL, NULL)) ${openDocuments}
     AND w.service = ? AND w.kind = ?`,
  );
  for (const run of cutOff) {
    const rows = String(open.row(run, service, kind)?.[0]);
    const scope = { service, kind, run };
    openPast(db, scope)(rows);
    openGroups(db, scope)('unknown', null, rows);
  }
  db.statement('DELETE FROM windows WHERE service = ? AND kind = ?').run(service, kind);
}

/** Documents of a run, `given.value`, that may have been sent and have no outcome. */
export const openDocuments = `FROM windows w, json_each(w.documents) given
  WHERE w.run = ? AND NOT EXISTS (
    SELECT 1 FROM documents d
    WHERE d.service = w.service AND d.kind = w.kind AND d.reference = given.value AND d.run = w.run)`;
