import type { Database } from '../database/database.ts';

/** The product fields that a stock-age list needs. */
export interface CatalogueEntry {
  readonly id: number;
  readonly sku: string;
}

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
    `WITH held AS (
       SELECT p.id, p.sku,
         min(CASE WHEN m.quantity > 0 THEN m.at END) <= ?2 AS covered,
         sum(CASE WHEN m.at <= ?2 AND (?3 IS NULL OR m.warehouse = ?3) THEN m.quantity ELSE 0 END) AS then_held,
         sum(CASE WHEN ?3 IS NULL OR m.warehouse = ?3 THEN m.quantity ELSE 0 END) AS now_held
       FROM products p JOIN movements m ON m.product = p.id WHERE p.client = ?1 GROUP BY p.id)
     SELECT id, sku FROM held WHERE CASE WHEN covered THEN then_held ELSE now_held END > 0 ORDER BY sku`,
    client,
    snapshot,
    warehouse,
  );
