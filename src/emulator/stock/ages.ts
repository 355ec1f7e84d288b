import { dayMs } from '../../text/time/units.ts';
import type { Lot } from './lots.ts';

/** The number of the UTC calendar day that contains the instant. */
export const utcDay = (ms: number): number => Math.floor(ms / dayMs);

/** Age brackets in days, both ends included; the last one has no upper end. */
export const ageRanges: readonly (readonly [number, number | null])[] = [
  [0, 30],
  [31, 60],
  [61, 90],
  [91, 180],
  [181, 365],
  [366, null],
];

interface AgedLot extends Lot {
  readonly ageDays: number;
}

/** How long the stock has been held. Ages are null if there is no stock. */
export interface Ages {
  readonly total: number;
  /** Weighted by quantity. */
  readonly average: number | null;
  readonly oldest: number | null;
  readonly newest: number | null;
  /** Units in each of `ageRanges`. */
  readonly inRanges: readonly number[];
  readonly lots: readonly AgedLot[];
}

/** Ages of lots at `asOf` (ms): whole UTC calendar days from receipt to that day. */
export function agesOf(lots: readonly Lot[], asOf: number): Ages {
  const today = utcDay(asOf);
  const aged = lots.map((lot) => ({ ...lot, ageDays: today - utcDay(lot.receivedAt) }));
  const inRanges = ageRanges.map(() => 0);
  let total = 0;
  let unitDays = 0;
  for (const { quantity, ageDays } of aged) {
    const range = ageRanges.findIndex(([, max]) => max === null || ageDays <= max);
    inRanges[range] = (inRanges[range] ?? 0) + quantity;
    total += quantity;
    unitDays += quantity * ageDays;
  }
  return {
    total,
    average: total === 0 ? null : unitDays / total,
    oldest: aged[0]?.ageDays ?? null,
    newest: aged.at(-1)?.ageDays ?? null,
    inRanges,
    lots: aged,
  };
}
