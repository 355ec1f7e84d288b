import { inventoryPage } from '../store/stock.ts';
import { inventoryPaging, nextPage } from './query.ts';
import type { Rule } from './rule.ts';

/** Adds a member, given as JSON, to the JSON of an object. */
const withMember = (object: object, name: string, json: string): string =>
  `${JSON.stringify(object).slice(0, -1)},"${name}":${json}}`;

/**
 * GET /inventory: every location of the client, each with its own page of SKUs. Totals come from counters that are
 * updated with each stock change, so a page costs the same for any number of SKUs.
 */
export const getInventory: Rule<'inventory'> = (context, { query }) => {
  const { db, client } = context;
  const { page, size, offset } = inventoryPaging(context, query);
  const held = inventoryPage(db, client.id, size, offset);
  const keyword = (JSON.parse(held[0]?.sku_prefixes ?? '[]') as string[]).join(',');
  const locations = held.map(({ name, location_id, total_stock, sku_count, items }) => {
    const count = Math.min(size, Math.max(0, sku_count - offset));
    const shown = {
      location_name: name,
      location_filter: location_id,
      keyword,
      total_inventory: total_stock,
      total_count_of_skus: count,
      sku_count_in_page: count,
      has_more: offset + count < sku_count,
    };
    return withMember(shown, 'sku', `[${items ?? ''}]`);
  });
  const hasMore = held.some(({ sku_count }) => offset + size < sku_count);
  const data = {
    client_name: client.client_name,
    total_inventory: held.reduce((sum, location) => sum + location.total_stock, 0),
    total_count_of_skus: held[0]?.client_skus ?? 0,
    location_count: held.length,
  };
  const pagination = { current_page: page, page_size: size, has_more: hasMore, ...nextPage(page, hasMore) };
  const json = withMember(
    { success: true, pagination },
    'data',
    withMember(data, 'locations', `[${locations}]`),
  );
  return { status: 200, json };
};
