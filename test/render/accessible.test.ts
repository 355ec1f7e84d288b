import { expect, it } from 'vitest';
import { openTestbed } from '../support/testbed.ts';

const env = { CFI_ACCESSIBLE: '1' };

it('shows a table as records, each name beside its value, the same on a terminal and in a pipe', async () => {
  const testbed = await openTestbed();
  await testbed.bookOffered('2026-09-08T13:00:00+01:00');
  const piped = await testbed.cfi(['slot', 'list'], { env });
  expect(piped.stdout).toBe((await testbed.cfi(['slot', 'list'], { env, tty: true, columns: 40 })).stdout);
  expect(piped.stdout).toMatch(/^Slot: SLOT-\d+\n/);
  expect(piped.stdout).toContain('Fri 4 Sep 09:00 changed to Tue 8 Sep 13:00 BST\n');
  expect(piped.stdout).toMatch(/^[ -~\n]*$/);
  expect(piped.stdout).not.toMatch(/\S {2}/);
});

it('shows a week as records, not as a grid', async () => {
  const testbed = await openTestbed();
  await testbed.bookOffered('2026-09-08T13:00:00+01:00');
  const { stdout } = await testbed.cfi(['slot', 'list', '--week', '2026-09-08'], { env, tty: true });
  expect(stdout).toMatch(/^Slot: SLOT-\d+\n/);
  expect(stdout).not.toContain('Morning');
});

it('separates records by a blank line, and leaves json and csv alone', async () => {
  const testbed = await openTestbed();
  const { stdout } = await testbed.cfi(['order', 'get', 'R-1', 'R-2'], { env });
  expect(stdout.split('\n\n').length).toBeGreaterThan(1);
  for (const format of ['json', 'csv']) {
    const words = ['inventory', '-o', format];
    expect((await testbed.cfi(words, { env })).stdout).toBe((await testbed.cfi(words)).stdout);
  }
});
