import { existsSync } from 'node:fs';
import type { Database } from '../../storage/sqlite/database.ts';
import { compareUtf8 } from '../../text/words.ts';
import { openDocuments } from './journal.ts';
import { type LedgerPlace, ledgerFile } from './ledger-file.ts';
import { readLater, withLedger } from './open-ledger.ts';
import { serviceOf } from './order-states.ts';
import { readJson, readRows } from './rows.ts';

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
}

/** One document of a run, and its outcome. */
export interface RunDocument {
  readonly reference: string;
  readonly outcome: string;
  readonly uuid: string | null;
  readonly number: number | bigint | string | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly fields: string | null;
}

/** The uploads of this machine. */
export interface History {
  /** The uploads of one kind, or all; newest first. */
  runs(kind?: string): RunRecord[];
  run(id: number): RunRecord | undefined;
  /** By reference. Documents that the run skipped belong to the run that finished them. Throws a `CfiError`. */
  documents(record: RunRecord): Generator<RunDocument>;
  close(): void;
}

const pageSize = 500;

/**
 * Opens the ledger for reading; undefined if nothing was ever uploaded from this machine. A damaged ledger is replaced
 * first. Throws a `CfiError`.
 */
export async function openHistory(place: LedgerPlace): Promise<History | undefined> {
  if (!existsSync(ledgerFile(place.dataFolder))) return undefined;
  return withLedger(place, (db) => {
    // Read here, where a damaged ledger can still be replaced.
    const runs = readRuns(db);
    return {
      runs: (kind) => (kind === undefined ? runs : runs.filter((run) => run.kind === kind)),
      run: (id) => runs.find(({ run }) => run === id),
      documents: (record) => readLater(place, documentsOf(db, record)),
      close: () => db.close(),
    };
  });
}

type RunRow = Omit<RunRecord, 'files' | 'counts'> & { readonly files: string; readonly counts: string };

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
];

/** All runs, newest first. Throws SQLite's errors. */
export const readRuns = (db: Database): RunRecord[] =>
  readRows<RunRow>(db, runColumns, 'FROM runs r JOIN services s ON s.id = r.service ORDER BY r.id DESC').map(
    (row) => ({
      ...row,
      files: readJson<string[]>(row.files),
      counts: readJson<Record<string, number>>(row.counts),
    }),
  );

const documentColumns = ['reference', 'state AS outcome', 'uuid', 'number', 'status', 'error', 'fields'];
const openColumns = [
  'given.value AS reference',
  "'unknown' AS outcome",
  ...['uuid', 'number', 'status', 'error', 'fields'].map((name) => `NULL AS ${name}`),
];

/** Page by page: while a page is shown, nothing keeps other processes from writing. */
function documentsOf(db: Database, { run, kind, address, client }: RunRecord): Generator<RunDocument> {
  const service = serviceOf(db, { address, client }) ?? null;
  const current = (after: string): RunDocument[] =>
    readRows(
      db,
      documentColumns,
      `FROM documents WHERE service = ? AND kind = ? AND reference > ? AND run = ?
       ORDER BY reference LIMIT ${pageSize}`,
      service,
      kind,
      after,
      run,
    );
  const past = (after: string): RunDocument[] =>
    readRows(
      db,
      documentColumns,
      `FROM past WHERE run = ? AND reference > ? ORDER BY reference LIMIT ${pageSize}`,
      run,
      after,
    );
  // Documents that may be in progress, or were when the run was interrupted.
  const open = (after: string): RunDocument[] =>
    readRows(
      db,
      openColumns,
      `${openDocuments} AND given.value > ? ORDER BY given.value LIMIT ${pageSize}`,
      run,
      after,
    );
  return merged(merged(paged(current), paged(open)), paged(past));
}

function* paged(page: (after: string) => RunDocument[]): Generator<RunDocument> {
  for (let after = ''; ; ) {
    const rows = page(after);
    yield* rows;
    const last = rows.at(-1)?.reference;
    if (last === undefined || last === after) return;
    after = last;
  }
}

/** Merges two sorted lists. A document in both is taken from the second. */
function* merged(left: Generator<RunDocument>, right: Generator<RunDocument>): Generator<RunDocument> {
  let [a, b] = [left.next(), right.next()];
  while (!a.done || !b.done) {
    if (b.done || (!a.done && compareUtf8(a.value.reference, b.value.reference) < 0)) {
      if (!a.done) yield a.value;
      a = left.next();
    } else {
      if (!a.done && a.value.reference === b.value.reference) a = left.next();
      yield b.value;
      b = right.next();
    }
  }
}
