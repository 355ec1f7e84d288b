import type { SqlValue } from '../../../storage/transaction.ts';
import type { Database } from './database.ts';

/** The rows that one statement stores; more gain nothing. */
const rowsAtOnce = 50;

/** Stores rows of a table, many with each statement, because calling one costs several times as much as storing a row. */
export function insertRows(
  db: Database,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): void {
  const row = `(${columns.map(() => '?').join()})`;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce);
    const values = part.map(() => row).join();
    db.run(`INSERT INTO ${table} (${columns.join()}) VALUES ${values}`, ...part.flat());
  }
}
