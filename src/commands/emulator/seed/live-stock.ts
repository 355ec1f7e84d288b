import { latestSnapshot } from '../../../emulator/domain/stock-ages.ts';
import type { SeedProduct } from '../../../emulator/seed/schema.ts';
import { type Fields, listField, numberField, textField } from '../../../text/records.ts';
import { dayMs, isoUtc } from '../../../text/time/time.ts';
import type { LiveAccount } from './live-account.ts';

interface Lot {
  readonly date: string;
  readonly quantity: number;
}

const lotsOf = (record: Fields | undefined): Lot[] =>
  listField(record, 'lots').flatMap((lot) => {
    const date = textField(lot, 'receipt_date', 'receiptDate')?.slice(0, 10);
    const quantity = numberField(lot, 'quantity');
    return date === undefined || quantity === undefined || quantity <= 0 ? [] : [{ date, quantity }];
  });

const bySku = (records: readonly Fields[]): Map<string, Fields> =>
  new Map(records.flatMap((record) => [[textField(record, 'sku') ?? '', record] as const]));

const sum = (lots: readonly Lot[]): number => lots.reduce((total, { quantity }) => total + quantity, 0);

/** Finds when a lot was received, to the second, so that lots of one day keep their order over all locations. */
function timesOf(record: Fields | undefined, after: number, now: number) {
  const free: (Lot | undefined)[] = lotsOf(record);
  return ({ date, quantity }: Lot): string => {
    const position = free.findIndex((lot) => lot?.date === date && lot.quantity === quantity);
    if (position >= 0) free[position] = undefined;
    const at = Math.max(Date.parse(date), after) + Math.max(0, position) * 1000;
    return isoUtc(Math.min(at, now));
  };
}

/** The size, weight and price of a product, where the inventory shows them. */
function detailsOf(item: Fields): Partial<SeedProduct> {
  const sizes = ['Height', 'Width', 'Depth', 'Weight'] as const;
  const known = sizes.flatMap((name) => {
    const value = numberField(item, name);
    return value === undefined || value < 0 ? [] : [[name, value] as const];
  });
  const price = item.RetailPrice;
  const isPrice = price === null || (typeof price === 'number' && price >= 0);
  return { ...Object.fromEntries(known), ...(isPrice ? { RetailPrice: price as number | null } : {}) };
}

/** The products of an account with lots, dispatches since the nightly snapshot, and what orders have reserved. */
export function productsOf(account: LiveAccount, client: string): SeedProduct[] {
  const { now, locations } = account;
  const snapshot = latestSnapshot(now);
  const ages = bySku(account.ages);
  const agesAt = new Map([...account.agesAt].map(([id, records]) => [id, bySku(records)]));
  const rows = locations.map((location) => ({
    warehouse: textField(location, 'location_name') ?? '',
    ages: agesAt.get(textField(location, 'location_filter') ?? ''),
    items: bySku(listField(location, 'sku')),
  }));
  const skus = new Set([...ages.keys(), ...rows.flatMap(({ items }) => [...items.keys()])]);
  skus.delete('');
  return [...skus].map((sku): SeedProduct => {
    const whole = ages.get(sku);
    const isCovered = whole?.stock_age_available !== false && whole?.stockAgeAvailable !== false;
    const timeOf = timesOf(whole, isCovered ? Number.NEGATIVE_INFINITY : snapshot + 1000, now);
    const stock: NonNullable<SeedProduct['stock']> = [];
    const dispatched: NonNullable<SeedProduct['dispatched']> = [];
    const allocated: NonNullable<SeedProduct['allocated']> = [];
    let details: Partial<SeedProduct> = {};
    for (const { warehouse, ages: here, items } of rows) {
      const lots = lotsOf(here?.get(sku));
      for (const lot of lots) stock.push({ warehouse, qty: lot.quantity, receivedAt: timeOf(lot) });
      const item = items.get(sku);
      if (item === undefined) continue;
      details = detailsOf(item);
      const changed = Date.parse(textField(item, 'LastUpdateDate') ?? '');
      // What the snapshot does not show happened after it.
      const since = isoUtc(Math.min(Math.max(Number.isNaN(changed) ? 0 : changed, snapshot + 1000), now));
      const difference = (numberField(item, 'StockLevel') ?? 0) - sum(lots);
      if (difference > 0) {
        // The snapshot covers a product that was out of stock then, because it had been received before.
        if (isCovered && sum(lotsOf(whole)) === 0) {
          const before = isoUtc(snapshot - 400 * dayMs);
          stock.push({ warehouse, qty: 1, receivedAt: before });
          dispatched.push({ warehouse, qty: 1, at: before });
        }
        stock.push({ warehouse, qty: difference, receivedAt: since });
      }
      if (difference < 0) dispatched.push({ warehouse, qty: -difference, at: since });
      const operation = textField(item, 'LastUpdateOperation');
      allocated.push({
        warehouse,
        qty: Math.max(0, numberField(item, 'InOrderBook') ?? 0),
        ...(Number.isNaN(changed) ? {} : { updatedAt: isoUtc(changed) }),
        ...(operation === undefined || operation === '' ? {} : { operation }),
      });
    }
    return {
      ...{ client, sku, ...details, stock, allocated },
      ...(dispatched.length === 0 ? {} : { dispatched }),
    };
  });
}
