import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '../../../storage/private-file.ts';
import { bringUpToDate, checkOwner, type SchemaAccess } from '../../../storage/sqlite-file.ts';
import type { SqlValue } from '../../../storage/transaction.ts';
import { readMeta } from '../meta.ts';
import { type Database, openDatabase } from './database.ts';
import { stateFormat } from './migrations.ts';
import { stateFileError, withoutState } from './state-errors.ts';

/** In place of a folder: a state that lives in memory and ends with the process. */
export const inMemory = ':memory:';

/** The database file of a state folder. */
export const stateFile = (state: string): string =>
  state === inMemory ? inMemory : join(state, 'state.sqlite');

/** The first value of a query, for the check of the tables. */
const schemaAccess = (db: Database): SchemaAccess => ({
  value: (sql) => Object.values(db.get<Record<string, SqlValue>>(sql) ?? {})[0],
  script: (sql) => db.script(sql),
});

/** Makes the tables of a state in an empty database, or migrates older ones. The caller has opened a transaction. */
export const makeTables = (db: Database, file: string): void =>
  bringUpToDate(schemaAccess(db), file, stateFormat);

/**
 * Throws for a database that is not ours, or holds no state: a file is only ever put in its place with a state in it, so
 * an empty one has lost what it held. Returns the version of the tables. Reads only.
 */
function checkState(db: Database, file: string): number {
  const version = checkOwner(schemaAccess(db), file, stateFormat);
  if (version === 0 || readMeta(db, 'clock') === undefined) throw withoutState(file);
  return version;
}

/**
 * Opens the database of a state folder that has one. Throws a `CfiError` that names the file for one that is empty,
 * damaged, foreign or cannot be written; such a file is left as it is.
 */
export function openStateFile(state: string): Database {
  const file = stateFile(state);
  let db: Database | undefined;
  try {
    const found = statSync(file);
    if (found.isDirectory()) throw Object.assign(new Error(`${file} is a folder`), { code: 'EISDIR' });
    if (found.size === 0) throw withoutState(file);
    makePrivate(file);
    db = openDatabase(file);
    // Looked at before anything is written, so that a foreign file stays as it is.
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
