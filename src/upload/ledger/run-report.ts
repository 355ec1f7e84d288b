import type { Connection } from '../../storage/sqlite.ts';
import { isSuccess, type Outcome } from '../outcomes.ts';
import { type Spool, spoolFlags } from '../spool/spool.ts';
import type { SpooledDocument } from '../spool/spooled-document.ts';
import { batchesOf, type Plans, plans, type Scope } from './plan.ts';

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

/** What the ledger holds of a document. */
type Known = readonly [
  index: number,
  run: number,
  state: Outcome,
  uuid: string | null,
  number: number | string | null,
  status: number | null,
  error: string | null,
  fields: string | null,
];

/** Documents of the run in the order of the files, read page by page. Those that were not tried are left out. */
export function* entries(
  db: Connection,
  spool: Spool,
  planned: Plans,
  { service, kind, run }: Scope,
  which: Which,
): Generator<Entry> {
  const look = db.statement(
    `SELECT json_group_array(json_array(given.key, d.run, d.state, d.uuid, d.number, d.status, d.error, d.fields))
     FROM json_each(?) given
     CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value`,
  );
  const isReported = (document: number): boolean =>
    spool.flag(document) !== spoolFlags.otherShard &&
    (which === 'all' || planned.of(document) !== plans.skip);
  for (const batch of batchesOf(spool, isReported)) {
    const documents = batch.map((document) => spool.at(document));
    const references = documents.map(({ reference }) => reference);
    const found = JSON.parse(String(look.row(JSON.stringify(references), service, kind)?.[0])) as Known[];
    const known: Known[] = [];
    for (const each of found) known[each[0]] = each;
    for (let index = 0; index < batch.length; index++) {
      const number = batch[index] as number;
      const plan = planned.of(number);
      const outcome = outcomeOf(spool.flag(number), plan, known[index], run);
      if (outcome === undefined || (which === 'failures' && isSuccess(outcome))) continue;
      const { file, lines } = documents[index] as SpooledDocument;
      yield entryOf(outcome, references[index] as string, known[index], plan, file, lines);
    }
  }
}

/** Undefined when the document was not tried. */
function outcomeOf(flag: number, plan: number, known: Known | undefined, run: number): Outcome | undefined {
  if (flag === spoolFlags.invalid) return 'invalid';
  if (plan === plans.skip) return 'skipped';
  if (plan === plans.conflict) return 'conflict';
  return known?.[1] === run ? known[2] : undefined;
}

// Members by index: taking a list apart by pattern is several times slower, and there may be a million.
function entryOf(
  outcome: Outcome,
  reference: string,
  known: Known | undefined,
  plan: number,
  file: number,
  lines: readonly number[],
): Entry {
  const isNew = plan !== plans.conflict && outcome !== 'invalid';
  const ids = outcome === 'invalid' ? undefined : known;
  const rest = isNew ? known : undefined;
  const reason = outcome === 'invalid' ? 'invalid; not sent' : changedContent;
  return {
    reference,
    outcome,
    uuid: ids?.[3] ?? null,
    number: ids?.[4] ?? null,
    status: rest?.[5] ?? null,
    error: isNew ? (rest?.[6] ?? null) : reason,
    fields: rest?.[7] ?? null,
    file,
    lines,
  };
}
