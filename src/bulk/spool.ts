import type { DocumentSink, ReadDocument } from '../payload/types.ts';
import { type Connection, connect, type Row } from './connection.ts';
import { referenceFilter } from './reference-filter.ts';
import { type Shard, shardOf } from './shard.ts';

/** Why a document of the spool is not sent; 0 when it may be. */
export const spoolFlags = { sendable: 0, invalid: 1, otherShard: 2 } as const;

/** The documents of a reading, on disk: their number makes no difference to memory. */
export interface Spool {
  readonly connection: Connection;
  readonly sink: DocumentSink;
  /** Ends the reading: everything is in the tables now. */
  complete(): void;
  /** Documents with that flag, once the reading is complete. */
  count(flag: number): number;
  close(): void;
}

const tables = `
CREATE TEMP TABLE spool (
  seq INTEGER PRIMARY KEY, reference TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, file INTEGER NOT NULL,
  lines TEXT NOT NULL, flag INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TEMP TABLE deferred (
  reference TEXT NOT NULL, id INTEGER NOT NULL, rows TEXT NOT NULL, PRIMARY KEY (reference, id)) WITHOUT ROWID;
CREATE TEMP TABLE known (seq INTEGER PRIMARY KEY, plan INTEGER NOT NULL);
PRAGMA temp.cache_size = -16000;
`;

const columns = '(reference, digest, file, lines, flag, body)';
const batchSize = 64;

const linesText = (lines: readonly number[]): string =>
  lines.length === 1 ? `[${lines[0]}]` : JSON.stringify(lines);

function documentOf([reference, digest, file, lines, flag, body]: Row): ReadDocument {
  return {
    reference: String(reference),
    digest: String(digest),
    file: Number(file),
    lines: JSON.parse(String(lines)) as number[],
    invalid: flag === spoolFlags.invalid,
    body: String(body),
  };
}

/** Opens an empty spool. Documents of another shard are kept too, for a reference must not stand twice anywhere. */
export function openSpool(shard?: Shard): Spool {
  const connection = connect(':memory:');
  connection.script(tables);
  connection.script('BEGIN');
  const filter = referenceFilter();
  let asideCount = 0;
  const counts: number[] = [];
  const waiting = new Map<string, ReadDocument>();
  const row = '(?, ?, ?, ?, ?, ?)';
  const addOne = connection.statement(`INSERT INTO spool ${columns} VALUES ${row}`);
  const addBatch = connection.statement(
    `INSERT INTO spool ${columns} VALUES ${Array(batchSize).fill(row).join(',')}`,
  );
  const byReference = connection.statement(
    'SELECT reference, digest, file, lines, flag, body FROM spool WHERE reference = ?',
  );
  const overwrite = connection.statement(
    'UPDATE spool SET digest = ?, file = ?, lines = ?, flag = ?, body = ? WHERE reference = ?',
  );
  const putAside = connection.statement('INSERT INTO deferred (reference, id, rows) VALUES (?, ?, ?)');
  const asideAfter = connection.statement(
    'SELECT reference, rows, id FROM deferred WHERE (reference, id) > (?, ?) ORDER BY reference, id LIMIT 500',
  );

  const flagOf = (document: ReadDocument): number => {
    if (shard !== undefined && shardOf(document.reference, shard.count) !== shard.index)
      return spoolFlags.otherShard;
    return document.invalid ? spoolFlags.invalid : spoolFlags.sendable;
  };

  const flush = (): void => {
    const values: (string | number)[] = [];
    for (const document of waiting.values()) {
      const flag = flagOf(document);
      counts[flag] = (counts[flag] ?? 0) + 1;
      values.push(document.reference, document.digest, document.file, linesText(document.lines));
      values.push(flag, document.body);
    }
    if (waiting.size === batchSize) addBatch.run(...values);
    else for (let at = 0; at < values.length; at += 6) addOne.run(...values.slice(at, at + 6));
    waiting.clear();
  };

  const find = (reference: string): ReadDocument | undefined => {
    const early = waiting.get(reference);
    if (early !== undefined) return early;
    const found = byReference.row(reference);
    return found === undefined ? undefined : documentOf(found);
  };

  return {
    connection,
    sink: {
      add(document) {
        if (filter.mayHaveSeen(document.reference) && find(document.reference) !== undefined) return false;
        waiting.set(document.reference, document);
        if (waiting.size === batchSize) flush();
        return true;
      },
      find,
      replace(document) {
        if (waiting.has(document.reference)) {
          waiting.set(document.reference, document);
          return;
        }
        const { reference, digest, file, lines, body } = document;
        const before = Number(byReference.row(reference)?.[4]);
        const flag = flagOf(document);
        counts[before] = (counts[before] ?? 0) - 1;
        counts[flag] = (counts[flag] ?? 0) + 1;
        overwrite.run(digest, file, linesText(lines), flag, body, reference);
      },
      defer(reference, rows) {
        asideCount += 1;
        putAside.run(reference, asideCount, rows);
      },
      *deferred() {
        let last: Row = ['', '', 0];
        for (;;) {
          const page = asideAfter.rows(last[0] ?? '', last[2] ?? 0);
          for (const [reference, rows] of page) yield { reference: String(reference), rows: String(rows) };
          const end = page.at(-1);
          if (end === undefined) return;
          last = end;
        }
      },
    },
    complete() {
      flush();
      connection.script('COMMIT');
    },
    count: (flag) => counts[flag] ?? 0,
    close: () => connection.close(),
  };
}
