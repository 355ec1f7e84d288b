import type Libsql from 'libsql';

/** What SQLite takes and gives for one column. */
export type SqlValue = string | number | null;

/**
 * Runs `work` in one transaction; a throw rolls it back. `BEGIN IMMEDIATE` takes the write lock at once, so that two
 * processes that mean to write wait for each other instead of failing half way.
 */
export function inTransaction<T>(
  connection: Libsql.Database,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE',
  work: () => T,
): T {
  connection.exec(begin);
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
