import { csvRecord } from '../text/csv.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import type { Result } from './result.ts';

/** The result's table as CSV, one record per piece. `clean` removes anything that could control a terminal. */
export async function* csvLines(result: Result, clean: boolean): AsyncIterable<string> {
  const table = csvTable(result);
  const { columns } = table;
  // A result without columns is empty output, not an empty line.
  if (columns.length === 0) return;
  const shown = (cell: unknown): unknown => (clean && typeof cell === 'string' ? sanitizeLine(cell) : cell);
  yield csvRecord(columns.map(({ header }) => shown(header)));
  for await (const row of table.rows) yield csvRecord(columns.map(({ value }) => shown(value(row))));
}

/** The table of a result as csv shows it: all columns and all rows. */
export const csvTable = (result: Result): NonNullable<Result['csv']> =>
  result.csv ?? result.blocks.find((block) => block.kind === 'table') ?? asTable(result);

/** Fields as a one-row table, for results without a table. */
function asTable(result: Result): NonNullable<Result['csv']> {
  const fields = result.blocks.flatMap((block) => (block.kind === 'fields' ? block.fields : []));
  const columns = fields.map(([header, shown]) => {
    const timed = shown !== null && typeof shown === 'object' && 'time' in shown ? shown.time : shown;
    return { header, value: () => timed };
  });
  return { columns, rows: columns.length === 0 ? [] : [undefined] };
}
