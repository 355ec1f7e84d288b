import type { Writable } from 'node:stream';
import { unwritable } from '../storage/file-errors.ts';
import { csvRecord } from '../text/csv.ts';
import { codeOf, mapped } from '../text/records.ts';
import { sanitizeLine, sanitizeText } from '../text/sanitize.ts';
import { firstFew, withoutTrailing, withSigns } from '../text/words.ts';
import { eachOf, inSlices, turns } from '../timers.ts';
import { jsonDocument, jsonLine, jsonLines } from './json.ts';
import {
  type AnyColumn,
  type Block,
  firstTable,
  formats,
  headingOf,
  hiddenBlock,
  hiddenColumns,
  type Look,
  type OutputFormat,
  type Result,
  type SafeLook,
} from './result.ts';
import { cellForPeople, isTimeMark, padded, timeTexts, widthOf, wrapMessage, wrapText } from './text.ts';

/** Blocks for people, one below the other, and notices about them for standard error. */
export async function blocksText(blocks: Iterable<Block>, look: Look) {
  const shown: string[] = [];
  /** The tables in which each is hidden. */
  const dropped = new Map<string, string[]>();
  const kept = new Set<string>();
  const turn = turns();
  for (const block of blocks) {
    await turn();
    const { text, hidden = [], headings = [] } = await blockText(block, look);
    if (text !== '') shown.push(text);
    const title = (block.kind === 'table' && (block.name ?? block.title)) || '';
    for (const header of hidden) {
      const titles = dropped.get(header) ?? [];
      titles.push(title);
      dropped.set(header, titles);
    }
    for (const header of headings) kept.add(header);
  }
  const names = [...dropped].map(([header, titles]) =>
    kept.has(header) && !titles.includes('') ? `${header} in ${firstFew(titles)}` : header,
  );
  const notices = names.length === 0 ? [] : [`hidden columns: ${names.join(', ')}; --out FILE writes all`];
  return { text: shown.length === 0 ? '' : `${shown.join('\n\n')}\n`, notices };
}

/** A block, and for a table the headings that are shown and hidden. */
async function blockText(block: Block, look: Look) {
  if (look.accessible) return { text: await linearText(block, look) };
  switch (block.kind) {
    case 'text': {
      const text = withoutTrailing(sanitizeText(block.text), '\n');
      return { text: block.isWhole ? text : await wrappedText(text, look.width) };
    }
    case 'fields':
      return { text: titled(block.title, await fieldLines(block.fields, look), look.width) };
    case 'table': {
      if (block.rows.length === 0) {
        const text = titled(block.title, block.empty ?? 'nothing to show');
        return { text: await wrappedText(text, look.width) };
      }
      const { tableText } = await import('./table.ts');
      const { text, below, dropped, kept } = await tableText(block, look);
      const full = below === '' ? '' : `\n${await wrappedText(below, look.width)}`;
      return { text: titled(block.title, text + full, look.width), hidden: dropped, headings: kept };
    }
  }
}

/** A block for a screen reader: each name beside its value, and a record of a table below the other. */
async function linearText(block: Block, { now }: Look): Promise<string> {
  const record = (fields: readonly (readonly [string, unknown])[]): string =>
    namedTexts(fields, now)
      .map(([name, text]) => `${name} ${text}`)
      .join('\n');
  switch (block.kind) {
    case 'text':
      return withoutTrailing(sanitizeText(block.text), '\n');
    case 'fields':
      return titled(block.title, record(block.fields));
    case 'table': {
      const columns = block.columns.filter(({ csvOnly }) => csvOnly !== true);
      const valueIn = ({ time, value }: AnyColumn, row: unknown): unknown =>
        time ? { time: value(row) } : value(row);
      const records = await inSlices(
        eachOf(block.rows, (row) =>
          record(columns.map((column) => [headingOf(column), valueIn(column, row)])),
        ),
      );
      if (records.length === 0) return titled(block.title, block.empty ?? 'nothing to show');
      return titled(block.title, `${block.title === undefined ? '' : '\n'}${records.join('\n\n')}`);
    }
  }
}

const wrapped = (line: string, width: number | undefined): string =>
  width === undefined ? line : wrapMessage(line, width, 2);

async function wrappedText(text: string, width: number | undefined): Promise<string> {
  const lines = eachOf(text.split('\n'), (line) => wrapped(line, width));
  return (await inSlices(lines, 1)).join('\n');
}

const titled = (title: string | undefined, text: string, width?: number): string =>
  title === undefined || text === '' ? text : `${wrapped(sanitizeLine(title), width)}\n${text}`;

/** Minimum width for a value beside its name; with less, the value starts on the next line. */
const narrowest = 20;

/** A longer name stands out of its column. */
const widestName = 200;

/** Names, with a colon, and the texts of their values, without those that have none. */
function namedTexts(fields: readonly (readonly [string, unknown])[], now: number | undefined) {
  const times = fields.map(([, value]) => (isTimeMark(value) ? value.time : undefined));
  const texts = timeTexts(times, now);
  return fields
    .map(
      ([name, value], at) =>
        [`${sanitizeLine(name)}:`, isTimeMark(value) ? (texts[at] ?? '') : cellForPeople(value)] as const,
    )
    .filter(([, text]) => text !== '');
}

