import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, kindOf, openBench, sampled } from '../support/faults/attempts.ts';
import { whyNoFaults } from '../support/faults/fault-library.ts';
import type { ScenarioName } from '../support/faults/scenarios.ts';
import { seeded } from '../support/random.ts';

const why = whyNoFaults();

/** Each kind of fault once; `npm run faults` tries them all everywhere, and in more kinds of commands. */
const tried: readonly (readonly [ScenarioName, kind: string])[] = [
  ['upload', 'torn'],
  ['upload', 'ENOSPC'],
  ['upload', 'kill'],
  ['booking', 'hold'],
  ['booking', 'EIO'],
  ['folder', 'cut'],
  ['folder', 'EMFILE'],
  ['tracking', 'stall'],
  ['tracking', 'garble'],
];

describe.skipIf(why !== undefined)(
  `after a single fault${why === undefined ? '' : ` (not tried: ${why})`}`,
  () => {
    let bench: Bench;
    beforeAll(async () => {
      // How long a run takes is judged by `npm run faults`; here, only one that does not end fails.
      bench = await openBench(process.execPath, 10);
    });
    afterAll(() => bench.close());

    it.each(tried)(
      'everything is there once, and reported truly: %s, %s',
      { timeout: 600_000 },
      async (name, kind) => {
        const positions = (await bench.positionsOf(name, 40)).filter((each) => kindOf(each) === kind);
        const [position = ''] = sampled(positions, 1, seeded(7));
        const { violations, happened } = await bench.attempt(name, [[position]]);
        expect([violations, happened], `${name} --at ${position}`).toEqual([[], [expect.anything()]]);
      },
    );
  },
);
