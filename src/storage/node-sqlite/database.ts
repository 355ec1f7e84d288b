import { nameOfResult } from '../database-error.ts';
import type { SqlValue } from '../transaction.ts';

interface NodeStatement {
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): unknown[];
  iterate(...values: readonly SqlValue[]): Iterator<unknown>;
  columns(): { readonly name: string }[];
  setReturnArrays(on: boolean): void;
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

const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as NodeSqlite;

/** The error with the code that libsql gives it, such as `SQLITE_BUSY`. */
function coded(error: unknown): unknown {
  const known = error as { code?: unknown; readonly errcode?: number };
  if (known.code === 'ERR_SQLITE_ERROR' && known.errcode !== undefined)
    known.code = nameOfResult(known.errcode) ?? 'SQLITE_ERROR';
  // A number that JavaScript cannot hold.
  else if (known.code === 'ERR_OUT_OF_RANGE') known.code = 'SQLITE_MISMATCH';
  return error;
}

/** A number that JavaScript cannot hold becomes the nearest that it can, as in libsql. */
const withNumbers = (row: unknown): unknown =>
  Array.isArray(row) ? row.map((value) => (typeof value === 'bigint' ? Number(value) : value)) : row;

class Statement {
  readonly #statement: NodeStatement;
  #hasBigInts = false;

  constructor(statement: NodeStatement, sql: string) {
    this.#statement = statement;
    // Node refuses a number that is too large, and the number of a row, only after a statement has changed the row.
    if (!/^\s*(SELECT|PRAGMA|WITH)\b/.test(sql)) this.#readBigInts();
  }

  #readBigInts(): void {
    this.#hasBigInts = true;
    this.#statement.setReadBigInts(true);
  }

  /** Reads numbers as BigInts only once one is too large, because that takes longer. */
  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      const isTooLarge = (error as { code?: unknown }).code === 'ERR_OUT_OF_RANGE';
      if (!isTooLarge || this.#hasBigInts) throw coded(error);
      this.#readBigInts();
      return read();
    }
  }

  raw(on: boolean): this {
    this.#statement.setReturnArrays(on);
    return this;
  }

  columns(): { readonly name: string }[] {
    return this.#statement.columns();
  }

  run(values: readonly SqlValue[]): { readonly changes: number } {
    try {
      return { changes: Number(this.#statement.run(...values).changes) };
    } catch (error) {
      throw coded(error);
    }
  }

  get(values: readonly SqlValue[]): unknown {
    const row = this.#read(() => this.#statement.get(...values));
    return this.#hasBigInts ? withNumbers(row) : row;
  }

  all(values: readonly SqlValue[]): unknown[] {
    const rows = this.#read(() => this.#statement.all(...values));
    return this.#hasBigInts ? rows.map(withNumbers) : rows;
  }

  *iterate(values: readonly SqlValue[]): Generator<unknown> {
    // The consumer's errors do not come through here, so all of these are SQLite's.
    const step = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        throw coded(error);
      }
    };
    const rows = step(() => this.#statement.iterate(...values));
    try {
      for (;;) {
        const { done, value } = step(() => rows.next());
        if (done) return;
        yield this.#hasBigInts ? withNumbers(value) : value;
      }
    } finally {
      rows.return?.();
    }
  }
}

/** A database on Node's own SQLite, with the part of libsql's interface that the program uses, and its error codes. */
// biome-ignore lint/style/noDefaultExport: like the module of libsql that it replaces
export default class Database {
  readonly #database: NodeDatabase;

  constructor(file: string) {
    try {
      this.#database = new DatabaseSync(file);
    } catch (error) {
      throw coded(error);
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw coded(error);
    }
  }

  prepare(sql: string): Statement {
    try {
      return new Statement(this.#database.prepare(sql), sql);
    } catch (error) {
      throw coded(error);
    }
  }

  /** Closes the file, unless it is closed already. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
