import { textOf } from './json.ts';
import { escapeSequences } from './sanitize.ts';

/** A decimal number. Each digit can be matched in one way only, so the time grows only in proportion to the length. */
export const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const formulaStarts = '=+-@\uff1d\uff0b\uff0d\uff20';
/** Where some reader may split a record, whatever we have put in quotes; among them every line break. */
const splits = ',;|\t\n\r\v\f\u0085\u2028\u2029';
const hasAny = (cell: string, characters: string): boolean =>
  [...characters].some((character) => cell.includes(character));

/** Whether a formula may begin somewhere in a cell. */
const mayBegin = (cell: string): boolean =>
  !/^\w/.test(cell) || (hasAny(cell, formulaStarts) && hasAny(cell, splits));

/**
 * Whether a reader may drop a character from the start of a cell: white space, a quote, or one that nobody sees. The
 * expression is not a constant of the module, because V8 would read Unicode's tables for it at every start.
 */
const isDropped = (character: string): boolean => character === '"' || /[\s\p{Cc}\p{Cf}]/u.test(character);

/**
 * The cell with an apostrophe before each part that a spreadsheet would run as a formula, wherever it splits the record. A
 * number like `-5` stays a number, and a lone `-`, the name of standard input, stays itself.
 */
export function harmlessCell(cell: string): string {
  if (!mayBegin(cell) || cell === '-' || decimalNumber.test(cell)) return cell;
  // A terminal drops these; one by one, because a cell may have millions.
  const sequences = cell.matchAll(escapeSequences);
  const nextEnd = (): number | undefined => {
    const { value } = sequences.next();
    return value && value.index + value[0].length;
  };
  let end = nextEnd();
  let harmless = '';
  let written = 0;
  let start = 0;
  let isStart = true;
  for (let at = 0; at < cell.length; at++) {
    const character = cell.charAt(at);
    if (at === end) {
      end = nextEnd();
      isStart = true;
    }
    if (splits.includes(character)) {
      // A spreadsheet may also take the break itself for the beginning.
      if (at === 0 && character < ' ') harmless = "'";
      start = at + 1;
      isStart = true;
    } else if (isStart && !isDropped(character)) {
      isStart = false;
      if (!formulaStarts.includes(character)) continue;
      harmless += `${cell.slice(written, start)}'`;
      written = start;
    }
  }
  return harmless + cell.slice(written);
}

/** A cell that needs neither quotes nor an apostrophe, like most. */
const plain = /^[\w./][\w.:/-]*$/;

/** A cell as it is in a record: harmless, and in quotes if it needs them. */
function recordCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Number.isSafeInteger(value)) return `${value}`;
  const text = textOf(value);
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
