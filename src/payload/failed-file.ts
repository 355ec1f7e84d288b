import { type OutputFile, openOut, removeOutput } from '../storage/output-file.ts';
import { harmlessCell } from '../text/csv.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { failedFileColumns, twinColumn } from './document/reading.ts';
import type { Row } from './document/row.ts';
import type { CsvHeader, ReadingOptions, Source } from './document/types.ts';
import { jsonTexts, withoutMembers } from './json/json-text.ts';
import { csvRows, type Dialect, recogniseDelimiter } from './source/csv-rows.ts';
import { byteOrderMark, decode, encodingOf } from './source/decode.ts';
import { bytesOf, formatOf, openPayload, rejoin } from './source/open-payload.ts';
import { type WrittenCell, writeWorkbook } from './source/workbook/write-workbook.ts';

/** Whether a failed file of a workbook is one too, by its name; otherwise it is CSV. */
export const isSheetName = (name: string): boolean => !/\.(?:csv|tsv|txt)$/i.test(name);

/** The failed rows of a workbook before they are written. */
interface FailedSheet {
  readonly source: Source;
  readonly options: ReadingOptions;
  readonly header: CsvHeader;
  readonly path: string;
  readonly cwd: string;
  /** The columns that are added, which replace those of an earlier failed file. */
  readonly marks: readonly string[];
  /** What stands in them for a row; undefined if it did not fail. */
  marksOf(row: Row): readonly string[] | undefined;
}

type Record = readonly WrittenCell[];

/** The records of a failed file: the header, then each failed row as it was read. */
async function* failedRecords({
  source,
  options,
  header,
  marks,
  marksOf,
}: FailedSheet): AsyncGenerator<Record> {
  const payload = await openPayload(source, options);
  if (payload.format === 'json') return;
  try {
    let kept: number[] | undefined;
    let width = 0;
    for await (const block of payload.table.rows()) {
      for (const row of block.rows) {
        if (row.line < header.line) continue;
        if (kept === undefined) {
          width = row.cells.length;
          kept = row.cells.flatMap((name, index) => (marks.includes(name.trim()) ? [] : [index]));
          yield [...kept.map((index) => row.cells[index] as string), ...marks];
          continue;
        }
        const own = marksOf(row);
        if (own === undefined) continue;
        const read = header.conform?.(row) ?? row;
        const cells = [...kept, ...extra(read.cells.length, width)].map((index): WrittenCell => {
          const text = read.cells[index] ?? '';
          const cell = row.typed?.[index];
          const currency = cell !== undefined && 'look' in cell ? cell.look.currency : undefined;
          return currency === undefined ? text : { text, currency };
        });
        yield [...cells.slice(0, kept.length), ...own, ...cells.slice(kept.length)];
      }
    }
  } finally {
    await payload.close();
  }
}

/** The indexes of cells behind the last column with a name. */
const extra = (length: number, width: number): number[] =>
  Array.from({ length: Math.max(0, length - width) }, (_, index) => width + index);

const textOf = (cell: WrittenCell): string => (typeof cell === 'string' ? cell : cell.text);

const csvCell = (text: string): string =>
  /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Writes the failed rows of a workbook to a workbook, or to CSV if the name says so. Returns their number. */
async function writeFailedSheet(request: FailedSheet): Promise<number> {
  const { path, cwd, header } = request;
  const records = failedRecords(request);
  const { value: names = [] } = (await records.next()) as { value?: Record };
  const first = await records.next();
  if (first.done === true) {
    await removeOutput(path, cwd);
    return 0;
  }
  let count = 0;
  async function* all(): AsyncGenerator<Record> {
    yield names;
    count++;
    yield first.value as Record;
    for await (const record of records) {
      count++;
      yield record;
    }
  }
  const out = await openOut(path, cwd);
  try {
    if (isSheetName(path))
      await writeWorkbook(out.stream, { sheet: header.sheet ?? '', columns: names.length }, all());
    else {
      // A spreadsheet takes text without a mark for its own old encoding.
      await out.write('\ufeff');
      for await (const record of all())
        await out.write(`${record.map((cell) => csvCell(textOf(cell))).join(',')}\r\n`);
    }
    await out.keep();
  } catch (error) {
    await out.drop();
    throw error;
  }
  return count;
}

/** Why a document was not sent or not accepted. */
export interface Failure {
  /** The name of a document that has duplicates. */
  readonly twin?: string;
  readonly field?: string;
  readonly code: string;
  readonly error: string;
}

/** A failed file before it is written. */
interface FailedFile {
  /** The input, which is read again. */
  readonly source: Source;
  readonly options: ReadingOptions;
  /** Where the reading found the header of a CSV file; the first row if absent. */
  readonly header?: CsvHeader;
  /** Where to write, as the user knows it. */
  readonly path: string;
  readonly cwd: string;
  /** Whether a failed document has duplicates. */
  readonly hasTwins?: boolean;
  /** The failure of the document with a row on this line; for JSON, with this number. */
  failureAt(line: number): Failure | undefined;
}

const ownColumns = [...failedFileColumns, twinColumn] as const;

const columnsFor = ({ hasTwins }: Pick<FailedFile, 'hasTwins'>): readonly string[] =>
  hasTwins === true ? ownColumns : failedFileColumns;

const marks = (line: number, { field = '', code, error }: Failure): string[] => [
  String(line),
  field,
  code,
  harmlessCell(sanitizeLine(error)),
];

