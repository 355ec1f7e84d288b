import { type CellError, isCellError } from '../../fields/cell-error.ts';
import type { Row } from '../../source/csv-rows.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';

/** Finds the references of rows; each is empty if there is none or it cannot be read. */
export function referenceReader({ reference: { source, constant }, header }: ColumnPlan) {
  const blank = header.names.map(() => '');

  function referenceIn(cells: readonly string[]): string {
    if (constant !== undefined) return String(constant);
    const text = source?.text(cells) ?? '';
    return isCellError(text) ? '' : text;
  }

  return {
    referenceOf: ({ cells }: Row): string => referenceIn(cells),
    /** The reference of a row with too few or too many cells, if its column comes after the damage. */
    referenceFromEnd: ({ cells }: Row): string =>
      referenceIn([...blank, ...cells].slice(-header.names.length)),
    /** Why the reference of a row cannot be read. */
    unreadReference({ cells }: Row): CellError | undefined {
      const text = source?.text(cells) ?? '';
      return isCellError(text) ? text : undefined;
    },
  };
}
