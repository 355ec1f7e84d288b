import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CfiError, usageError } from '../../errors.ts';
import { databaseErrorCode } from '../../storage/database-error.ts';
import { fileReason } from '../../storage/file-errors.ts';
import { makeFolder } from '../../storage/folder.ts';
import { makePrivate } from '../../storage/private-file.ts';
import { isAtSizeLimit } from '../../storage/size-limit.ts';
import { type Connection, connect } from '../../storage/sqlite.ts';
import { bringUpToDate, checkOwner, troubleOf, UnusableFile } from '../../storage/sqlite-file.ts';
import { ledgerFormat } from './schema.ts';

/** The files of a database: SQLite puts the other two beside the first. */
export const databaseSuffixes = ['', '-wal', '-shm'] as const;

/** The ledger of all uploads, in the folder for data. */
export const ledgerFile = (dataFolder: string): string => join(dataFolder, 'ledger.sqlite');

/** Whether an error says that the ledger's file, or what is in it, is damaged. */
export const isDamage = (error: unknown): boolean => troubleOf(error) === 'damaged';

const elsewhere = 'choose another folder with CFI_HOME';

/**
 * What SQLite or the file system says about the ledger, as the error for the user. Any other error is returned as it
 * is.
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
        hint: 'run the same command again: it sets the damaged file aside and looks up what it no longer knows',
        cause: error,
      });
    case 'foreign':
      return usageError(`${ledger} is a database of another program`, `move it away, or ${elsewhere}`);
    case 'newer':
      return usageError(`${ledger} was written by a newer version of cfi`, `update cfi, or ${elsewhere}`);
    case 'busy':
      return new CfiError('locked', `${ledger} is in use by another process`, {
        hint: 'run the same command again when that process has ended',
        cause: error,
      });
    case 'full':
      return new CfiError('internal', fullMessage(ledger, error), {
        hint: 'free some disk space and run the same command again: it continues where it stopped',
        cause: error,
      });
    case 'inaccessible': {
      const failed = failedWrite(file, ledger, error);
      if (failed !== undefined) return failed;
      return new CfiError('usage', `${ledger} cannot be opened and written: ${fileReason(error)}`, {
        hint: `check the file, its folder and their permissions, or ${elsewhere}`,
        cause: error,
      });
    }
  }
}

/** The error for a ledger that could be opened, when the disk refuses what is written later; undefined for any other. */
function failedWrite(file: string, ledger: string, error: unknown): CfiError | undefined {
  if (!databaseErrorCode(error).startsWith('SQLITE_IOERR')) return undefined;
  const again = 'run the same command again: it continues where it stopped';
  return isAtSizeLimit(file)
    ? new CfiError('internal', `${ledger} cannot grow: it would be larger than a file may be here`, {
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

/** Yields what is read from the ledger later, with its errors as the user sees them. */
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
 * Opens a ledger file, for its owner alone, with the present tables. Throws what SQLite or the file system says, or an
 * `UnusableFile`.
 */
export function openLedgerFile(file: string): Connection {
  checkAccess(file);
  const db = connect(file);
  try {
    const access = schemaAccess(db);
    // Looked at before anything is written, so that a file that is not ours stays as it is.
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

/** Makes the file where there is none, and finds out by name what SQLite would only call "unable to open". */
function checkAccess(file: string): void {
  // SQLite puts other files beside it.
  accessSync(dirname(file), constants.W_OK | constants.X_OK);
  const isEmpty = statSync(file, { throwIfNoEntry: false })?.size === 0;
  makePrivate(file);
  closeSync(openSync(file, 'r+'));
  // A ledger begins with its tables: a file without a single byte has lost them.
  if (isEmpty) throw new UnusableFile(file, 'damaged');
}

/** Opens the ledger of a folder for data, making both where they are missing. Throws as `openLedgerFile` does. */
export function openLedger(dataFolder: string): Connection {
  makeFolder(dataFolder);
  return openLedgerFile(ledgerFile(dataFolder));
}
