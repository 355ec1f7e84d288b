import type { Writable } from 'node:stream';
import { unwritable } from '../storage/file-errors.ts';
import { csvRecord } from '../text/csv.ts';
import { codeOf } from '../text/records.ts';
import { sanitizeLine, sanitizeText } from '../text/sanitize.ts';
import { withSigns } from '../text/words.ts';
import { blocksText } from './blocks.ts';
import { jsonDocument, jsonLine } from './json.ts';
import { formats, hiddenResult, type Look, type OutputFormat, type Result, type SafeLook } from './result.ts';

/** The result's table as CSV, one record per piece. `clean` removes anything that could control a terminal. */
async function* csvLines(result: Result, clean: boolean): AsyncIterable<string> {
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

const gone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Whether a failed write only means that the reader has gone, as after `| head`, or that the terminal was closed. */
function isUnread(stream: Writable & { readonly isTTY?: boolean }, error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return gone.has(code) || (code === 'EIO' && stream.isTTY === true);
}

/** Writes and waits until the stream accepts it. Returns false when the reader has gone; throws when writing fails. */
export function write(stream: Writable, text: string): Promise<boolean> {
  if (text === '') return Promise.resolve(true);
  if (stream.destroyed) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (!error) resolve(true);
      else if (isUnread(stream, error)) resolve(false);
      else reject(unwritable('the output', error));
    });
  });
}

/** Text is buffered up to about this many characters before it is written. */
const pieceSize = 64 * 1024;

/** The outcome of writing a result. */
export interface Rendered {
  /** Notices for standard error. */
  readonly notices: readonly string[];
  /** False when the reader left before the end. */
  readonly taken: boolean;
}

/** Writes a result to the stream. */
type Writer = (result: Result, look: Look, stream: Writable) => Promise<Rendered>;

const onTerminal = ({ width }: Look): boolean => width !== undefined;

const writers: Readonly<Record<OutputFormat, Writer>> = {
  async table({ blocks }, look, stream) {
    const { text, notices } = await blocksText(blocks, look);
    return { notices, taken: await write(stream, withSigns(text, look)) };
  },
  json: ({ data, pagination }, look, stream) =>
    writeAll(stream, jsonDocument(data, pagination, onTerminal(look))),
  ndjson: ({ data, items }, _, stream) =>
    writeAll(stream, jsonLines(items ?? (Array.isArray(data) ? data : [data]))),
  csv: (result, look, stream) => writeAll(stream, csvLines(result, onTerminal(look))),
};

/** Writes a result to the stream in the requested format. Ends quietly when the reader has gone. */
export async function render(result: Result, look: SafeLook, stream: Writable): Promise<Rendered> {
  if (result.bare === undefined) return writers[look.format](hiddenResult(result, look.redact), look, stream);
  const text = onTerminal(look) ? wholeLines(sanitizeText(result.bare)) : result.bare;
  return { notices: [], taken: await write(stream, text) };
}

/** With its last line ended: on a terminal, an error or the next prompt would continue it. */
const wholeLines = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

async function* jsonLines(items: Iterable<unknown> | AsyncIterable<unknown>): AsyncIterable<string> {
  for await (const item of items) yield `${jsonLine(item)}\n`;
}

/** Joins pieces into larger writes, no faster than the stream accepts them. Stops when the reader has gone. */
async function writeAll(stream: Writable, source: AsyncIterable<string>): Promise<Rendered> {
  let collected = '';
  for await (const piece of source) {
    collected += piece;
    if (collected.length < pieceSize) continue;
    if (!(await write(stream, collected))) return { notices: [], taken: false };
    collected = '';
  }
  return { notices: [], taken: await write(stream, collected) };
}

/**
 * Writes events as they happen, in the formats that show them, then returns the result as it is at the end, and whether
 * the reader has taken all of them. Stops early when the reader has gone.
 */
export async function renderLive(
  live: NonNullable<Result['live']>,
  look: SafeLook,
  stream: Writable,
): Promise<{ readonly last: Result; readonly taken: boolean }> {
  const kind = formats[look.format].live;
  let taken = true;
  for await (const event of live.events) {
    taken = await write(stream, eventText(live, kind, look, event));
    if (!taken) break;
  }
  return { last: live.end(), taken };
}

function eventText(
  live: NonNullable<Result['live']>,
  kind: (typeof formats)[OutputFormat]['live'],
  look: SafeLook,
  event: unknown,
): string {
  switch (kind) {
    case 'text':
      return `${withSigns(look.redact(sanitizeLine(live.line(event, look.now))), look)}\n`;
    case 'json':
      return `${jsonLine(event)}\n`;
    case 'end':
      return '';
  }
}
