import { fieldOf } from '../../client/api/request-errors.ts';
import type { FieldProblem } from '../../errors.ts';
import { isNumbered } from '../../payload/document/own-names.ts';
import type { Failure } from '../../payload/failed-file.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import type { Entry } from '../ledger/run-report.ts';
import { isSuccess } from '../terms/outcomes.ts';

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

/** Collects the failures of a run in a temporary database, by row. `namesOwn`: documents have our own names. */
export function openFailures(db: Database, files: readonly string[], namesOwn = false): Failures {
  let table: Table | undefined;
  let [hasProblems, hasEntries] = [false, false];
  let hasTwins = false;
  const opened = (): Table => {
    table ??= openTable(db);
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

interface Row {
  readonly field: string | null;
  readonly code: string;
  readonly error: string;
  readonly twin: string | null;
}

const insert = 'INSERT OR IGNORE INTO failures VALUES (?, ?, ?, ?, ?, ?)';
/** A row may have several problems; a user wants to see all of them at once. */
const join = `INSERT INTO failures VALUES (?, ?, ?, ?, ?, NULL) ON CONFLICT DO UPDATE SET
  field = iif(excluded.field IS NULL OR field IS excluded.field, field, concat_ws(', ', field, excluded.field)),
  error = error || '; ' || excluded.error`;

function openTable(db: Database): Table {
  db.script(
    'CREATE TEMP TABLE failures (file, line, field, code, error, twin, PRIMARY KEY (file, line)) WITHOUT ROWID',
  );
  return {
    insert: (file, line, field, code, error, twin = null) =>
      void db.run(insert, file, line, field, code, error, twin),
    join: (file, line, field, code, error) => void db.run(join, file, line, field, code, error),
    clear: () => db.script("DELETE FROM failures WHERE code <> 'invalid'"),
    at(file, line) {
      const row = db.get<Row>(
        'SELECT field, code, error, twin FROM failures WHERE file = ? AND line = ?',
        file,
        line,
      );
      if (row === undefined) return undefined;
      const { field, code, error, twin } = row;
      return { code, error, ...(field === null ? {} : { field }), ...(twin === null ? {} : { twin }) };
    },
  };
}
