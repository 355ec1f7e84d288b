import type { Database } from './database/database.ts';

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

/** A client's SKUs in figures. */
export interface ClientCatalogue {
  /** SKUs with a stock row in any warehouse. */
  readonly sku_count: number;
  /** JSON list of text. */
  readonly sku_prefixes: string;
}

/** SKUs of a client, and the prefixes they begin with. */
export const catalogueOf = (db: Database, client: number): ClientCatalogue | undefined =>
  db.get<ClientCatalogue>('SELECT sku_count, sku_prefixes FROM clients WHERE id = ?', client);

/**
 * A stretch of a location's stock, by SKU, as the JSON of its items with commas between them: a page is most of an
 * answer, and SQLite writes it faster than its columns could be read one by one. The stretch is cut before products are
 * looked up.
 */
export const inventoryPage = (
  db: Database,
  client: number,
  warehouse: number,
  limit: number,
  offset: number,
): string =>
  db.get<{ items: string | null }>(
    `SELECT group_concat('{' || p.details || ',"StockLevel":' || s.level || ',"InOrderBook":' || s.in_order_book ||
       ',"Available":' || (s.level - s.in_order_book) || ',"LastUpdateDate":"' ||
       strftime(iif(s.updated_at % 1000, '%Y-%m-%dT%H:%M:%fZ', '%Y-%m-%dT%H:%M:%SZ'), s.updated_at / 1000.0, 'unixepoch') ||
       '","LastUpdateOperation":"' || s.operation || '"}', ',') AS items
     FROM (SELECT * FROM stock WHERE client = ? AND warehouse = ? ORDER BY sku LIMIT ? OFFSET ?) s
       CROSS JOIN products p ON p.id = s.product`,
    client,
    warehouse,
    limit,
    offset,
  )?.items ?? '';
