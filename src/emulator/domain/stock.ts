import type { OutboundOrder } from '../../contract/order.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import * as store from '../store/stock.ts';
import { ServiceError } from './context.ts';

/** More than any location can hold, yet low enough that sums over many locations are exact. */
const maxUnits = 1e12;

function checkCount(units: number, sku: string): void {
  if (units > maxUnits) throw new ServiceError(400, `The quantity of ${sku} is too large to count`);
}

const change = (db: Database, place: store.StockPlace, by: store.StockChange): store.StockFigures =>
  store.changeStock(db, place, by) ?? store.addStock(db, place, by);

/** A lot of a product; units that were dispatched are negative. */
export interface ProductLot extends store.StockPlace, store.Movement {}

/** Adds a lot, received in one of the client's warehouses. Throws a 400 for a total too large to count. */
export function receive(db: Database, lot: ProductLot, cause: 'inbound' | 'purchase-order'): void {
  const { client, warehouse, sku, quantity, at } = lot;
  if (quantity === 0) return;
  store.addMovements(db, [{ ...lot, cause }]);
  change(db, lot, { level: quantity, inOrderBook: 0, at, operation: 'RECEIVED' });
  checkCount(store.addToTotal(db, client, warehouse, quantity), sku);
}

/** Sets what orders of a new state have reserved of a product, and what its stock shows as its last change. */
export function allocateOpening(db: Database, place: store.StockPlace, by: Omit<store.StockChange, 'level'>) {
  change(db, place, { ...by, level: 0 });
  store.setLastChange(db, place, by);
}

/** Stores the lots of a new state, in sequence; the same as receiving each, but with a few statements for all. */
export function receiveOpening(db: Database, lots: readonly ProductLot[]): void {
  const totals = new Map<string, number>();
  for (const { client, warehouse, sku, quantity } of lots) {
    const place = `${client} ${warehouse}`;
    const total = (totals.get(place) ?? 0) + quantity;
    checkCount(total, sku);
    totals.set(place, total);
  }
  const movements = (sign: number, cause: 'seed' | 'dispatch') =>
    lots.filter(({ quantity }) => Math.sign(quantity) === sign).map((lot) => ({ ...lot, cause }));
  store.addMovements(db, [...movements(1, 'seed'), ...movements(-1, 'dispatch')]);
  store.stockFromMovements(db, 'RECEIVED');
}

/** Units by SKU, because an order may name a SKU on several lines. */
export function bySku<Line extends { readonly SKU: string }>(
  lines: readonly Line[],
  unitsOf: (line: Line) => number,
): Map<string, number> {
  const units = new Map<string, number>();
  for (const line of lines) units.set(line.SKU, (units.get(line.SKU) ?? 0) + unitsOf(line));
  return units;
}

const ordered = ({ lines }: Demand): Map<string, number> => bySku(lines, ({ Qty }) => Qty);

export interface Demand {
  readonly client: number;
  readonly warehouse: number;
  readonly lines: readonly Pick<OutboundOrder['OrderItems'][number], 'SKU' | 'Qty'>[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The stock in the warehouse after the reservation of a SKU; undefined if the client does not have it. */
function reserve(db: Database, place: Omit<store.StockPlace, 'product'>, by: store.StockChange) {
  const figures = store.changeStock(db, place, by);
  if (figures !== undefined) return figures;
  const product = store.productBySku(db, place.client, place.sku);
  return product === undefined ? undefined : store.addStock(db, { ...place, product: product.id }, by);
}

/**
 * Adds an order to its warehouse's order book, which may exceed the stock; an unknown SKU has none. Returns the SKUs that
 * the client does not have, and those with too little available. Throws a 400 for a huge total.
 */
export function allocate(db: Database, demand: Demand) {
  const { client, warehouse, at } = demand;
  const unknown: string[] = [];
  const short: string[] = [];
  for (const [sku, quantity] of ordered(demand)) {
    const by = { level: 0, inOrderBook: quantity, at, operation: 'ALLOCATED' };
    const figures = reserve(db, { client, warehouse, sku }, by);
    checkCount(figures?.in_order_book ?? quantity, sku);
    if (figures === undefined) unknown.push(sku);
    else if (figures.in_order_book > figures.level) short.push(sku);
  }
  return { unknown, short };
}

/** Removes a cancelled order's quantities from the order book. */
export function release(db: Database, demand: Demand): void {
  const { client, warehouse, at } = demand;
  for (const [sku, quantity] of ordered(demand)) {
    const by = { level: 0, inOrderBook: -quantity, at, operation: 'RELEASED' };
    store.changeStock(db, { client, warehouse, sku }, by);
  }
}

/** Ships an allocated order, the oldest lots first. Returns in words what the warehouse lacks: the caller then rolls back. */
export function ship(db: Database, demand: Demand): string[] {
  const { client, warehouse, at } = demand;
  const short: string[] = [];
  for (const [sku, quantity] of ordered(demand)) {
    const product = store.productBySku(db, client, sku);
    if (product === undefined) continue;
    const by = { level: -quantity, inOrderBook: -quantity, at, operation: 'SHIPPED' };
    const place = { client, warehouse, sku, product: product.id };
    const { level } = change(db, place, by);
    if (level < 0) short.push(`${sku} (${quantity} ordered, ${level + quantity} in stock)`);
    store.addMovements(db, [{ ...place, quantity: -quantity, at, cause: 'dispatch' }]);
    store.addToTotal(db, client, warehouse, -quantity);
  }
  return short;
}
