import type { Writable } from 'node:stream';
import { csvRecord } from '../text/csv.ts';
import { sanitizeLine, sanitizeText } from '../text/sanitize.ts';
import { blocksText } from './blocks.ts';
import { jsonDocument, jsonLine } from './json.ts';
import type { Column, Result } from './result.ts';
import type { View } from './view.ts';
import { write } from './write.ts';

/** Text is gathered up to about this many characters before it is written. */
const pieceSize = 64 * 1024;

/**
 * Writes a result to the stream in the format asked for. Ends quietly when nobody reads any more. Gives what is to be
 * said on standard error besides.
 */
export async function render(result: Result, view: View, stream: Writable): Promise<readonly string[]> {
  const onTerminal = view.width !== undefined;
  if (result.bare !== undefined) {
    await write(stream, onTerminal ? sanitizeText(result.bare) : result.bare);
    return [];
  }
  if (view.output === 'table') {
    const { text, notices } = await blocksText(result.blocks, view);
    await write(stream, text);
    return notices;
  }
  await writeAll(stream, pieces(result, view, onTerminal));
  return [];
}

function pieces(result: Result, view: View, onTerminal: boolean): AsyncIterable<string> {
  switch (view.output) {
    case 'json':
      return jsonDocument(result.data, result.pagination, onTerminal);
    case 'ndjson':
      return jsonLines(result.items ?? (Array.isArray(result.data) ? result.data : [result.data]));
    default:
      return csvLines(result, onTerminal);
  }
}

async function* jsonLines(items: Iterable<unknown> | AsyncIterable<unknown>): AsyncIterable<string> {
  for await (const item of items) yield `${jsonLine(item)}\n`;
}

async function* csvLines(result: Result, onTerminal: boolean): AsyncIterable<string> {
  const table = result.csv ?? result.blocks.find((block) => block.kind === 'table') ?? asTable(result);
  const columns = table.columns as unknown as readonly Column<unknown>[];
  const clean = (cell: unknown): unknown =>
    onTerminal && typeof cell === 'string' ? sanitizeLine(cell) : cell;
  yield csvRecord(columns.map(({ header }) => clean(header)));
  for await (const row of table.rows) yield csvRecord(columns.map(({ value }) => clean(value(row))));
}

/** Fields as a table of one row, for results that have no table. */
function asTable(result: Result): NonNullable<Result['csv']> {
  const fields = result.blocks.flatMap((block) => (block.kind === 'fields' ? block.fields : []));
  const columns = fields.map(([header, shown]) => {
    const timed = shown !== null && typeof shown === 'object' && 'time' in shown ? shown.time : shown;
    return { header, value: () => timed };
  });
  return { columns, rows: columns.length === 0 ? [] : [undefined] };
}

/** Writes the pieces in larger ones, no faster than they are taken. Stops when nobody reads any more. */
async function writeAll(stream: Writable, source: AsyncIterable<string>): Promise<void> {
  let gathered = '';
  for await (const piece of source) {
    gathered += piece;
    if (gathered.length < pieceSize) continue;
    if (!(await write(stream, gathered))) return;
    gathered = '';
  }
  await write(stream, gathered);
}

/**
 * Writes events as they happen, a line each, for tables and ndjson; for json and csv the events only pass by. Then the
 * last word is the caller's to render. Ends early when nobody reads any more.
 */
export async function renderLive(
  live: NonNullable<Result['live']>,
  view: View,
  stream: Writable,
): Promise<Result> {
  for await (const event of live.events) {
    const line =
      view.output === 'table'
        ? `${sanitizeLine(live.line(event))}\n`
        : view.output === 'ndjson'
          ? `${jsonLine(event)}\n`
          : '';
    if (!(await write(stream, line))) break;
  }
  return live.end();
}

/** The hint that a page is not the last, or undefined. */
export function pageHint(pagination: unknown): string | undefined {
  if (pagination === null || typeof pagination !== 'object') return undefined;
  const block = pagination as Record<string, unknown>;
  const current = Number(block.current_page);
  const more = block.has_more === true || current < Number(block.total_pages);
  if (!more) return undefined;
  const next = Number.isInteger(block.next_page) ? Number(block.next_page) : current + 1;
  return Number.isInteger(next) ? `more: --page ${next}, or --all` : 'more: --all';
}
