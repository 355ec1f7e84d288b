import type { Database } from '../../storage/sqlite/database.ts';
import { isSuccess, type Outcome, outcomes, type Settled } from '../terms/outcomes.ts';
import type { Spool, SpooledDocument, SpoolStatus } from '../terms/spool.ts';
import type { Scope } from './journal.ts';
import { inParts } from './order-states.ts';
import type { DocumentPlan, Plans } from './plan.ts';
import { readRows } from './tables.ts';

/** One document in the report of a run. */
export interface Entry {
  readonly reference: string;
  readonly outcome: Outcome;
  readonly uuid: string | null;
  readonly number: number | bigint | string | null;
  readonly status: number | null;
  readonly error: string | null;
  /** Names of the fields that differ, comma-separated. */
  readonly fields: string | null;
  /** Index into the sources. */
  readonly file: number;
  readonly lines: readonly number[];
}

/** All documents that were tried, skipped or invalid, or only those without success. */
export type Which = 'all' | 'failures';

/** The message for an invalid document that `--skip-invalid` left out. */
export const invalidNotSent = 'invalid; not sent';

/** The ledger's record of a document. */
interface Known extends Omit<Entry, 'outcome' | 'file' | 'lines'> {
  readonly run: number;
  readonly state: Outcome;
}

type Head = Pick<SpooledDocument, 'number' | 'reference' | 'status' | 'file' | 'lines'>;

/**
 * The documents of the run in file order, read page by page, without those that were not tried. `unrecorded` has the
 * outcomes, by reference, that the ledger could not record. Throws SQLite's errors.
 */
export function* entries(
  db: Database,
  spool: Spool,
  planned: Plans,
  scope: Scope,
  which: Which,
  unrecorded: ReadonlyMap<string, Settled>,
): Generator<Entry> {
  function* reported(): Generator<Head> {
    for (const { number, reference, status, file, lines } of spool.documents())
      if (status !== 'other-shard' && (which === 'all' || planned.of(number) !== 'skip'))
        yield { number, reference, status, file, lines };
  }
  for (const part of inParts(reported())) {
    const known = readKnown(
      db,
      scope,
      part.map(({ reference }) => reference),
    );
    for (const { number, reference, status, file, lines } of part) {
      const settled = unrecorded.get(reference);
      const found = settled === undefined ? known.get(reference) : asKnown(reference, scope.run, settled);
      const outcome = outcomeOf(status, planned.of(number), found, scope.run);
      if (outcome === undefined || (which === 'failures' && isSuccess(outcome))) continue;
      yield entryOf(outcome, reference, file, lines, found);
    }
  }
}

const columns = ['d.reference', 'd.run', 'd.state', 'd.uuid', 'd.number', 'd.status', 'd.error', 'd.fields'];

/** The ledger's records of documents; what a run did not replace is among the past records. */
function readKnown(
  db: Database,
  { service, kind, run }: Scope,
  references: readonly string[],
): ReadonlyMap<string, Known> {
  const given = JSON.stringify(references);
  const current = readRows<Known>(
    db,
    columns,
    `FROM json_each(?) given
     CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value`,
    given,
    service,
    kind,
  );
  const past = readRows<Known>(
    db,
    columns,
    'FROM json_each(?) given CROSS JOIN past d ON d.run = ? AND d.reference = given.value',
    given,
    run,
  );
  return new Map([...current, ...past].map((each) => [each.reference, each]));
}

/** An outcome as the ledger would show it. */
const asKnown = (reference: string, run: number, settled: Settled): Known => {
  const { outcome, uuid = null, number = null, status = null, error = null, fields } = settled;
  return { reference, run, state: outcome, uuid, number, status, error, fields: fields?.join(', ') ?? null };
};

/** Undefined if the document was not tried. */
function outcomeOf(
  status: SpoolStatus,
  plan: DocumentPlan,
  known: Known | undefined,
  run: number,
): Outcome | undefined {
  switch (status) {
    case 'invalid':
      return 'invalid';
    case 'left-out':
    case 'short':
    case 'other-shard':
      return undefined;
    case 'sendable':
      if (plan === 'skip') return 'skipped';
      return known?.run === run && outcomes.includes(known.state) ? known.state : undefined;
    default:
      return status satisfies never;
  }
}

function entryOf(
  outcome: Outcome,
  reference: string,
  file: number,
  lines: readonly number[],
  known: Known | undefined,
): Entry {
  const nothing = { uuid: null, number: null, status: null, fields: null };
  if (outcome === 'invalid' || known === undefined)
    return {
      reference,
      outcome,
      ...nothing,
      error: outcome === 'invalid' ? invalidNotSent : null,
      file,
      lines,
    };
  const { uuid, number, status, error, fields } = known;
  return { reference, outcome, uuid, number, status, error, fields, file, lines };
}
