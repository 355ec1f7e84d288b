import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CfiError } from '../../errors.ts';
import { type Database, openDatabase } from '../../storage/sqlite/database.ts';
import { bringUpToDate, UnusableFile } from '../../storage/sqlite/database-file.ts';
import { hasUnfinished, openOwn } from '../../storage/sqlite/journals.ts';
import { type LockMode, tryLock } from '../../storage/sqlite/lock.ts';
import {
  asideName,
  databaseSuffixes,
  lastAside,
  makeFolder,
  makeLockFolder,
  makePrivate,
  moveAs,
  removeAbandoned,
  temporaryFor,
} from '../../storage/whole-file.ts';
import { attempt, codedError } from '../../text/records.ts';
import { recover } from './damaged-ledger.ts';
import { isDamage, type LedgerPlace, ledgerError, ledgerFormat } from './ledger-file.ts';

const longestWaitMs = 15_000;

/**
 * Runs `work` while no other process creates or replaces the ledger; with `alone`, while none opens it either. SQLite opens
 * the files of a database one after the other, by name: a process that did so while another renames them would apply the
 * journal of one ledger to another. Throws SQLite's or the file system's error, or what `work` throws.
 */
function whileLocked<T>(ledger: string, mode: LockMode, work: () => T): T {
  const folder = join(dirname(ledger), 'locks');
  makeLockFolder(folder);
  const lock = tryLock(join(folder, 'ledger.sqlite'), { mode, blockMs: longestWaitMs });
  if (lock === undefined) throw codedError('SQLITE_BUSY', 'the ledger is being opened');
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** Identifies a file independently of its name. Undefined if there is none. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/** An open ledger, and the file that was opened: another process may replace it at any moment. */
export interface OpenLedger {
  readonly db: Database;
  readonly identity: string;
}

class DamagedLedger extends UnusableFile {
  readonly identity: string;

  constructor(file: string, identity: string, cause: unknown) {
    super(file, 'damaged');
    this.identity = identity;
    this.cause = cause;
  }
}

/** Opens the ledger, which is created if it is missing. Throws an `UnusableFile`, SQLite's or the file system's error. */
export function openLedger(place: LedgerPlace): OpenLedger {
  const { file } = place;
  makeFolder(dirname(file));
  for (;;) {
    const opened =
      whileLocked(file, 'shared', () => (existsSync(`${file}-wal`) ? undefined : openExisting(file))) ??
      whileLocked(file, 'alone', () => {
        createIfMissing(place);
        return openExisting(file);
      });
    if (opened !== undefined) return opened;
  }
}

function openExisting(file: string): OpenLedger | undefined {
  const identity = identityOf(file);
  if (identity === undefined) return undefined;
  try {
    return { db: inPlace(rereading(twice(() => openTables(file))), file), identity };
  } catch (error) {
    throw isDamage(error) ? new DamagedLedger(file, identity, error) : error;
  }
}

/** A ledger that is not written once its file was removed or replaced: no other run would know what this one sends. */
function inPlace(db: Database, file: string): Database {
  const opened = identityOf(file);
  const check = (): void => {
    if (identityOf(file) === opened) return;
    throw new CfiError('internal', `the run ledger ${file} was removed or replaced by somebody else`, {
      hint: 'put it back, or look up at the service what was sent, before you run the command again',
      subject: 'ledger',
    });
  };
  const orGone = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      check();
      throw error;
    }
  };
  return {
    ...db,
    get: (sql, values) => orGone(() => db.get(sql, values)),
    all: (sql, values) => orGone(() => db.all(sql, values)),
    transaction(mode, work) {
      if (mode === 'write') check();
      return orGone(() => db.transaction(mode, work));
    },
  };
}

/** Reads once more what looks damaged: a read that the disk refuses once looks the same. */
function twice<T>(read: () => T, mayRepeat = (): boolean => true): T {
  try {
    return read();
  } catch (error) {
    if (isDamage(error) && mayRepeat()) return read();
    throw error;
  }
}

/** A ledger whose reads, and beginnings of transactions, find damage only if a second reading does. */
export function rereading(db: Database): Database {
  const readTwice = <T>(read: () => T): T => {
    const within = db.inTransaction();
    // SQLite may have ended the transaction of which the read is a part.
    return twice(read, () => db.inTransaction() === within);
  };
  return {
    ...db,
    get: (sql, values) => readTwice(() => db.get(sql, values)),
    all: (sql, values) => readTwice(() => db.all(sql, values)),
    transaction(mode, work) {
      let begun = false;
      const whole = (): ReturnType<typeof work> =>
        db.transaction(mode, () => {
          begun = true;
          return work();
        });
      return twice(whole, () => !begun);
    },
  };
}

/**
 * Opens a ledger, private to its owner, with the current tables. Beside one of an earlier version may be a write-ahead log,
 * which SQLite applies; then the caller must hold the lock alone, because the journal changes.
 */
function openTables(file: string): Database {
  checkAccess(file);
  return openOwn(file, ledgerFormat, 'power-cut', (_, version) => {
    // A ledger gets its name when it has tables: without any, it has lost them.
    if (version === 0) throw new UnusableFile(file, 'damaged');
  });
}

/**
 * Finds the reason for what SQLite only calls "unable to open". It opens no existing file: when a process closes a file,
 * the system releases all locks that the process has on it. SQLite would go on without its lock, and another process could
 * write at the same time.
 */
function checkAccess(file: string): void {
  // SQLite creates other files beside it.
  accessSync(dirname(file), constants.W_OK | constants.X_OK);
  if (statSync(file).isDirectory()) throw codedError('EISDIR');
  makePrivate(file);
  accessSync(file, constants.R_OK | constants.W_OK);
}

