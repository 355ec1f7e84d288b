import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../src/storage/process-lock.ts';
import { makeHome } from '../support/cli.ts';

const short = { pauses: 2, firstMs: 1, growth: 1, longestMs: 1 };
const done = async (): Promise<string> => 'done';

/** A lock that a process left behind, as old as given; negative when its clock was ahead. */
function leftBehind(ageMs: number): string {
  const name = join(makeHome(), 'config.json');
  mkdirSync(`${name}.lock`);
  const renewed = new Date(Date.now() - ageMs);
  utimesSync(`${name}.lock`, renewed, renewed);
  return name;
}

describe('a lock for short work', () => {
  it.each([
    ['an hour ago', 3_600_000],
    ['tomorrow, by a clock that was ahead', -86_400_000],
  ])('is taken over from a process that last renewed it %s', async (_, age) => {
    const name = leftBehind(age);
    expect(await withLock(name, done, { patience: short })).toBe('done');
    expect(existsSync(`${name}.lock`)).toBe(false);
  });

  it('is not taken from a process that renews it', async () => {
    const name = leftBehind(-86_400_000);
    let renewals = 0;
    const renewing = setInterval(() => {
      renewals += 1;
      const now = new Date(Date.now() + renewals * 1000);
      utimesSync(`${name}.lock`, now, now);
    }, 0);
    const taken = withLock(name, done, {
      patience: { ...short, pauses: 20, firstMs: 5, longestMs: 5 },
    });
    await expect(taken).rejects.toMatchObject({ code: 'locked', exitCode: 11 });
    clearInterval(renewing);
    expect(existsSync(`${name}.lock`)).toBe(true);
  });

  it('is waited for until the program is interrupted', async () => {
    const name = leftBehind(0);
    const interrupt = new AbortController();
    const taken = withLock(name, done, { signal: interrupt.signal });
    interrupt.abort('SIGTERM');
    await expect(taken).rejects.toMatchObject({ code: 'cancelled', exitCode: 143 });
  });

  it('is not taken once the program is interrupted', async () => {
    const name = join(makeHome(), 'config.json');
    const taken = withLock(name, done, { signal: AbortSignal.abort('SIGINT') });
    await expect(taken).rejects.toMatchObject({ exitCode: 130 });
    expect(existsSync(`${name}.lock`)).toBe(false);
  });
});
