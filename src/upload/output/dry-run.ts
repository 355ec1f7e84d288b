import { type CfiError, exitCodes } from '../../errors.ts';
import type { ReadingSummary } from '../../payload/types.ts';
import { JsonText } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import type { Kind } from '../run/document-kinds.ts';
import type { Spool } from '../spool/spool.ts';
import type { SpooledDocument } from '../spool/spooled-document.ts';
import { counted, wordsOf } from '../wording.ts';
import { invalidError } from './invalid-documents.ts';

export interface DryRun {
  readonly kind: Kind['name'];
  readonly spool: Spool;
  readonly summary: ReadingSummary;
  readonly skipInvalid: boolean;
  readonly notices: readonly string[];
}

/** What would be sent, and nothing is. */
export function dryRunResult({ kind, spool, summary, skipInvalid, notices }: DryRun): Result {
  const words = wordsOf(kind);
  const { total, invalid } = summary;
  const sends = invalid === 0 || skipInvalid;
  const bodies = (separator: string): Iterable<JsonText> => (sends ? pieces(spool, separator) : []);
  const error: CfiError | undefined =
    invalid > 0 ? invalidError(summary, words, skipInvalid && total > 1) : undefined;
  const would = sends ? spool.count('sendable') : 0;
  const rows = sends ? [...preview(spool)] : [];
  const more =
    would > rows.length ? `and ${would - rows.length} more; all of them with --output ndjson` : undefined;
  return {
    data: { dryRun: true, total, invalid, [words.list]: bodies(',\n') },
    items: bodies('\n'),
    blocks: [
      { kind: 'text', text: `${counted(would, words)} would be sent; nothing was.` },
      { kind: 'table', columns: columns(words.reference), rows, empty: '' },
      ...(more === undefined ? [] : [{ kind: 'text' as const, text: more }]),
    ],
    csv: { columns: columns(words.reference), rows: sends ? allRows(spool) : [] },
    notices,
    ...(error === undefined
      ? {}
      : { errors: [error], exitCode: sends && total > 1 ? exitCodes.partial : exitCodes.invalid }),
    close: () => spool.close(),
  };
}

interface PreviewRow {
  readonly reference: string;
  readonly line: number;
  readonly body: string;
}

const columns = (reference: string) => [
  { header: reference, value: (row: PreviewRow) => row.reference, priority: 1 },
  { header: 'line', value: (row: PreviewRow) => row.line, align: 'right' as const, priority: 2 },
  { header: 'body', value: (row: PreviewRow) => row.body, csvOnly: true },
];

const shown = 20;

function* preview(spool: Spool): Generator<PreviewRow> {
  let count = 0;
  for (const row of allRows(spool)) {
    if (count++ === shown) return;
    yield row;
  }
}

function* sendable(spool: Spool): Generator<SpooledDocument> {
  for (let document = 0; document < spool.size; document++)
    if (spool.status(document) === 'sendable') yield spool.at(document);
}

function* allRows(spool: Spool): Generator<PreviewRow> {
  for (const { reference, body, lines } of sendable(spool))
    yield { reference, body: body.toString('utf8'), line: lines[0] as number };
}

const pieceLength = 64 * 1024;

/** The exact bodies, many in a piece. */
function* pieces(spool: Spool, separator: string): Generator<JsonText> {
  let piece = '';
  for (const { body } of sendable(spool)) {
    piece += piece === '' ? body.toString('utf8') : separator + body.toString('utf8');
    if (piece.length < pieceLength) continue;
    yield new JsonText(piece);
    piece = '';
  }
  if (piece !== '') yield new JsonText(piece);
}
