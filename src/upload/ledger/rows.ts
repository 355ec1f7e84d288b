import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import { UnusableFile } from '../../storage/sqlite/database-file.ts';
import { parseJson } from '../../text/json.ts';

/** `d.run` or `max(run) AS run`, as a member of a JSON object. */
function member(column: string): string {
  const as = column.lastIndexOf(' AS ');
  if (as >= 0) return `'${column.slice(as + 4)}', ${column.slice(0, as)}`;
  return `'${column.slice(column.lastIndexOf('.') + 1)}', ${column}`;
}

/**
 * Reads rows of the ledger as objects with these columns. They come as JSON in bytes, because libsql ends the process on
 * text that is not UTF-8 (in a damaged file), and because numbers keep all their digits. `rest` is the query without its
 * columns. Throws SQLite's errors.
 */
export function readRows<T>(
  db: Database,
  columns: readonly string[],
  rest: string,
  ...values: SqlValue[]
): T[] {
  const object = `json_object(${columns.map(member).join(', ')})`;
  return db
    .all<{ row: Uint8Array }>(`SELECT CAST(${object} AS BLOB) AS row ${rest}`, ...values)
    .map(({ row }) => readJson<T>(Buffer.from(row).toString('utf8')));
}

/** Reads JSON of the ledger. Throws an `UnusableFile` (damaged ledger) if it is not JSON. */
export function readJson<T>(text: string): T {
  try {
    return parseJson(text) as T;
  } catch {
    throw new UnusableFile('the run ledger', 'damaged');
  }
}
