import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { openDraft, removeAbandoned, temporaryFor, writeWhole } from '../../src/storage/whole-file.ts';
import { makeHome } from '../support/cli.ts';

/** The name that another process on this machine would use. */
const byProcess = (path: string, pid: number): string =>
  temporaryFor(path).replace(/-\d+-[0-9a-f]{8}-/, `-${pid}-00000000-`);

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

it.each(['', '-journal'])('what a dead process left beside a file is removed%s', async (suffix) => {
  const path = join(makeHome(), 'results.csv');
  // The number may be that of a dead process, or ours, which it had before us.
  for (const pid of [deadPid(), process.pid]) writeFileSync(byProcess(path, pid) + suffix, '');
  await writeWhole(path, 'whole');
  expect(readdirSync(join(path, '..'))).toEqual(['results.csv']);
});

it('what a live process writes is left, and so is everything else', async () => {
  const path = join(makeHome(), 'results.csv');
  const live = spawn('sleep', ['60']);
  await once(live, 'spawn');
  const own = await openDraft(path, 'umask');
  const kept = [
    byProcess(path, live.pid ?? 0),
    // Another machine or container.
    byProcess(path, deadPid()).replace(/csv\.[0-9a-f]{12}/, 'csv.000000000000'),
    byProcess(join(path, '..', 'other.csv'), deadPid()),
    join(path, '..', '.results.csv.backup.tmp'),
    join(path, '..', `.results.csv.${crypto.randomUUID()}.tmp`),
  ];
  for (const file of kept) writeFileSync(file, '');
  removeAbandoned(path);
  live.kill();
  expect(kept.filter((file) => !existsSync(file))).toEqual([]);
  await own.keep();
  expect(readdirSync(join(path, '..'))).toContain(basename(path));
});
