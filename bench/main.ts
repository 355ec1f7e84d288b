import Table from 'cli-table3';
import { bulkRows } from './bulk.ts';
import { emulatorRows } from './emulator.ts';
import { growthRows } from './growth.ts';
import { goalText, isReached, type Row } from './row.ts';
import { exportRows } from './shop-exports.ts';
import { sizeRows } from './size.ts';
import { startupRows } from './startup.ts';
import { trackingRows } from './tracking.ts';

const groups = {
  startup: startupRows,
  bulk: bulkRows,
  exports: exportRows,
  emulator: emulatorRows,
  growth: growthRows,
  tracking: trackingRows,
  size: sizeRows,
};

/**
 * Prints each row of the table as it is measured; `--full` uses the full sizes, a group's name runs only that group.
 */
async function main(args: readonly string[]): Promise<void> {
  const full = args.includes('--full');
  const wanted = args.filter((arg) => !arg.startsWith('-'));
  const table = new Table({
    head: [`Node ${process.versions.node}`, 'cfi', 'yardstick', 'ratio', 'goal', 'reached'],
    style: { head: [], border: [] },
  });
  let reached = true;
  for (const [name, rows] of Object.entries(groups)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for await (const row of rows({ full })) {
      const good = isReached(row);
      reached &&= good;
      table.push(cells(row, good));
      console.error(cells(row, good).join('  '));
    }
  }
  console.log(table.toString());
  process.exitCode = reached ? 0 : 1;
}

const cells = (row: Row, good: boolean): string[] => [
  row.name,
  row.ours,
  row.yardstick,
  row.ratio.toFixed(2),
  goalText(row.goal),
  good ? 'yes' : 'no',
];

await main(process.argv.slice(2));
