import type { Connection } from '../../storage/sqlite.ts';
import { leftOutState, type Outcome, type Settled } from '../outcomes.ts';
import type { Start } from '../run/progress.ts';
import type { Work } from '../run/work.ts';
import type { Spool } from '../spool/spool.ts';
import type { SpooledDocument } from '../spool/spooled-document.ts';
import { type LookedUpBySlot, recorderBeforeSending } from './before-sending.ts';
import { cancelledSince, recordFoundCancelled } from './cancellations.ts';
import { type EarlierOutcomes, openEarlierOutcomes } from './earlier-outcomes.ts';
import { type Journal, openJournal, recoverIntents } from './journal.ts';
import { keepOutcomes } from './outcomes-in-memory.ts';
import { collectOutcomes } from './pending-outcomes.ts';
import { type PlanCounts, type Plans, readPlans, type Scope } from './plan.ts';
import { type Entry, entries, type Which } from './run-report.ts';
import { forgetSlotsBefore, openBookings, type SlotBookings } from './slot-bookings.ts';
import { recordUnsent, type Unsent } from './unsent.ts';

/** One document in progress. */
export interface Task {
  readonly reference: string;
  /** Decoded only when it is needed, to avoid long-lived garbage. */
  readonly document: Pick<SpooledDocument, 'body' | 'digest' | 'leftOutLines'>;
  readonly start: Start;
  /** The number of the document in the spool. */
  readonly number: number;
  /** The batch in which its intent was recorded. */
  readonly batch: number;
}

/** A run that begins, and its account. */
export interface NewRun extends LookedUpBySlot {
  /** Address of the service, or of the embedded emulator's state. */
  readonly address: string;
  readonly client: string;
  readonly kind: string;
  readonly files: readonly string[];
  readonly pid: number;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: number;
  /** Ignores earlier outcomes of these documents. */
  readonly fresh: boolean;
  /** Whether the service refuses a second document with the same reference. */
  readonly refusesTwins: boolean;
}

interface Ending {
  /** Wall clock, milliseconds since the epoch. */
  readonly now: number;
  readonly exitCode: number;
  readonly stopped: string | undefined;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** What the files have and the run did not send. */
  readonly unsent: Iterable<Unsent>;
}

/**
 * The part of the ledger that a run writes: intents before, outcomes after. "Exactly once" depends on it. After
 * `secure`, the ledger durably says that the documents of a batch may have been sent; `commit` records outcomes in one
 * transaction; `withdraw` removes the intents of documents without an outcome. Calls throw SQLite's errors.
 */
export interface RunLedger extends Work<Task>, EarlierOutcomes {
  readonly run: number;
  /** What earlier runs recorded about an account's slots. */
  readonly bookings: SlotBookings;
  readonly plan: PlanCounts;
  /** Whether `order cancel` has cancelled an order since it may have been sent: in this run, or in the one that is unsure. */
  cancelled(task: Pick<Task, 'reference' | 'start'>): ReturnType<typeof cancelledSince>;
  /** Records that the service showed these orders as cancelled. */
  recordCancelled(references: ReadonlySet<string>): void;
  /** Records how the run ended. */
  end(ending: Ending): void;
  /** The documents and their outcomes, in file order, also those that could not be recorded. */
  entries(which: Which): Iterable<Entry>;
}

/** Maximum bytes of bodies in memory at a time, unless a single body is larger. */
const batchBytes = 4 << 20;

/** Starts a run in the ledger and plans it for the spool's documents. Throws SQLite's errors. */
export function beginRun(db: Connection, spool: Spool, options: NewRun): RunLedger {
  const scope = db.transaction(() => insertRun(db, options));
  const planned = readPlans(db, spool, scope, options);
  const journal = openJournal(db, scope, planned.supersedes);
  return runLedger(db, spool, { scope, planned, journal, bySlot: options });
}

interface Begun {
  readonly scope: Scope;
  readonly planned: Plans;
  readonly journal: Journal;
  readonly bySlot: LookedUpBySlot;
}

