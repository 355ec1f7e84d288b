import { createHash } from 'node:crypto';
import { windowHours } from '../../contract/limits.ts';
import type { OutboundOrder } from '../../contract/order.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import type { SqlValue } from '../../storage/sqlite/drivers.ts';
import { dayMs, isoUtc, parseInstant } from '../../text/time/time.ts';
import { londonTime, londonWindow, ukDate } from '../../text/time/zone.ts';
import { variantsFor } from '../conformance/variants.ts';
import { type ClockReading, writeClock } from '../domain/clock.ts';
import { type RuleContext, ruleContext, seededUuid } from '../domain/context.ts';
import { scheduleWarehouseAnswer } from '../domain/negotiation.ts';
import { allocate, allocateOpening, type OpeningLot, receiveOpening } from '../domain/stock.ts';
import { nextPurchaseOrderNumber, nextSlotReference } from '../rules/numbers.ts';
import { orderBody } from '../rules/orders.ts';
import { insertFault } from '../store/faults.ts';
import { writeMeta } from '../store/meta.ts';
import { insertOrder, lastOrderNumber } from '../store/orders.ts';
import {
  type InboundReport,
  insertPurchaseOrder,
  numberOfReference,
  purchaseOrderByNumber,
  updateDelivery,
} from '../store/purchase-orders.ts';
import { claimSlot, insertSlot, type Proposal, slotByReference, updateSchedule } from '../store/slots.ts';
import { productBySku } from '../store/stock.ts';
import { clearTables, insertRows } from '../store/tables.ts';
import {
  inSeed,
  type Seed,
  type SeedOrder,
  type SeedProduct,
  type SeedPurchaseOrder,
  type SeedSlot,
  seedError,
  seedInstant,
} from './schema.ts';

/** Rows that other parts of a seed refer to by name. */
interface SeedNames {
  readonly warehouses: ReadonlyMap<string, number>;
  readonly clients: ReadonlyMap<string, SeedClient>;
}

