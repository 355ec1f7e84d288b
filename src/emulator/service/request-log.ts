import type { LoggedRequest } from '../../contract/control.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { fieldsOf, isJson } from '../../text/records.ts';
import { isoUtc } from '../../text/time/time.ts';

/** An answered request of the service as it is logged, without secrets or tokens. */
interface AnsweredRequest {
  /** By the emulator's clock, ms. */
  readonly at: number;
  readonly method: string;
  /** The decoded path below the base address. */
  readonly parts: readonly string[];
  readonly query: string;
  readonly client: string | undefined;
  readonly status: number;
  /** The fault rule's effect on it. */
  readonly fault: unknown;
  readonly assumptions: ReadonlySet<string>;
  /** The body as JSON text. */
  readonly body: string | undefined;
  /** The body of the answer; undefined when it contains a secret. */
  readonly answer: string | undefined;
}

type LogEntry = Omit<LoggedRequest, 'id'>;

const kept = 1000;

/** The stored requests, plus those that this process has answered but not yet written. */
export interface RequestLog {
  add(request: AnsweredRequest): void;
  /** Writes the pending requests. The caller need not open a transaction. */
  flush(): void;
  /** The last thousand requests across all processes, oldest first. */
  read(): LoggedRequest[];
  /** Forgets them. Returns how many there were. */
  clear(): number;
}

/** How many characters of an answer are stored. */
const longestAnswer = 2000;

/** The beginning of a long answer, quoted as JSON; a copy, because a slice would keep all of it in memory. */
const cutJson = (answer: string): string =>
  `${JSON.stringify(answer.slice(0, longestAnswer)).slice(0, -1)}…"`;

/** An answer as it is stored: JSON unchanged, other text quoted. */
const answerJson = (answer: string): string => (isJson(answer) ? answer : JSON.stringify(answer));

/** The message of a failed request's answer. */
function errorOf(status: number, answer: string): string | undefined {
  if (status < 400 || !isJson(answer)) return undefined;
  const { error } = fieldsOf(JSON.parse(answer));
  return typeof error === 'string' ? error : undefined;
}

/** An answered request as it waits to be written. */
interface Waiting {
  readonly request: Omit<AnsweredRequest, 'answer'>;
  readonly error: string | undefined;
  /** The answer, whole or cut. */
  readonly answer: string;
  readonly isCut: boolean;
}

function waitingOf({ answer = '', ...request }: AnsweredRequest): Waiting {
  const isCut = answer.length > longestAnswer;
  return { request, error: errorOf(request.status, answer), answer: isCut ? cutJson(answer) : answer, isCut };
}

/** A request as JSON, with its bodies inserted as the original text. */
function entryJson({ request, error, answer, isCut }: Waiting): string {
  const { at, method, parts, query, client, status, fault, assumptions, body } = request;
  const entry: LogEntry = {
    at: isoUtc(at),
    method,
    path: `/${parts.map(encodeURIComponent).join('/')}`,
    ...(query === '' ? {} : { query }),
    client,
    status,
    error,
    fault,
    ...(assumptions.size === 0 ? {} : { assumptions: [...assumptions] }),
  };
  const bodies = [
    ...(body === undefined ? [] : [`"body":${body}`]),
    ...(answer === '' ? [] : [`"answer":${isCut ? answer : answerJson(answer)}`]),
  ];
  const json = JSON.stringify(entry);
  return bodies.length === 0 ? json : `${json.slice(0, -1)},${bodies.join()}}`;
}

interface Row {
  readonly id: number;
  readonly entries: string;
}

/** Deletes batches that have at least a thousand newer requests. */
const trim = (db: Database): number =>
  db.run(
    `DELETE FROM requests WHERE id IN (SELECT id FROM
       (SELECT id, sum(count) OVER (ORDER BY id DESC) - count AS newer FROM requests) WHERE newer >= ?)`,
    [kept],
  );

/**
 * Writes requests in batches, one row each, because a write for every read would cost more than the read, and drops
 * those that would not be kept. A process that is killed loses its pending log entries, but never the service's data.
 */
export function requestLog(db: Database): RequestLog {
  let waiting: Waiting[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const entries = waiting.slice(-kept);
    waiting = [];
    db.transaction('write', () => {
      const json = `[${entries.map(entryJson).join()}]`;
      db.run('INSERT INTO requests (count, entries) VALUES (?, ?)', [entries.length, json]);
      trim(db);
    });
  };
  return {
    add(request) {
      waiting.push(waitingOf(request));
      // Cut only occasionally, because each cut copies the list.
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
      const row = db.get<{ total: number | null }>('SELECT sum(count) AS total FROM requests');
      const cleared = Math.min((row?.total ?? 0) + waiting.length, kept);
      waiting = [];
      db.run('DELETE FROM requests');
      return cleared;
    },
  };
}
