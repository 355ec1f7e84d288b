import { knownSkus, likelySkus } from '../../../client/api/reads/known-skus.ts';
import { likelyWarehouses, warehouseNames } from '../../../client/api/reads/warehouse-names.ts';
import type { Api } from '../../../client/types.ts';
import { listField, textField } from '../../../text/records.ts';

/** Suggests warehouses and SKUs for a refused body; undefined if there is nothing to suggest. */
export type Explain = (api: Api, body: unknown) => Promise<string | undefined>;

const mostSkus = 5;

/** Creates the explanation, which reads the account's names once, when they are first needed. */
export function explainer(): Explain {
  let warehouses: Promise<readonly string[]> | undefined;
  let skus: Promise<ReadonlySet<string>> | undefined;
  return async (api, body) => {
    const warehouse = textField(body, 'warehouse', 'Warehouse_Name');
    warehouses ??= warehouseNames(api);
    const place = warehouse === undefined ? undefined : likelyWarehouses(warehouse, await warehouses);
    const items = listField(body, 'items').flatMap((item) => textField(item, 'SKU') ?? []);
    if (items.length > 0) skus ??= knownSkus(api);
    const known = await skus;
    const products = items.flatMap((sku) => {
      const likely = known === undefined ? [] : likelySkus(sku, known);
      return likely.length === 0 ? [] : [`for ${sku}, did you mean ${likely.join(' or ')}?`];
    });
    const said = [...(place === undefined ? [] : [place]), ...products.slice(0, mostSkus)];
    return said.length === 0 ? undefined : said.join('; ');
  };
}
