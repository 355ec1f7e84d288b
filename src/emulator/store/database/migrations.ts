import type { DatabaseFormat } from '../../../storage/sqlite-file.ts';
import { applicationId, schemaVersion, tables } from './schema.ts';

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
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, client INTEGER NOT NULL, reference TEXT NOT NULL, uuid TEXT NOT NULL, number INTEGER NOT NULL,
  status TEXT NOT NULL, warehouse INTEGER, channel_ref TEXT, ship_from TEXT, body TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, cancelled_at INTEGER, processed_at INTEGER,
  shipping_vendor TEXT, tracking_number TEXT, beside_msf INTEGER NOT NULL DEFAULT 0,
  UNIQUE (client, reference, beside_msf));
INSERT INTO orders SELECT *, 0 FROM orders_before;
DROP TABLE orders_before;
CREATE INDEX orders_by_channel_ref ON orders (client, channel_ref) WHERE channel_ref IS NOT NULL;
CREATE INDEX orders_by_ship_from ON orders (client, ship_from, reference) WHERE ship_from IS NOT NULL`,
    2: "DELETE FROM meta WHERE key = 'next_order'",
  },
};

/** Columns missing from states that earlier versions exported; they start with their default. */
export const addedColumns: Readonly<Record<string, readonly string[]>> = { orders: ['beside_msf'] };
