import type { Connection, Row } from './connection.ts';
import type { Outcome } from './outcomes.ts';
import { spoolFlags } from './spool.ts';

/** One document of a run, as it is reported. */
export interface Entry {
  readonly reference: string;
  readonly outcome: Outcome;
  readonly uuid: string | null;
  readonly number: number | string | null;
  readonly status: number | null;
  readonly error: string | null;
  /** Names of the fields that differ, comma-separated. */
  readonly fields: string | null;
  /** Index into the sources. */
  readonly file: number;
  readonly lines: readonly number[];
}

/** All that were tried, skipped or left out, or only those that did not succeed. */
export type Which = 'all' | 'failures';

/** Said of a finished document that is given with other content. */
export const changedContent = 'the content has changed since the service took it; it was not sent';

const pageSize = 500;

const failure = `(s.flag = ${spoolFlags.invalid} OR k.plan = 3
  OR coalesce(k.plan, 0) < 2 AND d.state NOT IN ('created', 'existing'))`;

const select = (which: Which): string => `
  SELECT s.seq, s.reference, s.file, s.lines, s.flag, k.plan, d.state, d.uuid, d.number, d.status, d.error, d.fields
  FROM spool s LEFT JOIN known k ON k.seq = s.seq
  LEFT JOIN ledger.documents d ON d.service = ? AND d.kind = ? AND d.reference = s.reference
  WHERE s.seq > ? AND s.flag <> ${spoolFlags.otherShard}
    AND (s.flag = ${spoolFlags.invalid} OR k.plan >= 2 OR d.run = ?)
    ${which === 'failures' ? `AND ${failure}` : ''}
  ORDER BY s.seq LIMIT ${pageSize}`;

/** Where a run's documents are found. */
export interface Page {
  readonly service: number;
  readonly kind: string;
  readonly run: number;
}

/** Documents of the run in the order of the files, read page by page. Those that were not tried are left out. */
export function* entries(db: Connection, { service, kind, run }: Page, which: Which): Generator<Entry> {
  const page = db.statement(select(which));
  for (let last = 0; ; ) {
    const rows = page.rows(service, kind, last, run);
    for (const row of rows) yield entryOf(row);
    const end = rows.at(-1)?.[0];
    if (end === undefined || rows.length < pageSize) return;
    last = Number(end);
  }
}

const text = (value: Row[number] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

const whole = (value: Row[number] | undefined): number | null => (typeof value === 'number' ? value : null);

/** `[7]` is by far the most frequent list of lines. */
function linesOf(list: string): number[] {
  const single = Number(list.slice(1, -1));
  return Number.isNaN(single) ? (JSON.parse(list) as number[]) : [single];
}

// Columns by index: taking a row apart by pattern is several times slower, and there may be a million.
function entryOf(row: Row): Entry {
  const outcome = outcomeOf(row);
  const tried = outcome !== 'invalid';
  const plan = row[5];
  return {
    reference: String(row[1]),
    outcome,
    uuid: tried ? text(row[7]) : null,
    number: tried ? (row[8] ?? null) : null,
    status: tried && plan !== 3 ? whole(row[9]) : null,
    error: outcome === 'invalid' ? 'invalid; not sent' : plan === 3 ? changedContent : text(row[10]),
    fields: tried && plan !== 3 ? text(row[11]) : null,
    file: Number(row[2]),
    lines: linesOf(String(row[3])),
  };
}

function outcomeOf(row: Row): Outcome {
  if (row[4] === spoolFlags.invalid) return 'invalid';
  if (row[5] === 2) return 'skipped';
  if (row[5] === 3) return 'conflict';
  return row[6] === 'sending' ? 'unknown' : (String(row[6]) as Outcome);
}
