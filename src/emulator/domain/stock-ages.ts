import { limits } from '../../contract/limits.ts';
import { dayMs, hourMs } from '../../text/time/time.ts';
import type { Movement } from '../store/stock.ts';

/** The number of the UTC calendar day that contains the instant. */
const utcDay = (ms: number): number => Math.floor(ms / dayMs);

/** Age brackets in days, both ends included; the last one has no upper end. */
export const ageRanges: readonly (readonly [number, number | null])[] = [
  [0, 30],
  [31, 60],
  [61, 90],
  [91, 180],
  [181, 365],
  [366, null],
];

/** Ages of lots at `asOf` (ms) in whole UTC days, the average by quantity; null if there is no stock. */
export function agesOf(lots: readonly Lot[], asOf: number) {
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

/** Units of one receipt that are still in stock. */
export interface Lot {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly quantity: number;
}

/** The lots left of a warehouse's receipts, which are in chronological order: dispatches use up the oldest first. */
function lotsLeft(receipts: readonly Movement[], dispatched: number): Lot[] {
  let left = dispatched;
  const lots: Lot[] = [];
  for (const { quantity, at } of receipts) {
    const taken = Math.min(left, quantity);
    left -= taken;
    if (taken < quantity) lots.push({ receivedAt: at, quantity: quantity - taken });
  }
  return lots;
}

/**
 * A product's lots at `until` (ms, included), oldest first: each warehouse has shipped its oldest stock first. `dispatched`:
 * the units that each had shipped by then. `warehouse` limits the result to one.
 */
export function lotsAt(
  receipts: readonly Movement[],
  dispatched: ReadonlyMap<number, number>,
  until: number,
  warehouse?: number,
): Lot[] {
  const counted = receipts.filter(
    (receipt) => receipt.at <= until && (warehouse === undefined || receipt.warehouse === warehouse),
  );
  const lots = [...new Set(counted.map((receipt) => receipt.warehouse))].flatMap((id) => {
    const held = counted.filter((receipt) => receipt.warehouse === id);
    return lotsLeft(held, dispatched.get(id) ?? 0);
  });
  return lots.sort((a, b) => a.receivedAt - b.receivedAt);
}

/** The time of the snapshot on the UTC day that contains `ms`. */
export const snapshotOfDay = (ms: number): number => utcDay(ms) * dayMs + limits.snapshotHourUtc * hourMs;

/** The time of the latest snapshot at `now`: 02:00 UTC today, or yesterday if it is earlier than that. */
export function latestSnapshot(now: number): number {
  const today = snapshotOfDay(now);
  return today <= now ? today : today - dayMs;
}

/** Whether a snapshot covers a product: not if the product was first received after the snapshot. */
export const isCovered = ([first]: readonly Movement[], snapshot: number): boolean =>
  first === undefined || first.at <= snapshot;
