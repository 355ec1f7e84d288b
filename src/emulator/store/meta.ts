import type { Database } from './database.ts';

/** One-of-a-kind facts of a state, as text. */
export const readMeta = (db: Database, key: string): string | undefined =>
  db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;

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

/** What has to be known at the start of every request, in one query. */
export interface Standing {
  readonly clock: string;
  readonly token_secret: string;
  /** When the next job falls due, in ms; null when nothing is planned. */
  readonly due: number | null;
  /** 1 when there are fault rules. */
  readonly faults: number | null;
}

export function readStanding(db: Database): Standing {
  const standing = db.get<Standing>(
    `SELECT (SELECT value FROM meta WHERE key = 'clock') AS clock,
       (SELECT value FROM meta WHERE key = 'token_secret') AS token_secret,
       (SELECT due_at FROM jobs ORDER BY due_at, id LIMIT 1) AS due, (SELECT 1 FROM faults LIMIT 1) AS faults`,
  );
  if (standing === undefined) throw new Error('the state holds no row of facts');
  return standing;
}
