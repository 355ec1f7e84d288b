import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CfiError, interruption } from '../../errors.ts';
import { makeFolder } from '../../storage/folder.ts';
import { openLock } from '../../storage/lock-file.ts';
import { makePrivate } from '../../storage/private-file.ts';
import type { Connection } from '../../storage/sqlite.ts';
import { troubleOf } from '../../storage/sqlite-file.ts';
import { writeWhole } from '../../storage/whole-file.ts';
import { isoUtc } from '../../text/time/time.ts';
import { ledgerError } from './ledger-file.ts';

/** The holder of a lock, for other processes. */
export interface Holder {
  readonly pid: number;
  /** What it uploads, for people; empty if it is no file. */
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** A held lock. */
export interface RunLock {
  release(): void;
}

/** The clock for waiting. */
export interface LockClock {
  monotonicNow(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What a lock is for, and the messages for those who find it held. */
interface LockUse {
  /** What the holder does. */
  readonly doing: string;
  readonly hint: string;
  /** A second file to lock, visible to processes with another data folder; it is removed with the lock. */
  readonly shared?: string;
  /** Is told once whom this process waits for. */
  onWait?(line: string): void;
}

const uploading: LockUse = {
  doing: 'is uploading to this service for this client',
  hint: 'wait until it has ended, or make this run wait: --wait 10m',
};

const pollMs = 250;

/** The file that is locked, and the note that names its holder. */
function filesOf(dataFolder: string, service: string): Readonly<Record<'folder' | 'file' | 'note', string>> {
  const name = createHash('sha256').update(service).digest('hex').slice(0, 24);
  const folder = join(dataFolder, 'locks');
  return { folder, file: join(folder, `${name}.sqlite`), note: join(folder, `${name}.json`) };
}

/**
 * Allows one bulk run at a time for a service and client. The operating system releases the lock when its holder dies, so
 * it is never stale. Waits up to `waitMs`, then throws a `CfiError` `locked` that names the holder, or an `interruption`
 * if the wait is aborted.
 */
export async function lockRun(
  dataFolder: string,
  service: string,
  holder: Holder,
  waitMs: number,
  clock: LockClock,
  signal?: AbortSignal,
  given: Partial<LockUse> = {},
): Promise<RunLock> {
  const use = { ...uploading, ...given };
  const { folder, file, note } = filesOf(dataFolder, service);
  const deadline = clock.monotonicNow() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const held = await hold(folder, file, note, holder);
    const shared = held === undefined || use.shared === undefined ? undefined : takeShared(use.shared);
    if (held !== undefined && shared !== 'held')
      return {
        release() {
          rmSync(note, { force: true });
          shared?.release();
          held.close();
        },
      };
    if (held !== undefined) rmSync(note, { force: true });
    held?.close();
    const left = deadline - clock.monotonicNow();
    if (left <= 0) throw lockedBy(note, use);
    if (isFirst) use.onWait?.(`waiting: ${heldBy(note, use)}`);
    await clock.sleep(Math.min(pollMs, left), signal).catch((error: unknown) => {
      throw signal?.aborted ? interruption(signal.reason) : error;
    });
  }
}

/** Takes the lock and records its holder; undefined if another process holds it. */
async function hold(
  folder: string,
  file: string,
  note: string,
  holder: Holder,
): Promise<Connection | undefined> {
  let held: Connection | undefined;
  try {
    held = take(folder, file);
    // After a power cut, nobody holds it.
    if (held !== undefined) await writeWhole(note, JSON.stringify(holder), 'owner', 'unsynced');
    return held;
  } catch (error) {
    held?.close();
    throw ledgerError(file, error, "the run ledger's lock");
  }
}

/** Locks the file; undefined if another process holds it. */
function take(folder: string, file: string): Connection | undefined {
  makeFolder(folder);
  try {
    return openLock(file, 'alone', 0);
  } catch (error) {
    if (troubleOf(error) === 'busy') return undefined;
    throw error;
  }
}

const inodeOf = (file: string): bigint | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/** How often another holder may remove the file at the moment when this process locks it. */
const mostAttempts = 10;

/**
 * Takes the shared lock; `held` if another process has it. Undefined if locking is impossible, because the file system
 * has no locks or the file belongs to another user; the lock in the data folder must then suffice.
 */
function takeShared(file: string): RunLock | 'held' | undefined {
  try {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      makePrivate(file);
      const inode = inodeOf(file);
      const connection = openLock(file, 'alone', 0);
      // Its holder removes it, so a process that waited may have locked a file that is gone.
      if (inode !== undefined && inodeOf(file) === inode) return removedWithLock(file, connection);
      connection.close();
    }
    return 'held';
  } catch (error) {
    return troubleOf(error) === 'busy' ? 'held' : undefined;
  }
}

const removedWithLock = (file: string, connection: Connection): RunLock => ({
  release() {
    try {
      rmSync(file, { force: true });
    } catch {
      // Windows cannot remove an open file; the file does no harm.
    }
    connection.close();
  },
});

const lockedBy = (note: string, use: LockUse): CfiError =>
  new CfiError('locked', heldBy(note, use), { hint: use.hint, retryable: true });

/** Who holds the lock, and what for. A holder that has just started or ended cannot be named. */
const heldBy = (note: string, { doing }: LockUse): string =>
  ['another run', holderIn(note), doing].filter((part) => part !== undefined).join(' ');

/** The holder in parentheses; undefined if there is no note, or none that can be read. */
function holderIn(note: string): string | undefined {
  try {
    const { pid, file, since } = JSON.parse(readFileSync(note, 'utf8')) as Holder;
    const what = file === '' ? '' : `, ${file}`;
    return `(process ${pid}${what}, since ${isoUtc(since)})`;
  } catch {
    return undefined;
  }
}

/**
 * The upload of this service and client that is running or was killed, in parentheses; undefined if there is none. It
 * does not touch the lock, so that it never keeps an upload from starting.
 */
export const unfinishedUpload = (dataFolder: string, service: string): string | undefined =>
  holderIn(filesOf(dataFolder, service).note);
