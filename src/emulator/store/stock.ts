import type { Database } from '../../storage/sqlite/database.ts';
import { periodOf } from './schema.ts';
import { insertRow, insertRows, updateRow } from './tables.ts';

/** A client's product in one of its warehouses. */
export interface StockPlace {
  readonly client: number;
  readonly warehouse: number;
  readonly sku: string;
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

/** Changes a stock row, if there is one. Its last update never moves back: receipts may be booked in any order. */
export const changeStock = (db: Database, place: Omit<StockPlace, 'product'>, change: StockChange) =>
  db.get<StockFigures>(
    `UPDATE stock SET level = level + ?1, in_order_book = in_order_book + ?2, updated_at = max(updated_at, ?3),
       operation = CASE WHEN ?3 >= updated_at THEN ?4 ELSE operation END
     WHERE client = ?5 AND warehouse = ?6 AND sku = ?7 RETURNING level, in_order_book`,
    [change.level, change.inOrderBook, change.at, change.operation, place.client, place.warehouse, place.sku],
  );

/** Sets what a stock row shows as its last change, whenever that was. */
export const setLastChange = (
  db: Database,
  { client, warehouse, sku }: Omit<StockPlace, 'product'>,
  { at, operation }: Pick<StockChange, 'at' | 'operation'>,
): void => updateRow(db, 'stock', { client, warehouse, sku }, { updated_at: at, operation });

/** Adds a stock row with this change, and counts the SKU for the location and the client. */
export function addStock(db: Database, place: StockPlace, change: StockChange): StockFigures {
  const { client, warehouse, sku, product } = place;
  const elsewhere = db.get(
    `SELECT 1 FROM client_warehouses AS held CROSS JOIN stock ON stock.client = held.client
       AND stock.warehouse = held.warehouse AND stock.sku = ?2 WHERE held.client = ?1 LIMIT 1`,
    [client, sku],
  );
  const { level, inOrderBook: in_order_book, at: updated_at, operation } = change;
  const row = { client, warehouse, sku, product, level, in_order_book, updated_at, operation };
  insertRow(db, 'stock', row);
  const count = 'UPDATE client_warehouses SET sku_count = sku_count + 1 WHERE client = ? AND warehouse = ?';
  db.run(count, [client, warehouse]);
  if (elsewhere === undefined) db.run('UPDATE clients SET sku_count = sku_count + 1 WHERE id = ?', [client]);
  return { level, in_order_book };
}

/** Adds to a location's total, which saves pages from summing. Returns it; 0 for a warehouse of another client. */
export const addToTotal = (db: Database, client: number, warehouse: number, quantity: number): number =>
  db.get<{ total_stock: number }>(
    `UPDATE client_warehouses SET total_stock = total_stock + ? WHERE client = ? AND warehouse = ?
     RETURNING total_stock`,
    [quantity, client, warehouse],
  )?.total_stock ?? 0;

/** Stores the stock that all movements add up to, with its counts and totals. There must be none yet. */
export function stockFromMovements(db: Database, operation: string): void {
  db.run(
    `INSERT INTO stock (client, warehouse, sku, product, level, in_order_book, updated_at, operation)
     SELECT client, warehouse, sku, product, sum(quantity), 0, max(at), ?
     FROM movements JOIN products ON products.id = movements.product GROUP BY product, warehouse`,
    [operation],
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

/** A product of one client: the stock item that inbound and order lines refer to. */
export interface Product {
  readonly id: number;
  readonly client: number;
  readonly sku: string;
  readonly barcode: string | null;
  readonly title: string;
}

const productsOf = 'SELECT id, client, sku, barcode, title FROM products WHERE client = ?';

/** A client's product. */
export const productBySku = (db: Database, client: number, sku: string): Product | undefined =>
  db.get<Product>(`${productsOf} AND sku = ?`, [client, sku]);

/** The client's products with the barcode; several may share one. */
export const productsByBarcode = (db: Database, client: number, barcode: string): Product[] =>
  db.all<Product>(`${productsOf} AND barcode = ? ORDER BY sku`, [client, barcode]);

const productTables = ['products'];

/** The number of a client's products, kept because counting them takes longer the more there are. */
export const productCount = (db: Database, client: number): number =>
  db.kept(
    productTables,
    String(client),
    () => db.get<{ n: number }>('SELECT count(*) AS n FROM products WHERE client = ?', [client])?.n ?? 0,
  );

/** A range of the client's catalogue, sorted by SKU. */
export const productPage = (db: Database, client: number, limit: number, offset: number): Product[] =>
  db.all<Product>(`${productsOf} ORDER BY sku LIMIT ? OFFSET ?`, [client, limit, offset]);

export interface ClientLocation {
  readonly warehouse: number;
  readonly location_id: string;
}

/** The client's warehouse with that identifier. */
export const locationOf = (db: Database, client: number, locationId: string): ClientLocation | undefined =>
  db.get<ClientLocation>(
    `SELECT cw.warehouse, w.location_id FROM client_warehouses cw JOIN warehouses w ON w.id = cw.warehouse
     WHERE cw.client = ? AND w.location_id = ?`,
    [client, locationId],
  );

/** The number of a client's SKUs with a stock row in any warehouse, and their prefixes as a JSON list. */
export const catalogueOf = (db: Database, client: number) =>
  db.get<{ readonly sku_count: number; readonly sku_prefixes: string }>(
    'SELECT sku_count, sku_prefixes FROM clients WHERE id = ?',
    [client],
  );

/** A client's warehouse with its totals and a range of its stock. */
interface LocationPage {
  readonly name: string;
  readonly location_id: string;
  readonly total_stock: number;
  readonly sku_count: number;
  /** The JSON of the items separated by commas; null if there are none. */
  readonly items: string | null;
}

const pageTables = ['stock', 'products', 'client_warehouses', 'warehouses'];

/**
 * The client's warehouses in their configured order, each with a range of its stock by SKU, selected before products
 * are looked up. SQLite writes the JSON of a page, most of an answer, faster than we could read its columns.
 */
export const inventoryPage = (db: Database, client: number, limit: number, offset: number) =>
  db.kept(pageTables, [client, limit, offset].join(), () =>
    db.all<LocationPage>(
      `SELECT w.name, w.location_id, l.total_stock, l.sku_count, iif(l.sku_count > ?3,
       (SELECT group_concat(format(
         '{%s,"StockLevel":%d,"InOrderBook":%d,"Available":%d,"LastUpdateDate":"%s","LastUpdateOperation":%s}',
         p.details, s.level, s.in_order_book, s.level - s.in_order_book,
         strftime(iif(s.updated_at % 1000, '%Y-%m-%dT%H:%M:%fZ', '%Y-%m-%dT%H:%M:%SZ'), s.updated_at / 1000.0, 'unixepoch'),
         json_quote(s.operation)), ',')
        FROM (SELECT * FROM stock WHERE client = l.client AND warehouse = l.warehouse ORDER BY sku LIMIT ?2 OFFSET ?3) s
          CROSS JOIN products p ON p.id = s.product), NULL) AS items
     FROM client_warehouses l JOIN warehouses w ON w.id = l.warehouse WHERE l.client = ?1 ORDER BY l.position`,
      [client, limit, offset],
    ),
  );

/** A change of stock: positive for a receipt, negative for a dispatch. */
export interface Movement {
  readonly warehouse: number;
  readonly quantity: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Records movements of products in sequence, and why their stock moved. */
export const addMovements = (
  db: Database,
  movements: readonly (Movement & { readonly product: number; readonly cause: string })[],
): void =>
  insertRows(
    db,
    'movements',
    ['product', 'warehouse', 'quantity', 'at', 'cause'],
    movements.map(({ product, warehouse, quantity, at, cause }) => [product, warehouse, quantity, at, cause]),
  );

/** A product's receipts in all warehouses, oldest first. */
export const receiptsOf = (db: Database, product: number): Movement[] =>
  db.all<Movement>(
    'SELECT warehouse, quantity, at FROM movements WHERE product = ? AND quantity > 0 ORDER BY at, id',
    [product],
  );

/** The units of a product that each warehouse had dispatched at `until`: a snapshot, or now (ms). */
export const dispatchedBy = (db: Database, product: number, until: number): ReadonlyMap<number, number> =>
  new Map(
    db
      .all<{ warehouse: number; units: number }>(
        `SELECT warehouse, sum(units) AS units FROM dispatched WHERE product = ? AND period <= ${periodOf('?')}
         GROUP BY warehouse`,
        [product, until],
      )
      .map(({ warehouse, units }) => [warehouse, units]),
  );

export type CatalogueEntry = Pick<Product, 'id' | 'sku'>;

/**
 * The client's products, by SKU, that had stock at `snapshot` (ms). A product first received later counts with its
 * current stock; so do all products if `snapshot` is null. `warehouse` limits the stock to one warehouse.
 */
export const productsWithStock = (
  db: Database,
  client: number,
  snapshot: number | null,
  warehouse: number | null,
): CatalogueEntry[] =>
  db.all<CatalogueEntry>(
    `WITH received AS (
       SELECT product, min(at) AS first, sum(iif(?3 IS NULL OR warehouse = ?3, quantity, 0)) AS units,
         sum(iif(at <= ?2 AND (?3 IS NULL OR warehouse = ?3), quantity, 0)) AS then_units
       FROM movements WHERE quantity > 0 GROUP BY product),
     shipped AS (
       SELECT product, sum(iif(?3 IS NULL OR warehouse = ?3, units, 0)) AS units,
         sum(iif(period <= ${periodOf('?2')} AND (?3 IS NULL OR warehouse = ?3), units, 0)) AS then_units
       FROM dispatched GROUP BY product)
     SELECT p.id, p.sku FROM products p JOIN received r ON r.product = p.id LEFT JOIN shipped s ON s.product = p.id
     WHERE p.client = ?1 AND CASE WHEN r.first <= ?2 THEN r.then_units - coalesce(s.then_units, 0)
       ELSE r.units - coalesce(s.units, 0) END > 0 ORDER BY p.sku`,
    [client, snapshot, warehouse],
  );
