import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readLine } from '../src/program/read-line.ts';

const page = readFileSync('docs/following-orders.md', 'utf8');
const lines = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, line = '']) => line);

it('shows units and cron lines whose commands can be run', async () => {
  const units = lines(/^ExecStart=\S*cfi (.*)$/gm);
  const cron = lines(/^\*\/\d+ [* ]+ {2}cfi (.*)$/gm).map((line) =>
    line.replace(/ >>.*$/, '').replaceAll(/\$\(.*?\)/g, '1'),
  );
  expect([units.length, cron.length]).toEqual([2, 2]);
  for (const line of [...units, ...cron]) {
    const request = await readLine(line.split(/ +/), '0.0.0');
    expect(request.kind).toBe('run');
  }
});
