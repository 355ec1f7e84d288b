import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import type Libsql from 'libsql';
import { CfiError, usageError } from '../../errors.ts';
import { once, orClose } from '../../text/records.ts';
import { fileReason } from '../file-errors.ts';
import { databaseReason, nameOfResult, troubleOf } from './database-file.ts';
import { keptReads } from './kept.ts';

/** A value that SQLite accepts and returns for one column. */
export type SqlValue = string | number | null | Uint8Array;

/** A row by column. Blobs are `Uint8Array`s; a number that JavaScript cannot hold becomes the nearest that it can. */
type DriverRow = Record<string, unknown>;

interface DriverStatement {
  get(values: readonly SqlValue[]): DriverRow | undefined;
  all(values: readonly SqlValue[]): DriverRow[];
  iterate(values: readonly SqlValue[]): IterableIterator<DriverRow>;
  /** Returns the number of rows changed. */
  run(values: readonly SqlValue[]): number;
}

/** What the program needs of an SQLite library. */
interface Driver {
  exec(sql: string): void;
  prepare(sql: string): DriverStatement;
  inTransaction(): boolean;
  close(): void;
}

interface NodeStatement {
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): unknown[];
  iterate(...values: readonly SqlValue[]): Iterator<unknown>;
  setReadBigInts(on: boolean): void;
}

interface NodeDatabase {
  readonly isTransaction: boolean;
  readonly isOpen: boolean;
  exec(sql: string): void;
  prepare(sql: string): NodeStatement;
  close(): void;
}

/** Gives an error the code that libsql gives it, such as `SQLITE_BUSY`. */
function coded(error: unknown): unknown {
  const known = error as { code?: unknown; readonly errcode?: number };
  if (known.code === 'ERR_SQLITE_ERROR' && known.errcode !== undefined)
    known.code = nameOfResult(known.errcode) ?? 'SQLITE_ERROR';
  return error;
}

function withCodes<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw coded(error);
  }
}

/** Makes numbers of the BigInts of a row. */
function withNumbers(row: DriverRow): DriverRow {
  for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name]);
  return row;
}

function nodeStatement(statement: NodeStatement): DriverStatement {
  // Node refuses to read a number that is too large as a number, after a statement has changed the row.
  statement.setReadBigInts(true);
  return {
    get(values) {
      const row = withCodes(() => statement.get(...values));
      return row === undefined ? undefined : withNumbers(row as DriverRow);
    },
    all: (values) => withCodes(() => statement.all(...values)).map((row) => withNumbers(row as DriverRow)),
    *iterate(values) {
      const rows = withCodes(() => statement.iterate(...values));
      try {
        for (;;) {
          const { done, value } = withCodes(() => rows.next());
          if (done) return;
          yield withNumbers(value as DriverRow);
        }
      } finally {
        rows.return?.();
      }
    },
    run: (values) => withCodes(() => Number(statement.run(...values).changes)),
  };
}

/** Opens a file with Node's own SQLite. */
function nodeDriver(file: string): Driver {
  // The types of the oldest supported Node do not have the module.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as {
    readonly DatabaseSync: new (file: string) => NodeDatabase;
  };
  const db = withCodes(() => new DatabaseSync(file));
  return {
    exec: (sql) => withCodes(() => db.exec(sql)),
    prepare: (sql) => withCodes(() => nodeStatement(db.prepare(sql))),
    inTransaction: () => db.isTransaction,
    close() {
      if (db.isOpen) withCodes(() => db.close());
    },
  };
}

const toRow = (columns: readonly string[], values: readonly unknown[]): DriverRow => {
  const row: DriverRow = {};
  for (let at = 0; at < columns.length; at++) row[columns[at] as string] = values[at];
  return row;
};

