import type { Database, SqlValue } from './database.ts';

/** A statement costs as much to call as some rows to store. */
const rowsAtOnce = 50;

/** Runs `insert`, such as `INSERT INTO lines VALUES`, for rows of values that `row`, such as `(?, ?)`, takes, in sequence. */
export function insertRows(
  db: Pick<Database, 'run'>,
  insert: string,
  row: string,
  rows: readonly (readonly SqlValue[])[],
): void {
  const whole = rows.length - (rows.length % rowsAtOnce);
  for (let at = 0; at < whole; at += rowsAtOnce)
    db.run(`${insert} ${Array(rowsAtOnce).fill(row).join(', ')}`, rows.slice(at, at + rowsAtOnce).flat());
  for (let at = whole; at < rows.length; at++) db.run(`${insert} ${row}`, rows[at] as readonly SqlValue[]);
}
