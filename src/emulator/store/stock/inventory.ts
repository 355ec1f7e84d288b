import type { Database } from '../database/database.ts';

/** A client's warehouse with its stored totals. */
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

/** The number of a client's SKUs and their prefixes. */
export interface ClientCatalogue {
  /** SKUs with a stock row in any warehouse. */
  readonly sku_count: number;
  /** A JSON list of strings. */
  readonly sku_prefixes: string;
}

/** Counts a client's SKUs and lists their prefixes. */
export const catalogueOf = (db: Database, client: number): ClientCatalogue | undefined =>
  db.get<ClientCatalogue>('SELECT sku_count, sku_prefixes FROM clients WHERE id = ?', client);

/**
 * A range of a location's stock, by SKU, as the JSON of its items separated by commas. A page makes up most of an
 * answer, and SQLite writes this JSON faster than we could read the columns one by one. The range is selected before
 * products are looked up.
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
