import type { SqlValue } from './database.ts';
import { libsqlDriver } from './libsql-driver.ts';
import { nodeDriver } from './node-driver.ts';

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

/**
 * Whether this Node's own SQLite is used. Since Node 24.15 it is no longer experimental (Node would warn at every start),
 * and it is at least SQLite 3.51.3, which fixes a rare bug that can damage files written by several processes. Older
 * Nodes use libsql.
 */
export function usesNodeSqlite({
  node,
  sqlite,
}: {
  readonly node: string;
  readonly sqlite?: string;
}): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return sqlite !== undefined && (major > 25 || (major === 24 && minor >= 15));
}

/** Opens a file with the SQLite library of this Node. */
export const openDriver = (file: string): Driver =>
  usesNodeSqlite(process.versions) ? nodeDriver(file) : libsqlDriver(file);
