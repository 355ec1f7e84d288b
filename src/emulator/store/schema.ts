import { limits } from '../../contract/limits.ts';
import type { DatabaseFormat } from '../../storage/sqlite/database-file.ts';

/** Increase this when the tables change; each version needs a migration step to the next. */
export const schemaVersion = 5;

/** Identifies our files ("cfie"), so that another program's database is never mistaken for one. */
export const applicationId = 0x63666965;

/** SQL for the period of an instant: days that end at 02:00 UTC, counted from long before the first one of a clock. */
export function periodOf(at: string): string {
  const [hour, day] = [3_600_000, 86_400_000];
  return `CAST((${at} + ${1_000_000 * day - limits.snapshotHourUtc * hour + day - 1}) / ${day} AS INTEGER)`;
}

/** Dispatches, added up for each product, warehouse and period. */
const dispatches = `CREATE INDEX movements_received ON movements (product, at, id) WHERE quantity > 0;
CREATE TABLE dispatched (
  product INTEGER NOT NULL, warehouse INTEGER NOT NULL, period INTEGER NOT NULL, units INTEGER NOT NULL,
  PRIMARY KEY (product, warehouse, period)) WITHOUT ROWID;
CREATE TRIGGER movements_dispatched AFTER INSERT ON movements WHEN NEW.quantity < 0 BEGIN
  INSERT INTO dispatched (product, warehouse, period, units)
  VALUES (NEW.product, NEW.warehouse, ${periodOf('NEW.at')}, -NEW.quantity)
  ON CONFLICT (product, warehouse, period) DO UPDATE SET units = units + excluded.units;
END;`;

/** The last requests, each with its two bodies as JSON. */
const requests = `CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL, body TEXT, answer TEXT);`;

/** The orders, as they have been since version 2. */
const orders = `CREATE TABLE orders (
  id INTEGER PRIMARY KEY, client INTEGER NOT NULL, reference TEXT NOT NULL, uuid TEXT NOT NULL, number INTEGER NOT NULL,
  status TEXT NOT NULL, warehouse INTEGER, channel_ref TEXT, ship_from TEXT, body TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, cancelled_at INTEGER, processed_at INTEGER,
  shipping_vendor TEXT, tracking_number TEXT, beside_msf INTEGER NOT NULL DEFAULT 0,
  UNIQUE (client, reference, beside_msf));
CREATE INDEX orders_by_channel_ref ON orders (client, channel_ref) WHERE channel_ref IS NOT NULL;
CREATE INDEX orders_by_ship_from ON orders (client, ship_from, reference) WHERE ship_from IS NOT NULL;`;

/**
 * All times are milliseconds since the epoch. Stock is one row per client, warehouse and SKU, with totals stored next to
 * it, so that a page costs the same for any number of SKUs. A movement is a change of stock (receipts positive,
 * dispatches negative). Ages and snapshots are computed, never stored: from the receipts, and from `dispatched`, which
 * adds up what was dispatched in a `period`, so that ages cost the same however many orders were shipped. A period ends
 * with the snapshot, at 02:00 UTC, that is the first to show it. The details of a product are the fields that inventory
 * shows and that never change, as JSON without the outer braces: building them from columns would double the cost of a
 * page. `meta` has row numbers because a tree ordered by key alone would read a whole seed to find another key. An order
 * is `beside_msf` if an MSF order of its client has the same reference, which only one reading of A-56 allows.
 */
export const tables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE warehouses (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, location_id TEXT NOT NULL UNIQUE,
  accepts_monday INTEGER NOT NULL, fc_policy TEXT NOT NULL);

CREATE TABLE clients (
  id INTEGER PRIMARY KEY, client_id TEXT NOT NULL UNIQUE, client_name TEXT NOT NULL, client_secret TEXT NOT NULL,
  role TEXT NOT NULL, revoked_before INTEGER NOT NULL DEFAULT 0, sku_count INTEGER NOT NULL DEFAULT 0,
  sku_prefixes TEXT NOT NULL);
CREATE TABLE client_warehouses (
  client INTEGER NOT NULL, warehouse INTEGER NOT NULL, position INTEGER NOT NULL,
  total_stock INTEGER NOT NULL DEFAULT 0, sku_count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (client, warehouse)) WITHOUT ROWID;

