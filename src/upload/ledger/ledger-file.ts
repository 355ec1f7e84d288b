import { randomBytes } from 'node:crypto';
import { accessSync, constants, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CfiError, usageError } from '../../errors.ts';
import { databaseErrorCode } from '../../storage/database-error.ts';
import { fileReason } from '../../storage/file-errors.ts';
import { makeFolder } from '../../storage/folder.ts';
import { makePrivate } from '../../storage/private-file.ts';
import { isAtSizeLimit } from '../../storage/size-limit.ts';
import { type Connection, connect } from '../../storage/sqlite.ts';
import { bringUpToDate, checkOwner, troubleOf, UnusableFile } from '../../storage/sqlite-file.ts';
import { codeOf } from '../../text/thrown.ts';
import { ledgerFormat } from './schema.ts';

/** The files of a database: SQLite creates the other two beside the first. */
export const databaseSuffixes = ['', '-wal', '-shm'] as const;

/** The ledger of all uploads, in the folder for data. */
export const ledgerFile = (dataFolder: string): string => join(dataFolder, 'ledger.sqlite');

/** Whether an error means that the ledger's file or its content is damaged. */
export const isDamage = (error: unknown): boolean => troubleOf(error) === 'damaged';

const elsewhere = 'choose another folder with CFI_HOME';

/**
 * Turns an error of SQLite or the file system about the ledger into an error for the user. Returns any other error
 * unchanged.
 */
export function ledgerError(file: string, error: unknown, what = 'the run ledger'): unknown {
  if (error instanceof CfiError) return error;
  const ledger = `${what} ${file}`;
  const trouble = troubleOf(error);
  switch (trouble) {
    case undefined:
      return error;
    case 'damaged':
      return new CfiError('internal', `${ledger} is damaged`, {
        hint: 'run the same command again: it renames the damaged file and looks up what is missing',
        cause: error,
      });
    case 'foreign':
      return usageError(`${ledger} is the database of another program`, `move it away, or ${elsewhere}`);
    case 'newer':
      return usageError(`${ledger} was written by a newer version of cfi`, `update cfi, or ${elsewhere}`);
    case 'busy':
      return new CfiError('locked', `${ledger} is in use by another process`, {
        hint: 'run the same command again when that process has ended',
        cause: error,
      });
    case 'full':
      return new CfiError('internal', fullMessage(ledger, error), {
        hint: 'free some disk space and run the same command again to continue where it stopped',
        cause: error,
      });
    case 'inaccessible': {
      const failed = failedWrite(file, ledger, error);
      if (failed !== undefined) return failed;
      return new CfiError('usage', `${ledger} cannot be opened or written: ${fileReason(error)}`, {
        hint: `check the file, its folder and their permissions, or ${elsewhere}`,
        cause: error,
      });
    }
  }
}

/** The error if the disk refuses a later write to an open ledger; undefined for any other error. */
function failedWrite(file: string, ledger: string, error: unknown): CfiError | undefined {
  if (!databaseErrorCode(error).startsWith('SQLITE_IOERR')) return undefined;
  const again = 'run the same command again to continue where it stopped';
  return isAtSizeLimit(file)
    ? new CfiError('internal', `${ledger} cannot grow: it has reached the limit for file sizes`, {
        hint: `raise the limit (ulimit -f) and ${again}`,
        cause: error,
      })
    : new CfiError('internal', `${ledger} cannot be read or written: the disk reports an error`, {
        hint: `check the disk and ${again}`,
        cause: error,
      });
}

const fullMessage = (ledger: string, error: unknown): string =>
  /^(SQLITE_FULL|ENOSPC)/.test(databaseErrorCode(error))
    ? `no space is left for ${ledger}`
    : `${ledger} cannot grow: ${fileReason(error)}`;

/** Yields rows read from the ledger later, and turns its errors into errors for the user. */
export function* withLedgerErrors<T>(file: string, items: Iterable<T>): Generator<T> {
  try {
    yield* items;
  } catch (error) {
    throw ledgerError(file, error);
  }
}

/** The first value of a query, for the check of the tables. */
const schemaAccess = (db: Connection) => ({
  value: (sql: string) => db.statement(sql).row()?.[0],
  script: (sql: string) => db.script(sql),
});

/**
 * Opens a ledger file, private to its owner, with the current tables. Throws errors of SQLite or the file system, or an
 * `UnusableFile`.
 */
function openLedgerFile(file: string): Connection {
  checkAccess(file);
  const db = connect(file);
  try {
    const access = schemaAccess(db);
    // Checked before anything is written, so that a file of another program does not change.
    const version = checkOwner(access, file, ledgerFormat);
    if (version !== ledgerFormat.version) db.transaction(() => bringUpToDate(access, file, ledgerFormat));
    db.statement('PRAGMA journal_mode = WAL').row();
    db.script('PRAGMA wal_autocheckpoint = 8000');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Creates the file if it is missing, and finds the reason for what SQLite only calls "unable to open". It opens no existing
 * file: when a process closes a file, the system releases all locks that the process has on it. SQLite would go on without
 * its lock, and another process could remove the log that it writes to.
 */
function checkAccess(file: string): void {
  // SQLite creates other files beside it.
  accessSync(dirname(file), constants.W_OK | constants.X_OK);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
  makePrivate(file);
  accessSync(file, constants.R_OK | constants.W_OK);
  // A ledger always has tables: an empty file has lost them.
  if (found?.size === 0) throw new UnusableFile(file, 'damaged');
}

/**
 * Writes a new ledger under a temporary name, with what `fill` puts into it, and then calls `place` with that name, which
 * may rename the file. Throws like `openLedgerFile`, and what the two throw.
 */
export function writeNewLedger(
  file: string,
  { fill, place }: { fill?(db: Connection): void; place(fresh: string): void },
): void {
  const fresh = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    const db = openLedgerFile(fresh);
    try {
      fill?.(db);
      // Moves everything into the one file that gets the name.
      db.statement('PRAGMA journal_mode = DELETE').row();
    } finally {
      db.close();
    }
    place(fresh);
  } finally {
    for (const suffix of databaseSuffixes) rmSync(fresh + suffix, { force: true });
  }
}

/** Gives a file its name unless another file has it. */
function giveName(fresh: string, file: string): void {
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    // Some file systems have no links.
    if (statSync(file, { throwIfNoEntry: false }) === undefined) renameSync(fresh, file);
  }
}

/**
 * Opens the ledger in a data folder; creates both if they are missing. A new ledger gets its name once it has its tables:
 * another process that opens it at that moment would take an empty file for a damaged one. Throws like `openLedgerFile`.
 */
export function openLedger(dataFolder: string): Connection {
  makeFolder(dataFolder);
  const file = ledgerFile(dataFolder);
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    writeNewLedger(file, { place: (fresh) => giveName(fresh, file) });
  return openLedgerFile(file);
}
