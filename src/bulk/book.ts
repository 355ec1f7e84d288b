import type { Connection, Row } from './connection.ts';
import type { Outcome, Settled } from './outcomes.ts';
import { changedContent, type Entry, entries, type Which } from './report.ts';
import { spoolFlags } from './spool.ts';

/** What the ledger says is to be done with a document. */
const plans = { send: 0, lookUp: 1, skip: 2, conflict: 3 } as const;

/** One document on its way. */
export interface Task {
  readonly seq: number;
  readonly reference: string;
  readonly body: string;
  /** An earlier run may have sent it: it is looked up before it is sent. */
  readonly lookUpFirst: boolean;
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
  /** Documents of the spool that may be sent. */
  readonly sendable: number;
}

/** What is planned, before anything is sent. */
interface Plan {
  readonly toSend: number;
  readonly skipped: number;
  /** Done in an earlier run with other content; never sent. */
  readonly conflicts: number;
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
  /**
   * Some of the next documents. They are noted as being sent, durably and `window` at a time, before any of them is
   * handed out. Empty when there are no more.
   */
  next(window: number): Task[];
  /** Notes outcomes, in one transaction. */
  settle(outcomes: readonly (readonly [task: Task, settled: Settled])[]): void;
  /** Takes back the intentions that came to nothing: of `tasks`, certainly never sent, and of all not handed out. */
  release(tasks: readonly Task[]): void;
  end(ending: Ending): void;
  /** Documents and what they came to, in the order of the files. */
  entries(which: Which): Iterable<Entry>;
}

/** Documents that are held in memory at a time; their bodies may be large. */
const handful = 64;

const upsert = `
  ON CONFLICT DO UPDATE SET digest = excluded.digest, state = excluded.state, uuid = excluded.uuid,
  number = excluded.number, status = excluded.status, error = excluded.error, fields = excluded.fields, run = excluded.run`;

