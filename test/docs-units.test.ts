import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLine } from '../src/app/parse.ts';
import { makeHome } from './support/cli.ts';

const page = readFileSync('docs/hot-folders.md', 'utf8');
const lines = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, line = '']) => line);

it('shows units and cron lines with commands that run', async () => {
  const units = lines(page, /^ExecStart=\S*cfi (.*)$/gm);
  const pages = page + readFileSync('docs/following-orders.md', 'utf8');
  const cron = lines(pages, /^\*\/\d+ [* ]+ {2}cfi (.*)$/gm).map((line) =>
    line.replace(/ >>.*$/, '').replaceAll(/\$\(.*?\)/g, '1'),
  );
  expect([units.length, cron.length]).toEqual([2, 2]);
  for (const line of [...units, ...cron]) {
    const request = await readLine(line.split(/ +/));
    expect(request.kind).toBe('run');
  }
});

it('shows units that systemd accepts without warnings', () => {
  const folder = makeHome();
  const units = [
    ...page.matchAll(
      /`\/etc\/systemd\/system\/(cfi-[a-z-]+\.(?:service|timer))`[\s\S]*?```ini\n([\s\S]*?)```/g,
    ),
  ];
  expect(units.map(([, name]) => name)).toEqual([
    'cfi-drop.service',
    'cfi-drop-once.service',
    'cfi-drop-once.timer',
  ]);
  const files = units.map(([, name = '', text = '']) => {
    const file = join(folder, name);
    // A program of that name exists wherever this runs.
    writeFileSync(file, text.replace('/usr/bin/cfi', process.execPath));
    return file;
  });
  const { error, stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  });
  // This needs a machine with systemd.
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return;
  const said = stderr.split('\n').filter((line) => line.includes('cfi-drop'));
  expect([status, said]).toEqual([0, []]);
});

it('shows scheduler commands that run', async () => {
  const manyMachines = readFileSync('docs/many-machines.md', 'utf8');
  const lists = [...manyMachines.matchAll(/command[:=] ?\[cfi,([^\]]*)\]/g)].map(([, words = '']) =>
    words.split(',').map((word) => word.trim()),
  );
  expect(lists).toHaveLength(2);
  for (const words of lists) expect((await readLine(words)).kind).toBe('run');
});
