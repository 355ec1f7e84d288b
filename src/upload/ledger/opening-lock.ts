import { dirname, join } from 'node:path';
import { type LockMode, tryLock } from '../../storage/sqlite/lock.ts';
import { makeFolder } from '../../storage/whole-file.ts';

const longestWaitMs = 15_000;

/**
 * Runs `work` while no other process creates or replaces the ledger; with `alone`, while none opens it either. SQLite opens
 * the files of a database one after the other, by name: a process that did so while another renames them would apply the
 * journal of one ledger to another. Throws SQLite's or the file system's error, or what `work` throws.
 */
export function whileLocked<T>(ledger: string, mode: LockMode, work: () => T): T {
  const folder = join(dirname(ledger), 'locks');
  makeFolder(folder);
  const lock = tryLock(join(folder, 'ledger.sqlite'), { mode, blockMs: longestWaitMs });
  if (lock === undefined)
    throw Object.assign(new Error('the ledger is being opened'), { code: 'SQLITE_BUSY' });
  try {
    return work();
  } finally {
    lock.release();
  }
}
