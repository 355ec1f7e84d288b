import { existsSync } from 'node:fs';
import { type Database, openDatabase } from '../../storage/sqlite/database.ts';
import { UnusableFile } from '../../storage/sqlite/database-file.ts';
import { attempt } from '../../text/records.ts';
import { isTime } from '../../text/time/time.ts';
import { listed } from '../../text/words.ts';
import { actKinds, statesDone, statesThere } from '../terms/outcomes.ts';
import { cutOff, openDocuments } from './intents-and-outcomes.ts';
import { type LedgerAccount, serviceOf } from './ledger-account.ts';
import {
  type DocumentOutcome,
  type LedgerPlace,
  ledgerFile,
  outcomeColumns,
  pageSize,
  pagesOf,
  readJson,
  readRows,
} from './ledger-file.ts';
import { readLater, withLedger } from './open-ledger.ts';

/** A past or current upload. */
export interface RunRecord {
  readonly run: number;
  readonly kind: string;
  readonly files: readonly string[];
  readonly address: string;
  readonly client: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Null while it is running, or if it was interrupted. */
  readonly endedAt: number | null;
  readonly exitCode: number | null;
  readonly stopped: string | null;
  readonly counts: Readonly<Record<string, number>>;
  /** The unfinished runs with which it went on. */
  readonly continued: readonly number[];
}

export type History = NonNullable<Awaited<ReturnType<typeof openHistory>>>;

/** Opens the ledger to read; undefined if nothing was ever uploaded. Replaces a damaged one first. Throws a `CfiError`. */
export async function openHistory(place: LedgerPlace) {
  if (!existsSync(place.file)) return undefined;
  return withLedger(place, (db) => {
    // Read here, where a damaged ledger can still be replaced.
    const runs = readRuns(db);
    return {
      /** The uploads of one kind, or all; newest first. */
      runs: (kind?: string) => (kind === undefined ? runs : runs.filter((run) => run.kind === kind)),
      run: (id: number) => runs.find(({ run }) => run === id),
      /** By reference. Documents that the run skipped belong to the run that finished them. Throws a `CfiError`. */
      documents: (record: RunRecord) => readLater(place, () => documentsOf(db, record)),
      close: () => db.close(),
    };
  });
}

type RunRow = Omit<RunRecord, Listed> & Readonly<Record<Listed, string>>;
type Listed = 'files' | 'counts' | 'continued';

const runColumns = [
  'r.id AS run',
  'r.kind',
  'r.files',
  's.address',
  's.client',
  'r.started_at AS startedAt',
  'r.ended_at AS endedAt',
  'r.exit_code AS exitCode',
  'r.stopped',
  'r.counts',
  'r.continued',
];

const allRuns = 'FROM runs r JOIN services s ON s.id = r.service WHERE r.id > 0 ORDER BY r.id DESC';

/** Throws an `UnusableFile` (damaged ledger) for what is no time. */
function timeOf(value: unknown): number {
  if (isTime(value)) return value;
  throw new UnusableFile('the run ledger', 'damaged');
}

/** All runs, newest first, without the acts on single slots. Throws SQLite's errors. */
export const readRuns = (db: Database): RunRecord[] =>
  readRows<RunRow>(db, runColumns, allRuns).map((row) => ({
    ...row,
    startedAt: timeOf(row.startedAt),
    endedAt: row.endedAt === null ? null : timeOf(row.endedAt),
    files: readJson<string[]>(row.files),
    counts: readJson<Record<string, number>>(row.counts),
    continued: readJson<number[]>(row.continued),
  }));

/** `run 1`, `runs 1, 2 and 3`. */
export const namedRuns = (runs: readonly number[]): string =>
  `${runs.length === 1 ? 'run' : 'runs'} ${listed(runs.map(String))}`;

/** The runs of the same upload, this one too, in their order: those that were interrupted, and those that went on with them. */
export function runsOfUpload(all: readonly RunRecord[], run: number): number[] {
  const found = new Set([run]);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { run: later, continued } of all)
      if ([later, ...continued].some((each) => found.has(each)) && continued.length > 0)
        for (const each of [later, ...continued]) found.add(each);
  }
  return [...found].sort((a, b) => a - b);
}

const columns = outcomeColumns.join(', ');
const ofPage = `reference > ?2 ORDER BY reference LIMIT ${pageSize}`;

