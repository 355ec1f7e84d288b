import type { Database, SqlValue } from './database.ts';

/** How many rows a statement takes; calling one costs as much as several rows. */
const rowsAtOnce = 50;

/** Runs `insert` (`INSERT INTO lines VALUES`) for rows of `width` values, each as `row` (`(?, ?)`), in sequence. */
export function insertRows(
  db: Pick<Database, 'run'>,
  insert: string,
  row: string,
  width: number,
  values: readonly SqlValue[],
): void {
  const many = rowsAtOnce * width;
  const whole = values.length - (values.length % many);
  for (let at = 0; at < whole; at += many)
    db.run(`${insert} ${Array(rowsAtOnce).fill(row).join(', ')}`, values.slice(at, at + many));
  for (let at = whole; at < values.length; at += width)
    db.run(`${insert} ${row}`, values.slice(at, at + width));
}
