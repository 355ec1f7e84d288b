import { createHash, hash } from 'node:crypto';
import type { LeftOutLine, Reason } from '../../payload/document/reasons.ts';
import type { DocumentSink, NewDocument, Note, ReadDocument } from '../../payload/document/types.ts';
import {
  checkTemporaryFolder,
  insertRows,
  openTemporary,
  type SqlValue,
} from '../../storage/sqlite/database.ts';
import { heard } from '../../timers.ts';
import { newBloomFilter } from './bloom-filter.ts';

/** The part of a reference, from 1: FNV-1a over UTF-8, then the remainder; the same everywhere, for shared files. */
export function partOf(reference: string, count: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(reference, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 15;
  return ((Math.imul(hash, 0x2c1b3c6d) >>> 0) % count) + 1;
}

/** Part `index`, from 1, of `count` parts. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Whether a document of the spool may be sent, or why not. */
export type SpoolStatus = 'sendable' | 'invalid' | 'other-shard' | 'left-out' | 'short';

export interface SpooledDocument {
  /** Its place among all, from 0 in file order. */
  readonly number: number;
  readonly reference: string;
  /** The JSON to send. */
  readonly body: string;
  /** That of the body; empty for a document that is left out or invalid. */
  readonly digest: string;
  readonly status: SpoolStatus;
  /** Index into the sources. */
  readonly file: number;
  readonly lines: readonly number[];
  readonly leftOut: Reason | undefined;
  readonly leftOutLines: readonly LeftOutLine[];
}

/** The documents read from the files, on disk, so that memory hardly grows with their number. */
export type Spool = ReturnType<typeof openSpool>;

/** The digest of a document's content: half of its SHA-256, because nobody gains from a collision of their own orders. */
export const digestOf = (body: string): string => wholeDigestOf(body).slice(0, digestLength);

const digestLength = 32;
const wholeDigestOf = (body: string): string => hash('sha256', body);

/** The digest of all bodies in the files, sorted by the database, also of other shards and of orders short of stock. */
export async function digestOfAll(spool: Spool, interrupted: AbortSignal): Promise<string> {
  const all = createHash('sha256');
  for await (const digest of heard(spool.digests(), interrupted)) all.update(digest);
  return all.digest('hex').slice(0, digestLength);
}

/**
 * `invalid` is what reading said of the document, whatever its status. `lines` is the only one, or JSON of them. `more` is
 * JSON of what few documents have. `digest` is that of the body, null for a document that is left out.
 */
const tables = `
CREATE TEMP TABLE documents (
  number INTEGER PRIMARY KEY, reference TEXT NOT NULL UNIQUE, status TEXT NOT NULL, invalid INTEGER NOT NULL,
  file INTEGER NOT NULL, lines NOT NULL, more TEXT, digest TEXT, body TEXT NOT NULL);
CREATE TEMP TABLE known_scattered (reference TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TEMP TABLE scattered (
  reference TEXT NOT NULL, id INTEGER NOT NULL, rows TEXT NOT NULL, PRIMARY KEY (reference, id)) WITHOUT ROWID`;

/** A row of documents that have these things in common. */
const rowOfAll = (status: SpoolStatus, invalid: boolean): string =>
  `(?, ?, '${status}', ${Number(invalid)}, ?, ?, ?, ?, ?)`;
const rowWidth = 7;

type More = Pick<ReadDocument, 'leftOut' | 'leftOutLines' | 'notes'>;

type Row = Pick<SpooledDocument, 'number' | 'reference' | 'body' | 'status' | 'file'> & {
  readonly invalid: number;
  readonly lines: number | string;
  readonly more: string | null;
  readonly digest: string | null;
};

const moreOf = (more: string | null): More => (more === null ? {} : (JSON.parse(more) as More));

const linesOf = (lines: number | string): readonly number[] =>
  typeof lines === 'number' ? [lines] : (JSON.parse(lines) as number[]);

/** The column from which each member of a document comes, and how. */
const membersOf: {
  readonly [Name in keyof SpooledDocument]-?: readonly [keyof Row, (row: Row) => SpooledDocument[Name]];
} = {
  number: ['number', ({ number }) => number],
  reference: ['reference', ({ reference }) => reference],
  body: ['body', ({ body }) => body],
  digest: ['digest', ({ digest }) => digest?.slice(0, digestLength) ?? ''],
  status: ['status', ({ status }) => status],
  file: ['file', ({ file }) => file],
  lines: ['lines', ({ lines }) => linesOf(lines)],
  leftOut: ['more', ({ more }) => moreOf(more).leftOut],
  leftOutLines: ['more', ({ more }) => moreOf(more).leftOutLines ?? []],
};

function asRead({ reference, body, file, lines, invalid, more }: Row): ReadDocument {
  return { reference, body, file, lines: linesOf(lines), invalid: invalid === 1, ...moreOf(more) };
}

/** The JSON of what few documents have; null for most. */
function jsonOfMore({ leftOut, leftOutLines, notes }: NewDocument): string | null {
  const isUsual = leftOut === undefined && leftOutLines === undefined && notes === undefined;
  return isUsual ? null : JSON.stringify({ leftOut, leftOutLines, notes });
}

/** So much fits in memory, without a temporary file. */
const withoutFile = 1 << 20;
/** Documents whose bodies are shown in one piece, at most. */
const bodiesAtOnce = 50;
/** New documents wait until there are so many. */
const storedAtOnce = 50;

/** Opens an empty spool. It keeps documents of other shards too: a reference must not appear twice in the file. */
export function openSpool(shard?: Shard) {
  const db = openTemporary(tables);
  const counts = new Map<SpoolStatus, number>();
  let size = 0;
  let scatteredCount = 0;
  /** Whether documents are known as scattered, and whether some are that the reading did not know. */
  let [knowsScattered, isNewlyScattered] = [false, false];
  /** About how much is stored until the folder for temporary files is checked. */
  let unchecked = 0;

  const count = (status: SpoolStatus, change: number): void =>
    void counts.set(status, (counts.get(status) ?? 0) + change);

  const check = (stored: string): void => {
    if (unchecked > withoutFile) return;
    unchecked += stored.length;
    if (unchecked > withoutFile) checkTemporaryFolder();
  };

  // What has no reference belongs to the first shard.
  const isOwn = (reference: string): boolean =>
    shard === undefined || (reference === '' ? 1 : partOf(reference, shard.count)) === shard.index;

  const statusOf = ({ reference, invalid, leftOut }: NewDocument): SpoolStatus => {
    if (!isOwn(reference)) return 'other-shard';
    if (leftOut !== undefined) return 'left-out';
    return invalid ? 'invalid' : 'sendable';
  };

  let seen = newBloomFilter();
  /** New documents that are not in the table yet, by what they have in common; of each so many rows. */
  const waiting = new Map<string, SqlValue[]>();
  const store = (row: string, values: SqlValue[]): void =>
    insertRows(db, 'INSERT INTO documents VALUES', row, rowWidth, values.splice(0));
  const storeAll = (): void => {
    for (const [row, values] of waiting) store(row, values);
  };

  /** Lets the document wait for its row, with others. */
  const put = (number: number, document: NewDocument, status: SpoolStatus): void => {
    const { reference, body, file, lines, invalid, leftOut } = document;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    check(text);
    const row = rowOfAll(status, invalid);
    const values = waiting.get(row) ?? [];
    waiting.set(row, values);
    const digest = leftOut === undefined && text !== '' ? wholeDigestOf(text) : null;
    const place = lines.length === 1 ? (lines[0] as number) : JSON.stringify(lines);
    values.push(number, reference, file, place, jsonOfMore(document), digest, text);
    if (values.length === storedAtOnce * rowWidth) store(row, values);
  };

  const rowOf = (reference: string): Row | undefined => {
    storeAll();
    return db.get<Row>('SELECT * FROM documents WHERE reference = ?', [reference]);
  };

  const isScattered = (reference: string): boolean =>
    knowsScattered && db.get('SELECT 1 FROM known_scattered WHERE reference = ?', [reference]) !== undefined;

  return {
    sink: {
      add(document) {
        if (seen.add(document.reference) && rowOf(document.reference) !== undefined) return false;
        const status = statusOf(document);
        put(size, document, status);
        count(status, 1);
        size += 1;
        return true;
      },
      find(reference) {
        const row = rowOf(reference);
        return row === undefined ? undefined : asRead(row);
      },
      replace(document) {
        const { number, status: before } = rowOf(document.reference) as Row;
        const status = statusOf(document);
        db.run('DELETE FROM documents WHERE number = ?', [number]);
        put(number, document, status);
        count(before, -1);
        count(status, 1);
      },
      isOwn,
      isScattered,
      keepScattered(reference, rows) {
        if (!isScattered(reference)) {
          isNewlyScattered = true;
          db.run('INSERT OR IGNORE INTO known_scattered VALUES (?)', [reference]);
          return;
        }
        check(rows);
        db.run('INSERT INTO scattered VALUES (?, ?, ?)', [reference, scatteredCount++, rows]);
      },
      *scattered() {
        const sorted = 'SELECT reference, rows FROM scattered ORDER BY reference, id';
        yield* db.each<{ reference: string; rows: string }>(sorted);
      },
      willStartAgain: () => isNewlyScattered,
      startAgain() {
        if (!isNewlyScattered) return false;
        [knowsScattered, isNewlyScattered] = [true, false];
        db.script('DELETE FROM documents; DELETE FROM scattered');
        for (const forgotten of [waiting, counts]) forgotten.clear();
        seen = newBloomFilter();
        size = 0;
        return true;
      },
    } satisfies DocumentSink,
    get size(): number {
      return size;
    },
    count: (status: SpoolStatus): number => counts.get(status) ?? 0,
    /** These members of the documents, in file order; only of those with one of these statuses, if any is given. */
    *documents<Member extends keyof SpooledDocument>(
      members: readonly Member[],
      ...statuses: SpoolStatus[]
    ): Generator<Pick<SpooledDocument, Member>> {
      if (statuses.length > 0 && statuses.every((status) => (counts.get(status) ?? 0) === 0)) return;
      storeAll();
      const columns = new Set(members.map((member) => membersOf[member][0]));
      const among = statuses.map((status) => `'${status}'`).join(', ');
      const where = statuses.length === 0 ? '' : `WHERE status IN (${among})`;
      const query = `SELECT ${[...columns].join(', ')} FROM documents ${where} ORDER BY number`;
      for (const row of db.each<Row>(query)) {
        const document: Partial<Record<Member, unknown>> = {};
        for (const member of members) document[member] = membersOf[member][1](row);
        yield document as Pick<SpooledDocument, Member>;
      }
    },
    /** The bodies to send, in file order: some at a time, with `separator` between them. */
    *bodies(separator: string): Generator<string> {
      storeAll();
      const next = `SELECT group_concat(body, ?) AS piece, max(number) AS last FROM (
        SELECT number, body FROM documents WHERE number > ? AND status = 'sendable'
        ORDER BY number LIMIT ${bodiesAtOnce})`;
      for (let last = -1; ; ) {
        const page = db.get<{ piece: string | null; last: number }>(next, [separator, last]);
        if (page === undefined || page.piece === null) return;
        yield page.piece;
        last = page.last;
      }
    },
    /** The whole digests of all bodies that are or could be sent, sorted. */
    *digests(): Generator<string> {
      storeAll();
      const sorted = `SELECT digest FROM documents WHERE digest IS NOT NULL AND status <> 'invalid' ORDER BY digest`;
      for (const { digest } of db.each<{ digest: string }>(sorted)) yield digest;
    },
    /** The notes of the documents that are to be sent, in file order. */
    *notes(): Generator<Note & { readonly reference: string; readonly file: number }> {
      storeAll();
      const noted = `SELECT reference, file, more FROM documents WHERE status = 'sendable' AND more IS NOT NULL ORDER BY number`;
      for (const row of db.each<Row>(noted))
        for (const note of moreOf(row.more).notes ?? [])
          yield { reference: row.reference, file: row.file, ...note };
    },
    *references(status: SpoolStatus): Generator<string> {
      for (const { reference } of this.documents(['reference'], status)) yield reference;
    },
    /** Leaves sendable documents out, because there is too little stock. */
    leaveOutShort(numbers: Iterable<number>): void {
      storeAll();
      for (const number of numbers) {
        db.run("UPDATE documents SET status = 'short' WHERE number = ?", [number]);
        count('sendable', -1);
        count('short', 1);
      }
    },
    /** The private database of the spool, for other data that may be large. */
    database: db,
    close: (): void => db.close(),
  };
}
