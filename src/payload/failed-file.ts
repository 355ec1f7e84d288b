import { type OutputFile, type OutputPlace, openOut, removeOutput } from '../storage/output-file.ts';
import { complete } from '../storage/whole-file.ts';
import { harmlessCell } from '../text/csv.ts';
import { isJson } from '../text/json.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { duplicateColumn, failedFileColumns, isOurs } from './document/reading.ts';
import type { Dialect, Row, Table } from './document/row.ts';
import type { CsvHeader, ReadingOptions, Source } from './document/types.ts';
import { jsonTexts } from './json/json-text.ts';
import { recogniseDelimiter } from './source/csv-rows.ts';
import { byteOrderMark, encodingOf } from './source/decode.ts';
import { bytesOf, openPayload, type Payload } from './source/open-payload.ts';
import { headOf } from './source/sources.ts';
import { type WrittenCell, writeWorkbook } from './source/workbook/write-workbook.ts';

/** Whether a failed file of a workbook is one too, by its name; otherwise it is CSV. */
export const isSheetName = (name: string): boolean => !/\.(?:csv|tsv|txt)$/i.test(name);

export interface Failure {
  /** The name of a document that has duplicates. */
  readonly duplicate?: string | null;
  readonly field?: string | null;
  readonly code: string;
  readonly error: string;
}

interface FailedFile {
  /** The input, which is read again. */
  readonly source: Source;
  readonly options: ReadingOptions;
  /** Where the reading found the header of a CSV file; the first row if absent. */
  readonly header?: CsvHeader | undefined;
  /** Where to write, as the user knows it. */
  readonly path: string;
  readonly place: OutputPlace;
  readonly hasDuplicates?: boolean;
  /** The failure of the document with a row on this line; for JSON, with this number. */
  failureAt(line: number): Failure | undefined;
}

type Cells = readonly WrittenCell[];

interface FailedRecord {
  readonly cells: Cells;
  readonly dialect: Dialect;
}

/** What is written of a row: in a workbook, each cell as the text that was read. */
const cellsOf = (row: Row, header: CsvHeader | undefined): Cells =>
  header?.conform === undefined
    ? row.cells
    : header.conform(row).cells.map((text, index) => {
        const cell = row.typed?.[index];
        const currency = cell !== undefined && 'look' in cell ? cell.look.currency : undefined;
        return currency === undefined ? text : { text, currency };
      });

/** The records of a failed file, if any row failed: the header, then each failed row, with the marks beside them. */
async function* failedRecords(table: Table, { header, hasDuplicates = false, failureAt }: FailedFile) {
  let kept: number[] | undefined;
  let names: Cells | undefined;
  let width = 0;
  const commas: Dialect = { delimiter: ',', literalQuotes: false };
  for await (const { rows, dialect = commas } of table.rows(header?.literalQuotes))
    for (const row of rows) {
      // A title above the header is not kept.
      if (row.line < (header?.line ?? 1)) continue;
      if (kept === undefined) {
        // If the input was itself a failed file, its marks are replaced.
        width = row.cells.length;
        kept = row.cells.flatMap((name, index) => (isOurs(name.trim()) ? [] : [index]));
        const own = kept.map((index) => row.cells[index] as string);
        names = [...own, ...failedFileColumns, ...(hasDuplicates ? [duplicateColumn] : [])];
        continue;
      }
      const failure = failureAt(row.line);
      if (failure === undefined) continue;
      if (names !== undefined) yield { cells: names, dialect };
      names = undefined;
      const cells = cellsOf(row, header);
      const own = kept.map((index) => cells[index] ?? '');
      const { field, code, error, duplicate } = failure;
      const said = [String(row.line), field ?? '', code, harmlessCell(sanitizeLine(error))];
      const marks = hasDuplicates ? [...said, duplicate ?? ''] : said;
      const extra = cells.slice(width);
      // Extra cells of CSV stay before the marks, so that the row is valid once they are corrected.
      const all = header?.conform === undefined ? [...extra, ...marks] : [...marks, ...extra];
      yield { cells: [...own, ...all], dialect };
    }
}

/** A record in a dialect, so that reading it again gives the same cells. */
function recordText({ cells, dialect: { delimiter, literalQuotes } }: FailedRecord): string {
  const written = cells.map((each) => {
    const cell = typeof each === 'string' ? each : each.text;
    if (literalQuotes) return /^".*"$/s.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    const plain = !cell.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(cell);
    return plain ? cell : `"${cell.replaceAll('"', '""')}"`;
  });
  return `${written.join(delimiter)}\r\n`;
}

