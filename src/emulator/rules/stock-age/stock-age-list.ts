import { type ClientContext, ok, type Reply, type Rule } from '../../engine/context.ts';
import { type Ages, agesOf } from '../../stock/ages.ts';
import { lotsAt } from '../../stock/lots.ts';
import { isCovered, latestSnapshot } from '../../stock/snapshot.ts';
import type { ClientLocation } from '../../store/stock/inventory.ts';
import { movementsOf } from '../../store/stock/movements.ts';
import { productCount, productPage } from '../../store/stock/products.ts';
import { type CatalogueEntry, productsWithStock } from '../../store/stock/stock-age.ts';
import { flagAsked } from '../flags.ts';
import { type Page, pageBlock, stockAgePaging } from '../paging.ts';
import { locationAsked } from './stock-age.ts';
import { stockAgeRecord } from './stock-age-record.ts';

/** The snapshot and the location that a list shows. */
interface View {
  /** When the snapshot was taken (ms); null when a fault prevented it. */
  readonly snapshot: number | null;
  readonly location: ClientLocation | undefined;
}

/** A product of a page with its ages in the snapshot; undefined when the snapshot does not cover it. */
interface Seen extends CatalogueEntry {
  readonly ages: Ages | undefined;
}

interface Listed {
  readonly products: readonly Seen[];
  readonly count: number;
}

function pageOfProducts(
  { db, client }: ClientContext,
  view: View,
  { size, offset }: Page,
  inStockOnly: boolean,
): { readonly products: readonly CatalogueEntry[]; readonly count: number } {
  if (!inStockOnly)
    return { products: productPage(db, client.id, size, offset), count: productCount(db, client.id) };
  const all = productsWithStock(db, client.id, view.snapshot, view.location?.warehouse ?? null);
  return { products: all.slice(offset, offset + size), count: all.length };
}

function seenOf({ db }: ClientContext, { snapshot, location }: View, { id, sku }: CatalogueEntry): Seen {
  if (snapshot === null) return { id, sku, ages: undefined };
  const movements = movementsOf(db, id);
  const covered = isCovered(movements, snapshot);
  const ages = covered ? agesOf(lotsAt(movements, snapshot, location?.warehouse), snapshot) : undefined;
  return { id, sku, ages };
}

/** A page of the snapshot. Cached until stock moves, because a SKU may have thousands of movements. */
function listed(context: ClientContext, view: View, page: Page, inStockOnly: boolean): Listed {
  const { db, client } = context;
  const asked = [client.id, view.snapshot, view.location?.warehouse, page.size, page.offset, inStockOnly];
  const read = (): Listed => {
    const { products, count } = pageOfProducts(context, view, page, inStockOnly);
    return { products: products.map((product) => seenOf(context, view, product)), count };
  };
  return db.cached(`stock ages ${asked.join(' ')}`, read, 'orders');
}

/** An entry of the list. A SKU that the snapshot does not cover shows live ages, as its own record does. */
function entry(context: ClientContext, { snapshot, location }: View, { id, sku, ages }: Seen): object {
  const locationId = location?.location_id ?? null;
  const { now: asOf, db } = context;
  const record =
    ages === undefined || snapshot === null
      ? {
          asOf,
          source: 'live' as const,
          ages: agesOf(lotsAt(movementsOf(db, id), asOf, location?.warehouse), asOf),
        }
      : { asOf: snapshot, source: 'snapshot' as const, ages };
  return {
    ...stockAgeRecord(context, { sku, locationId, ...record }),
    stock_age_available: record.source === 'snapshot',
  };
}

/**
 * The list in the envelope of A-31: `skus` in `data` with the pagination next to or inside it, or both at the top
 * level.
 */
function enveloped(context: ClientContext, skus: readonly object[], pagination: object): Reply {
  context.assume('A-31');
  return context.variants.pick('A-31', [
    ok({ skus }, { pagination }),
    ok({ skus, pagination }),
    { status: 200, body: { success: true, skus, pagination } },
  ]);
}

/**
 * GET /inventory/stock-age: the client's catalogue sorted by SKU, or only the SKUs in stock, from the latest snapshot.
 */
export const listStockAge: Rule<'stockAgeList'> = (context, { query }) => {
  const page = stockAgePaging(context, query);
  const inStockOnly = flagAsked(context, query, 'in_stock_only');
  const snapshot = context.hasFault('snapshot-stale') ? null : latestSnapshot(context.now);
  const view = { snapshot, location: locationAsked(context, query) };
  const { products, count } = listed(context, view, page, inStockOnly);
  const skus = products.map((product) => entry(context, view, product));
  return enveloped(context, skus, pageBlock(page, count));
};
