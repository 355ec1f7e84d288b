import { isoUtc, parseInstant } from '../text/time.ts';
import type { Body } from './check.ts';

/** Sets DispatchBy to so many milliseconds after ReceivedDate, where it is left out. */
export function fillDispatchBy(body: Body, dispatchWithin: number | undefined): void {
  if (dispatchWithin === undefined || body.DispatchBy !== undefined) return;
  const received = typeof body.ReceivedDate === 'string' ? parseInstant(body.ReceivedDate) : Number.NaN;
  const due = received + dispatchWithin;
  if (Math.abs(due) <= 8.64e15) body.DispatchBy = isoUtc(due);
}
