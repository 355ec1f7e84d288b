import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('plays the whole demo: an export on two days, an answered offer, goods received one short', async () => {
  const demo = spawn(process.execPath, ['scripts/demo.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(demo.stdout),
    text(demo.stderr),
    once(demo, 'exit'),
  ]);
  expect({ code, stderr: stderr.includes('The demo stopped') }).toEqual({ code: 0, stderr: false });
  const all = stdout + stderr;
  expect(all).toContain('1 order left out as unpaid: #1044');
  expect(all).toContain('AC-FLASK-S-1 at Northgate FC: 8 needed, 6 available; too little for #1046');
  const remarks = stdout.split('\n').filter((line) => line.startsWith('# '));
  expect(remarks.filter((line) => line.length >= 80)).toEqual([]);
  expect(stdout).toMatch(/Run 1\ncreated: +5\n/);
  expect(stdout).toMatch(/Run 2\ncreated: +2\nskipped: +4\n/);
  expect(all).toContain('already with the warehouse: #1047');
  expect(stdout).toContain('Order #1047 is cancelled.');
  expect(stdout).toMatch(/#1041 +Shipped +Royal Mail +AB123456789GB/);
  expect(stdout).toMatch(/Your answer \(1\)/);
  expect(stdout).toMatch(/Status: +confirmed/);
  expect(stdout).toMatch(/Came short \(1\)\n.*\nLW-000001 +AC-TENT-2 1 short/);
}, 240_000);
