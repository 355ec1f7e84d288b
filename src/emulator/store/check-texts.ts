import { isUtf8 } from 'node:buffer';
import type { Database } from '../../storage/sqlite/database.ts';
import { columnsOf, tableNames } from './tables.ts';

/** Whether a text in one of these columns is not UTF-8. The texts are read as bytes, one row at a time. */
function hasUndecodable(db: Database, table: string, columns: readonly string[]): boolean {
  const texts = columns.map((column) => `iif(typeof(${column}) = 'text', ${column}, '')`);
  // The commas keep halves of a letter in two columns apart.
  const sql = `SELECT CAST(${texts.join(" || ',' || ")} AS BLOB) AS texts FROM ${table}`;
  for (const row of db.each<{ texts: Uint8Array }>(sql)) if (!isUtf8(row.texts)) return true;
  return false;
}

/**
 * Where the state has a text that is not UTF-8, in words; undefined if there is none. SQLite finds nothing wrong with such
 * a text, but libsql ends the process that reads it, and Node's SQLite reads another text.
 */
export function undecodableText(db: Database): string | undefined {
  // The names of tables are read as text below.
  if (hasUndecodable(db, 'sqlite_master', ['name', 'sql'])) return 'its list of tables';
  for (const table of tableNames(db)) {
    const columns = [...columnsOf(db, table).keys()];
    if (!hasUndecodable(db, table, columns)) continue;
    const column = columns.find((name) => hasUndecodable(db, table, [name]));
    return `${table}, column ${column},`;
  }
  return undefined;
}
