import { hasFourDigitYear } from '../../contract/primitives.ts';
import type { Problem } from '../../contract/problems.ts';
import { isoUtc, parseInstant } from '../../text/time/time.ts';
import type { Body } from './check.ts';
import type { ReadingOptions } from './types.ts';

/** Sets a missing DispatchBy to this many milliseconds after ReceivedDate. */
export function fillDispatchBy(body: Body, dispatchWithin: number | undefined): void {
  if (dispatchWithin === undefined || body.DispatchBy !== undefined) return;
  const received = typeof body.ReceivedDate === 'string' ? parseInstant(body.ReceivedDate) : Number.NaN;
  const due = received + dispatchWithin;
  if (hasFourDigitYear(due)) body.DispatchBy = isoUtc(due);
}

/** Whether the problem is only a missing DispatchBy because ReceivedDate is invalid. */
export const restsOnReceivedDate = (
  { field, missing }: Pick<Problem, 'field' | 'missing'>,
  { dispatchWithin }: Pick<ReadingOptions, 'dispatchWithin'>,
): boolean => missing && field === 'DispatchBy' && dispatchWithin !== undefined;

/** Whether the problem is in ReceivedDate. */
export const isReceivedDate = ({ field }: { readonly field?: string }): boolean => field === 'ReceivedDate';
