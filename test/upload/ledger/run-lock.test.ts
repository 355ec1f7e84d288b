import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockRun, unfinishedUpload } from '../../../src/upload/ledger/run-lock.ts';
import { makeHome } from '../../support/cli.ts';
import { testNow } from '../../support/time.ts';

const holder = { pid: 4711, file: 'orders.csv', since: testNow };

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
    const lock = await lockRun(home, 'service client', holder, 0, clockWith());
    await expect(
      lockRun(home, 'service client', { ...holder, pid: 2 }, 0, clockWith()),
    ).rejects.toMatchObject({
      code: 'locked',
      exitCode: 11,
      message: expect.stringMatching(/process 4711, orders\.csv, since Tue 1 Sep 2026 09:00 BST/),
    });
    lock.release();
    (await lockRun(home, 'service client', holder, 0, clockWith())).release();
  });

  it('is named to others until it has ended', async () => {
    const home = makeHome();
    const named = () => unfinishedUpload(home, 'service client');
    expect(named()).toBeUndefined();
    const lock = await lockRun(home, 'service client', holder, 0, clockWith());
    expect(named()).toBe('(process 4711, orders.csv, since Tue 1 Sep 2026 09:00 BST)');
    expect(unfinishedUpload(home, 'another client')).toBeUndefined();
    lock.release();
    expect(named()).toBeUndefined();
  });

  it('is not blocked by a damaged lock file', async () => {
    const home = makeHome();
    (await lockRun(home, 's', holder, 0, clockWith())).release();
    const folder = join(home, 'locks');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'no database at all');
    const lock = await lockRun(home, 's', holder, 0, clockWith());
    await expect(lockRun(home, 's', holder, 0, clockWith())).rejects.toMatchObject({ code: 'locked' });
    lock.release();
  });

  it('does not block runs for other services or clients', async () => {
    const home = makeHome();
    const locks = [await lockRun(home, 'service one', holder, 0, clockWith())];
    locks.push(await lockRun(home, 'service two', holder, 0, clockWith()));
    for (const lock of locks) lock.release();
  });

  it('waits for the first to end, but no longer than --wait says', async () => {
    const home = makeHome();
    const lock = await lockRun(home, 's', holder, 0, clockWith());
    const impatient = clockWith();
    await expect(lockRun(home, 's', holder, 2_000, impatient)).rejects.toMatchObject({ code: 'locked' });
    expect(impatient.slept()).toBe(2_000);
    const patient = clockWith(() => lock.release());
    (await lockRun(home, 's', holder, 60_000, patient)).release();
    expect(patient.slept()).toBeLessThan(1_000);
  });

  it('says once for whom it waits, and nothing if it does not wait', async () => {
    const home = makeHome();
    const said: string[] = [];
    const use = { onWait: (line: string) => void said.push(line) };
    const lock = (waitMs: number) =>
      lockRun(home, 's', { ...holder, pid: 2 }, waitMs, clockWith(), undefined, use);
    const first = await lockRun(home, 's', holder, 0, clockWith());
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
