import type { SqlValue } from '../../storage/sqlite/database.ts';
import type { RuleContext } from '../domain/context.ts';
import { type OpeningLot, receiveOpening } from '../domain/stock.ts';
import { insertRows } from '../store/tables.ts';
import { type SeedNames, seedClient, seedWarehouse } from './names.ts';
import { inSeed, type SeedProduct, seedError, seedInstant } from './schema.ts';

/** The product fields that inventory shows, as JSON without the outer braces. */
function detailsOf({
  sku,
  Height = 1,
  Width = 1,
  Depth = 1,
  Weight = 1,
  RetailPrice = null,
}: SeedProduct): string {
  return JSON.stringify({ sku, Height, Width, Depth, Weight, RetailPrice }).slice(1, -1);
}

/** Stores products and their lots, oldest first, each received at the lot's own time. */
export function insertProducts(
  context: RuleContext,
  names: SeedNames,
  products: readonly SeedProduct[],
): void {
  const known = new Set<string>();
  const rows: SqlValue[][] = [];
  const opening: OpeningLot[] = [];
  products.forEach((product, index) => {
    const path = `products[${index}]`;
    const client = seedClient(names, path, product.client);
    const id = index + 1;
    const key = `${client.id}/${product.sku}`;
    if (known.has(key)) throw seedError(`${path}.sku`, `${product.sku} appears twice`);
    known.add(key);
    if (client.prefixes.length > 0 && !client.prefixes.some((prefix) => product.sku.startsWith(prefix))) {
      throw seedError(
        `${path}.sku`,
        `${product.sku} must begin with one of the client's prefixes: ${client.prefixes.join(', ')}`,
      );
    }
    const { sku, barcode = null, title = sku } = product;
    rows.push([id, client.id, sku, barcode, title, detailsOf(product)]);
    const owned = { id, client: client.id, sku };
    const lots = (product.stock ?? []).map((lot, position) => {
      const lotPath = `${path}.stock[${position}]`;
      const received = lot.receivedAt === undefined ? context.now : seedInstant(lot.receivedAt, context.now);
      if (received > context.now) throw seedError(`${lotPath}.receivedAt`, "is later than the seed's now");
      return {
        warehouse: seedWarehouse(names, client, `${lotPath}.warehouse`, lot.warehouse),
        quantity: lot.qty,
        at: received,
        product: owned,
      };
    });
    lots.sort((a, b) => a.at - b.at);
    for (const lot of lots) opening.push(lot);
  });
  insertRows(context.db, 'products', ['id', 'client', 'sku', 'barcode', 'title', 'details'], rows);
  inSeed('products', () => receiveOpening(context.db, opening));
}
