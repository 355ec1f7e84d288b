import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { startWritingService } from '../support/services/writing-service.ts';
import { filesToSend, slotToBook } from '../support/upload/writes.ts';

interface Writer {
  readonly line: readonly string[];
  /** How many effects it must have. */
  readonly effects: number;
  /** What goes before it. */
  readonly before?: readonly string[];
}

const uploaded = ['order', 'create', 'orders.csv'];

/** Every command that writes at the service. */
const writers: readonly Writer[] = [
  { line: uploaded, effects: 2 },
  { line: ['inbound', 'create', 'in.csv'], effects: 1 },
  { line: ['po', 'create', 'po.csv'], effects: 1 },
  { line: ['po', 'create', '--slot', 'S-1', '--item', 'AC-TENT-2=5,2000000001012'], effects: 1 },
  { line: ['slot', 'book', 'slots.csv'], effects: 2 },
  { line: ['slot', 'book', ...slotToBook], effects: 1 },
  { line: ['slot', 'cancel', 'S-1', '--yes'], effects: 1 },
  { line: ['slot', 'respond', 'S-2', '--accept', '--yes'], effects: 1 },
  { line: ['slot', 'respond', 'S-2', '--counter', '2030-09-11T09:00:00+01:00'], effects: 1 },
  { line: ['order', 'cancel', 'R-1', '--yes'], effects: 1, before: uploaded },
  { line: ['order', 'cancel', 'R-1', 'R-2', '--yes'], effects: 2, before: uploaded },
  { line: ['order', 'cancel', '--run', '1', '--yes'], effects: 2, before: uploaded },
];

/** Killed after its first request took effect, and an upload before. */
const cases = writers.flatMap((writer, at) => [
  { ...writer, takesEffect: true, moment: 'after' },
  ...(at === 0 ? [{ ...writer, takesEffect: false, moment: 'before' }] : []),
]);

it.each(cases)(
  'cfi $line, killed $moment its first request took effect and run again, does everything once',
  async ({ line, effects, before, takesEffect }) => {
    const service = await startWritingService();
    const home = makeHome();
    for (const [name, text] of Object.entries(filesToSend)) writeFileSync(join(home, name), text);
    const options = { home, cwd: home, env: service.env };
    if (before !== undefined) expect((await runCli(before, options)).code).toBe(0);
    const [done, sent] = [service.effects.length, service.writes.length];
    const hanging = service.hangNext(takesEffect);
    const { child, done: ended } = spawnCli(line, options);
    await hanging;
    child.kill('SIGKILL');
    await ended;
    const again = await runCli(line, options);
    expect(again.code, again.stderr).toBe(0);
    expect(service.effects.length - done).toBe(effects);
    // What had taken effect was found, and not sent again.
    expect(service.writes.length - sent).toBe(takesEffect ? effects : effects + 1);
  },
  60_000,
);

it('cfi verify --write, killed and run again, cleans up what it had created', async () => {
  const path = '/v1/inbound-po';
  const service = await startWritingService();
  const home = makeHome();
  const options = { home, cwd: home, env: service.env };
  const line = ['verify', '--write', '--yes'];
  const hanging = service.hangNext(true, path);
  const { child, done } = spawnCli(line, options);
  await hanging;
  child.kill('SIGKILL');
  await done;
  const { code, stderr } = await runCli(line, options);
  expect([0, 9], stderr).toContain(code);
  const ours = [...service.orders.values(), ...service.slots.values()].filter(
    ({ ReferenceNumber, containerTruckNumber }) =>
      String(ReferenceNumber ?? containerTruckNumber).startsWith('CFI-VERIFY-'),
  );
  expect(ours.length, stderr).toBeGreaterThan(1);
  for (const { Status, scheduleStatus } of ours)
    expect(String(Status ?? scheduleStatus)).toMatch(/cancelled/i);
  // A purchase order that may be there is named.
  const perhaps = /not removed: perhaps a purchase order with the reference CFI-VERIFY-/;
  expect(stderr).toMatch(perhaps);
}, 60_000);
