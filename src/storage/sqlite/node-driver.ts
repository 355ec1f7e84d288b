import { nameOfResult } from '../database-error.ts';
import type { Driver, DriverRow, DriverStatement, SqlValue } from './driver.ts';

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

function statementOf(statement: NodeStatement, sql: string): DriverStatement {
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
    prepare: (sql) => withCodes(() => statementOf(db.prepare(sql), sql)),
    inTransaction: () => db.isTransaction,
    close() {
      if (db.isOpen) withCodes(() => db.close());
    },
  };
}
