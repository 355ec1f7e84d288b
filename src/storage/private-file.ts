import { chmodSync, closeSync, constants, fchmodSync, openSync, statSync } from 'node:fs';
import { noFollow } from './whole-file.ts';

const { O_RDWR, O_CREAT, O_EXCL } = constants;

const ownerOnly = 0o600;
/** What SQLite keeps beside a database; it gives new ones the mode of the database. */
const suffixes = ['', '-wal', '-shm', '-journal'];

/** Closes a file to everybody but its owner; one that is not there is no error. */
export function closeToOthers(file: string): void {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, ownerOnly);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Makes sure that a database is its owner's alone, with what SQLite puts beside it and whatever the umask: creates an
 * empty file where there is none. Call it before SQLite opens the database. Throws the file system's error.
 */
export function makePrivate(database: string): void {
  try {
    const fd = openSync(database, O_RDWR | O_CREAT | O_EXCL | noFollow, ownerOnly);
    // The umask may take the owner's own rights away.
    fchmodSync(fd, ownerOnly);
    closeSync(fd);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    for (const suffix of suffixes) closeToOthers(database + suffix);
  }
}
