import { catalogueOf, inventoryPage, locationsOf } from '../store/stock.ts';
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
  const catalogue = catalogueOf(db, client.id);
  const keyword = (JSON.parse(catalogue?.sku_prefixes ?? '[]') as string[]).join(',');
  const held = locationsOf(db, client.id);
  let hasMore = false;
  const locations = held.map((location) => {
    const count = Math.min(size, Math.max(0, location.sku_count - offset));
    const items = count === 0 ? '' : inventoryPage(db, client.id, location.warehouse, size, offset);
    const more = offset + count < location.sku_count;
    hasMore ||= more;
    const shown = {
      location_name: location.name,
      location_filter: location.location_id,
      keyword,
      total_inventory: location.total_stock,
      total_count_of_skus: count,
      sku_count_in_page: count,
      has_more: more,
    };
    return withMember(shown, 'sku', `[${items}]`);
  });
  const data = {
    client_name: client.client_name,
    total_inventory: held.reduce((sum, location) => sum + location.total_stock, 0),
    total_count_of_skus: catalogue?.sku_count ?? 0,
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
