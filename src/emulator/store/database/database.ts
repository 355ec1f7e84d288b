import Libsql from 'libsql';
import { inTransaction, type SqlValue } from '../../../storage/transaction.ts';

/** An open state database. Statements are prepared once and kept by their text. */
export interface Database {
  get<T>(sql: string, ...values: SqlValue[]): T | undefined;
  all<T>(sql: string, ...values: SqlValue[]): T[];
  /** Number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** Runs `work` in one transaction; a throw rolls it back. A write takes the lock at its start. */
  transaction<T>(mode: TransactionMode, work: () => T): T;
  /**
   * What `make` reads from the database, read once for as long as nothing in it changes, by this process or another;
   * for reads whose result is asked for again and again. Within a write nothing is remembered. Requests that arrive in
   * one turn of the event loop are answered as of its beginning, apart from what this process wrote since. Where new
   * `orders` change nothing that is read, it outlasts them.
   */
  cached<T>(key: string, make: () => T, outlasts?: 'orders'): T;
  /** Another text after each change, by this process or another, for as long as this process runs. */
  version(): string;
  /** Runs statements that take no values, one after the other. */
  script(sql: string): void;
  /** All rows as arrays, in the order of `columns`; for the export of whole tables. */
  rows(sql: string): { readonly columns: readonly string[]; readonly rows: readonly (readonly SqlValue[])[] };
  close(): void;
}

/** `orders` is a write of new orders alone, with the stock that they book and the number that they count up. */
type TransactionMode = 'read' | 'write' | 'orders';

interface Prepared {
  readonly statement: Libsql.Statement;
  /** Column names; known once the statement has been asked for rows. */
  columns: readonly string[] | undefined;
}

/** Results remembered at the most. */
const maxCached = 500;

/** How long a process waits for another one's write before it gives up. */
const busyTimeoutMs = 10_000;

/**
 * Opens a database file, or one in memory (`:memory:`), without looking at what is in it. With the write-ahead log
 * and `synchronous = NORMAL` a committed write survives the death of the process at any moment; only a power cut can
 * take back the last ones, which is enough for an emulator and several times faster than a sync per request.
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
  // Rows come as arrays, because the library adds a member of its own to rows that come as objects.
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

  // Another process's commits change its data version, our own are counted.
  const cache = {
    values: new Map<string, unknown>(),
    outlasting: new Map<string, unknown>(),
    writes: 0,
    orderWrites: 0,
    writesAtRead: -1,
    orderWritesAtRead: -1,
    version: '',
    writing: false,
    turn: false,
  };
  const dropOutdated = (): void => {
    // To ask costs as much as a small read, so it is done once in a turn.
    if (cache.turn && cache.writesAtRead === cache.writes && cache.orderWritesAtRead === cache.orderWrites)
      return;
    const version = String(reader('PRAGMA data_version').statement.get([]));
    const same = version === cache.version && cache.writesAtRead === cache.writes;
    if (!same) cache.outlasting.clear();
    if (!same || cache.orderWritesAtRead !== cache.orderWrites) cache.values.clear();
    cache.version = version;
    cache.writesAtRead = cache.writes;
    cache.orderWritesAtRead = cache.orderWrites;
    if (cache.turn) return;
    cache.turn = true;
    setImmediate(() => {
      cache.turn = false;
    });
  };

  connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return {
    get<T>(sql: string, ...values: SqlValue[]) {
      const { statement, columns } = reader(sql);
      const row = statement.get(values) as readonly SqlValue[] | undefined;
      return row === undefined ? undefined : toRow<T>(columns, row);
    },
    all<T>(sql: string, ...values: SqlValue[]) {
      const { statement, columns } = reader(sql);
      return (statement.all(values) as (readonly SqlValue[])[]).map((row) => toRow<T>(columns, row));
    },
    run(sql, ...values) {
      // What is written within a transaction counts as its mode says.
      if (!cache.writing) cache.writes++;
      return prepare(sql).statement.run(values).changes;
    },
    transaction(mode, work) {
      const writing = mode !== 'read';
      switch (mode) {
        case 'read':
          break;
        case 'write':
          cache.writes++;
          break;
        case 'orders':
          cache.orderWrites++;
          break;
        default:
          mode satisfies never;
      }
      cache.writing = writing;
      try {
        return inTransaction(connection, writing ? 'BEGIN IMMEDIATE' : 'BEGIN', work);
      } finally {
        cache.writing = false;
      }
    },
    cached<T>(key: string, make: () => T, outlasts?: 'orders') {
      if (cache.writing) return make();
      dropOutdated();
      const values = outlasts === undefined ? cache.values : cache.outlasting;
      const known = values.get(key) as T | undefined;
      if (known !== undefined) return known;
      if (values.size >= maxCached) values.clear();
      const made = make();
      values.set(key, made);
      return made;
    },
    version: () => `${reader('PRAGMA data_version').statement.get([])}-${cache.writes}-${cache.orderWrites}`,
    script: (sql) => void connection.exec(sql),
    rows(sql) {
      const { statement, columns } = reader(sql);
      return { columns, rows: statement.all([]) as (readonly SqlValue[])[] };
    },
    close() {
      prepared.clear();
      connection.close();
    },
  };
}
