import { createHash } from 'node:crypto';
import type { Database } from '../../storage/sqlite/database.ts';
import { parseInstant } from '../../text/time/time.ts';
import { variantsFor } from '../conformance/variants.ts';
import { type ClockReading, writeClock } from '../domain/clock.ts';
import { type RuleContext, ruleContext, seededUuid } from '../domain/context.ts';
import { insertFault } from '../store/faults.ts';
import { writeMeta } from '../store/meta.ts';
import { clearTables } from '../store/tables.ts';
import type { SeedClient, SeedNames } from './names.ts';
import { insertOrders } from './orders.ts';
import { insertProducts } from './products.ts';
import { type Seed, seedError } from './schema.ts';
import { insertSlots } from './slots.ts';

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
  for (const rule of seed.faults ?? []) insertFault(db, rule);
  return at;
}
