import { type Stated, stated } from '../../errors.ts';

/** Why a cell cannot be read: what was expected, and a phrase that follows the field's name. */
export interface CellError {
  readonly expected: string;
  readonly message: string;
  readonly [stated]: readonly Stated[];
}

/** Whether reading a cell gave an error and not its value. */
export const isCellError = (value: unknown): value is CellError => typeof value === 'object';

/**
 * An error for a cell: what was expected, a phrase that follows the field's name, and which of the found and expected
 * values the phrase already contains.
 */
export const cellError = (expected: string, message: string, ...held: readonly Stated[]): CellError => ({
  expected,
  message,
  [stated]: held,
});
