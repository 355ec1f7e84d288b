import { isCalendarDay } from '../../../contract/primitives.ts';
import { parseInstant } from '../../../text/time.ts';
import { type ClientContext, ok, Refusal, type Rule } from '../../engine/context.ts';
import { agesOf } from '../../stock/ages.ts';
import { lotsAt } from '../../stock/lots.ts';
import { isCovered, latestSnapshot, snapshotOfDay } from '../../stock/snapshot.ts';
import { type ClientLocation, locationsOf } from '../../store/inventory.ts';
import { movementsOf } from '../../store/movements.ts';
import { productBySku } from '../../store/products.ts';
import { stockAgeRecord } from './stock-age-record.ts';

/** The client's location that `locationId` names, if it was sent; an unknown or foreign one is refused with 400. */
export function locationAsked(context: ClientContext, query: URLSearchParams): ClientLocation | undefined {
  const id = query.get('locationId');
  if (id === null) return undefined;
  const location = locationsOf(context.db, context.client.id).find((held) => held.location_id === id);
  if (location !== undefined) return location;
  context.assume('A-11');
  throw new Refusal(400, `locationId "${id}" is not one of your locations`);
}

/** Moment whose stock is shown, and where it is read from. */
interface View {
  readonly at: number;
  readonly source: 'snapshot' | 'live';
}

/** The view of a day asked for: its snapshot, or the present while today's is not made yet. 400 for a day to come. */
function viewOfDay(context: ClientContext, date: string): View {
  const snapshot = isCalendarDay(date) ? snapshotOfDay(parseInstant(date)) : Number.NaN;
  const problem = Number.isNaN(snapshot)
    ? 'must be a day of the calendar, as 2026-09-01'
    : snapshot > snapshotOfDay(context.now)
      ? 'must not be in the future'
      : undefined;
  if (problem !== undefined) {
    context.assume('A-41');
    throw new Refusal(400, `as_of_date ${problem}`);
  }
  if (snapshot > context.now) return { at: context.now, source: 'live' };
  return { at: snapshot, source: context.hasFault('snapshot-stale') ? 'live' : 'snapshot' };
}

/**
 * GET /inventory/stock-age/{sku}: from the newest snapshot, live when that does not cover the SKU, or as at a day asked
 * for. 404 for a SKU that is not in the client's catalogue.
 */
export const getStockAge: Rule = (context, { params, query }) => {
  const { db, client, now } = context;
  const location = locationAsked(context, query);
  const date = query.get('as_of_date');
  const asked = date === null ? undefined : viewOfDay(context, date);
  const sku = params.sku ?? '';
  const product = productBySku(db, client.id, sku);
  if (product === undefined) {
    context.assume('A-32');
    throw new Refusal(404, `SKU ${sku} not found`);
  }
  const movements = movementsOf(db, product.id);
  const newest = latestSnapshot(now);
  const covered = isCovered(movements, newest) && !context.hasFault('snapshot-stale');
  const view: View = asked ?? (covered ? { at: newest, source: 'snapshot' } : { at: now, source: 'live' });
  const ages = agesOf(lotsAt(movements, view.at, location?.warehouse), view.at);
  const locationId = location?.location_id ?? null;
  return ok(
    stockAgeRecord(context, { sku: product.sku, locationId, asOf: view.at, source: view.source, ages }),
  );
};
