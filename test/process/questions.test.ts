import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { runPty } from '../support/processes/process.ts';

it('an offer is accepted by nothing typed before its question', async () => {
  const home = makeHome();
  const env = { CFI_EMULATOR: '1' };
  const cfi = (line: readonly string[]) => runCli(line, { home, env, now: Date.now() });
  const day = ['--date', '2030-05-14', '--window', 'morning', '--warehouse', 'Northgate FC'];
  await cfi(['slot', 'book', ...day, '--loading-type', 'loose', '--number-of-skus', 'lt_10']);
  await cfi(['emulator', 'fc', 'counter', 'SLOT-000001', '--time', '13:00', '--comment', 'Dock 4 is full']);
  const status = async () =>
    JSON.parse((await cfi(['slot', 'get', 'SLOT-000001', '--json'])).stdout).data.scheduleStatus;

  const terminal = runPty(['slot', 'respond', 'SLOT-000001', '--accept'], { home, env });
  terminal.type('y\ry\r');
  await terminal.until('Dock 4 is');
  await terminal.answer('(y/N)', '\r');
  const { code, text } = await terminal.done;
  expect([code, text]).toEqual([3, expect.stringContaining('nothing was sent')]);
  expect(await status()).toBe('pending_customer');

  const again = runPty(['slot', 'respond', 'SLOT-000001', '--accept'], { home, env });
  await again.answer('(y/N)', 'y\r');
  expect((await again.done).code).toBe(0);
  expect(await status()).toBe('confirmed');
}, 60_000);

it('a purchase order typed on a terminal is created by nothing pasted before its review', async () => {
  const home = makeHome();
  const env = { CFI_EMULATOR: '1' };
  const cfi = (line: readonly string[]) => runCli(line, { home, env, now: Date.now() });
  const day = ['--date', '2030-05-14', '--window', 'afternoon', '--warehouse', 'Northgate FC'];
  const load = ['--loading-type', 'loose', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'];
  await cfi(['slot', 'book', ...day, ...load]);
  await cfi(['emulator', 'fc', 'confirm', 'SLOT-000001']);

  const terminal = runPty(['po', 'create', '--slot', 'SLOT-000001'], { home, env });
  await terminal.answer('First item', 'AC-TENT-2=4\r\r\r\r');
  await terminal.answer('Next item', '\r\r\r');
  await terminal.answer('(y/N)', 'b\r');
  await terminal.answer('Which answer?', '\u0003');
  expect((await terminal.done).code).toBe(130);
  expect((await cfi(['po', 'list'])).stdout).toBe('no purchase orders\n');

  const again = runPty(['po', 'create', '--slot', 'SLOT-000001'], { home, env });
  await again.answer('First item', 'AC-TENT-2=4\r');
  await again.answer('Next item', '\r');
  await again.answer('(y/N)', 'y\r');
  expect((await again.done).code).toBe(0);
  expect((await cfi(['po', 'list'])).stdout).toContain('PO-SLOT-000001');
}, 60_000);
