import { closeSync, constants, openSync } from 'node:fs';
import { makePrivate, noFollow } from './private-file.ts';
import { type Connection, connect } from './sqlite.ts';
import { troubleOf } from './sqlite-file.ts';

/** SQLite holds a lock until its transaction ends. `shared`: several processes can hold it, but none `alone`. */
const begin = { shared: 'BEGIN; SELECT count(*) FROM sqlite_master', alone: 'BEGIN EXCLUSIVE' } as const;

/** Who can hold a lock at the same time. */
export type LockMode = keyof typeof begin;

/**
 * Locks a file until the connection is closed; the system releases the lock when its holder dies. The file is a database
 * without content, created if missing. Waits `waitMs` for other holders, then throws SQLite's error; also throws the file
 * system's.
 */
export function openLock(file: string, mode: LockMode, waitMs: number): Connection {
  try {
    return locked(file, mode, waitMs);
  } catch (error) {
    if (troubleOf(error) !== 'damaged') throw error;
    // Not removed: another process may have emptied and locked it just now.
    closeSync(openSync(file, constants.O_WRONLY | constants.O_TRUNC | noFollow));
    return locked(file, mode, waitMs);
  }
}

function locked(file: string, mode: LockMode, waitMs: number): Connection {
  makePrivate(file);
  const connection = connect(file);
  try {
    connection.script(`PRAGMA busy_timeout = ${waitMs}`);
    connection.script(begin[mode]);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
