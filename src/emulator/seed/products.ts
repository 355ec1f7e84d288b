import type { RuleContext } from '../engine/context.ts';
import { receive } from '../stock/ledger.ts';
import { type SeedNames, seedClient, seedWarehouse } from './names.ts';
import { type SeedProduct, seedError } from './schema.ts';
import { seedInstant } from './time.ts';

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
    context.db.run(
      'INSERT INTO products (id, client, sku, barcode, title, details) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      client.id,
      product.sku,
      product.barcode ?? null,
      product.title ?? product.sku,
      detailsOf(product),
    );
    const lots = (product.stock ?? []).map((lot, position) => {
      const at = `${path}.stock[${position}]`;
      const received = lot.receivedAt === undefined ? context.now : seedInstant(lot.receivedAt, context.now);
      if (received > context.now) throw seedError(`${at}.receivedAt`, "is later than the seed's now");
      return {
        warehouse: seedWarehouse(names, client, `${at}.warehouse`, lot.warehouse),
        qty: lot.qty,
        received,
      };
    });
    lots.sort((a, b) => a.received - b.received);
    const owned = { id, client: client.id, sku: product.sku };
    for (const lot of lots) receive(context.db, owned, lot.warehouse, lot.qty, lot.received, 'seed');
  });
}
