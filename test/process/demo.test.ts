import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('plays the demo to its end: orders created, slot agreed, goods received one short', async () => {
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
  expect(stdout).toMatch(/created:\s+2\d\d\n/);
  expect(stdout).toMatch(/Status:\s+pending_customer/);
  expect(stdout).toMatch(/Status:\s+confirmed/);
  expect(stdout).toMatch(/Status:\s+DELIVERED/);
  expect(stdout).toContain('1 short');
}, 60_000);
