import { fieldOf } from '../../client/api/request-errors.ts';
import type { FieldProblem } from '../../errors.ts';
import type { Failure } from '../../payload/failed-file.ts';
import { isNumbered } from '../../payload/own-names.ts';
import type { Connection } from '../../storage/sqlite.ts';
import type { Entry } from '../ledger/run-report.ts';
import { isSuccess } from '../outcomes.ts';

/** Failures by file and line, on disk because there may be one per line. */
export interface Failures {
  /** Records what reading found. */
  problem(problem: FieldProblem): void;
  /** Records how a document ended, if it failed. */
  entry(entry: Entry): void;
  /** Forgets how documents ended, but not the reading problems. */
  clear(): void;
  readonly isEmpty: boolean;
  /** Whether a failed document has duplicates. */
  readonly hasTwins: boolean;
  at(file: number, line: number): Failure | undefined;
}

/** Collects the failures of a run on disk, by row. Opens nothing before the first. `namesOwn`: documents have our own names. */
export function openFailures(
  scratch: () => Connection,
  files: readonly string[],
  namesOwn = false,
): Failures {
  let table: Table | undefined;
  let [hasProblems, hasEntries] = [false, false];
  let hasTwins = false;
  const opened = (): Table => {
    table ??= openTable(scratch());
    return table;
  };
  return {
    problem({ file, line, column, field, message }) {
      if (line === undefined) return;
      hasProblems = true;
      opened().join(files.indexOf(file ?? ''), line, field ?? column ?? null, 'invalid', message);
    },
    entry({ reference, outcome, error, fields, file, lines }) {
      if (isSuccess(outcome)) return;
      hasEntries = true;
      // A problem is reported on one line of an order, but its other lines fail too.
      const known = lines.map((line) => opened().at(file, line)).find((failure) => failure !== undefined);
      const field = known?.field ?? fields ?? (error === null ? null : (fieldOf(error) ?? null));
      const twin = outcome !== 'invalid' && namesOwn && isNumbered(reference) ? reference : null;
      hasTwins ||= twin !== null;
      for (const line of lines)
        opened().insert(file, line, field, outcome, known?.error ?? error ?? outcome, twin);
    },
    clear() {
      hasEntries = false;
      hasTwins = false;
      table?.clear();
    },
    get isEmpty() {
      return !hasProblems && !hasEntries;
    },
    get hasTwins() {
      return hasTwins;
    },
    at: (file, line) => table?.at(file, line),
  };
}

type Put = (
  file: number,
  line: number,
  field: string | null,
  code: string,
  error: string,
  twin?: string | null,
) => void;

interface Table {
  /** Keeps only the first message about a row. */
  readonly insert: Put;
  /** Keeps all messages about a row. */
  readonly join: Put;
  clear(): void;
  at(file: number, line: number): Failure | undefined;
}

function openTable(db: Connection): Table {
  db.script(
    'CREATE TEMP TABLE failures (file, line, field, code, error, twin, PRIMARY KEY (file, line)) WITHOUT ROWID',
  );
  const insert = db.statement('INSERT OR IGNORE INTO failures VALUES (?, ?, ?, ?, ?, ?)');
  // A row may have several problems; a user wants to see all of them at once.
  const join = db.statement(
    `INSERT INTO failures VALUES (?, ?, ?, ?, ?, NULL) ON CONFLICT DO UPDATE SET
     field = iif(excluded.field IS NULL OR field IS excluded.field, field, concat_ws(', ', field, excluded.field)),
     error = error || '; ' || excluded.error`,
  );
  const find = db.statement('SELECT field, code, error, twin FROM failures WHERE file = ? AND line = ?');
  return {
    insert: (file, line, field, code, error, twin = null) =>
      void insert.run(file, line, field, code, error, twin),
    join: (file, line, field, code, error) => void join.run(file, line, field, code, error),
    clear: () => db.script("DELETE FROM failures WHERE code <> 'invalid'"),
    at(file, line) {
      const row = find.row(file, line);
      if (row === undefined) return undefined;
      const [field, code, error, twin] = row;
      return {
        code: String(code),
        error: String(error),
        ...(field === null ? {} : { field: String(field) }),
        ...(twin === null ? {} : { twin: String(twin) }),
      };
    },
  };
}
