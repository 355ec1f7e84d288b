import type { Database } from '../../storage/sqlite/database.ts';

/** Reads a single fact about the state; undefined if it is not set. */
export const readMeta = (db: Database, key: string): string | undefined =>
  db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;

/** Stores a value under its key and replaces any earlier value. */
export function writeMeta(db: Database, key: string, value: string): void {
  db.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  );
}

/** Increases a named counter by 1 and returns its new value; it starts at 0. */
export function countUp(db: Database, key: string): number {
  const row = db.get<{ value: string }>(
    `INSERT INTO meta (key, value) VALUES (?, '1')
     ON CONFLICT (key) DO UPDATE SET value = CAST(value + 1 AS TEXT) RETURNING value`,
    key,
  );
  return Number(row?.value);
}
