/** Why a cell cannot be read: what would be right, and a sentence that follows the field's name. */
export interface CellError {
  readonly expected: string;
  readonly message: string;
}

/** Whether reading a cell gave an error and not its value. */
export const isCellError = (value: unknown): value is CellError => typeof value === 'object';

/** Says why a cell cannot be read: what was expected, and what is wrong in words that follow the field's name. */
export const cellError = (expected: string, message: string): CellError => ({ expected, message });
