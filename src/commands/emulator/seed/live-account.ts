import * as z from 'zod/mini';
import { keeping, listOf, rawList } from '../../../client/api/lists.ts';
import { uriPart } from '../../../client/http.ts';
import { limits } from '../../../contract/limits.ts';
import { dataOf, type SeenAnswer } from '../../../emulator/conformance/observations.ts';
import { latestSnapshot } from '../../../emulator/domain/stock-ages.ts';
import { type SeedProduct, seedProduct } from '../../../emulator/seed/schema.ts';
import { CfiError } from '../../../errors.ts';
import { type Fields, field, fieldsOf, listField, numberField, textField } from '../../../text/records.ts';
import { dayMs, foreignTime, isoUtc } from '../../../text/time/time.ts';
import { counted } from '../../../text/words.ts';
import type { Steps } from '../../../timers.ts';
import type { Asker } from '../../verify/asker.ts';

export type LiveAccount = Awaited<ReturnType<typeof readAccount>>;

/** How many reads may be sent: about an hour and a half at two a second. The pages of some services never end. */
export const mostReads = 10_000;

const noSeed = 'nothing was written; write a seed by hand, with the SKUs that your tests use';

const { inventoryPageSize, stockAgePageSize, msfPageSize } = limits;

/** Reads an account, and says after the first page of each list how many more requests it needs. */
export async function readAccount(asker: Asker, notice: (line: string) => void) {
  /** The service's clock at the last answer, ms. */
  let now = Number.NaN;
  const keep = keeping('this account has', noSeed);
  const get = async (path: string): Promise<SeenAnswer> => {
    const answer = await asker.mustGet(path);
    if (answer.status !== 200)
      throw new CfiError('unavailable', `the service answered GET ${path} with status ${answer.status}`, {
        status: answer.status,
      });
    await keep(answer.body);
    now = foreignTime(answer.headers.date) ?? now;
    return answer;
  };
  let needed = 0;
  const remaining = (what: string, requests: number): void => {
    notice(`${what}: ${requests === 0 ? 'no more requests' : `up to ${counted(requests, 'more request')}`}`);
    needed += requests;
    if (needed > mostReads)
      throw new CfiError('unavailable', `reading this account takes more than ${mostReads} requests`, {
        hint: noSeed,
      });
  };

  const { clientName, locations } = await readInventory(get, (more) => remaining('inventory', more));
  const ids = locations.flatMap((location) => textField(location, 'location_filter') ?? []);
  const passes = ids.length > 1 ? ids.length : 0;
  const ages = await readAges(get, undefined, (more) => remaining('stock ages', more + passes * (more + 1)));
  const agesAt = new Map<string, readonly Fields[]>();
  // Those of the only location are those of the account.
  for (const id of ids) agesAt.set(id, passes === 0 ? ages : await readAges(get, id));
  const ordersPath = `/order?ship_from=MSF&page_size=${msfPageSize.max}`;
  const orders = await readPages(get, ordersPath, 'orders', (more) => remaining('marketplace orders', more));
  const slots = listed(await get('/inbound-slot'), 'slots');
  const used = new Set(slots.flatMap((slot) => textField(slot, 'usedByPoReference') ?? []));
  remaining('slots and purchase orders', used.size);
  /** By what the slot that uses them calls them; undefined for one that cannot be read by that name. */
  const purchaseOrders = new Map<string, Fields | undefined>();
  for (const name of used) {
    const answer = await asker.mustGet(`/inbound-po/${uriPart(name)}`);
    await keep(answer.body);
    const record = fieldsOf(dataOf(answer));
    const isFound = answer.status === 200 && textField(record, 'PO_REFERENCE', 'lw_po_number') !== undefined;
    if (!isFound && answer.status !== 404)
      throw new CfiError('unavailable', `purchase order ${name} was answered with status ${answer.status}`, {
        status: answer.status,
      });
    purchaseOrders.set(name, isFound ? record : undefined);
  }
  return { now, clientName, locations, ages, agesAt, slots, purchaseOrders, orders };
}

