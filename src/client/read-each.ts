import { CfiError, exitCodes } from '../errors.ts';
import { type Fields, fieldsOf } from '../text/records.ts';
import type { ApiAnswer } from './types.ts';

/** What reading several references came to. */
export interface ReadEach {
  readonly records: readonly Fields[];
  /** `data` is the record itself for one reference, a list for several. */
  readonly result: {
    readonly data: unknown;
    readonly items: readonly unknown[];
    readonly errors?: readonly CfiError[];
    readonly exitCode?: number;
  };
}

/** Failures that say something of one reference only; any other would meet the next reference as well. */
const ofOneReference = new Set(['not-found', 'invalid-input', 'conflict']);

/**
 * Reads references one after the other. A single one fails with its own error; of several, those found are returned
 * beside the errors of the rest, with the exit code for a partial success.
 */
export async function readEach(
  references: readonly string[],
  read: (reference: string) => Promise<ApiAnswer>,
): Promise<ReadEach> {
  const data: unknown[] = [];
  const errors: CfiError[] = [];
  for (const reference of new Set(references)) {
    try {
      data.push((await read(reference)).data);
    } catch (error) {
      const single = references.length === 1;
      if (single || !(error instanceof CfiError) || !ofOneReference.has(error.code)) throw error;
      const message = error.message.includes(reference) ? error.message : `${reference}: ${error.message}`;
      errors.push(new CfiError(error.code, message, error.details));
    }
  }
  const partial = errors.length === 0 ? {} : { errors, exitCode: exitCodes.partial };
  return {
    records: data.map(fieldsOf),
    result: { data: references.length === 1 ? data[0] : data, items: data, ...partial },
  };
}
