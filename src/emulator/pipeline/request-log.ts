import { isJson } from '../../text/json.ts';
import { fieldsOf } from '../../text/records.ts';
import { isoUtc } from '../../text/time/time.ts';
import type { Database } from '../store/database/database.ts';

/** A request of the service as it is logged when it is answered; no secrets, no token. */
interface AnsweredRequest {
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
  /** The body of the answer; undefined where it holds a secret. */
  readonly answer: string | undefined;
  /** Whether the answer is JSON for certain; otherwise that is found out, which costs as much as reading it. */
  readonly isJson: boolean;
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
  /** The answer's body, or the beginning of its text when it is long. */
  readonly answer?: unknown;
}

/** One of the kept requests. */
export interface KeptRequest extends LogEntry {
  /** Grows from request to request. */
  readonly id: number;
}

const kept = 1000;

/** The requests this process has answered and not yet written down, a thousand at the most, and those in the state. */
export interface RequestLog {
  add(request: AnsweredRequest): void;
  /** Writes down what is waiting; needs no open transaction. */
  flush(): void;
  /** The last thousand requests of all processes, oldest first. */
  read(): KeptRequest[];
  clear(): void;
}

/** Characters of an answer that are kept. In a busy moment only the newest are looked at: others are kept when short. */
const longestAnswer = { newest: 2000, others: 500 };
const newest = 100;

/** A request whose answer is no longer among the newest: of a long success only the length is kept. */
function withoutLongAnswer(request: AnsweredRequest): AnsweredRequest {
  const { answer, status } = request;
  if (answer === undefined || status >= 400 || answer.length <= longestAnswer.others) return request;
  return { ...request, answer: `"${answer.length} characters"`, isJson: true };
}

/** An answer as it is kept: JSON as it is, other text quoted; of a long one its beginning. */
function answerJson(answer: string, isKnownJson: boolean): string {
  if (answer.length > longestAnswer.newest)
    return JSON.stringify(`${answer.slice(0, longestAnswer.newest)}…`);
  return isKnownJson || isJson(answer) ? answer : JSON.stringify(answer);
}

/** What a failure says for people. */
function errorOf(status: number, answer: string | undefined): string | undefined {
  if (status < 400 || answer === undefined || !isJson(answer)) return undefined;
  const { error } = fieldsOf(JSON.parse(answer));
  return typeof error === 'string' ? error : undefined;
}

/** An answered request of a batch as JSON; bodies are put in as the text that they came as. */
function entryJson(request: AnsweredRequest): string {
  const { at, method, parts, query, client, status, fault, assumptions, body, answer } = request;
  const error = errorOf(status, answer);
  const entry: LogEntry = {
    at: isoUtc(at),
    method,
    path: `/${parts.map(encodeURIComponent).join('/')}`,
    ...(query === '' ? {} : { query }),
    ...(client === undefined ? {} : { client }),
    status,
    ...(error === undefined ? {} : { error }),
    ...(fault === undefined ? {} : { fault }),
    ...(assumptions.size === 0 ? {} : { assumptions: [...assumptions] }),
  };
  const bodies = [
    ...(body === undefined ? [] : [`"body":${body}`]),
    ...(answer === undefined || answer === '' ? [] : [`"answer":${answerJson(answer, request.isJson)}`]),
  ];
  const json = JSON.stringify(entry);
  return bodies.length === 0 ? json : `${json.slice(0, -1)},${bodies.join()}}`;
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
  let waiting: AnsweredRequest[] = [];
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
    add(request) {
      waiting.push(request);
      // At once, not when it is written: the answers of a busy moment would outlive it, and collecting them is dear.
      const old = waiting.length - 1 - newest;
      if (old >= 0) waiting[old] = withoutLongAnswer(waiting[old] as AnsweredRequest);
      // Cut now and then, because each cut copies.
      if (waiting.length >= 2 * kept) waiting = waiting.slice(-kept);
    },
    flush,
    read() {
      flush();
      return db
        .all<Row>('SELECT id, entries FROM requests ORDER BY id')
        .flatMap(({ id, entries }) =>
          (JSON.parse(entries) as LogEntry[]).map((entry, index) => ({
            id: id * kept + index,
            ...entry,
          })),
        )
        .slice(-kept);
    },
    clear() {
      waiting = [];
      db.run('DELETE FROM requests');
    },
  };
}
