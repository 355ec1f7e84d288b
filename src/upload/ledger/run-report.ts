import type { Connection } from '../../storage/sqlite.ts';
import { isSuccess, type Outcome, outcomes, type Settled } from '../outcomes.ts';
import type { Spool, SpoolStatus } from '../spool/spool.ts';
import type { SpooledDocument } from '../spool/spooled-document.ts';
import { jsonRows, readJson } from './json-rows.ts';
import type { OutcomesInMemory } from './outcomes-in-memory.ts';
import { batchesOf, type DocumentPlan, type Plans, type Scope } from './plan.ts';

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
type Known = readonly [
  index: number,
  run: number,
  state: Outcome,
  uuid: string | null,
  number: number | bigint | string | null,
  status: number | null,
  error: string | null,
  fields: string | null,
];

/** Which outcomes to report, and those that need not, or cannot, be read from the ledger. */
interface Reported {
  readonly which: Which;
  readonly recorded: OutcomesInMemory;
  /** Outcomes, by reference, that the ledger could not record. */
  readonly unrecorded: ReadonlyMap<string, Settled>;
}

/**
 * The documents of the run in file order, read page by page, without those that were not tried. Throws SQLite's errors.
 */
export function* entries(
  db: Connection,
  spool: Spool,
  planned: Plans,
  scope: Scope,
  { which, recorded, unrecorded }: Reported,
): Generator<Entry> {
  const { run } = scope;
  const readKnown = openKnown(db, scope);
  const isReported = (document: number): boolean =>
    spool.status(document) !== 'other-shard' && (which === 'all' || planned.of(document) !== 'skip');
  for (const batch of batchesOf(spool, isReported)) {
    const documents = batch.map((document) => spool.at(document));
    const references = documents.map(({ reference }) => reference);
    const refused = batch.some((document) => ['compare', 'look-up'].includes(planned.of(document)));
    const known = batch.every((document) => recorded.has(document))
      ? batch.map((document, index) => asKnown(index, run, recorded.of(document)))
      : readKnown(references, refused);
    if (unrecorded.size > 0)
      for (const [index, reference] of references.entries()) {
        const settled = unrecorded.get(reference);
        if (settled !== undefined) known[index] = asKnown(index, run, settled);
      }
    for (let index = 0; index < batch.length; index++) {
      const number = batch[index] as number;
      const plan = planned.of(number);
      const outcome = outcomeOf(spool.status(number), plan, known[index], run);
      if (outcome === undefined || (which === 'failures' && isSuccess(outcome))) continue;
      yield entryOf(outcome, references[index] as string, documents[index] as SpooledDocument, known[index]);
    }
  }
}

/** Returns a function that reads the ledger's records of documents; with `refused`, also of what it did not replace. */
function openKnown(
  db: Connection,
  { service, kind, run }: Scope,
): (references: readonly string[], refused: boolean) => Known[] {
  const columns = 'd.run, d.state, d.uuid, d.number, d.status, d.error, d.fields';
  const current = db.statement(
    `SELECT ${jsonRows(`given.key, ${columns}`)}
     FROM json_each(?) given
     CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value`,
  );
  const past = db.statement(
    `SELECT ${jsonRows(`given.key, ${columns}`)}
     FROM json_each(?) given CROSS JOIN past d ON d.run = ? AND d.reference = given.value`,
  );
  return (references, refused) => {
    const given = JSON.stringify(references);
    const known: Known[] = [];
    for (const each of readJson<Known[]>(current.row(given, service, kind)?.[0])) known[each[0]] = each;
    if (refused) for (const each of readJson<Known[]>(past.row(given, run)?.[0])) known[each[0]] = each;
    return known;
  };
}

/** An outcome as the ledger would show it. */
const asKnown = (index: number, run: number, settled: Settled): Known => {
  const { outcome, uuid, number, status, error, fields } = settled;
  const named = fields?.join(', ');
  return [index, run, outcome, uuid ?? null, number ?? null, status ?? null, error ?? null, named ?? null];
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
      return known?.[1] === run && outcomes.includes(known[2]) ? known[2] : undefined;
    default:
      return status satisfies never;
  }
}

// By index, because destructuring is several times slower, and there may be a million.
function entryOf(
  outcome: Outcome,
  reference: string,
  { file, lines }: SpooledDocument,
  known: Known | undefined,
): Entry {
  const ids = outcome === 'invalid' ? undefined : known;
  return {
    reference,
    outcome,
    uuid: ids?.[3] ?? null,
    number: ids?.[4] ?? null,
    status: ids?.[5] ?? null,
    error: outcome === 'invalid' ? invalidNotSent : (ids?.[6] ?? null),
    fields: ids?.[7] ?? null,
    file,
    lines,
  };
}