CREATE TABLE products (
  id INTEGER PRIMARY KEY, client INTEGER NOT NULL, sku TEXT NOT NULL, barcode TEXT, title TEXT NOT NULL,
  details TEXT NOT NULL,
  UNIQUE (client, sku));
CREATE INDEX products_by_barcode ON products (client, barcode);

CREATE TABLE stock (
  client INTEGER NOT NULL, warehouse INTEGER NOT NULL, sku TEXT NOT NULL, product INTEGER NOT NULL,
  level INTEGER NOT NULL, in_order_book INTEGER NOT NULL, updated_at INTEGER NOT NULL, operation TEXT NOT NULL,
  PRIMARY KEY (client, warehouse, sku)) WITHOUT ROWID;

CREATE TABLE movements (
  id INTEGER PRIMARY KEY, product INTEGER NOT NULL, warehouse INTEGER NOT NULL, quantity INTEGER NOT NULL,
  at INTEGER NOT NULL, cause TEXT NOT NULL);
${dispatches}

${orders}

CREATE TABLE inbound (
  id INTEGER PRIMARY KEY, client INTEGER NOT NULL, delivery_number TEXT NOT NULL, warehouse INTEGER NOT NULL,
  status TEXT NOT NULL, received_at INTEGER NOT NULL, body TEXT NOT NULL,
  UNIQUE (client, delivery_number));

CREATE TABLE slots (
  reference TEXT PRIMARY KEY, client INTEGER NOT NULL, warehouse INTEGER NOT NULL, status TEXT NOT NULL,
  body TEXT NOT NULL, requested_time INTEGER NOT NULL, confirmed_time INTEGER, proposals TEXT NOT NULL,
  used_by TEXT, used_by_reference TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX slots_by_client ON slots (client, reference);

CREATE TABLE purchase_orders (
  lw_po_number TEXT PRIMARY KEY, client INTEGER NOT NULL, reference TEXT NOT NULL, warehouse INTEGER NOT NULL,
  slot TEXT, status TEXT NOT NULL, body TEXT NOT NULL, lines TEXT NOT NULL, delivery_time INTEGER, report TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  UNIQUE (client, reference)) WITHOUT ROWID;
CREATE TABLE reserved_po_numbers (
  client INTEGER NOT NULL, reference TEXT NOT NULL, lw_po_number TEXT NOT NULL,
  PRIMARY KEY (client, reference)) WITHOUT ROWID;

CREATE TABLE jobs (id INTEGER PRIMARY KEY, due_at INTEGER NOT NULL, job TEXT NOT NULL, ref TEXT NOT NULL);
CREATE INDEX jobs_by_time ON jobs (due_at, id);

CREATE TABLE faults (id INTEGER PRIMARY KEY, rule TEXT NOT NULL, seen INTEGER NOT NULL DEFAULT 0, fired INTEGER NOT NULL DEFAULT 0);
${requests}
CREATE TABLE rate_windows (client INTEGER PRIMARY KEY, started_at INTEGER NOT NULL, used INTEGER NOT NULL);
`;

/** How to recognise a state file, and how to create and migrate its tables. */
export const stateFormat: DatabaseFormat = {
  applicationId,
  version: schemaVersion,
  tables,
  tableNames: ['meta', 'clients', 'warehouses', 'orders', 'slots'],
  migrations: {
    1: `
ALTER TABLE orders RENAME TO orders_before;
DROP INDEX orders_by_channel_ref;
DROP INDEX orders_by_ship_from;
${orders}
INSERT INTO orders SELECT *, 0 FROM orders_before;
DROP TABLE orders_before`,
    2: "DELETE FROM meta WHERE key = 'next_order'",
    3: `
DROP INDEX movements_by_product;
${dispatches}
INSERT INTO dispatched (product, warehouse, period, units)
SELECT product, warehouse, ${periodOf('at')}, -sum(quantity) FROM movements WHERE quantity < 0 GROUP BY 1, 2, 3`,
    // The requests of earlier versions are forgotten.
    4: `DROP TABLE requests; ${requests}`,
  },
};

/** Columns missing from states that earlier versions exported; they start with their default. */
export const addedColumns: Readonly<Record<string, readonly string[]>> = { orders: ['beside_msf'] };
