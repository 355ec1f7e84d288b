// Prints the table of docs/performance.md, each line as it is measured: npm run bench [-- GROUP...] [--full]
import { emulatorRows } from './emulator.ts';
import { growthRows } from './growth.ts';
import { headings, type Row } from './measure.ts';
import { sizeRows } from './size.ts';
import { startRows } from './start.ts';
import { uploadRows } from './upload.ts';
import { workbookRows } from './workbook.ts';

const groups: Record<string, (full: boolean) => AsyncGenerator<Row>> = {
  start: startRows,
  upload: uploadRows,
  workbook: workbookRows,
  emulator: emulatorRows,
  growth: growthRows,
  size: sizeRows,
};

const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('-'));
const head = [`Node ${process.versions.node}`, ...headings];
print(head);
print(head.map(() => '---'));
for (const [name, rows] of Object.entries(groups)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for await (const { cells, reached } of rows(args.includes('--full'))) {
    if (!reached) process.exitCode = 1;
    print(cells);
  }
}
