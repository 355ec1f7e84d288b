import Libsql from 'libsql';
import { LogSync } from './log-sync.ts';
import { inTransaction, type SqlValue } from './transaction.ts';

/** A row of a result, by column. */
export type Row = readonly SqlValue[];

/** A prepared statement. Rows are arrays, in column order. */
interface Statement {
  /** Number of rows changed. */
  run(...values: SqlValue[]): number;
  row(...values: SqlValue[]): Row | undefined;
  rows(...values: SqlValue[]): Row[];
  /** Yields rows one by one, so any number fits in memory. */
  each(...values: SqlValue[]): Iterable<Row>;
}

/** One connection to SQLite. */
export interface Connection {
  statement(sql: string): Statement;
  /** Runs statements without parameters. */
  script(sql: string): void;
  /** Runs `work` in one transaction that takes the write lock at the start; a throw rolls it back. */
  transaction<T>(work: () => T): T;
  /**
   * Starts to bring what was committed to the write-ahead log to disk, and returns how to wait for it. Both throw the file
   * system's error.
   */
  syncLog(): () => void;
  close(): void;
}

const busyTimeoutMs = 15_000;

/** Opens a database file, or a private one in memory, whose temporary tables live in an unnamed file on disk. */
export function connect(file: string): Connection {
  const db = new Libsql(file);
  db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  db.exec('PRAGMA temp_store = FILE');
  const log = new LogSync(file);
  return {
    statement(sql) {
      const prepared = db.prepare(sql);
      let reader: Libsql.Statement | undefined;
      const reading = (): Libsql.Statement => {
        reader ??= prepared.raw(true);
        return reader;
      };
      return {
        run: (...values) => prepared.run(values).changes,
        row: (...values) => reading().get(values) as Row | undefined,
        rows: (...values) => reading().all(values) as Row[],
        each: (...values) => reading().iterate(values) as Iterable<Row>,
      };
    },
    script: (sql) => void db.exec(sql),
    transaction: (work) => inTransaction(db, work),
    syncLog: () => log.start(),
    close() {
      log.close();
      db.close();
    },
  };
}
