// The stress loads: single faults everywhere (npm run faults), and storms of random ones (npm run storm).
// node scripts/run-ts.mjs scripts/stress.ts faults|storm [NAME...] [options]; CONTRIBUTING.md has examples.
import { parseArgs } from 'node:util';
import { type Bench, kindOf, openBench, type Round, sampled } from '../test/support/faults/attempts.ts';
import { whyNoFaults } from '../test/support/faults/fault-library.ts';
import { type ScenarioName, scenarios } from '../test/support/faults/scenarios.ts';
import { seeded } from '../test/support/random.ts';
import type { Aftermath } from '../test/support/storms/client.ts';
import { bookThroughStorm, orderThroughStorm } from '../test/support/storms/delivery-storm.ts';
import { dropAndTrackThroughStorm } from '../test/support/storms/folder-storm.ts';
import { uploadThroughStorm } from '../test/support/storms/upload-storm.ts';
import { playWeek } from '../test/support/week/week.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** What is chosen at random depends on it alone; the first of the storms' seeds. */
    seed: { type: 'string', default: '1' },
    /** So many storms of each name; so many attempts with two faults at random, in place of single ones. */
    seeds: { type: 'string' },
    /** Leaves out the attempts that an interrupted run with the same options has made. */
    from: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '2' },
    /** How many orders a storm has, about. */
    size: { type: 'string', default: '1000' },
    /** One attempt with these faults: `EIO:17`, two in one run `cut:answer:312+kill:40`, in two runs `kill:40/EIO:17`. */
    at: { type: 'string' },
    /** Only these faults. */
    faults: { type: 'string' },
    /** Only at calls that match, such as `read home/ledger`. */
    on: { type: 'string' },
    /** So many positions of each scenario. */
    sample: { type: 'string' },
    /** So many bytes of each side of the wire; a large number means each. */
    bytes: { type: 'string', default: '40' },
    node: { type: 'string', default: process.execPath },
    /** How many times as long as usual a run may take, on a machine that has other work. */
    patience: { type: 'string', default: '1' },
  },
});
const { at, seeds } = values;
const [seed, from, jobs, size] = [values.seed, values.from, values.jobs, values.size].map(Number) as [
  number,
  number,
  number,
  number,
];
const random = seeded(seed);

/** Something to try: its row in the report, the words that try it again, and what comes of it. */
interface Attempt {
  readonly what: string;
  readonly again: string;
  run(job: number): Promise<{ readonly happened: readonly string[]; readonly wrong: readonly string[] }>;
}

interface Load {
  attempts(): Promise<Attempt[]>;
  close(): Promise<unknown>;
}

