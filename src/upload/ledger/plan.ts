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

const planByState = Object.entries(plansAfter)
  .map(
    ([state, [same, other]]) =>
      `WHEN d.state = '${state}' THEN iif(d.digest = given.value ->> 1, ${codeOf(same)}, ${codeOf(other)})`,
  )
  .join(' ');

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

/** Compares the sendable documents with the ledger; with `fresh`, all of them are sent. */
export function readPlans(db: Connection, spool: Spool, scope: Scope, fresh: boolean): Plans {
  const { service, kind } = scope;
  const sendable = spool.count('sendable');
  const unknownPlan: DocumentPlan = !fresh && hasLostKnowledge(db, scope) ? 'check' : 'send';
  const someKnown = db.statement('SELECT 1 FROM documents WHERE service = ? AND kind = ? LIMIT 1');
  let planned: Uint8Array | undefined;
  let known = 0;
  let skipped = 0;
  if (!fresh && someKnown.row(service, kind) !== undefined) {
    planned = new Uint8Array(spool.size).fill(codeOf(unknownPlan));
    for (const [document, plan] of knownPlans(db, spool, scope)) {
      // What was recovered may be older than what was lost.
      planned[document] = codeOf(plan === 'send' ? unknownPlan : plan);
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
): Generator<readonly [document: number, plan: DocumentPlan]> {
  const compare = db.statement(
    `SELECT CAST(json_group_array(given.key * ${plans.length} + CASE
       ${planByState} ELSE ${codeOf('check')} END) AS BLOB)
     FROM json_each(?) given
     CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value ->> 0`,
  );
  for (const batch of batchesOf(spool, (document) => spool.status(document) === 'sendable')) {
    const given = batch.map((document) => {
      const stored = spool.at(document);
      return [stored.reference, stored.digest()];
    });
    const found = compare.row(JSON.stringify(given), service, kind)?.[0];
    for (const each of readJson<number[]>(found)) {
      const code = each % plans.length;
      yield [batch[(each - code) / plans.length] as number, plans[code] as DocumentPlan];
    }
  }
}

/**
 * Whether a damaged ledger was replaced since the last complete run of this kind: the service may then have documents that
 * the ledger no longer knows. After such a run, the service itself refuses what it already has; but it knows no references
 * of slots, so for them the loss lasts.
 */
function hasLostKnowledge(db: Connection, { service, kind, run }: Scope): boolean {
  if (kind === 'slot') return db.statement('SELECT 1 FROM losses LIMIT 1').row() !== undefined;
  const lost = db.statement(
    `SELECT 1 FROM losses l WHERE NOT EXISTS (
       SELECT 1 FROM runs r WHERE r.service = ? AND r.kind = ? AND r.id > l.after_run AND r.id <> ?
       AND r.ended_at IS NOT NULL AND r.stopped IS NULL)
     LIMIT 1`,
  );
  return lost.row(service, kind, run) !== undefined;
}
