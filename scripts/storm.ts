// The long form of the storm tests: node scripts/run-ts.mjs scripts/storm.ts [SEEDS] [ORDERS] [FIRST SEED] [upload|folder|slots|pos|week]
import {
  bookThroughStorm,
  type DeliveryAftermath,
  orderThroughStorm,
} from '../test/support/storms/delivery-storm.ts';
import { dropAndTrackThroughStorm } from '../test/support/storms/folder-storm.ts';
import { uploadThroughStorm } from '../test/support/storms/upload-storm.ts';
import { playWeek } from '../test/support/week/week.ts';

const [seeds = '20', orders = '1000', firstSeed = '1', part] = process.argv.slice(2);
const last = Number(firstSeed) + Number(seeds) - 1;

async function upload(seed: number): Promise<void> {
  const share = 0.05 + (seed % 6) * 0.08;
  const outcome = await uploadThroughStorm({
    seed,
    share,
    orders: Number(orders),
    kills: 2 + (seed % 9),
    concurrency: 4 + (seed % 29),
    damage: (seed % 3) * 0.3,
    clockJumps: seed % 2 === 0,
  });
  const { duplicates, missing, untrue, lastCode, runs, damaged } = outcome;
  const isGood = duplicates.length + missing.length + untrue.length === 0 && lastCode === 0;
  report(seed, `${percent(share)} faults, ledger damaged ${damaged} times, ${runs} runs`, isGood, outcome);
}

/** A folder of this many files, with five orders each, or one when there are very many files. */
async function folder(seed: number, files: number): Promise<void> {
  const share = 0.05 + (seed % 5) * 0.05;
  const outcome = await dropAndTrackThroughStorm({
    seed,
    share,
    files,
    ordersInFile: files > 100 ? 1 : 5,
    kills: 2 + (seed % 9),
  });
  const { duplicates, missing, misplaced, unreported, runs } = outcome;
  const isGood = duplicates.length + missing.length + misplaced.length + unreported.length === 0;
  const how = `${percent(share)} faults, ${files} files, ${runs + 1} rounds`;
  report(seed, how, isGood, outcome);
}

/** A week with every kind of user, while processes are killed and the service sometimes fails. */
async function week(seed: number): Promise<void> {
  const outcome = await playWeek({ seed, days: 7, orders: 20 });
  const { created, shipped, slots } = outcome.happened;
  const how = `a week of ${created} orders, ${shipped} of them shipped, and ${slots} slots`;
  report(seed, how, outcome.wrong.length === 0, outcome);
}

function deliver(seed: number, what: string, { wrong, story }: DeliveryAftermath): void {
  report(seed, what, wrong.length === 0, { wrong, story });
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function report(seed: number, how: string, isGood: boolean, outcome: object): void {
  console.log(`seed ${seed}, ${how}: ${isGood ? 'good' : 'BAD'}`);
  if (isGood) return;
  console.log(outcome);
  process.exitCode = 1;
}

const count = Number(orders);
const loads: Readonly<Record<string, (seed: number) => Promise<void>>> = {
  upload,
  folder: (seed) => folder(seed, seed > last ? count : Math.max(4, Math.round(count / 20))),
  slots: async (seed) => deliver(seed, 'slots', await bookThroughStorm(seed)),
  pos: async (seed) => deliver(seed, 'purchase orders', await orderThroughStorm(seed)),
  week,
};

for (const [name, play] of Object.entries(loads))
  if (part === undefined || part === name) {
    for (let seed = Number(firstSeed); seed <= last; seed++) await play(seed);
    // At last, a folder of very many files.
    if (name === 'folder') await play(last + 1);
  }
