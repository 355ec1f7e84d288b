import { createHash } from 'node:crypto';
import type { OutboundOrder } from '../../contract/order.ts';
import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import { hasFourDigitYear, isoUtc, parseInstant } from '../../text/time/time.ts';
import { variantsOf } from '../conformance/assumptions.ts';
import { type ClockReading, writeClock } from '../domain/clock.ts';
import { orderUuid, ruleContext, seededUuid } from '../domain/context.ts';
import { allocate, allocateOpening, type ProductLot, receiveOpening } from '../domain/stock.ts';
import { orderBody } from '../rules/orders.ts';
import { insertFault } from '../store/faults.ts';
import { insertOrder, lastOrderNumber } from '../store/orders.ts';
import { clearTables, insertRow, insertRows, writeMeta } from '../store/tables.ts';
import {
  inSeed,
  type SeedClient,
  type Seeding,
  seedClient,
  seedError,
  seedInstant,
  seedWarehouse,
} from './entries.ts';
import { insertPurchaseOrders, insertSlots } from './load-inbound.ts';
import type { Seed, SeedOrder, SeedProduct } from './schema.ts';

/** The product fields that inventory shows, as JSON without the outer braces. */
function detailsOf(product: SeedProduct): string {
  const { sku, Height = 1, Width = 1, Depth = 1, Weight = 1, RetailPrice = null } = product;
  return JSON.stringify({ sku, Height, Width, Depth, Weight, RetailPrice }).slice(1, -1);
}

/** Stores products and their lots, oldest first, each received at the lot's own time. */
function insertProducts(seeding: Seeding, products: readonly SeedProduct[]): void {
  const { db, now } = seeding;
  const known = new Set<string>();
  const rows: SqlValue[][] = [];
  const opening: ProductLot[] = [];
  const allocations: (() => void)[] = [];
  products.forEach((product, index) => {
    const path = `products[${index}]`;
    const client = seedClient(seeding, path, product.client);
    const id = index + 1;
    const key = `${client.id}/${product.sku}`;
    if (known.has(key)) throw seedError(`${path}.sku`, `${product.sku} appears twice`);
    known.add(key);
    if (client.prefixes.length > 0 && !client.prefixes.some((prefix) => product.sku.startsWith(prefix))) {
      const prefixes = client.prefixes.join(', ');
      throw seedError(
        `${path}.sku`,
        `${product.sku} must begin with one of the client's prefixes: ${prefixes}`,
      );
    }
    const { sku, barcode = null, title = sku } = product;
    rows.push([id, client.id, sku, barcode, title, detailsOf(product)]);
    const owned = { client: client.id, sku, product: id };
    const lots = (product.stock ?? []).map((lot, position) => {
      const lotPath = `${path}.stock[${position}]`;
      const received = seeding.time(lot.receivedAt);
      if (received > now) throw seedError(`${lotPath}.receivedAt`, "is later than the seed's now");
      const warehouse = seedWarehouse(seeding, client, `${lotPath}.warehouse`, lot.warehouse);
      return { ...owned, warehouse, quantity: lot.qty, at: received };
    });
    const sent = (product.dispatched ?? []).map(({ warehouse, qty, at }, position) => {
      const place = seedWarehouse(seeding, client, `${path}.dispatched[${position}].warehouse`, warehouse);
      return { ...owned, warehouse: place, quantity: -qty, at: seeding.time(at) };
    });
    lots.sort((a, b) => a.at - b.at);
    for (const lot of [...lots, ...sent]) opening.push(lot);
    for (const [position, { warehouse, qty, updatedAt, operation }] of (product.allocated ?? []).entries()) {
      const place = seedWarehouse(seeding, client, `${path}.allocated[${position}].warehouse`, warehouse);
      const by = { inOrderBook: qty, at: seeding.time(updatedAt), operation: operation ?? 'ALLOCATED' };
      allocations.push(() => allocateOpening(db, { ...owned, warehouse: place }, by));
    }
  });
  insertRows(db, 'products', ['id', 'client', 'sku', 'barcode', 'title', 'details'], rows);
  inSeed('products', () => receiveOpening(db, opening));
  for (const allocate of allocations) allocate();
}

