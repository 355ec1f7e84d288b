import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../src/emulator/conformance/assumptions.ts';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { schemaVersion } from '../../../src/emulator/store/schema.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { callable, type TestEmulator } from '../../support/emulator/emulator.ts';
import { line, orderBody, stockSeed } from '../../support/emulator/stock.ts';
import { testNow } from '../../support/time.ts';

/** How version 4 and earlier ones logged requests. */
const version4 = `
  DROP TABLE requests;
  CREATE TABLE requests (id INTEGER PRIMARY KEY AUTOINCREMENT, count INTEGER NOT NULL, entries TEXT NOT NULL);
  INSERT INTO requests (count, entries) VALUES (1, '[{"at":"2026-09-01T08:00:00Z","method":"GET","path":"/","status":404}]');
  PRAGMA user_version = 4;`;

/** How version 3 and earlier ones stored movements. */
const version3 = `${version4}
  DROP INDEX movements_received;
  DROP TRIGGER movements_dispatched;
  DROP TABLE dispatched;
  CREATE INDEX movements_by_product ON movements (product, warehouse, at, id);
  PRAGMA user_version = 3;`;

/** The table of orders in version 1. */
const version1 = `
  ALTER TABLE orders RENAME TO orders_new;
  DROP INDEX orders_by_channel_ref;
  DROP INDEX orders_by_ship_from;
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY, client INTEGER NOT NULL, reference TEXT NOT NULL, uuid TEXT NOT NULL,
    number INTEGER NOT NULL, status TEXT NOT NULL, warehouse INTEGER, channel_ref TEXT, ship_from TEXT,
    body TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, cancelled_at INTEGER,
    processed_at INTEGER, shipping_vendor TEXT, tracking_number TEXT,
    UNIQUE (client, reference));
  INSERT INTO orders SELECT id, client, reference, uuid, number, status, warehouse, channel_ref, ship_from, body,
    created_at, updated_at, cancelled_at, processed_at, shipping_vendor, tracking_number FROM orders_new;
  DROP TABLE orders_new;
  CREATE INDEX orders_by_channel_ref ON orders (client, channel_ref) WHERE channel_ref IS NOT NULL;
  CREATE INDEX orders_by_ship_from ON orders (client, ship_from, reference) WHERE ship_from IS NOT NULL;
  PRAGMA user_version = 1;`;

async function openEarlier(
  script: string,
  options: { assume?: Choices } = {},
  before: (emulator: TestEmulator) => Promise<void> = async () => {},
) {
  const state = mkdtempSync(join(tmpdir(), 'cfi-migration-'));
  const common = { state, realNow: () => testNow };
  const first = callable(await openEmulator({ ...common, seed: stockSeed, freeze: true }));
  await before(first);
  first.close();
  const db = openDatabase(join(state, 'state.sqlite'));
  db.script(script);
  db.close();
  return callable(await openEmulator({ ...common, ...options }));
}

/** The counter of orders in versions 1 and 2. */
const orderCounter = "INSERT INTO meta (key, value) SELECT 'next_order', max(number) FROM orders;";

const openVersion1 = (options?: { assume?: Choices }) =>
  openEarlier(version3 + orderCounter + version1, options);

