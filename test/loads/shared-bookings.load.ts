import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeHome, type Outcome, runCli } from '../support/cli.ts';
import { type Spawned, spawnCli } from '../support/processes/process.ts';
import { startSlotService } from '../support/services/slot-service.ts';
import { homeWith } from '../support/upload/home-with.ts';

const flags = ['--date', '2030-09-10', '--window', 'morning', '--warehouse', 'Northgate FC'];
const single = ['slot', 'book', ...flags, '--loading-type', 'palletised', '--number-of-skus', 'lt_10'];
const slotsFile =
  'date,window,warehouse,loadingType,numberOfSkus\n2030-09-10,morning,Northgate FC,palletised,lt_10\n';
const fromFile = ['slot', 'book', 'slots.csv'];
/** The answer that is lost is waited for, and so is the process that waits for it. */
const short = ['--timeout', '5s', '--lost-wait', '500ms'];
const patient = ['--timeout', '40s'];

type Booked = Pick<Outcome, 'stdout' | 'stderr'> & { readonly code: number | null };

/** The slot that a command reports as booked. */
async function bookedBy(ended: Booked | Promise<Booked>): Promise<string> {
  const { code, stdout, stderr } = await ended;
  expect(code, stderr).toBe(0);
  const { data } = JSON.parse(stdout);
  return (data.slots?.[0] ?? data).slotReference;
}

/**
 * A home with a file of one slot, and a service that answers the first booking when `answer` is called. `start` books in a
 * process of its own, `meanwhile` in this one, where `onWait` takes the place of each wait.
 */
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
  const home = homeWith('slots.csv', slotsFile);
  const { env } = service;
  const start = (words: readonly string[]): Spawned => spawnCli(words, { home, env });
  const meanwhile = (
    words: readonly string[],
    onWait: () => Promise<void>,
    { signal } = new AbortController(),
  ) => {
    const begun = Date.now();
    let elapsed = 0;
    const sleep = async (ms: number): Promise<void> => {
      elapsed += ms;
      await onWait();
      signal.throwIfAborted();
    };
    const deps = { sleep, now: () => begun + elapsed, monotonicNow: () => elapsed };
    return runCli(words, { home, env, signal, deps });
  };
  return { ...service, home, start, meanwhile, first, answer };
}

describe('two processes that book the same slot at the same moment', () => {
  it('have one slot each if an answer is lost: a file and a single booking, whose first is booked', async () => {
    const { start, meanwhile, first, answer, slots } = await twoAtOnce('books-and-loses');
    const losing = start([...fromFile, ...short, '--json']);
    await first;
    // The second waits for the first; if it did not, it would book now.
    const second = await meanwhile([...single, ...patient, '--json'], async () => {
      answer();
      await losing.done;
    });
    expect(second.stderr).toContain('waiting: another run (process');
    const booked = await Promise.all([losing.done, second].map(bookedBy));
    expect(booked).toEqual(['S-1', 'S-2']);
    expect(slots).toHaveLength(2);
  });

  it('wait for each other no longer than for a request, or than nobody interrupts or kills one', async () => {
    const { home, env, start, meanwhile, first, posts, slots } = await twoAtOnce('loses');
    const booking = start([...single, ...patient]);
    await first;
    const impatient = await runCli([...single, '--timeout', '300ms', '--lost-wait', '300ms'], { home, env });
    expect([impatient.code, posts()], impatient.stderr).toEqual([11, 1]);
    expect(impatient.stderr).toContain(`process ${booking.child.pid}`);
    expect(impatient.stderr).toContain('nothing was booked');

    const controller = new AbortController();
    const interrupt = async (): Promise<void> => controller.abort('SIGINT');
    const interrupted = await meanwhile(single, interrupt, controller);
    expect([interrupted.code, posts()]).toEqual([130, 1]);

    // It goes on with the booking of the first, which may still arrive.
    const waiting = meanwhile([...single, ...short, '--json'], async () => {
      booking.child.kill('SIGKILL');
      await booking.done;
    });
    expect(await bookedBy(waiting)).toBe('S-1');
    expect(slots).toHaveLength(1);
  });
});

it('a booking that was sent again and killed before the look for a second slot is looked for by the next', async () => {
  const service = await startSlotService(['arrives-after-the-next']);
  const home = homeWith('slots.csv', slotsFile);
  const options = { env: service.env };
  const waits = ['--timeout', '500ms', '--lost-wait', '500ms', '--max-retries', '9', '--yes'];
  const killed = spawnCli([...fromFile, ...waits], { ...options, home });
  service.whenListed(() => {
    if (service.posts() === 2) killed.child.kill('SIGKILL');
  });
  await killed.done;
  service.whenListed(() => {});
  expect(service.slots.map(({ slotReference }) => slotReference)).toEqual(['S-1', 'S-2']);
  const nexts = {
    'the same command': fromFile,
    'another booking': [...single, '--pallet-count', '3'],
    'one that is typed for the same slot': single,
  };
  for (const [name, next] of Object.entries(nexts)) {
    service.slots.splice(2);
    const left = makeHome();
    cpSync(home, left, { recursive: true });
    const again = (words: readonly string[]) => runCli([...words, ...waits], { ...options, home: left });
    const reported = (await again(next)).stderr.match(/S-\d+ was booked as well/g);
    expect([name, reported]).toEqual([name, ['S-2 was booked as well']]);
    expect((await again(fromFile)).code, name).toBe(0);
  }
});