/** Stores orders and adds those that a warehouse still has to dispatch to its order book. */
function insertOrders(seeding: Seeding, orders: readonly SeedOrder[]): void {
  const { db } = seeding;
  orders.forEach((order, index) => {
    const path = `orders[${index}]`;
    const client = seedClient(seeding, path, order.client);
    const warehouse = seedWarehouse(seeding, client, `${path}.warehouse_name`, order.warehouse_name);
    const created = seeding.time(order.CreatedAt);
    const { fields, channelRef } = orderBody(seeding, {
      ...order,
      ReceivedDate: isoUtc(seeding.time(order.ReceivedDate)),
      DispatchBy: isoUtc(seeding.time(order.DispatchBy)),
    } as OutboundOrder);
    const status = order.Status ?? 'Pending';
    const number = lastOrderNumber(db) + 1;
    const reference = order.ReferenceNumber;
    const inserted = insertOrder(db, {
      client: client.id,
      reference,
      uuid: orderUuid(db, number),
      number,
      status,
      warehouse: order.ShipFrom === 'MSF' ? null : warehouse,
      channel_ref: channelRef,
      ship_from: order.ShipFrom ?? null,
      body: JSON.stringify(fields),
      created_at: created,
      cancelled_at: status === 'Cancelled' ? created : null,
      processed_at: status === 'Shipped' ? created : null,
      shipping_vendor: order.ShippingVendor ?? null,
      tracking_number: order.TrackingNumber ?? null,
    });
    if (!inserted)
      throw seedError(`${path}.ReferenceNumber`, `${reference} appears twice for ${order.client}`);
    const open = status === 'Pending' || status === 'Processing';
    const demand = { client: client.id, warehouse, lines: order.OrderItems, at: created };
    if (open && order.ShipFrom === undefined) inSeed(path, () => allocate(db, demand));
  });
}

function insertWarehouses(db: Database, seed: Seed, rngSeed: string): Map<string, number> {
  const ids = new Map<string, number>();
  const locations = new Set<string>();
  seed.warehouses.forEach((warehouse, index) => {
    const { name, acceptsMonday, fcPolicy: fc_policy = 'manual' } = warehouse;
    const location_id = (warehouse.location_id ?? seededUuid(rngSeed, `warehouse/${name}`)).toLowerCase();
    if (ids.has(name)) throw seedError(`warehouses[${index}].name`, `${name} appears twice`);
    if (locations.has(location_id))
      throw seedError(`warehouses[${index}].location_id`, `${location_id} appears twice`);
    locations.add(location_id);
    const id = index + 1;
    ids.set(name, id);
    insertRow(db, 'warehouses', { id, name, location_id, accepts_monday: acceptsMonday ? 1 : 0, fc_policy });
  });
  return ids;
}

function insertClients(db: Database, seed: Seed, warehouses: ReadonlyMap<string, number>) {
  const clients = new Map<string, SeedClient>();
  seed.clients.forEach((client, index) => {
    const path = `clients[${index}]`;
    const { client_id, client_name, client_secret, role = 'full', skuPrefixes: prefixes = [] } = client;
    if (clients.has(client_id)) throw seedError(`${path}.client_id`, `${client_id} appears twice`);
    const id = index + 1;
    clients.set(client_id, { id, warehouses: new Set(client.warehouses), prefixes });
    const sku_prefixes = JSON.stringify(prefixes);
    insertRow(db, 'clients', { id, client_id, client_name, client_secret, role, sku_prefixes });
    const named = new Set<string>();
    client.warehouses.forEach((name, position) => {
      const warehouse = warehouses.get(name);
      const at = `${path}.warehouses[${position}]`;
      if (warehouse === undefined) throw seedError(at, `there is no warehouse ${name}`);
      if (named.has(name)) throw seedError(at, `${name} appears twice`);
      named.add(name);
      insertRow(db, 'client_warehouses', { client: id, warehouse, position });
    });
  });
  return clients;
}

/**
 * Replaces the whole state with the seed, sets the clock to the seed's `now` (in ms, or the one given) and returns that
 * time. The caller opens a transaction and rolls it back on a throw, so that an invalid seed changes nothing.
 */
export function loadSeed(
  db: Database,
  seed: Seed,
  { now, realNow, mode }: ClockReading & { readonly realNow: number },
): number {
  const at = seed.now === undefined ? now : parseInstant(seed.now);
  const rngSeed = String(seed.rngSeed ?? 0);
  clearTables(db);
  writeMeta(db, 'rng_seed', rngSeed);
  writeMeta(db, 'token_secret', createHash('sha256').update(`${rngSeed}/tokens`).digest('hex'));
  writeClock(db, { now: at, mode }, realNow);

  const warehouses = insertWarehouses(db, seed, rngSeed);
  const seeding: Seeding = {
    ...ruleContext({ db, now: at, variants: variantsOf({}) }),
    warehouses,
    clients: insertClients(db, seed, warehouses),
    time(text, otherwise = at) {
      const time = text === undefined ? otherwise : seedInstant(text, at);
      if (hasFourDigitYear(time)) return time;
      throw seedError('', `${text} is not in the years 1 to 9999`);
    },
  };
  insertProducts(seeding, seed.products ?? []);
  insertOrders(seeding, seed.orders ?? []);
  insertSlots(seeding, seed.slots ?? []);
  insertPurchaseOrders(seeding, seed.purchaseOrders ?? []);
  for (const rule of seed.faults ?? []) insertFault(db, rule);
  return at;
}
