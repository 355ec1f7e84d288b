import type { LoggedRequest } from '../../contract/control.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { fieldsOf, isJson } from '../../text/records.ts';

/** What is stored of a request beside its bodies. */
type LogEntry = Omit<LoggedRequest, 'id' | 'body' | 'answer'>;

interface Row {
  readonly id: number;
  readonly entry: string;
  readonly body: string | null;
  readonly answer: string | null;
}

const kept = 1000;

const newest = '(SELECT max(id) FROM requests)';

const longestAnswer = 2000;

/** An answer as it is stored: JSON unchanged, other text, and the beginning of a long answer, quoted. */
function answerJson(answer: string): string {
  if (answer.length > longestAnswer) return JSON.stringify(`${answer.slice(0, longestAnswer)}…`);
  return isJson(answer) ? answer : JSON.stringify(answer);
}

/** The message of a failed request's answer. */
export function errorOf(status: number, answer: string): string | undefined {
  if (status < 400 || !isJson(answer)) return undefined;
  const { error } = fieldsOf(JSON.parse(answer));
  return typeof error === 'string' ? error : undefined;
}

const readRow = ({ id, entry, body, answer }: Row): LoggedRequest => ({
  ...{ id, ...(JSON.parse(entry) as LogEntry) },
  ...(body === null ? {} : { body: JSON.parse(body) }),
  ...(answer === null ? {} : { answer: JSON.parse(answer) }),
});

/** The last thousand requests, across all processes. */
export const requestLog = (db: Database) => ({
  /** Writes a request and its answer, both without secrets. The caller has opened a transaction. */
  add(entry: LogEntry, body: string | undefined, answer: string): void {
    const values = [JSON.stringify(entry), body ?? null, answer === '' ? null : answerJson(answer)];
    db.run('INSERT INTO requests (entry, body, answer) VALUES (?, ?, ?)', values);
    // By the hundred, because a removal writes other pages of the file than the new entry.
    db.run(`DELETE FROM requests WHERE id <= ${newest} / 100 * 100 - ?`, [kept]);
  },
  read: (): LoggedRequest[] =>
    db
      .all<Row>(`SELECT id, entry, body, answer FROM requests WHERE id > ${newest} - ? ORDER BY id`, [kept])
      .map(readRow),
  /** Forgets them. Returns how many there were. */
  clear: (): number => Math.min(db.run('DELETE FROM requests'), kept),
});
