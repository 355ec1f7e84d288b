import type { Context } from '../cli/settings.ts';
import { pages } from '../client/api/pages.ts';
import { openApi } from '../client/auth/session.ts';
import { limits } from '../contract/limits.ts';
import { listField, numberField } from '../text/records.ts';

/** Reads the RetailPrice of every SKU from all pages of the inventory. Throws the client's errors. */
export async function retailPrices(context: Context): Promise<ReadonlyMap<string, number>> {
  const prices = new Map<string, number>();
  const api = await openApi(context);
  try {
    for await (const { data } of pages(api, 'inventory', limits.inventoryPageSize.max)) {
      for (const location of listField(data, 'locations')) {
        for (const item of listField(location, 'sku')) {
          const price = numberField(item, 'RetailPrice');
          if (typeof item.sku === 'string' && price !== undefined) prices.set(item.sku, price);
        }
      }
    }
  } finally {
    await api.close().catch(() => {});
  }
  return prices;
}