function runLedger(db: Connection, spool: Spool, { scope, planned, journal, bySlot }: Begun): RunLedger {
  /** How many documents of each batch have no outcome. */
  const unsettled = new Map<number, number>();
  let batches = 0;
  let position = 0;
  /** Outcomes whose JSON is still to be made, which is left until nothing waits for it. */
  let settledTasks: { readonly task: Task; readonly settled: Settled }[] = [];
  let pending = collectOutcomes();
  let ended: number[] = [];
  const recorded = keepOutcomes(spool.size);
  /** Outcomes that could not be recorded yet, by reference. */
  const unrecorded = new Map<string, Settled>();
  const recordBeforeSending = recorderBeforeSending(db, scope, bySlot);

  /** The first request for a document; undefined if there is nothing to do. */
  const startOf = (document: number): Start | undefined => {
    if (spool.status(document) !== 'sendable') return undefined;
    const plan = planned.of(document);
    return plan === 'skip' ? undefined : plan;
  };

  return {
    run: scope.run,
    bookings: openBookings(db, scope.service),
    cancelled: ({ reference, start }) =>
      scope.kind === 'order' ? cancelledSince(db, scope, reference, start === 'look-up') : 'no',
    ...openEarlierOutcomes(db, scope),
    recordCancelled: (references) => db.transaction(() => recordFoundCancelled(db, scope, references)),
    plan: planned.counts,
    toProcess: planned.counts.toProcess,
    nextBatch(size) {
      const documents: SpooledDocument[] = [];
      // Each use of a document's own reference decodes it.
      const references: string[] = [];
      const starts: Start[] = [];
      const numbers: number[] = [];
      const maySend: string[] = [];
      for (
        let bytes = 0;
        position < spool.size && documents.length < size && bytes < batchBytes;
        position++
      ) {
        const start = startOf(position);
        if (start === undefined) continue;
        const document = spool.at(position);
        const { reference } = document;
        documents.push(document);
        references.push(reference);
        starts.push(start);
        numbers.push(position);
        if (start !== 'compare') maySend.push(reference);
        bytes += document.size;
      }
      const batch = ++batches;
      if (documents.length > 0) unsettled.set(batch, documents.length);
      recordBeforeSending(documents, starts);
      const secure = maySend.length > 0 ? journal.intend(batch, JSON.stringify(maySend)) : () => {};
      return {
        size: documents.length,
        secure,
        task(index) {
          return {
            reference: references[index] as string,
            document: documents[index] as SpooledDocument,
            start: starts[index] as Start,
            number: numbers[index] as number,
            batch,
          };
        },
      };
    },
    settle(task, settled) {
      settledTasks.push({ task, settled });
      const left = (unsettled.get(task.batch) as number) - 1;
      unsettled.set(task.batch, left);
      if (left === 0) ended.push(task.batch);
    },
    commit() {
      const tasks = settledTasks;
      settledTasks = [];
      for (const { task, settled } of tasks) pending.add(task, settled);
      try {
        journal.settle(pending, ended);
      } catch (error) {
        for (const { task, settled } of tasks) unrecorded.set(task.reference, settled);
        throw error;
      }
      for (const { task, settled } of tasks) recorded.add(task.number, settled);
      unrecorded.clear();
      for (const batch of ended) unsettled.delete(batch);
      pending = collectOutcomes();
      ended = [];
    },
    withdraw: () => journal.withdraw(),
    entries: (which) => entries(db, spool, planned, scope, { which, recorded, unrecorded }),
    end({ now, exitCode, stopped, counts, unsent }) {
      if (bySlot.slotsBefore !== undefined) forgetSlotsBefore(db, scope.service);
      db.transaction(() => {
        const left = recordUnsent(db, scope.run, now, unsent);
        const all = left === 0 ? counts : { ...counts, [leftOutState]: left };
        db.statement('UPDATE runs SET ended_at = ?, exit_code = ?, stopped = ?, counts = ? WHERE id = ?').run(
          now,
          exitCode,
          stopped ?? null,
          JSON.stringify(all),
          scope.run,
        );
      });
    },
  };
}

function insertRun(db: Connection, options: NewRun): Scope {
  const { address, client, kind, files, pid, now } = options;
  db.statement('INSERT OR IGNORE INTO services (address, client) VALUES (?, ?)').run(address, client);
  const service = Number(
    db.statement('SELECT id FROM services WHERE address = ? AND client = ?').row(address, client)?.[0],
  );
  recoverIntents(db, { service, kind });
  const run = db
    .statement(
      `INSERT INTO runs (service, kind, files, pid, started_at, counts) VALUES (?, ?, ?, ?, ?, '{}') RETURNING id`,
    )
    .row(service, kind, JSON.stringify(files), pid, now)?.[0];
  return { service, kind, run: Number(run) };
}
