import { existsSync } from 'node:fs';
import type { Connection, Row } from '../../storage/sqlite.ts';
import { compareUtf8 } from '../../text/utf8-order.ts';
import { withLedger } from './damage/replace-damaged.ts';
import { openDocuments } from './journal.ts';
import { jsonRows, readJson } from './json-rows.ts';
import { type LedgerPlace, ledgerFile, withLedgerErrors } from './ledger-file.ts';

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

const runColumns =
  'r.id, r.kind, r.files, s.address, s.client, r.started_at, r.ended_at, r.exit_code, r.stopped, r.counts';
const allRuns = 'FROM runs r JOIN services s ON s.id = r.service';

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
      documents: (record) => withLedgerErrors(ledgerFile(place.dataFolder), documentsOf(db, record)),
      close: () => db.close(),
    };
  });
}

type RunRow = readonly [
  run: number,
  kind: string,
  files: string,
  address: string,
  client: string,
  startedAt: number,
  endedAt: number | null,
  exitCode: number | null,
  stopped: string | null,
  counts: string,
];

/** All runs, newest first. Throws SQLite's errors. */
export function readRuns(db: Connection): RunRecord[] {
  const rows = db.statement(`SELECT ${jsonRows(runColumns)} ${allRuns}`).row()?.[0];
  return readJson<RunRow[]>(rows)
    .map(toRun)
    .sort((left, right) => right.run - left.run);
}

type DocumentRow = readonly [
  reference: string,
  outcome: string,
  uuid: string | null,
  number: number | bigint | string | null,
  status: number | null,
  error: string | null,
  fields: string | null,
];

function documentsOf(db: Connection, { run, kind, address, client }: RunRecord): Generator<RunDocument> {
  const service = db
    .statement('SELECT id FROM services WHERE address = ? AND client = ?')
    .row(address, client)?.[0];
  const columns = 'reference, state, uuid, number, status, error, fields';
  const current = db.statement(
    `SELECT ${jsonRows(columns)} FROM (SELECT ${columns} FROM documents
     WHERE service = ? AND kind = ? AND reference > ? AND run = ? ORDER BY reference LIMIT ${pageSize})`,
  );
  const past = db.statement(
    `SELECT ${jsonRows(columns)} FROM (SELECT ${columns} FROM past
     WHERE run = ? AND reference > ? ORDER BY reference LIMIT ${pageSize})`,
  );
  // Documents that may be in progress, or were when the run was interrupted.
  const open = db.statement(
    `SELECT ${jsonRows("value, 'unknown', NULL, NULL, NULL, NULL, NULL")}
     FROM (SELECT given.value ${openDocuments} AND given.value > ? ORDER BY given.value LIMIT ${pageSize})`,
  );
  return merged(
    merged(
      paged((after) => current.row(Number(service), kind, after, run)),
      paged((after) => open.row(run, after)),
    ),
    paged((after) => past.row(run, after)),
  );
}

function* paged(page: (after: string) => Row | undefined): Generator<RunDocument> {
  for (let after = ''; ; ) {
    const rows = readJson<DocumentRow[]>(page(after)?.[0]);
    for (const row of rows) yield toDocument(row);
    const last = rows.at(-1)?.[0];
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

const toRun = (row: RunRow): RunRecord => {
  const [run, kind, files, address, client, startedAt, endedAt, exitCode, stopped, counts] = row;
  return {
    run,
    kind,
    files: readJson<string[]>(files),
    address,
    client,
    startedAt,
    endedAt,
    exitCode,
    stopped,
    counts: readJson<Record<string, number>>(counts),
  };
};

const toDocument = ([reference, outcome, uuid, number, status, error, fields]: DocumentRow): RunDocument => ({
  reference,
  outcome,
  uuid,
  number,
  status,
  error,
  fields,
});
