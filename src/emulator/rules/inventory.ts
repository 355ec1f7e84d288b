import { isoUtc } from '../../text/time.ts';
import { ok, type Rule } from '../context.ts';
import { catalogueOf, type InventoryRow, inventoryPage, locationsOf } from '../store/inventory.ts';
import { inventoryPaging, nextPage } from './paging.ts';

const skuItem = (row: InventoryRow) => ({
  sku: row.sku,
  Height: row.height,
  Width: row.width,
  Depth: row.depth,
  Weight: row.weight,
  RetailPrice: row.retail_price,
  StockLevel: row.level,
  InOrderBook: row.in_order_book,
  Available: row.level - row.in_order_book,
  LastUpdateDate: isoUtc(row.updated_at),
  LastUpdateOperation: row.operation,
});

/**
 * GET /inventory: every location of the client with its own stretch of SKUs for the page. Totals come from counters
 * kept with each change of stock, so that a page costs the same however many SKUs there are.
 */
export const getInventory: Rule = (context, { query }) => {
  const { db, client } = context;
  const { page, size, offset } = inventoryPaging(context, query);
  const catalogue = catalogueOf(db, client.id);
  const keyword = (JSON.parse(catalogue?.sku_prefixes ?? '[]') as string[]).join(',');
  const held = locationsOf(db, client.id);
  const locations = held.map((location) => {
    const rows =
      offset < location.sku_count ? inventoryPage(db, client.id, location.warehouse, size, offset) : [];
    return {
      location_name: location.name,
      location_filter: location.location_id,
      keyword,
      total_inventory: location.total_stock,
      total_count_of_skus: rows.length,
      sku_count_in_page: rows.length,
      has_more: offset + rows.length < location.sku_count && rows.length > 0,
      sku: rows.map(skuItem),
    };
  });
  const hasMore = locations.some((location) => location.has_more);
  return ok(
    {
      client_name: client.client_name,
      total_inventory: held.reduce((sum, location) => sum + location.total_stock, 0),
      total_count_of_skus: catalogue?.sku_count ?? 0,
      location_count: held.length,
      locations,
    },
    { pagination: { current_page: page, page_size: size, has_more: hasMore, ...nextPage(page, hasMore) } },
  );
};