/** The documents that a run recorded, also where a later run replaced that, and those that it may have sent. */
const ofRun = `FROM (
    SELECT * FROM (
      SELECT 1 AS rank, ${columns} FROM documents WHERE run = ?1 AND service = ?3 AND kind = ?4 AND ${ofPage})
    UNION ALL SELECT * FROM (
      SELECT 2, given.value AS reference, 'unknown', NULL, NULL, NULL, NULL, NULL ${openDocuments} AND ${ofPage})
    UNION ALL SELECT * FROM (SELECT 3, ${columns} FROM past WHERE run = ?1 AND ${ofPage})
    ORDER BY reference, rank DESC LIMIT ${pageSize})
  GROUP BY reference HAVING max(rank) ORDER BY reference`;

function documentsOf(db: Database, record: RunRecord): Generator<DocumentOutcome> {
  const names = outcomeColumns.map((column) => column.replace('state AS ', ''));
  return pagesOf(db, names, ofRun, record.run, serviceOf(db, record) ?? null, record.kind);
}

/** An order or slot that a run created, or any document that it may have created. */
export interface Standing {
  readonly kind: 'order' | 'slot' | 'purchase-order';
  readonly reference: string;
  /** The service's own number, where it is known. */
  readonly number: unknown;
}

/**
 * The orders and slots that an account's runs created, or may have, under references that begin with `start` and that were
 * used once, and that were not cancelled from here; and everything at which a run was killed. Throws SQLite's errors.
 */
export function standing(db: Database, account: LedgerAccount, start: string): Standing[] {
  const service = serviceOf(db, account);
  if (service === undefined) return [];
  const cancelled = `c.service = d.service AND c.state IN (${statesDone})`;
  const recorded = readRows<Standing>(
    db,
    ['d.kind', 'd.reference', 'd.number'],
    `FROM documents d
     WHERE d.service = ?1 AND d.kind IN ('order', 'slot') AND d.reference >= ?2 AND d.reference < ?3
     AND d.state IN (${statesThere('yes', 'maybe')}) AND NOT EXISTS (
       SELECT 1 FROM documents c WHERE ${cancelled}
       AND (d.kind = 'order' AND c.kind = '${actKinds.cancel}' AND c.reference = d.reference
         OR d.kind = 'slot' AND c.kind = '${actKinds['slot-cancel']}' AND c.reference = d.number))`,
    [service, start, `${start}\u{10FFFF}`],
  );
  const open = (['order', 'slot', 'purchase-order'] as const).flatMap((kind) =>
    [...cutOff(db, { service, kind }).values()]
      .flat()
      .filter(({ reference }) => reference.startsWith(start))
      .map(({ reference }) => ({ kind, reference, number: null })),
  );
  return [...recorded, ...open];
}

/** Records that the service has none of what a run may have created. Throws SQLite's errors. */
export function recordAbsent(
  db: Database,
  account: LedgerAccount,
  { kind, reference }: Omit<Standing, 'number'>,
): void {
  const service = serviceOf(db, account) ?? null;
  const known = "service = ? AND kind = ? AND reference = ? AND state = 'unknown'";
  db.run(`UPDATE documents SET state = 'failed' WHERE ${known}`, [service, kind, reference]);
}

/** A longer list is no help; another letter shortens it. */
const mostOffered = 200;
/** A completion that waits is worse than none: do not wait for a lock. */
const busyTimeoutMs = 50;

/** The column that names documents of each kind. */
const names = { order: 'reference', inbound: 'reference', po: 'number' } as const;

/** At most 200 references (of POs, numbers) that begin with `start`; none, and no wait, if the ledger cannot be read. */
export function knownReferences(dataFolder: string, kind: keyof typeof names, start: string): string[] {
  const file = ledgerFile(dataFolder);
  if (!existsSync(file)) return [];
  const column = `d.${names[kind]}`;
  const offered = `FROM services s JOIN documents d ON d.service = s.id
    WHERE d.kind = ? AND ${column} >= ? AND ${column} < ? LIMIT ${mostOffered}`;
  const read = (): string[] => {
    const db = openDatabase(file);
    try {
      db.script(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA query_only = ON`);
      const values = [kind, start, `${start}\u{10FFFF}`];
      const rows = readRows<{ name: unknown }>(db, [`${column} AS name`], offered, values);
      return rows.map(({ name }) => String(name));
    } finally {
      db.close();
    }
  };
  return attempt(read, []);
}