/** Aligned names and values; a value too long for the terminal continues below its start. */
async function fieldLines(fields: readonly (readonly [string, unknown])[], { width: screen, now }: Look) {
  const rows = namedTexts(fields, now);
  const width = rows.reduce((widest, [name]) => Math.max(widest, Math.min(widthOf(name), widestName)), 0);
  const room = screen === undefined ? Number.POSITIVE_INFINITY : screen - width - 2;
  const lines = eachOf(rows, ([name, text]) => {
    if (room >= narrowest || screen === undefined)
      return wrapText(text, room).map((line, at) => `${padded(at === 0 ? name : '', width)}  ${line}`);
    const whole = `${padded(name, width)}  ${text}`;
    return widthOf(whole) <= screen
      ? [whole]
      : [name, ...wrapText(text, Math.max(1, screen - 2)).map((line) => `  ${line}`)];
  });
  return (await inSlices(lines, 1)).flat().join('\n');
}

/** The result's table as CSV, one record per piece; on a terminal, without anything that could control it. */
async function* csvLines(result: Result, look: SafeLook): AsyncIterable<string> {
  const table = csvTable(result);
  const columns = hiddenColumns(table.columns, look.redact);
  const clean = onTerminal(look);
  // A result without columns is empty output, not an empty line.
  if (columns.length === 0) return;
  const turn = turns();
  const shown = (cell: unknown): unknown => (clean && typeof cell === 'string' ? sanitizeLine(cell) : cell);
  yield csvRecord(columns.map(({ header }) => shown(header)));
  for await (const row of table.rows) {
    yield csvRecord(columns.map(({ value }) => shown(value(row))));
    await turn();
  }
}

/** The table of a result as csv shows it: all columns and all rows. */
export const csvTable = (result: Result): NonNullable<Result['csv']> =>
  result.csv ?? firstTable(result.blocks) ?? asTable(result);

/** Fields as a one-row table, for results without a table. */
function asTable(result: Result): NonNullable<Result['csv']> {
  const fields = [...result.blocks].flatMap((block) => (block.kind === 'fields' ? block.fields : []));
  const columns = fields.map(([header, shown]) => {
    const timed = shown !== null && typeof shown === 'object' && 'time' in shown ? shown.time : shown;
    return { header, value: () => timed };
  });
  return { columns, rows: columns.length === 0 ? [] : [undefined] };
}

const gone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Writes and waits until it is accepted; false when the reader or the terminal has gone. Throws when writing fails. */
export function write(stream: Writable & { readonly isTTY?: boolean }, text: string): Promise<boolean> {
  if (text === '') return Promise.resolve(true);
  if (stream.destroyed) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const code = codeOf(error) ?? '';
      if (!error) resolve(true);
      else if (gone.has(code) || (code === 'EIO' && stream.isTTY)) resolve(false);
      else reject(unwritable('the output', error));
    });
  });
}

/** Text is buffered up to about this many characters before it is written. */
const pieceSize = 64 * 1024;

export interface Rendered {
  readonly notices: readonly string[];
  /** False when the reader left before the end. */
  readonly taken: boolean;
}

const onTerminal = ({ width }: Look): boolean => width !== undefined;

/** Each reads only what it shows, because the blocks and totals of a large upload take long to make. */
const writers: Record<OutputFormat, typeof render> = {
  async table({ blocks }, look, stream) {
    const shown = mapped(blocks, (block) => hiddenBlock(block, look.redact));
    const { text, notices } = await blocksText(shown, look);
    return { notices, taken: await write(stream, withSigns(text, look)) };
  },
  json: ({ data, pagination }, look, stream) =>
    writeAll(stream, jsonDocument(data, pagination, onTerminal(look))),
  ndjson: ({ data, items }, _, stream) =>
    writeAll(stream, jsonLines(items ?? (Array.isArray(data) ? data : [data]))),
  csv: (result, look, stream) => writeAll(stream, csvLines(result, look)),
};

/** Writes a result to the stream in the requested format. Ends quietly when the reader has gone. */
export async function render(result: Result, look: SafeLook, stream: Writable): Promise<Rendered> {
  if (result.bare === undefined) return writers[look.format](result, look, stream);
  if (!onTerminal(look)) return { notices: [], taken: await write(stream, result.bare) };
  const text = sanitizeText(result.bare);
  // An error or the next prompt would continue the last line.
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return { notices: [], taken: await write(stream, text + end) };
}

/** Joins pieces into larger ones. */
export async function* largePieces(source: AsyncIterable<string>): AsyncIterable<string> {
  let collected = '';
  for await (const piece of source) {
    collected += piece;
    if (collected.length < pieceSize) continue;
    yield collected;
    collected = '';
  }
  yield collected;
}

/** Writes pieces no faster than the stream accepts them. Stops when the reader has gone. */
export async function writeAll(stream: Writable, source: AsyncIterable<string>): Promise<Rendered> {
  for await (const piece of largePieces(source))
    if (!(await write(stream, piece))) return { notices: [], taken: false };
  return { notices: [], taken: true };
}

/** Writes events as they happen, then returns the result at the end; `taken` is false if the reader left before that. */
export async function renderLive(live: NonNullable<Result['live']>, look: SafeLook, stream: Writable) {
  let taken = true;
  const turn = turns();
  for await (const event of live.events) {
    taken = await write(stream, eventText(live, look, event));
    if (!taken) break;
    await turn();
  }
  return { last: live.end(), taken };
}

function eventText(live: NonNullable<Result['live']>, look: SafeLook, event: unknown): string {
  switch (formats[look.format].live) {
    case 'text': {
      const line = withSigns(look.redact(sanitizeLine(live.line(event, look.now))), look);
      return `${look.width === undefined ? line : wrapText(line, look.width).join('\n')}\n`;
    }
    case 'json':
      return `${jsonLine(event)}\n`;
    case 'end':
      return '';
  }
}
