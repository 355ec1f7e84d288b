import { parse } from 'csv-parse/sync';
import { usageError } from '../../errors.ts';
import { messageOf } from '../../text/records.ts';
import { recogniseDelimiter, sepLine } from './csv-rows.ts';

/**
 * The rows of a small table in CSV, such as a price list, without blank ones; its first row is the header. `name` is the
 * option with its file. Throws a usage error for text that is not CSV.
 */
export function csvTable(name: string, text: string): string[][] {
  const sep = sepLine.exec(text);
  const table = text.slice(sep?.[0].length ?? 0);
  const header = table.split(/\r\n|\n|\r/).find((line) => line.trim() !== '') ?? '';
  try {
    return parse(table, {
      delimiter: sep?.[1] ?? recogniseDelimiter(header),
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    throw usageError(`${name} is not CSV: ${messageOf(error)}`);
  }
}
