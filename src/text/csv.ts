import { stringifyJson } from './json.ts';
import { sanitizeText } from './sanitize.ts';

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * The cell without what a spreadsheet or a terminal may drop from its start. The expression is not a constant of the
 * module, because V8 would read Unicode's tables for it at every start.
 */
const withoutDropped = (cell: string): string => cell.replace(/^[\s\p{Cc}\p{Cf}]+/u, '');

/**
 * The cell with a leading apostrophe when a spreadsheet would run it as a formula. Numbers like `-5` stay numbers, and a
 * lone `-`, the name of standard input, stays itself.
 */
export function harmlessCell(cell: string): string {
  if (/^\w/.test(cell) || cell === '-' || number.test(cell)) return cell;
  const seen = withoutDropped(sanitizeText(cell));
  return formula.test(cell) || formula.test(seen) ? `'${cell}` : cell;
}

/** A cell that needs neither quotes nor an apostrophe, like most. */
const plain = /^[\w./][\w.:/-]*$/;

/** A cell as it is in a record: harmless, and in quotes if it needs them. */
function recordCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Number.isSafeInteger(value)) return `${value}`;
  const text = typeof value === 'object' ? (stringifyJson(value) ?? '') : String(value);
  if (text === '' || plain.test(text)) return text;
  const cell = harmlessCell(text);
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** One RFC 4180 record with its line end; every cell is made safe for spreadsheets. */
export function csvRecord(cells: readonly unknown[]): string {
  let record = recordCell(cells[0]);
  // A lone empty cell would be an empty line, which readers skip.
  if (cells.length === 1 && record === '') record = '""';
  for (let index = 1; index < cells.length; index++) record += `,${recordCell(cells[index])}`;
  return `${record}\r\n`;
}
