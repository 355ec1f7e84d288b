import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ended } from '../storms/client.ts';
import {
  type Call,
  callFaults,
  callsIn,
  compileFaultLibrary,
  faultEnvironment,
  happenedIn,
} from './fault-library.ts';
import { judgeFaulted, judgeLater, judgeNames } from './judge.ts';
import { type Scenario, type ScenarioName, scenarios, type Violation } from './scenarios.ts';
import { openWire, type WireFault, wireFaults } from './wire.ts';
import { type Ground, openWorld, requestMs } from './world.ts';

/** A place where something fails: `EIO:17` for a system call, `cut:answer:312` for a byte on the wire. */
export type Position = string;

/** The faults of one run; none or one of them is on the wire. */
export type Round = readonly Position[];

/** What became of one attempt. */
interface Attempt {
  readonly scenario: ScenarioName;
  readonly rounds: readonly Round[];
  /** What failed; empty if the run never got there. */
  readonly happened: readonly string[];
  readonly violations: readonly Violation[];
}

/** Attempts with faults, one after the other. */
export interface Bench {
  /**
   * Every position of a scenario; on the wire, about `perSide` of each side and fault. With `on`, only those of calls such
   * as `read home/ledger.sqlite`.
   */
  positionsOf(scenario: ScenarioName, perSide: number, on?: RegExp): Promise<Position[]>;
  /** Runs the command once for each round, with the faults of that round, and then without any until it succeeds. */
  attempt(scenario: ScenarioName, rounds: readonly Round[]): Promise<Attempt>;
  close(): Promise<void>;
}

/** How often a command may be run again until it succeeds. */
const mostRuns = 3;

/** A scenario before its command, and what that command does without a fault. */
interface Prepared {
  readonly folder: string;
  readonly calls: readonly Call[];
  readonly passed: { readonly request: number; readonly answer: number; readonly requests: number };
  readonly clean: ReadonlySet<string>;
}

const isOnWire = (position: Position): boolean => wireFaults.some((how) => position.startsWith(`${how}:`));

function wireFault(position: Position | undefined): WireFault | undefined {
  const [how, side, at] = position?.split(':') ?? [];
  return how === undefined ? undefined : ({ how, side, at: Number(at) } as WireFault);
}

/** Opens a bench that runs the built program with this Node, on a machine where faults can be injected. */
export async function openBench(node = process.execPath, patience = 1): Promise<Bench> {
  const base = mkdtempSync(join(tmpdir(), 'cfi-faults-'));
  const library = compileFaultLibrary(base);
  const wire = await openWire(requestMs * 2.5);
  const ground: Ground = { node, wire, compiled: join(base, 'compiled'), patience };
  const log = join(base, 'log');
  const world = join(base, 'world');
  const ready = new Map<ScenarioName, Promise<Prepared>>();

  const injecting = (root: string, plan: readonly Position[]) => {
    writeFileSync(log, '');
    return faultEnvironment(library, root, log, plan);
  };

  const prepared = (name: ScenarioName): Promise<Prepared> => {
    const found = ready.get(name) ?? prepare(name, scenarios[name]);
    ready.set(name, found);
    return found;
  };

  async function prepare(name: ScenarioName, scenario: Scenario): Promise<Prepared> {
    const folder = join(base, name);
    const before = await openWorld(ground, folder);
    await scenario.prepare(before);
    await before.close();
    const open = await openWorld(ground, world, { copyOf: folder });
    try {
      const first = await open.run(scenario.command, { ...scenario.env, ...injecting(world, []) });
      const passed = { ...wire.passed };
      const clean = new Set(open.names());
      const second = await open.run(scenario.command, scenario.env);
      for (const each of open.names()) clean.add(each);
      const wrong = [
        ...judgeFaulted(first, [], world, patience),
        ...judgeLater([second], patience),
        ...(await scenario.check(open, [first, second])),
      ];
      if (first.code !== 0 || wrong.length > 0)
        throw new Error(`${name} fails without a fault: ${JSON.stringify({ first, second, wrong })}`);
      return { folder, calls: callsIn(log), passed, clean };
    } finally {
      await open.close();
    }
  }

  return {
    async positionsOf(name, perSide, on) {
      const { calls, passed } = await prepared(name);
      const ofCalls = callFaults.flatMap((fault) =>
        calls
          .filter((call) => call.faults.includes(fault) && (on?.test(`${call.name} ${call.path}`) ?? true))
          .map(({ at }) => `${fault}:${at}`),
      );
      if (!scenarios[name].isServed || on !== undefined) return ofCalls;
      const ofBytes = (['request', 'answer'] as const).flatMap((side) =>
        // The service rightly refuses a request that was garbled.
        ['cut', 'stall', ...(side === 'answer' ? ['garble'] : [])].flatMap((how) =>
          spread(passed[side], perSide).map((at) => `${how}:${side}:${at}`),
        ),
      );
      const held = Array.from({ length: passed.requests }, (_, at) => `hold:request:${at + 1}`);
      return [...ofCalls, ...ofBytes, ...held];
    },
    async attempt(name, rounds) {
      const scenario: Scenario = scenarios[name];
      const { folder, clean } = await prepared(name);
      const open = await openWorld(ground, world, { copyOf: folder });
      const runs: Ended[] = [];
      const happened: string[] = [];
      const violations: Violation[] = [];
      try {
        for (const positions of rounds) {
          const plan = positions.filter((position) => !isOnWire(position));
          open.connect(wireFault(positions.find(isOnWire)));
          const run = await open.run(scenario.command, { ...scenario.env, ...injecting(world, plan) });
          await wire.finished();
          const now = [...happenedIn(log), ...(wire.hasHappened() ? positions.filter(isOnWire) : [])];
          violations.push(...judgeFaulted(run, now, world, patience));
          happened.push(...now);
          runs.push(run);
        }
        open.connect();
        const later: Ended[] = [];
        while (later.length < mostRuns && later.at(-1)?.code !== 0)
          later.push(await open.run(scenario.command, scenario.env));
        let left = judgeNames(open.names(), clean);
        if (left.length > 0 && scenario.next !== undefined) {
          await open.run(scenario.next, scenario.env);
          left = judgeNames(open.names(), clean);
        }
        violations.push(...judgeLater(later, patience), ...left);
        if (later.at(-1)?.code === 0) violations.push(...(await scenario.check(open, [...runs, ...later])));
        return { scenario: name, rounds, happened, violations };
      } finally {
        await open.close();
      }
    },
    async close() {
      await wire.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** About `count` of the numbers below `total`, evenly, with both ends; all if there are no more. */
function spread(total: number, count: number): number[] {
  const step = Math.max(1, (total - 1) / Math.max(1, count - 1));
  const all = Array.from({ length: Math.min(total, count) }, (_, index) => Math.round(index * step));
  return [...new Set(all.map((at) => Math.min(at, total - 1)))];
}

/** The fault of a position. */
export const kindOf = (position: Position): string => position.split(':')[0] ?? '';

/** So many positions, of every kind of fault in turn, from a random one. */
export function sampled(positions: readonly Position[], count: number, random: () => number): Position[] {
  const kinds = [...new Set(positions.map(kindOf))];
  const left = kinds.map((kind) => positions.filter((position) => kindOf(position) === kind));
  const chosen: Position[] = [];
  for (
    let turn = Math.floor(random() * kinds.length);
    chosen.length < Math.min(count, positions.length);
    turn++
  ) {
    const some = left[turn % left.length] ?? [];
    chosen.push(...some.splice(Math.floor(random() * some.length), 1));
  }
  return chosen;
}
