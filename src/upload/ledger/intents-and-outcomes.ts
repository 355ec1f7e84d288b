import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import { insertRows } from '../../storage/sqlite/insert-rows.ts';
import { stringifyJson } from '../../text/json.ts';
import { keysOf } from '../../text/records.ts';
import { dayMs } from '../../text/time/time.ts';
import { turns } from '../../timers.ts';
import type { Start } from '../run/work.ts';
import { type DocumentResult, leftOutState, statesDone, statesThere } from '../terms/outcomes.ts';
import type { Spool } from '../terms/spool.ts';
import { type DocumentOutcome, inParts, readRows } from './ledger-file.ts';

/** The account of a run, by the ledger's own numbers. */
export interface Scope {
  readonly service: number;
  readonly kind: string;
  readonly run: number;
}

export interface Recorded {
  readonly reference: string;
  readonly digest: string;
  /** Of an order, as it was sent: the ledger keeps its dispatch time. */
  readonly body?: string | undefined;
  /** The preset that its file was read with. */
  readonly preset?: string | undefined;
  readonly result: Omit<DocumentResult, 'outcome'> & { readonly outcome: string };
}

const pastColumns = ['reference', 'state', 'uuid', 'number', 'status', 'error', 'fields'];

/** Keeps the records of earlier runs that are about to be overwritten. */
const keepPast = `INSERT OR REPLACE INTO past (run, ${pastColumns.join(', ')})
  SELECT run, ${pastColumns.join(', ')} FROM documents
  WHERE service = ? AND kind = ? AND run <> ? AND reference IN (SELECT value FROM json_each(?))`;

const put = `INSERT OR REPLACE INTO documents
  (service, kind, run, reference, digest, state, uuid, number, status, error, fields, dispatch_by, preset) VALUES`;
/** The number is JSON: it may be an integer that JavaScript cannot hold, or a text. */
const putRow = "(?, ?, ?, ?, ?, ?, ?, ? ->> '$', ?, ?, ?, ? ->> '$.DispatchBy', ?)";
const putWidth = 13;

/** Records an outcome that says nothing about what the service has: the record of the document stays. */
const putRefused = `INSERT OR REPLACE INTO past (run, ${pastColumns.join(', ')})
  SELECT ?, reference, ?, uuid, number, ?, ?, ? FROM documents WHERE service = ? AND kind = ? AND reference = ?`;

/** Records outcomes, each of another document, in the caller's transaction. Throws SQLite's errors. */
export function recordOutcomes(
  db: Database,
  { service, kind, run }: Scope,
  recorded: readonly Recorded[],
): void {
  const references: string[] = [];
  const rows: SqlValue[] = [];
  for (const { reference, digest, body = null, preset = null, result } of recorded) {
    const { outcome, uuid = null, number = null, status = null, error = null, keepsRecord } = result;
    const differing = result.fields?.join(', ') ?? null;
    if (keepsRecord === true) {
      db.run(putRefused, [run, outcome, status, error, differing, service, kind, reference]);
      continue;
    }
    references.push(reference);
    const json = stringifyJson(number) ?? 'null';
    rows.push(service, kind, run, reference, digest, outcome, uuid, json, status, error, differing, body);
    rows.push(preset);
  }
  db.run(keepPast, [service, kind, run, JSON.stringify(references)]);
  insertRows(db, put, putRow, putWidth, rows);
}

/** Records that these documents may be sent, in the caller's transaction. Throws SQLite's errors. */
export function recordIntents(
  db: Database,
  { service, kind, run }: Scope,
  batch: number,
  references: readonly string[],
): void {
  if (references.length === 0) return;
  const put = 'INSERT INTO intents (run, batch, service, kind, documents) VALUES (?, ?, ?, ?, ?)';
  db.run(put, [run, batch, service, kind, JSON.stringify(references)]);
}

/** Records that a batch is complete, in the caller's transaction. Throws SQLite's errors. */
export const endIntents = (db: Database, { run }: Scope, batch: number): void =>
  void db.run('DELETE FROM intents WHERE run = ? AND batch = ?', [run, batch]);

/** Documents of the run `?1`, `given.value`, that may have been sent and have no outcome. */
export const openDocuments = `FROM intents i, json_each(i.documents) given
  WHERE i.run = ?1 AND NOT EXISTS (
    SELECT 1 FROM documents d
    WHERE d.service = i.service AND d.kind = i.kind AND d.reference = given.value AND d.run = i.run)`;

