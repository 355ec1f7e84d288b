import type { DocumentSink } from '../../payload/types.ts';
import type { Connection, Row } from '../../storage/sqlite.ts';

const tables = `
CREATE TEMP TABLE deferred (
  reference TEXT NOT NULL, id INTEGER NOT NULL, rows TEXT NOT NULL, PRIMARY KEY (reference, id)) WITHOUT ROWID;
PRAGMA temp.cache_size = -16000;
`;

/** Stores scattered rows on disk, by reference. Opens nothing before the first. */
export function scatteredRows(scratch: () => Connection): Pick<DocumentSink, 'keepScattered' | 'scattered'> {
  let connection: Connection | undefined;
  let put: ReturnType<Connection['statement']> | undefined;
  let count = 0;
  return {
    keepScattered(reference, rows) {
      if (put === undefined) {
        connection = scratch();
        connection.script(tables);
        connection.script('BEGIN');
        put = connection.statement('INSERT INTO deferred (reference, id, rows) VALUES (?, ?, ?)');
      }
      count += 1;
      put.run(reference, count, rows);
    },
    *scattered() {
      if (connection === undefined) return;
      const after = connection.statement(
        'SELECT reference, rows, id FROM deferred WHERE (reference, id) > (?, ?) ORDER BY reference, id LIMIT 500',
      );
      for (let last: Row = ['', '', 0]; ; ) {
        const page = after.rows(last[0] ?? '', last[2] ?? 0);
        for (const [reference, rows] of page) yield { reference: String(reference), rows: String(rows) };
        const end = page.at(-1);
        if (end === undefined) return;
        last = end;
      }
    },
  };
}
