import { Refusal } from '../context.ts';
import type { Database } from '../store/database.ts';
import { addMovement } from '../store/movements.ts';
import { type Product, productBySku } from '../store/products.ts';
import { addStock, addToTotal, changeStock, type StockChange, type StockFigures } from '../store/stock.ts';

/** Why stock moved, as kept with the movement and shown as the last operation on the stock. */
export type Cause = 'seed' | 'inbound' | 'purchase-order' | 'dispatch';

/** As much of an order line as stock needs. */
export interface StockLine {
  readonly SKU: string;
  readonly Qty: number;
}

const operationOf: Record<Cause, string> = {
  seed: 'RECEIVED',
  inbound: 'RECEIVED',
  'purchase-order': 'RECEIVED',
  dispatch: 'SHIPPED',
};

/** More units than any location holds; below it, sums over many locations stay whole numbers. */
const maxUnits = 1e12;

function checkCount(units: number, sku: string): void {
  if (units > maxUnits) throw new Refusal(400, `The quantity of ${sku} is more than stock can count`);
}

type OwnedProduct = Pick<Product, 'id' | 'client' | 'sku'>;

function change(db: Database, product: OwnedProduct, warehouse: number, by: StockChange): StockFigures {
  const place = { client: product.client, warehouse, sku: product.sku, product: product.id };
  return changeStock(db, place, by) ?? addStock(db, place, by);
}

/**
 * Stock rises: a lot of `quantity` units of the product, received in the warehouse at `at` (ms since the epoch). The
 * warehouse must be one of the client's. 400 for more than can be counted.
 */
export function receive(
  db: Database,
  product: OwnedProduct,
  warehouse: number,
  quantity: number,
  at: number,
  cause: Exclude<Cause, 'dispatch'>,
): void {
  if (quantity === 0) return;
  addMovement(db, product.id, { warehouse, quantity, at }, cause);
  change(db, product, warehouse, { level: quantity, inOrderBook: 0, at, operation: operationOf[cause] });
  checkCount(addToTotal(db, product.client, warehouse, quantity), product.sku);
}

/** Quantities by SKU: an order may name a SKU on several lines. */
function bySku(lines: readonly StockLine[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const line of lines) quantities.set(line.SKU, (quantities.get(line.SKU) ?? 0) + line.Qty);
  return quantities;
}

/**
 * Puts an order's quantities in the order book of the warehouse. More than there is may be allocated; a SKU the client
 * does not have has no stock to allocate. False when a line was short or unknown; 400 for more than can be counted.
 */
export function allocate(
  db: Database,
  client: number,
  warehouse: number,
  lines: readonly StockLine[],
  at: number,
): boolean {
  let covered = true;
  for (const [sku, quantity] of bySku(lines)) {
    const by = { level: 0, inOrderBook: quantity, at, operation: 'ALLOCATED' };
    let figures = changeStock(db, { client, warehouse, sku }, by);
    if (figures === undefined) {
      const product = productBySku(db, client, sku);
      if (product !== undefined) figures = change(db, product, warehouse, by);
    }
    checkCount(figures?.in_order_book ?? quantity, sku);
    if (figures === undefined || figures.in_order_book > figures.level) covered = false;
  }
  return covered;
}

/** Takes a cancelled order's quantities out of the order book again. */
export function release(
  db: Database,
  client: number,
  warehouse: number,
  lines: readonly StockLine[],
  at: number,
): void {
  for (const [sku, quantity] of bySku(lines)) {
    changeStock(
      db,
      { client, warehouse, sku },
      { level: 0, inOrderBook: -quantity, at, operation: 'RELEASED' },
    );
  }
}

/** A line that cannot be shipped: less lies in the warehouse than was ordered. */
export interface Shortage {
  readonly sku: string;
  readonly ordered: number;
  readonly level: number;
}

/**
 * An allocated order leaves the warehouse: stock and order book fall, the oldest lots first (lots are reckoned from the
 * movements). Says which lines are short; the caller rolls back then. Unknown SKUs have no stock to fall.
 */
export function ship(
  db: Database,
  client: number,
  warehouse: number,
  lines: readonly StockLine[],
  at: number,
): Shortage[] {
  const shortages: Shortage[] = [];
  for (const [sku, quantity] of bySku(lines)) {
    const product = productBySku(db, client, sku);
    if (product === undefined) continue;
    const by = { level: -quantity, inOrderBook: -quantity, at, operation: operationOf.dispatch };
    const { level } = change(db, product, warehouse, by);
    if (level < 0) shortages.push({ sku, ordered: quantity, level: level + quantity });
    addMovement(db, product.id, { warehouse, quantity: -quantity, at }, 'dispatch');
    addToTotal(db, client, warehouse, -quantity);
  }
  return shortages;
}
