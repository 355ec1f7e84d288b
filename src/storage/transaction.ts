import type Libsql from 'libsql';

/** A value that SQLite accepts and returns for one column. */
export type SqlValue = string | number | null;

/**
 * Runs `work` in one transaction that writes; a throw rolls it back. `BEGIN IMMEDIATE` takes the write lock at once, so
 * that two writing processes wait for each other instead of failing halfway.
 */
export function inTransaction<T>(connection: Libsql.Database, work: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already rolled back, for example because the disk is full.
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
