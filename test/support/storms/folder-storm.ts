import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeHome } from '../cli.ts';
import { seeded } from '../random.ts';
import { type OrderService, openOrderService } from '../services/order-service.ts';
import { faultsAtRandom } from '../services/random-faults.ts';
import { orderRow, ordersCsv } from '../upload/orders-csv.ts';
import { type Aftermath, atFirst, type Client, openClient } from './client.ts';

export interface FolderStorm {
  readonly seed: number;
  /** Share of requests that fail. */
  readonly share: number;
  readonly files: number;
  readonly ordersInFile: number;
  /** How often a process is killed before it may finish. */
  readonly kills: number;
}

const mostRuns = 60;
const pace = ['--timeout', '250ms', '--max-retries', '8', '--concurrency', '8'];
/** How many lines the first order of the last file has. */
const linesOfLargest = 1000;
const folders = ['.', 'done', 'failed'] as const;

/** A line of `order track -o ndjson`. */
interface Followed {
  readonly ReferenceNumber: string;
  readonly Status: string | null;
  readonly error?: string;
}

/** The folder's first contents: good files, one that grows, an invalid one, one with orders that are refused. */
interface Cast {
  readonly good: readonly string[];
  readonly grows: string;
  readonly invalid: string;
  readonly refused: string;
  referencesOf(name: string): string[];
  linesOf(reference: string): number;
}

/** Uploads a folder, two processes at a time, and tracks its orders, while the service fails and processes die. */
export async function dropAndTrackThroughStorm(storm: FolderStorm): Promise<Aftermath> {
  const { seed, share, kills } = storm;
  const random = seeded(seed * 104_729);
  const service = await openOrderService(faultsAtRandom({ seed, share, lateMs: 500 }).interfere);
  const home = makeHome();
  const folder = join(home, 'in');
  mkdirSync(folder);
  const cast = fill(folder, storm);
  const { env } = service;
  const killed = atFirst(kills, random);
  const client = openClient(home, env, { killAfterMs: killed.killAfterMs, pace });
  const growing = grow(join(folder, cast.grows), `${cast.grows}-late`);
  try {
    const names = [...cast.good, cast.invalid, cast.refused];
    const drop = ['order', 'drop', folder, '-o', 'ndjson', '--settle', '300ms', '--wait', '20s'];
    let runs = 0;
    for (; runs < mostRuns; runs++) {
      await Promise.all([client.once(drop), client.once(drop)]);
      if (killed.left <= 0 && names.every((name) => !existsSync(join(folder, name)))) break;
    }
    growing.stop();
    const expected = cast.good.flatMap(cast.referencesOf);
    if (growing.isWhole()) expected.push(`${cast.grows}-late`);
    const unreported = await trackChanges(service, expected, client, killed.again);
    const twice = [...service.created].filter(([, count]) => count > 1);
    return {
      wrong: [
        ...twice.map(([reference, count]) => `${reference} was accepted ${count} times`),
        ...missingAt(service, folder, cast, expected).map((reference) => `${reference} is lost`),
        ...misplacedIn(folder, cast),
        ...unreported.map((reference) => `the change of ${reference} was never reported`),
      ],
      happened: { runs: runs + 1 },
      story: '',
    };
  } finally {
    growing.stop();
    await service.close();
  }
}

function fill(folder: string, { files, ordersInFile }: FolderStorm): Cast {
  const good = Array.from(
    { length: files },
    (_, index) => `orders-${String.fromCharCode(97 + (index % 26))}${index}.csv`,
  );
  const referencesOf = (name: string): string[] =>
    Array.from({ length: ordersInFile }, (_, index) => `${name}-${index}`);
  const linesOf = (reference: string): number => (reference === `${good.at(-1)}-0` ? linesOfLargest : 1);
  for (const name of good) {
    const rows = referencesOf(name).flatMap((each) => Array<string>(linesOf(each)).fill(orderRow(each)));
    writeFileSync(join(folder, name), ordersCsv(rows));
  }
  const invalid = 'invalid.csv';
  writeFileSync(join(folder, invalid), 'ReferenceNumber,Nonsense\r\nX-1,x\r\n');
  const refused = 'refused.csv';
  const rows = referencesOf(refused).map((each, index) =>
    orderRow(each, index % 2 === 0 ? { PaymentStatus: 'REFUSE' } : {}),
  );
  writeFileSync(join(folder, refused), ordersCsv(rows));
  return { good, grows: good[0] ?? '', invalid, refused, referencesOf, linesOf };
}

