import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unfinishedUpload } from '../../../src/upload/ledger/run-lock.ts';
import { makeHome } from '../../support/cli.ts';
import { testNow } from '../../support/time.ts';
import { lockIn } from '../../support/upload/lock-in.ts';

/** A clock that moves only with sleeps; `meanwhile` runs in the first sleep. */
function clockWith(meanwhile: () => void = () => {}) {
  let time = testNow;
  let slept = 0;
  return {
    monotonicNow: () => time,
    async sleep(ms: number) {
      time += ms;
      slept += ms;
      if (slept === ms) meanwhile();
    },
    slept: () => slept,
  };
}

describe('one run at a time', () => {
  it('names the holder to the second run', async () => {
    const home = makeHome();
    const lock = await lockIn(home, 'service client', 0, clockWith());
    await expect(lockIn(home, 'service client', 0, clockWith())).rejects.toMatchObject({
      code: 'locked',
      exitCode: 11,
      message: expect.stringMatching(/process 4711, orders\.csv, since Tue 1 Sep 2026 09:00 BST/),
    });
    lock.release();
    (await lockIn(home, 'service client', 0, clockWith())).release();
  });

  it('is named to others until it has ended', async () => {
    const home = makeHome();
    const named = () => unfinishedUpload(home, 'service client');
    expect(named()).toBeUndefined();
    const lock = await lockIn(home, 'service client', 0, clockWith());
    expect(named()).toBe('(process 4711, orders.csv, since Tue 1 Sep 2026 09:00 BST)');
    expect(unfinishedUpload(home, 'another client')).toBeUndefined();
    lock.release();
    expect(named()).toBeUndefined();
  });

  it('is not blocked by a damaged lock file', async () => {
    const home = makeHome();
    (await lockIn(home, 's', 0, clockWith())).release();
    const folder = join(home, 'locks');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'no database at all');
    const lock = await lockIn(home, 's', 0, clockWith());
    await expect(lockIn(home, 's', 0, clockWith())).rejects.toMatchObject({ code: 'locked' });
    lock.release();
  });

  it('does not block runs for other services or clients', async () => {
    const home = makeHome();
    const locks = [await lockIn(home, 'service one', 0, clockWith())];
    locks.push(await lockIn(home, 'service two', 0, clockWith()));
    for (const lock of locks) lock.release();
  });

  it('waits for the first to end, but no longer than --wait says', async () => {
    const home = makeHome();
    const lock = await lockIn(home, 's', 0, clockWith());
    const impatient = clockWith();
    await expect(lockIn(home, 's', 2_000, impatient)).rejects.toMatchObject({ code: 'locked' });
    expect(impatient.slept()).toBe(2_000);
    const patient = clockWith(() => lock.release());
    (await lockIn(home, 's', 60_000, patient)).release();
    expect(patient.slept()).toBeLessThan(1_000);
  });

  it('says once for whom it waits, and nothing if it does not wait', async () => {
    const home = makeHome();
    const said: string[] = [];
    const lock = (waitMs: number) => lockIn(home, 's', waitMs, clockWith(), said);
    const first = await lockIn(home, 's', 0, clockWith());
    await expect(lock(0)).rejects.toMatchObject({ code: 'locked' });
    expect(said).toEqual([]);
    await expect(lock(60_000)).rejects.toMatchObject({ code: 'locked' });
    expect(said).toEqual([
      'waiting: another run (process 4711, orders.csv, since Tue 1 Sep 2026 09:00 BST) is uploading to this service for this client',
    ]);
    first.release();
    (await lock(60_000)).release();
    expect(said).toHaveLength(1);
  });
});
