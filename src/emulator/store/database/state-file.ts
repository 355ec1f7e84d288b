import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CfiError } from '../../../errors.ts';
import { makePrivate } from '../../../storage/private-file.ts';
import { readMeta } from '../meta.ts';
import { type Database, openDatabase } from './database.ts';
import { type Migrations, migrations } from './migrations.ts';
import { applicationId, schemaVersion, tables } from './schema.ts';
import { moveAway, stateFileError } from './state-errors.ts';

/** In place of a folder: a state that lives in memory and ends with the process. */
export const inMemory = ':memory:';

/** The database file of a state folder. */
export const stateFile = (state: string): string =>
  state === inMemory ? inMemory : join(state, 'state.sqlite');

const pragma = (db: Database, name: string): number =>
  Number(Object.values(db.get<Record<string, number>>(`PRAGMA ${name}`) ?? {})[0] ?? 0);

const isEmpty = (db: Database): boolean => db.get('SELECT 1 FROM sqlite_master LIMIT 1') === undefined;

/** Throws for a database that is not ours, or of a version after `target`. Reads only. */
function checkOwner(db: Database, file: string, target: number): void {
  if (isEmpty(db)) return;
  if (pragma(db, 'application_id') !== applicationId) {
    throw new CfiError('invalid-input', `${file} is a database of another program`, { hint: moveAway });
  }
  if (pragma(db, 'user_version') > target) {
    throw new CfiError('invalid-input', `${file} was made by a newer version of cfi`, {
      hint: 'Update cfi, or choose another folder with --state.',
    });
  }
}

/** Brings the tables to `target`, creating them in an empty file. The caller has opened a transaction. */
export function bringUpToDate(
  db: Database,
  file: string,
  steps: Migrations = migrations,
  target: number = schemaVersion,
): void {
  checkOwner(db, file, target);
  if (isEmpty(db)) {
    db.script(`${tables}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${target}`);
    return;
  }
  const found = pragma(db, 'user_version');
  for (let version = found; version < target; version++) {
    const step = steps[version];
    if (step === undefined) throw new Error(`no migration leads on from version ${version} of ${file}`);
    db.script(`${step}; PRAGMA user_version = ${version + 1}`);
  }
}

const withoutState = (file: string): CfiError =>
  new CfiError('invalid-input', `${file} is damaged: it holds no state`, { hint: moveAway });

/** A file is only ever put in its place with a state in it, so an empty one has lost what it held. */
function checkHoldsState(db: Database, file: string): void {
  const hasFacts = db.get("SELECT 1 FROM sqlite_master WHERE name = 'meta'") !== undefined;
  if (!hasFacts || readMeta(db, 'clock') === undefined) throw withoutState(file);
}

/**
 * Opens the database of a state folder that has one. Throws a `CfiError` that names the file for one that is empty,
 * damaged, foreign or cannot be written; such a file is left as it is.
 */
export function openStateFile(state: string): Database {
  const file = stateFile(state);
  let db: Database | undefined;
  try {
    if (statSync(file).size === 0) throw withoutState(file);
    makePrivate(file);
    db = openDatabase(file);
    // Looked at before anything is written, so that a foreign file stays as it is.
    checkOwner(db, file, schemaVersion);
    checkHoldsState(db, file);
    db.get('PRAGMA journal_mode = WAL');
    db.script('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000');
    const opened = db;
    if (pragma(db, 'user_version') < schemaVersion)
      db.transaction('write', () => bringUpToDate(opened, file));
    return db;
  } catch (error) {
    db?.close();
    throw stateFileError(file, error);
  }
}
