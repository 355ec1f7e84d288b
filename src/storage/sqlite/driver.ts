/** A value that SQLite accepts and returns for one column. */
export type SqlValue = string | number | null | Uint8Array;

/** A row by column. Blobs are `Uint8Array`s; a number that JavaScript cannot hold becomes the nearest that it can. */
export type DriverRow = Record<string, unknown>;

/** A prepared statement of a driver. */
export interface DriverStatement {
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
