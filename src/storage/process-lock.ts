import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CfiError } from '../errors.ts';
import { codeOf } from '../text/thrown.ts';
import { fileError } from './file-errors.ts';
import { makeFolder } from './folder.ts';

/** A holder that has not renewed its lock for this long is dead; a live one renews it twice in that time. */
const staleMs = 10_000;
/** About a minute, asking often at first. */
const patience = { retries: 400, factor: 1.2, minTimeout: 10, maxTimeout: 200, randomize: true };

/** Creates the folder and any missing parents, for the owner only. */
function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    if (!existsSync(folder)) throw fileError('create the folder', folder, error);
  }
}

/**
 * Runs `work` while no other process runs work under the same name. Waits up to about a minute, and takes over a lock
 * that a dead process left behind. Throws a `CfiError` `locked` when it never gets the lock. Uploads have their own
 * lock, which the system releases at once; this one is for short work and must load quickly.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  prepareFolder(dirname(name));
  // CommonJS: once bundled, it has no named exports.
  const { default: lockfile } = await import('proper-lockfile');
  const options = {
    realpath: false,
    stale: staleMs,
    // Another process takes over when this one is suspended for long; files are written whole, so nothing breaks.
    onCompromised: () => {},
  };
  // Only a held lock is worth waiting for; any other failure would recur.
  const release = await lockfile
    .lock(name, options)
    .catch((error: unknown) => {
      if (codeOf(error) !== 'ELOCKED') throw fileError('lock', name, error);
      return lockfile.lock(name, { ...options, retries: patience });
    })
    .catch((error: unknown) => {
      if (error instanceof CfiError) throw error;
      throw new CfiError('locked', `another process has held ${name}.lock for too long`, {
        hint: 'stop the other process, then run the command again',
      });
    });
  try {
    return await work();
  } finally {
    await release().catch(() => {});
  }
}
