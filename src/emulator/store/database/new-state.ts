import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { CfiError } from '../../../errors.ts';
import { makeFolder } from '../../../storage/folder.ts';
import { makePrivate } from '../../../storage/private-file.ts';
import { type Database, openDatabase } from './database.ts';
import { moveAway, stateFileError } from './state-errors.ts';
import { inMemory, makeTables, stateFile } from './state-file.ts';

/**
 * Whether a state folder has a database, whatever is in it. Throws a `CfiError` for the remains of one: a log without
 * its database would be taken into the next.
 */
export function hasStateFile(state: string): boolean {
  const file = stateFile(state);
  // In this order, because another process that makes a state puts the database in its place before there is a log.
  const hasLog = existsSync(`${file}-wal`);
  if (existsSync(file)) return true;
  if (!hasLog) return false;
  throw new CfiError('invalid-input', `${file} is missing, though its log ${file}-wal is there`, {
    hint: moveAway,
  });
}

/** Makes the tables and lets `fill` put a state into them. */
function makeState(db: Database, file: string, fill: (db: Database) => void): void {
  db.transaction('write', () => {
    makeTables(db, file);
    fill(db);
  });
}

/** A new state in memory. */
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
    // What stands in the way of removing it stood in the way of making it, and is reported as that.
  }
}

/** Puts the file in its place unless another process was first. */
function place(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // Some file systems have no links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    if (!existsSync(file)) renameSync(temporary, file);
  }
}

/**
 * Makes the database of a state folder, and the folder: under another name first, so that a file of the right name is
 * always whole, even when this process is killed. When another process makes one at the same moment, the first stays.
 * Throws a `CfiError` that names the file, or what `fill` throws.
 */
export function makeStateFile(state: string, fill: (db: Database) => void): void {
  const file = stateFile(state);
  const temporary = `${file}.new-${randomBytes(6).toString('hex')}`;
  let db: Database | undefined;
  try {
    makeFolder(state);
    makePrivate(temporary);
    db = openDatabase(temporary);
    // Nobody else knows the file, and nothing is lost with it.
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
