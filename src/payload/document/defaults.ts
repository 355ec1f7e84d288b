import { hasFourDigitYear } from '../../contract/primitives.ts';
import type { Problem } from '../../contract/problems.ts';
import { isoUtc, parseInstant } from '../../text/time/time.ts';
import type { ReadingOptions } from '../types.ts';
import type { Body } from './check.ts';

/** Sets DispatchBy to so many milliseconds after ReceivedDate, where it is left out. */
export function fillDispatchBy(body: Body, dispatchWithin: number | undefined): void {
  if (dispatchWithin === undefined || body.DispatchBy !== undefined) return;
  const received = typeof body.ReceivedDate === 'string' ? parseInstant(body.ReceivedDate) : Number.NaN;
  const due = received + dispatchWithin;
  if (hasFourDigitYear(due)) body.DispatchBy = isoUtc(due);
}

/** Whether the problem is no more than a DispatchBy that a wrong ReceivedDate left unfilled. */
export const restsOnReceivedDate = (
  { field, missing }: Pick<Problem, 'field' | 'missing'>,
  { dispatchWithin }: Pick<ReadingOptions, 'dispatchWithin'>,
): boolean => missing && field === 'DispatchBy' && dispatchWithin !== undefined;

/** Whether the problem is one of ReceivedDate. */
export const isReceivedDate = ({ field }: { readonly field?: string }): boolean => field === 'ReceivedDate';
