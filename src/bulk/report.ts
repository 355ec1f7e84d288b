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

function entryOf(row: Row): Entry {
  const [, reference, file, lines, flag, plan, state, uuid, number, status, error, fields] = row;
  const base = {
    reference: String(reference),
    file: Number(file),
    lines: JSON.parse(String(lines)) as number[],
  };
  const ids = { uuid: text(uuid), number: number ?? null };
  if (flag === spoolFlags.invalid)
    return {
      ...base,
      outcome: 'invalid',
      uuid: null,
      number: null,
      status: null,
      error: 'invalid; not sent',
      fields: null,
    };
  if (plan === 2)
    return { ...base, ...ids, outcome: 'skipped', status: Number(status), error: text(error), fields: null };
  if (plan === 3) {
    const changed = 'the content has changed since the service took it; it was not sent';
    return { ...base, ...ids, outcome: 'conflict', status: null, error: changed, fields: null };
  }
  return {
    ...base,
    ...ids,
    outcome: state === 'sending' ? 'unknown' : (String(state) as Outcome),
    status: status === null || status === undefined ? null : Number(status),
    error: text(error),
    fields: text(fields),
  };
}
