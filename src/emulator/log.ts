import type { Database } from './store/database.ts';

/** One request of the service as it is kept for people to read; no secrets, no token. */
interface LogEntry {
  /** By the emulator's clock. */
  readonly at: string;
  readonly method: string;
  /** Without the version segment, encoded as it came, without its query. */
  readonly path: string;
  readonly query?: string;
  readonly client?: string;
  readonly status: number;
  readonly error?: string;
  /** What a fault rule did to it. */
  readonly fault?: unknown;
  readonly assumptions?: readonly string[];
  /** The parsed body, or its first part when it is long. */
  readonly body?: unknown;
}

interface KeptEntry extends LogEntry {
  /** Grows from request to request. */
  readonly id: number;
}

const kept = 1000;

/** The requests this process has answered and not yet written down, a thousand at the most, and those in the state. */
export interface RequestLog {
  add(entry: LogEntry): void;
  /** Writes down what is waiting; needs no open transaction. */
  flush(): void;
  /** The last thousand requests of all processes, oldest first. */
  read(): KeptEntry[];
  clear(): void;
}

interface Row {
  readonly id: number;
  readonly entries: string;
}

/** Removes what lies so far back that a thousand newer requests are kept. */
const trim = (db: Database): number =>
  db.run(
    `DELETE FROM requests WHERE id IN (SELECT id FROM
       (SELECT id, sum(count) OVER (ORDER BY id DESC) - count AS newer FROM requests) WHERE newer >= ?)`,
    kept,
  );

/**
 * Requests are written down in batches, one row each, because a write per read would cost more than the read itself, and
 * only as far as they are kept. What a killed process had not written down is missing from the log, never from the
 * service's data.
 */
export function requestLog(db: Database): RequestLog {
  let waiting: LogEntry[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const entries = waiting.slice(-kept);
    waiting = [];
    db.transaction('write', () => {
      db.run('INSERT INTO requests (count, entries) VALUES (?, ?)', entries.length, JSON.stringify(entries));
      trim(db);
    });
  };
  return {
    add(entry) {
      waiting.push(entry);
      // Cut now and then, because each cut copies.
      if (waiting.length >= 2 * kept) waiting = waiting.slice(-kept);
    },
    flush,
    read() {
      flush();
      return db
        .all<Row>('SELECT id, entries FROM requests ORDER BY id')
        .flatMap(({ id, entries }) =>
          (JSON.parse(entries) as LogEntry[]).map((entry, index) => ({ id: id * kept + index, ...entry })),
        )
        .slice(-kept);
    },
    clear() {
      waiting = [];
      db.run('DELETE FROM requests');
    },
  };
}
