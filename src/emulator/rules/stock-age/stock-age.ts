import { isCalendarDay } from '../../../contract/primitives.ts';
import { parseInstant } from '../../../text/time/time.ts';
import { type ClientContext, ok, type Query, type Rule, ServiceError } from '../../engine/context.ts';
import { agesOf } from '../../stock/ages.ts';
import { lotsAt } from '../../stock/lots.ts';
import { isCovered, latestSnapshot, snapshotOfDay } from '../../stock/snapshot.ts';
import { type ClientLocation, locationsOf } from '../../store/stock/inventory.ts';
import { type Movement, movementsOf } from '../../store/stock/movements.ts';
import { productBySku } from '../../store/stock/products.ts';
import { stockAgeRecord } from './stock-age-record.ts';

/**
 * The client's location that `locationId` names, if present. Throws a 400 for an unknown location or another client's.
 */
export function locationAsked(
  context: ClientContext,
  query: Query<'locationId'>,
): ClientLocation | undefined {
  const id = query.get('locationId');
  if (id === null) return undefined;
  // Stored in lower case; the case of a UUID does not matter.
  const wanted = id.toLowerCase();
  const location = locationsOf(context.db, context.client.id).find((held) => held.location_id === wanted);
  if (location !== undefined) return location;
  context.assume('A-11');
  throw new ServiceError(400, `locationId "${id}" is not one of your locations`);
}

/** The moment whose stock is shown, and whether it comes from a snapshot or live data. */
interface View {
  readonly at: number;
  readonly source: 'snapshot' | 'live';
}

/** When the snapshot for the requested day is taken (ms). Throws a 400 for a malformed or future day. */
function snapshotAsked(context: ClientContext, date: string): number {
  const snapshot = isCalendarDay(date) ? snapshotOfDay(parseInstant(date)) : Number.NaN;
  const problem = Number.isNaN(snapshot)
    ? 'must be a calendar day, for example 2026-09-01'
    : snapshot > snapshotOfDay(context.now)
      ? 'must not be in the future'
      : undefined;
  if (problem !== undefined) {
    context.assume('A-41');
    throw new ServiceError(400, `as_of_date ${problem}`);
  }
  return snapshot;
}

/**
 * Chooses between the snapshot and live data. Live data serves when the snapshot has not been taken yet or the SKU was
 * first received after it. A past day always shows its own stock, whether or not its snapshot was taken.
 */
function viewOf(context: ClientContext, movements: readonly Movement[], asked: number | undefined): View {
  const stale = context.hasFault('snapshot-stale');
  const isPastDay = asked !== undefined && asked < snapshotOfDay(context.now);
  if (isPastDay) return { at: asked, source: stale ? 'live' : 'snapshot' };
  const at = asked ?? latestSnapshot(context.now);
  const answers = !stale && at <= context.now && isCovered(movements, at);
  return answers ? { at, source: 'snapshot' } : { at: context.now, source: 'live' };
}

/**
 * GET /inventory/stock-age/{sku}: from the latest snapshot, from live data when the snapshot does not cover the SKU, or
 * for a requested day. 404 for a SKU that is not in the client's catalogue.
 */
export const getStockAge: Rule<'stockAge'> = (context, { params, query }) => {
  const { db, client } = context;
  const location = locationAsked(context, query);
  const date = query.get('as_of_date');
  const asked = date === null ? undefined : snapshotAsked(context, date);
  const sku = params.sku;
  const product = productBySku(db, client.id, sku);
  if (product === undefined) {
    context.assume('A-32');
    throw new ServiceError(404, `SKU ${sku} not found`);
  }
  const movements = movementsOf(db, product.id);
  const view = viewOf(context, movements, asked);
  const ages = agesOf(lotsAt(movements, view.at, location?.warehouse), view.at);
  const locationId = location?.location_id ?? null;
  return ok(
    stockAgeRecord(context, { sku: product.sku, locationId, asOf: view.at, source: view.source, ages }),
  );
};
