import { columnName, yesOrNo } from '../words/names.ts';
import { isCount } from '../words/verdicts.ts';
import { type Column, cellOf } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import { leavingReasons } from './marks.ts';
import { type Answer, droppingLines } from './questions.ts';

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

/**
 * Asks why a line is not sent that has a word in place of a number of units: `tbc` in `Qty to ship`. Its other lines are
 * read as if it were not there. Returns the rows that are left, without the dashes of those of which nothing was shipped.
 */
export function askAboutUnclearCounts(
  draft: Draft,
  columns: readonly Column[],
  rows: readonly Row[],
): readonly Row[] {
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
      `${column.name}: words`,
      `A line with ${shown.join(' or ')} in ${column.name} has no number of units there, so it cannot be sent. What do you want to do?`,
      ...leavingReasons.map(([reason, means]): Answer => [means, droppingLines(column, reason, [...words])]),
    );
  }
  return left;
}
