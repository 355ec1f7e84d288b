import type { Database } from '../../storage/sqlite/database.ts';
import { isAct, type Kind } from '../run/kinds/kind.ts';
import type { CancelledSince, Sighting, SlotBookings, Task } from '../run/work.ts';
import type { TaskResult } from '../run/work-queue.ts';
import {
  cancelledState,
  type DocumentResult,
  isSuccess,
  leftOutState,
  type Outcome,
  outcomes,
} from '../terms/outcomes.ts';
import type { Spool, SpooledDocument, SpoolStatus } from '../terms/spool.ts';
import {
  attemptsOf,
  forgetAttempts,
  forgetSlotsBefore,
  forgetUnsent,
  type Moment,
  numberOf,
  openBookings,
  ownerOf,
  recordBeforeSending,
  recordSeen,
  recordUsed,
} from './attempts.ts';
import { cancelKind, cancelledSince, recordCancellations, recordFoundCancelled } from './cancellations.ts';
import {
  cutOff,
  endIntents,
  type Recorded,
  recordContinued,
  recordIntents,
  recordOutcomes,
  recordUnsent,
  type Scope,
  type Unsent,
} from './intents-and-outcomes.ts';
import { accountNumber, type LedgerAccount } from './ledger-account.ts';
import { type DocumentOutcome, inParts, outcomeColumns, readRows } from './ledger-file.ts';
import { type DocumentPlan, type Plans, readPlans } from './plan.ts';

interface Place {
  /** Index into the sources. */
  readonly file: number;
  readonly lines: readonly number[];
}

/** One document in the report of a run. */
export interface Entry extends DocumentOutcome<Outcome>, Place {}

/** The outcome of a document; an order may also be left out. */
export interface OutcomeRow extends DocumentOutcome<Outcome | typeof leftOutState>, Place {}

/** The outcome of a document that nothing is known about. */
export const noOutcome = { uuid: null, number: null, status: null, error: null, fields: null };

/** All documents that were tried, skipped or invalid, or only those without success. */
export type Which = 'all' | 'failures';

/** The message for an invalid document that `--skip-invalid` left out. */
export const invalidNotSent = 'invalid; not sent';

interface Known extends DocumentOutcome<Outcome> {
  readonly run: number;
}

const headMembers = ['number', 'reference', 'status', 'file', 'lines'] as const;
type Head = Pick<SpooledDocument, (typeof headMembers)[number]>;

/** The documents that were tried, in file order, page by page; `unrecorded` outcomes are not in the ledger. */
function* entries(
  db: Database,
  spool: Spool,
  planned: Plans,
  scope: Scope,
  which: Which,
  unrecorded: ReadonlyMap<string, DocumentResult>,
): Generator<Entry> {
  function* reported(): Generator<Head> {
    for (const head of spool.documents(headMembers))
      if (head.status !== 'other-shard' && (which === 'all' || planned.of(head.number) !== 'skip'))
        yield head;
  }
  for (const part of inParts(reported())) {
    const references = part.map(({ reference }) => reference);
    const known = readKnown(db, scope, references);
    for (const { number, reference, status, file, lines } of part) {
      const result = unrecorded.get(reference);
      const found = result === undefined ? known.get(reference) : asKnown(reference, scope.run, result);
      const outcome = outcomeOf(status, planned.of(number), found, scope.run);
      if (outcome === undefined || (which === 'failures' && isSuccess(outcome))) continue;
      const own = outcome === 'invalid' ? { ...noOutcome, error: invalidNotSent } : (found ?? noOutcome);
      const { uuid, number: given, status: code, error, fields } = own;
      yield { reference, outcome, uuid, number: given, status: code, error, fields, file, lines };
    }
  }
}

/** The ledger's records of documents; what a run did not replace is among the past records. */
function readKnown(db: Database, { service, kind, run }: Scope, references: readonly string[]) {
  const columns = ['run', ...outcomeColumns];
  const current = `FROM json_each(?) given
     CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value`;
  const known = new Map<string, Known>();
  for (const each of readRows<Known>(db, columns, current, [JSON.stringify(references), service, kind]))
    known.set(each.reference, asUpload(each));
  const others = references.filter((reference) => known.get(reference)?.run !== run);
  if (others.length === 0) return known;
  const past = 'FROM json_each(?) given CROSS JOIN past d ON d.run = ? AND d.reference = given.value';
  for (const each of readRows<Known>(db, columns, past, [JSON.stringify(others), run]))
    known.set(each.reference, asUpload(each));
  return known;
}

