import type { Database } from './store/database.ts';

/** One request of the service as it is kept for people to read; no secrets, no token. */
export interface LogEntry {
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

export interface KeptEntry extends LogEntry {
  /** Grows from request to request. */
  readonly id: number;
}

const kept = 1000;
const batch = 100;

/** The requests this process has answered and not yet written down, and those in the state. */
export interface RequestLog {
  add(entry: LogEntry): void;
  /** Writes down what is waiting; needs no open transaction. */
  flush(): void;
  /** The last thousand requests of all processes, oldest first. */
  read(): KeptEntry[];
  clear(): void;
}

/**
 * Requests are written down in batches, because one write per read would cost more than the read itself. What a killed
 * process had not written down is missing from the log, never from the service's data.
 */
export function requestLog(db: Database): RequestLog {
  let waiting: LogEntry[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const entries = waiting.slice(-kept);
    waiting = [];
    db.transaction('write', () => {
      let id = 0;
      for (const entry of entries) {
        const row = db.get<{ id: number }>(
          'INSERT INTO requests (entry) VALUES (?) RETURNING id',
          JSON.stringify(entry),
        );
        id = Number(row?.id);
      }
      db.run('DELETE FROM requests WHERE id <= ?', id - kept);
    });
  };
  return {
    add(entry) {
      waiting.push(entry);
      if (waiting.length >= batch) flush();
    },
    flush,
    read() {
      flush();
      return db
        .all<{ id: number; entry: string }>('SELECT id, entry FROM requests ORDER BY id')
        .map(({ id, entry }) => ({ id, ...(JSON.parse(entry) as LogEntry) }));
    },
    clear() {
      waiting = [];
      db.run('DELETE FROM requests');
    },
  };
}
