import { type Told, told } from '../../../errors.ts';

/** Why a cell cannot be read: what would be right, and a sentence that follows the field's name. */
export interface CellError {
  readonly expected: string;
  readonly message: string;
  readonly [told]: readonly Told[];
}

/** Whether reading a cell gave an error and not its value. */
export const isCellError = (value: unknown): value is CellError => typeof value === 'object';

/**
 * Says why a cell cannot be read: what was expected, what is wrong in words that follow the field's name, and which of
 * what was found and expected those words hold.
 */
export const cellError = (expected: string, message: string, ...held: readonly Told[]): CellError => ({
  expected,
  message,
  [told]: held,
});
