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

const quote = '"';

/** Finds the next line break at or after an index; searches for each kind only once. */
function breaksOf(text: string): (from: number) => number {
  let feed = -2;
  let carriage = -2;
  return (from) => {
    if (feed !== -1 && feed < from) feed = text.indexOf('\n', from);
    if (carriage !== -1 && carriage < from) carriage = text.indexOf('\r', from);
    if (feed === -1) return carriage;
    return carriage === -1 ? feed : Math.min(feed, carriage);
  };
}

/**
 * Scans text that begins at a record and contains quotes. A quote opens a cell only at the cell's start; elsewhere it is
 * an ordinary character, as in `5" pipe`. With `final`, the end of the text also ends a record. Returns an index for a quote
 * that is not closed in this piece (`open`), or that is wrong, with what is said of it.
 */
function boundaries(text: string, delimiters: string, final: boolean) {
  const nextBreak = breaksOf(text);
  /** Index after the last complete record's line break. */
  let complete = 0;
  /** What may stand around quotes, `"a" , "b"`; nothing where it separates cells. */
  const padding = delimiters.includes(' ') ? '' : ' ';
  /** Where it does. */
  const pads: [start: number, end: number][] = [];
  const pad = (start: number, end: number): void => {
    if (end > start) pads.push([start, end]);
  };
  let outside = 0;
  const advance = (until: number): void => {
    for (let at = nextBreak(Math.max(outside, complete)); at !== -1 && at < until; at = nextBreak(complete)) {
      complete = text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
    }
  };
  for (;;) {
    const opening = text.indexOf(quote, outside);
    if (opening === -1) break;
    let before = opening - 1;
    while (before >= 0 && text[before] === padding) before--;
    const previous = text[before];
    if (previous !== undefined && previous !== '\n' && previous !== '\r' && !delimiters.includes(previous)) {
      advance(opening);
      outside = opening + 1;
      continue;
    }
    advance(opening);
    pad(before + 1, opening);
    let closing = text.indexOf(quote, opening + 1);
    while (closing !== -1 && text[closing + 1] === quote) closing = text.indexOf(quote, closing + 2);
    if (closing === -1) return { complete, pads, open: opening };
    let after = closing + 1;
    while (text[after] === padding) after++;
    const next = text[after];
    if (next === undefined) {
      if (!final) return { complete, pads };
      pad(closing + 1, after);
      return { complete: text.length, pads };
    }
    pad(closing + 1, after);
    if (next !== '\n' && next !== '\r' && !delimiters.includes(next)) {
      // Behind a line break, the quote that is wrong is more likely the one that opens the cell.
      const spansLines = nextBreak(opening) !== -1 && nextBreak(opening) < closing;
      const wrong: readonly [at: number, message: string] = spansLines
        ? [opening, 'a quote opens a cell here and is not closed']
        : [closing, 'a quote closes a cell, but more text follows in the same cell'];
      return { complete, pads, wrong };
    }
    outside = after;
  }
  advance(text.length);
  return { complete: final ? text.length : complete, pads };
}

/** Number of line breaks in a text; CRLF counts as one, as in an editor. */
function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1))
    if (text[at + 1] !== '\n') count++;
  return count;
}

type Tokenise = (text: string, dialect: Dialect) => string[][];

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

/** The complete records without the spaces around quotes: the library takes other characters for such spaces as well. */
function withoutPads(text: string, { complete, pads }: ReturnType<typeof boundaries>): string {
  const kept: string[] = [];
  let at = 0;
  for (const [start, end] of pads.filter(([, end]) => end <= complete)) {
    kept.push(text.slice(at, start));
    at = end;
  }
  kept.push(text.slice(at, complete));
  return kept.join('');
}

function quotedRows(parsed: readonly string[][], first: number): Row[] {
  let line = first;
  return parsed.map((cells) => {
    const row = { cells, line };
    line++;
    for (const cell of cells) if (cell.includes('\n') || cell.includes('\r')) line += countLineBreaks(cell);
    return row;
  });
}

/**
 * The records of a CSV text, one block at a time, without blank rows. Blocks without quotes are split directly;
 * csv-parse reads those with quotes. A quote that is never closed, or that closes in the middle of a cell, ends the
 * reading, because the following text could belong to any record.
 */
export async function* csvRows(
  chunks: AsyncIterable<string> | Iterable<string>,
  file: string,
  literalQuotes = false,
): AsyncGenerator<RowBlock> {
  let tokenise: Tokenise | undefined;
  let dialect: Dialect | undefined;
  let text = '';
  let line = 1;

  const refuseQuote = (at: number, message: string): never => {
    const hint = 'a cell that contains quotes must be in quotes, with each quote in it doubled';
    throw unreadable(file, line + countLineBreaks(text.slice(0, at)), message, hint);
  };

  /** Reads the complete records of `text`, in at most one block, and leaves the rest in it. */
  const take = async (final: boolean): Promise<RowBlock[]> => {
    if (dialect === undefined) {
      const recognised = recognise(text, literalQuotes, final);
      if (recognised === undefined) return [];
      dialect = recognised.dialect;
      if (recognised.skip > 0) line++;
      text = text.slice(recognised.skip);
    }
    let cut = text.length;
    let rows: Row[];
    if (dialect.literalQuotes || !text.includes('"')) {
      if (!final) cut = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
      rows = plainRows(text.slice(0, cut), dialect, line);
    } else {
      const found = boundaries(text, dialect.delimiter, final);
      cut = found.complete;
      tokenise ??= await recordsOf();
      rows = quotedRows(tokenise(withoutPads(text, found), dialect), line);
      if (found.wrong !== undefined) refuseQuote(...found.wrong);
      const open = found.open;
      if (open !== undefined && (final || text.length - cut > maxRecordLength)) {
        refuseQuote(open, 'a quote opens a cell here and is never closed');
      }
    }
    line += countLineBreaks(text.slice(0, cut));
    text = text.slice(cut);
    if (!final && text.length > maxRecordLength)
      throw unreadable(file, line, 'a row is longer than a million characters');
    const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== '' && cell.trim() !== ''));
    return filled.length > 0 ? [{ dialect, rows: filled }] : [];
  };

  for await (const chunk of chunks) {
    text += chunk;
    // A carriage return at the end may be half of a line break.
    const half = text.endsWith('\r');
    if (half) text = text.slice(0, -1);
    const blocks = await take(false);
    if (half) text += '\r';
    yield* blocks;
  }
  yield* await take(true);
}

/** Splits text with quotes into records. Loaded when it is needed. */
async function recordsOf(): Promise<Tokenise> {
  const { parse } = await import('csv-parse/sync');
  return (text, { delimiter }) =>
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][];
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