/** Opens the ledger on the spool's connection and plans the run. */
export function openBook(db: Connection, options: BookOptions): Book {
  const { kind } = options;
  db.statement('ATTACH DATABASE ? AS ledger').run(options.ledgerFile);
  // A committed intention must outlast a power cut; outcomes need not, for what is noted as being sent is looked up.
  db.script('PRAGMA ledger.synchronous = FULL');
  db.statement('PRAGMA ledger.wal_autocheckpoint = 8000').row();
  const { service, run } = db.transaction(() => begin(db, options));

  if (!options.fresh) {
    db.statement(
      `INSERT INTO known (seq, plan)
       SELECT s.seq, CASE
         WHEN d.state IN ('created', 'existing') THEN iif(d.digest = s.digest, ${plans.skip}, ${plans.conflict})
         WHEN d.state IN ('sending', 'unknown') THEN ${plans.lookUp} ELSE ${plans.send} END
       FROM spool s CROSS JOIN ledger.documents d ON d.service = ? AND d.kind = ? AND d.reference = s.reference
       WHERE s.flag = ${spoolFlags.sendable}`,
    ).run(service, kind);
  }
  const planned = (plan: number): number =>
    Number(db.statement('SELECT count(*) FROM known WHERE plan = ?').row(plan)?.[0]);
  const plan: Plan = {
    skipped: planned(plans.skip),
    conflicts: planned(plans.conflict),
    toSend: options.sendable - planned(plans.skip) - planned(plans.conflict),
  };
  const supersedes = planned(plans.lookUp) + planned(plans.send) > 0 || options.fresh;

  const open = `flag = ${spoolFlags.sendable} AND coalesce(k.plan, 0) <= ${plans.lookUp}`;
  const select = db.statement(
    `SELECT s.seq, s.reference, s.body, coalesce(k.plan, 0) FROM spool s LEFT JOIN known k ON k.seq = s.seq
     WHERE s.seq > ? AND s.seq <= ? AND ${open} ORDER BY s.seq LIMIT ${handful}`,
  );
  const windowEnd = db.statement(
    `SELECT max(seq) FROM (SELECT s.seq FROM spool s LEFT JOIN known k ON k.seq = s.seq
     WHERE s.seq > ? AND ${open} ORDER BY s.seq LIMIT ?)`,
  );
  const remember = db.statement(
    `INSERT OR REPLACE INTO ledger.past (run, reference, state, uuid, number, status, error, fields)
     SELECT d.run, d.reference, iif(d.state = 'sending', 'unknown', d.state), d.uuid, d.number, d.status, d.error, d.fields
     FROM spool s LEFT JOIN known k ON k.seq = s.seq
     CROSS JOIN ledger.documents d ON d.service = ? AND d.kind = ? AND d.reference = s.reference
     WHERE s.seq > ? AND s.seq <= ? AND ${open} AND d.run <> ?`,
  );
  const intend = db.statement(
    `INSERT INTO ledger.documents (service, kind, reference, digest, state, run)
     SELECT ?, ?, s.reference, s.digest, 'sending', ? FROM spool s LEFT JOIN known k ON k.seq = s.seq
     WHERE s.seq > ? AND s.seq <= ? AND ${open} ${upsert}`,
  );
  // The digest noted with the intention stays; json_each hands over a whole batch in one call.
  const note = db.statement(
    `INSERT INTO ledger.documents (service, kind, reference, digest, state, uuid, number, status, error, fields, run)
     SELECT ?, ?, value ->> 0, '', value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, ?
     FROM json_each(?) WHERE true ${upsert.replace('digest = excluded.digest, ', '')}`,
  );
  const forget = db.statement(
    `DELETE FROM ledger.documents WHERE service = ? AND kind = ? AND reference = ? AND run = ? AND state = 'sending'`,
  );
  const doubt = db.statement(
    `UPDATE ledger.documents SET state = 'unknown' WHERE service = ? AND kind = ? AND reference = ? AND run = ? AND state = 'sending'`,
  );
  /** Documents up to here were handed out, and up to there noted as being sent. */
  let given = 0;
  let noted = 0;

  const hand = (): Task[] => {
    const tasks = select.rows(given, noted).map(toTask);
    given = tasks.at(-1)?.seq ?? noted;
    return tasks;
  };

  return {
    run,
    plan,
    next(window) {
      if (given === noted) {
        const end = windowEnd.row(noted, window)?.[0];
        if (end === null || end === undefined) return [];
        db.transaction(() => {
          if (supersedes) remember.run(service, kind, noted, Number(end), run);
          intend.run(service, kind, run, noted, Number(end));
        });
        noted = Number(end);
      }
      return hand();
    },
    settle(settled) {
      const values = settled.map(([task, { outcome, uuid, number, status, error, fields }]) => [
        task.reference,
        outcome,
        uuid ?? null,
        number ?? null,
        status ?? null,
        error ?? null,
        fields?.join(', ') ?? null,
      ]);
      db.script('PRAGMA ledger.synchronous = NORMAL');
      note.run(service, kind, run, JSON.stringify(values));
      db.script('PRAGMA ledger.synchronous = FULL');
    },
    release(tasks) {
      const takeBack = (batch: readonly Task[]): void => {
        for (const { reference, lookUpFirst } of batch)
          (lookUpFirst ? doubt : forget).run(service, kind, reference, run);
      };
      if (tasks.length === 0 && given === noted) return;
      db.transaction(() => {
        takeBack(tasks);
        while (given < noted) takeBack(hand());
      });
    },
    entries: (which) => entries(db, { service, kind, run }, which),
    end({ now, exitCode, stopped, counts }) {
      db.transaction(() => {
        db.statement(
          `INSERT OR REPLACE INTO ledger.past (run, reference, state, uuid, number, status, error)
           SELECT ?, s.reference, 'conflict', d.uuid, d.number, NULL, ? FROM known k
           CROSS JOIN spool s ON s.seq = k.seq
           CROSS JOIN ledger.documents d ON d.service = ? AND d.kind = ? AND d.reference = s.reference
           WHERE k.plan = ${plans.conflict}`,
        ).run(run, changedContent, service, kind);
        db.statement(
          'UPDATE ledger.runs SET ended_at = ?, exit_code = ?, stopped = ?, counts = ? WHERE id = ?',
        ).run(now, exitCode, stopped ?? null, JSON.stringify(counts), run);
      });
    },
  };
}

function begin(db: Connection, options: BookOptions): { service: number; run: number } {
  const { address, client, kind, files, pid, now } = options;
  db.statement('INSERT OR IGNORE INTO ledger.services (address, client) VALUES (?, ?)').run(address, client);
  const service = db
    .statement('SELECT id FROM ledger.services WHERE address = ? AND client = ?')
    .row(address, client)?.[0];
  const run = db
    .statement(
      `INSERT INTO ledger.runs (service, kind, files, pid, started_at, counts) VALUES (?, ?, ?, ?, ?, '{}') RETURNING id`,
    )
    .row(Number(service), kind, JSON.stringify(files), pid, now)?.[0];
  return { service: Number(service), run: Number(run) };
}

const toTask = (row: Row): Task => ({
  seq: Number(row[0]),
  reference: String(row[1]),
  body: String(row[2]),
  lookUpFirst: row[3] === plans.lookUp,
});
