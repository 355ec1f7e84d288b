import type { ReadingOptions } from '../document/types.ts';
import { readMoney } from '../mapping/money.ts';
import { type Column, cellOf, isPlain, type Kind } from './columns.ts';
import type { Draft } from './draft.ts';

/** A row of the file. */
export type Row = readonly string[];

/** What is known of a file: its columns, its rows by order, and the map so far. */
export interface Facts {
  readonly columns: readonly Column[];
  /** The rows of orders, without titles and totals. */
  readonly rows: readonly Row[];
  /** The same, each order's rows together. */
  readonly orders: readonly (readonly Row[])[];
  readonly options: ReadingOptions;
  readonly draft: Draft;
}

/** The columns of a kind that no field, rule or question uses yet. */
export const freeOf = ({ columns, draft }: Facts, ...kinds: readonly Kind[]): Column[] =>
  columns.filter(
    (column) =>
      kinds.includes(column.kind) &&
      column.side !== 'seller' &&
      !draft.used.has(column) &&
      !draft.asked.has(column) &&
      !draft.aside.has(column),
  );

/** Whether columns have the same cells in every row. */
export const areSame = ({ rows }: Facts, first: Column, other: Column): boolean =>
  rows.every((row) => cellOf(row, first) === cellOf(row, other));

/** Whether each filled cell of a column contains what the other has in its row, if that is not always blank. */
export const containsAll = ({ rows }: Facts, whole: Column, part: Column): boolean =>
  part.cells.length > 0 &&
  whole !== part &&
  rows.every((row) => {
    const cell = cellOf(row, whole);
    return (
      cell === '' ||
      (cell.includes(cellOf(row, part)) && cell !== cellOf(row, part)) ||
      cellOf(row, part) === ''
    );
  });

/**
 * The columns that are named best by `rank`: a name with a word that nobody knows ranks below all others, and columns with
 * the same cells count as one. Several are a question.
 */
export function bestOf(
  facts: Facts,
  candidates: readonly Column[],
  rank: (column: Column) => number,
): Column[] {
  const ranked = candidates
    .filter(({ cells }) => cells.length > 0)
    .map((column) => ({ column, rank: rank(column) - (isPlain(column) ? 0 : 100) }));
  const highest = Math.max(...ranked.map((each) => each.rank));
  const best = ranked.filter((each) => each.rank === highest).map(({ column }) => column);
  return best.filter((column, at) => best.findIndex((other) => areSame(facts, other, column)) === at);
}

/** Whether the rows of some order differ in a column; a value only in the first row is the order's. */
export const differsWithin = ({ orders }: Facts, column: Column): boolean =>
  orders.some((rows) => {
    const [first = '', ...rest] = rows.map((row) => cellOf(row, column));
    return rest.some((cell) => cell !== first) && (first === '' || rest.some((cell) => cell !== ''));
  });

/** Whether some order has no value in a column. */
export const isBlankSomewhere = ({ orders }: Facts, column: Column): boolean =>
  orders.some((rows) => rows.every((row) => cellOf(row, column) === ''));

/** The different values of a column, in the order of the rows. */
export const valuesOf = ({ cells }: Column): string[] => [...new Set(cells)];

/** Whether a cell is a whole number, which some shops write with decimals: `2`, `2.0000`. */
export const isCount = (cell: string): boolean => /^\d{1,9}(?:[.,]0+)?$/.test(cell);

/** The decimal mark of amounts; undefined if they do not tell it. */
export function decimalOf(cells: readonly string[]): 'point' | 'comma' | undefined {
  const [point, comma] = [/\.\d{1,2}(?!\d)/, /,\d{1,2}(?!\d)/].map((decimals) =>
    cells.some((cell) => decimals.test(cell)),
  );
  if (point === comma) return undefined;
  return comma === true ? 'comma' : 'point';
}

/** Reads the amounts of a column; not a number where a cell is none. */
export function amountReader({ options }: Facts, { cells }: Column): (cell: string) => number {
  const decimal = decimalOf(cells) ?? options.decimal;
  return (cell) => Number(readMoney(cell, decimal)?.amount);
}

/** Whether a column has amounts, and nothing else. */
export function isMoney(facts: Facts, column: Column): boolean {
  const read = amountReader(facts, column);
  return column.cells.length > 0 && column.cells.every((cell) => !Number.isNaN(read(cell)));
}

/** The first values of a column, for a question. */
export const examples = (column: Column): string => {
  const values = valuesOf(column).slice(0, 3);
  const shown = values.map((value) => (value.length > 24 ? `${value.slice(0, 24)}…` : value)).join(', ');
  return `${column.name} (${shown === '' ? 'blank' : shown})`;
};
