import type { Database } from '../../storage/sqlite/database.ts';
import { keysOf } from '../../text/records.ts';
import { turns } from '../../timers.ts';
import type { Start } from '../run/work.ts';
import { hasOtherContent, statesThere, thereBy } from '../terms/outcomes.ts';
import type { Spool } from '../terms/spool.ts';
import { mayBeCancelledSince } from './cancellations.ts';
import type { Scope } from './intents-and-outcomes.ts';
import { inParts, readRows } from './ledger-file.ts';

/** The plan for a document: the first request, or nothing because an earlier run finished it. */
export type DocumentPlan = Start | 'skip';

/** What the ledger knows of a document: its last outcome, and what came after that. */
export interface Known {
  /** Whether the service has it, by its last outcome; undefined for one that only a newer version knows. */
  readonly isThere: 'yes' | 'no' | 'maybe' | undefined;
  /** Its content then, beside that of now; `unrecorded`: its run was killed. */
  readonly content: 'same' | 'other' | 'unrecorded';
  /** The service was found to have its reference with other content. */
  readonly differs: boolean;
  /** No ledger was lost since: what was recovered may be older than what was lost. */
  readonly isSinceLoss: boolean;
  /** Of an order: it was cancelled, or found cancelled, since; so the service had it, whatever its last outcome says. */
  readonly isCancelledSince: boolean;
  /** Of a cancellation: its order was, or may have been, uploaded since. */
  readonly isUploadedSince: boolean;
  /** Its run never ended, so that nobody was told of the outcome. */
  readonly isUntold: boolean;
}

/** Who names the documents of a run: files, which may be given again; a person, once; or other documents, of which it is an act. */
export type Origin = 'files' | 'typed' | 'act';

/**
 * The first request of a document that the ledger knows. Total, so that no state is left to chance: what the service has or
 * may have is never sent, unless the service itself refuses what it has.
 */
export function planOf(known: Known, origin: Origin, refusesDuplicates: boolean): DocumentPlan {
  const { isThere, content } = known;
  switch (origin) {
    case 'typed':
      // What is typed is another one each time, unless it is not known what came of it, or nobody was told.
      return isThere === 'maybe' || (isThere === 'yes' && known.isUntold) ? 'look-up' : 'send';
    case 'act':
      // An act is done again where the service does not show it; with other content, or on another order, it is another act.
      if (content === 'other' || known.isUploadedSince) return 'send';
      if (isThere === 'maybe') return 'look-up';
      return isThere === 'yes' ? 'check' : 'send';
    case 'files':
      // A service that refuses no duplicates would create a second one beside that with other content.
      if (known.differs && !refusesDuplicates) return 'look-up';
      if (isThere === 'yes') return content === 'same' ? 'skip' : 'compare';
      if (isThere === 'maybe' || known.isCancelledSince) return 'look-up';
      return isThere === 'no' && known.isSinceLoss ? 'send' : 'check';
  }
}

/** How a run treats what the ledger knows. `fresh`: not at all. */
export interface PlanRules {
  readonly fresh: boolean;
  readonly origin: Origin;
  readonly refusesDuplicates: boolean;
  /** The run began before, with a ledger that was then lost. */
  readonly isAgain?: boolean;
}

/** What has to be done for the documents of a run. */
export type Plans = Awaited<ReturnType<typeof readPlans>>;

/** The plan of a document takes one byte: its index here. */
const plans: readonly DocumentPlan[] = keysOf({ send: 0, 'look-up': 0, check: 0, compare: 0, skip: 0 });

