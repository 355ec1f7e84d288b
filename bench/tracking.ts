import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connections, uploadEnv, writeOrders } from './bulk.ts';
import { bin, peakMb, start, wall, withHome } from './processes.ts';
import { atLeast, atMost, type BenchOptions, inPairs, type Row } from './row.ts';

const count = 10_000;
/** With fewer, V8 has not yet filled the space that it allows its young objects. */
const [fewer, many] = [100_000, 300_000];
const pace = ['-q', '--concurrency', String(connections)];
const track = [bin, 'order', 'track', '-o', 'csv', ...pace];

/** The environment of a home from which this many orders were uploaded. */
async function uploaded(folder: string, origin: string, orders: number) {
  const env = uploadEnv(mkdtempSync(join(folder, 'home-')), origin);
  const file = writeOrders(join(folder, `${orders}.csv`), orders);
  await wall([bin, 'order', 'create', file, ...pace], env);
  return env;
}

/**
 * What it costs to track orders: in time compared with a bare loop that reads the same ones, and in memory as they
 * grow.
 */
export async function* trackingRows(_: BenchOptions): AsyncGenerator<Row> {
  const server = await start([resolve('bench/yardsticks/order-server.mjs')]);
  try {
    yield* await withHome(async (folder) => {
      const env = await uploaded(folder, server.line, count);
      const measured = await inPairs(
        5,
        () => wall(track, env),
        () =>
          wall([resolve('bench/yardsticks/bare-gets.mjs'), server.line, String(count), String(connections)]),
      );
      const few = await peakMb(track, await uploaded(folder, server.line, fewer));
      const most = await peakMb(track, await uploaded(folder, server.line, many));
      const rate = (ms: number): string => `${Math.round((count * 1000) / ms)} orders/s`;
      return [
        {
          name: `order track, ${count} orders over HTTP`,
          ours: rate(measured.ours),
          yardstick: `undici Pool ${rate(measured.yardstick)}`,
          ratio: 1 / measured.ratio,
          goal: atLeast(0.6),
        },
        {
          name: `peak memory of order track, ${many} orders`,
          ours: `${Math.round(most)} MB`,
          yardstick: `${fewer} orders ${Math.round(few)} MB`,
          ratio: most / few,
          goal: atMost(1.3),
        },
      ];
    });
  } finally {
    await server.stop();
  }
}
