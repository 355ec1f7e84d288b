/** What SQLite takes and gives for one column. */
export type Value = string | number | null;

/** An open state database. Statements are prepared once and kept by their text. */
export interface Database {
  get<T>(sql: string, ...values: Value[]): T | undefined;
  all<T>(sql: string, ...values: Value[]): T[];
  /** Number of rows changed. */
  run(sql: string, ...values: Value[]): number;
  /** Runs `work` in one transaction; a throw rolls it back. A write takes the lock at its start. */
  transaction<T>(mode: 'read' | 'write', work: () => T): T;
  close(): void;
}
