import type { Concept } from '../words/language.ts';
import { columnName, yesOrNo } from '../words/names.ts';
import { isCount, isZero } from '../words/verdicts.ts';
import { areAll, type Column, cellOf, filledAs, isPlain } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import { droppingLines, waysToLeave } from './questions.ts';

/** The units in a cell, none if it is blank. Some shops count what was refunded down from zero. */
export const unitsIn = (row: Row, column: Column): number =>
  Math.abs(Number.parseInt(cellOf(row, column) || '0', 10));

/** The columns that count how many units of a line were shipped, or are to ship. */
const shippedCounts = (columns: readonly Column[]): Column[] =>
  filledAs(columns, 'toShip', 'less').filter(
    ({ kind, named, cells }) =>
      (kind === 'toShip' || named.has('shipped')) && named.turned === undefined && cells.every(isCount),
  );

/** Whether the counts of a file say how much of a line was shipped, so that a partly shipped order is sent in part. */
export const hasShippedCounts = ({ columns }: Pick<Draft, 'columns'>): boolean =>
  shippedCounts(columns).length > 0;

/** Tells how much of an order was shipped, cancelled or refunded, by its counts. What is not to ship any more was shipped. */
export function shownShipped(
  { columns }: Draft,
  what: 'shipped' | 'cancelled' | 'refunded' = 'shipped',
): (rows: readonly Row[]) => 'nothing' | 'part' | 'all' {
  const counted =
    what === 'shipped'
      ? shippedCounts(columns)
      : filledAs(columns, 'less').filter(
          ({ named, cells }) => named.has(what) && named.turned === undefined && cells.every(isCount),
        );
  const counts = counted.map((count) => {
    const quantity = filledAs(columns, 'quantity').find(({ named }) => named.number === count.named.number);
    return (row: Row) => {
      const ordered = quantity === undefined ? 0 : unitsIn(row, quantity);
      const units = unitsIn(row, count);
      return count.kind === 'less'
        ? { isSome: units > 0, isAll: units >= ordered }
        : { isSome: quantity !== undefined && units !== ordered, isAll: units === 0 };
    };
  });
  return (rows) => {
    const shown = counts.flatMap((shownIn) => rows.map(shownIn));
    if (!shown.some(({ isSome }) => isSome)) return 'nothing';
    return shown.every(({ isAll }) => isAll) ? 'all' : 'part';
  };
}

/** Whether the name of a column asks for a yes or a no: `Is shipped`, `Refunded?`. */
export const asksYesOrNo = ({ name, named: { words } }: Column): boolean =>
  name.endsWith('?') || words.some((word) => word === 'is' || word === 'has' || word === 'was');

/** Whether a 1 in a column may be one of several units, or a yes: of a line, whose quantity asks about it, or of all items of a row. */
export function isCountOrYes({ rows, columns }: Draft, column: Column): 'line' | 'row' | undefined {
  const quantities = filledAs(columns, 'quantity');
  const isOfRow = quantities.slice(1).some(({ named }) => named.number !== undefined);
  const counted = isOfRow ? quantities : quantities.slice(0, 1);
  const unitsIn = (row: Row): number =>
    counted.reduce((sum, each) => sum + (Number.parseInt(cellOf(row, each), 10) || 0), 0);
  const isEither =
    column.kind === 'mark' &&
    column.named.has('shipped', 'cancelled', 'refunded') &&
    column.cells.every(isCount) &&
    !asksYesOrNo(column) &&
    rows.some((row) => cellOf(row, column) === '1' && unitsIn(row) > 1);
  if (!isEither) return undefined;
  return isOfRow ? 'row' : 'line';
}

/** Whether a cell is an amount of money, with or without its currency. */
const isAmount = (cell: string): boolean => /^\D{0,4}\d[\d.,]*[.,]\d\d\D{0,4}$/.test(cell) || isCount(cell);

/** Where no column is called a quantity, it is `Ordered` with counts, or `Number of items` beside `Shipped items`. */
function withOrdered(columns: readonly Column[]): readonly Column[] {
  if (filledAs(columns, 'quantity').length > 0) return columns;
  const hasLess = filledAs(columns, 'less').some(({ ofLine }) => ofLine);
  const isOrdered = ({ kind, named: { has, unknown }, ofLine, cells }: Column): boolean =>
    (has('ordered') || (hasLess && kind === 'orderQuantity' && (ofLine || !has('order', 'total')))) &&
    !has('date') &&
    unknown.length === 0 &&
    cells.every((cell) => /^\d{1,4}$/.test(cell));
  return columns.map((column) =>
    column.cells.length > 0 && isOrdered(column) ? { ...column, kind: 'quantity' } : column,
  );
}

/** What a count of the line's own units may speak of: `Previous returns` may be those of the customer. */
const ofCounts: ReadonlySet<Concept> = new Set([
  ...(['quantity', 'line', 'unit', 'number', 'order', 'ordered', 'total', 'title', 'noise'] as const),
  ...(['open', 'handled', 'shipped', 'cancelled', 'refunded', 'dispatch', 'delivery'] as const),
  ...(['modified', 'created'] as const),
]);
const isOfLine = (column: Column): boolean =>
  isPlain(column) && [...column.named.concepts].every((concept) => ofCounts.has(concept));