/** Creates the ledger; if there was an earlier one, the new one records that it was lost. */
function createIfMissing({ file, now, warn }: LedgerPlace): void {
  if (existsSync(file)) return;
  const lost = setAside(file, now());
  writeNew(file, lost);
  if (lost !== undefined)
    warn(
      `the run ledger ${file} is missing, but ${lost} was left by an earlier one: everything is looked up ` +
        'at the service before it is sent',
    );
}

/** Writes a new ledger under a temporary name first. `lost`: the name of an earlier one that was lost. */
function writeNew(file: string, lost: string | undefined): void {
  removeAbandoned(file);
  const fresh = temporaryFor(file);
  try {
    makePrivate(fresh);
    const db = openDatabase(fresh);
    try {
      // It is on the disk before it gets its name. Until then a crash loses nothing, so that it needs no journal.
      db.script('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL');
      db.transaction('write', () => {
        bringUpToDate(db, fresh, ledgerFormat);
        if (lost === undefined) return;
        db.run('INSERT INTO losses VALUES (0)');
        if (existsSync(lost)) recover(lost, db);
      });
    } finally {
      db.close();
    }
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** The name of an earlier ledger, if any. A log or journal that it left is renamed: SQLite would apply it to the next. */
function setAside(file: string, now: number): string | undefined {
  const last = lastAside(file);
  // A folder in its place is renamed as well.
  if (!hasUnfinished(file))
    attempt(() => rmSync(`${file}-journal`, { force: true }), undefined, 'ERR_FS_EISDIR');
  const left = databaseSuffixes.filter((suffix) => existsSync(file + suffix));
  if (left.length === 0) return last;
  const isOfLast = last !== undefined && !left.some((suffix) => existsSync(last + suffix));
  const name = isOfLast ? last : asideName(file, now);
  moveAs(file, name, left);
  return name;
}

/** How often a command replaces a damaged ledger before it gives up. */
const mostReplacements = 2;

/** How often work is begun again with a ledger that is whole when it is read: its content may be what is wrong. */
const mostRepeats = 2;

/**
 * Opens the ledger and does `work` with it. If the ledger turns out to be damaged, on opening or during the work, and a
 * reading of all of it confirms that, renames it and starts the work again with a new one. Closes the ledger if the work
 * throws. Throws a `CfiError` for a ledger that cannot be used.
 */
export async function withLedger<T>(place: LedgerPlace, work: (db: Database) => T | Promise<T>): Promise<T> {
  let replaced = 0;
  let repeated = 0;
  for (;;) {
    let opened: OpenLedger | undefined;
    try {
      opened = openLedger(place);
      return await work(opened.db);
    } catch (error) {
      opened?.db.close();
      if (replaced === mostReplacements) throw ledgerError(place.file, error);
      const isReplaced = replaceIfDamaged(place, error, opened, repeated === mostRepeats);
      replaced += isReplaced ? 1 : 0;
      repeated = isReplaced ? 0 : repeated + 1;
    }
  }
}

/** Does `work` with the ledger and closes it. Throws like `withLedger`. */
export const inLedger = <T>(place: LedgerPlace, work: (db: Database) => T | Promise<T>): Promise<T> =>
  withLedger(place, async (db) => {
    const done = await work(db);
    db.close();
    return done;
  });

/**
 * Replaces the ledger if this error of `openLedger`, or of the ledger that it opened, means that it is damaged, and if it
 * is `sure`, or reading all of the file finds damage; returns whether it did. Throws any other error, as a `CfiError` where
 * possible.
 */
export function replaceIfDamaged(
  place: LedgerPlace,
  error: unknown,
  opened: Pick<OpenLedger, 'identity'> | undefined,
  sure = false,
): boolean {
  const { file } = place;
  const damaged = error instanceof DamagedLedger ? error : opened;
  if (damaged === undefined || !isDamage(error)) throw ledgerError(file, error);
  try {
    if (!sure && whileLocked(file, 'shared', () => isWhole(file))) return false;
    whileLocked(file, 'alone', () => replace(place, damaged.identity));
    return true;
  } catch (failure) {
    throw ledgerError(file, failure);
  }
}

/** Does `work` after the run, a second time if it failed on a ledger that is whole; it must not matter if it is done twice. Throws errors for the user. */
export function doLater<T>(place: LedgerPlace, work: () => T): T {
  try {
    return twice(work);
  } catch (error) {
    throw ledgerError(place.file, error);
  }
}

/** What `read` yields after the run. Throws errors for the user. */
export function* readLater<T>(place: LedgerPlace, read: () => Iterable<T>): Generator<T> {
  try {
    yield* read();
  } catch (error) {
    throw ledgerError(place.file, error);
  }
}

/** Reads all of a ledger. Throws what says that it cannot be read at all, or not by this version. */
function isWhole(file: string): boolean {
  if (!existsSync(file)) return true;
  try {
    const db = openTables(file);
    try {
      const found = db.get<{ ok: number }>(
        "SELECT integrity_check = 'ok' AS ok FROM pragma_integrity_check LIMIT 1",
      );
      return found?.ok === 1;
    } finally {
      db.close();
    }
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** Renames the damaged ledger and creates a new one, unless another process has replaced it in the meantime. */
function replace({ file, now, warn }: LedgerPlace, identity: string): void {
  if (identityOf(file) !== identity) return;
  const name = asideName(file, now());
  moveAs(file, name, databaseSuffixes);
  writeNew(file, name);
  warn(
    `the run ledger ${file} is damaged and was renamed to ${name}; everything is looked up at the service before it is sent`,
  );
}