/** An order that a run has cancelled is one that it has done. */
const asUpload = (known: Known): Known =>
  (known.outcome as string) === cancelledState ? { ...known, outcome: 'created' } : known;
const asCancellation = (outcome: string): string => (outcome === 'created' ? cancelledState : outcome);

/** Records outcomes of any kind, each of another document, in the caller's transaction. Throws SQLite's errors. */
function recordAny(db: Database, scope: Scope, recorded: readonly Recorded[]): void {
  if (scope.kind !== cancelKind) {
    recordOutcomes(db, scope, recorded);
    return;
  }
  const ended = recorded.map(({ reference, result: { outcome, status = null, error = null } }) => ({
    ...{ reference, status, error },
    outcome: asCancellation(outcome),
  }));
  recordCancellations(db, scope, ended);
}

/**
 * Marks what an interrupted run may have sent as unknown, in the caller's transaction. Uploads do so under the account's
 * lock. Acts have none: only those on what `references` names are taken up again, and another process may be at one.
 */
function recoverIntents(
  db: Database,
  { service, kind }: Omit<Scope, 'run'>,
  references?: ReadonlySet<string>,
): void {
  for (const [run, open] of cutOff(db, { service, kind })) {
    const own = references === undefined ? open : open.filter(({ reference }) => references.has(reference));
    const unknown = own.map((each) => ({ ...each, result: { outcome: 'unknown' } }));
    // Other content would make an act another one, and one that may have been done is looked up first.
    const recorded = references === undefined ? unknown : unknown.map((each) => ({ ...each, digest: '' }));
    recordAny(db, { service, kind, run }, recorded);
    const forget = 'DELETE FROM intents WHERE run = ? AND documents = json_array(?)';
    if (references !== undefined) for (const { reference } of own) db.run(forget, [run, reference]);
  }
  if (references === undefined) db.run('DELETE FROM intents WHERE service = ? AND kind = ?', [service, kind]);
}

const asKnown = (reference: string, run: number, result: DocumentResult): Known => {
  const { outcome, uuid = null, number = null, status = null, error = null, fields } = result;
  return { reference, run, outcome, uuid, number, status, error, fields: fields?.join(', ') ?? null };
};

/** Undefined if the document was not tried. */
function outcomeOf(status: SpoolStatus, plan: DocumentPlan, known: Known | undefined, run: number) {
  if (status === 'invalid') return 'invalid';
  if (status === 'left-out' || status === 'short' || status === 'other-shard') return undefined;
  status satisfies 'sendable';
  if (plan === 'skip') return 'skipped';
  return known?.run === run && outcomes.includes(known.outcome) ? known.outcome : undefined;
}

export interface LedgerTask extends Task {
  /** The batch in which its intent was recorded. */
  readonly batch: number;
  /** Of its body. */
  readonly digest: string;
  readonly file: number;
  /** `order cancel` was used since an earlier run sent it: it is only looked up, and is in doubt only since that run. */
  readonly isCancelled?: boolean;
}

interface NewRun extends LedgerAccount, Moment {
  readonly kind: Kind;
  readonly files: readonly string[];
  /** The preset that each was read with, by its index. */
  readonly presets?: readonly (string | undefined)[];
  readonly pid: number;
  /** Ignores earlier outcomes of these documents. */
  readonly fresh: boolean;
  /** No file lists the documents: a finished one is sent again. */
  readonly isTyped?: boolean;
  /** The run began before, with a ledger that was then lost. */
  readonly isAgain?: boolean;
}

interface Ending extends Moment {
  readonly exitCode: number;
  readonly stopped: string | undefined;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** What the files have and the run did not send. */
  readonly unsent: Iterable<Unsent>;
}

/**
 * The part of the ledger that a run writes, as its `Work`: intents before, outcomes after. "Exactly once" depends on it.
 * When `nextBatch` returns, the ledger durably says that its documents may have been sent; it and `record` record outcomes
 * in one transaction; `withdraw` removes the intents of documents without an outcome. Calls throw SQLite's errors.
 */
