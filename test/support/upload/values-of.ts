import type { Database, SqlValue } from '../../../src/storage/sqlite/database.ts';

/** The values of each row, in the order of the columns. */
export const valuesOf = (db: Database, sql: string, ...values: SqlValue[]): unknown[][] =>
  db.all<Record<string, unknown>>(sql, values).map((row) => Object.values(row));
