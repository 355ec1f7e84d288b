// Repeats what users do with a fault at each system call and each byte on the wire, and checks that nothing is lost:
// npm run faults -- [SCENARIO...] [--at POSITION] [--faults EIO,cut,…] [--on CALL] [--sample N] [--seeds N] [--seed N] [--bytes N] [--from N] [--node FILE] [--jobs N] [--patience N]
import { parseArgs } from 'node:util';
import {
  type Attempt,
  type Bench,
  kindOf,
  openBench,
  type Round,
  sampled,
} from '../test/support/faults/attempts.ts';
import { whyNoFaults } from '../test/support/faults/fault-library.ts';
import { type ScenarioName, scenarios } from '../test/support/faults/scenarios.ts';
import { seeded } from '../test/support/random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** One attempt with these faults: `EIO:17`, two in one run `cut:answer:312+kill:40`, in two runs `kill:40/EIO:17`. */
    at: { type: 'string' },
    /** Only these faults. */
    faults: { type: 'string' },
    /** Only at calls that match, such as `read home/ledger`. */
    on: { type: 'string' },
    /** So many positions of each scenario, chosen by the seed. */
    sample: { type: 'string' },
    /** So many attempts with two faults at random. */
    seeds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** So many bytes of each side of the wire; a large number means each. */
    bytes: { type: 'string', default: '40' },
    /** Leaves out the attempts that an interrupted run with the same seed has made. */
    from: { type: 'string', default: '0' },
    node: { type: 'string', default: process.execPath },
    jobs: { type: 'string', default: '2' },
    /** How many times as long as usual a run may take, on a machine that has other work. */
    patience: { type: 'string', default: '1' },
  },
});

const all = Object.keys(scenarios) as ScenarioName[];
const unknown = positionals.filter((name) => !all.includes(name as ScenarioName));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; there are ${all.join(', ')}`);
const names = positionals.length > 0 ? (positionals as ScenarioName[]) : all;

type Task = readonly [scenario: ScenarioName, rounds: readonly Round[]];

const shown = (
  rounds: readonly Round[],
  one: (position: string) => string = (position) => position,
): string => rounds.map((round) => round.map(one).join('+')).join('/');

async function chosenPositions(bench: Bench, name: ScenarioName): Promise<string[]> {
  const wanted = values.faults?.split(',');
  const positions = await bench.positionsOf(
    name,
    Number(values.bytes),
    values.on === undefined ? undefined : new RegExp(values.on),
  );
  return positions.filter((position) => wanted?.includes(kindOf(position)) ?? true);
}

/** Every single position, or a sample; or pairs of them. */
async function tasksFor(bench: Bench): Promise<Task[]> {
  const { at } = values;
  if (at !== undefined) return names.map((name) => [name, at.split('/').map((round) => round.split('+'))]);
  const tasks: Task[] = [];
  const random = seeded(Number(values.seed));
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const byName = new Map<ScenarioName, string[]>();
  for (const name of names) byName.set(name, await chosenPositions(bench, name));
  if (values.seeds !== undefined) {
    for (let seed = 0; seed < Number(values.seeds); seed++) {
      const name = any(names);
      const positions = byName.get(name) ?? [];
      const ofCalls = positions.filter((position) => position.split(':').length === 2);
      // In one run, only one of the two may be on the wire.
      tasks.push([
        name,
        seed % 2 === 0 ? [[any(positions)], [any(positions)]] : [[any(ofCalls), any(positions)]],
      ]);
    }
    return tasks;
  }
  for (const [name, positions] of byName)
    for (const position of sampled(positions, Number(values.sample ?? positions.length), random))
      tasks.push([name, [[position]]]);
  return shuffled(tasks, random);
}

/** In random order, so that a run that is interrupted has tried some of everything. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function report(attempts: readonly Attempt[]): void {
  const rows = new Map<string, { positions: number; reached: number; violated: number }>();
  for (const { scenario, rounds, happened, violations } of attempts) {
    const key = `${scenario}\t${shown(rounds, kindOf)}`;
    const row = rows.get(key) ?? { positions: 0, reached: 0, violated: 0 };
    row.positions += 1;
    row.reached += happened.length > 0 ? 1 : 0;
    row.violated += violations.length > 0 ? 1 : 0;
    rows.set(key, row);
  }
  console.table(
    [...rows].map(([key, row]) => ({ scenario: key.split('\t')[0], fault: key.split('\t')[1], ...row })),
  );
  const found = new Map<string, { count: number; example: Attempt; what: string }>();
  for (const attempt of attempts)
    for (const { kind, what } of attempt.violations) {
      const key = `${attempt.scenario} ${kind}: ${what.replaceAll(/\/\S*\/|[0-9a-f]{6,}|\d+/g, '#')}`;
      const known = found.get(key);
      found.set(key, {
        example: attempt,
        what: `${kind}: ${what}`,
        ...known,
        count: (known?.count ?? 0) + 1,
      });
    }
  for (const { count, example, what } of [...found.values()].sort((a, b) => b.count - a.count)) {
    const { scenario, rounds, happened } = example;
    console.log(`${count} × ${scenario} ${what}`);
    console.log(`    npm run faults -- ${scenario} --at ${shown(rounds)}   (${happened.join('; ')})`);
  }
  const violated = attempts.filter(({ violations }) => violations.length > 0).length;
  console.log(`${attempts.length} attempts from ${values.from} on, ${violated} with violations`);
  if (violated > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const why = whyNoFaults();
  if (why !== undefined) return console.log(`skipped: ${why}`);
  const benches: Bench[] = [];
  for (let job = 0; job < Number(values.jobs); job++)
    benches.push(await openBench(values.node, Number(values.patience)));
  const [first] = benches as [Bench];
  try {
    const tasks = (await tasksFor(first)).slice(Number(values.from));
    console.error(`${tasks.length} attempts`);
    const attempts: Attempt[] = [];
    const next = tasks.values();
    let interrupted = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        interrupted = true;
      });
    await Promise.all(
      benches.map(async (bench) => {
        for (const [name, rounds] of next) {
          if (interrupted) break;
          const attempt = await bench.attempt(name, rounds);
          attempts.push(attempt);
          for (const { kind, what } of attempt.violations)
            console.error(`${name} --at ${shown(rounds)}: ${kind}: ${what}`);
          if (attempts.length % 100 === 0) console.error(`${attempts.length} of ${tasks.length}`);
        }
      }),
    );
    report(attempts);
  } finally {
    await Promise.all(benches.map((bench) => bench.close()));
  }
}

await main();
