import { existsSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CfiError, interruption } from '../errors.ts';
import { codeOf } from '../text/thrown.ts';
import { fileError } from './file-errors.ts';
import { makeFolder } from './folder.ts';

/** A holder that has not renewed its lock for this long is dead; a live one renews it twice in that time. */
const staleMs = 10_000;
/** The pauses between attempts: short at first, and a little longer than `staleMs` in all. */
const patience = { pauses: 75, firstMs: 10, growth: 1.2, longestMs: 200 };
/** How often to wait that long: about a minute in all. */
const mostWaits = 5;

/** Creates the folder and any missing parents, for the owner only. */
function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    if (!existsSync(folder)) throw fileError('create the folder', folder, error);
  }
}

/** When the holder of a lock last renewed it; undefined if nobody holds it. */
const renewedAt = (name: string): number | undefined =>
  statSync(`${name}.lock`, { throwIfNoEntry: false })?.mtimeMs;

/** Removes a dead process's lock, unless another process has done so. */
function removeDead(name: string): void {
  try {
    rmdirSync(`${name}.lock`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw fileError('remove', `${name}.lock`, error);
  }
}

/** How to wait for a lock. */
export interface LockWait {
  readonly patience?: typeof patience;
  /** Ends the wait, but not the work. */
  readonly signal?: AbortSignal | undefined;
}

/** Waits before the next attempt, at random so that processes do not keep step. Throws when the wait is interrupted. */
async function pause(nth: number, wait: Required<LockWait>): Promise<void> {
  const { firstMs, growth, longestMs } = wait.patience;
  const ms = Math.min((1 + Math.random()) * firstMs * growth ** nth, longestMs);
  const { setTimeout } = await import('node:timers/promises');
  await setTimeout(ms, undefined, wait.signal && { signal: wait.signal }).catch(() => {});
  stopIfInterrupted(wait.signal);
}

function stopIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw interruption(signal.reason);
}

/**
 * Runs `work` while no other process runs work under the same name. Waits up to about a minute, and takes over a lock
 * that a dead process left behind. Throws a `CfiError` `locked` when it never gets the lock, and `cancelled` when the wait
 * is interrupted. Uploads have their own lock, which the system releases at once; this one is for short work and must load
 * quickly.
 */
export async function withLock<T>(name: string, work: () => Promise<T>, given: LockWait = {}): Promise<T> {
  const wait: Required<LockWait> = { patience, signal: undefined, ...given };
  stopIfInterrupted(wait.signal);
  prepareFolder(dirname(name));
  // CommonJS: once bundled, it has no named exports.
  const { default: lockfile } = await import('proper-lockfile');
  const options = {
    realpath: false,
    stale: staleMs,
    // Another process takes over when this one is suspended for long; files are written whole, so nothing breaks.
    onCompromised: () => {},
  };
  /** Undefined while another process holds the lock. Never abandoned halfway, which would leave the lock behind. */
  const attempt = async (): Promise<(() => Promise<void>) | undefined> => {
    try {
      return await lockfile.lock(name, options);
    } catch (error) {
      // Only a held lock is worth waiting for; any other failure would recur.
      if (codeOf(error) !== 'ELOCKED') throw fileError('lock', name, error);
      return undefined;
    }
  };
  const attempts = async (pauses: number): Promise<(() => Promise<void>) | undefined> => {
    let release = await attempt();
    for (let nth = 0; release === undefined && nth < pauses; nth++) {
      await pause(nth, wait);
      release = await attempt();
    }
    return release;
  };
  const take = async (): Promise<() => Promise<void>> => {
    for (let waits = 0; waits <= mostWaits; waits++) {
      const before = renewedAt(name);
      const release = await attempts(waits === 0 ? 0 : wait.patience.pauses);
      if (release !== undefined) return release;
      // The clock may have been ahead when a process died, and its lock then never looks old.
      if (waits > 0 && before !== undefined && renewedAt(name) === before) removeDead(name);
    }
    throw new CfiError('locked', `another process has held ${name}.lock for too long`, {
      hint: 'stop the other process, then run the command again',
    });
  };
  const release = await take();
  try {
    return await work();
  } finally {
    await release().catch(() => {});
  }
}
