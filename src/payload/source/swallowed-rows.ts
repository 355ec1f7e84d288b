import type { Row } from '../document/row.ts';
import { unreadable } from './unreadable.ts';

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** A narrow header proves nothing: two lines of an address may have one comma together. */
const leastDelimiters = 3;

/**
 * Whether a cell with line breaks is not one cell: a quote that is not closed swallows the rows behind it. One of its
 * lines is as wide as the header, or the rows that begin and end in it add up to whole ones.
 */
function hasSwallowed(cell: string, width: number, delimiter: string): boolean {
  const lines = cell.split(/\r\n|\n|\r/);
  if (lines.length < 2 || width === 0) return false;
  const counts = lines.map((line) => countOf(line, delimiter));
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.includes(width) || (width >= leastDelimiters && sum === width * (lines.length - 1));
}

/** Throws a `CfiError` for a row with a cell that has swallowed other rows. `width`: the delimiters of the header. */
export function refuseSwallowedRows(
  { cells, line }: Row,
  width: number,
  delimiter: string,
  file: string,
): void {
  let at = line;
  for (const cell of cells) {
    if (!cell.includes('\n') && !cell.includes('\r')) continue;
    if (hasSwallowed(cell, width, delimiter))
      throw unreadable(
        file,
        at,
        'a quote opens a cell here and is not closed: the cell holds whole rows of the file',
        'close the quote, or double it if it belongs to the text',
      );
    at += countOf(cell.replaceAll('\r\n', '\n'), '\n') + countOf(cell.replaceAll('\r\n', '\n'), '\r');
  }
}
