import { randomBytes } from 'node:crypto';
import { accessSync, constants, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivate } from '../../storage/private-file.ts';
import { type Connection, connect } from '../../storage/sqlite.ts';
import { bringUpToDate, checkOwner, UnusableFile } from '../../storage/sqlite-file.ts';
import { databaseSuffixes } from './ledger-file.ts';
import { ledgerFormat } from './schema.ts';

/** The first value of a query, for the check of the tables. */
export const schemaAccess = (db: Connection) => ({
  value: (sql: string) => db.statement(sql).row()?.[0],
  script: (sql: string) => db.script(sql),
});

/**
 * Opens a ledger file, private to its owner, with the current tables. Throws errors of SQLite or the file system, or an
 * `UnusableFile`.
 */
export function openLedgerFile(file: string): Connection {
  const db = openTables(file, {});
  try {
    db.statement('PRAGMA journal_mode = WAL').row();
    db.script('PRAGMA wal_autocheckpoint = 8000');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a file with the current tables. `isTemporary`: no other process uses it, and it is lost if this one dies. */
function openTables(file: string, { isTemporary = false }): Connection {
  checkAccess(file);
  const db = connect(file);
  try {
    // What could undo half a transaction after a crash would have to be synced several times.
    if (isTemporary) db.statement('PRAGMA journal_mode = MEMORY').row();
    const access = schemaAccess(db);
    // Checked before anything is written, so that a file of another program does not change.
    const version = checkOwner(access, file, ledgerFormat);
    if (version !== ledgerFormat.version) db.transaction(() => bringUpToDate(access, file, ledgerFormat));
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
    // Without a write-ahead log, so that everything is in the one file that gets the name.
    const db = openTables(fresh, { isTemporary: true });
    try {
      fill?.(db);
    } finally {
      db.close();
    }
    place(fresh);
  } finally {
    for (const suffix of databaseSuffixes) rmSync(fresh + suffix, { force: true });
  }
}
