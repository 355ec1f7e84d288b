import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { programLine } from '../support/processes/process.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

/** Root mounts in a private namespace; an ordinary user first becomes root in one. */
const namespace = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

/** Runs shell lines in a folder whose `done` and `failed` are separate file systems; returns their output. */
async function withOtherDisks(home: string, ...lines: string[]): Promise<string> {
  const script = [
    `cd ${join(home, 'in')}`,
    'mkdir done failed; for each in done failed; do mount -t tmpfs -o size=60m none $each || exit; done',
    'export NODE_DISABLE_COMPILE_CACHE=1 CFI_EMULATOR=1 CFI_HOME=..',
    `cfi() { ${programLine} "$@"; }`,
    ...lines,
  ].join('\n');
  const words = [...namespace, 'sh', '-c', `(${script}) 2>&1`];
  const { stdout, stderr } = await promisify(execFile)('unshare', words);
  expect(stdout + stderr).not.toMatch(/\n\s+at |unexpected failure/);
  return stdout;
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const home = makeHome();
  mkdirSync(join(home, 'in'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(home, 'in', name), content);
  return home;
}

it('moves files to other file systems, and leaves nothing else', async () => {
  const home = folderWith({ 'good.csv': ordersCsv([orderRow('R-1')]), 'bad.csv': 'Nonsense\r\nx\r\n' });
  const said = await withOtherDisks(
    home,
    'cfi order drop . --settle 0s -q -o csv --fields outcome,exitCode --sort outcome; echo "exit $?"',
    'find . -type f | sort',
  );
  expect(said).toContain('outcome,exitCode\r\ndone,0\r\nfailed,2\r\n');
  expect(said.slice(said.indexOf('exit 9'))).toBe(
    'exit 9\n./done/good.csv\n./failed/bad.csv\n./failed/bad.csv.report.json\n',
  );
});

it('names the folder whose disk is full and what was sent, and moves the file when there is space again', async () => {
  const home = folderWith({ 'orders.csv': ordersCsv([orderRow('R-1')]) });
  const said = await withOtherDisks(
    home,
    'dd if=/dev/zero of=done/fill bs=1M 2>/dev/null',
    'cfi order drop . --settle 0s -q; echo "exit $?"; ls',
    'rm done/fill; cfi order drop . --settle 0s -q -o ndjson; echo "exit $?"; ls done',
  );
  const full = `error: the folder ${join(home, 'in', 'done')} cannot be written: no space is left on the device\nhint: `;
  expect(said).toContain(`orders.csv: left, 1 created, exit 1\n${full}`);
  expect(said).toContain('\nexit 1\ndone\nfailed\norders.csv\n');
  expect(said).toMatch(/"outcome":"done".*"created":0.*"skipped":1.*\nexit 0\norders\.csv\n$/);
});

it('keeps a file in one place, however often it is killed while copying', async () => {
  const padding = `${' '.repeat(1000)}\r\n`.repeat(8000);
  const home = folderWith({ 'orders.csv': `${ordersCsv([orderRow('R-1')])}${padding}` });
  const said = await withOtherDisks(
    home,
    'for round in 1 2 3 4; do',
    `  ${programLine} order drop . --settle 0s -q & pid=$!`,
    // Something appears in done when the copy begins.
    '  while kill -0 $pid 2>/dev/null && [ -z "$(ls -A done)" ]; do :; done; kill -9 $pid 2>/dev/null; wait $pid',
    '  [ -e orders.csv ] || break',
    'done >/dev/null 2>&1',
    'cfi order drop . --settle 0s -q >/dev/null; echo "exit $?"',
    'find . -type f | sort; cfi api GET /order/R-1 -q | grep -c R-1',
  );
  expect(said).toBe('exit 0\n./done/orders.csv\n1\n');
}, 60_000);
