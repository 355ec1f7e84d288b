import { join, resolve } from 'node:path';
import { connections, uploadEnv, writeOrders } from './bulk.ts';
import { bin, start, wall, withHome } from './processes.ts';
import { atLeast, type BenchOptions, inPairs, type Row } from './row.ts';

const count = 10_000;

/** What it costs to follow orders, against a bare loop that reads the same ones. */
export async function* trackingRows(_: BenchOptions): AsyncGenerator<Row> {
  const server = await start([resolve('bench/order-server.mjs')]);
  try {
    yield await withHome(async (home) => {
      const env = uploadEnv(home, server.line);
      const file = writeOrders(join(home, 'orders.csv'), count);
      const pace = ['-q', '--concurrency', String(connections)];
      await wall([bin, 'order', 'create', file, ...pace], env);
      const measured = await inPairs(
        5,
        () => wall([bin, 'order', 'track', '-o', 'csv', ...pace], env),
        () => wall([resolve('bench/bare-gets.mjs'), server.line, String(count), String(connections)]),
      );
      const rate = (ms: number): string => `${Math.round((count * 1000) / ms)} orders/s`;
      return {
        name: `order track, ${count} orders over HTTP`,
        ours: rate(measured.ours),
        yardstick: `undici Pool ${rate(measured.yardstick)}`,
        ratio: 1 / measured.ratio,
        goal: atLeast(0.6),
      };
    });
  } finally {
    await server.stop();
  }
}