/** A client of a seed. */
interface SeedClient {
  readonly id: number;
  readonly warehouses: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/** The row of the client that a seed entry names. */
function seedClient(names: SeedNames, path: string, clientId: string): SeedClient {
  const client = names.clients.get(clientId);
  if (client === undefined) throw seedError(`${path}.client`, `there is no client ${clientId}`);
  return client;
}

/** The row of the warehouse that a seed entry names; it must be one of the client's. */
function seedWarehouse(names: SeedNames, client: SeedClient, path: string, name: string): number {
  const warehouse = names.warehouses.get(name);
  if (warehouse === undefined) throw seedError(path, `there is no warehouse ${name}`);
  if (!client.warehouses.has(name)) throw seedError(path, `${name} is not a warehouse of this client`);
  return warehouse;
}

/** The product fields that inventory shows, as JSON without the outer braces. */
function detailsOf({
  sku,
  Height = 1,
  Width = 1,
  Depth = 1,
  Weight = 1,
  RetailPrice = null,
}: SeedProduct): string {
  return JSON.stringify({ sku, Height, Width, Depth, Weight, RetailPrice }).slice(1, -1);
}

/** Stores products and their lots, oldest first, each received at the lot's own time. */
function insertProducts(context: RuleContext, names: SeedNames, products: readonly SeedProduct[]): void {
  const known = new Set<string>();
  const rows: SqlValue[][] = [];
  const opening: OpeningLot[] = [];
  const allocations: (() => void)[] = [];
  products.forEach((product, index) => {
    const path = `products[${index}]`;
    const client = seedClient(names, path, product.client);
    const id = index + 1;
    const key = `${client.id}/${product.sku}`;
    if (known.has(key)) throw seedError(`${path}.sku`, `${product.sku} appears twice`);
    known.add(key);
    if (client.prefixes.length > 0 && !client.prefixes.some((prefix) => product.sku.startsWith(prefix))) {
      throw seedError(
        `${path}.sku`,
        `${product.sku} must begin with one of the client's prefixes: ${client.prefixes.join(', ')}`,
      );
    }
    const { sku, barcode = null, title = sku } = product;
    rows.push([id, client.id, sku, barcode, title, detailsOf(product)]);
    const owned = { id, client: client.id, sku };
    const lots = (product.stock ?? []).map((lot, position) => {
      const lotPath = `${path}.stock[${position}]`;
      const received = lot.receivedAt === undefined ? context.now : seedInstant(lot.receivedAt, context.now);
      if (received > context.now) throw seedError(`${lotPath}.receivedAt`, "is later than the seed's now");
      return {
        warehouse: seedWarehouse(names, client, `${lotPath}.warehouse`, lot.warehouse),
        quantity: lot.qty,
        at: received,
        product: owned,
      };
    });
    const sent = (product.dispatched ?? []).map((units, position) => {
      const at = units.at === undefined ? context.now : seedInstant(units.at, context.now);
      const warehouse = seedWarehouse(
        names,
        client,
        `${path}.dispatched[${position}].warehouse`,
        units.warehouse,
      );
      return { warehouse, quantity: -units.qty, at, product: owned };
    });
    lots.sort((a, b) => a.at - b.at);
    for (const lot of [...lots, ...sent]) opening.push(lot);
    for (const [position, { warehouse, qty, updatedAt, operation }] of (product.allocated ?? []).entries()) {
      const place = seedWarehouse(names, client, `${path}.allocated[${position}].warehouse`, warehouse);
      const at = updatedAt === undefined ? context.now : seedInstant(updatedAt, context.now);
      const by = { inOrderBook: qty, at, operation: operation ?? 'ALLOCATED' };
      allocations.push(() => allocateOpening(context.db, owned, place, by));
    }
  });
  insertRows(context.db, 'products', ['id', 'client', 'sku', 'barcode', 'title', 'details'], rows);
  inSeed('products', () => receiveOpening(context.db, opening));
  for (const allocate of allocations) allocate();
}

/** Stores orders and adds those that a warehouse still has to dispatch to its order book. */
function insertOrders(context: RuleContext, names: SeedNames, orders: readonly SeedOrder[]): void {
  const { db, now } = context;
  orders.forEach((order, index) => {
    const path = `orders[${index}]`;
    const client = seedClient(names, path, order.client);
    const warehouse = seedWarehouse(names, client, `${path}.warehouse_name`, order.warehouse_name);
    const created = order.CreatedAt === undefined ? now : seedInstant(order.CreatedAt, now);
    const { fields, channelRef } = orderBody(context, {
      ...order,
      ReceivedDate: isoUtc(seedInstant(order.ReceivedDate, now)),
      DispatchBy: isoUtc(seedInstant(order.DispatchBy, now)),
    } as OutboundOrder);
    const status = order.Status ?? 'Pending';
    const number = lastOrderNumber(db) + 1;
    const inserted = insertOrder(db, {
      client: client.id,
      reference: order.ReferenceNumber,
      uuid: context.ids.uuid(`order/${number}`),
      number,
      status,
      warehouse: order.ShipFrom === 'MSF' ? null : warehouse,
      channel_ref: channelRef,
      ship_from: order.ShipFrom ?? null,
      body: JSON.stringify(fields),
      created_at: created,
      updated_at: created,
      cancelled_at: status === 'Cancelled' ? created : null,
      processed_at: status === 'Shipped' ? created : null,
      shipping_vendor: order.ShippingVendor ?? null,
      tracking_number: order.TrackingNumber ?? null,
    });
    if (!inserted)
      throw seedError(
        `${path}.ReferenceNumber`,
        `${order.ReferenceNumber} appears twice for ${order.client}`,
      );
    const open = status === 'Pending' || status === 'Processing';
    if (open && order.ShipFrom === undefined)
      inSeed(path, () =>
        allocate(db, { client: client.id, warehouse, lines: order.OrderItems, at: created }),
      );
  });
}

/** The seed's negotiation; a slot that waits for the client gets an offer one day later if the seed has none. */
function proposalsOf(slot: SeedSlot, now: number, booked: number): Proposal[] {
  const proposals = (slot.proposals ?? []).map((proposal) => ({
    proposedBy: proposal.proposedBy,
    proposedTime: londonTime(seedInstant(proposal.proposedTime, now)),
    comment: proposal.comment ?? null,
    createdAt: proposal.createdAt === undefined ? now : seedInstant(proposal.createdAt, now),
  }));
  if (
    slot.scheduleStatus !== 'pending_customer' ||
    proposals.some((proposal) => proposal.proposedBy === 'ops')
  )
    return proposals;
  return [
    ...proposals,
    { proposedBy: 'ops', proposedTime: londonTime(booked + dayMs), comment: null, createdAt: now },
  ];
}

/**
 * Stores slots; the client's last proposal is the time that it asks for. A warehouse with a policy answers those that
 * wait for it, as it would any other slot.
 */
function insertSlots(context: RuleContext, names: SeedNames, slots: readonly SeedSlot[]): void {
  const { db, now } = context;
  slots.forEach((slot, index) => {
    const path = `slots[${index}]`;
    const client = seedClient(names, path, slot.client);
    const warehouse = seedWarehouse(names, client, `${path}.warehouse`, slot.warehouse);
    const date = ukDate(seedInstant(slot.date, now));
    if (slot.deliveryType === 'container' && slot.containerSize === undefined) {
      throw seedError(`${path}.containerSize`, 'containerSize is required');
    }
    const reference = slot.slotReference ?? nextSlotReference(context);
    if (slotByReference(db, reference) !== undefined) {
      throw seedError(`${path}.slotReference`, `${reference} appears twice`);
    }
    const {
      client: _,
      slotReference: __,
      scheduleStatus = 'pending_ops',
      requestedTime,
      confirmedTime,
      createdAt,
      updatedAt,
      proposals: ___,
      ...body
    } = slot;
    const booked = londonWindow(date, windowHours[slot.window]);
    const proposals = proposalsOf(slot, now, booked);
    const asked = proposals.findLast(({ proposedBy }) => proposedBy === 'client');
    const lastAsked = asked === undefined ? booked : parseInstant(asked.proposedTime);
    const requested = requestedTime === undefined ? lastAsked : seedInstant(requestedTime, now);
    const confirmed = confirmedTime === undefined ? requested : seedInstant(confirmedTime, now);
    // A cancelled slot keeps the time that had been confirmed.
    const isConfirmed =
      scheduleStatus === 'confirmed' || (scheduleStatus === 'cancelled' && confirmedTime !== undefined);
    const created = createdAt === undefined ? now : seedInstant(createdAt, now);
    insertSlot(db, {
      reference,
      client: client.id,
      warehouse,
      status: scheduleStatus,
      body: { ...body, date },
      requested_time: requested,
      confirmed_time: isConfirmed ? confirmed : null,
      created_at: created,
    });
    const stored = slotByReference(db, reference);
    if (stored === undefined) throw new Error(`slot ${reference} was not stored`);
    const updated_at = updatedAt === undefined ? created : seedInstant(updatedAt, now);
    const negotiated = { ...stored, proposals, updated_at };
    updateSchedule(db, negotiated);
    if (scheduleStatus === 'pending_ops') scheduleWarehouseAnswer(context, negotiated);
  });
}

type SeedReport = NonNullable<SeedPurchaseOrder['inboundReport']>;

const storedReport = (report: SeedReport, now: number): InboundReport => ({
  arrivedAt: seedInstant(report.arrivedAt, now),
  unloadingStartedAt: seedInstant(report.unloadingStartedAt, now),
  unloadingFinishedAt: seedInstant(report.unloadingFinishedAt, now),
  discrepancies: report.discrepancies ?? [],
});

/** Stores purchase orders with what was received of them; each uses up its slot. */
function insertPurchaseOrders(
  context: RuleContext,
  names: SeedNames,
  orders: readonly SeedPurchaseOrder[],
): void {
  const { db, now } = context;
  orders.forEach((order, index) => {
    const path = `purchaseOrders[${index}]`;
    const client = seedClient(names, path, order.client);
    const warehouse = seedWarehouse(names, client, `${path}.Warehouse_Name`, order.Warehouse_Name);
    const { deliveryType = null, containerSize = null, loadingType = null } = order;
    const { palletCount = null, containerTruckNumber = null, slotReference = null } = order;
    const number = order.lw_po_number ?? nextPurchaseOrderNumber(context);
    if (purchaseOrderByNumber(db, number) !== undefined)
      throw seedError(`${path}.lw_po_number`, `${number} appears twice`);
    if (numberOfReference(db, client.id, order.PO_REFERENCE) !== undefined)
      throw seedError(`${path}.PO_REFERENCE`, `${order.PO_REFERENCE} appears twice for ${order.client}`);
    const slot = slotReference === null ? undefined : slotByReference(db, slotReference);
    if (slotReference !== null && slot?.client !== client.id)
      throw seedError(`${path}.slotReference`, `there is no slot ${slotReference} of ${order.client}`);
    const created_at = order.createdAt === undefined ? now : seedInstant(order.createdAt, now);
    const stored = {
      ...{ lw_po_number: number, client: client.id, reference: order.PO_REFERENCE, warehouse },
      slot: slotReference,
      status: order.status ?? 'OPEN',
      body: { deliveryType, containerSize, loadingType, palletCount, containerTruckNumber },
      lines: order.items.map((item, position) => {
        const product = productBySku(db, client.id, item.SKU);
        if (product === undefined)
          throw seedError(
            `${path}.items[${position}].SKU`,
            `there is no product ${item.SKU} of ${order.client}`,
          );
        const { barcode = product.barcode, title = product.title, delivered = 0 } = item;
        return { product: product.id, SKU: item.SKU, barcode, title, ordered: item.Quantity, delivered };
      }),
      delivery_time: slot?.confirmed_time ?? null,
      ...{
        created_at,
        updated_at: order.updatedAt === undefined ? created_at : seedInstant(order.updatedAt, now),
      },
    } as const;
    if (slot !== undefined && !claimSlot(db, slot.reference, number, stored.reference, slot.updated_at))
      throw seedError(`${path}.slotReference`, `slot ${slot.reference} is ${slot.status}, or already used`);
    insertPurchaseOrder(db, stored);
    const { inboundReport } = order;
    if (inboundReport) updateDelivery(db, { ...stored, report: storedReport(inboundReport, now) });
  });
}

function insertWarehouses(db: Database, seed: Seed, rngSeed: string): Map<string, number> {
  const ids = new Map<string, number>();
  const locations = new Set<string>();
  seed.warehouses.forEach((warehouse, index) => {
    const location = (
      warehouse.location_id ?? seededUuid(rngSeed, `warehouse/${warehouse.name}`)
    ).toLowerCase();
    if (ids.has(warehouse.name))
      throw seedError(`warehouses[${index}].name`, `${warehouse.name} appears twice`);
    if (locations.has(location))
      throw seedError(`warehouses[${index}].location_id`, `${location} appears twice`);
    locations.add(location);
    ids.set(warehouse.name, index + 1);
    db.run(
      'INSERT INTO warehouses (id, name, location_id, accepts_monday, fc_policy) VALUES (?, ?, ?, ?, ?)',
      index + 1,
      warehouse.name,
      location,
      warehouse.acceptsMonday ? 1 : 0,
      warehouse.fcPolicy ?? 'manual',
    );
  });
  return ids;
}

function insertClients(
  db: Database,
  seed: Seed,
  warehouses: ReadonlyMap<string, number>,
): Map<string, SeedClient> {
  const clients = new Map<string, SeedClient>();
  seed.clients.forEach((client, index) => {
    const path = `clients[${index}]`;
    if (clients.has(client.client_id))
      throw seedError(`${path}.client_id`, `${client.client_id} appears twice`);
    const prefixes = client.skuPrefixes ?? [];
    const id = index + 1;
    clients.set(client.client_id, { id, warehouses: new Set(client.warehouses), prefixes });
    db.run(
      `INSERT INTO clients (id, client_id, client_name, client_secret, role, sku_prefixes) VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      client.client_id,
      client.client_name,
      client.client_secret,
      client.role ?? 'full',
      JSON.stringify(prefixes),
    );
    client.warehouses.forEach((name, position) => {
      const warehouse = warehouses.get(name);
      const at = `${path}.warehouses[${position}]`;
      if (warehouse === undefined) throw seedError(at, `there is no warehouse ${name}`);
      if (client.warehouses.indexOf(name) !== position) throw seedError(at, `${name} appears twice`);
      db.run(
        'INSERT INTO client_warehouses (client, warehouse, position) VALUES (?, ?, ?)',
        id,
        warehouse,
        position,
      );
    });
  });
  return clients;
}

/** The clock settings for loading a seed. */
export interface LoadOptions {
  /** The time to use if the seed sets none, in ms. */
  readonly now: number;
  readonly realNow: number;
  readonly mode: ClockReading['mode'];
}

/**
 * Replaces the whole state with the seed, sets the clock to the seed's `now` and returns that time. The caller opens a
 * transaction and rolls it back on a throw, so that an invalid seed changes nothing.
 */
export function loadSeed(db: Database, seed: Seed, { now, realNow, mode }: LoadOptions): number {
  const at = seed.now === undefined ? now : parseInstant(seed.now);
  const rngSeed = String(seed.rngSeed ?? 0);
  clearTables(db);
  writeMeta(db, 'rng_seed', rngSeed);
  writeMeta(db, 'token_secret', createHash('sha256').update(`${rngSeed}/tokens`).digest('hex'));
  writeClock(db, { now: at, mode }, realNow);

  const context: RuleContext = ruleContext({ db, now: at, variants: variantsFor(0), assumptions: new Set() });
  const warehouses = insertWarehouses(db, seed, rngSeed);
  const names: SeedNames = { warehouses, clients: insertClients(db, seed, warehouses) };
  insertProducts(context, names, seed.products ?? []);
  insertOrders(context, names, seed.orders ?? []);
  insertSlots(context, names, seed.slots ?? []);
  insertPurchaseOrders(context, names, seed.purchaseOrders ?? []);
  for (const rule of seed.faults ?? []) insertFault(db, rule);
  return at;
}
