import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../src/storage/sqlite/database.ts';
import { requestsPerSecond } from './load.ts';
import { inPairs, type Row, rowOf } from './measure.ts';
import { orderBody } from './orders.ts';
import { type Emulator, startEmulator, withFolder } from './processes.ts';

const few = 1000;
const fewOrdersPerSku = 20;
const shown = (figure: number): string => `${Math.round(figure)} µs`;
const count = (value: number): string => value.toLocaleString('en');

/** What a page and an order cost in a large state, compared with a small one. */
export async function* growthRows(full: boolean): AsyncGenerator<Row> {
  const [skus, orders] = full ? [100_000, 1_000_000] : [20_000, 100_000];
  const ordersPerSku = 100 * fewOrdersPerSku;
  yield await compare('GET /inventory, SKUs', '/inventory', serve, skus, few);
  yield await compare('GET /order/{ref}, orders', `/order/ORDER-${few / 2}`, withOrders, orders, few);
  const ages = '/inventory/stock-age?page=2';
  const ofFifty = (folder: string, size: number) => withDispatches(folder, size, 50);
  yield await compare(
    'GET /inventory/stock-age, page 2, orders a SKU',
    ages,
    ofFifty,
    ordersPerSku,
    fewOrdersPerSku,
  );
  const oneEach = (folder: string, size: number) => withDispatches(folder, 1, size);
  yield await compare('GET /inventory/stock-age, page 2, SKUs and orders', ages, oneEach, skus, few);
}

async function compare(
  what: string,
  path: string,
  serveWith: (folder: string, size: number) => Promise<Emulator>,
  large: number,
  small: number,
): Promise<Row> {
  return withFolder(async (folder) => {
    const [many, few] = [await serveWith(folder, large), await serveWith(folder, small)];
    const micros = async ({ origin, token }: Emulator): Promise<number> => {
      const load = { origin, path: `/v1${path}`, token, connections: 1, requests: 2000 };
      return 1e6 / (await requestsPerSecond(load));
    };
    const figures = await inPairs(
      5,
      () => micros(many),
      () => micros(few),
    );
    for (const emulator of [many, few]) await emulator.stop();
    return rowOf(
      { what: `${what}: ${count(large)}`, yardstick: count(small), unit: shown, ratio: ['≤', 1.5] },
      figures,
    );
  });
}

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

const stateIn = (folder: string, size: number): string => join(folder, `state-${size}`);

/** An emulator that keeps its state in a folder of this size. */
function serve(folder: string, size: number, skus = size): Promise<Emulator> {
  const file = join(folder, `${size}.json`);
  writeFileSync(file, JSON.stringify(seed(skus)));
  return startEmulator(folder, ['--state', stateIn(folder, size), '--seed', file]);
}

/** Changes the state of a stopped emulator, because the service would take minutes, and serves it again. */
async function servedAgain(folder: string, size: number, statements: string): Promise<Emulator> {
  const db = openDatabase(join(stateIn(folder, size), 'state.sqlite'));
  db.script(statements);
  db.close();
  return startEmulator(folder, ['--state', stateIn(folder, size)]);
}

const numbers = (most: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`;

/** Copies of one posted order. */
async function withOrders(folder: string, size: number): Promise<Emulator> {
  const { origin, token, stop } = await serve(folder, size, 1);
  const body = () => orderBody('ORDER-0');
  await requestsPerSecond({ origin, path: '/v1/outbound', token, body, connections: 1, requests: 1 });
  await stop();
  return servedAgain(
    folder,
    size,
    `${numbers(size - 1)}
    INSERT INTO orders (client, reference, uuid, number, status, warehouse, body, created_at, updated_at)
    SELECT client, 'ORDER-' || i, uuid || i, number + i, status, warehouse, body, created_at, updated_at
    FROM n CROSS JOIN orders WHERE reference = 'ORDER-0'`,
  );
}

/** SKUs with this many dispatched orders each, after one receipt that held them. */
async function withDispatches(folder: string, orders: number, skus: number): Promise<Emulator> {
  const size = orders * skus;
  const { stop } = await serve(folder, size, skus);
  await stop();
  const start = Date.now() - 40 * 86_400_000;
  const moved = (quantity: number, times: number, firstAt: number): string => `${numbers(times)}
    INSERT INTO movements (product, warehouse, quantity, at, cause)
    SELECT product, warehouse, ${quantity}, ${firstAt} + i * 60000, 'bench' FROM n CROSS JOIN stock`;
  return servedAgain(folder, size, `${moved(orders, 1, start)}; ${moved(-1, orders, start + 60_000)}`);
}
