import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome } from './cli.ts';
import { orderRow, ordersCsv } from './orders-csv.ts';
import { spawnCli } from './processes/process.ts';
import { seeded, startFaultyOrderService } from './services/faulty-order-service.ts';

export interface FolderStorm {
  readonly seed: number;
  /** Share of requests that go wrong. */
  readonly share: number;
  readonly files: number;
  readonly ordersInFile: number;
  /** How often a process is killed before it is left alone. */
  readonly kills: number;
}

export interface FolderAftermath {
  readonly runs: number;
  /** References that were accepted more than once. */
  readonly duplicates: readonly string[];
  readonly missing: readonly string[];
  /** Files that are nowhere or in several places, and what else lies in the folders. */
  readonly misplaced: readonly string[];
  /** References whose change of status was never told. */
  readonly untold: readonly string[];
}

const mostRuns = 60;
const pace = ['--timeout', '250ms', '--max-retries', '8', '--concurrency', '8'];

/** Uploads a folder, two at a time, and follows its orders, while the service fails and processes are killed. */
export async function dropAndTrackThroughStorm(storm: FolderStorm): Promise<FolderAftermath> {
  const { seed, share, files, ordersInFile, kills } = storm;
  const random = seeded(seed * 104_729);
  const service = await startFaultyOrderService({ seed, share, lateMs: 500 });
  const home = makeHome();
  const folder = join(home, 'in');
  mkdirSync(folder);
  const names = Array.from(
    { length: files },
    (_, index) => `orders-${String.fromCharCode(97 + (index % 26))}${index}.csv`,
  );
  const referencesOf = (name: string): string[] =>
    Array.from({ length: ordersInFile }, (_, index) => `${name}-${index}`);
  for (const name of names)
    writeFileSync(join(folder, name), ordersCsv(referencesOf(name).map((each) => orderRow(each))));
  const references = names.flatMap(referencesOf);
  const env = { CFI_BASE_URL: service.baseUrl, CFI_CLIENT_ID: 'storm', CFI_CLIENT_SECRET: 'storm' };
  let killsLeft = kills;
  const run = async (args: readonly string[]) => {
    const { child, done, seen } = spawnCli([...args, ...pace], { home, env });
    const timer =
      killsLeft-- > 0 ? setTimeout(() => child.kill('SIGKILL'), 300 + random() * 1500) : undefined;
    const ended = await done;
    clearTimeout(timer);
    return { ...ended, stdout: seen() };
  };
  const [grows = ''] = names;
  const late = `${grows}-late`;
  let growths = 0;
  try {
    let runs = 0;
    for (; runs < mostRuns; runs++) {
      const drop = ['order', 'drop', folder, '-o', 'ndjson', '--settle', '300ms', '--wait', '20s'];
      const growing = setInterval(() => {
        if (growths >= 8 || !existsSync(join(folder, grows))) return;
        growths += 1;
        const [, row = ''] = ordersCsv([orderRow(late)]).split(/(?<=\n)/);
        appendFileSync(join(folder, grows), growths === 8 ? row : '\n');
      }, 50);
      await Promise.all([run(drop), run(drop)]);
      clearInterval(growing);
      if (killsLeft <= 0 && names.every((name) => !existsSync(join(folder, name)))) break;
    }
    const expected = growths >= 8 ? [...references, late] : references;
    const untold = await trackChanges(service, expected, run);
    return {
      runs,
      duplicates: expected.filter((reference) => (service.created.get(reference) ?? 0) > 1),
      missing: expected.filter((reference) => !service.stored.has(reference)),
      misplaced: misplacedIn(folder, names),
      untold,
    };
  } finally {
    await service.close();
  }
}

function misplacedIn(folder: string, names: readonly string[]): string[] {
  const inside = ['.', 'done', 'failed'].flatMap((sub) =>
    existsSync(join(folder, sub)) ? readdirSync(join(folder, sub)).map((name) => ({ sub, name })) : [],
  );
  const wrong = names.filter((name) => inside.filter((each) => each.name === name).length !== 1);
  const known = new Set([...names, 'done', 'failed']);
  const others = inside.filter(({ name }) => !known.has(name)).map(({ sub, name }) => `${sub}/${name}`);
  return [...wrong, ...others];
}

/** Changes the status of every order once it has been seen, and gives those whose change was never told. */
async function trackChanges(
  service: Awaited<ReturnType<typeof startFaultyOrderService>>,
  references: readonly string[],
  run: (args: readonly string[]) => Promise<{ readonly code: number | null; readonly stdout: string }>,
): Promise<string[]> {
  const track = ['order', 'track', '--changed', '-o', 'ndjson'];
  for (let runs = 0; runs < mostRuns; runs++) if ((await run(track)).code === 0) break;
  for (const reference of references) {
    const record = service.stored.get(reference);
    if (record !== undefined) service.stored.set(reference, { ...record, Status: 'Shipped' });
  }
  const told = new Set<string>();
  for (let runs = 0; runs < mostRuns; runs++) {
    const { code, stdout } = await run(track);
    for (const line of stdout.split('\n').filter((text) => text.endsWith('}'))) {
      const row = JSON.parse(line) as { readonly ReferenceNumber: string; readonly Status: string | null };
      if (row.Status === 'Shipped') told.add(row.ReferenceNumber);
    }
    if (code === 0) break;
  }
  return references.filter((reference) => !told.has(reference));
}
