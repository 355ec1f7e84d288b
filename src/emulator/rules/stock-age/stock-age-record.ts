import { isoUtc } from '../../../text/time/time.ts';
import type { RuleContext } from '../../engine/context.ts';
import { type Ages, ageRanges } from '../../stock/ages.ts';

/** The content of a stock-age record. */
export interface StockAge {
  readonly sku: string;
  readonly locationId: string | null;
  /** The moment for which the ages are computed, ms since the epoch. */
  readonly asOf: number;
  readonly source: 'snapshot' | 'live';
  readonly ages: Ages;
}

const dayOf = (ms: number): string => isoUtc(ms).slice(0, 10);

const rangeName = ([min, max]: readonly [number, number | null]): string =>
  max === null ? `${min}+` : `${min}-${max}`;

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const inCamelCase = (record: object): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [camelCase(name), renamed(value)]));

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  return value === null || typeof value !== 'object' ? value : inCamelCase(value);
}

/** A stock-age record with the names of A-30: snake case with a list of ranges, camel case, or ranges as an object. */
export function stockAgeRecord(
  context: RuleContext,
  { sku, locationId, asOf, source, ages }: StockAge,
): object {
  context.assume('A-30', 'A-47', 'A-48');
  const ranges = ageRanges.map((range, index) => ({
    range: rangeName(range),
    min_days: range[0],
    max_days: range[1],
    quantity: ages.inRanges[index] ?? 0,
  }));
  const record = {
    sku,
    location_id: locationId,
    as_of_date: dayOf(asOf),
    source,
    total_quantity: ages.total,
    average_age_days: ages.average,
    oldest_age_days: ages.oldest,
    newest_age_days: ages.newest,
    age_ranges: ranges,
    lots: ages.lots.map((lot) => ({
      receipt_date: dayOf(lot.receivedAt),
      quantity: lot.quantity,
      age_days: lot.ageDays,
    })),
  };
  const asObject = (): object => ({
    ...record,
    age_ranges: Object.fromEntries(ranges.map(({ range, quantity }) => [range, quantity])),
  });
  return context.variants.pick('A-30', [() => record, () => inCamelCase(record), asObject])();
}