function libsqlStatement(statement: Libsql.Statement): DriverStatement {
  // Rows are read as arrays, because libsql adds a member of its own to rows that are objects.
  const reading = once((): readonly string[] => {
    const columns = statement.columns().map(({ name }) => name);
    statement.raw(true);
    return columns;
  });
  return {
    get(values) {
      const names = reading();
      const row = statement.get(values) as readonly unknown[] | undefined;
      return row === undefined ? undefined : toRow(names, row);
    },
    all(values) {
      const names = reading();
      return (statement.all(values) as (readonly unknown[])[]).map((row) => toRow(names, row));
    },
    *iterate(values) {
      const names = reading();
      for (const row of statement.iterate(values)) yield toRow(names, row as readonly unknown[]);
    },
    run: (values) => statement.run(values).changes,
  };
}

/** libsql has no code of SQLite for a file that it cannot open. */
function open(Database: typeof Libsql, file: string): Libsql.Database {
  try {
    return new Database(file);
  } catch (error) {
    throw Object.assign(error as Error, { code: 'SQLITE_CANTOPEN' });
  }
}

/** Opens a file with libsql, whose native file is loaded only here, because newer Nodes do without. */
function libsqlDriver(file: string): Driver {
  const db = open(createRequire(import.meta.url)('libsql') as typeof Libsql, file);
  return {
    exec: (sql) => void db.exec(sql),
    prepare: (sql) => libsqlStatement(db.prepare(sql)),
    inTransaction: () => db.inTransaction,
    close: () => void db.close(),
  };
}

/** An open database. Each statement is prepared once; rows are objects. Calls throw what `databaseErrorCode` tells. */
export type Database = ReturnType<typeof databaseOn>;

/** What a committed write survives: a power cut, on the disk before its transaction ends; or the end of the process. */
export type Durability = 'power-cut' | 'process';

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
export function usesNodeSqlite(versions: { readonly node: string; readonly sqlite?: string }): boolean {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  return versions.sqlite !== undefined && (major > 25 || (major === 24 && minor >= 15));
}

