export type { SqlValue } from './drivers.ts';

import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { CfiError, usageError } from '../../errors.ts';
import { fileReason } from '../file-errors.ts';
import { databaseReason, troubleOf } from './database-file.ts';
import { type Driver, libsqlDriver, nodeDriver, type SqlValue } from './drivers.ts';

/**
 * An open SQLite database. Each statement is prepared once and kept by its text; rows are objects by column. Every call
 * may throw an SQLite error, whose code `databaseErrorCode` tells.
 */
export interface Database {
  /** The first row. */
  get<T>(sql: string, ...values: SqlValue[]): T | undefined;
  all<T>(sql: string, ...values: SqlValue[]): T[];
  /** Yields rows one by one, so any number fits in memory. It keeps other processes from writing until it ends. */
  each<T>(sql: string, ...values: SqlValue[]): IterableIterator<T>;
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** Runs statements that take no values, in sequence. */
  script(sql: string): void;
  /**
   * Runs `work` in one transaction; a throw rolls it back. A write takes the lock at the start, so that two writing
   * processes wait for each other instead of failing halfway.
   */
  transaction<T>(mode: 'read' | 'write', work: () => T): T;
  close(): void;
}

/** What a committed write survives. */
type Durability =
  /** A power cut: the write is on the disk before its transaction ends. */
  | 'power-cut'
  /** The end of the process at any moment, but not a power cut. */
  | 'process';

/** The name of a database that lives in memory and ends with the process. */
export const inMemory = ':memory:';

/** How long a process waits for another one's write before it fails. */
const busyTimeoutMs = 15_000;

/** The journal is kept for the next transaction, because removing a file costs more than overwriting its head. */
const journal = 'PRAGMA journal_mode = PERSIST; PRAGMA journal_size_limit = 1048576';

/**
 * Whether this Node's own SQLite is used. Since Node 24.15 it is no longer experimental (Node would warn at every start),
 * and it is at least SQLite 3.51.3, which fixes a rare bug that can damage files written by several processes. Older
 * Nodes use libsql.
 */
export function usesNodeSqlite({
  node,
  sqlite,
}: {
  readonly node: string;
  readonly sqlite?: string;
}): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return sqlite !== undefined && (major > 25 || (major === 24 && minor >= 15));
}

/** Opens a file with the SQLite library of this Node. */
const openDriver = (file: string): Driver =>
  usesNodeSqlite(process.versions) ? nodeDriver(file) : libsqlDriver(file);

/**
 * Opens a database file without changing it. Temporary tables live in an unnamed file on disk. An `file:` address with
 * `?mode=ro` opens it for reading only.
 */
export function openDatabase(file: string): Database {
  const driver = openDriver(file);
  try {
    driver.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA temp_store = FILE`);
  } catch (error) {
    driver.close();
    throw error;
  }
  return databaseOn(driver);
}

/**
 * Gives a database file a rollback journal and says what its writes survive. A write-ahead log, which earlier versions
 * used, is applied and removed: a single failed read of such a log can make a database look empty, whereas a journal
 * that cannot be read is an error.
 */
export function makeDurable(db: Database, durability: Durability): void {
  db.script(`${journal}; PRAGMA synchronous = ${durability === 'power-cut' ? 'FULL' : 'OFF'}`);
}

function databaseOn(driver: Driver): Database {
  const statements = new Map<string, ReturnType<Driver['prepare']>>();
  const prepared = (sql: string) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = driver.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  return {
    get: <T>(sql: string, ...values: SqlValue[]) => prepared(sql).get(values) as T | undefined,
    all: <T>(sql: string, ...values: SqlValue[]) => prepared(sql).all(values) as T[],
    // A statement of its own: the kept one may be run again before the last row.
    each: <T>(sql: string, ...values: SqlValue[]) =>
      driver.prepare(sql).iterate(values) as IterableIterator<T>,
    run: (sql, ...values) => prepared(sql).run(values),
    script: (sql) => driver.exec(sql),
    transaction(mode, work) {
      driver.exec(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
      try {
        const result = work();
        driver.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite has already rolled back, for example because the disk is full.
        if (driver.inTransaction()) driver.exec('ROLLBACK');
        throw error;
      }
    },
    close() {
      statements.clear();
      driver.close();
    },
  };
}

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
