import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { startWritingService } from '../support/services/writing-service.ts';
import { filesToSend } from '../support/upload/writes.ts';

it.each([
  'order create orders.csv',
  'inbound create in.csv',
  'po create po.csv',
  'po create --slot S-1 --item AC-TENT-2=5',
  'slot book slots.csv',
  'slot book --like S-2 --date 2030-09-04',
  'slot cancel S-1',
  'slot respond S-2 --accept',
  'slot respond S-2 --counter 2030-09-11T09:00:00+01:00',
  'order cancel R-1',
  'verify --write',
])('cfi %s --yes asks nothing on a terminal', async (line) => {
  const service = await startWritingService();
  const home = makeHome();
  for (const [name, text] of Object.entries(filesToSend)) writeFileSync(join(home, name), text);
  const options = { home, cwd: home, env: service.env, tty: true };
  if (line.startsWith('order cancel')) await runCli(['order', 'create', 'orders.csv', '--yes'], options);
  const earlier = service.writes.length;
  const { askedFor } = await runCli([...line.split(' '), '--yes'], options);
  expect([askedFor, service.writes.length > earlier]).toEqual([[], true]);
});

it.each([
  ['slot respond S-2 --accept', 3, 0],
  ['slot respond S-2 --accept --yes', 0, 1],
  ['slot cancel S-1', 3, 0],
  ['order cancel R-1', 3, 0],
  ['verify --write', 3, 0],
  ['order create orders.csv', 0, 2],
])('without a terminal, %s ends with exit %i', async (line, exitCode, count) => {
  const service = await startWritingService();
  const home = makeHome();
  writeFileSync(join(home, 'orders.csv'), filesToSend['orders.csv']);
  const { code, askedFor } = await runCli(line.split(' '), { home, cwd: home, env: service.env });
  expect([code, askedFor, service.writes.length]).toEqual([exitCode, [], count]);
});
