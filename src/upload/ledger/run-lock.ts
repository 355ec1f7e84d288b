import { createHash } from 'node:crypto';
import { closeSync, constants, fchmodSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHome } from '../../client/auth/account.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { fileReason } from '../../storage/file-errors.ts';
import { readOwnText } from '../../storage/read-file.ts';
import { type Lock, takeLock } from '../../storage/sqlite/lock.ts';
import { makeLockFolder, noFollow } from '../../storage/whole-file.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import type { Outside } from '../terms/outside.ts';
import { accountKey } from './ledger-account.ts';
import { ledgerError } from './ledger-file.ts';

interface Holder {
  readonly pid: number;
  /** What it uploads, for people; empty if it is no file. */
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** What a lock is for, for those who find it held. */
interface LockUse {
  readonly doing: string;
  readonly hint: string;
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
 * Allows one process at a time what `name` stands for, by default a bulk run for a service and client; says whom it waits
 * for. `file`: what this process works on. After `waitMs`, throws `locked` with the holder; or an `interruption`.
 */
export async function lockFor(
  outside: Pick<Outside, 'deps' | 'notice' | 'warn'>,
  name: string,
  file: string,
  waitMs: number,
  use = uploading,
): Promise<Lock> {
  const { deps } = outside;
  const { folder, file: locked, note } = filesOf(openHome(outside).home.data, name);
  const wait = { ms: waitMs, pollMs, clock: deps, signal: deps.interrupted };
  const onWait = (): void => outside.notice(`waiting: ${heldBy(note, use)}`);
  let lock: Lock | undefined;
  try {
    makeLockFolder(folder);
    lock = await takeLock(locked, { ...wait, onWait });
    if (lock !== undefined) writeNote(note, { pid: deps.pid, file, since: deps.now() });
  } catch (error) {
    lock?.release();
    throw ledgerError(locked, error, "the run ledger's lock");
  }
  if (lock === undefined) throw lockedBy(heldBy(note, use), use.hint);
  return {
    ...lock,
    release() {
      try {
        rmSync(note, { force: true });
      } catch (error) {
        outside.warn(`${note} cannot be removed: ${fileReason(error)}`);
      }
      lock.release();
    },
  };
}

/** Names the holder of a lock. Only the holder writes the note, and half a note names nobody. */
function writeNote(note: string, holder: Holder): void {
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
  const fd = openSync(note, O_WRONLY | O_CREAT | O_TRUNC | noFollow, 0o600);
  try {
    // The umask may remove even the owner's rights.
    fchmodSync(fd, 0o600);
    writeFileSync(fd, JSON.stringify(holder));
  } finally {
    closeSync(fd);
  }
}

/** The error for a lock that another process holds. */
export const lockedBy = (message: string, hint: string): CfiError =>
  new CfiError('locked', message, { hint, retryable: true });

/** Who holds the lock, and what for. A holder that has just started or ended cannot be named. */
const heldBy = (note: string, { doing }: LockUse): string =>
  ['another run', holderIn(note), doing].filter((part) => part !== undefined).join(' ');

/** The holder in parentheses; undefined if there is no note, or none that can be read. */
function holderIn(note: string): string | undefined {
  try {
    const { pid, file, since } = JSON.parse(readOwnText(note)) as Holder;
    const what = file === '' ? '' : `, ${file}`;
    return `(process ${pid}${what}, since ${spokenTime(since)})`;
  } catch {
    return undefined;
  }
}

/** Who uploads for this client, or was killed at it, in parentheses. Takes no lock, so that it keeps no upload out. */
export const unfinishedUpload = (dataFolder: string, service: string): string | undefined =>
  holderIn(filesOf(dataFolder, service).note);

/**
 * Allows one process of an account on this machine to book slots. The service stores no reference of ours for a slot:
 * if an answer is lost, the new slot of another process would look like the lost one. Waits as long as for a booking
 * whose answer is lost (`--timeout` and `--lost-wait`), then throws a `CfiError` `locked` that names the holder, or
 * `cancelled` if the wait is interrupted. `file`: what it books from; empty if it is no file.
 */
export function lockBookings(outside: Outside, api: Api, file: string): Promise<Lock> {
  const { settings } = outside;
  const name = `slots ${accountKey(outside, api)}`;
  return lockFor(outside, name, file, settings.timeoutMs + settings.lostWaitMs, {
    doing: 'is booking slots for this client',
    hint: 'nothing was booked; run the command again when it has ended, or wait longer: --timeout 5m',
  });
}
