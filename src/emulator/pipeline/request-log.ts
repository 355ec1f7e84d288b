import { isoUtc } from '../../text/time.ts';
import type { Database } from '../store/database/database.ts';

/** A request of the service as it is noted when it is answered; no secrets, no token. */
interface Noted {
  /** By the emulator's clock, ms. */
  readonly at: number;
  readonly method: string;
  /** The decoded path below the base address. */
  readonly parts: readonly string[];
  readonly query: string;
  readonly client: string | undefined;
  readonly status: number;
  /** What a fault rule did to it. */
  readonly fault: unknown;
  readonly assumptions: ReadonlySet<string>;
  /** The body as JSON text. */
  readonly body: string | undefined;
}

/** One request as it is kept for people to read. */
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
  add(noted: Noted): void;
  /** Writes down what is waiting; needs no open transaction. */
  flush(): void;
  /** The last thousand requests of all processes, oldest first. */
  read(): KeptEntry[];
  clear(): void;
}

/** A `LogEntry` as JSON; the body is put in as the text that it came as. */
function entryJson({ at, method, parts, query, client, status, fault, assumptions, body }: Noted): string {
  const entry: LogEntry = {
    at: isoUtc(at),
    method,
    path: `/${parts.map(encodeURIComponent).join('/')}`,
    ...(query === '' ? {} : { query }),
    ...(client === undefined ? {} : { client }),
    status,
    ...(fault === undefined ? {} : { fault }),
    ...(assumptions.size === 0 ? {} : { assumptions: [...assumptions] }),
  };
  const json = JSON.stringify(entry);
  return body === undefined ? json : `${json.slice(0, -1)},"body":${body}}`;
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
  let waiting: Noted[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const entries = waiting.slice(-kept);
    waiting = [];
    db.transaction('write', () => {
      db.run(
        'INSERT INTO requests (count, entries) VALUES (?, ?)',
        entries.length,
        `[${entries.map(entryJson).join()}]`,
      );
      trim(db);
    });
  };
  return {
    add(noted) {
      waiting.push(noted);
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
