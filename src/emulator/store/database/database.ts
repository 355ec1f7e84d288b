import Libsql from 'libsql';
import { inTransaction, type SqlValue } from '../../../storage/transaction.ts';
import { createValueCache, type WriteMode } from './value-cache.ts';

/** An open state database. Each statement is prepared once and cached by its text. */
export interface Database {
  get<T>(sql: string, ...values: SqlValue[]): T | undefined;
  all<T>(sql: string, ...values: SqlValue[]): T[];
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /**
   * Runs `work` in one transaction and rolls back on a throw. A write takes the lock at the start; a read begins with
   * its first statement, so that work which needs none costs nothing.
   */
  transaction<T>(mode: TransactionMode, work: () => T): T;
  /**
   * Caches what `make` reads until the database changes, in this process or another; for reads that repeat often.
   * Requests that arrive in the same turn of the event loop see the database as it was at the start of the turn, plus
   * this process's own writes since. With `outlasts: 'orders'`, new orders do not invalidate the entry, because they
   * change nothing that it reads. During a write nothing is cached, except such entries while only orders are added:
   * those see what the requests for these orders saw when they arrived.
   */
  cached<T>(key: string, make: () => T, outlasts?: 'orders'): T;
  /** A text that differs after each change, by this process or another, while this process runs. */
  version(): string;
  /** Calls `listener` after each commit of a transaction that writes. */
  onCommit(listener: () => void): void;
  /** Runs statements that take no values, in sequence. */
  script(sql: string): void;
  /** All rows as arrays in the order of `columns`, to export whole tables. */
  rows(sql: string): { readonly columns: readonly string[]; readonly rows: readonly (readonly SqlValue[])[] };
  close(): void;
}

type TransactionMode = 'read' | WriteMode;

interface Prepared {
  readonly statement: Libsql.Statement;
  /** Column names; known once the statement has returned rows. */
  columns: readonly string[] | undefined;
}

/** The name of a database that lives in memory and ends with the process; no other process can change it. */
export const inMemory = ':memory:';

/** How long a process waits for another one's write before it fails. */
const busyTimeoutMs = 10_000;

/**
 * Opens a database file, or one in memory (`:memory:`), without checking its contents. With the write-ahead log and
 * `synchronous = NORMAL`, a committed write survives if the process dies at any moment. Only a power cut can lose the
 * latest writes, which is acceptable for an emulator and several times faster than a sync for each request.
 */
export function openDatabase(file: string): Database {
  const connection = new Libsql(file);
  const prepared = new Map<string, Prepared>();

  const prepare = (sql: string): Prepared => {
    let known = prepared.get(sql);
    if (known === undefined) {
      known = { statement: connection.prepare(sql), columns: undefined };
      prepared.set(sql, known);
    }
    return known;
  };
  // Rows are arrays, because the library adds an extra member to rows that are objects.
  const reader = (sql: string): Required<Prepared> & { columns: readonly string[] } => {
    const known = prepare(sql);
    if (known.columns === undefined) {
      known.columns = known.statement.columns().map((column) => column.name);
      known.statement.raw(true);
    }
    return known as Required<Prepared> & { columns: readonly string[] };
  };
  const toRow = <T>(columns: readonly string[], values: readonly SqlValue[]): T => {
    const row: Record<string, SqlValue | undefined> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
    return row as T;
  };

  /** Whether a read transaction begins with the next statement. */
  let beginsRead = false;
  const beginRead = (): void => {
    if (!beginsRead) return;
    beginsRead = false;
    connection.exec('BEGIN');
  };
  const inReadTransaction = <T>(work: () => T): T => {
    beginsRead = true;
    try {
      const result = work();
      if (!beginsRead) connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      throw error;
    } finally {
      beginsRead = false;
    }
  };

  /** SQLite's data version shows commits by other processes; the cache counts our own. */
  const dataVersion = (): string =>
    file === inMemory ? '' : String(reader('PRAGMA data_version').statement.get([]));
  const cache = createValueCache(dataVersion);

  let committed = (): void => undefined;
  connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return {
    get<T>(sql: string, ...values: SqlValue[]) {
      beginRead();
      const { statement, columns } = reader(sql);
      const row = statement.get(values) as readonly SqlValue[] | undefined;
      return row === undefined ? undefined : toRow<T>(columns, row);
    },
    all<T>(sql: string, ...values: SqlValue[]) {
      beginRead();
      const { statement, columns } = reader(sql);
      return (statement.all(values) as (readonly SqlValue[])[]).map((row) => toRow<T>(columns, row));
    },
    run(sql, ...values) {
      cache.wroteAlone();
      return prepare(sql).statement.run(values).changes;
    },
    transaction(mode, work) {
      if (mode === 'read') return inReadTransaction(work);
      return cache.during(mode, () => {
        const result = inTransaction(connection, work);
        committed();
        return result;
      });
    },
    cached: cache.get,
    version: () => `${dataVersion()}-${cache.writes}`,
    onCommit(listener) {
      committed = listener;
    },
    script: (sql) => void connection.exec(sql),
    rows(sql) {
      beginRead();
      const { statement, columns } = reader(sql);
      return { columns, rows: statement.all([]) as (readonly SqlValue[])[] };
    },
    close() {
      prepared.clear();
      connection.close();
    },
  };
}
