import { fieldOf } from '../client/api/request-errors.ts';
import type { FieldProblem } from '../errors.ts';
import { isNumbered } from '../payload/document/reading.ts';
import type { Format, ReadingOptions, ReadingSummary, Source } from '../payload/document/types.ts';
import { type Failure, isSheetName, writeFailedFile } from '../payload/failed-file.ts';
import { formatByName } from '../payload/source/open-payload.ts';
import { type NamedFile, numberedName, type OutputPlace, removeOutput } from '../storage/output-file.ts';
import type { Database } from '../storage/sqlite/database.ts';
import type { Entry } from './ledger/run-ledger.ts';
import { isSuccess } from './terms/outcomes.ts';

type Failures = ReturnType<typeof openFailures>;

/** Collects the failures of a run by file and line, on disk because of their number. `namesOwn`: documents have our names. */
export function openFailures(db: Database, files: readonly string[], namesOwn = false) {
  let [hasProblems, hasEntries, hasDuplicates] = [false, false, false];
  db.script(table);
  const at = (file: number, line: number) => db.get<Failure>(select, [file, line]);
  return {
    /** Records what reading found. */
    problem({ file, line, column, field, message }: FieldProblem): void {
      if (line === undefined) return;
      hasProblems = true;
      db.run(join, [files.indexOf(file ?? ''), line, field ?? column ?? null, 'invalid', message]);
    },
    /** Records how a document ended, if it failed. */
    entry({ reference, outcome, error, fields, file, lines }: Entry): void {
      if (isSuccess(outcome)) return;
      hasEntries = true;
      // A problem is reported on one line of an order, but its other lines fail too.
      const known = lines.map((line) => at(file, line)).find((failure) => failure !== undefined);
      const field = known?.field ?? fields ?? (error === null ? null : (fieldOf(error) ?? null));
      const duplicate = outcome !== 'invalid' && namesOwn && isNumbered(reference) ? reference : null;
      hasDuplicates ||= duplicate !== null;
      for (const line of lines)
        db.run(insert, [file, line, field, outcome, known?.error ?? error ?? outcome, duplicate]);
    },
    /** Forgets how documents ended, but not the reading problems. */
    clear(): void {
      hasEntries = false;
      hasDuplicates = false;
      db.script("DELETE FROM failures WHERE code <> 'invalid'");
    },
    /** Forgets what reading found. */
    forget(): void {
      hasProblems = false;
      db.script('DELETE FROM failures');
    },
    get isEmpty(): boolean {
      return !hasProblems && !hasEntries;
    },
    get hasDuplicates(): boolean {
      return hasDuplicates;
    },
    at,
  };
}

const table =
  'CREATE TEMP TABLE failures (file, line, field, code, error, duplicate, PRIMARY KEY (file, line)) WITHOUT ROWID';
const select = 'SELECT field, code, error, duplicate FROM failures WHERE file = ? AND line = ?';
/** Keeps only the first message about a row. */
const insert = 'INSERT OR IGNORE INTO failures VALUES (?, ?, ?, ?, ?, ?)';
/** More than anybody reads of a row's problems: each is added to the others. */
const mostLetters = 10_000;
const added = (to: string, more: string, separator: string): string =>
  `CASE WHEN length(${to}) < ${mostLetters} THEN concat_ws('${separator}', ${to}, ${more})
   WHEN substr(${to}, -1) = '…' THEN ${to} ELSE ${to} || '${separator}…' END`;
/** A row may have several problems; a user wants to see all of them at once. */
const join = `INSERT INTO failures VALUES (?, ?, ?, ?, ?, NULL) ON CONFLICT DO UPDATE SET
  field = iif(excluded.field IS NULL OR field IS excluded.field, field, ${added('field', 'excluded.field', ', ')}),
  error = ${added('error', 'excluded.error', '; ')}`;

/** What the failed files of an upload are made from, besides what reading found. */
export interface FailedFiles {
  readonly sources: readonly Source[];
  readonly options: ReadingOptions;
  readonly failures: Failures;
}

/** Whether it has a failed file: what can be read only once has one only under the name that `--failed` gives. */
const hasFailedFile = ({ name, isReadOnce }: Source, given: string | undefined): boolean =>
  name !== '' && (isReadOnce !== true || given !== undefined);

/** The name of the `number`th failed file, of an input of that format; `given` is the name that `--failed` gives. */
const targetOf = (source: Source, number: number, given: string | undefined, format: Format): string =>
  given === undefined ? `${source.name}.failed.${format}` : numberedName(given, number, '.');

/** The files that `writeFailures` may write or remove: two for an input whose format only its text tells. */
export function failedFileNames(
  sources: readonly Source[],
  options: ReadingOptions,
  given: string | undefined,
): NamedFile[] {
  return sources.flatMap((source, index) => {
    if (!hasFailedFile(source, given)) return [];
    const format = formatByName(source.name, options);
    // Whatever the name says, the content may be a workbook.
    const possible = format === undefined ? (['csv', 'json', 'xlsx'] as const) : ([format, 'xlsx'] as const);
    const targets = new Set(possible.map((each) => targetOf(source, index + 1, given, each)));
    return [...targets].map((target) => ({ role: 'the failed file', name: target }));
  });
}

export interface WrittenFile {
  readonly name: string;
  readonly format: Format;
}

/**
 * Writes the failed file of each input of which something failed, which is read again for that, and removes those that an
 * earlier run may have left. Under a name that is given, only those that are written are counted: the first has that name.
 */
export async function writeFailures(
  { sources, options, failures }: FailedFiles,
  { formats, headers }: Pick<ReadingSummary, 'formats' | 'headers'>,
  given: string | undefined,
  place: OutputPlace,
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const [index, source] of sources.entries()) {
    if (!hasFailedFile(source, given)) continue;
    const format = formats[index] as Format;
    const path = targetOf(source, written.length + 1, given, format);
    if (failures.isEmpty) {
      await removeOutput(path, place.cwd);
      continue;
    }
    const count = await writeFailedFile({
      ...{ source, options, path, place, header: headers[index], hasDuplicates: failures.hasDuplicates },
      failureAt: (line) => failures.at(index, line),
    });
    // By its name, the failed file of a workbook may be CSV.
    const isText = format === 'xlsx' && !isSheetName(path);
    if (count > 0) written.push({ name: path, format: isText ? 'csv' : format });
  }
  if (given !== undefined)
    for (let number = written.length + 1; number <= sources.length; number++)
      await removeOutput(numberedName(given, number, '.'), place.cwd);
  return written;
}
