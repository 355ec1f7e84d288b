import { limits } from '../../contract/limits.ts';
import { nearestNames } from '../../text/nearest.ts';
import { listField, textField } from '../../text/records.ts';
import type { Api } from '../types.ts';
import { nextPage } from './pages.ts';

/** Five pages of the largest size: an account with more would wait too long for a suggestion. */
const mostPages = 5;
const mostSkus = mostPages * limits.inventoryPageSize.max;

/**
 * The SKUs of the account's inventory, a thousand or so of them; fewer when a page cannot be read. Each page is asked for
 * once: nobody waits long for a suggestion.
 */
export async function knownSkus(api: Api): Promise<ReadonlySet<string>> {
  const skus = new Set<string>();
  for (let page: number | undefined = 1; page !== undefined && skus.size < mostSkus; ) {
    const query = { page, page_size: limits.inventoryPageSize.max };
    const made = await api.attempt('inventory', { query });
    if (made.kind !== 'answer') break;
    for (const location of listField(made.answer.data, 'locations'))
      for (const item of listField(location, 'sku')) skus.add(textField(item, 'sku') ?? '');
    page = page < mostPages ? nextPage(made.answer, page) : undefined;
  }
  skus.delete('');
  return skus;
}

/** What may have been meant by a SKU that is not among the known ones; empty where nothing is like it. */
export function likelySkus(sku: string, known: ReadonlySet<string>): string[] {
  return known.has(sku) ? [] : nearestNames(sku, known);
}
