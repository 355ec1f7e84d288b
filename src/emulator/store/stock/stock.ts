import type { Database } from '../database/database.ts';

/** Identifies the stock of a SKU in a location. */
export interface StockPlace {
  readonly client: number;
  readonly warehouse: number;
  readonly sku: string;
  /** The id of the product. */
  readonly product: number;
}

/** A change of one stock row; `level` and `inOrderBook` are added to the stored values. */
export interface StockChange {
  readonly level: number;
  readonly inOrderBook: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly operation: string;
}

/** The number of units, and how many of them orders have reserved. */
export interface StockFigures {
  readonly level: number;
  readonly in_order_book: number;
}

/**
 * Changes an existing stock row and returns the new quantities; undefined if there is no row. The last update never
 * moves back, so that receipts may be booked in any order.
 */
export const changeStock = (
  db: Database,
  place: Omit<StockPlace, 'product'>,
  change: StockChange,
): StockFigures | undefined =>
  db.get<StockFigures>(
    `UPDATE stock SET level = level + ?1, in_order_book = in_order_book + ?2, updated_at = max(updated_at, ?3),
       operation = CASE WHEN ?3 >= updated_at THEN ?4 ELSE operation END
     WHERE client = ?5 AND warehouse = ?6 AND sku = ?7 RETURNING level, in_order_book`,
    change.level,
    change.inOrderBook,
    change.at,
    change.operation,
    place.client,
    place.warehouse,
    place.sku,
  );

/** Adds a stock row with this change, and counts the SKU for the location and the client. */
export function addStock(db: Database, place: StockPlace, change: StockChange): StockFigures {
  const { client, warehouse, sku } = place;
  const elsewhere = db.get(
    `SELECT 1 FROM client_warehouses AS held CROSS JOIN stock ON stock.client = held.client
       AND stock.warehouse = held.warehouse AND stock.sku = ?2 WHERE held.client = ?1 LIMIT 1`,
    client,
    sku,
  );
  db.run(
    `INSERT INTO stock (client, warehouse, sku, product, level, in_order_book, updated_at, operation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    client,
    warehouse,
    sku,
    place.product,
    change.level,
    change.inOrderBook,
    change.at,
    change.operation,
  );
  db.run(
    'UPDATE client_warehouses SET sku_count = sku_count + 1 WHERE client = ? AND warehouse = ?',
    client,
    warehouse,
  );
  if (elsewhere === undefined) db.run('UPDATE clients SET sku_count = sku_count + 1 WHERE id = ?', client);
  return { level: change.level, in_order_book: change.inOrderBook };
}

/**
 * Adds to the location's total and returns the new total; 0 if the warehouse is not the client's. The stored total
 * saves inventory pages from summing over all SKUs.
 */
export const addToTotal = (db: Database, client: number, warehouse: number, quantity: number): number =>
  db.get<{ total_stock: number }>(
    `UPDATE client_warehouses SET total_stock = total_stock + ? WHERE client = ? AND warehouse = ?
     RETURNING total_stock`,
    quantity,
    client,
    warehouse,
  )?.total_stock ?? 0;

/**
 * Stores the stock that all movements add up to, with the counts and totals of locations and clients. There must be no
 * stock yet.
 */
export function stockFromMovements(db: Database, operation: string): void {
  db.run(
    `INSERT INTO stock (client, warehouse, sku, product, level, in_order_book, updated_at, operation)
     SELECT client, warehouse, sku, product, sum(quantity), 0, max(at), ?
     FROM movements JOIN products ON products.id = movements.product GROUP BY product, warehouse`,
    operation,
  );
  db.run(
    `UPDATE client_warehouses SET (sku_count, total_stock) =
       (SELECT count(*), coalesce(sum(level), 0) FROM stock
        WHERE stock.client = client_warehouses.client AND stock.warehouse = client_warehouses.warehouse)`,
  );
  db.run(
    'UPDATE clients SET sku_count = (SELECT count(DISTINCT sku) FROM stock WHERE stock.client = clients.id)',
  );
}
