import { openOut, removeOutput } from '../storage/output-file.ts';
import type { Row } from './document/row.ts';
import type { CsvHeader, ReadingOptions, Source } from './document/types.ts';
import { openPayload } from './source/open-payload.ts';
import { type WrittenCell, writeWorkbook } from './source/workbook/write-workbook.ts';

/** Whether a failed file of a workbook is one too, by its name; otherwise it is CSV. */
export const isSheetName = (name: string): boolean => !/\.(?:csv|tsv|txt)$/i.test(name);

/** The failed rows of a workbook before they are written. */
export interface FailedSheet {
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
export async function writeFailedSheet(request: FailedSheet): Promise<number> {
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
