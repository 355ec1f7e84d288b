import type { Database } from './database.ts';

/** A client's warehouse with the totals kept beside it. */
export interface ClientLocation {
  readonly warehouse: number;
  readonly name: string;
  readonly location_id: string;
  readonly total_stock: number;
  readonly sku_count: number;
}

/** The client's warehouses in their configured order. */
export const locationsOf = (db: Database, client: number): ClientLocation[] =>
  db.all<ClientLocation>(
    `SELECT cw.warehouse, w.name, w.location_id, cw.total_stock, cw.sku_count
     FROM client_warehouses cw JOIN warehouses w ON w.id = cw.warehouse WHERE cw.client = ? ORDER BY cw.position`,
    client,
  );

export interface ClientCatalogue {
  /** SKUs with a stock row in any warehouse. */
  readonly sku_count: number;
  /** JSON list of text. */
  readonly sku_prefixes: string;
}

export const catalogueOf = (db: Database, client: number): ClientCatalogue | undefined =>
  db.get<ClientCatalogue>('SELECT sku_count, sku_prefixes FROM clients WHERE id = ?', client);

/** A stock row with its product's dimensions. */
export interface InventoryRow {
  readonly sku: string;
  readonly level: number;
  readonly in_order_book: number;
  /** Milliseconds since the epoch. */
  readonly updated_at: number;
  readonly operation: string;
  readonly height: number;
  readonly width: number;
  readonly depth: number;
  readonly weight: number;
  readonly retail_price: number | null;
}

/** A stretch of a location's stock, by SKU. The stretch is cut before products are looked up. */
export const inventoryPage = (
  db: Database,
  client: number,
  warehouse: number,
  limit: number,
  offset: number,
): InventoryRow[] =>
  db.all<InventoryRow>(
    `SELECT s.sku, s.level, s.in_order_book, s.updated_at, s.operation, p.height, p.width, p.depth, p.weight,
       p.retail_price
     FROM (SELECT * FROM stock WHERE client = ? AND warehouse = ? ORDER BY sku LIMIT ? OFFSET ?) s
       CROSS JOIN products p ON p.id = s.product ORDER BY s.sku`,
    client,
    warehouse,
    limit,
    offset,
  );
