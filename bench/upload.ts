import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inPairs, megabytes, mostMegabytes, perSecond, type Row, rowOf, seconds } from './measure.ts';
import { writeOrders, writeShopExport } from './orders.ts';
import { bin, homesIn, peakMb, printed, start, wall, withFolder, yardstick } from './processes.ts';

const connections = 32;
const count = 100_000;
const pace = ['-q', '--concurrency', String(connections)];
const create = (file: string): string[] => [bin, 'order', 'create', file];

/** How many a second, if `orders` took so many milliseconds. */
const rate = (orders: number, took: number): number => (orders * 1000) / took;

/** The environment of a signed-in user. */
const environment = (home: string, origin: string) => ({
  CFI_HOME: home,
  CFI_BASE_URL: `${origin}/v1`,
  CFI_CLIENT_ID: 'bench',
  CFI_TOKEN: 'bench',
});

/** What exactly-once uploads cost: in time compared with bare loops, and in memory as the file grows. */
export async function* uploadRows(full: boolean): AsyncGenerator<Row> {
  yield await withFolder((folder) => withAnswersAfter(100, 2000, 0.92, folder));
  yield await withFolder((folder) => withAnswersAfter(10, 20_000, 0.8, folder));
  const server = await start([yardstick('order-server.cjs')]);
  for (const rows of [uploads, tracking]) yield* await withFolder((folder) => rows(folder, server.line));
  yield* await withFolder(reading);
  yield await withFolder((folder) => memory(folder, server.line, full));
  await server.stop();
}

/** A service that takes its time, or is fast: an upload keeps all connections busy all the time. */
async function withAnswersAfter(
  answerMs: number,
  orders: number,
  goal: number,
  folder: string,
): Promise<Row> {
  const server = await start([yardstick('order-server.cjs'), String(answerMs)]);
  const command = [...create(writeOrders(join(folder, 'orders.csv'), orders)), ...pace];
  const newHome = homesIn(folder);
  const figures = await inPairs(
    3,
    async () => rate(orders, await wall(command, environment(newHome(), server.line))),
    async () => rate(connections, answerMs),
  );
  await server.stop();
  const what = `order create, ${orders} orders, ${answerMs} ms an answer`;
  const atOnce = `${connections} at once`;
  return rowOf({ what, yardstick: atOnce, unit: perSecond, ratio: ['≥', goal] }, figures);
}

/** An upload from CSV to results, and the same command again when nothing is left to send. */
async function uploads(folder: string, origin: string): Promise<Row[]> {
  const command = create(writeOrders(join(folder, 'orders.csv'), count));
  const newHome = homesIn(folder);
  let home = newHome();
  const dryRun = [...command, '-q', '--dry-run', '-o', 'ndjson'];
  const bodies = join(folder, 'bodies.ndjson');
  writeFileSync(bodies, await printed(dryRun, environment(home, origin)));
  const upload = async (): Promise<number> => {
    home = newHome();
    const args = [...command, ...pace, '--results', join(folder, 'results.csv')];
    return rate(count, await wall(args, environment(home, origin)));
  };
  const loop = [yardstick('bare-pool.cjs'), origin, bodies, String(connections)];
  const uploaded = await inPairs(5, upload, async () => rate(count, Number(await printed(loop))));
  const resumed = await inPairs(
    3,
    () => wall([...command, ...pace, '-o', 'ndjson'], environment(home, origin)),
    () => wall(dryRun, environment(home, origin)),
  );
  return [
    rowOf(
      {
        what: `order create, ${count} orders`,
        yardstick: 'undici Pool',
        unit: perSecond,
        ratio: ['≥', 0.35],
      },
      uploaded,
    ),
    rowOf(
      { what: `resume of ${count} orders`, yardstick: 'dry run', unit: seconds, ratio: ['≤', 1.6] },
      resumed,
    ),
  ];
}

/** Tracking all orders of the ledger, compared with a bare loop that reads the same ones. */
async function tracking(folder: string, origin: string): Promise<Row[]> {
  const orders = 10_000;
  const env = environment(homesIn(folder)(), origin);
  await wall([...create(writeOrders(join(folder, 'orders.csv'), orders)), ...pace], env);
  const track = [bin, 'order', 'track', '-o', 'csv', ...pace];
  const loop = [yardstick('bare-gets.cjs'), origin, String(orders), String(connections)];
  const figures = await inPairs(
    5,
    async () => rate(orders, await wall(track, env)),
    async () => rate(orders, await wall(loop)),
  );
  const what = `order track, ${orders} orders`;
  return [rowOf({ what, yardstick: 'undici Pool', unit: perSecond, ratio: ['≥', 0.4] }, figures)];
}

/** Reading and checking without sending, compared with splitting the same file into named cells. */
async function reading(folder: string): Promise<Row[]> {
  const shop = ['--preset', 'shopify', '--warehouse', 'Northgate FC', '--dispatch-within', '400d'];
  const files: [string, string, string[]][] = [
    ['CSV', writeOrders(join(folder, 'orders.csv'), count), []],
    ['--preset shopify', writeShopExport(join(folder, 'export.csv'), count), shop],
  ];
  const rows: Row[] = [];
  for (const [name, file, options] of files) {
    const command = [...create(file), ...options, '--dry-run', '-q', '-o', 'ndjson'];
    const figures = await inPairs(
      5,
      async () => rate(count, await wall(command, { CFI_HOME: folder })),
      async () => rate(count, Number(await printed([yardstick('parse-alone.cjs'), file]))),
    );
    const what = `dry run of ${count} rows, ${name}`;
    rows.push(rowOf({ what, yardstick: 'csv-parse', unit: perSecond, ratio: ['≥', 0.4] }, figures));
  }
  return rows;
}

/** Peak memory of an upload, and of one with a tenth of the orders. */
async function memory(folder: string, origin: string, full: boolean): Promise<Row> {
  const many = full ? 1_000_000 : 300_000;
  const newHome = homesIn(folder);
  const peak = (orders: number): Promise<number> => {
    const file = writeOrders(join(folder, `${orders}.csv`), orders);
    return peakMb([...create(file), '--json', ...pace], environment(newHome(), origin));
  };
  const [theirs, ours] = [await peak(many / 10), await peak(many)];
  return rowOf(
    {
      what: `peak memory, ${many} orders`,
      yardstick: `${many / 10} orders`,
      unit: megabytes,
      ratio: ['≤', 1.4],
      below: mostMegabytes,
    },
    { ours, theirs, ratio: ours / theirs },
  );
}