type Get = (path: string) => Promise<SeenAnswer>;
/** Learns how many more requests a list needs. */
type Remaining = (requests: number) => void;

/** The records of a list, wherever the envelope holds them. Throws `unavailable` without one: it does not show that there are none. */
function listed(answer: SeenAnswer, name: string): Fields[] {
  const list = rawList(dataOf(answer), name) ?? rawList(fieldsOf(answer.body), name);
  return listOf({ data: list }, name);
}

/** The pagination block, beside or inside `data`. */
const paginationOf = ({ body }: SeenAnswer): Fields =>
  fieldsOf(field(body, 'pagination') ?? field(fieldsOf(body).data, 'pagination'));

/** The client's name, and the locations of the inventory; each with its `sku` items of all pages. */
async function readInventory(get: Get, remaining: Remaining) {
  const items = new Map<string, { readonly location: Fields; readonly sku: Fields[] }>();
  let clientName: string | undefined;
  for (let page = 1; ; page += 1) {
    const answer = await get(`/inventory?page=${page}&page_size=${inventoryPageSize.max}`);
    const data = fieldsOf(dataOf(answer));
    clientName ??= textField(data, 'client_name');
    const shown = listOf({ data }, 'locations', 'locations');
    let found = 0;
    for (const location of shown) {
      const name = textField(location, 'location_name') ?? '';
      const entry = items.get(name) ?? { location, sku: [] };
      items.set(name, entry);
      const sku = listField(location, 'sku');
      for (const item of sku) entry.sku.push(item);
      found += sku.length;
    }
    const hasMore =
      paginationOf(answer).has_more === true || shown.some((location) => location.has_more === true);
    if (page === 1) {
      const skus = numberField(data, 'total_count_of_skus') ?? 0;
      remaining(hasMore ? Math.max(1, Math.ceil(skus / inventoryPageSize.max) - 1) : 0);
    }
    if (!hasMore || found === 0)
      return {
        clientName,
        locations: [...items.values()].map(({ location, sku }): Fields => ({ ...location, sku })),
      };
  }
}

/** All pages of a list that says how many there are, or whether there is another. */
async function readPages(get: Get, path: string, name: string, remaining: Remaining) {
  const all: Fields[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await get(`${path}&page=${page}`);
    const found = listed(answer, name);
    for (const record of found) all.push(record);
    const block = paginationOf(answer);
    const pages =
      numberField(block, 'total_pages', 'totalPages') ?? (block.has_more === true ? page + 1 : page);
    if (page === 1) remaining(Math.max(0, pages - 1));
    if (page >= pages || found.length === 0) return all;
  }
}

const readAges = (get: Get, location?: string, remaining: Remaining = () => {}): Promise<Fields[]> => {
  const at = location === undefined ? '' : `&locationId=${uriPart(location)}`;
  return readPages(get, `/inventory/stock-age?page_size=${stockAgePageSize.max}${at}`, 'skus', remaining);
};

interface Lot {
  readonly date: string;
  readonly quantity: number;
}

const lotsOf = (record: Fields | undefined): Lot[] =>
  listField(record, 'lots').flatMap((lot) => {
    const date = textField(lot, 'receipt_date', 'receiptDate')?.slice(0, 10) ?? '';
    const quantity = numberField(lot, 'quantity') ?? 0;
    return foreignTime(date) === undefined || quantity <= 0 ? [] : [{ date, quantity }];
  });

const bySku = (records: readonly Fields[]): Map<string, Fields> =>
  new Map(records.flatMap((record) => [[textField(record, 'sku') ?? '', record] as const]));

const sum = (lots: readonly Lot[]): number => lots.reduce((total, { quantity }) => total + quantity, 0);

/** Finds when a lot was received, to the second, so that lots of one day keep their order over all locations. */
function timesOf(lots: readonly Lot[], after: number, now: number) {
  const key = ({ date, quantity }: Lot): string => `${date} ${quantity}`;
  /** The places of equal lots that are free, the last one first. */
  const free = new Map<string, number[]>();
  for (const [at, lot] of [...lots.entries()].reverse()) {
    const places = free.get(key(lot));
    if (places === undefined) free.set(key(lot), [at]);
    else places.push(at);
  }
  return (lot: Lot): string => {
    const place = free.get(key(lot))?.pop() ?? 0;
    return isoUtc(Math.min(Math.max(Date.parse(lot.date), after) + place * 1000, now));
  };
}