describe('a state of an earlier version', () => {
  it('opens with everything in it, and continues', async () => {
    const emulator = await openVersion1();
    const acme = emulator.as('emu-acme');
    expect((await acme.get('/order/SPLIT-1')).body.data).toMatchObject({ Channel_Ref: 'SHOP-77' });
    expect((await acme.get('/order?channel_ref=SHOP-77')).body.data).toHaveLength(2);
    expect((await acme.get('/order?ship_from=MSF')).body.data).toHaveLength(3);
    expect((await acme.post('/outbound', orderBody('SPLIT-1'))).status).toBe(409);
    expect((await acme.post('/outbound', orderBody('MSF-1'))).status).toBe(409);
    expect((await acme.post('/outbound', orderBody('NEW-1'))).status).toBe(201);
    emulator.close();
  });

  it('forgets nothing but the requests of the version before', async () => {
    let before: unknown;
    const emulator = await openEarlier(version4, {}, async (first) => {
      await first.as('emu-acme').post('/outbound', orderBody('OUT-1'));
      before = (await first.admin.get('/state')).body.data;
    });
    expect((await emulator.admin.get('/requests')).body.data).toEqual([]);
    expect((await emulator.admin.get('/state')).body.data).toEqual(before);
    await emulator.as('emu-acme').get('/order/OUT-1');
    expect((await emulator.admin.get('/requests?path=/order/*')).body.data).toMatchObject([
      { path: '/order/OUT-1', answer: { data: { ReferenceNumber: 'OUT-1' } } },
    ]);
    emulator.close();
  });

  it('shows the same stock ages', async () => {
    const seen: unknown[] = [];
    const look = async (emulator: TestEmulator): Promise<void> => {
      const paths = ['?in_stock_only=true', '/AC-STOVE', '/AC-STOVE?as_of_date=2026-09-01'];
      for (const path of paths)
        seen.push((await emulator.as('emu-acme').get(`/inventory/stock-age${path}`)).body.data);
    };
    const emulator = await openEarlier(version3, {}, async (first) => {
      const order = orderBody('OUT-1', { OrderItems: [line({ SKU: 'AC-STOVE', Qty: 1 })] });
      expect((await first.as('emu-acme').post('/outbound', order)).status).toBe(201);
      expect((await first.admin.post('/fc/orders/OUT-1/dispatch', {})).status).toBe(200);
      await first.admin.post('/clock', { advance: '24h' });
      await look(first);
    });
    await look(emulator);
    expect(seen.slice(3)).toEqual(seen.slice(0, 3));
    expect(seen[1]).toMatchObject({ total_quantity: expect.any(Number), source: 'snapshot' });
    emulator.close();
  });

  it('continues the numbers of its orders', async () => {
    const emulator = await openEarlier(`${version3} ${orderCounter} PRAGMA user_version = 2`);
    const { data: before } = (await emulator.admin.get('/state')).body;
    const acme = emulator.as('emu-acme');
    const created = await Promise.all(
      ['NEW-1', 'NEW-2'].map((reference) => acme.post('/outbound', orderBody(reference))),
    );
    const stored = before.tables.orders.rows.length;
    expect(created.map(({ body }) => body.data.OrderId.Number)).toEqual([stored + 1, stored + 2]);
    expect(before.tables.meta.rows.map(([key]: [string]) => key)).not.toContain('next_order');
    emulator.close();
  });

  it('has the same name space for MSF orders as a new one', async () => {
    const emulator = await openVersion1({ assume: { 'A-56': 1 } });
    expect((await emulator.as('emu-acme').post('/outbound', orderBody('MSF-1'))).status).toBe(201);
    emulator.close();
  });

  it('can be imported from its export', async () => {
    const emulator = await openVersion1();
    const { data } = (await emulator.admin.get('/state')).body;
    expect(data.version).toBe(schemaVersion);
    const { columns, rows } = data.tables.orders;
    const at = columns.indexOf('beside_msf');
    const without = (values: unknown[]) => values.filter((_, index) => index !== at);
    const orders = { columns: without(columns), rows: rows.map(without) };
    const earlier = { ...data, version: 1, tables: { ...data.tables, orders } };
    expect((await emulator.admin.put('/state', earlier)).status).toBe(200);
    expect((await emulator.admin.get('/state')).body.data.tables.orders).toEqual(data.tables.orders);
    for (const version of [0, 1.5, schemaVersion + 1, '1']) {
      expect((await emulator.admin.put('/state', { ...data, version })).status).toBe(400);
    }
    emulator.close();
  });
});
