import { limits } from '../../../contract/limits.ts';
import { nearestNames } from '../../../text/nearest.ts';
import { listField, textField } from '../../../text/records.ts';
import type { Api, Attempt } from '../../types.ts';
import { nextPage } from './pages.ts';

/** Pages of the largest size. Reading more would take too long for a suggestion. */
const mostPages = 5;

/**
 * Up to about a thousand SKUs of the account's inventory; fewer if a page cannot be read. Reads each page only once,
 * because nobody waits long for a suggestion.
 */
export async function knownSkus(api: Api): Promise<ReadonlySet<string>> {
  const skus = new Set<string>();
  for (let page: number | undefined = 1; page !== undefined; ) {
    const made: Attempt = await api.attempt('inventory', {
      query: { page, page_size: limits.inventoryPageSize.max },
    });
    if (made.kind !== 'answer') break;
    for (const location of listField(made.answer.data, 'locations'))
      for (const item of listField(location, 'sku')) skus.add(textField(item, 'sku') ?? '');
    page = page < mostPages ? nextPage(made.answer, page) : undefined;
  }
  skus.delete('');
  return skus;
}

/** Suggestions for an unknown SKU; empty if none is similar. */
export function likelySkus(sku: string, known: ReadonlySet<string>): string[] {
  return known.has(sku) ? [] : nearestNames(sku, known);
}
