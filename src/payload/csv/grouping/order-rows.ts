import type { Row } from '../../source/csv-rows.ts';
import type { LeaveOutRules } from '../columns/left-out.ts';
import type { Assembled } from '../document/assemble-document.ts';
import type { Part } from './part.ts';

/** For exports in which an order has its own row besides its item rows: sorting the file may separate them. */
export function orderRowsOf(leaveOut: LeaveOutRules) {
  const isOrderRow = ({ cells }: Row): boolean => leaveOut.isOrderRow(cells);
  return {
    /** An order's own row before those of its items. */
    inOrder: (rows: readonly Row[]): readonly Row[] =>
      leaveOut.hasOrderRows ? [...rows.filter(isOrderRow), ...rows.filter((row) => !isOrderRow(row))] : rows,
    /** Whether an order has only its own row, or only item rows, but needs both. */
    isHalf({ rows }: Part, made: Assembled | undefined): boolean {
      if (!leaveOut.hasOrderRows || made === undefined || made.problems.length === 0) return false;
      if (rows.every(isOrderRow)) return true;
      return leaveOut.itemsNeedOrderRow && !rows.some(isOrderRow);
    },
  };
}
