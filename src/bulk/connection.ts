import Libsql from 'libsql';

/** What SQLite takes and gives for one column. */
type Value = string | number | null;
export type Row = readonly Value[];

/** A statement that is prepared once. Rows are arrays, in the order of their columns. */
interface Statement {
  /** Number of rows changed. */
  run(...values: Value[]): number;
  row(...values: Value[]): Row | undefined;
  rows(...values: Value[]): Row[];
}

/** One connection to SQLite. */
export interface Connection {
  statement(sql: string): Statement;
  /** Runs statements that take no values. */
  script(sql: string): void;
  /** Runs `work` in one transaction that holds the write lock from its start; a throw rolls it back. */
  transaction<T>(work: () => T): T;
  close(): void;
}

const busyTimeoutMs = 15_000;

/** Opens a database file, or a private one in memory, whose temporary tables live in an unnamed file on disk. */
export function connect(file: string): Connection {
  const db = new Libsql(file);
  db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  db.exec('PRAGMA temp_store = FILE');
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
      };
    },
    script: (sql) => void db.exec(sql),
    transaction(work) {
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        if (db.inTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => void db.close(),
  };
}