export type RunLedger = Awaited<ReturnType<typeof beginRun>>;

/** Maximum length of bodies in memory at a time, unless a single body is longer. */
const batchLength = 4 << 20;

/** Starts a run in the ledger and plans it for the spool's documents. Throws SQLite's errors. */
export async function beginRun(db: Database, spool: Spool, options: NewRun) {
  const { kind, presets = [], fresh, isTyped = false, isAgain = false } = options;
  const scope = db.transaction('write', () => insertRun(db, spool, options));
  const refusesDuplicates = kind.rules.conflictIsDuplicate;
  const origin = isAct(kind) ? 'act' : isTyped ? 'typed' : 'files';
  const planned = await readPlans(db, spool, scope, { fresh, origin, refusesDuplicates, isAgain });
  const bookings = openBookings(db, scope.service, options);
  let slotsBefore: () => readonly string[] | undefined = () => undefined;
  const members = ['number', 'reference', 'body', 'digest', 'file', 'leftOutLines'] as const;
  const documents = spool.documents(members, 'sendable');
  /** How many documents of each batch have no outcome. */
  const openInBatch = new Map<number, number>();
  let batches = 0;
  /** Outcomes that could not be recorded yet, by reference. */
  let unrecorded: ReadonlyMap<string, DocumentResult> = new Map();

  const cancelled = ({ reference, start }: Pick<Task, 'reference' | 'start'>): CancelledSince =>
    scope.kind === 'order' ? cancelledSince(db, scope, reference, start === 'look-up') : 'no';

  const take = (size: number, batch: number): LedgerTask[] => {
    const tasks: LedgerTask[] = [];
    for (let length = 0; tasks.length < size && length < batchLength; ) {
      const next = documents.next();
      if (next.done === true) break;
      const { number, reference, body, digest, file, leftOutLines } = next.value;
      const start = planned.of(number);
      if (start === 'skip') continue;
      const known = kind.oneByOne && start !== 'send' ? attemptsOf(db, scope, reference, options) : {};
      const isCancelled = start === 'look-up' && cancelled({ reference, start }) !== 'no';
      const document = { body, leftOutLines };
      // Of the others, the attempts tell.
      const isChanged = kind.oneByOne !== true && planned.isChanged(number);
      tasks.push({ reference, start, isChanged, batch, digest, file, document, isCancelled, ...known });
      length += body.length;
    }
    return tasks;
  };

  /** Records outcomes, and more, in one transaction. */
  const write = (results: readonly TaskResult<LedgerTask>[], more: () => void): void => {
    const left = new Map<number, number>();
    for (const { task } of results)
      left.set(task.batch, (left.get(task.batch) ?? openInBatch.get(task.batch) ?? 0) - 1);
    const ended = [...left].filter(([, count]) => count === 0).map(([batch]) => batch);
    const isOrder = scope.kind === 'order';
    const outcomes = results.map(({ task: { reference, digest, document, file, isCancelled }, result }) => ({
      reference,
      digest,
      result:
        isCancelled && result.outcome === 'unknown' ? ({ ...result, keepsRecord: true } as const) : result,
      preset: presets[file],
      body: isOrder ? document.body : undefined,
    }));
    try {
      db.transaction('write', () => {
        if (outcomes.length > 0) recordAny(db, scope, outcomes);
        if (kind.oneByOne)
          for (const { reference, result } of outcomes) forgetAttempts(db, scope, reference, result);
        for (const batch of ended) endIntents(db, scope, batch);
        more();
      });
    } catch (error) {
      unrecorded = new Map(outcomes.map(({ reference, result }) => [reference, result]));
      throw error;
    }
    unrecorded = new Map();
    for (const [batch, count] of left) openInBatch.set(batch, count);
    for (const batch of ended) openInBatch.delete(batch);
  };

  return {
    run: scope.run,
    /** The unfinished runs with which it goes on. */
    continued: isAct(kind) ? [] : recordContinued(db, scope, planned.runs),
    /** What earlier runs recorded about an account's slots. */
    bookings: bookings as SlotBookings,
    /** For slots: what is known of the account's slots at any moment. */
    slotsAre: (known: () => readonly string[] | undefined): void => {
      slotsBefore = known;
    },
    oneByOne: kind.oneByOne === true,
    /** Whether `order cancel` has cancelled an order since it may have been sent, in this run or an earlier one. */
    cancelled,
    /** The reference of the document with this number, or reference. */
    ownerOf: (number: string) => ownerOf(db, scope, number),
    /** The number of the document with this reference. */
    numberOf: (reference: string) => numberOf(db, scope, reference),
    /** Records what a slot has shown. */
    sawUsed: (slot: string, seen: Sighting): void => recordUsed(db, scope, slot, seen),
    /** Records what was seen of a document at the service. */
    saw: (reference: string, seen: Sighting | undefined): void => recordSeen(db, scope, reference, seen),
    /** Records that the service showed these orders as cancelled. */
    recordCancelled: (references: ReadonlySet<string>): void =>
      db.transaction('write', () => recordFoundCancelled(db, scope, references)),
    plan: planned.counts,
    toProcess: planned.counts.toProcess,
    nextBatch(size: number, results: readonly TaskResult<LedgerTask>[] = []): readonly LedgerTask[] {
      const batch = ++batches;
      const tasks = take(size, batch);
      const maySend = tasks.filter(({ start, isCancelled }) => start !== 'compare' && !isCancelled);
      write(results, () => {
        if (tasks.length === 0) return;
        recordBeforeSending(db, scope, kind, slotsBefore(), tasks);
        recordIntents(db, scope, batch, maySend);
      });
      openInBatch.set(batch, tasks.length);
      return tasks;
    },
    record: (results: readonly TaskResult<LedgerTask>[]): void => write(results, () => {}),
    withdraw: () =>
      db.transaction('write', () => {
        forgetUnsent(db, scope);
        db.run('DELETE FROM intents WHERE run = ?', [scope.run]);
      }),
    /** The documents and their outcomes, in file order, also those that could not be recorded. */
    entries: (which: Which): Iterable<Entry> => entries(db, spool, planned, scope, which, unrecorded),
    end({ now, steady, exitCode, stopped, counts, unsent }: Ending): void {
      db.transaction('write', () => {
        bookings.recordChecked();
        if (kind.name === 'slot') forgetSlotsBefore(db, scope.service);
        const left = recordUnsent(db, scope.run, now, unsent);
        const all = left === 0 ? counts : { ...counts, [leftOutState]: left };
        const close = `UPDATE runs SET ended_at = ?, ended_steady = ?, exit_code = ?, stopped = ?, counts = ? WHERE id = ?`;
        const ended = [now, Math.ceil(steady), exitCode, stopped ?? null];
        db.run(close, [...ended, JSON.stringify(countsOf(scope, all)), scope.run]);
      });
    },
  };
}