/** A record in the dialect it was read in, so that reading it again gives the same cells. */
function record(cells: readonly string[], { delimiter, literalQuotes }: Dialect): string {
  const written = cells.map((cell) => {
    if (literalQuotes) return /^".*"$/s.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    const plain = !cell.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(cell);
    return plain ? cell : `"${cell.replaceAll('"', '""')}"`;
  });
  return `${written.join(delimiter)}\r\n`;
}

/** The header of a failed file, below a line that names the delimiter if the header alone would not tell it. */
function headerRecord(cells: readonly string[], dialect: Dialect): string {
  const header = record(cells, dialect);
  const { delimiter } = dialect;
  return recogniseDelimiter(header) === delimiter ? header : `sep=${delimiter}\r\n${header}`;
}

async function* csvFailures(chunks: AsyncIterable<string>, request: FailedFile) {
  const { source, hasTwins, failureAt, header: from = { line: 1, literalQuotes: false } } = request;
  let kept: number[] | undefined;
  let columnCount = 0;
  let header = '';
  for await (const { dialect, rows } of csvRows(chunks, source.name, from.literalQuotes)) {
    let text = '';
    let count = 0;
    for (const { cells, line } of rows) {
      // A title above the header is not kept: the columns of the marks are beside those of the header.
      if (line < from.line) continue;
      if (kept === undefined) {
        // If the input was itself a failed file, its marks are replaced.
        columnCount = cells.length;
        kept = cells.flatMap((name, index) => (ownColumns.some((own) => own === name.trim()) ? [] : [index]));
        const names = kept.map((index) => cells[index] as string);
        header = headerRecord([...names, ...columnsFor(request)], dialect);
        continue;
      }
      const failure = failureAt(line);
      if (failure === undefined) continue;
      const own = kept.map((index) => cells[index] ?? '');
      // Extra cells stay before the marks, so that the row is valid once they are corrected.
      own.push(...cells.slice(columnCount), ...marks(line, failure));
      if (hasTwins) own.push(failure.twin ?? '');
      text += record(own, dialect);
      count++;
    }
    if (count > 0) {
      yield { text: header + text, count };
      header = '';
    }
  }
}

function markedJson(text: string, number: number, failure: Failure): string {
  const [line, field, code] = marks(number, failure);
  const own = {
    _line: Number(line),
    _field: field,
    _code: code,
    _error: sanitizeLine(failure.error),
    [twinColumn]: failure.twin,
  };
  let document: object;
  try {
    document = JSON.parse(text) as object;
  } catch {
    return text;
  }
  // Keeps the document's own text, with its numbers as they were written and members that appear twice.
  const isMarked = ownColumns.some((name) => name in document);
  const members = (isMarked ? withoutMembers(text, ownColumns) : text).trimEnd().slice(0, -1).trimEnd();
  return `${members}${members === '{' ? '' : ','}${JSON.stringify(own).slice(1)}`;
}

async function* jsonFailures(chunks: AsyncIterable<string>, { source, failureAt }: FailedFile) {
  let opened = false;
  for await (const texts of jsonTexts(chunks, source.name)) {
    const failed = texts.flatMap(({ text, number }) => {
      const failure = failureAt(number);
      return failure === undefined ? [] : [markedJson(text, number, failure)];
    });
    if (failed.length === 0) continue;
    yield { text: (opened ? ',\n' : '[\n') + failed.join(',\n'), count: failed.length };
    opened = true;
  }
  if (opened) yield { text: '\n]\n', count: 0 };
}

/** Whether the failed file needs a byte-order mark: the input had one, or would be read with `--encoding` again. */
async function needsMark(source: Source, { encoding }: ReadingOptions): Promise<boolean> {
  if (encoding !== undefined && encodingOf(encoding) !== 'utf-8') return true;
  let head = Buffer.alloc(0);
  for await (const chunk of source.open()) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= 3) break;
  }
  return byteOrderMark(head) !== undefined;
}

/**
 * Writes the failed documents of an input to a separate file in UTF-8: CSV rows with their original cells followed by
 * `_line,_field,_code,_error`, in a workbook if the input is one, JSON documents with members of these names. Replaces the file as a whole or not at all; if
 * nothing failed, removes the file of an earlier run. Returns the number of rows or documents.
 */
export async function writeFailedFile(request: FailedFile): Promise<number> {
  const { source, options, path, cwd, header, failureAt, hasTwins } = request;
  if (header?.conform !== undefined) {
    const marksOf = ({ line }: Row): string[] | undefined => {
      const failure = failureAt(line);
      if (failure === undefined) return undefined;
      return hasTwins ? [...marks(line, failure), failure.twin ?? ''] : marks(line, failure);
    };
    return writeFailedSheet({ source, options, header, path, cwd, marks: columnsFor(request), marksOf });
  }
  const texts = decode(bytesOf(source), options.encoding, source.name);
  const first = await texts.next();
  const start = first.done ? '' : first.value;
  const format = formatOf(source.name, start, options);
  const chunks = rejoin(start, texts);
  const failures = format === 'csv' ? csvFailures(chunks, request) : jsonFailures(chunks, request);
  const mark = await needsMark(source, options);
  let count = 0;
  let file: OutputFile | undefined;
  try {
    for await (const { text, count: more } of failures) {
      if (file === undefined) {
        file = await openOut(path, cwd);
        if (mark) await file.write('\ufeff');
      }
      await file.write(text);
      count += more;
    }
    await file?.keep();
  } catch (error) {
    await file?.drop();
    throw error;
  }
  if (file === undefined) await removeOutput(path, cwd);
  return count;
}
