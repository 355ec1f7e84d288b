import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeCsv } from './csv-file.ts';
import { bin, cleanEnvironment, peakMb, printed, start, wall, withHome } from './processes.ts';
import { atLeast, atMost, type BenchOptions, inPairs, type Row } from './row.ts';

export const connections = 32;

const header =
  'ReferenceNumber,ReceivedDate,DispatchBy,Currency,PaymentStatus,ChannelBuyerName,warehouse_name,' +
  'DeliveryAddress.FullName,DeliveryAddress.Address1,DeliveryAddress.Town,DeliveryAddress.PostCode,' +
  'DeliveryAddress.CountryCode,SKU,ItemTitle,Qty,PricePerUnit';

const hour = 3_600_000;
const at = (hours: number): string => `${new Date(Date.now() + hours * hour).toISOString().slice(0, 19)}Z`;
/** Orders dated today: a dispatch time in the past would cause a warning for every row. */
const [received, dispatchBy] = [at(-1), at(48)];

const row = (index: number): string =>
  `B-${index},${received},${dispatchBy},GBP,PAID,Buyer ${index},Northgate FC,Buyer ${index},` +
  `${index} High Street,London,SW1A 1AA,GB,AC-TENT-2,Two-person tent,${1 + (index % 5)},12.50`;

/** Writes a file of one-line orders. */
export const writeOrders = (file: string, count: number): string => writeCsv(file, header, count, row);

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The environment of a run against a bare server. */
export const uploadEnv = (home: string, origin: string) => ({
  CFI_HOME: home,
  CFI_BASE_URL: `${origin}/v1`,
  CFI_CLIENT_ID: 'bench',
  CFI_CLIENT_SECRET: 'bench',
});

/**
 * The homes of uploads to a server: each is new, but signed in by `cfi login`, as most users are, and with the compiled
 * code that the uncounted first upload kept.
 */
async function signedInHomes(folder: string, origin: string) {
  const first = mkdtempSync(join(folder, 'signed-in-'));
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'bench');
  const { CFI_CLIENT_ID, CFI_BASE_URL, CFI_HOME } = uploadEnv(first, origin);
  const login = ['login', '--client-id', CFI_CLIENT_ID, '--client-secret-file', secret];
  await wall([bin, ...login, '--base-url', CFI_BASE_URL], { CFI_HOME });
  let isFirst = true;
  /** Measures an upload in its own home. */
  return async (argsIn: (home: string) => readonly string[]): Promise<number> => {
    const home = mkdtempSync(join(folder, 'home-'));
    cpSync(first, home, { recursive: true });
    const ms = await wall(argsIn(home), uploadEnv(home, origin));
    if (isFirst) cpSync(join(home, 'cache'), join(first, 'cache'), { recursive: true });
    isFirst = false;
    return ms;
  };
}

/** Uploads to a bare server, and repeats the finished file. */
async function* uploads(folder: string, origin: string, count: number): AsyncGenerator<Row> {
  const file = writeOrders(join(folder, 'orders.csv'), count);
  const command = [bin, 'order', 'create', file, '-q'];
  const sending = [...command, '--concurrency', String(connections)];
  const env = (home: string) => uploadEnv(home, origin);
  const dry = spawnSync(process.execPath, [...command, '--dry-run', '-o', 'ndjson'], {
    env: cleanEnvironment({ CFI_HOME: folder }),
    maxBuffer: 1 << 30,
  });
  const bodies = join(folder, 'bodies.ndjson');
  writeFileSync(bodies, dry.stdout);
  let home = folder;
  const upload = await signedInHomes(folder, origin);
  const uploaded = await inPairs(
    9,
    () =>
      upload((own) => {
        home = own;
        return [...sending, '--results', join(own, 'results.csv')];
      }),
    () => printed([resolve('bench/yardsticks/bare-pool.mjs'), origin, bodies, String(connections)]),
  );
  const rate = (ms: number): string => `${Math.round((count * 1000) / ms)} orders/s`;
  yield {
    name: `order create, ${count} orders over HTTP`,
    ours: rate(uploaded.ours),
    yardstick: `undici Pool ${rate(uploaded.yardstick)}`,
    ratio: 1 / uploaded.ratio,
    goal: atLeast(0.65),
  };
  yield await slowAnswers(folder);
  const dryRun = (): Promise<number> => wall([...command, '--dry-run', '-o', 'ndjson'], env(home));
  const read = await inPairs(5, dryRun, () => printed([resolve('bench/yardsticks/parse-alone.mjs'), file]));
  const rows = (ms: number): string => `${Math.round((count * 1000) / ms)} rows/s`;
  yield {
    name: `dry run of ${count} rows`,
    ours: rows(read.ours),
    yardstick: `csv-parse ${rows(read.yardstick)}`,
    ratio: 1 / read.ratio,
    goal: atLeast(0.75),
  };
  const resumed = await inPairs(3, () => wall(sending, env(home)), dryRun);
  yield {
    name: `resume of ${count} finished orders`,
    ours: seconds(resumed.ours),
    yardstick: `dry run ${seconds(resumed.yardstick)}`,
    ratio: resumed.ratio,
    goal: atMost(1.5),
  };
}

/**
 * A slow service: the goal is to keep all connections busy all the time. The yardstick is what the answers alone take, so
 * nothing is signed in, started or read in it.
 */
async function slowAnswers(folder: string): Promise<Row> {
  const [count, answerMs] = [2000, 100];
  const server = await start([resolve('bench/yardsticks/order-server.mjs'), String(answerMs)]);
  const file = writeOrders(join(folder, 'few.csv'), count);
  const args = ['order', 'create', file, '-q', '--concurrency', String(connections)];
  try {
    const upload = await signedInHomes(folder, server.line);
    const measured = await inPairs(
      5,
      () => upload(() => [bin, ...args]),
      async () => (count / connections) * answerMs,
    );
    return {
      name: `order create, ${count} orders, ${answerMs} ms an answer`,
      ours: seconds(measured.ours),
      yardstick: `${connections} at once ${seconds(measured.yardstick)}`,
      ratio: 1 / measured.ratio,
      goal: atLeast(0.95),
    };
  } finally {
    await server.stop();
  }
}

/** Peak memory in MB of an upload. */
async function peakOfUpload(folder: string, origin: string, count: number): Promise<number> {
  const file = writeOrders(join(folder, `${count}.csv`), count);
  const home = mkdtempSync(join(folder, 'home-'));
  const args = ['order', 'create', file, '--json', '--concurrency', String(connections)];
  return peakMb([bin, ...args], uploadEnv(home, origin));
}

/** What exactly-once uploads cost: in time compared with a bare loop, and in memory as the file grows. */
export async function* bulkRows({ full }: BenchOptions): AsyncGenerator<Row> {
  const server = await start([resolve('bench/yardsticks/order-server.mjs')]);
  const [small, large] = full ? [100_000, 1_000_000] : [30_000, 300_000];
  try {
    yield* await withHome(async (folder) => {
      const rows: Row[] = [];
      for await (const measured of uploads(folder, server.line, 100_000)) rows.push(measured);
      const [few, many] = [
        await peakOfUpload(folder, server.line, small),
        await peakOfUpload(folder, server.line, large),
      ];
      rows.push({
        name: `peak memory, ${large} orders`,
        ours: `${Math.round(many)} MB`,
        yardstick: `${small} orders ${Math.round(few)} MB`,
        ratio: many / few,
        goal: { ...atMost(1.3), most: { value: many, limit: 220, unit: 'MB' } },
      });
      return rows;
    });
  } finally {
    await server.stop();
  }
}
