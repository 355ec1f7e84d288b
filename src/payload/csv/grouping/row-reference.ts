import { isCellError } from '../columns/cell-error.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Row } from '../rows/rows.ts';

/** Finds the reference of a row; empty if it has none. */
export function referenceReader({ reference: field, header }: ColumnPlan) {
  const { source, constant, read } = field;
  const index = header.names.indexOf(source?.header ?? '');
  return (row: Row, isRagged: boolean): string => {
    if (constant !== undefined) return String(constant);
    if (source === undefined) return '';
    // In a row with too few or too many cells, the reference is valid if its column comes before the damage.
    const text = isRagged ? (row.cells[index] ?? '').trim() : source.text(row.cells);
    if (isCellError(text) || text === '') return '';
    const value = read(text);
    return isCellError(value) ? text : String(value);
  };
}
