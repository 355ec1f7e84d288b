import type { FieldProblem } from '../errors.ts';
import type { ProblemLog } from '../payload/document/reading.ts';
import type { DocumentKind, Format, ReadingOptions, Source } from '../payload/document/types.ts';
import { readDocuments } from '../payload/read.ts';
import { formatByName, formatOfSource } from '../payload/source/open-payload.ts';
import { fileSource } from '../payload/source/sources.ts';
import type { Database } from '../storage/sqlite/database.ts';
import { unlessInterrupted } from '../timers.ts';
import { openFailures } from './failures.ts';
import type { Kind } from './run/kinds/kind.ts';
import type { Spool } from './terms/spool.ts';

/** All warnings of a reading, as JSON, in a temporary database because there may be one per row. */
export function warningLog(db: Database) {
  db.script('CREATE TEMP TABLE warnings (id INTEGER PRIMARY KEY, json TEXT NOT NULL)');
  return {
    add({ reference, file, line, cell, column, field, found, message }: FieldProblem): void {
      const json = JSON.stringify({ reference, file, line, cell, column, field, found, message });
      db.run('INSERT INTO warnings (json) VALUES (?)', [json]);
    },
    *[Symbol.iterator](): Generator<string> {
      for (const { json } of db.each<{ json: string }>('SELECT json FROM warnings ORDER BY id')) yield json;
    },
    clear: (): void => db.script('DELETE FROM warnings'),
  };
}

/** All problems of a reading, in a temporary database, by file and line; a row has those of a line that come together. */
function problemLog(db: Database) {
  db.script(`CREATE TEMP TABLE problems (
    file INTEGER, line INTEGER, id INTEGER, json TEXT NOT NULL, PRIMARY KEY (file, line, id)) WITHOUT ROWID`);
  let [count, rows] = [0, 0];
  let last = { file: 0, line: 0, json: '' };
  const store = (): void => {
    const { file, line, json } = last;
    if (json !== '') db.run('INSERT INTO problems VALUES (?, ?, ?, ?)', [file, line, rows++, json]);
    last.json = '';
  };
  return {
    get count(): number {
      return count;
    },
    add(problem: FieldProblem, file: number): void {
      const { line = 0 } = problem;
      const json = JSON.stringify(problem);
      if (last.json === '' || last.file !== file || last.line !== line) {
        store();
        last = { file, line, json };
      } else last.json += `,${json}`;
      count++;
    },
    clear(): void {
      [count, last.json] = [0, ''];
      db.script('DELETE FROM problems');
    },
    *[Symbol.iterator]() {
      store();
      for (const { json } of db.each<{ json: string }>('SELECT json FROM problems ORDER BY file, line, id'))
        yield* JSON.parse(`[${json}]`) as FieldProblem[];
    },
    close: () => db.close(),
  } satisfies ProblemLog & { clear(): void };
}

/** What is read, and how much is kept of what is wrong with it. */
export interface Reading {
  readonly kind: Kind<DocumentKind>;
  /** The files as they are called. */
  readonly files: readonly string[];
  readonly sources: readonly Source[];
  readonly options: ReadingOptions;
  /** Whether all problems are kept, however many there are. */
  readonly keepsProblems: boolean;
  /** Most problems, and warnings, that the summary has. */
  readonly maxProblems: number;
  readonly maxWarnings: number;
  /** Whether the log has all warnings. */
  readonly keepsWarnings: boolean;
  /** Whether the valid documents are sent without the others. */
  readonly skipInvalid: boolean;
}

/** What reading the files found; the documents are in the spool. */
export type FilesRead = Awaited<ReturnType<typeof readIntoSpool>>;

/** Reads the documents into the spool. Throws a `CfiError`, at once when the signal is aborted. */
export async function readIntoSpool(
  { kind, files, sources, options, keepsProblems, keepsWarnings, skipInvalid, ...most }: Reading,
  spool: Spool,
  signal: AbortSignal,
) {
  const failures = openFailures(spool.database, files, kind.name === 'slot');
  const warnings = warningLog(spool.database);
  const problems = keepsProblems ? problemLog(spool.database) : undefined;
  const reading = readDocuments(kind.name, sources, options, spool.sink, {
    ...most,
    // Without it, a problem in any shard stops all of them.
    ownProblemsOnly: skipInvalid,
    allProblems: problems,
    ...(keepsWarnings ? { onWarning: (warning) => warnings.add(warning) } : {}),
    ...(skipInvalid ? { onProblem: (problem) => failures.problem(problem) } : {}),
    onStartAgain() {
      failures.forget();
      warnings.clear();
      problems?.clear();
    },
  });
  return { summary: await unlessInterrupted(reading, signal), failures, warnings };
}

/** The format in which a file would be read; that of its name, or csv, if it cannot be read. */
export async function formatOfFile(
  path: string,
  { format, encoding }: Pick<ReadingOptions, 'format' | 'encoding'>,
): Promise<Format> {
  const given = format === undefined ? {} : { format };
  try {
    return await formatOfSource(fileSource(path, path), { ...given, encoding });
  } catch {
    // The upload says why.
    return formatByName(path, given) ?? 'csv';
  }
}