/** Opens a database file without changing it; one with `?mode=ro` only to read. Temporary tables are in an unnamed file. */
export function openDatabase(file: string): Database {
  const driver = usesNodeSqlite(process.versions) ? nodeDriver(file) : libsqlDriver(file);
  return orClose(driver, () => {
    driver.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA temp_store = FILE`);
    return databaseOn(driver);
  });
}

/**
 * Gives a database file a rollback journal and says what its writes survive. A write-ahead log, which earlier versions
 * used, is applied and removed: a single failed read of such a log can make a database look empty, whereas a journal
 * that cannot be read is an error.
 */
export function makeDurable(db: Database, durability: Durability): void {
  db.script(`${journal}; PRAGMA synchronous = ${durability === 'power-cut' ? 'FULL' : 'OFF'}`);
}

function databaseOn(driver: Driver) {
  const statements = new Map<string, { statement: DriverStatement; count: { runs: number } | undefined }>();
  const prepared = (sql: string): DriverStatement => {
    let known = statements.get(sql);
    if (known === undefined) {
      known = { statement: driver.prepare(sql), count: reads.countFor(sql) };
      statements.set(sql, known);
    }
    if (known.count !== undefined) known.count.runs += 1;
    return known.statement;
  };
  const reads = keptReads(() => Number(prepared('PRAGMA data_version').get([])?.data_version));
  const undo = (sql: string): void => {
    reads.any.runs += 1;
    // SQLite has already rolled back, for example because the disk is full.
    if (driver.inTransaction()) driver.exec(sql);
  };
  const between = <T>(begin: string, end: string, otherwise: string, work: () => T): T => {
    driver.exec(begin);
    try {
      const result = work();
      driver.exec(end);
      return result;
    } catch (error) {
      undo(otherwise);
      throw error;
    }
  };
  return {
    /** The first row. */
    get: <T>(sql: string, values: readonly SqlValue[] = []) => prepared(sql).get(values) as T | undefined,
    all: <T>(sql: string, values: readonly SqlValue[] = []) => prepared(sql).all(values) as T[],
    /** Yields rows one by one, so any number fits in memory. It keeps other processes from writing until it ends. */
    // A statement of its own: the kept one may be run again before the last row.
    each: <T>(sql: string, values: readonly SqlValue[] = []) =>
      driver.prepare(sql).iterate(values) as IterableIterator<T>,
    /** Returns the number of rows changed. */
    run: (sql: string, values: readonly SqlValue[] = []) => prepared(sql).run(values),
    /** Runs statements that take no values, in sequence. */
    script(sql: string): void {
      reads.any.runs += 1;
      driver.exec(sql);
    },
    /** Runs `work` in a transaction; a throw rolls it back. A write takes the lock at the start, so that two processes wait. */
    transaction<T>(mode: 'read' | 'write', work: () => T): T {
      reads.setInTransaction(true);
      try {
        return between(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN', 'COMMIT', 'ROLLBACK', work);
      } finally {
        reads.setInTransaction(false);
      }
    },
    inTransaction: (): boolean => driver.inTransaction(),
    /** Runs a part of a transaction; a throw undoes what the part wrote, and nothing else. */
    part: <T>(work: () => T): T =>
      between('SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part', work),
    /** What `read` returns for a key, until one of these tables may have changed. The list is always the same object. */
    kept: reads.keep,
    close(): void {
      statements.clear();
      driver.close();
    },
  };
}

/**
 * A database for what this process reads and soon forgets, in temporary tables: SQLite keeps them in memory up to some
 * megabytes, and otherwise in an unnamed file that only its owner can read and that disappears with the process. They are
 * one transaction from beginning to end, because nothing in them is ever undone. (A database without a name would do the
 * same, but libsql keeps it in memory.) A full disk is a `CfiError`.
 */
export function openTemporary(tables: string): Database {
  const db = openDatabase(inMemory);
  const naming = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw temporaryError(error);
    }
  };
  // Larger pages are fewer calls of the system.
  const settings = 'PRAGMA page_size = 16384; PRAGMA temp.journal_mode = OFF; PRAGMA temp.cache_size = -8000';
  db.script(`${settings}; ${tables}; BEGIN`);
  return {
    ...db,
    get: (sql, values) => naming(() => db.get(sql, values)),
    all: (sql, values) => naming(() => db.all(sql, values)),
    *each<T>(sql: string, values?: readonly SqlValue[]) {
      try {
        yield* db.each<T>(sql, values);
      } catch (error) {
        throw temporaryError(error);
      }
    },
    run: (sql, values) => naming(() => db.run(sql, values)),
  };
}

/** Throws a `CfiError` if no temporary file can be created: SQLite would silently take another folder. */
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

/** Turns an error of a disk that is full or fails into one for the user. Returns any other error unchanged. */
function temporaryError(error: unknown): unknown {
  const trouble = troubleOf(error);
  if (error instanceof CfiError || (trouble !== 'full' && trouble !== 'inaccessible')) return error;
  const fails = trouble === 'full' ? 'grow' : 'be written';
  return new CfiError('internal', `a temporary file cannot ${fails}: ${databaseReason(error)}`, {
    again: (how) => `free some disk space and ${how}, or choose another folder with TMPDIR`,
    cause: error,
  });
}

/** How many rows a statement takes; calling one costs as much as several rows. */
const rowsAtOnce = 50;

/** Runs `insert` (`INSERT INTO lines VALUES`) for rows of `width` values, each as `row` (`(?, ?)`), in sequence. */
export function insertRows(
  db: Pick<Database, 'run'>,
  insert: string,
  row: string,
  width: number,
  values: readonly SqlValue[],
): void {
  const many = rowsAtOnce * width;
  const whole = values.length - (values.length % many);
  for (let at = 0; at < whole; at += many)
    db.run(`${insert} ${Array(rowsAtOnce).fill(row).join(', ')}`, values.slice(at, at + many));
  for (let at = whole; at < values.length; at += width)
    db.run(`${insert} ${row}`, values.slice(at, at + width));
}