/** A part of a seed, which knows its members. */
export interface SeedPart extends z.core.$ZodType {
  readonly shape: Readonly<Record<string, z.core.$ZodType>>;
}

/** The members of a record that a part of a seed can have; what it would refuse is left out, numbers may be texts. */
export const membersOf = ({ shape }: SeedPart, record: unknown): Fields =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const values = [field(record, name), numberField(record, name)];
      const value = values.find((each) => each !== undefined && z.safeParse(schema, each).success);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A warehouse that shows something of a SKU. */
interface Place {
  readonly warehouse: string;
  readonly ages: Fields | undefined;
  readonly item: Fields | undefined;
}

/** What each warehouse shows of each SKU. */
function* placesOf({ locations, agesAt }: LiveAccount): Steps<Map<string, Place[]>> {
  const places = new Map<string, Place[]>();
  for (const location of locations) {
    const warehouse = textField(location, 'location_name') ?? '';
    const ages = bySku(agesAt.get(textField(location, 'location_filter') ?? '') ?? []);
    const items = bySku(listField(location, 'sku'));
    for (const sku of new Set([...items.keys(), ...ages.keys()])) {
      const place = { warehouse, ages: ages.get(sku), item: items.get(sku) };
      const others = places.get(sku);
      if (others === undefined) places.set(sku, [place]);
      else others.push(place);
      yield;
    }
  }
  return places;
}

/** The products of an account with lots, dispatches since the nightly snapshot, and what orders have reserved. */
export function* productsOf(account: LiveAccount, client: string): Steps<SeedProduct[]> {
  const { now } = account;
  const snapshot = latestSnapshot(now);
  const ages = bySku(account.ages);
  const places = yield* placesOf(account);
  const isShown = (sku: string): boolean => places.get(sku)?.some(({ item }) => item !== undefined) === true;
  const skus = new Set([...ages.keys(), ...[...places.keys()].filter(isShown)]);
  skus.delete('');
  const products: SeedProduct[] = [];
  for (const sku of skus) {
    yield;
    const whole = ages.get(sku);
    const lotsOfAll = lotsOf(whole);
    const isCovered = whole?.stock_age_available !== false && whole?.stockAgeAvailable !== false;
    const timeOf = timesOf(lotsOfAll, isCovered ? Number.NEGATIVE_INFINITY : snapshot + 1000, now);
    const stock: NonNullable<SeedProduct['stock']> = [];
    const dispatched: NonNullable<SeedProduct['dispatched']> = [];
    const allocated: NonNullable<SeedProduct['allocated']> = [];
    let details: Partial<SeedProduct> = {};
    for (const { warehouse, ages: here, item } of places.get(sku) ?? []) {
      const lots = lotsOf(here);
      for (const lot of lots) {
        stock.push({ warehouse, qty: lot.quantity, receivedAt: timeOf(lot) });
        yield;
      }
      if (item === undefined) continue;
      details = membersOf(seedProduct, item);
      const changed = foreignTime(textField(item, 'LastUpdateDate'));
      // What the snapshot does not show happened after it.
      const since = isoUtc(Math.min(Math.max(changed ?? 0, snapshot + 1000), now));
      const difference = (numberField(item, 'StockLevel') ?? 0) - sum(lots);
      if (difference > 0) {
        // The snapshot covers a product that was out of stock then, because it had been received before.
        if (isCovered && lotsOfAll.length === 0) {
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
        ...(changed === undefined ? {} : { updatedAt: isoUtc(changed) }),
        ...(operation === undefined ? {} : { operation }),
      });
      yield;
    }
    products.push({
      ...{ ...details, client, sku, stock, allocated },
      ...(dispatched.length === 0 ? {} : { dispatched }),
    });
  }
  return products;
}
