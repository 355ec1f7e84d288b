import type { Connection } from '../../storage/sqlite.ts';
import { keysOf } from '../../text/records.ts';
import type { Outcome } from '../outcomes.ts';
import type { Start } from '../run/progress.ts';
import type { Spool } from '../spool/spool.ts';
import { readJson } from './json-rows.ts';

/** The plan for a document: the first request, or nothing because an earlier run finished it. */
export type DocumentPlan = Start | 'skip';

/** How many documents have each plan, before anything is sent. */
export interface PlanCounts {
  /** Documents that need at least one request. */
  readonly toProcess: number;
  readonly skipped: number;
}

/** The plan of each document of a spool. */
export interface Plans {
  readonly counts: PlanCounts;
  /** Whether this run may replace outcomes of earlier runs. */
  readonly supersedes: boolean;
  of(document: number): DocumentPlan;
}

/** The account of a run, by the ledger's own numbers. */
export interface Scope {
  readonly service: number;
  readonly kind: string;
  readonly run: number;
}

/** The plan of a document takes one byte, and one digit in SQL: its index here. */
const codes: Readonly<Record<DocumentPlan, number>> = {
  send: 0,
  'look-up': 1,
  check: 2,
  compare: 3,
  skip: 4,
};
const plans: readonly DocumentPlan[] = keysOf(codes);
const codeOf = (plan: DocumentPlan): number => codes[plan];

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
const sendOrCheck = `iif(d.run > lost.after_run, ${codeOf('send')}, ${codeOf('check')})`;

const codeAfter = (plan: DocumentPlan): string => (plan === 'send' ? sendOrCheck : String(codeOf(plan)));

const planByState = Object.entries(plansAfter)
  .map(
    ([state, [same, other]]) =>
      `WHEN d.state = '${state}' THEN iif(d.digest = given.value ->> 1, ${codeAfter(same)}, ${codeAfter(other)})`,
  )
  .join(' ');

/** A service that refuses no twins would create a document again that it has with other content. */
const planOfTwin = `WHEN d.state = 'conflict' AND d.fields IS NOT NULL THEN ${codeOf('look-up')}`;

const batchSize = 500;

/** The numbers of the spool's documents for which `wanted` holds, `size` at a time. */
export function* batchesOf(
  spool: Spool,
  wanted: (document: number) => boolean,
  size: number = batchSize,
): Generator<number[]> {
  let batch: number[] = [];
  for (let document = 0; document < spool.size; document++) {
    if (wanted(document)) batch.push(document);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What the plans depend on besides spool and ledger, as in `NewRun`. */
interface PlanOptions {
  readonly fresh: boolean;
  readonly refusesTwins: boolean;
}

/** Compares the sendable documents with the ledger; with `fresh`, all of them are sent. */
export function readPlans(
  db: Connection,
  spool: Spool,
  scope: Scope,
  { fresh, refusesTwins }: PlanOptions,
): Plans {
  const { service, kind } = scope;
  const sendable = spool.count('sendable');
  const afterRun = fresh ? undefined : lastLoss(db, scope, refusesTwins);
  const unknownPlan: DocumentPlan = afterRun === undefined ? 'send' : 'check';
  const someKnown = db.statement('SELECT 1 FROM documents WHERE service = ? AND kind = ? LIMIT 1');
  let planned: Uint8Array | undefined;
  let known = 0;
  let skipped = 0;
  if (!fresh && someKnown.row(service, kind) !== undefined) {
    planned = new Uint8Array(spool.size).fill(codeOf(unknownPlan));
    for (const [document, plan] of knownPlans(db, spool, scope, afterRun ?? 0, refusesTwins)) {
      planned[document] = codeOf(plan);
      known += 1;
      if (plan === 'skip') skipped += 1;
    }
  }
  return {
    counts: { toProcess: sendable - skipped, skipped },
    supersedes: fresh || known > skipped,
    of: (document) =>
      planned === undefined ? unknownPlan : (plans[planned[document] as number] as DocumentPlan),
  };
}

/** The plans of the documents in the ledger; text in and text out, so that a batch needs only one call. */
function* knownPlans(
  db: Connection,
  spool: Spool,
  { service, kind }: Scope,
  afterRun: number,
  refusesTwins: boolean,
): Generator<readonly [document: number, plan: DocumentPlan]> {
  const compare = db.statement(
    `SELECT CAST(json_group_array(given.key * ${plans.length} + CASE
       ${refusesTwins ? '' : planOfTwin} ${planByState} ELSE ${codeOf('check')} END) AS BLOB)
     FROM (SELECT ? AS after_run) lost CROSS JOIN json_each(?) given
     CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value ->> 0`,
  );
  for (const batch of batchesOf(spool, (document) => spool.status(document) === 'sendable')) {
    const given = batch.map((document) => {
      const stored = spool.at(document);
      return [stored.reference, stored.digest()];
    });
    const found = compare.row(afterRun, JSON.stringify(given), service, kind)?.[0];
    for (const each of readJson<number[]>(found)) {
      const code = each % plans.length;
      yield [batch[(each - code) / plans.length] as number, plans[code] as DocumentPlan];
    }
  }
}

/**
 * The last run before a damaged ledger was replaced, if the service may have documents of this kind that the ledger has
 * forgotten. After a complete run, the service itself refuses what it already has. But it stores no reference for slots,
 * and refuses no second purchase order with the same reference, so for them the loss lasts.
 */
function lastLoss(db: Connection, { service, kind }: Scope, refusesTwins: boolean): number | undefined {
  const lost = refusesTwins
    ? db
        .statement(
          `SELECT max(l.after_run) FROM losses l WHERE NOT EXISTS (
             SELECT 1 FROM runs r WHERE r.service = ? AND r.kind = ? AND r.id > l.after_run
             AND r.ended_at IS NOT NULL AND r.stopped IS NULL)`,
        )
        .row(service, kind)
    : db.statement('SELECT max(after_run) FROM losses').row();
  return typeof lost?.[0] === 'number' ? lost[0] : undefined;
}
