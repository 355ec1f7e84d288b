import { knownSkus, likelySkus, likelyWarehouses, warehouseNames } from '../../../client/api/lookups.ts';
import type { Api } from '../../../client/types.ts';
import { listField, textField, texts } from '../../../text/records.ts';

/** Suggests warehouses and SKUs for a refused body; undefined if there is nothing to suggest. */
export type Explain = (api: Api, body: unknown) => Promise<string | undefined>;

const mostSkus = 5;

/** Creates the explanation, which reads the account's names once, when they are first needed. */
export function explainer(): Explain {
  let warehouses: Promise<readonly string[]> | undefined;
  let skus: Promise<ReadonlySet<string>> | undefined;
  return async (api, body) => {
    const said: string[] = [];
    const warehouse = textField(body, 'warehouse', 'Warehouse_Name');
    if (warehouse !== undefined) {
      warehouses ??= warehouseNames(api);
      const place = likelyWarehouses(warehouse, await warehouses);
      if (place !== undefined) said.push(place);
    }
    const items = texts(listField(body, 'items'), 'SKU');
    if (items.length > 0) {
      skus ??= knownSkus(api);
      const known = await skus;
      const unknown = items.map((sku) => ({ sku, likely: likelySkus(sku, known) }));
      for (const { sku, likely } of unknown.filter(({ likely }) => likely.length > 0).slice(0, mostSkus))
        said.push(`for ${sku}, did you mean ${likely.join(' or ')}?`);
    }
    return said.length === 0 ? undefined : said.join('; ');
  };
}
