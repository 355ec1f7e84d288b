// The long form of the storm test: node scripts/run-ts.mjs scripts/storm.ts [SEEDS] [ORDERS] [FIRST SEED]
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