/** The documents of an account, by run, that an interrupted run may have sent. Throws SQLite's errors. */
export function cutOff(db: Database, { service, kind }: Omit<Scope, 'run'>): ReadonlyMap<number, string[]> {
  const ofAccount = 'SELECT DISTINCT run FROM intents WHERE service = ? AND kind = ?';
  const runs = db.all<{ run: number }>(ofAccount, [service, kind]);
  const open = `${openDocuments} AND i.service = ?2 AND i.kind = ?3`;
  const referencesOf = (run: number): string[] =>
    readRows<{ value: string }>(db, ['given.value'], open, [run, service, kind]).map(({ value }) => value);
  return new Map(runs.map(({ run }) => [run, referencesOf(run)]));
}

/** A document of the files that a run did not send: invalid, or an order that an export leaves out; and why. */
export type Unsent = Pick<
  DocumentOutcome<'invalid' | typeof leftOutState>,
  'reference' | 'outcome' | 'error'
>;

/** How many left-out orders are kept, and for how long (ms): an export may cover a year and be uploaded every few minutes. */
const limits = { orders: 500_000, ms: 30 * dayMs };

/**
 * Records what a run did not send, and returns how many orders it left out. Forgets those of earlier runs beyond `kept`:
 * by default, after 30 days, and all before the last 500,000. The caller must have opened a transaction.
 * Throws SQLite's errors.
 */
export function recordUnsent(
  db: Database,
  run: number,
  now: number,
  documents: Iterable<Unsent>,
  kept = limits,
): number {
  const put = 'INSERT OR IGNORE INTO past (run, reference, state, error) VALUES (?, ?, ?, ?)';
  let leftOut = 0;
  for (const { reference, outcome, error } of documents) {
    if (outcome === leftOutState) leftOut += 1;
    db.run(put, [run, reference, outcome, error]);
  }
  if (leftOut > 0) forgetOld(db, run, now - kept.ms, kept.orders - leftOut);
  return leftOut;
}

/** Keeps the left-out orders of the latest runs since `since` (ms since the epoch), as long as they are at most `most`. */
function forgetOld(db: Database, run: number, since: number, most: number): void {
  const count = `(counts ->> '$."${leftOutState}"')`;
  db.run(
    `DELETE FROM past WHERE state = '${leftOutState}' AND run IN (
       SELECT id FROM runs WHERE started_at < ? AND ${count} > 0
       UNION ALL
       SELECT id FROM (
         SELECT id, sum(${count}) OVER (ORDER BY id DESC) AS total FROM runs
         WHERE started_at >= ? AND id <> ? AND ${count} > 0)
       WHERE total > ?)`,
    [since, since, run, most],
  );
}

/** The plan for a document: the first request, or nothing because an earlier run finished it. */
export type DocumentPlan = Start | 'skip';

/** What has to be done for the documents of a run. */
export type Plans = Awaited<ReturnType<typeof readPlans>>;

/** In SQL, that the order `d` was cancelled, or found cancelled, since its last outcome: the service had it, whatever that says. */
const cancelledSince = `d.kind = 'order' AND EXISTS (
  SELECT 1 FROM documents c WHERE c.service = d.service AND c.kind = 'cancel' AND c.reference = d.reference
  AND c.run >= d.run AND c.state IN (${statesDone}))`;

/**
 * The plan by the last outcome in the ledger. What was recovered may be older than what was lost: only a record of a run
 * after the loss shows that nothing was sent.
 */
const planByState = `
  WHEN d.state IN (${statesThere('yes')}) THEN iif(d.digest = given.value ->> 1, 'skip', 'compare')
  WHEN d.state IN (${statesThere('maybe')}) OR ${cancelledSince} THEN 'look-up'
  WHEN d.state IN (${statesThere('no')}) THEN iif(d.run > lost.after_run, 'send', 'check')
  ELSE 'check'`;

/** A booking that was typed is another one each time, unless it is not known what came of it, or the run was killed before it told. */
const planOfTyped = `iif(d.state IN (${statesThere('maybe')}) OR d.state IN (${statesThere('yes')}) AND EXISTS (
  SELECT 1 FROM runs r WHERE r.id = d.run AND r.ended_at IS NULL), 'look-up', 'send')`;

/**
 * In SQL, that the order whose cancellation `d` is was, or may have been, uploaded after that: it is another one to cancel.
 * All open intents for an account's orders are those of one run.
 */
const uploadedSince = `d.kind = 'cancel' AND (EXISTS (
  SELECT 1 FROM documents o WHERE o.service = d.service AND o.kind = 'order' AND o.reference = d.reference
  AND o.run > d.run AND o.state IN (${statesThere('yes', 'maybe')}))
  OR d.run < (SELECT max(i.run) FROM intents i WHERE i.service = d.service AND i.kind = 'order')
  AND (d.service, d.reference) IN (
    SELECT i.service, sent.value FROM intents i, json_each(i.documents) sent WHERE i.kind = 'order'))`;

