import { nearest } from '../../text/nearest.ts';
import { normalized } from '../../text/words.ts';
import type { Reason } from '../document/reasons.ts';
import { mostColumns, type Row } from '../document/row.ts';
import type { CellError } from '../fields/cells.ts';
import { unreadable } from '../source/sources.ts';

const notPlain = /[^\u0020-\u007e]/;

/** A cell's text for comparisons: trimmed and in lower case, with composed accents and plain spaces. */
export function foldedText(cell: string): string {
  const text = cell.trim().toLowerCase();
  return notPlain.test(text) ? normalized(text, 'NFC').replaceAll(/[\u00a0\u202f]/g, ' ') : text;
}

const meant = (near: string | undefined): string => (near === undefined ? '' : `; did you mean ${near}?`);

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The known name most like another one. `PostCode` is like `DeliveryAddress.PostCode`; of that address, only its parts are. */
function nearestName(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const parent = name.slice(0, -lastPart(name).length).toLowerCase();
  const siblings = parent === '' ? [] : names.filter((each) => each.toLowerCase().startsWith(parent));
  const whole = siblings.length === 0 ? nearest(name, names) : undefined;
  if (whole !== undefined) return whole;
  const alike = siblings.length === 0 ? names : siblings;
  const part = nearest(lastPart(name), alike.map(lastPart));
  // Where two have the same last part, the first: deliveries go before bills.
  return part === undefined ? undefined : alike.find((each) => lastPart(each) === part);
}

/** "; did you mean X?" if there is a similar known name. */
export const suggestion = (name: string, known: Iterable<string>): string => meant(nearestName(name, known));

/** What to say about an unknown name: the end of a sentence that names it, and what is expected instead. */
export function unknownName(name: string, known: Iterable<string>) {
  const near = nearestName(name, known);
  return { ending: meant(near), expected: near ?? 'a known name' };
}

/** A column's name, or several names: the first column that is not empty in the row is used. */
export type Columns = string | readonly string[];

export type Header = ReturnType<typeof headerOf>;

/** Reads the names in a header: trimmed, with no-break spaces as spaces. */
export function headerOf(cells: readonly string[]) {
  const names = cells.map((cell) => cell.replaceAll('\u00a0', ' ').trim());
  const exact = new Map(names.map((name, index) => [name, index]));
  const lowerCase = names.map((name) => name.toLowerCase());
  const folded = new Map(lowerCase.map((name, index) => [name, index]));
  return {
    names,
    isName: (cell: string): boolean => cell !== '' && exact.has(cell),
    /** Index of a column by name, ignoring case; undefined if there is none. */
    find: (name: string): number | undefined => exact.get(name) ?? folded.get(name.toLowerCase()),
    /** Indexes of all columns of a name, ignoring case. */
    findAll: (name: string): readonly number[] =>
      lowerCase.flatMap((other, index) => (other === name.toLowerCase() ? [index] : [])),
  };
}

/** Throws for a header with more columns than any export has. */
export function refuseManyColumns({ names }: Header, file: string, line: number): void {
  if (names.length > mostColumns)
    throw unreadable(file, line, `the header has ${names.length} columns; is it the right file?`);
}

/** Whether a source of a field is only a column or several. */
export const isColumns = (source: Columns | object): source is Columns =>
  typeof source === 'string' || Array.isArray(source);

/** One name or several, as a list. */
export const asList = (columns: Columns): readonly string[] =>
  typeof columns === 'string' ? [columns] : columns;

/** The indexes of these columns in the header, in order of preference. */
export const findColumns = (header: Header, columns: Columns): number[] => [
  ...new Set(asList(columns).flatMap((name) => header.find(name) ?? [])),
];

/** A trimmed cell; blank if the row is too short. */
export const cellAt = (cells: readonly string[], index: number): string => (cells[index] ?? '').trim();

/** The first of several columns that is not blank in this row. */
export function firstFilled(cells: readonly string[], indexes: readonly number[]): string {
  for (const index of indexes) {
    const text = cellAt(cells, index);
    if (text !== '') return text;
  }
  return '';
}

/** Whether a row repeats the header, as in exports that were concatenated. */
export const isHeaderAgain = (cells: readonly string[], { names }: Header): boolean =>
  cells.length === names.length &&
  cellAt(cells, 0) === names[0] &&
  cells.every((cell, index) => cell.trim() === names[index]);

/** Throws for a row that is another header, as of an export pasted below: the rows after it would be read wrongly. */
export function refuseOtherHeader(
  { cells, line }: Pick<Row, 'cells' | 'line'>,
  header: Header,
  file: string,
) {
  const isName = (_: string, at: number): boolean => header.isName(cellAt(cells, at));
  // The first cells of almost every row say that it is none.
  if (!isName('', 0) && !isName('', 1) && !isName('', 2)) return;
  const named = cells.filter(isName).length;
  const filled = cells.filter((cell) => cell.trim() !== '').length;
  if (named > 2 && named > filled / 2 && !isHeaderAgain(cells, header))
    throw unreadable(
      file,
      line,
      'another header begins here, whose columns are not those of the first',
      'make a file of its own of the rows below it',
    );
}

export type CellText = (cells: readonly string[]) => string | CellError;

export interface Column {
  /** The file's name of the column; absent for constants. */
  readonly header?: string;
  readonly index?: number;
}

/** A source bound to a file's header, with its column or the first of several. */
export interface BoundSource extends Column {
  readonly text: CellText;
  /** The column with this row's value, if several can have it. */
  readonly columnOf?: (cells: readonly string[]) => Column;
  /** Whether the cells of this row are blank, whatever the source makes of that. */
  readonly isBlank?: (cells: readonly string[]) => boolean;
  /** Numbers already have a decimal point, regardless of `--decimal`. */
  readonly hasPoint: boolean;
  /** Why nothing is left of the quantity of this row, if it was more than nothing. */
  readonly ranOut?: (cells: readonly string[]) => Reason | undefined;
  /** The currency beside the amount in this row. */
  readonly currency?: (cells: readonly string[]) => string | undefined;
}

/** The column that has a source's value in this row. */
export const columnIn = (source: BoundSource, cells: readonly string[]): Column =>
  source.columnOf?.(cells) ?? source;
