import { CfiError } from '../../errors.ts';
import { type Database, insertRows as insertValues, type SqlValue } from '../../storage/sqlite/database.ts';
import { attempt } from '../../text/records.ts';

/** Reads a single fact about the state; undefined if it is not set. */
export const readMeta = (db: Database, key: string): string | undefined =>
  db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', [key])?.value;

/** The error for a state with a fact that cannot be used; `what` is a sentence about it. */
export const damagedState = (what: string): CfiError =>
  new CfiError('invalid-input', `the emulator's state is damaged: ${what}`, {
    hint: 'move the state away, or choose another folder with --state',
  });

/** The value of a fact that is stored as JSON; undefined if it is none. */
export const factIn = (json: string): unknown => attempt((): unknown => JSON.parse(json), undefined);

/** Stores a value under its key and replaces any earlier value. */
export function writeMeta(db: Database, key: string, value: string): void {
  db.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [key, value],
  );
}

/** Increases a named counter by 1 and returns its new value; it starts at 0. */
export function countUp(db: Database, key: string): number {
  const row = db.get<{ value: string }>(
    `INSERT INTO meta (key, value) VALUES (?, '1')
     ON CONFLICT (key) DO UPDATE SET value = CAST(value + 1 AS TEXT) RETURNING value`,
    [key],
  );
  return Number(row?.value);
}

/** Stores rows of a table, each with a value for each of these columns. */
export function insertRows(
  db: Database,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): void {
  const row = `(${columns.map(() => '?').join()})`;
  insertValues(db, `INSERT INTO ${table} (${columns.join()}) VALUES`, row, columns.length, rows.flat());
}

/** The names of a row's client and warehouse. */
export interface Placed {
  readonly client_id: string;
  readonly client_name: string;
  readonly warehouse_name: string;
}

/** Columns of a row with their values; lists and objects are stored as JSON. */
type Columns = Readonly<Record<string, string | number | null | object>>;

const stored = (columns: Columns): SqlValue[] =>
  Object.values(columns).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  );

/** Stores one row; `conflict` says what happens if there is one with its key. Returns how many rows were stored: 1 or 0. */
export function insertRow(db: Database, table: string, row: Columns, conflict = ''): number {
  const columns = Object.keys(row);
  const values = columns.map(() => '?').join();
  return db.run(`INSERT INTO ${table} (${columns.join()}) VALUES (${values}) ${conflict}`, stored(row));
}

/** Changes columns of the row with this key. */
export function updateRow(db: Database, table: string, key: Columns, changes: Columns): void {
  const set = (columns: Columns) => Object.keys(columns).map((column) => `${column} = ?`);
  const sql = `UPDATE ${table} SET ${set(changes).join()} WHERE ${set(key).join(' AND ')}`;
  db.run(sql, [...stored(changes), ...stored(key)]);
}

/** A row as SQLite returns it, with the JSON of these columns parsed. */
export function withJson<T>(row: object, ...columns: readonly (keyof T & string)[]): T {
  const parsed: Record<string, unknown> = { ...row };
  for (const column of columns) parsed[column] = JSON.parse(String(parsed[column]));
  return parsed as T;
}

/** All tables, each with its columns and their types: `INTEGER` or `TEXT`. */
export function tablesOf(db: Database): Map<string, Map<string, string>> {
  const tables = new Map<string, Map<string, string>>();
  const rows = db.all<{ table: string; name: string; type: string }>(
    `SELECT t.name AS "table", c.name, c.type FROM sqlite_master t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`,
  );
  for (const { table, name, type } of rows)
    tables.set(table, (tables.get(table) ?? new Map<string, string>()).set(name, type));
  return tables;
}

/** Empties every table except the request log, keeps the original seed, and starts a new generation of the state. */
export function clearTables(db: Database): void {
  for (const table of tablesOf(db).keys()) {
    if (table === 'requests') continue;
    db.run(table === 'meta' ? "DELETE FROM meta WHERE key NOT LIKE 'kept_%'" : `DELETE FROM ${table}`);
  }
  countUp(db, 'kept_generation');
}

/** A text that differs after each change of the state, by this process or another, while this process runs. */
export function changeMark(db: Database): string {
  const others = db.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
  const own = db.get<{ n: number }>('SELECT total_changes() AS n')?.n;
  return `${others}-${own}`;
}
