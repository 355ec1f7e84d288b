import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import { nameOfResult } from './database-file.ts';

/** A value that SQLite accepts and returns for one column. */
export type SqlValue = string | number | null | Uint8Array;

/** A row by column. Blobs are `Uint8Array`s; a number that JavaScript cannot hold becomes the nearest that it can. */
type DriverRow = Record<string, unknown>;

/** A prepared statement of a driver. */
interface DriverStatement {
  get(values: readonly SqlValue[]): DriverRow | undefined;
  all(values: readonly SqlValue[]): DriverRow[];
  iterate(values: readonly SqlValue[]): IterableIterator<DriverRow>;
  /** Returns the number of rows changed. */
  run(values: readonly SqlValue[]): number;
}

/** What the program needs of an SQLite library. */
export interface Driver {
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

/** The part of `node:sqlite` that is needed. The types of the oldest supported Node do not have the module. */
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => NodeDatabase;
}

/** Gives an error the code that libsql gives it, such as `SQLITE_BUSY`. */
function coded(error: unknown): unknown {
  const known = error as { code?: unknown; readonly errcode?: number };
  if (known.code === 'ERR_SQLITE_ERROR' && known.errcode !== undefined)
    known.code = nameOfResult(known.errcode) ?? 'SQLITE_ERROR';
  // A number that JavaScript cannot hold.
  else if (known.code === 'ERR_OUT_OF_RANGE') known.code = 'SQLITE_MISMATCH';
  return error;
}

function withCodes<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw coded(error);
  }
}

function withNumbers(row: unknown): DriverRow {
  const read: DriverRow = {};
  for (const [name, value] of Object.entries(row as DriverRow))
    read[name] = typeof value === 'bigint' ? Number(value) : value;
  return read;
}

/** Statements that only read: Node can read their numbers as numbers first, and read again if one is too large. */
const isReading = /^\s*(SELECT|PRAGMA|WITH)\b/;

function nodeStatement(statement: NodeStatement, sql: string): DriverStatement {
  let hasBigInts = false;
  const readBigInts = (): void => {
    hasBigInts = true;
    statement.setReadBigInts(true);
  };
  // Node refuses a number that is too large only after a statement has changed the row.
  if (!isReading.test(sql)) readBigInts();
  const read = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const isTooLarge = (error as { code?: unknown }).code === 'ERR_OUT_OF_RANGE';
      if (!isTooLarge || hasBigInts) throw coded(error);
      readBigInts();
      return work();
    }
  };
  const toRow = (row: unknown): DriverRow => (hasBigInts ? withNumbers(row) : (row as DriverRow));
  return {
    get(values) {
      const row = read(() => statement.get(...values));
      return row === undefined ? undefined : toRow(row);
    },
    all: (values) => read(() => statement.all(...values)).map(toRow),
    *iterate(values) {
      // Rows that were handed out cannot be read again.
      readBigInts();
      const rows = withCodes(() => statement.iterate(...values));
      try {
        for (;;) {
          const { done, value } = withCodes(() => rows.next());
          if (done) return;
          yield withNumbers(value);
        }
      } finally {
        rows.return?.();
      }
    },
    run: (values) => withCodes(() => Number(statement.run(...values).changes)),
  };
}

/** Opens a file with Node's own SQLite. */
export function nodeDriver(file: string): Driver {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as NodeSqlite;
  const db = withCodes(() => new DatabaseSync(file));
  return {
    exec: (sql) => withCodes(() => db.exec(sql)),
    prepare: (sql) => withCodes(() => nodeStatement(db.prepare(sql), sql)),
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

function* toRows(columns: readonly string[], rows: Iterable<unknown>): Generator<DriverRow> {
  for (const row of rows) yield toRow(columns, row as readonly unknown[]);
}

function libsqlStatement(statement: Libsql.Statement): DriverStatement {
  let columns: readonly string[] | undefined;
  // Rows are read as arrays, because libsql adds a member of its own to rows that are objects.
  const reading = (): readonly string[] => {
    if (columns === undefined) {
      columns = statement.columns().map(({ name }) => name);
      statement.raw(true);
    }
    return columns;
  };
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
    iterate(values) {
      const names = reading();
      return toRows(names, statement.iterate(values) as Iterable<unknown>);
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
export function libsqlDriver(file: string): Driver {
  const db = open(createRequire(import.meta.url)('libsql') as typeof Libsql, file);
  return {
    exec: (sql) => void db.exec(sql),
    prepare: (sql) => libsqlStatement(db.prepare(sql)),
    inTransaction: () => db.inTransaction,
    close: () => void db.close(),
  };
}
