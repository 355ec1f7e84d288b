import { weekdayIndex } from '../text/time/time.ts';

/** Bounds of a page size: outside them each endpoint rejects, clamps or falls back in its own way. */
export interface PageSizeLimit {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** Every number that the service fixes, named once. */
export const limits = {
  inventoryPageSize: { default: 25, min: 1, max: 200 },
  /** Above the maximum the service clamps. */
  stockAgePageSize: { default: 50, min: 1, max: 100 },
  /** Out of range, the service falls back to the default. */
  msfPageSize: { default: 100, min: 1, max: 200 },
  firstPage: 1,
  minPricePerUnit: 0.01,
  minPalletCount: 1,
  maxWarehouseLength: 200,
  maxContainerTruckNumberLength: 100,
  tokenLifetimeSeconds: 86_400,
  /** Hour of the day, UTC, at which the stock-age snapshot is taken. */
  snapshotHourUtc: 2,
  /** The service asks clients to poll a slot only a few times an hour. */
  minSlotPollSeconds: 600,
  maxBodyBytes: 10 * 1024 * 1024,
} as const satisfies Record<string, number | PageSizeLimit>;

/** A search by channel reference does not find orders created before this instant. */
export const channelRefCutOff = '2026-08-05T00:00:00Z';

/** Arrival hour of each window, UK local time. */
export const windowHours = { morning: 9, afternoon: 13 } as const;

const skuBuckets = new Map(
  Object.entries({ lt_10: 'fewer than 10', '10_to_20': '10 to 20', gt_20: 'more than 20' }),
);

/** How many SKUs a bucket means, in words; an unknown bucket unchanged. */
export const skuBucketText = (bucket: string): string => skuBuckets.get(bucket) ?? bucket;

/** Whether nothing is delivered on a day: a Monday, but for warehouses that take Mondays; the service does not say which. */
export const isClosedDay = (day: string, takesMondays: boolean): boolean =>
  !takesMondays && weekdayIndex(day) === 1;

/** Whether a warehouse is among those that take Mondays, in any case of letters. */
export const takesMondays = (warehouse: string, known: readonly string[] = []): boolean =>
  known.some((name) => name.toLowerCase() === warehouse.toLowerCase());
