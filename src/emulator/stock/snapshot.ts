import { limits } from '../../contract/limits.ts';
import { dayMs, hourMs } from '../../text/time/units.ts';
import type { Movement } from '../store/stock/movements.ts';
import { utcDay } from './ages.ts';

const hourOfDay = limits.snapshotHourUtc * hourMs;

/** The time of the snapshot on the UTC day that contains `ms`. */
export const snapshotOfDay = (ms: number): number => utcDay(ms) * dayMs + hourOfDay;

/** The time of the latest snapshot at `now`: 02:00 UTC today, or yesterday if it is earlier than that. */
export function latestSnapshot(now: number): number {
  const today = snapshotOfDay(now);
  return today <= now ? today : today - dayMs;
}

/** Whether a snapshot covers a product: not if the product was first received after the snapshot. */
export function isCovered(movements: readonly Movement[], snapshot: number): boolean {
  const first = movements.find(({ quantity }) => quantity > 0);
  return first === undefined || first.at <= snapshot;
}