/** Whether a column may count units of a line without saying what became of them: `Invoiced`, `Restnoterad`. */
function isOtherCount(column: Column, quantity: Column, rows: readonly Row[], isTold: boolean): boolean {
  const { kind, named, cells } = column;
  if (!cells.every(isCount) || cells.every(isZero) || named.turned !== undefined) return false;
  if (named.has('shipped', 'cancelled', 'refunded') && !named.has('date', 'held') && !asksYesOrNo(column))
    return (
      (kind === 'less' || kind === 'mark') &&
      !isOfLine(column) &&
      cells.some((cell) => /^[2-9]|\d\d/.test(cell))
    );
  const isPart = rows.every((row) => unitsIn(row, column) <= unitsIn(row, quantity));
  const isSame = rows.every((row) => unitsIn(row, column) === unitsIn(row, quantity));
  if (!isPart || isSame) return false;
  if (kind === 'aside' && named.has('handled') && !named.has('date')) return !isTold;
  const hasMany = cells.some((cell) => Number.parseInt(cell, 10) > 1);
  return kind === 'unknown' && hasMany && (cells.length < column.rows || cells.some(isZero));
}

/** The counts behind bare names: `Geliefert` or `Shipped` beside a quantity, where it counts more than a yes. */
export function withCounts(all: readonly Column[], rows: readonly Row[]): Column[] {
  const columns = withOrdered(all);
  const quantity = filledAs(columns, 'quantity').find(({ cells }) => cells.every(isCount));
  if (quantity === undefined) return [...columns];
  const isMany = (cell: string): boolean => isCount(cell) && Number.parseInt(cell, 10) > 1;
  // Where a file counts what was shipped, what was invoiced or packed says nothing more.
  const isTold = hasShippedCounts({ columns });
  // A file that counts what was shipped counts what was cancelled, too.
  const hasCounts = columns.some(
    ({ kind, cells }) => (kind === 'mark' || kind === 'less') && cells.every(isCount) && cells.some(isMany),
  );
  return columns.map((column) => {
    const { kind, cells, named } = column;
    // `Quantity unit: pcs`, and what is composed of such words.
    if (kind === 'quantity' && areAll(column, /^\p{L}{2}/u)) return { ...column, kind: 'unknown' };
    if (cells.length > 0 && isOtherCount(column, quantity, rows, isTold))
      return { ...column, kind: 'handled' };
    const counts = named.has('shipped', 'cancelled', 'refunded') && !named.has('date');
    if (kind !== 'mark' || !counts || named.turned !== undefined || cells.length === 0) return column;
    const isRefund = named.has('refunded');
    if (isRefund && cells.every(isAmount) && !cells.every(isCount))
      return { ...column, kind: 'refundedMoney' };
    if (!cells.every(isCount) || asksYesOrNo(column)) return column;
    // More than was ordered is money.
    const isMore = rows.some(
      (row) => Number(cellOf(row, column)) > Number.parseInt(cellOf(row, quantity), 10),
    );
    if (isMore) return isRefund ? { ...column, kind: 'refundedMoney' } : column;
    // A 0 may be a no, and a 1 a yes: tomorrow's line of four is left out, and not sent as three.
    const isCounting = cells.some(isMany) || (hasCounts && cells.every(isZero));
    return isCounting ? { ...column, kind: 'less' } : column;
  });
}

/** How accounts write that there is none. */
const isDash = (cell: string): boolean => /^[-–—]$/.test(cell);

/** Whether a column counts the units of a line that are to ship, or are not sent any more, but for some of its cells. */
function isCounting({ kind, named, cells }: Column): boolean {
  const isMark = kind === 'mark' && named.has('shipped', 'cancelled', 'refunded') && !named.has('date');
  if (!isMark && kind !== 'toShip' && kind !== 'less') return false;
  if (named.turned !== undefined || named.number !== undefined) return false;
  const others = cells.filter((cell) => !isCount(cell) && !isDash(cell));
  const counts = cells.filter(isCount);
  const isOfUnits = counts.some(
    (cell) => kind === 'toShip' || named.has('quantity') || Number.parseInt(cell, 10) > 1,
  );
  const isOther = (cell: string): boolean =>
    /\d[.,/:-]\d/.test(cell) || (isMark && yesOrNo(cell) !== undefined) || columnName(cell).words.length > 3;
  const isMostly = named.has('quantity') || counts.length >= others.length;
  return isOfUnits && isMostly && !others.some(isOther);
}

/** The id of the question about words among the counts of a column. */
export const ofWords = (name: string): string => `${name}: words`;

/**
 * Asks why a line is not sent that has a word in place of a number of units: `tbc` in `Qty to ship`. Its other lines are
 * read as if it were not there. Returns the rows that are left, without the dashes of those of which nothing was shipped.
 */
export function askAboutUnclearCounts(draft: Draft, columns: readonly Column[], rows: readonly Row[]) {
  let left = rows;
  for (const column of columns.filter(isCounting)) {
    const isNone = (cell: string): boolean => column.kind !== 'toShip' && isDash(cell);
    const words = new Set(column.cells.filter((cell) => !isCount(cell) && !isNone(cell)));
    const counted = left.filter((row) => !words.has(cellOf(row, column)));
    if (counted.length === 0) continue;
    left = counted.map((row) => (isNone(cellOf(row, column)) ? row.with(column.index, '') : row));
    if (words.size === 0) continue;
    const shown = [...words].slice(0, 3).map((word) => JSON.stringify(word));
    draft.ask(
      [column],
      ofWords(column.name),
      `A line with ${shown.join(' or ')} in ${column.name} has no number there, so it cannot be sent. What do you want to do?`,
      ...waysToLeave(column, [...words], droppingLines),
    );
  }
  return left;
}
