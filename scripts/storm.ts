// The long form of the storm test: node scripts/run-ts.mjs scripts/storm.ts [SEEDS] [ORDERS] [FIRST SEED]
import { dropAndTrackThroughStorm } from '../test/support/folder-storm.ts';
import { uploadThroughStorm } from '../test/support/upload-storm.ts';

const seeds = Number(process.argv[2] ?? 20);
const orders = Number(process.argv[3] ?? 1000);
const first = Number(process.argv[4] ?? 1);

for (let seed = first; seed < first + seeds; seed++) {
  const share = 0.05 + (seed % 6) * 0.08;
  const outcome = await uploadThroughStorm({
    seed,
    share,
    orders,
    kills: 2 + (seed % 9),
    concurrency: 4 + (seed % 29),
    damage: (seed % 3) * 0.3,
    clockJumps: seed % 2 === 0,
  });
  const { duplicates, missing, untrue, lastCode, runs, damaged } = outcome;
  const good = duplicates.length + missing.length + untrue.length === 0 && lastCode === 0;
  const faults = `${Math.round(share * 100)}% faults, ledger damaged ${damaged} times`;
  console.log(`seed ${seed}, ${faults}: ${good ? 'good' : 'BAD'} after ${runs} runs`);
  if (good) continue;
  console.log(outcome);
  process.exitCode = 1;
}

for (let seed = first; seed < first + seeds; seed++) {
  const share = 0.05 + (seed % 5) * 0.05;
  const files = Math.max(4, Math.round(orders / 20));
  const outcome = await dropAndTrackThroughStorm({
    seed,
    share,
    files,
    ordersInFile: 5,
    kills: 2 + (seed % 9),
  });
  const { duplicates, missing, misplaced, untold, runs } = outcome;
  const good = duplicates.length + missing.length + misplaced.length + untold.length === 0;
  console.log(`seed ${seed}, a folder of ${files} files: ${good ? 'good' : 'BAD'} after ${runs + 1} runs`);
  if (good) continue;
  console.log(outcome);
  process.exitCode = 1;
}
