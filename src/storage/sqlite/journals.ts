import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codedError, codeOf } from '../../text/records.ts';
import { exists, makeFolder, makePrivate, removeAbandoned, temporaryFor } from '../whole-file.ts';
import { type Database, type Durability, makeDurable, openDatabase, usesNodeSqlite } from './database.ts';
import { bringUpToDate, checkOwner, type DatabaseFormat, troubleOf } from './database-file.ts';
import { tryLock } from './lock.ts';

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The first number of a log whose checksums are little-endian; a big-endian one has the next. */
const magic = 0x377f0682;

type Checksum = readonly [number, number];

/** SQLite's checksum, continued over a part of a log whose length is a multiple of 8. */
function checksum(
  log: DataView,
  from: number,
  to: number,
  [first, second]: Checksum,
  little: boolean,
): Checksum {
  let [a, b] = [first, second];
  for (let at = from; at < to; at += 8) {
    a = (a + log.getUint32(at, little) + b) >>> 0;
    b = (b + log.getUint32(at + 4, little) + a) >>> 0;
  }
  return [a, b];
}

/** How many frames of a write-ahead log belong to committed transactions. */
function committedFrames(bytes: Uint8Array): number {
  const log = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (log.byteLength < headerBytes || (log.getUint32(0) | 1) !== (magic | 1)) return 0;
  const little = log.getUint32(0) === magic;
  const pageBytes = log.getUint32(8);
  const salts: Checksum = [log.getUint32(16), log.getUint32(20)];
  let sum = checksum(log, 0, 24, [0, 0], little);
  let committed = 0;
  const frameBytes = frameHeaderBytes + pageBytes;
  for (let frame = 1; headerBytes + frame * frameBytes <= log.byteLength; frame++) {
    const at = headerBytes + (frame - 1) * frameBytes;
    if (log.getUint32(at + 8) !== salts[0] || log.getUint32(at + 12) !== salts[1]) break;
    sum = checksum(log, at, at + 8, sum, little);
    sum = checksum(log, at + frameHeaderBytes, at + frameBytes, sum, little);
    if (log.getUint32(at + 16) !== sum[0] || log.getUint32(at + 20) !== sum[1]) break;
    if (log.getUint32(at + 4) > 0) committed = frame;
  }
  return committed;
}

const logOf = (file: string): string => `${file}-wal`;
const copyOf = (file: string): string => `${file}-wal.kept`;

/** Whether a database still uses a log: SQLite writes so into its header. */
function usesLog(file: string): boolean {
  const fd = openSync(file, 'r');
  try {
    const version = Buffer.alloc(1);
    readSync(fd, version, 0, 1, 18);
    return version[0] === 2;
  } finally {
    closeSync(fd);
  }
}

/** Whether an earlier version has left a log with content. */
export const hasLog = (file: string): boolean =>
  (statSync(logOf(file), { throwIfNoEntry: false })?.size ?? 0) > 0 || exists(copyOf(file));

const framesIn = (log: string): number => (exists(log) ? committedFrames(readFileSync(log)) : 0);

/** Puts back what was kept of a log when an attempt to take it over failed, or its process ended. Call it before opening. */
export function restoreLog(file: string): void {
  if (!exists(copyOf(file))) return;
  if (!usesLog(file)) rmSync(copyOf(file), { force: true });
  else if (framesIn(logOf(file)) < framesIn(copyOf(file))) renameSync(copyOf(file), logOf(file));
}

function readLog(file: string): Uint8Array {
  try {
    copyFileSync(logOf(file), copyOf(file));
    return readFileSync(copyOf(file));
  } catch (error) {
    // Another process has taken it over.
    if (codeOf(error) === 'ENOENT') return new Uint8Array();
    throw error;
  }
}

/**
 * Applies the write-ahead log that an earlier version left beside a database, and lets `change` change the journal. A read
 * of the log that fails can go unnoticed: libsql then takes the log for shorter than it is, or empty, and removes it. So
 * the log is counted and kept aside first, and put back if SQLite has seen less.
 */
export function takeOverLog(
  file: string,
  change: (db: Database) => void,
  open: () => Database = () => openRolledBack(file),
): Database {
  const expected = exists(logOf(file)) ? committedFrames(readLog(file)) : 0;
  const db = open();
  try {
    const seen = expected > 0 ? db.get<{ log: number }>('PRAGMA wal_checkpoint(PASSIVE)')?.log : 0;
    if ((seen ?? 0) < expected) throw codedError('EIO', `${logOf(file)} was read in part`);
    change(db);
  } catch (error) {
    db.close();
    restoreLog(file);
    throw error;
  }
  if (exists(copyOf(file))) rmSync(copyOf(file));
  return db;
}

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
  restoreLog(file);
  return takeOverLog(file, (db) => {
    const version = checkOwner(db, file, format);
    check(db, version);
    makeDurable(db, durability);
    if (version === format.version) return;
    removeAbandoned(file);
    db.transaction('write', () => bringUpToDate(db, file, format));
  });
}

const journalOf = (file: string): string => `${file}-journal`;

/**
 * Whether a journal lies beside a database of a transaction that is under way or was cut off. SQLite overwrites its
 * beginning at the end of each.
 */
export function hasUnfinished(file: string): boolean {
  let fd: number;
  try {
    // The writer of a pipe would be waited for.
    if (!statSync(journalOf(file)).isFile()) return false;
    fd = openSync(journalOf(file), 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  try {
    const start = Buffer.alloc(8);
    return readSync(fd, start, 0, start.length, 0) > 0 && start.some((byte) => byte !== 0);
  } finally {
    closeSync(fd);
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
  makeFolder(dirname(users));
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
  try {
    const db = openDatabase(file);
    return {
      ...db,
      close() {
        db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The journal is removed last: a process that is killed before leaves a database that can be rolled back again. */
function rollBack(file: string): void {
  removeAbandoned(file);
  const copies = [temporaryFor(file), temporaryFor(file)] as const;
  try {
    for (const copy of copies) rollBackCopy(file, copy);
    const [copy, other] = copies;
    if (!haveSameContent(copy, other)) throw codedError('EIO', `${journalOf(file)} was read in part`);
    renameSync(copy, file);
    rmSync(journalOf(file), { force: true });
  } finally {
    for (const copy of copies) for (const name of [copy, journalOf(copy)]) removeCopy(name);
  }
}

function removeCopy(name: string): void {
  try {
    rmSync(name, { force: true });
  } catch {
    // The next run removes it.
  }
}

function rollBackCopy(file: string, copy: string): void {
  makePrivate(copy);
  copyFileSync(file, copy);
  if (existsSync(journalOf(file))) copyFileSync(journalOf(file), journalOf(copy));
  const db = openDatabase(copy);
  try {
    db.get('SELECT count(*) FROM sqlite_master');
  } catch (error) {
    // Who opens the database finds that out.
    if (troubleOf(error) !== 'damaged') throw error;
  } finally {
    db.close();
  }
  const fd = openSync(copy, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const chunkBytes = 1 << 20;

function haveSameContent(...files: readonly [string, string]): boolean {
  const chunks = files.map((file) => ({ fd: openSync(file, 'r'), bytes: Buffer.alloc(chunkBytes) }));
  try {
    for (;;) {
      const [one, other] = chunks.map(({ fd, bytes }) => bytes.subarray(0, readSync(fd, bytes))) as [
        Buffer,
        Buffer,
      ];
      if (!one.equals(other)) return false;
      if (one.length === 0) return true;
    }
  } finally {
    for (const { fd } of chunks) closeSync(fd);
  }
}
