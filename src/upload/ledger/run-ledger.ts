import { type Connection, connect } from '../../storage/sqlite.ts';
import type { Outcome, Settled } from '../outcomes.ts';
import { type Spool, spoolFlags } from '../spool/spool.ts';
import type { SpooledDocument } from '../spool/spooled-document.ts';
import { type Noting, openNoting, recoverWindows } from './journal.ts';
import { gathering } from './outcome-groups.ts';
import { batchesOf, type Plan, type Plans, plans, readPlans, type Scope } from './plan.ts';
import { changedContent, type Entry, entries, type Which } from './run-report.ts';

/** One document on its way. */
export interface Task {
  readonly reference: string;
  /** Read where it is needed: decoded, it would be garbage that lives long. */
  readonly document: Pick<SpooledDocument, 'body' | 'digest'>;
  /** An earlier run may have sent it: it is looked up before it is sent. */
  readonly lookUpFirst: boolean;
  /** With which others its intention was noted. */
  readonly window: number;
}

/** Documents whose intention is noted. */
export interface Batch {
  readonly size: number;
  task(index: number): Task;
}

export interface BookOptions {
  readonly ledgerFile: string;
  /** Address of the service, or of the embedded emulator's state. */
  readonly address: string;
  readonly client: string;
  readonly kind: string;
  readonly files: readonly string[];
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Forgets what earlier runs noted of these documents. */
  readonly fresh: boolean;
}

interface Ending {
  readonly now: number;
  readonly exitCode: number;
  readonly stopped: string | undefined;
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** One run's page of the ledger: intentions before, outcomes after. Every promise of "exactly once" rests on it. */
export interface Book {
  readonly run: number;
  readonly plan: Plan;
  /** The next documents, `size` at most. They are noted, durably, as such that may have been sent. None at the end. */
  next(size: number): Batch;
  /** Gathers an outcome. */
  settle(task: Task, settled: Settled): void;
  /** Notes the outcomes gathered, in one transaction. */
  commit(): void;
  /** Takes back the intentions that came to nothing: of all documents that are not settled. */
  release(): void;
  end(ending: Ending): void;
  /** Documents and what they came to, in the order of the files. */
  entries(which: Which): Iterable<Entry>;
  close(): void;
}

/** Bytes of bodies that are held in memory at a time, unless a single one is larger. */
const windowBytes = 4 << 20;

/** Opens the ledger and plans the run of the spool's documents. */
export function openBook(spool: Spool, options: BookOptions): Book {
  const db = connect(options.ledgerFile);
  try {
    // A committed intention must outlast a power cut.
    db.script('PRAGMA synchronous = FULL');
    db.statement('PRAGMA wal_autocheckpoint = 8000').row();
    const scope = db.transaction(() => begin(db, options));
    const planned = readPlans(db, spool, scope, options.fresh);
    return bookOf(db, spool, { scope, planned, noting: openNoting(db, scope, planned.supersedes) });
  } catch (error) {
    db.close();
    throw error;
  }
}

interface Opened {
  readonly scope: Scope;
  readonly planned: Plans;
  readonly noting: Noting;
}

function bookOf(db: Connection, spool: Spool, { scope, planned, noting }: Opened): Book {
  /** Documents of each window that are not settled. */
  const unsettled = new Map<number, number>();
  let windows = 0;
  let position = 0;
  let gathered = gathering();
  let ended: number[] = [];

  const isToSend = (document: number): boolean =>
    spool.flag(document) === spoolFlags.sendable && planned.of(document) <= plans.lookUp;

  return {
    run: scope.run,
    plan: planned.plan,
    next(size) {
      const documents: SpooledDocument[] = [];
      const listed: string[] = [];
      const lookUps = new Set<number>();
      for (let bytes = 0; position < spool.size && listed.length < size && bytes < windowBytes; position++) {
        if (!isToSend(position)) continue;
        if (planned.of(position) === plans.lookUp) lookUps.add(listed.length);
        const document = spool.at(position);
        documents.push(document);
        listed.push(document.reference);
        bytes += document.size;
      }
      const window = ++windows;
      if (listed.length > 0) {
        unsettled.set(window, listed.length);
        noting.intend(window, JSON.stringify(listed));
      }
      return {
        size: documents.length,
        task(index) {
          const document = documents[index] as SpooledDocument;
          return {
            reference: document.reference,
            document,
            lookUpFirst: lookUps.has(index),
            window,
          };
        },
      };
    },
    settle(task, settled) {
      gathered.add(task, settled);
      const left = (unsettled.get(task.window) as number) - 1;
      unsettled.set(task.window, left);
      if (left === 0) ended.push(task.window);
    },
    commit() {
      noting.settle(gathered, ended);
      for (const window of ended) unsettled.delete(window);
      gathered = gathering();
      ended = [];
    },
    release: () => noting.release(),
    entries: (which) => entries(db, spool, planned, scope, which),
    end({ now, exitCode, stopped, counts }) {
      db.transaction(() => {
        noteConflicts(db, spool, planned, scope);
        db.statement('UPDATE runs SET ended_at = ?, exit_code = ?, stopped = ?, counts = ? WHERE id = ?').run(
          now,
          exitCode,
          stopped ?? null,
          JSON.stringify(counts),
          scope.run,
        );
      });
    },
    close: () => db.close(),
  };
}

/** Finished documents with other content were not touched; that they were given is all that this run has to say. */
function noteConflicts(db: Connection, spool: Spool, planned: Plans, { service, kind, run }: Scope): void {
  if (planned.plan.conflicts === 0) return;
  const put = db.statement(
    `INSERT OR REPLACE INTO past (run, reference, state, uuid, number, status, error)
     SELECT ?, d.reference, 'conflict', d.uuid, d.number, NULL, ?
     FROM json_each(?) CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = value`,
  );
  for (const batch of batchesOf(spool, (document) => planned.of(document) === plans.conflict)) {
    const references = batch.map((document) => spool.at(document).reference);
    put.run(run, changedContent, JSON.stringify(references), service, kind);
  }
}

function begin(db: Connection, options: BookOptions): Scope {
  const { address, client, kind, files, pid, now } = options;
  db.statement('INSERT OR IGNORE INTO services (address, client) VALUES (?, ?)').run(address, client);
  const service = Number(
    db.statement('SELECT id FROM services WHERE address = ? AND client = ?').row(address, client)?.[0],
  );
  recoverWindows(db, { service, kind });
  const run = db
    .statement(
      `INSERT INTO runs (service, kind, files, pid, started_at, counts) VALUES (?, ?, ?, ?, ?, '{}') RETURNING id`,
    )
    .row(service, kind, JSON.stringify(files), pid, now)?.[0];
  return { service, kind, run: Number(run) };
}