/** An act is done again where the service does not show it; other content is another act. */
const planOfAct = `CASE WHEN d.digest NOT IN ('', given.value ->> 1) OR ${uploadedSince} THEN 'send'
  WHEN d.state IN (${statesThere('maybe')}) THEN 'look-up'
  WHEN d.state IN (${statesDone}) THEN 'check'
  ELSE 'send' END`;

/** A service that refuses no duplicates would create a second document beside the one with other content. */
const planOfConflict = "WHEN d.state = 'conflict' AND d.fields IS NOT NULL THEN 'look-up'";

/** The plan of a document takes one byte: its index here. */
const plans: readonly DocumentPlan[] = keysOf({ send: 0, 'look-up': 0, check: 0, compare: 0, skip: 0 });

/** How a run treats what the ledger knows. `isTyped`: no file lists its documents, so that it may repeat finished ones. */
export interface PlanRules {
  readonly fresh: boolean;
  readonly refusesDuplicates: boolean;
  readonly isTyped?: boolean;
  readonly isAct?: boolean;
  /** The run began before, with a ledger that was then lost. */
  readonly isAgain?: boolean;
}

/**
 * Compares the sendable documents with the ledger; with `fresh`, all of them are sent. Signals are heard meanwhile.
 * Throws SQLite's errors.
 */
export async function readPlans(db: Database, spool: Spool, scope: Scope, rules: PlanRules) {
  const { fresh, refusesDuplicates, isTyped = false, isAct = false, isAgain = false } = rules;
  const forgets = isTyped || (isAct && !isAgain);
  const afterRun = fresh || forgets ? undefined : lastLoss(db, scope, refusesDuplicates);
  const unknownPlan: DocumentPlan = afterRun === undefined ? 'send' : 'check';
  const planned = new Uint8Array(spool.size).fill(plans.indexOf(unknownPlan));
  let skipped = 0;
  const runs = new Set<number>();
  const any = 'SELECT 1 FROM documents WHERE service = ? AND kind = ? LIMIT 1';
  if (!fresh && db.get(any, [scope.service, scope.kind]) !== undefined)
    for await (const known of knownPlans(db, spool, scope, afterRun ?? 0, planIn(rules)))
      for (const { number, plan, run } of known) {
        planned[number] = plans.indexOf(plan);
        runs.add(run);
        if (plan === 'skip') skipped += 1;
      }
  return {
    /** How many documents need at least one request, before anything is sent; the others are done. */
    counts: { toProcess: spool.count('sendable') - skipped, skipped },
    of: (number: number) => plans[planned[number] ?? 0] as DocumentPlan,
    /** The runs that recorded the last outcome of one of them. */
    runs,
  };
}

/**
 * Records that a run goes on with those of `runs` that were interrupted, unless one that has finished did so before; returns
 * them. Throws SQLite's errors.
 */
export function recordContinued(db: Database, { run }: Scope, runs: Iterable<number>): number[] {
  const isOpen = `SELECT 1 FROM runs r WHERE r.id = ? AND (r.ended_at IS NULL OR r.stopped IS NOT NULL) AND NOT EXISTS (
    SELECT 1 FROM runs f, json_each(f.continued) c WHERE c.value = r.id AND f.ended_at IS NOT NULL AND f.stopped IS NULL)`;
  const found = [...runs].filter((each) => db.get(isOpen, [each]) !== undefined).sort((a, b) => a - b);
  if (found.length > 0) db.run('UPDATE runs SET continued = ? WHERE id = ?', [JSON.stringify(found), run]);
  return found;
}

/** The plan of a known document, in SQL. */
function planIn({ refusesDuplicates, isTyped, isAct }: PlanRules): string {
  if (isAct) return planOfAct;
  return isTyped ? planOfTyped : `CASE ${refusesDuplicates ? '' : planOfConflict} ${planByState} END`;
}

interface KnownPlan {
  readonly number: number;
  readonly plan: DocumentPlan;
  readonly run: number;
}

async function* knownPlans(
  db: Database,
  spool: Spool,
  { service, kind }: Scope,
  afterRun: number,
  plan: string,
): AsyncGenerator<KnownPlan[]> {
  const compare = `SELECT given.value ->> 2 AS number, ${plan} AS plan, d.run
    FROM (SELECT ? AS after_run) lost CROSS JOIN json_each(?) given
    CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value ->> 0`;
  function* given() {
    for (const { number, reference, digest } of spool.documents(
      ['number', 'reference', 'digest'],
      'sendable',
    ))
      yield [reference, digest, number] as const;
  }
  const turn = turns();
  for (const part of inParts(given())) {
    await turn();
    yield db.all<KnownPlan>(compare, [afterRun, JSON.stringify(part), service, kind]);
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
