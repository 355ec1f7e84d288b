import type { Database } from '../../storage/sqlite/database.ts';
import { dayMs } from '../../text/time/time.ts';
import { leftOutState } from '../terms/outcomes.ts';

/** A document of the files that a run did not send: invalid, or an order that an export leaves out. */
export interface Unsent {
  readonly reference: string;
  readonly state: 'invalid' | typeof leftOutState;
  /** Why. */
  readonly error: string;
}

/** How many left-out orders are kept, and for how long (ms): an export may cover a year and be uploaded every few minutes. */
const limits = { orders: 500_000, ms: 30 * dayMs };

/**
 * Records what a run did not send, and returns how many orders it left out. Forgets those of earlier runs beyond `kept`:
 * by default, after 30 days, and all before the last 500,000 (about 20 MB). The caller must have opened a
 * transaction. Throws SQLite's errors.
 */
export function recordUnsent(
  db: Database,
  run: number,
  now: number,
  documents: Iterable<Unsent>,
  kept = limits,
): number {
  let leftOut = 0;
  for (const { reference, state, error } of documents) {
    if (state === leftOutState) leftOut += 1;
    db.run(
      'INSERT OR IGNORE INTO past (run, reference, state, error) VALUES (?, ?, ?, ?)',
      run,
      reference,
      state,
      error,
    );
  }
  if (leftOut > 0) forgetOld(db, run, now - kept.ms, kept.orders - leftOut);
  return leftOut;
}

/** Keeps the left-out orders of the latest runs since `since` (ms since the epoch), as long as they are at most `most`. */
function forgetOld(db: Database, run: number, since: number, most: number): void {
  const count = `(counts ->> '$."${leftOutState}"')`;
  db.run(
    `DELETE FROM past WHERE state = '${leftOutState}' AND run IN (
       SELECT id FROM runs WHERE started_at < ? AND ${count} > 0
       UNION ALL
       SELECT id FROM (
         SELECT id, sum(${count}) OVER (ORDER BY id DESC) AS total FROM runs
         WHERE started_at >= ? AND id <> ? AND ${count} > 0)
       WHERE total > ?)`,
    since,
    since,
    run,
    most,
  );
}
