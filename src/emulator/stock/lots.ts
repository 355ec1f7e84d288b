import type { Movement } from '../store/stock/movements.ts';

/** Units of one receipt that are still in stock. */
export interface Lot {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly quantity: number;
}

/**
 * The lots left in one warehouse, oldest first. `movements` are in chronological order; dispatches use up the oldest
 * receipts first.
 */
function lotsInOneWarehouse(movements: readonly Movement[]): Lot[] {
  let left = 0;
  for (const { quantity } of movements) left -= Math.min(quantity, 0);
  const lots: Lot[] = [];
  for (const { quantity, at } of movements) {
    if (quantity <= 0) continue;
    const taken = Math.min(left, quantity);
    left -= taken;
    if (taken < quantity) lots.push({ receivedAt: at, quantity: quantity - taken });
  }
  return lots;
}

/**
 * A product's lots at `until` (ms, included), oldest first. Each warehouse ships its oldest stock first; `warehouse`
 * limits the result to one warehouse.
 */
export function lotsAt(movements: readonly Movement[], until: number, warehouse?: number): Lot[] {
  const byWarehouse = new Map<number, Movement[]>();
  for (const movement of movements) {
    if (movement.at > until || (warehouse !== undefined && movement.warehouse !== warehouse)) continue;
    const known = byWarehouse.get(movement.warehouse);
    if (known === undefined) byWarehouse.set(movement.warehouse, [movement]);
    else known.push(movement);
  }
  const lots = [...byWarehouse.values()].flatMap(lotsInOneWarehouse);
  return lots.sort((a, b) => a.receivedAt - b.receivedAt);
}
