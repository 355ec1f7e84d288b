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
  readonly body: string | undefined;
  /** The body of the answer; undefined when it contains a secret. */
  readonly answer: string | undefined;
}

type LogEntry = Omit<LoggedRequest, 'id'>;

const kept = 1000;

/** How many characters of an answer are stored. */
const longestAnswer = 2000;

/** An answer as it is stored: JSON unchanged, other text, and the beginning of a long answer, quoted. */
function answerJson(answer: string): string {
  if (answer.length > longestAnswer) return JSON.stringify(`${answer.slice(0, longestAnswer)}…`);
  return isJson(answer) ? answer : JSON.stringify(answer);
}

/** The message of a failed request's answer. */
function errorOf(status: number, answer: string): string | undefined {
  if (status < 400 || !isJson(answer)) return undefined;
  const { error } = fieldsOf(JSON.parse(answer));
  return typeof error === 'string' ? error : undefined;
}

/** A request as JSON, with its bodies inserted as the original text. */
function entryJson({
  at,
  parts,
  query,
  assumptions,
  body,
  answer = '',
  ...request
}: AnsweredRequest): string {
  const { method, client, status, fault } = request;
  const entry: LogEntry = {
    at: isoUtc(at),
    method,
    path: `/${parts.map(encodeURIComponent).join('/')}`,
    ...(query === '' ? {} : { query }),
    client,
    status,
    error: errorOf(status, answer),
    fault,
    ...(assumptions.size === 0 ? {} : { assumptions: [...assumptions] }),
  };
  const bodies = [
    ...(body === undefined ? [] : [`"body":${body}`]),
    ...(answer === '' ? [] : [`"answer":${answerJson(answer)}`]),
  ];
  const json = JSON.stringify(entry);
  return bodies.length === 0 ? json : `${json.slice(0, -1)},${bodies.join()}}`;
}

/** The last thousand requests, across all processes. A row holds a request; those of earlier versions hold several. */
export const requestLog = (db: Database) => ({
  /** Writes a request. The caller has opened a transaction. */
  add(request: AnsweredRequest): void {
    db.run('INSERT INTO requests (count, entries) VALUES (1, ?)', [`[${entryJson(request)}]`]);
    db.run('DELETE FROM requests WHERE id <= (SELECT max(id) FROM requests) - ?', [kept]);
  },
  /** Oldest first. */
  read: (): LoggedRequest[] =>
    db
      .all<{ id: number; entries: string }>('SELECT id, entries FROM requests ORDER BY id')
      .flatMap(({ id, entries }) =>
        (JSON.parse(entries) as LogEntry[]).map((entry, index) => ({ id: id * kept + index, ...entry })),
      )
      .slice(-kept),
  /** Forgets them. Returns how many there were. */
  clear(): number {
    const row = db.get<{ total: number | null }>('SELECT sum(count) AS total FROM requests');
    db.run('DELETE FROM requests');
    return Math.min(row?.total ?? 0, kept);
  },
});
