import type { Dialect, Row, RowBlock } from '../document/row.ts';
import { unreadable } from './sources.ts';

/** A longer record means that a quote was never closed. */
const maxRecordLength = 1 << 20;

const candidates = [',', ';', '\t'];

/** The most frequent delimiter outside quotes in the header; a comma if there is none. */
export function recogniseDelimiter(header: string): string {
  const pieces = header.split('"').filter((_, at) => at % 2 === 0);
  const counts = candidates.map((candidate) => pieces.join('').split(candidate).length);
  return candidates[counts.indexOf(Math.max(...counts))] as string;
}

/** Index at which the header record ends; -1 if more text is needed. Blank lines before it are skipped. */
function headerEnd(text: string, final: boolean): number {
  let end = text.length - text.replace(/^[\s;,]+/, '').length;
  for (let inside = false; end < text.length; end++) {
    const character = text[end];
    if (character === '"') inside = !inside;
    else if (!inside && (character === '\n' || character === '\r')) return end;
  }
  return final ? end : -1;
}

/** Titles may come before the header. */
const maxTitles = 20;

/**
 * The first record with a delimiter that the next record also has, so that a comma in a title is ignored; or else the
 * first record with a delimiter, or nothing. Undefined if more text is needed.
 */
function delimitedRecord(text: string, final: boolean): string | undefined {
  let rest = text;
  let before: string | undefined;
  let first: string | undefined;
  for (let titles = 0; titles <= maxTitles; titles++) {
    const end = headerEnd(rest, final);
    if (end === -1) return undefined;
    const record = rest.slice(0, end);
    if (before !== undefined && record.includes(recogniseDelimiter(before))) return before;
    const delimited = candidates.some((candidate) => record.includes(candidate));
    before = delimited ? record : undefined;
    first ??= before;
    if (end === rest.length) break;
    rest = rest.slice(end);
  }
  return first ?? '';
}

/** The line by which a spreadsheet says its delimiter. */
const sepLine = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i;

/** The dialect of a text, and the length of a `sep=` line at its start; undefined if more text is needed. */
function recognise(text: string, literalQuotes: boolean, final: boolean) {
  if (!final && !/[\r\n]/.test(text) && text.length < maxRecordLength) return undefined;
  const dialectOf = (delimiter: string): Dialect => ({
    delimiter,
    literalQuotes: literalQuotes && delimiter === '\t',
  });
  const sep = sepLine.exec(text);
  if (sep !== null) return { dialect: dialectOf(sep[1] as string), skip: sep[0].length };
  const record = delimitedRecord(text, final);
  if (record === undefined && text.length < maxRecordLength) return undefined;
  return { dialect: dialectOf(recogniseDelimiter(record ?? text)), skip: 0 };
}

/** Number of line breaks in a text; CRLF counts as one, as in an editor. */
function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1))
    if (text[at + 1] !== '\n') count++;
  return count;
}

/** Rows of text without quotes: every line is a record, and every delimiter ends a cell. */
function plainRows(text: string, { delimiter, literalQuotes }: Dialect, first: number): Row[] {
  const rows: Row[] = [];
  const lines = text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    if (line === '') continue;
    const cells = line.split(delimiter);
    rows.push({ cells: literalQuotes ? cells.map(unwrapped) : cells, line: first + index });
  }
  return rows;
}

