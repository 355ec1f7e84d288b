import type { LoggedRequest } from '../../contract/control.ts';
import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import { troubleOf } from '../../storage/sqlite/database-file.ts';
import { isJson } from '../../text/json.ts';
import { fieldsOf } from '../../text/records.ts';
import { insertRows } from '../store/tables.ts';

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

/** How late other processes may see a request, ms. */
const delayMs = 50;

/** The last thousand requests of all processes. Only people read them, so they are stored later, many at once. */
export function requestLog(db: Database) {
  let pending: SqlValue[][] = [];
  let timer: NodeJS.Timeout | undefined;

  const store = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.length === 0) return;
    try {
      db.transaction('write', () => {
        insertRows(db, 'requests', ['entry', 'body', 'answer'], pending);
        // By the hundred, because a removal writes other pages of the file than the new entry.
        db.run(`DELETE FROM requests WHERE id <= ${newest} / 100 * 100 - ?`, [kept]);
      });
      pending = [];
    } catch (error) {
      if (troubleOf(error) === undefined) throw error;
    }
  };

  return {
    /** Takes a request and its answer, both without secrets. */
    add(entry: LogEntry, body: string | undefined, answer: string): void {
      pending.push([JSON.stringify(entry), body ?? null, answer === '' ? null : answerJson(answer)]);
      if (pending.length > kept) pending.shift();
      timer ??= setTimeout(store, delayMs).unref();
    },
    /** Stores what was taken, unless the state cannot be written now. */
    store,
    read: (): LoggedRequest[] =>
      db
        .all<Row>(`SELECT id, entry, body, answer FROM requests WHERE id > ${newest} - ? ORDER BY id`, [kept])
        .map(readRow),
    /** Forgets them. Returns how many there were. */
    clear(): number {
      const unstored = pending.length;
      pending = [];
      return Math.min(db.run('DELETE FROM requests') + unstored, kept);
    },
  };
}
