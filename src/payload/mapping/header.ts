/** The header of a file: the names of its columns. */
export interface Header {
  readonly names: readonly string[];
  /** Index of a column by its name, in the file's spelling or any case; undefined when there is none. */
  find(name: string): number | undefined;
}

/** A column's name, or several of which the first that is not empty counts, row by row. */
export type Columns = string | readonly string[];

/** Reads a header's names: trimmed, no-break spaces as spaces. */
export function headerOf(cells: readonly string[]): Header {
  const names = cells.map((cell) => cell.replaceAll('\u00a0', ' ').trim());
  const exact = new Map(names.map((name, index) => [name, index]));
  const folded = new Map(names.map((name, index) => [name.toLowerCase(), index]));
  return { names, find: (name) => exact.get(name) ?? folded.get(name.toLowerCase()) };
}

/** One name or several, as a list. */
export const asList = (columns: Columns): readonly string[] =>
  typeof columns === 'string' ? [columns] : columns;

/** The indexes of those of these columns that the header has, in the order of preference. */
export const findColumns = (header: Header, columns: Columns): number[] => [
  ...new Set(asList(columns).flatMap((name) => header.find(name) ?? [])),
];

/** A cell without the white space around it; blank where the row is too short. */
export const cellAt = (cells: readonly string[], index: number): string => (cells[index] ?? '').trim();

/** Of several columns, the first that has something in this row. */
export function firstFilled(cells: readonly string[], indexes: readonly number[]): string {
  for (const index of indexes) {
    const text = cellAt(cells, index);
    if (text !== '') return text;
  }
  return '';
}

/** Whether a row is the header once more: exports that were put together have one in between. */
export const isHeaderAgain = (cells: readonly string[], { names }: Header): boolean =>
  cells.length === names.length &&
  cellAt(cells, 0) === names[0] &&
  cells.every((cell, index) => cell.trim() === names[index]);
