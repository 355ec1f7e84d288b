import type { Connection } from '../../storage/sqlite.ts';
import { leftOutState } from '../outcomes.ts';

/** A document of the files that a run did not send: invalid, or an order that an export leaves out. */
export interface Unsent {
  readonly reference: string;
  readonly state: 'invalid' | typeof leftOutState;
  /** Why. */
  readonly error: string;
}

const batchSize = 5000;

/** Kept for a limited time, because a daily export may cover a whole year. */
const keptMs = 30 * 86_400_000;

/**
 * Records what a run did not send, and gives how many orders it left out; forgets those of runs that are more than 30
 * days older. The caller has opened a transaction. Throws what SQLite says.
 */
export function recordUnsent(db: Connection, run: number, now: number, documents: Iterable<Unsent>): number {
  const put = db.statement(
    `INSERT OR IGNORE INTO past (run, reference, state, error)
     SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
  );
  let leftOut = 0;
  let batch: [reference: string, state: string, error: string][] = [];
  const write = (): void => {
    if (batch.length > 0) put.run(run, JSON.stringify(batch));
    batch = [];
  };
  for (const { reference, state, error } of documents) {
    if (state === leftOutState) leftOut += 1;
    batch.push([reference, state, error]);
    if (batch.length === batchSize) write();
  }
  write();
  if (leftOut > 0) forgetOld(db, now);
  return leftOut;
}

function forgetOld(db: Connection, now: number): void {
  db.statement(
    `DELETE FROM past WHERE state = '${leftOutState}'
     AND run IN (SELECT id FROM runs WHERE started_at < ? AND counts ->> '$."${leftOutState}"' > 0)`,
  ).run(now - keptMs);
}
