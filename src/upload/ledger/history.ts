import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { type Database, openDatabase } from '../../storage/sqlite/database.ts';
import { redactData } from '../../text/redact.ts';
import { compareUtf8 } from '../../text/words.ts';
import { openDocuments } from './intents-and-outcomes.ts';
import { type LedgerPlace, ledgerFile, ledgerPlaceOf, pageSize, readJson, readRows } from './ledger-file.ts';
import { readLater, withLedger } from './open-ledger.ts';
import {
  accountNumber,
  accountOf,
  type EndedDocument,
  recordCancellations,
  serviceOf,
} from './order-states.ts';

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
export type History = NonNullable<Awaited<ReturnType<typeof openHistory>>>;

/**
 * Opens the ledger for reading; undefined if nothing was ever uploaded from this machine. A damaged ledger is replaced
 * first. Throws a `CfiError`.
 */
export async function openHistory(place: LedgerPlace) {
  if (!existsSync(ledgerFile(place.dataFolder))) return undefined;
  return withLedger(place, (db) => {
    // Read here, where a damaged ledger can still be replaced.
    const runs = readRuns(db);
    return {
      /** The uploads of one kind, or all; newest first. */
      runs: (kind?: string) => (kind === undefined ? runs : runs.filter((run) => run.kind === kind)),
      run: (id: number) => runs.find(({ run }) => run === id),
      /** By reference. Documents that the run skipped belong to the run that finished them. Throws a `CfiError`. */
      documents: (record: RunRecord) => readLater(place, documentsOf(db, record)),
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
      [service, kind, after, run],
    );
  const past = (after: string): RunDocument[] =>
    readRows(
      db,
      documentColumns,
      `FROM past WHERE run = ? AND reference > ? ORDER BY reference LIMIT ${pageSize}`,
      [run, after],
    );
  // Documents that may be in progress, or were when the run was interrupted.
  const open = (after: string): RunDocument[] =>
    readRows(db, openColumns, `${openDocuments} AND given.value > ? ORDER BY given.value LIMIT ${pageSize}`, [
      run,
      after,
    ]);
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

/** A finished run of a few requests. */
interface EndedRun {
  readonly kind: 'cancel' | 'slot';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly exitCode: number;
  readonly documents: readonly EndedDocument[];
}

/**
 * Records a finished run in the ledger. If the ledger cannot be written, that is only a warning, because the work is
 * done.
 */
export async function recordRun(context: CommandContext, api: Api, run: EndedRun): Promise<void> {
  const { deps } = context;
  const account = { address: api.baseUrl, client: accountOf(api.clientId, deps.env.CFI_TOKEN) };
  const documents = redactData(run.documents, context.redactor.redact) as EndedRun['documents'];
  const ended = { pid: deps.pid, endedAt: deps.now() };
  try {
    await withLedger(ledgerPlaceOf(context), (db) => {
      db.transaction('write', () => insert(db, { ...run, documents, ...account, ...ended }));
      db.close();
    });
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    context.warn(`this run is missing from the list of runs: ${error.message}`);
  }
}

interface Row extends EndedRun {
  readonly address: string;
  readonly client: string;
  readonly pid: number;
  readonly endedAt: number;
}

function insert(db: Database, row: Row): void {
  const { address, client, kind, pid, startedAt, endedAt, exitCode, documents } = row;
  const service = accountNumber(db, address, client);
  const counts: Record<string, number> = {};
  for (const { state } of documents) counts[state] = (counts[state] ?? 0) + 1;
  const run = db.get<{ id: number }>(
    `INSERT INTO runs (service, kind, files, pid, started_at, ended_at, exit_code, counts)
     VALUES (?, ?, '[]', ?, ?, ?, ?, ?) RETURNING id`,
    [service, kind, pid, startedAt, endedAt, exitCode, JSON.stringify(counts)],
  );
  if (kind === 'slot') insertSlots(db, Number(run?.id), documents);
  else recordCancellations(db, { service, run: Number(run?.id) }, documents);
}

/**
 * Records slots that were booked on their own. They are no documents with a name: a row of a file may be called like a
 * slot or a request, and its record must stay.
 */
function insertSlots(db: Database, run: number, slots: readonly EndedDocument[]): void {
  const put =
    'INSERT OR REPLACE INTO past (run, reference, state, number, status, error) VALUES (?, ?, ?, ?, ?, ?)';
  for (const { reference, state, status, error } of slots)
    db.run(put, [run, reference, state, state === 'created' ? reference : null, status, error]);
}

/** A longer list is no help; another letter shortens it. */
const mostOffered = 200;
/** A completion that waits is worse than none: do not wait for a lock. */
const busyTimeoutMs = 50;

/** The column that names documents of each kind. */
const names = { order: 'reference', inbound: 'reference', po: 'number' } as const;

/**
 * References in the ledger (for POs, the service's numbers) that begin with `start`, for completion: at most 200, without
 * waiting, and none if the ledger cannot be read. Changes nothing.
 */
export function knownReferences(dataFolder: string, kind: keyof typeof names, start: string): string[] {
  const file = ledgerFile(dataFolder);
  if (!existsSync(file)) return [];
  const column = `d.${names[kind]}`;
  try {
    const db = openDatabase(file);
    try {
      db.script(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA query_only = ON`);
      return readRows<{ name: unknown }>(
        db,
        [`${column} AS name`],
        `FROM services s JOIN documents d ON d.service = s.id
         WHERE d.kind = ? AND ${column} >= ? AND ${column} < ? LIMIT ${mostOffered}`,
        [kind, start, `${start}\u{10FFFF}`],
      ).map(({ name }) => String(name));
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}
