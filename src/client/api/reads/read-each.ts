import { CfiError, type ErrorCode, exitCodes, mayPass, stated } from '../../../errors.ts';
import { type Fields, fieldsOf } from '../../../text/records.ts';
import type { ApiResponse } from '../../types.ts';

/** The result of reading several references. */
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

/** Failures that concern only one reference. */
const ofOneReference = new Set<ErrorCode>(['not-found', 'invalid-input', 'conflict']);

/**
 * Reads references one after the other. A single reference fails with its own error. With several, returns the found ones
 * and an error that names the others, with the exit code for partial success. Stops after two failures of the service in
 * a row; if nothing was read, throws the failure.
 */
export async function readEach(
  references: readonly string[],
  read: (reference: string) => Promise<ApiResponse>,
): Promise<ReadEach> {
  const wanted = [...new Set(references)];
  const data: unknown[] = [];
  const failures: { reference: string; error: CfiError }[] = [];
  let failedBefore = false;
  for (const reference of wanted) {
    try {
      data.push((await read(reference)).data);
      failedBefore = false;
    } catch (error) {
      if (wanted.length === 1 || !(error instanceof CfiError)) throw error;
      const goesOn = ofOneReference.has(error.code) || mayPass(error);
      if (!goesOn && (data.length === 0 || error.code === 'cancelled')) throw error;
      failures.push({ reference, error });
      if (!goesOn || (mayPass(error) && failedBefore)) break;
      failedBefore = mayPass(error);
    }
  }
  const service = failures.find(({ error }) => !ofOneReference.has(error.code));
  if (service !== undefined && data.length === 0 && failures.every(({ error }) => mayPass(error)))
    throw service.error;
  return {
    records: data.map(fieldsOf),
    result: {
      data: references.length === 1 ? data[0] : data,
      items: data,
      ...(failures.length === 0
        ? {}
        : { errors: [partial(wanted.length, data.length, failures)], exitCode: exitCodes.partial }),
    },
  };
}

/** One error for all references that were not read, each with its own reason. */
function partial(
  wanted: number,
  found: number,
  failures: readonly { readonly reference: string; readonly error: CfiError }[],
): CfiError {
  const hint = failures[0]?.error.details.hint;
  return new CfiError('partial', `${wanted - found} of ${wanted} could not be read`, {
    errors: failures.map(({ reference, error: { message, details } }) => ({
      reference,
      found: reference,
      [stated]: ['found'],
      message: details.reason ?? message,
    })),
    ...(hint === undefined ? {} : { hint }),
  });
}