/** Compares the sendable documents with the ledger; with `fresh`, all are sent. Hears signals. Throws SQLite's errors. */
export async function readPlans(db: Database, spool: Spool, scope: Scope, rules: PlanRules) {
  const { fresh, origin, refusesDuplicates, isAgain = false } = rules;
  const forgets = fresh || origin === 'typed' || (origin === 'act' && !isAgain);
  const afterRun = forgets ? undefined : lastLoss(db, scope, refusesDuplicates);
  const planned = new Uint8Array(spool.size).fill(plans.indexOf(afterRun === undefined ? 'send' : 'check'));
  const changed = new Uint8Array(spool.size);
  let skipped = 0;
  const runs = new Set<number>();
  const any = 'SELECT 1 FROM documents WHERE service = ? AND kind = ? LIMIT 1';
  if (!fresh && db.get(any, [scope.service, scope.kind]) !== undefined)
    for await (const part of knownDocuments(db, spool, scope, afterRun ?? 0))
      for (const { number, run, ...known } of part) {
        const plan = planOf(known, origin, refusesDuplicates);
        planned[number] = plans.indexOf(plan);
        changed[number] = Number(plan === 'look-up' && known.content === 'other');
        runs.add(run);
        if (plan === 'skip') skipped += 1;
      }
  return {
    /** How many documents need at least one request, before anything is sent; the others are done. */
    counts: { toProcess: spool.count('sendable') - skipped, skipped },
    of: (number: number) => plans[planned[number] ?? 0] as DocumentPlan,
    /** Whether a document that may have been sent had other content then. */
    isChanged: (number: number) => changed[number] === 1,
    /** The runs that recorded the last outcome of one of them. */
    runs,
  };
}

/** In SQL, that the order of the cancellation `d` was, or may have been, uploaded since; open intents are of one run. */
const isUploadedSince = `d.kind = 'cancel' AND (EXISTS (
  SELECT 1 FROM documents o WHERE o.service = d.service AND o.kind = 'order' AND o.reference = d.reference
  AND o.run > d.run AND o.state IN (${statesThere('yes', 'maybe')}))
  OR d.run < (SELECT max(i.run) FROM intents i WHERE i.service = d.service AND i.kind = 'order')
  AND (d.service, d.reference) IN (
    SELECT i.service, sent.value FROM intents i, json_each(i.documents) sent WHERE i.kind = 'order'))`;

const columns = [
  ...['given.value ->> 2 AS number', 'd.run', 'd.state'],
  "CASE d.digest WHEN given.value ->> 1 THEN 'same' WHEN '' THEN 'unrecorded' ELSE 'other' END AS content",
  `${hasOtherContent} AS differs`,
  `d.kind = 'order' AND ${mayBeCancelledSince} AS isCancelledSince`,
  `${isUploadedSince} AS isUploadedSince`,
  'EXISTS (SELECT 1 FROM runs r WHERE r.id = d.run AND r.ended_at IS NULL) AS isUntold',
];

interface Row extends Pick<Known, 'content'> {
  readonly number: number;
  readonly run: number;
  readonly state: string;
  readonly differs: number;
  readonly isCancelledSince: number;
  readonly isUploadedSince: number;
  readonly isUntold: number;
}

/** The documents that the ledger knows, part by part, with the run of their last outcome. */
async function* knownDocuments(db: Database, spool: Spool, { service, kind }: Scope, lossAfter: number) {
  const known = `FROM json_each(?) given
    CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value ->> 0`;
  function* given() {
    const members = ['number', 'reference', 'digest'] as const;
    for (const { number, reference, digest } of spool.documents(members, 'sendable'))
      yield [reference, digest, number] as const;
  }
  const turn = turns();
  for (const part of inParts(given())) {
    await turn();
    yield readRows<Row>(db, columns, known, [JSON.stringify(part), service, kind]).map(
      ({ state, ...row }) => ({
        number: row.number,
        run: row.run,
        content: row.content,
        isThere: thereBy(state),
        isSinceLoss: row.run > lossAfter,
        differs: row.differs === 1,
        isCancelledSince: row.isCancelledSince === 1,
        isUploadedSince: row.isUploadedSince === 1,
        isUntold: row.isUntold === 1,
      }),
    );
  }
}

/**
 * The last run before a damaged ledger was replaced, if the service may have documents of this kind that the ledger has
 * forgotten. After a complete run, the service itself refuses what it already has. But it stores no reference for slots,
 * and refuses no second purchase order with the same reference, so for them the loss lasts.
 */
function lastLoss(db: Database, { service, kind }: Scope, refusesDuplicates: boolean): number | undefined {
  const last = 'SELECT max(l.after_run) AS run FROM losses l';
  const found = refusesDuplicates
    ? db.get<{ run: number | null }>(
        `${last} WHERE NOT EXISTS (
           SELECT 1 FROM runs r WHERE r.service = ? AND r.kind = ? AND r.id > l.after_run
           AND r.ended_at IS NOT NULL AND r.stopped IS NULL)`,
        [service, kind],
      )
    : db.get<{ run: number | null }>(last);
  return found?.run ?? undefined;
}
