import { extname } from 'node:path';
import type { CsvHeader, Format, ReadingOptions, Source } from '../../payload/document/types.ts';
import { type Failure, writeFailedFile } from '../../payload/failed-file.ts';
import { isSheetName } from '../../payload/failed-sheet.ts';
import { formatByName } from '../../payload/source/source-bytes.ts';
import { type NamedFile, removeOutput } from '../../storage/output-file.ts';
import { standardInput } from '../../text/words.ts';
import type { Failures } from './failures.ts';

/** `failed.csv` for the first file, `failed.2.csv` for the second. */
function numbered(name: string, index: number): string {
  if (index === 0) return name;
  const extension = extname(name);
  return `${name.slice(0, name.length - extension.length)}.${index + 1}${extension}`;
}

/** The failed files before they are written. */
export interface FailedFiles {
  readonly sources: readonly Source[];
  readonly options: ReadingOptions;
  /** Of the reading, by index of the source, like the next. */
  readonly formats: readonly Format[];
  readonly headers: readonly (CsvHeader | undefined)[];
  readonly failures: Failures;
  /** From `--failed`. */
  readonly name: string | undefined;
  readonly cwd: string;
}

/** The names of the sheets that were read, by index of the file. */
export const sheetsOf = ({ headers }: Pick<FailedFiles, 'headers'>): (string | undefined)[] =>
  headers.map((header) => header?.sheet);

/** Whether it has a failed file: standard input has one only under the name that `--failed` gives. */
const hasFailedFile = ({ name }: Source, given: string | undefined): boolean =>
  name !== '' && (name !== standardInput || given !== undefined);

/** The name of the failed file of an input, which has its format; `given` is the name that `--failed` gives. */
const targetOf = (source: Source, index: number, given: string | undefined, format: Format): string =>
  given === undefined ? `${source.name}.failed.${format}` : numbered(given, index);

/** The format of a failed file: a workbook's may be CSV, by its name. */
const writtenFormat = (path: string, format: Format): Format =>
  format === 'xlsx' && !isSheetName(path) ? 'csv' : format;

/** The files that `writeFailures` may write or remove: two for an input whose format only its text tells. */
export function failedFileNames({
  sources,
  name,
  options,
}: Pick<FailedFiles, 'sources' | 'name' | 'options'>): NamedFile[] {
  return sources.flatMap((source, index) => {
    if (!hasFailedFile(source, name)) return [];
    const format = formatByName(source.name, options);
    // Whatever the name says, the content may be a workbook.
    const possible = format === undefined ? (['csv', 'json', 'xlsx'] as const) : ([format, 'xlsx'] as const);
    const targets = new Set(possible.map((each) => targetOf(source, index, name, each)));
    return [...targets].map((target) => ({ role: 'the failed file', name: target }));
  });
}

/** A failed file that was written. */
export interface WrittenFile {
  readonly name: string;
  readonly format: Format;
}

/**
 * Writes a new failed file for each input that has one, or removes the old one if nothing failed. Each is read again for
 * that. Returns the files written.
 */
export async function writeFailures({
  sources,
  options,
  formats,
  headers,
  failures,
  name,
  cwd,
}: FailedFiles): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const [index, source] of sources.entries()) {
    if (!hasFailedFile(source, name)) continue;
    const format = formats[index] as Format;
    const path = targetOf(source, index, name, format);
    if (failures.isEmpty) {
      await removeOutput(path, cwd);
      continue;
    }
    const failureAt = (line: number): Failure | undefined => failures.at(index, line);
    const { hasTwins } = failures;
    const header = headers[index];
    const place = header === undefined ? {} : { header };
    const request = { source, options, path, cwd, hasTwins, failureAt, ...place };
    if ((await writeFailedFile(request)) > 0)
      written.push({ name: path, format: writtenFormat(path, format) });
  }
  return written;
}
