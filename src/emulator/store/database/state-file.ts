import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makePrivate } from '../../../storage/private-file.ts';
import { bringUpToDate, checkOwner, type SchemaAccess } from '../../../storage/sqlite-file.ts';
import type { SqlValue } from '../../../storage/transaction.ts';
import { readMeta } from '../meta.ts';
import { type Database, inMemory, openDatabase } from './database.ts';
import { stateFormat } from './migrations.ts';
import { stateFileError, withoutState } from './state-errors.ts';

/** The database file of a state folder, or `:memory:`. */
export const stateFile = (state: string): string =>
  state === inMemory ? inMemory : join(state, 'state.sqlite');

/** The first value of a query, for the check of the tables. */
const schemaAccess = (db: Database): SchemaAccess => ({
  value: (sql) => Object.values(db.get<Record<string, SqlValue>>(sql) ?? {})[0],
  script: (sql) => db.script(sql),
});

/** Creates the tables in an empty database, or migrates older ones. The caller must open a transaction. */
export const makeTables = (db: Database, file: string): void =>
  bringUpToDate(schemaAccess(db), file, stateFormat);

/**
 * Returns the version of the tables without writing anything. Throws if the database is not ours or holds no state: a
 * file always contains a state when it is moved into place, so an empty one has lost its data.
 */
function checkState(db: Database, file: string): number {
  const version = checkOwner(schemaAccess(db), file, stateFormat);
  if (version === 0 || readMeta(db, 'clock') === undefined) throw withoutState(file);
  return version;
}

/**
 * Checks a state through a connection that cannot write. When a connection that can write is closed, SQLite applies the
 * log beside a database to it, even if the database turned out to be damaged.
 */
function checkReadOnly(file: string): void {
  const db = openDatabase(`${pathToFileURL(file).href}?mode=ro`);
  try {
    checkState(db, file);
  } finally {
    db.close();
  }
}

/**
 * Opens the existing database of a state folder. Throws a `CfiError` that names the file if it is empty, damaged,
 * foreign or not writable; such a file stays unchanged.
 */
export function openStateFile(state: string): Database {
  const file = stateFile(state);
  let db: Database | undefined;
  try {
    const found = statSync(file);
    if (found.isDirectory()) throw Object.assign(new Error(`${file} is a folder`), { code: 'EISDIR' });
    if (found.size === 0) throw withoutState(file);
    makePrivate(file);
    // Checked before any write, so that a damaged or foreign file stays unchanged.
    if (existsSync(`${file}-wal`)) checkReadOnly(file);
    db = openDatabase(file);
    const version = checkState(db, file);
    db.get('PRAGMA journal_mode = WAL');
    db.script('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000');
    const opened = db;
    if (version < stateFormat.version) db.transaction('write', () => makeTables(opened, file));
    return db;
  } catch (error) {
    db?.close();
    throw stateFileError(file, error);
  }
}
