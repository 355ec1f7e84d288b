import type { Database } from './database.ts';

/** One-of-a-kind facts of a state, as text. */
export const readMeta = (db: Database, key: string): string | undefined =>
  db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;

/** Keeps a value under its key, in place of an earlier one. */
export function writeMeta(db: Database, key: string, value: string): void {
  db.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  );
}

/** Counts a named counter up and gives its new value, from 1. */
export function countUp(db: Database, key: string): number {
  const row = db.get<{ value: string }>(
    `INSERT INTO meta (key, value) VALUES (?, '1')
     ON CONFLICT (key) DO UPDATE SET value = CAST(value + 1 AS TEXT) RETURNING value`,
    key,
  );
  return Number(row?.value);
}