/** Records as CSV, in large pieces. */
async function* csvText(records: AsyncIterable<FailedRecord>): AsyncGenerator<string> {
  let text = '';
  let isHeader = true;
  for await (const record of records) {
    const written = recordText(record);
    const { delimiter } = record.dialect;
    // The header is below a line that names the delimiter if it alone would not tell it.
    if (isHeader && recogniseDelimiter(written) !== delimiter) text = `sep=${delimiter}\r\n`;
    isHeader = false;
    text += written;
    if (text.length < 1 << 16) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** An object's text up to its last bracket, less the marks of an earlier failed file, which are always at its end. */
function withoutMarks(text: string): string {
  const open = text.slice(0, -1);
  const at = open.lastIndexOf('"_line":');
  const marks = `{${text.slice(at)}`;
  if (at === -1 || !isJson(marks) || !Object.keys(JSON.parse(marks) as object).every(isOurs)) return open;
  return open.slice(0, at).trimEnd().replace(/,$/, '');
}

/** Keeps the document's own text, with its numbers as they were written and members that appear twice. */
function markedJson(text: string, number: number, failure: Failure): string {
  if (!isJson(text)) return text;
  const { field, code: _code, error, duplicate } = failure;
  const said = { _line: number, _field: field ?? '', _code, _error: sanitizeLine(error) };
  const own = { ...said, [duplicateColumn]: duplicate ?? undefined };
  const members = withoutMarks(text).trimEnd();
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
    yield (opened ? ',\n' : '[\n') + failed.join(',\n');
    opened = true;
  }
  if (opened) yield '\n]\n';
}

/**
 * Whether the failed file needs a byte-order mark: the input had one, or would be read with `--encoding` again. A
 * spreadsheet takes text without a mark for its own old encoding.
 */
async function needsMark({ source, header, options: { encoding } }: FailedFile): Promise<boolean> {
  if (header?.conform !== undefined) return true;
  if (encoding !== undefined && encodingOf(encoding) !== 'utf-8') return true;
  const { head, rest } = await headOf(bytesOf(source), 3);
  await rest.return(undefined);
  return byteOrderMark(head) !== undefined;
}

/** What is made of the input, which is open meanwhile. */
async function* fromInput<Item>(
  { source, options }: FailedFile,
  made: (payload: Payload) => AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  const payload = await openPayload(source, options);
  try {
    yield* made(payload);
  } finally {
    await payload.close();
  }
}

/** Writes items to a file, which is replaced as a whole or not at all; without any, removes it. */
async function replaceBy<Item>(
  { path, place }: Pick<FailedFile, 'path' | 'place'>,
  items: AsyncGenerator<Item>,
  write: (out: OutputFile, first: Item, others: AsyncGenerator<Item>) => Promise<void>,
): Promise<void> {
  try {
    const first = await items.next();
    if (first.done === true) return await removeOutput(path, place.cwd);
    const out = await openOut(path, place);
    await complete(out, () => write(out, first.value, items));
  } finally {
    // Closes the input, which is open since the first item, if the output could not be opened.
    await items.return(undefined);
  }
}

/**
 * Writes the failed documents of an input to a separate file: CSV rows in UTF-8 with their original cells followed by
 * `_line,_field,_code,_error`, in a workbook if the input is one, JSON documents with members of these names. Replaces
 * the file as a whole or not at all; if nothing failed, removes the file of an earlier run. Returns the number of rows or
 * documents.
 */
export async function writeFailedFile(request: FailedFile): Promise<number> {
  const { header, path } = request;
  let count = 0;
  const counting: FailedFile = {
    ...request,
    failureAt(line) {
      const failure = request.failureAt(line);
      if (failure !== undefined) count++;
      return failure;
    },
  };
  if (header?.conform !== undefined && isSheetName(path)) {
    const records = fromInput(counting, (payload) =>
      failedRecords((payload as { table: Table }).table, counting),
    );
    await replaceBy(request, records, async (out, first, others) => {
      const rows = (async function* () {
        yield first.cells;
        for await (const { cells } of others) yield cells;
      })();
      await writeWorkbook(out.stream, { sheet: header.sheet ?? '', columns: first.cells.length }, rows);
    });
    return count;
  }
  const mark = (await needsMark(request)) ? '\ufeff' : '';
  // JSON, or the failed rows in the dialect in which they were read.
  const texts = fromInput(counting, (payload) =>
    payload.format === 'json'
      ? jsonFailures(payload.chunks, counting)
      : csvText(failedRecords(payload.table, counting)),
  );
  await replaceBy(request, texts, async (out, first, more) => {
    await out.write(mark + first);
    for await (const text of more) await out.write(text);
  });
  return count;
}
