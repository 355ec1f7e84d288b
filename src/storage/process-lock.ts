import { existsSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CfiError, interruption } from '../errors.ts';
import { codeOf } from '../text/thrown.ts';
import { fileError } from './file-errors.ts';
import { makeFolder } from './folder.ts';

/** A holder that has not renewed its lock for this long is dead; a live one renews it twice in that time. */
const staleMs = 10_000;
/** A little longer than `staleMs`, asking often at first. */
const patience = { retries: 75, factor: 1.2, minTimeout: 10, maxTimeout: 200, randomize: true };
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

type Release = () => Promise<void>;

/** Releases a lock; one that another process has taken over needs none. */
const released = (release: Release): Promise<void> => release().catch(() => {});

/** The lock once it is taken; rejects with an interruption as soon as the signal is aborted. */
function takenUnless(signal: AbortSignal, taking: Promise<Release>): Promise<Release> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(interruption(signal.reason));
      taking.then(released, () => {});
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    taking.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** How to wait for a lock. */
export interface LockWait {
  readonly retries?: typeof patience;
  /** Ends the wait, but not the work. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` while no other process runs work under the same name. Waits up to about a minute, and takes over a lock
 * that a dead process left behind. Throws a `CfiError` `locked` when it never gets the lock, and `cancelled` when the wait
 * is interrupted. Uploads have their own lock, which the system releases at once; this one is for short work and must load
 * quickly.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  { retries = patience, signal }: LockWait = {},
): Promise<T> {
  prepareFolder(dirname(name));
  // CommonJS: once bundled, it has no named exports.
  const { default: lockfile } = await import('proper-lockfile');
  const options = {
    realpath: false,
    stale: staleMs,
    // Another process takes over when this one is suspended for long; files are written whole, so nothing breaks.
    onCompromised: () => {},
  };
  const take = async (): Promise<Release> => {
    for (let waits = 0; waits <= mostWaits; waits++) {
      const before = renewedAt(name);
      try {
        return await lockfile.lock(name, { ...options, ...(waits === 0 ? {} : { retries }) });
      } catch (error) {
        // Only a held lock is worth waiting for; any other failure would recur.
        if (codeOf(error) !== 'ELOCKED') throw fileError('lock', name, error);
      }
      // The clock may have been ahead when a process died, and its lock then never looks old.
      if (waits > 0 && before !== undefined && renewedAt(name) === before) removeDead(name);
    }
    throw new CfiError('locked', `another process has held ${name}.lock for too long`, {
      hint: 'stop the other process, then run the command again',
    });
  };
  const release = await (signal === undefined ? take() : takenUnless(signal, take()));
  try {
    return await work();
  } finally {
    await released(release);
  }
}
