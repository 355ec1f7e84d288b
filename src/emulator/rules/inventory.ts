import { limits } from '../../contract/limits.ts';
import { isCalendarDay } from '../../contract/primitives.ts';
import { parseInstant, utcDay } from '../../text/time/time.ts';
import { type ClientContext, ok, type RuleContext, refusal } from '../domain/context.ts';
import { ageRanges, agesOf, isCovered, latestSnapshot, lotsAt, snapshotOfDay } from '../domain/stock-ages.ts';
import * as store from '../store/stock.ts';
import { nextPage, pageBlock, pagingOf, readFlag } from './query.ts';
import type { Query, Rule } from './rule.ts';

/** Adds a member, given as JSON, to the JSON of an object. */
const withMember = (object: object, name: string, json: string): string =>
  `${JSON.stringify(object).slice(0, -1)},"${name}":${json}}`;

/** GET /inventory: each location of the client with its own page of SKUs, at the same cost for any number of them. */
export const getInventory: Rule<'inventory'> = (context, { query }) => {
  const { db, client } = context;
  const { page, size, offset } = pagingOf(context, query, limits.inventoryPageSize, 'refused');
  const catalogue = store.catalogueOf(db, client.id);
  const keyword = (JSON.parse(catalogue?.sku_prefixes ?? '[]') as string[]).join(',');
  const held = store.inventoryPage(db, client.id, size, offset);
  let hasMore = false;
  const locations = held.map((location) => {
    const count = Math.min(size, Math.max(0, location.sku_count - offset));
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
    return withMember(shown, 'sku', `[${location.items ?? ''}]`);
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

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const inCamelCase = (record: object): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [camelCase(name), renamed(value)]));

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  return value === null || typeof value !== 'object' ? value : inCamelCase(value);
}

/** A stock-age record with the names of A-30: snake case with a list of ranges, camel case, or ranges as an object. */
function stockAgeRecord(context: RuleContext, age: ReturnType<typeof ageOf>): object {
  const { sku, locationId, asOf, source, ages } = age;
  context.assume('A-47', 'A-48');
  const ranges = ageRanges.map(([min_days, max_days], index) => ({
    range: max_days === null ? `${min_days}+` : `${min_days}-${max_days}`,
    min_days,
    max_days,
    quantity: ages.inRanges[index] ?? 0,
  }));
  const record = {
    sku,
    location_id: locationId,
    as_of_date: utcDay(asOf),
    source,
    total_quantity: ages.total,
    average_age_days: ages.average,
    oldest_age_days: ages.oldest,
    newest_age_days: ages.newest,
    age_ranges: ranges,
    lots: ages.lots.map((lot) => ({
      receipt_date: utcDay(lot.receivedAt),
      quantity: lot.quantity,
      age_days: lot.ageDays,
    })),
  };
  const byRange = Object.fromEntries(ranges.map(({ range, quantity }) => [range, quantity]));
  const asObject = () => ({ ...record, age_ranges: byRange });
  return context.decide('A-30', [() => record, () => inCamelCase(record), asObject])();
}

/** The client's location that `locationId` names, if present. Throws a 400 for any other. */
function locationAsked(context: ClientContext, query: Query<'locationId'>): store.ClientLocation | undefined {
  const id = query.get('locationId');
  if (id === null) return undefined;
  // Stored in lower case; the case of a UUID does not matter.
  const location = store.locationOf(context.db, context.client.id, id.toLowerCase());
  if (location !== undefined) return location;
  throw refusal(context, 'A-11', 400, `locationId "${id}" is not one of your locations`);
}

/** When the snapshot for the requested day is taken (ms). Throws a 400 for a malformed or future day. */
function snapshotAsked(context: ClientContext, date: string): number {
  if (!isCalendarDay(date))
    throw refusal(context, 'A-41', 400, 'as_of_date must be a calendar day, for example 2026-09-01');
  const snapshot = snapshotOfDay(parseInstant(date));
  if (snapshot <= snapshotOfDay(context.now)) return snapshot;
  throw refusal(context, 'A-41', 400, 'as_of_date must not be in the future');
}

/**
 * The moment whose stock is shown, and whether it comes from the snapshot or from live data. Live data serves when the
 * snapshot has not been taken yet or the SKU was first received after it. A past day always shows its own stock.
 */
function viewOf(context: ClientContext, receipts: readonly store.Movement[], asked: number | undefined) {
  const stale = context.hasFault('snapshot-stale');
  const isPastDay = asked !== undefined && asked < snapshotOfDay(context.now);
  if (isPastDay) return { at: asked, source: stale ? 'live' : 'snapshot' };
  const at = asked ?? latestSnapshot(context.now);
  const answers = !stale && at <= context.now && isCovered(receipts, at);
  return answers ? { at, source: 'snapshot' } : { at: context.now, source: 'live' };
}

/** The age of a product's stock, at the snapshot that was asked for (ms) or now, in one location or in all. */
function ageOf(
  context: ClientContext,
  { id, sku }: store.CatalogueEntry,
  location: store.ClientLocation | undefined,
  asked?: number,
) {
  const receipts = store.receiptsOf(context.db, id);
  const { at, source } = viewOf(context, receipts, asked);
  const lots = lotsAt(receipts, store.dispatchedBy(context.db, id, at), at, location?.warehouse);
  const locationId = location?.location_id ?? null;
  return { sku, locationId, asOf: at, source, ages: agesOf(lots, at) };
}

/** GET /inventory/stock-age/{sku}, by the latest snapshot or for a requested day. 404 for an unknown SKU. */
export const getStockAge: Rule<'stockAge'> = (context, { params: { sku }, query }) => {
  const location = locationAsked(context, query);
  const date = query.get('as_of_date');
  const asked = date === null ? undefined : snapshotAsked(context, date);
  const product = store.productBySku(context.db, context.client.id, sku);
  if (product === undefined) throw refusal(context, 'A-32', 404, `SKU ${sku} not found`);
  return ok(stockAgeRecord(context, ageOf(context, product, location, asked)));
};

/** GET /inventory/stock-age: the client's SKUs, or those in stock, by the latest snapshot or else live. */
export const listStockAge: Rule<'stockAgeList'> = (context, { query }) => {
  const { db, client } = context;
  const page = pagingOf(context, query, limits.stockAgePageSize, 'clamped');
  const { size, offset } = page;
  const inStockOnly = readFlag(query, 'in_stock_only', context);
  const location = locationAsked(context, query);
  // Where a fault prevented the latest snapshot, the current stock counts.
  const snapshot = context.hasFault('snapshot-stale') ? null : latestSnapshot(context.now);
  const inStock = inStockOnly
    ? store.productsWithStock(db, client.id, snapshot, location?.warehouse ?? null)
    : undefined;
  const products = inStock?.slice(offset, offset + size) ?? store.productPage(db, client.id, size, offset);
  const skus = products.map((product) => {
    const age = ageOf(context, product, location);
    return { ...stockAgeRecord(context, age), stock_age_available: age.source === 'snapshot' };
  });
  const pagination = pageBlock(page, inStock?.length ?? store.productCount(db, client.id));
  return context.decide('A-31', [
    ok({ skus }, { pagination }),
    ok({ skus, pagination }),
    { status: 200, body: { success: true, skus, pagination } },
  ]);
};