/** The names that were chosen; all if none was. */
function chosen<Name extends string>(known: Readonly<Record<Name, unknown>>, names: readonly string[]) {
  const all = Object.keys(known) as Name[];
  const unknown = names.filter((name) => !all.includes(name as Name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  return names.length > 0 ? (names as Name[]) : all;
}

const shown = (rounds: readonly Round[], one = (position: string): string => position): string =>
  rounds.map((round) => round.map(one).join('+')).join('/');

/** Every single fault, or a sample; or pairs of them. */
async function openFaults(words: readonly string[]): Promise<Load> {
  const names = chosen<ScenarioName>(scenarios, words);
  const why = whyNoFaults();
  if (why !== undefined) throw new Error(why);
  const benches: Bench[] = [];
  while (benches.length < jobs) benches.push(await openBench(values.node, Number(values.patience)));
  const benchOf = (job: number): Bench => benches[job] as Bench;

  const attempt = (name: ScenarioName, rounds: readonly Round[]): Attempt => ({
    what: `${name}, ${shown(rounds, kindOf)}`,
    again: `faults -- ${name} --at ${shown(rounds)}`,
    async run(job) {
      const { happened, violations } = await benchOf(job).attempt(name, rounds);
      return { happened, wrong: violations.map(({ kind, what }) => `${kind}: ${what}`) };
    },
  });

  async function positionsOf(name: ScenarioName): Promise<string[]> {
    const wanted = values.faults?.split(',');
    const on = values.on === undefined ? undefined : new RegExp(values.on);
    const positions = await benchOf(0).positionsOf(name, Number(values.bytes), on);
    return positions.filter((position) => wanted?.includes(kindOf(position)) ?? true);
  }

  return {
    async attempts() {
      if (at !== undefined)
        return names.map((name) =>
          attempt(
            name,
            at.split('/').map((round) => round.split('+')),
          ),
        );
      const byName = new Map<ScenarioName, string[]>();
      for (const name of names) byName.set(name, await positionsOf(name));
      if (seeds === undefined)
        return [...byName].flatMap(([name, positions]) =>
          sampled(positions, Number(values.sample ?? positions.length), random).map((position) =>
            attempt(name, [[position]]),
          ),
        );
      const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      return Array.from({ length: Number(seeds) }, (_, index) => {
        const name = any(names);
        const positions = byName.get(name) ?? [];
        const ofCalls = positions.filter((position) => position.split(':').length === 2);
        // In one run, only one of the two may be on the wire.
        return attempt(
          name,
          index % 2 === 0 ? [[any(positions)], [any(positions)]] : [[any(ofCalls), any(positions)]],
        );
      });
    },
    close: () => Promise.all(benches.map((bench) => bench.close())),
  };
}

const storms = {
  upload: (own: number) =>
    uploadThroughStorm({
      seed: own,
      share: 0.05 + (own % 6) * 0.08,
      orders: size,
      kills: 2 + (own % 9),
      concurrency: 4 + (own % 29),
      damage: (own % 3) * 0.3,
      clockJumps: own % 2 === 0,
      strangers: own % 4 === 3 ? 0.05 : 0,
    }),
  /** Five orders a file; now and then very many files. */
  folder: (own: number) => {
    const files = own % 20 === 0 ? size : Math.max(4, Math.round(size / 20));
    const ordersInFile = files > 100 ? 1 : 5;
    return dropAndTrackThroughStorm({
      seed: own,
      share: 0.05 + (own % 5) * 0.05,
      files,
      ordersInFile,
      kills: 2 + (own % 9),
    });
  },
  /** Every second one with somebody else who books, or uses, the same. */
  slots: (own: number) => bookThroughStorm(own, own % 2 === 0 ? 'with strangers' : 'alone'),
  pos: (own: number) => orderThroughStorm(own, own % 2 === 0 ? 'with strangers' : 'alone'),
  /** All kinds of users, while processes are killed and the service sometimes fails. */
  week: (own: number) => playWeek({ seed: own, days: 7, orders: 20 }),
} satisfies Record<string, (own: number) => Promise<Aftermath>>;

function openStorms(words: readonly string[]): Load {
  const names = chosen(storms, words);
  const attempt = (name: keyof typeof storms, own: number): Attempt => ({
    what: name,
    again: `storm -- ${name} --seed ${own} --seeds 1 --size ${size}`,
    async run() {
      const { wrong, happened, story } = await storms[name](own);
      if (wrong.length > 0) console.error(story);
      return { wrong, happened: Object.entries(happened).map(([what, count]) => `${what} ${count}`) };
    },
  });
  const own = Array.from({ length: Number(seeds ?? 20) }, (_, index) => seed + index);
  return {
    attempts: async () => names.flatMap((name) => own.map((each) => attempt(name, each))),
    close: async () => {},
  };
}

/** In random order, so that a run that is interrupted has tried some of everything. */
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Counts for each row, then what was wrong, each kind once with the command that tries it again. */
function openReport(total: number) {
  const rows = new Map<string, { tries: number; reached: number; wrong: number }>();
  const found = new Map<string, { count: number; readonly example: string }>();
  let done = 0;
  return {
    add({ what, again }: Attempt, { happened, wrong }: Awaited<ReturnType<Attempt['run']>>): void {
      const row = rows.get(what) ?? { tries: 0, reached: 0, wrong: 0 };
      rows.set(what, row);
      row.tries += 1;
      row.reached += happened.length > 0 ? 1 : 0;
      row.wrong += wrong.length > 0 ? 1 : 0;
      for (const each of wrong) {
        console.error(`${again}: ${each}`);
        const kind = `${what.split(',')[0]} ${each.replaceAll(/\/\S*\/|[0-9a-f]{6,}|\d+/g, '#')}`;
        const example = `${each}\n    npm run ${again}   (${happened.join('; ')})`;
        const known = found.get(kind) ?? { count: 0, example };
        found.set(kind, { ...known, count: known.count + 1 });
      }
      if (++done % 100 === 0) console.error(`${done} of ${total}`);
    },
    print(): void {
      console.table([...rows].map(([what, row]) => ({ what, ...row })));
      for (const { count, example } of [...found.values()].sort((a, b) => b.count - a.count))
        console.log(`${count} × ${example}`);
      const wrong = [...rows.values()].reduce((sum, row) => sum + row.wrong, 0);
      console.log(`${done} attempts from ${from} on, ${wrong} of them wrong`);
      if (wrong > 0) process.exitCode = 1;
    },
  };
}

const loads: Readonly<Record<string, (words: readonly string[]) => Promise<Load> | Load>> = {
  faults: openFaults,
  storm: openStorms,
};
const [name = '', ...words] = positionals;
const open = loads[name];
if (open === undefined) throw new Error(`choose one of ${Object.keys(loads).join(', ')}`);
const load = await open(words);
try {
  const attempts = shuffled(await load.attempts()).slice(from);
  console.error(`${attempts.length} attempts`);
  const report = openReport(attempts.length);
  const next = attempts.values();
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      interrupted = true;
    });
  const work = async (job: number): Promise<void> => {
    for (const attempt of next) {
      if (interrupted) break;
      report.add(attempt, await attempt.run(job));
    }
  };
  await Promise.all(Array.from({ length: jobs }, (_, job) => work(job)));
  report.print();
} finally {
  await load.close();
}
