import { chmodSync, closeSync, constants, fchmodSync, openSync, statSync } from 'node:fs';
import { codeOf } from '../text/records.ts';

/** Refuses to open links; absent on Windows. */
export const noFollow = constants.O_NOFOLLOW ?? 0;
const { O_RDWR, O_CREAT, O_EXCL } = constants;

const ownerOnly = 0o600;
/** Suffixes of the files that SQLite keeps beside a database; it gives new ones the mode of the database. */
const suffixes = ['', '-wal', '-shm', '-journal'];

/** Removes everyone else's access to a file; a missing file is no error. */
export function closeToOthers(file: string): void {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, ownerOnly);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * Makes a database and the files that SQLite keeps beside it private to the owner under any umask; creates an empty
 * file if there is none. Call it before SQLite opens the database. Throws the file system's error.
 */
export function makePrivate(database: string): void {
  try {
    const fd = openSync(database, O_RDWR | O_CREAT | O_EXCL | noFollow, ownerOnly);
    // The umask may remove even the owner's rights.
    fchmodSync(fd, ownerOnly);
    closeSync(fd);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    for (const suffix of suffixes) closeToOthers(database + suffix);
  }
}
