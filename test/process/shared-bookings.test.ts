import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { type Spawned, spawnCli } from '../support/processes/process.ts';
import { startSlotService } from '../support/services/slot-service.ts';

const flags = ['--date', '2030-09-10', '--window', 'morning', '--warehouse', 'Northgate FC'];
const single = ['slot', 'book', ...flags, '--loading-type', 'palletised', '--number-of-skus', 'lt_10'];
const slotsFile =
  'date,window,warehouse,loadingType,numberOfSkus\n2030-09-10,morning,Northgate FC,palletised,lt_10\n';
const fromFile = ['slot', 'book', 'slots.csv'];
/** The answer that is lost is waited for, and so is the process that waits for it. */
const short = ['--timeout', '5s', '--lost-wait', '500ms'];
const patient = ['--timeout', '40s'];

/** The slot that a command reports as booked. */
const bookedBy = async ({ done }: Spawned): Promise<string> => {
  const { code, stdout, stderr } = await done;
  expect(code, stderr).toBe(0);
  const { data } = JSON.parse(stdout);
  return (data.slots?.[0] ?? data).slotReference;
};

/** A home with a file of one slot, and a service that answers the first booking when `answer` is called. */
async function twoAtOnce(how: 'loses' | 'books-and-loses') {
  let answer = (): void => {};
  let arrived = (): void => {};
  const answering = new Promise<void>((done) => {
    answer = done;
  });
  const first = new Promise<void>((done) => {
    arrived = done;
  });
  const held = async () => {
    arrived();
    await answering;
    return how;
  };
  const service = await startSlotService([held]);
  const home = makeHome();
  writeFileSync(join(home, 'slots.csv'), slotsFile);
  const start = (words: readonly string[]): Spawned => spawnCli(words, { home, env: service.env });
  return { ...service, start, first, answer };
}

describe('two processes that book the same slot at the same moment', () => {
  it.each([
    ['two single bookings, whose first is not booked', single, 'loses'],
    ['a file and a single booking, whose first is booked', fromFile, 'books-and-loses'],
  ] as const)(
    'have one slot each if an answer is lost: %s',
    async (_, one, how) => {
      const { start, first, answer, slots } = await twoAtOnce(how);
      const losing = start([...one, ...short, '--json']);
      await first;
      const second = start([...single, ...patient, '--json']);
      // The second waits for the first; if it did not, it would book now.
      await Promise.race([second.until('waiting: another run (process'), second.done]);
      answer();
      const booked = await Promise.all([bookedBy(losing), bookedBy(second)]);
      expect(booked).toEqual(['S-1', 'S-2']);
      expect(slots).toHaveLength(2);
    },
    60_000,
  );

  it('do not wait for each other longer than for a request', async () => {
    const { start, first, posts } = await twoAtOnce('loses');
    const booking = start([...single, ...short]);
    await first;
    const impatient = await start([...single, '--timeout', '300ms', '--lost-wait', '300ms', '--json']).done;
    expect(impatient.code, impatient.stderr).toBe(11);
    expect(impatient.stderr).toContain(`process ${booking.child.pid}`);
    expect(impatient.stderr).toContain('nothing was booked');
    expect(posts()).toBe(1);
    booking.child.kill('SIGKILL');
    await booking.done;
  }, 60_000);

  it('end at once while they wait if they are interrupted', async () => {
    const { start, first, posts } = await twoAtOnce('loses');
    const booking = start([...single, ...short]);
    await first;
    const waiting = start(single);
    await waiting.until('waiting: another run (process');
    waiting.child.kill('SIGINT');
    expect((await waiting.done).code).toBe(130);
    expect(posts()).toBe(1);
    booking.child.kill('SIGKILL');
    await booking.done;
  }, 60_000);

  it('do not wait for one that was killed', async () => {
    const { start, first, slots } = await twoAtOnce('loses');
    const booking = start([...single, ...short]);
    await first;
    // It goes on with the booking of the first, which may still arrive.
    const waiting = start([...single, ...short, '--json']);
    await waiting.until('waiting: another run (process');
    booking.child.kill('SIGKILL');
    expect(await bookedBy(waiting)).toBe('S-1');
    expect(slots).toHaveLength(1);
  }, 60_000);
});

it.each([
  ['by the same command', fromFile],
  ['by another booking', [...single, '--pallet-count', '3']],
  ['by one that is typed for the same slot', single],
])(
  'a booking that was sent again and killed before the look for a second slot is looked for %s',
  async (_, next) => {
    const service = await startSlotService(['arrives-after-the-next']);
    const home = makeHome();
    writeFileSync(join(home, 'slots.csv'), slotsFile);
    const options = { home, cwd: home, env: service.env };
    const waits = ['--timeout', '500ms', '--lost-wait', '500ms', '--max-retries', '9', '--yes'];
    const again = (words: readonly string[]) => runCli([...words, ...waits], options);
    const killed = spawnCli([...fromFile, ...waits], options);
    service.whenListed(() => {
      if (service.posts() === 2) killed.child.kill('SIGKILL');
    });
    await killed.done;
    service.whenListed(() => {});
    expect(service.slots.map(({ slotReference }) => slotReference)).toEqual(['S-1', 'S-2']);
    const reported = (await again(next)).stderr.match(/S-\d+ was booked as well/g);
    expect(reported).toEqual(['S-2 was booked as well']);
    expect((await again(fromFile)).code).toBe(0);
  },
);
