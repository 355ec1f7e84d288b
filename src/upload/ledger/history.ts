import { existsSync } from 'node:fs';
import { connect, type Row } from '../../storage/sqlite.ts';
import { openDocuments } from './journal.ts';
import { ledgerError, ledgerFile, prepareLedger } from './ledger-file.ts';

/** One upload of the past, or one under way. */
export interface RunRecord {
  readonly run: number;
  readonly kind: string;
  readonly files: readonly string[];
  readonly address: string;
  readonly client: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Null while it goes on, or when it was cut off. */
  readonly endedAt: number | null;
  readonly exitCode: number | null;
  readonly stopped: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

/** One document of a run, and what it came to. */
export interface RunDocument {
  readonly reference: string;
  readonly outcome: string;
  readonly uuid: string | null;
  readonly number: number | string | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly fields: string | null;
}

export interface History {
  /** The newest first. */
  runs(kind: string): RunRecord[];
  run(id: number): RunRecord | undefined;
  /** By reference; documents that the run skipped belong to the run that settled them. */
  documents(record: RunRecord): Generator<RunDocument>;
  close(): void;
}

const runColumns = `SELECT r.id, r.kind, r.files, s.address, s.client, r.started_at, r.ended_at, r.exit_code, r.stopped, r.counts
  FROM runs r JOIN services s ON s.id = r.service`;

const pageSize = 500;

/** Opens the ledger to look back; undefined when nothing was ever uploaded from here. */
export function openHistory(
  dataFolder: string,
  now: number,
  warn: (line: string) => void,
): History | undefined {
  if (!existsSync(ledgerFile(dataFolder))) return undefined;
  const file = prepareLedger(dataFolder, now, warn);
  const db = connect(file);
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw ledgerError(file, error);
    }
  };
  return {
    runs: (kind) =>
      guarded(() => db.statement(`${runColumns} WHERE r.kind = ? ORDER BY r.id DESC`).rows(kind).map(toRun)),
    run: (id) =>
      guarded(() => {
        const row = db.statement(`${runColumns} WHERE r.id = ?`).row(id);
        return row === undefined ? undefined : toRun(row);
      }),
    *documents({ run, kind, address, client }) {
      const service = db
        .statement('SELECT id FROM services WHERE address = ? AND client = ?')
        .row(address, client)?.[0];
      const now = db.statement(
        `SELECT reference, state, uuid, number, status, error, fields FROM documents
         WHERE service = ? AND kind = ? AND reference > ? AND run = ? ORDER BY reference LIMIT ${pageSize}`,
      );
      const past = db.statement(
        `SELECT reference, state, uuid, number, status, error, fields FROM past
         WHERE run = ? AND reference > ? ORDER BY reference LIMIT ${pageSize}`,
      );
      // Those that may be under way, or were when the run was cut off.
      const open = db.statement(
        `SELECT given.value, 'unknown', NULL, NULL, NULL, NULL, NULL ${openDocuments} AND given.value > ?
         ORDER BY given.value LIMIT ${pageSize}`,
      );
      yield* merged(
        merged(
          paged((after) => now.rows(Number(service), kind, after, run)),
          paged((after) => open.rows(run, after)),
        ),
        paged((after) => past.rows(run, after)),
      );
    },
    close: () => db.close(),
  };
}

function* paged(page: (after: string) => Row[]): Generator<RunDocument> {
  for (let after = ''; ; ) {
    const rows = page(after);
    for (const row of rows) yield toDocument(row);
    const last = rows.at(-1)?.[0];
    if (last === undefined) return;
    after = String(last);
  }
}

/** Two lists in order as one; what the run itself noted of a document goes before what it was superseded by. */
function* merged(left: Generator<RunDocument>, right: Generator<RunDocument>): Generator<RunDocument> {
  let [a, b] = [left.next(), right.next()];
  while (!a.done || !b.done) {
    if (b.done || (!a.done && a.value.reference < b.value.reference)) {
      if (!a.done) yield a.value;
      a = left.next();
    } else {
      if (!a.done && a.value.reference === b.value.reference) a = left.next();
      yield b.value;
      b = right.next();
    }
  }
}

const toRun = ([
  run,
  kind,
  files,
  address,
  client,
  startedAt,
  endedAt,
  exitCode,
  stopped,
  counts,
]: Row): RunRecord => ({
  run: Number(run),
  kind: String(kind),
  files: JSON.parse(String(files)) as string[],
  address: String(address),
  client: String(client),
  startedAt: Number(startedAt),
  endedAt: typeof endedAt === 'number' ? endedAt : null,
  exitCode: typeof exitCode === 'number' ? exitCode : null,
  stopped: typeof stopped === 'string' ? stopped : null,
  counts: JSON.parse(String(counts)) as Record<string, number>,
});

const textOrNull = (value: Row[number] | undefined): string | null =>
  typeof value === 'string' ? value : null;

const toDocument = ([reference, outcome, uuid, number, status, error, fields]: Row): RunDocument => ({
  reference: String(reference),
  outcome: String(outcome),
  uuid: textOrNull(uuid),
  number: number ?? null,
  status: typeof status === 'number' ? status : null,
  error: textOrNull(error),
  fields: textOrNull(fields),
});
