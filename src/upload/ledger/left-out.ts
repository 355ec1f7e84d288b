import type { Connection } from '../../storage/sqlite.ts';
import { leftOutState } from '../outcomes.ts';

/** An order of an export that a run did not send, and why. */
export interface LeftOutOrder {
  readonly reference: string;
  readonly reason: string;
}

const batchSize = 5000;

/** An export of a whole year comes every day, and most of it was sent long ago. */
const keptMs = 30 * 86_400_000;

/**
 * Records which orders a run left out, and how many there are, and forgets those of runs that are more than 30 days
 * older. The caller has opened a transaction. Throws what SQLite says.
 */
export function recordLeftOut(
  db: Connection,
  run: number,
  now: number,
  orders: Iterable<LeftOutOrder>,
): number {
  const put = db.statement(
    `INSERT OR IGNORE INTO past (run, reference, state, error)
     SELECT ?, value ->> 0, '${leftOutState}', value ->> 1 FROM json_each(?)`,
  );
  let count = 0;
  let batch: [reference: string, reason: string][] = [];
  const write = (): void => {
    if (batch.length > 0) put.run(run, JSON.stringify(batch));
    count += batch.length;
    batch = [];
  };
  for (const { reference, reason } of orders) {
    batch.push([reference, reason]);
    if (batch.length === batchSize) write();
  }
  write();
  if (count > 0) forgetOld(db, now);
  return count;
}

function forgetOld(db: Connection, now: number): void {
  db.statement(
    `DELETE FROM past WHERE state = '${leftOutState}'
     AND run IN (SELECT id FROM runs WHERE started_at < ? AND counts ->> '$."${leftOutState}"' > 0)`,
  ).run(now - keptMs);
}
