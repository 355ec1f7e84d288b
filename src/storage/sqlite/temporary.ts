import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { CfiError, usageError } from '../../errors.ts';
import { databaseReason } from '../database-error.ts';
import { fileReason } from '../file-errors.ts';
import { troubleOf } from '../sqlite-file.ts';
import { type Database, inMemory, openDatabase } from './database.ts';

/**
 * A database for what this process reads and soon forgets, in temporary tables: SQLite keeps them in memory up to some
 * megabytes, and otherwise in an unnamed file that only its owner can read and that disappears with the process. They are
 * one transaction from beginning to end, because nothing in them is ever undone. (A database without a name would do the
 * same, but libsql keeps it in memory.)
 */
export function openTemporary(tables: string): Database {
  const db = openDatabase(inMemory);
  db.script(`PRAGMA temp.journal_mode = OFF; PRAGMA temp.cache_size = -8000; ${tables}; BEGIN`);
  return db;
}

/**
 * Throws a `CfiError` if no temporary file can be created: SQLite would silently take another folder than the one that
 * the user has chosen.
 */
export function checkTemporaryFolder(): void {
  const folder = tmpdir();
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw usageError(
      `no temporary file can be created in ${folder}: ${fileReason(error)}`,
      'check the folder and its permissions, or choose another with TMPDIR',
    );
  }
}

/** Turns an error of a full disk into one for the user. Returns any other error unchanged. */
export function temporaryError(error: unknown): unknown {
  if (error instanceof CfiError || troubleOf(error) !== 'full') return error;
  return new CfiError('internal', `a temporary file cannot grow: ${databaseReason(error)}`, {
    hint: 'free some disk space and run the same command again, or choose another folder with TMPDIR',
    cause: error,
  });
}
