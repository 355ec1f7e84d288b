import type { Row } from '../document/row.ts';
import { dateOrderIn } from '../fields/cells.ts';
import { readMoney } from '../fields/money.ts';
import { unusable } from '../source/sources.ts';
import type { Header } from './header.ts';

/** How many cells of a row are not blank. */
export const filledCells = ({ cells }: Pick<Row, 'cells'>): number =>
  cells.filter((cell) => cell.trim() !== '').length;

/** Whether a text is a value and no name of a column: an amount, a day or an e-mail address. */
const isValue = (text: string): boolean =>
  (readMoney(text, 'point') ?? readMoney(text, 'comma')) !== undefined ||
  dateOrderIn(text) !== undefined ||
  /^\d{4}-\d\d-\d\d/.test(text) ||
  text.includes('@');

/** Orders have at least a number, a recipient, an address and goods; in fewer columns, one title is enough. */
const fewestColumns = 4;

/**
 * Throws for a file without a header, of which the first row holds values; and for one that is no table: its
 * rows stand in blocks under titles of their own, as in a report.
 */
export function refuseNoTable({ names }: Header, below: readonly Row[], file: string): void {
  const named = names.filter((name) => name !== '');
  const values = named.filter(isValue);
  // Whole numbers alone may be sizes.
  if (values.length > 1 && values.some((value) => !/^\d+$/.test(value)))
    throw unusable(
      file,
      `has no header: its first row holds values such as ${values.slice(0, 2).join(' and ')}`,
      'put the names of the columns into the first row',
    );
  const titles = below.filter(
    (row, at) => filledCells(row) === 1 && filledCells(below[at + 1] ?? { ...row, cells: [] }) > 1,
  );
  if (titles.length > (named.length < fewestColumns ? 0 : 1))
    throw unusable(
      file,
      'is no table of orders: its rows stand in blocks under titles',
      'export the orders with one row for each line',
    );
}
