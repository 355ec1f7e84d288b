import type { Database } from '../database/database.ts';

/** A product of one client: the stock item that inbound and order lines refer to. */
export interface Product {
  readonly id: number;
  readonly client: number;
  readonly sku: string;
  readonly barcode: string | null;
  readonly title: string;
}

const columns = 'id, client, sku, barcode, title';

/** A client's product. */
export const productBySku = (db: Database, client: number, sku: string): Product | undefined =>
  db.get<Product>(`SELECT ${columns} FROM products WHERE client = ? AND sku = ?`, client, sku);

/** The client's products with the barcode; several may share one. */
export const productsByBarcode = (db: Database, client: number, barcode: string): Product[] =>
  db.all<Product>(
    `SELECT ${columns} FROM products WHERE client = ? AND barcode = ? ORDER BY sku`,
    client,
    barcode,
  );

/** The number of a client's products. */
export const productCount = (db: Database, client: number): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM products WHERE client = ?', client)?.n ?? 0;

/** A range of the client's catalogue, sorted by SKU. */
export const productPage = (db: Database, client: number, limit: number, offset: number): Product[] =>
  db.all<Product>(
    `SELECT ${columns} FROM products WHERE client = ? ORDER BY sku LIMIT ? OFFSET ?`,
    client,
    limit,
    offset,
  );
