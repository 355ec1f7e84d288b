import type { Database } from '../../storage/sqlite/database.ts';
import { keysOf } from '../../text/records.ts';
import type { Start } from '../run/progress.ts';
import type { Outcome } from '../terms/outcomes.ts';
import { digestOf, type Spool } from '../terms/spool.ts';
import type { Scope } from './journal.ts';
import { inParts } from './order-states.ts';

/** The plan for a document: the first request, or nothing because an earlier run finished it. */
export type DocumentPlan = Start | 'skip';

/** How many documents have each plan, before anything is sent. */
export interface PlanCounts {
  /** Documents that need at least one request. */
  readonly toProcess: number;
  readonly skipped: number;
}

/** The plan of each document of a spool, by its number. */
export interface Plans {
  readonly counts: PlanCounts;
  of(number: number): DocumentPlan;
}

/** The plan for each last outcome in the ledger, with the same and with different content. */
const plansAfter: Readonly<Record<Outcome, readonly [same: DocumentPlan, other: DocumentPlan]>> = {
  created: ['skip', 'compare'],
  existing: ['skip', 'compare'],
  unknown: ['look-up', 'look-up'],
  conflict: ['send', 'send'],
  rejected: ['send', 'send'],
  failed: ['send', 'send'],
  // The ledger never contains these two.
  skipped: ['check', 'check'],
  invalid: ['check', 'check'],
};

/** What was recovered may be older than what was lost: only a record of a run after the loss shows that nothing was sent. */
const codeAfter = (plan: DocumentPlan): string =>
  plan === 'send' ? "iif(d.run > lost.after_run, 'send', 'check')" : `'${plan}'`;

const planByState = Object.entries(plansAfter)
  .map(
    ([state, [same, other]]) =>
      `WHEN d.state = '${state}' THEN iif(d.digest = given.value ->> 1, ${codeAfter(same)}, ${codeAfter(other)})`,
  )
  .join(' ');

/** A service that refuses no twins would create a document again that it has with other content. */
const planOfTwin = "WHEN d.state = 'conflict' AND d.fields IS NOT NULL THEN 'look-up'";

/** What the plans depend on besides spool and ledger, as in `NewRun`. */
interface PlanOptions {
  readonly fresh: boolean;
  readonly refusesTwins: boolean;
}

/** The plan of a document takes one byte: its index here. */
const plans: readonly DocumentPlan[] = keysOf({ send: 0, 'look-up': 0, check: 0, compare: 0, skip: 0 });

/** Compares the sendable documents with the ledger; with `fresh`, all of them are sent. Throws SQLite's errors. */
export function readPlans(
  db: Database,
  spool: Spool,
  scope: Scope,
  { fresh, refusesTwins }: PlanOptions,
): Plans {
  const sendable = spool.count('sendable');
  const afterRun = fresh ? undefined : lastLoss(db, scope, refusesTwins);
  const unknownPlan: DocumentPlan = afterRun === undefined ? 'send' : 'check';
  const planned = new Uint8Array(spool.size).fill(plans.indexOf(unknownPlan));
  let skipped = 0;
  if (!fresh && knowsAny(db, scope))
    for (const [number, plan] of knownPlans(db, spool, scope, afterRun ?? 0, refusesTwins)) {
      planned[number] = plans.indexOf(plan);
      if (plan === 'skip') skipped += 1;
    }
  return {
    counts: { toProcess: sendable - skipped, skipped },
    of: (number) => plans[planned[number] ?? 0] as DocumentPlan,
  };
}

const knowsAny = (db: Database, { service, kind }: Scope): boolean =>
  db.get('SELECT 1 FROM documents WHERE service = ? AND kind = ? LIMIT 1', service, kind) !== undefined;

/** The plans of the documents that the ledger knows. */
function* knownPlans(
  db: Database,
  spool: Spool,
  { service, kind }: Scope,
  afterRun: number,
  refusesTwins: boolean,
): Generator<readonly [number: number, plan: DocumentPlan]> {
  const compare = `SELECT given.value ->> 2 AS number, CASE
      ${refusesTwins ? '' : planOfTwin} ${planByState} ELSE 'check' END AS plan
    FROM (SELECT ? AS after_run) lost CROSS JOIN json_each(?) given
    CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value ->> 0`;
  function* given() {
    for (const { number, reference, body } of spool.documents('sendable'))
      yield [reference, digestOf(body), number] as const;
  }
  for (const part of inParts(given())) {
    const rows = db.all<{ number: number; plan: DocumentPlan }>(
      compare,
      afterRun,
      JSON.stringify(part),
      service,
      kind,
    );
    for (const { number, plan } of rows) yield [number, plan];
  }
}

/**
 * The last run before a damaged ledger was replaced, if the service may have documents of this kind that the ledger has
 * forgotten. After a complete run, the service itself refuses what it already has. But it stores no reference for slots,
 * and refuses no second purchase order with the same reference, so for them the loss lasts.
 */
function lastLoss(db: Database, { service, kind }: Scope, refusesTwins: boolean): number | undefined {
  const last = 'SELECT max(l.after_run) AS run FROM losses l';
  const found = refusesTwins
    ? db.get<{ run: number | null }>(
        `${last} WHERE NOT EXISTS (
           SELECT 1 FROM runs r WHERE r.service = ? AND r.kind = ? AND r.id > l.after_run
           AND r.ended_at IS NOT NULL AND r.stopped IS NULL)`,
        service,
        kind,
      )
    : db.get<{ run: number | null }>(last);
  return found?.run ?? undefined;
}
