import { closeSync, constants, existsSync, lstatSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { CfiError, interruption } from '../../errors.ts';
import { attempt, codedError, codeOf, orClose } from '../../text/records.ts';
import { fileError, fileReason } from '../file-errors.ts';
import { createPrivate, makeLockFolder, noFollow } from '../whole-file.ts';
import { type Database, openDatabase } from './database.ts';
import { troubleOf } from './database-file.ts';

/**
 * The only locks of the program. A lock is SQLite's lock on a file without content, because Node has no locks of its own.
 * The operating system holds it for the process and releases it when the process ends, however it ends: a lock is never
 * left by the dead, and needs no process numbers, which mean nothing in another container. Two processes that reach the
 * file through different systems (two machines, or a virtual machine and its host) exclude each other only if the file
 * system between them passes locks on.
 * Whoever takes one keeps it until its release: one to which nothing refers ends with Node's next garbage collection.
 */
export interface Lock {
  /** Never throws: what was done under the lock stays done. */
  release(): void;
  /** Whether nobody has removed the file, after which another process can lock one of the same name. */
  isHeld(): boolean;
}

/** SQLite holds a lock until its transaction ends. `shared`: several processes can hold it, but none `alone`. */
const begin = { shared: 'BEGIN; SELECT count(*) FROM sqlite_master', alone: 'BEGIN EXCLUSIVE' } as const;

/** Who can hold a lock at the same time. */
export type LockMode = keyof typeof begin;

export interface LockOptions {
  readonly mode?: LockMode;
  /** How long the process stands still for another holder, ms. */
  readonly blockMs?: number;
  /** The file lies in a folder of the user's: its holder removes it, and tells whoever listens if that fails. */
  readonly removed?: { warn(line: string): void };
}

/** How often another holder may remove the file at the moment when this process locks it. */
const mostAttempts = 10;

/** Locks a file, created if missing; undefined if another process holds it. Never follows a link. Throws SQLite's or the file system's error. */
export function tryLock(file: string, options: LockOptions = {}): Lock | undefined {
  for (let tries = 0; tries < mostAttempts; tries++) {
    createPrivate(file);
    const before = inodeOf(file);
    if (before === undefined) continue;
    let db: Database;
    try {
      db = lockedOrRepaired(file, options);
    } catch (error) {
      if (troubleOf(error) === 'busy') return undefined;
      if (inodeOf(file) !== before) continue;
      throw error;
    }
    // Its holder removes it, so a process that waited may have locked a file that is gone.
    const isHeld = (): boolean => attempt(() => inodeOf(file) === before, false);
    if (isHeld()) return { release: () => release(db, file, options), isHeld };
    close(db);
  }
  return undefined;
}

/** The file's inode; undefined if it is gone. Throws for a link, which SQLite would follow, and for anything but a file. */
function inodeOf(file: string): bigint | undefined {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return found?.ino;
  throw codedError(found.isSymbolicLink() ? 'ELOOP' : found.isDirectory() ? 'EISDIR' : 'ENXIO');
}

/** A lock file has no content, so one that was damaged is emptied. */
function lockedOrRepaired(file: string, options: LockOptions): Database {
  try {
    return locked(file, options);
  } catch (error) {
    // Content that has another name as well is somebody else's.
    if (troubleOf(error) !== 'damaged' || lstatSync(file).nlink > 1) throw error;
    // Not removed: another process may have emptied and locked it just now.
    closeSync(openSync(file, constants.O_WRONLY | constants.O_TRUNC | noFollow));
    return locked(file, options);
  }
}

function locked(file: string, { mode = 'alone', blockMs = 0 }: LockOptions): Database {
  // SQLite must not create what a link leads to.
  return orClose(openDatabase(`${pathToFileURL(file)}?mode=rw`), (db) => {
    // Nothing is ever written, so the journal needs no file.
    db.script(`PRAGMA busy_timeout = ${blockMs}; PRAGMA journal_mode = MEMORY`);
    db.script(begin[mode]);
    return db;
  });
}

/** If it fails, the system releases the lock with the process. */
const close = (db: Database): void => attempt(() => db.close(), undefined);

function release(db: Database, file: string, { removed }: LockOptions): void {
  const isWindows = process.platform === 'win32';
  // Elsewhere it is removed first, while nobody else can hold it. Windows removes no open file, and so none that is held.
  if (isWindows) close(db);
  try {
    if (removed !== undefined) rmSync(file, { force: true });
  } catch (error) {
    if (!isWindows) removed?.warn(`${file} cannot be removed: ${fileReason(error)}`);
  }
  if (!isWindows) close(db);
}

interface LockClock {
  monotonicNow(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface LockWait {
  readonly ms: number;
  readonly pollMs: number;
  readonly clock: LockClock;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Is called once, before the wait. */
  onWait?(): void;
}

/** Like `tryLock`, after a wait for other holders; undefined if one still holds it. Throws an `interruption` if aborted. */
export async function takeLock(
  file: string,
  { ms, pollMs, clock, signal, onWait }: LockWait,
  options?: LockOptions,
): Promise<Lock | undefined> {
  const deadline = clock.monotonicNow() + ms;
  for (let isFirst = true; ; isFirst = false) {
    const lock = tryLock(file, options);
    const left = deadline - clock.monotonicNow();
    if (lock !== undefined || left <= 0) return lock;
    if (isFirst) onWait?.();
    await clock.sleep(Math.min(pollMs, left), signal).catch((error: unknown) => {
      throw signal?.aborted ? interruption(signal.reason) : error;
    });
  }
}

const realClock: LockClock = {
  monotonicNow: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal && { signal }),
};

/** Short work is waited for about a minute. */
const shortWork = { ms: 60_000, pollMs: 20, clock: realClock } as const;

/** Runs short `work` while no other process does under this name. Throws `locked` after a long wait, or `cancelled`. */
export async function withLock<T>(name: string, work: () => Promise<T>, wait: Partial<LockWait> = {}) {
  if (wait.signal?.aborted) throw interruption(wait.signal.reason);
  const folder = join(dirname(name), 'locks');
  const file = join(folder, `${basename(name)}.sqlite`);
  try {
    makeLockFolder(folder);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw fileError('use the folder', folder, error);
    if (!existsSync(folder)) throw fileError('create the folder', folder, error);
  }
  const lock = await takeLock(file, { ...shortWork, ...wait }).catch((error: unknown) => {
    throw error instanceof CfiError ? error : fileError('lock', name, error);
  });
  if (lock === undefined)
    throw new CfiError('locked', `another process has held ${file} for too long`, {
      hint: 'stop the other process, then run the command again',
    });
  try {
    return await work();
  } finally {
    lock.release();
  }
}
