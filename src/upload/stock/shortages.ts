import type { Spool } from '../terms/spool.ts';
import { foldedName, type Inventory } from './inventory.ts';

/** A SKU of which a warehouse has too little for the orders. */
export interface Shortage {
  readonly warehouse: string;
  readonly SKU: string;
  /** The total quantity of all orders. */
  readonly needed: number;
  /** The available quantity; null for a SKU unknown at this warehouse. */
  readonly available: number | null;
  /** The difference. */
  readonly short: number;
  /** The orders that would have too little stock when their turn comes. */
  readonly orders: readonly string[];
}

interface Tally {
  readonly warehouse: string;
  readonly SKU: string;
  readonly available: number | undefined;
  left: number;
  needed: number;
  readonly orders: string[];
}

/** The members of an order's body that the stock check needs. */
interface Wanted {
  readonly warehouse_name: string;
  readonly OrderItems: readonly { readonly SKU: string; readonly Qty: number }[];
}

/** An order that would have too little stock, by its number in the spool. */
interface ShortOrder {
  readonly number: number;
  readonly reference: string;
}

/** The result of comparing the orders with the stock. */
export interface StockCheck {
  readonly shortages: readonly Shortage[];
  readonly shortOrders: readonly ShortOrder[];
}

function unitsOf({ OrderItems }: Wanted): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { SKU, Qty } of OrderItems) units.set(SKU, (units.get(SKU) ?? 0) + Qty);
  return units;
}

/**
 * Goes through the orders to be sent in file order, and subtracts the quantity of each from the stock available at its
 * warehouse. With `skips`, an order with too little stock takes nothing. Orders for which `isDone` holds do not need
 * stock again. Memory grows with the number of SKUs, and of orders with too little stock.
 */
export function checkStock(
  spool: Spool,
  inventory: Inventory,
  isDone: (reference: string) => boolean,
  skips: boolean,
): StockCheck {
  const tallies = new Map<string, Map<string, Tally>>();
  const tallyOf = (warehouse: string, SKU: string): Tally => {
    const place = foldedName(warehouse);
    const ofWarehouse = tallies.get(place) ?? new Map<string, Tally>();
    tallies.set(place, ofWarehouse);
    const known = ofWarehouse.get(SKU);
    if (known !== undefined) return known;
    const available = inventory.availableAt(warehouse, SKU);
    const tally = { warehouse, SKU, available, left: available ?? 0, needed: 0, orders: [] };
    ofWarehouse.set(SKU, tally);
    return tally;
  };
  const shortOrders: ShortOrder[] = [];
  for (const { number, reference, body } of spool.documents('sendable')) {
    if (isDone(reference)) continue;
    const wanted = JSON.parse(body) as Wanted;
    const units = [...unitsOf(wanted)].map(
      ([SKU, count]) => [tallyOf(wanted.warehouse_name, SKU), count] as const,
    );
    const lacking = units.filter(([{ available, left }, count]) => available === undefined || left < count);
    for (const [tally, count] of units) {
      tally.needed += count;
      if (!skips || lacking.length === 0) tally.left -= count;
    }
    for (const [tally] of lacking) tally.orders.push(reference);
    if (lacking.length > 0) shortOrders.push({ number, reference });
  }
  const shortages = [...tallies.values()]
    .flatMap((ofWarehouse) => [...ofWarehouse.values()])
    .filter(({ orders }) => orders.length > 0)
    .map(({ warehouse, SKU, needed, available, orders }) => ({
      warehouse,
      SKU,
      needed,
      available: available ?? null,
      short: needed - (available ?? 0),
      orders,
    }));
  return { shortages, shortOrders };
}
