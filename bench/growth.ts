import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { requestsPerSecond } from './load.ts';
import { orderBody } from './order-body.ts';
import { startEmulator, withHome } from './processes.ts';
import { atMost, type BenchOptions, inPairs, type Row } from './row.ts';

const rounds = 5;
const requests = 2000;
const small = 1000;
const micros = (perSecond: number): string => `${Math.round(1e6 / perSecond)} µs`;
const count = (value: number): string => value.toLocaleString('en');

type Served = Awaited<ReturnType<typeof startEmulator>>;

function seed(skus: number): object {
  const warehouse = 'Northgate FC';
  return {
    version: 1,
    rngSeed: 1,
    warehouses: [{ name: warehouse, acceptsMonday: false, fcPolicy: 'manual' }],
    clients: [
      {
        client_name: 'Acme Outdoor',
        client_id: 'emu-acme',
        client_secret: 'emu-acme-secret',
        role: 'full',
        warehouses: [warehouse],
        skuPrefixes: ['AC-'],
      },
    ],
    products: Array.from({ length: skus }, (_, index) => ({
      client: 'emu-acme',
      sku: `AC-${String(index).padStart(6, '0')}`,
      barcode: String(3_000_000_000_000 + index),
      title: `Product ${index}`,
      ...{ Height: 1, Width: 1, Depth: 1, Weight: 1, RetailPrice: 1 },
      stock: [{ warehouse, qty: 10, receivedAt: '-P30D' }],
    })),
  };
}

async function serve(home: string, name: string, skus: number): Promise<Served> {
  const file = join(home, `${name}.json`);
  writeFileSync(file, JSON.stringify(seed(skus)));
  return startEmulator(['--state', join(home, name), '--seed', file], { CFI_HOME: home });
}

const time = async ({ baseUrl, token }: Served, path: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  const { origin } = new URL(baseUrl);
  const rate = await requestsPerSecond({
    origin,
    method: 'GET',
    path: `/v1${path}`,
    headers,
    connections: 1,
    requests,
    status: 200,
  });
  return 1 / rate;
};

async function compare(
  name: string,
  path: string,
  large: Served,
  little: Served,
  littleSize = count(small),
): Promise<Row> {
  const measured = await inPairs(
    rounds,
    () => time(large, path),
    () => time(little, path),
  );
  await Promise.all([large.stop(), little.stop()]);
  return {
    name,
    ours: micros(1 / measured.ours),
    yardstick: `${micros(1 / measured.yardstick)} (at ${littleSize})`,
    ratio: measured.ratio,
    goal: atMost(1.5),
  };
}

/**
 * Stores copies of one posted order until there are `total`, bypassing the service: a million posts would take minutes.
 */
async function withOrders(home: string, name: string, total: number): Promise<Served> {
  const first = await serve(home, name, 1);
  await requestsPerSecond({
    origin: new URL(first.baseUrl).origin,
    method: 'POST',
    path: '/v1/outbound',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${first.token}` },
    body: () => orderBody('ORDER-0'),
    connections: 1,
    requests: 1,
    status: 201,
  });
  await first.stop();
  const db = new Libsql(join(home, name, 'state.sqlite'));
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total - 1})
    INSERT INTO orders (client, reference, uuid, number, status, warehouse, body, created_at, updated_at)
    SELECT client, 'ORDER-' || i, uuid || i, number + i, status, warehouse, body, created_at, updated_at
    FROM n CROSS JOIN orders WHERE reference = 'ORDER-0'`);
  db.close();
  return startEmulator(['--state', join(home, name)], { CFI_HOME: home });
}

/** SKUs with this many dispatched orders each, after one receipt that held them; also bypasses the service. */
async function withDispatches(home: string, name: string, ordersPerSku: number): Promise<Served> {
  const first = await serve(home, name, 50);
  await first.stop();
  const db = new Libsql(join(home, name, 'state.sqlite'));
  const insert = (quantity: number, times: number, firstAt: number): void => {
    db.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${times})
      INSERT INTO movements (product, warehouse, quantity, at, cause)
      SELECT product, warehouse, ${quantity}, ${firstAt} + i * 60000, 'bench' FROM n CROSS JOIN stock`);
  };
  const start = Date.now() - 40 * 86_400_000;
  insert(ordersPerSku, 1, start);
  insert(-1, ordersPerSku, start + 60_000);
  db.close();
  return startEmulator(['--state', join(home, name)], { CFI_HOME: home });
}

const dispatched = 20;

/** What a page and an order cost in a large state, compared with a small one. */
export async function* growthRows({ full }: BenchOptions): AsyncGenerator<Row> {
  const skus = full ? 100_000 : 20_000;
  const orders = full ? 1_000_000 : 100_000;
  yield await withHome(async (home) =>
    compare(
      `GET /inventory page 1 at ${count(skus)} SKUs`,
      '/inventory',
      await serve(home, 'large', skus),
      await serve(home, 'small', small),
    ),
  );
  yield await withHome(async (home) =>
    compare(
      `GET /order/{ref} at ${count(orders)} orders`,
      `/order/ORDER-${small / 2}`,
      await withOrders(home, 'large', orders),
      await withOrders(home, 'small', small),
    ),
  );
  yield await withHome(async (home) =>
    compare(
      `GET /inventory/stock-age page 2 at ${count(100 * dispatched)} orders a SKU`,
      '/inventory/stock-age?page=2',
      await withDispatches(home, 'large', 100 * dispatched),
      await withDispatches(home, 'small', dispatched),
      String(dispatched),
    ),
  );
}
