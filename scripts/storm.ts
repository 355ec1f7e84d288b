// The long form of the storm test: node scripts/run-ts.mjs scripts/storm.ts [SEEDS] [ORDERS]
import { weather } from '../test/support/random-faults.ts';

const seeds = Number(process.argv[2] ?? 20);
const orders = Number(process.argv[3] ?? 1000);

for (let seed = 1; seed <= seeds; seed++) {
  const share = 0.05 + (seed % 6) * 0.08;
  const outcome = await weather({ seed, share, orders, kills: 2 + (seed % 9), concurrency: 4 + (seed % 29) });
  const { duplicates, missing, untrue, lastCode, runs } = outcome;
  const good = duplicates.length + missing.length + untrue.length === 0 && lastCode === 0;
  console.log(
    `seed ${seed}, ${Math.round(share * 100)}% faults: ${good ? 'good' : 'BAD'} after ${runs} runs`,
  );
  if (good) continue;
  console.log(outcome);
  process.exitCode = 1;
}
