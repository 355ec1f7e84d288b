import { limits } from '../../contract/limits.ts';
import { dayMs, hourMs } from '../../text/time/units.ts';
import type { Movement } from '../store/movements.ts';
import { utcDay } from './ages.ts';

const hourOfDay = limits.snapshotHourUtc * hourMs;

/** When the snapshot of the UTC day of `ms` is made. */
export const snapshotOfDay = (ms: number): number => utcDay(ms) * dayMs + hourOfDay;

/** When the newest snapshot at `now` was made: at 02:00 UTC of today, or of yesterday until then. */
export function latestSnapshot(now: number): number {
  const today = snapshotOfDay(now);
  return today <= now ? today : today - dayMs;
}

/** Whether a snapshot knows a product: not when it was first received after the snapshot was made. */
export function isCovered(movements: readonly Movement[], snapshot: number): boolean {
  const first = movements.find(({ quantity }) => quantity > 0);
  return first === undefined || first.at <= snapshot;
}
