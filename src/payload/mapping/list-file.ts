import { CfiError, usageError } from '../../errors.ts';
import { turns } from '../../timers.ts';
import { looseName } from '../document/layout.ts';
import { cellReference, type Row, type RowBlock, type Table } from '../document/row.ts';
import { conformed, type Role } from '../fields/sheet-cell.ts';
import { csvRows, refuseSwallowedRows } from '../source/csv-rows.ts';
import { decodeWhole } from '../source/decode.ts';
import { isContainer } from '../source/foreign-files.ts';
import { jsonValue } from '../source/json-scan.ts';
import { openPayload } from '../source/open-payload.ts';
import { textSource } from '../source/sources.ts';

/** The rows of a small table without blank ones. */
export type ListTable = Awaited<ReturnType<typeof tableOf>>;

/** A file beside the payload, such as a price list: a table, or the value of a JSON object. */
export type ListFile = ListTable | { readonly json: unknown };

/** All of them are in memory. */
const mostRows = 1_000_000;

interface ListReading {
  /** The encoding of the payload, used where the bytes are not UTF-8. */
  readonly encoding?: string | undefined;
  /** In a workbook, the columns whose cells are numbers. */
  readonly numbers?: { readonly columns: readonly string[]; readonly decimal: 'point' | 'comma' };
}

/** Reads a file beside the payload. `label` is the option with its file. Throws a `CfiError`. */
export async function readListFile(label: string, bytes: Buffer, { encoding, numbers }: ListReading = {}) {
  if (isContainer(bytes)) return readSheet(label, bytes, numbers);
  const text = await decodeWhole(bytes, label, encoding);
  if (!/^\s*\{/.test(text)) return tableOf(label, csvRows(piecesOf(text), label), ({ cells }) => cells);
  return { json: jsonValue(label, text) };
}

/** Text in pieces that do not take long to split. */
function* piecesOf(text: string): Generator<string> {
  const length = 1 << 18;
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/** `cellsOf` gives the cells of a row, and knows the titles, which are the first row's. */
async function tableOf(
  label: string,
  blocks: AsyncIterable<RowBlock>,
  cellsOf: (row: Row, titles: readonly string[]) => readonly string[],
) {
  let titles: readonly string[] | undefined;
  /** What separates cells; undefined in a workbook, where nothing does. */
  let delimiter: string | undefined;
  /** `place`: the option with its file, and the line, for messages. */
  const rows: { readonly place: string; readonly cells: readonly string[] }[] = [];
  const turn = turns(16);
  for await (const { rows: read, dialect } of blocks) {
    delimiter = dialect?.delimiter ?? delimiter;
    for (const row of read) {
      await turn();
      if (rows.length === mostRows)
        throw usageError(`${label} has more than ${mostRows.toLocaleString('en')} rows`, 'use several files');
      const cells = cellsOf(row, titles ?? row.cells);
      const place = `${label}, line ${row.line}`;
      if (titles === undefined) titles = cells;
      else rows.push({ place, cells });
      if (dialect !== undefined) refuseSwallowedRows(row, titles.length - 1, dialect.delimiter, label);
      if (delimiter !== undefined && titles.length > 1 && cells.slice(titles.length).join('').trim() !== '')
        throw usageError(
          `${place} has ${cells.length} cells, but the header has ${titles.length}`,
          'put a cell that contains the delimiter in quotes',
        );
    }
  }
  // Without rows there are no titles.
  return { titles: titles ?? [], rows, delimiter };
}

async function readSheet(label: string, bytes: Buffer, numbers: ListReading['numbers']): Promise<ListTable> {
  const payload = await openPayload(textSource(bytes, label), {}).catch((error: unknown) => {
    // Only several sheets are a usage error here, and --sheet is for the payload.
    throw error instanceof CfiError && error.code === 'usage'
      ? usageError(error.message, 'keep only the right sheet in this workbook')
      : error;
  });
  try {
    // A container is never JSON.
    const { table } = payload as { table: Table };
    const sheet = table.sheet?.name ?? '';
    return await tableOf(label, table.rows(), ({ cells, typed, line }, titles) =>
      cells.map((text, index) => {
        const cell = typed?.[index];
        if (cell === undefined) return text;
        const role: Role = numbers?.columns.some((name) => isNamed(titles[index] ?? '', name))
          ? { kind: 'number', decimal: numbers.decimal, inPercent: false, isPrice: true }
          : { kind: 'text', isBarcode: false };
        const { text: own, remark } = conformed(text, cell, role);
        if (remark?.isError !== true) return own;
        const place = `${label}, ${cellReference(sheet, line, index)}`;
        throw usageError(`${place}: the cell ${remark.message}`, `expected ${remark.expected}`);
      }),
    );
  } finally {
    await payload.close();
  }
}

/** Whether a title is this column's, written loosely. */
const isNamed = (title: string, column: string): boolean => looseName(title) === looseName(column);

/** The index of the column with this title, written loosely; -1 if there is none. Throws a usage error if there are several. */
export function columnNamed(label: string, titles: readonly string[], column: string): number {
  const same = titles.filter((title) => isNamed(title, column));
  if (same.length > 1) throw usageError(`${label} has several columns ${column}: ${same.join(', ')}`);
  return titles.indexOf(same[0] as string);
}

/** The error for a table without these two columns. */
export const lacksColumns = (label: string, key: string, value: string): CfiError =>
  usageError(
    `${label} must be a CSV file or a workbook with the columns ${key} and ${value}, or a JSON object`,
  );

/** Whether both texts of a pair are blank. Throws a usage error if only one is. */
export function isBlankPair(place: string, pair: Readonly<Record<string, string>>): boolean {
  const blank = Object.keys(pair).filter((name) => pair[name] === '');
  if (blank.length === 1)
    throw usageError(`${place}: ${blank[0]} is blank beside ${Object.values(pair).join('')}`);
  return blank.length > 0;
}

/** The column of a table that has the references. */
const column = 'ReferenceNumber';

/** The references of a list, each once: in their column, or in the only one. Throws a usage error if it is empty, or has no such column. */
export async function referencesIn(label: string, list: ListFile): Promise<string[]> {
  const hint = 'write one reference a line';
  if ('json' in list) throw usageError(`${label} is JSON, not a list of references`, hint);
  const { titles, rows, delimiter } = list;
  if (titles.length === 0) throw usageError(`${label} is empty`, hint);
  const at = columnNamed(label, titles, column);
  if (at === -1 && titles.length > 1)
    throw usageError(
      `${label} has no column ${column}; its columns are ${titles.join(', ')}`,
      `${hint}, or give the column that name`,
    );
  const references = new Set<string>();
  const turn = turns(16);
  const add = (cell: string): void => {
    const reference = cell.trim();
    if (reference !== '' && !isNamed(reference, column)) references.add(reference);
  };
  // Without a delimiter in the first line, those of the others belong to the references.
  if (titles.length === 1) add(titles[0] as string);
  for (const { cells, place } of rows) {
    await turn();
    if (titles.length > 1 && delimiter !== undefined && cells.length <= at)
      throw usageError(`${place} has no cell ${column}`);
    add(
      titles.length > 1 || delimiter === undefined ? (cells[Math.max(at, 0)] ?? '') : cells.join(delimiter),
    );
  }
  return [...references];
}