/** Appends to a file while it exists: blank lines first, then one more order. */
function grow(path: string, late: string): { stop(): void; isWhole(): boolean } {
  const steps = 8;
  let step = 0;
  const timer = setInterval(() => {
    if (step >= steps || !existsSync(path)) return;
    try {
      const file = openSync(path, constants.O_WRONLY | constants.O_APPEND);
      writeSync(file, ++step === steps ? `${orderRow(late)}\n` : '\n');
      closeSync(file);
    } catch {
      // It has just been moved.
    }
  }, 50);
  return { stop: () => clearInterval(timer), isWhole: () => step >= steps };
}

/** References that are neither at the service, with all their lines, nor in a failed file. */
function missingAt(
  service: OrderService,
  folder: string,
  { refused, referencesOf, linesOf }: Cast,
  expected: readonly string[],
): string[] {
  const corrections = join(folder, 'failed', `${refused}.failed.csv`);
  const toCorrect = existsSync(corrections) ? readFileSync(corrections, 'utf8') : '';
  const unaccounted = referencesOf(refused).filter(
    (reference) => !service.stored.has(reference) && !toCorrect.includes(`${reference},`),
  );
  const isWhole = (reference: string): boolean => {
    const items = service.stored.get(reference)?.OrderItems;
    return Array.isArray(items) && items.length === linesOf(reference);
  };
  return [...expected.filter((reference) => !isWhole(reference)), ...unaccounted];
}

/** Files that are not exactly where they belong, and anything else in the folders. */
function misplacedIn(folder: string, { good, invalid, refused }: Cast): string[] {
  const expected = new Set([
    ...['./done', './failed'],
    ...good.map((name) => `done/${name}`),
    ...[invalid, `${invalid}.report.json`, `${invalid}.report.txt`].map((name) => `failed/${name}`),
    ...[refused, `${refused}.failed.csv`, `${refused}.report.json`, `${refused}.report.txt`].map(
      (name) => `failed/${name}`,
    ),
  ]);
  const found = folders.flatMap((sub) =>
    existsSync(join(folder, sub)) ? readdirSync(join(folder, sub)).map((name) => `${sub}/${name}`) : [],
  );
  const extra = found.filter((path) => !expected.has(path)).map((path) => `${path} does not belong there`);
  return [...[...expected].filter((path) => !found.includes(path)).map((path) => `no ${path}`), ...extra];
}

/** Changes the status of every order once all have been seen; returns those whose change was never reported. */
async function trackChanges(
  service: OrderService,
  references: readonly string[],
  { once }: Pick<Client, 'once'>,
  killAgain: () => void,
): Promise<string[]> {
  const rowsOf = (stdout: string): readonly Followed[] =>
    stdout.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Followed] : []));
  // The first check of an order reports no change, and a run may end before it has checked every order.
  const unseen = new Set(references);
  for (let runs = 0; runs < mostRuns && unseen.size > 0; runs++)
    for (const { ReferenceNumber, error } of rowsOf((await once(['order', 'track', '-o', 'ndjson'])).stdout))
      if (error === undefined) unseen.delete(ReferenceNumber);
  for (const reference of references) {
    const record = service.stored.get(reference);
    if (record !== undefined) service.stored.set(reference, { ...record, Status: 'Shipped' });
  }
  killAgain();
  // Two outdated look-ups in a row make an order missing without news, with exit code 0; this is not its final state.
  const unreported = new Set(references);
  for (let runs = 0; runs < mostRuns && unreported.size > 0; runs++) {
    const { stdout } = await once(['order', 'track', '--changed', '-o', 'ndjson']);
    for (const { ReferenceNumber, Status } of rowsOf(stdout))
      if (Status === 'Shipped') unreported.delete(ReferenceNumber);
  }
  return [...unreported];
}
