import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { CfiError } from '../../../errors.ts';
import { makeFolder } from '../../../storage/folder.ts';
import { makePrivate } from '../../../storage/private-file.ts';
import { codeOf } from '../../../text/thrown.ts';
import { type Database, inMemory, openDatabase } from './database.ts';
import { moveAway, stateFileError } from './state-errors.ts';
import { makeTables, stateFile } from './state-file.ts';

/**
 * Whether a state folder has a database file, valid or not. Throws a `CfiError` if there is only a log without its
 * database, because SQLite would apply that log to the next database.
 */
export function hasStateFile(state: string): boolean {
  const file = stateFile(state);
  // The log is checked first: another process that creates a state puts the database in place before its log.
  const hasLog = existsSync(`${file}-wal`);
  if (existsSync(file)) return true;
  if (!hasLog) return false;
  throw new CfiError('invalid-input', `${file} is missing, but its log ${file}-wal exists`, {
    hint: moveAway,
  });
}

/** Creates the tables and lets `fill` store a state in them. */
function makeState(db: Database, file: string, fill: (db: Database) => void): void {
  db.transaction('write', () => {
    makeTables(db, file);
    fill(db);
  });
}

/** Creates a state in memory. */
export function makeMemoryState(fill: (db: Database) => void): Database {
  const db = openDatabase(inMemory);
  try {
    makeState(db, inMemory, fill);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Whatever prevents the removal also prevented the creation, which reports it.
  }
}

/** Moves the file into place unless another process did so first. */
function place(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    // Some file systems do not support links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    if (!existsSync(file)) renameSync(temporary, file);
  }
}

/**
 * Creates a state folder and its database, first under a temporary name: a file with the final name is always complete,
 * even if this process is killed. If two processes create one at the same time, the first one wins. Throws a `CfiError`
 * that names the file, or whatever `fill` throws.
 */
export function makeStateFile(state: string, fill: (db: Database) => void): void {
  const file = stateFile(state);
  const temporary = `${file}.new-${crypto.randomUUID()}`;
  let db: Database | undefined;
  try {
    makeFolder(state);
    makePrivate(temporary);
    db = openDatabase(temporary);
    // No other process uses this file, and a crash loses nothing of value.
    db.get('PRAGMA journal_mode = MEMORY');
    db.script('PRAGMA synchronous = OFF');
    makeState(db, file, fill);
    db.close();
    db = undefined;
    place(temporary, file);
  } catch (error) {
    db?.close();
    throw stateFileError(file, error);
  } finally {
    removeIfThere(temporary);
  }
}
