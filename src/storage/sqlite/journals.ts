import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt, codedError, orClose } from '../../text/records.ts';
import {
  makeLockFolder,
  makePrivate,
  removeAbandoned,
  removeTemporary,
  temporaryFor,
} from '../whole-file.ts';
import { type Database, type Durability, makeDurable, openDatabase, usesNodeSqlite } from './database.ts';
import { bringUpToDate, checkOwner, type DatabaseFormat, troubleOf } from './database-file.ts';
import { tryLock } from './lock.ts';

/**
 * Opens a database of ours, with what an earlier version or a killed process left beside it, and brings its tables up to
 * date. `check` is given the version of the tables before anything is written, so that a file that it refuses does not
 * change. Throws `UnusableFile`, an error of SQLite or the file system, or what `check` throws.
 */
export function openOwn(
  file: string,
  format: DatabaseFormat,
  durability: Durability,
  check: (db: Database, version: number) => void,
): Database {
  return orClose(openRolledBack(file), (db) => {
    const version = checkOwner(db, file, format);
    check(db, version);
    makeDurable(db, durability);
    if (version < format.version) {
      removeAbandoned(file);
      db.transaction('write', () => bringUpToDate(db, file, format));
    }
    return db;
  });
}

const journalOf = (file: string): string => `${file}-journal`;

/** Whether a transaction is under way or was cut off: at its end, SQLite overwrites the beginning of the journal. */
export function hasUnfinished(file: string): boolean {
  const journal = journalOf(file);
  // The writer of a pipe would be waited for.
  const isThere = attempt(() => fs.statSync(journal).isFile(), false, 'ENOENT');
  const fd = isThere ? attempt(() => fs.openSync(journal, 'r'), undefined, 'ENOENT') : undefined;
  if (fd === undefined) return false;
  try {
    const start = Buffer.alloc(8);
    return fs.readSync(fd, start, 0, start.length, 0) > 0 && start.some((byte) => byte !== 0);
  } finally {
    fs.closeSync(fd);
  }
}

const longestWaitMs = 15_000;

/**
 * Opens a database file that may not lose anything, although a process may have been killed inside a transaction. libsql
 * takes a journal of which one read fails for shorter than it is: what it makes of the database then looks whole, and is
 * half a transaction, or lacks its end. So two copies are rolled back, and the database becomes what both agree on. Only
 * who has it open alone may do that, which the lock of its users tells; with other users, one of them rolls it back.
 * Throws like `openDatabase`.
 */
export function openRolledBack(file: string): Database {
  const users = join(dirname(file), 'locks', `${basename(file)}.users`);
  makeLockFolder(dirname(users));
  if (!usesNodeSqlite(process.versions) && hasUnfinished(file)) {
    const alone = tryLock(users);
    try {
      if (alone !== undefined) rollBack(file);
    } finally {
      alone?.release();
    }
  }
  const lock = tryLock(users, { mode: 'shared', blockMs: longestWaitMs });
  if (lock === undefined) throw codedError('SQLITE_BUSY', `${file} is being rolled back`);
  return orClose({ close: lock.release }, () => {
    const db = openDatabase(file);
    return {
      ...db,
      close() {
        db.close();
        lock.release();
      },
    };
  });
}

/** The journal is removed last: a process that is killed before leaves a database that can be rolled back again. */
function rollBack(file: string): void {
  removeAbandoned(file);
  const copies = [temporaryFor(file), temporaryFor(file)] as const;
  try {
    for (const copy of copies) rollBackCopy(file, copy);
    const [copy, other] = copies;
    if (!haveSameContent(copy, other)) throw codedError('EIO', `${journalOf(file)} was read in part`);
    fs.renameSync(copy, file);
    fs.rmSync(journalOf(file), { force: true });
  } finally {
    for (const name of copies.flatMap((copy) => [copy, journalOf(copy)])) removeTemporary(name);
  }
}

function rollBackCopy(file: string, copy: string): void {
  makePrivate(copy);
  fs.copyFileSync(file, copy);
  if (fs.existsSync(journalOf(file))) fs.copyFileSync(journalOf(file), journalOf(copy));
  const db = openDatabase(copy);
  try {
    db.get('SELECT count(*) FROM sqlite_master');
  } catch (error) {
    // Who opens the database finds that out.
    if (troubleOf(error) !== 'damaged') throw error;
  } finally {
    db.close();
  }
  const fd = fs.openSync(copy, 'r+');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

const chunkBytes = 1 << 20;

function haveSameContent(...files: readonly [string, string]): boolean {
  const chunks = files.map((file) => ({ fd: fs.openSync(file, 'r'), bytes: Buffer.alloc(chunkBytes) }));
  try {
    for (;;) {
      const read = chunks.map(({ fd, bytes }) => bytes.subarray(0, fs.readSync(fd, bytes)));
      const [one, other] = read as [Buffer, Buffer];
      if (!one.equals(other)) return false;
      if (one.length === 0) return true;
    }
  } finally {
    for (const { fd } of chunks) fs.closeSync(fd);
  }
}
