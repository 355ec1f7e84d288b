import { type ClientContext, ok, type Reply, type Rule, ServiceError } from '../../engine/context.ts';
import { agesOf } from '../../stock/ages.ts';
import { lotsAt } from '../../stock/lots.ts';
import { isCovered, latestSnapshot } from '../../stock/snapshot.ts';
import type { ClientLocation } from '../../store/inventory.ts';
import { movementsOf } from '../../store/movements.ts';
import { productCount, productPage } from '../../store/products.ts';
import { type CatalogueEntry, productsWithStock } from '../../store/stock-age.ts';
import { type Page, pageBlock, stockAgePaging } from '../paging.ts';
import { locationAsked } from './stock-age.ts';
import { stockAgeRecord } from './stock-age-record.ts';

function flag(context: ClientContext, query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  context.assume('A-39');
  throw new ServiceError(400, `${name} must be true or false`);
}

/** What a list shows: which snapshot, and of which location. */
interface View {
  /** When it was made (ms); null when a fault has kept it from being made. */
  readonly snapshot: number | null;
  readonly location: ClientLocation | undefined;
}

interface Listed {
  readonly products: readonly CatalogueEntry[];
  readonly count: number;
}

function listed(
  { db, client }: ClientContext,
  view: View,
  { size, offset }: Page,
  inStockOnly: boolean,
): Listed {
  if (!inStockOnly)
    return { products: productPage(db, client.id, size, offset), count: productCount(db, client.id) };
  const all = productsWithStock(db, client.id, view.snapshot, view.location?.warehouse ?? null);
  return { products: all.slice(offset, offset + size), count: all.length };
}

/** An entry of the list; a SKU that the snapshot does not cover shows the present, as its own record does. */
function entry(context: ClientContext, { snapshot, location }: View, { id, sku }: CatalogueEntry): object {
  const movements = movementsOf(context.db, id);
  const covered = snapshot !== null && isCovered(movements, snapshot);
  const asOf = covered ? snapshot : context.now;
  const ages = agesOf(lotsAt(movements, asOf, location?.warehouse), asOf);
  const locationId = location?.location_id ?? null;
  const source = covered ? 'snapshot' : 'live';
  const record = stockAgeRecord(context, { sku, locationId, asOf, source, ages });
  return { ...record, stock_age_available: covered };
}

/** The list in the envelope of A-31: `skus` in `data`, the pagination beside it, below it, or both at the top. */
function enveloped(context: ClientContext, skus: readonly object[], pagination: object): Reply {
  context.assume('A-31');
  return context.variants.pick('A-31', [
    ok({ skus }, { pagination }),
    ok({ skus, pagination }),
    { status: 200, body: { success: true, skus, pagination } },
  ]);
}

/** GET /inventory/stock-age: the client's catalogue by SKU, or only what has stock, as the newest snapshot saw it. */
export const listStockAge: Rule = (context, { query }) => {
  const page = stockAgePaging(context, query);
  const inStockOnly = flag(context, query, 'in_stock_only');
  const snapshot = context.hasFault('snapshot-stale') ? null : latestSnapshot(context.now);
  const view = { snapshot, location: locationAsked(context, query) };
  const { products, count } = listed(context, view, page, inStockOnly);
  const skus = products.map((product) => entry(context, view, product));
  return enveloped(context, skus, pageBlock(page, count));
};