const unwrapped = (cell: string): string =>
  /^"[^"]*(?:""[^"]*)*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;

/** Index of the quote that closes a cell; -1 if it is not in this text. A doubled quote is one of the cell's own. */
function closingQuote(text: string, opening: number): number {
  let closing = text.indexOf('"', opening + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  return closing;
}

function behindSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Ends the reading at a quote that is wrong. */
type RefuseQuote = (at: number, message: string) => never;

/** The cells of a record, with the indexes of those without quotes, and the index in the text where the record ends. */
interface TextRecord {
  readonly cells: string[];
  readonly bare: readonly number[];
  readonly end: number;
}

/**
 * Reads records with quotes, one by one. A quote opens a cell only at the cell's start; elsewhere it is an ordinary
 * character, as in `5" pipe`. With `final`, the end of the text also ends a record.
 */
function recordReader(text: string, delimiter: string, final: boolean, refuse: RefuseQuote) {
  const endsCell = (at: number): boolean =>
    text[at] === delimiter || text[at] === '\n' || text[at] === '\r' || at === text.length;
  /** Some quotes have spaces around them, `"a" , "b"`. */
  let isPadded = false;

  /** The record that begins at an index; undefined if the text ends before it. */
  function read(start: number): TextRecord | undefined {
    const cells: string[] = [];
    const bare: number[] = [];
    for (let at = start; ; at++) {
      const opening = behindSpaces(text, at);
      if (text[opening] === '"') {
        isPadded ||= opening > at;
        const closing = closingQuote(text, opening);
        if (closing === -1) {
          if (final || text.length - start > maxRecordLength)
            refuse(opening, 'a quote opens a cell here and is never closed');
          return undefined;
        }
        at = behindSpaces(text, closing + 1);
        if (at === text.length && !final) return undefined;
        isPadded ||= at > closing + 1;
        const cell = text.slice(opening + 1, closing);
        if (!endsCell(at)) {
          // Behind a line break, the quote that is wrong is more likely the one that opens the cell.
          if (/[\r\n]/.test(cell)) refuse(opening, 'a quote opens a cell here and is not closed');
          refuse(closing, 'a quote closes a cell, but more text follows in the same cell');
        }
        cells.push(cell.replaceAll('""', '"'));
      } else {
        const from = at;
        while (!endsCell(at)) at++;
        if (at === text.length && !final) return undefined;
        bare.push(cells.length);
        cells.push(text.slice(from, at));
      }
      if (text[at] === delimiter) continue;
      const isPair = text[at] === '\r' && text[at + 1] === '\n';
      return { cells, bare, end: Math.min(at + (isPair ? 2 : 1), text.length) };
    }
  }

  return { read, isPadded: () => isPadded };
}

/**
 * Reads the complete records of a text that begins with one, on the line `first`; `end` is behind the last of them. Lines
 * without quotes are split, and only the others are looked at cell by cell.
 */
function rowsOf(text: string, dialect: Dialect, first: number, final: boolean, refuse: RefuseQuote) {
  const rows: Row[] = [];
  const mixed: TextRecord[] = [];
  const { read, isPadded } = recordReader(text, dialect.delimiter, final, refuse);
  let line = first;
  let end = 0;
  for (;;) {
    const quote = dialect.literalQuotes ? -1 : text.indexOf('"', end);
    const before = text.slice(end, quote === -1 ? text.length : quote);
    const lastBreak = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
    const plain = quote === -1 && final ? before : before.slice(0, lastBreak + 1);
    for (const row of plainRows(plain, dialect, line)) rows.push(row);
    line += countLineBreaks(plain);
    end += plain.length;
    const record = quote === -1 ? undefined : read(end);
    if (record === undefined) break;
    rows.push({ cells: record.cells, line });
    if (record.bare.length < record.cells.length) mixed.push(record);
    line += countLineBreaks(text.slice(end, record.end));
    end = record.end;
  }
  // Where quotes have spaces around them, the cells beside them do too.
  if (isPadded())
    for (const { cells, bare } of mixed)
      for (const index of bare) cells[index] = (cells[index] as string).trim();
  return { rows, line, end };
}

/**
 * The records of a CSV text, one block at a time, without blank rows. A quote that is never closed, or that closes in the
 * middle of a cell, ends the reading, because the following text could belong to any record.
 */
export async function* csvRows(
  chunks: AsyncIterable<string> | Iterable<string>,
  file: string,
  literalQuotes = false,
): AsyncGenerator<RowBlock> {
  let dialect: Dialect | undefined;
  let text = '';
  let line = 1;

  const refuseQuote: RefuseQuote = (at, message) => {
    const hint = 'a cell that contains quotes must be in quotes, with each quote in it doubled';
    throw unreadable(file, line + countLineBreaks(text.slice(0, at)), message, hint);
  };

  /** Reads the complete records of `text`, in at most one block, and leaves the rest in it. */
  const take = (final: boolean): RowBlock[] => {
    if (dialect === undefined) {
      const recognised = recognise(text, literalQuotes, final);
      if (recognised === undefined) return [];
      dialect = recognised.dialect;
      if (recognised.skip > 0) line++;
      text = text.slice(recognised.skip);
    }
    const read = rowsOf(text, dialect, line, final, refuseQuote);
    line = read.line;
    text = text.slice(read.end);
    if (!final && text.length > maxRecordLength)
      throw unreadable(file, line, 'a row is longer than a million characters');
    const rows = read.rows.filter(({ cells }) => cells.some((cell) => cell !== '' && cell.trim() !== ''));
    return rows.length > 0 ? [{ dialect, rows }] : [];
  };

  for await (const chunk of chunks) {
    text += chunk;
    // A carriage return at the end may be half of a line break.
    const half = text.endsWith('\r');
    if (half) text = text.slice(0, -1);
    const blocks = take(false);
    if (half) text += '\r';
    yield* blocks;
  }
  yield* take(true);
}

/** A narrow header proves nothing: two lines of an address may have one comma together. */
const leastDelimiters = 3;

/** Whether a cell holds whole rows, behind a quote that is not closed: by the width of one of its lines, or of all. */
function hasSwallowed(cell: string, width: number, delimiter: string): boolean {
  const lines = cell.split(/\r\n|\n|\r/);
  if (lines.length < 2 || width === 0) return false;
  const counts = lines.map((line) => line.split(delimiter).length - 1);
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.includes(width) || (width >= leastDelimiters && sum === width * (lines.length - 1));
}

/** Throws a `CfiError` for a row with a cell that has swallowed other rows. `width`: the delimiters of the header. */
export function refuseSwallowedRows({ cells, line }: Row, width: number, delimiter: string, file: string) {
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
    at += countLineBreaks(cell);
  }
}