/** The counts of a run for the list of runs; of a cancellation, only the outcomes that it had. */
function countsOf(
  { kind }: Scope,
  counts: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  if (kind !== cancelKind) return counts;
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return Object.fromEntries(found.map(([outcome, count]) => [asCancellation(outcome), count]));
}

/** Runs are numbered from 1; those on single slots, which nobody lists, from -1 down. */
const listedRun = '(SELECT max(0, coalesce(max(id), 0)) + 1 FROM runs)';
const unlistedRun = '(SELECT min(0, coalesce(min(id), 0)) - 1 FROM runs)';

function insertRun(db: Database, spool: Spool, options: NewRun): Scope {
  const { files, pid, now } = options;
  const kind = options.kind.name;
  const service = accountNumber(db, options);
  const acts = isAct(options.kind);
  recoverIntents(db, { service, kind }, acts ? new Set(spool.references('sendable')) : undefined);
  const id = acts && kind !== cancelKind ? unlistedRun : listedRun;
  const run = db.get<{ id: number }>(
    `INSERT INTO runs (id, service, kind, files, pid, started_at, counts)
     VALUES (${id}, ?, ?, ?, ?, ?, '{}') RETURNING id`,
    [service, kind, JSON.stringify(files), pid, now],
  );
  return { service, kind, run: Number(run?.id) };
}
