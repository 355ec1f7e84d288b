import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import type { Driver, DriverRow, DriverStatement } from './driver.ts';

const toRow = (columns: readonly string[], values: readonly unknown[]): DriverRow => {
  const row: DriverRow = {};
  for (let at = 0; at < columns.length; at++) row[columns[at] as string] = values[at];
  return row;
};

function* toRows(columns: readonly string[], rows: Iterable<unknown>): Generator<DriverRow> {
  for (const row of rows) yield toRow(columns, row as readonly unknown[]);
}

function statementOf(statement: Libsql.Statement): DriverStatement {
  let columns: readonly string[] | undefined;
  // Rows are read as arrays, because libsql adds a member of its own to rows that are objects.
  const reading = (): readonly string[] => {
    if (columns === undefined) {
      columns = statement.columns().map(({ name }) => name);
      statement.raw(true);
    }
    return columns;
  };
  return {
    get(values) {
      const names = reading();
      const row = statement.get(values) as readonly unknown[] | undefined;
      return row === undefined ? undefined : toRow(names, row);
    },
    all(values) {
      const names = reading();
      return (statement.all(values) as (readonly unknown[])[]).map((row) => toRow(names, row));
    },
    iterate(values) {
      const names = reading();
      return toRows(names, statement.iterate(values) as Iterable<unknown>);
    },
    run: (values) => statement.run(values).changes,
  };
}

/** libsql has no code of SQLite for a file that it cannot open. */
function open(Database: typeof Libsql, file: string): Libsql.Database {
  try {
    return new Database(file);
  } catch (error) {
    throw Object.assign(error as Error, { code: 'SQLITE_CANTOPEN' });
  }
}

/** Opens a file with libsql, whose native file is loaded only here, because newer Nodes do without. */
export function libsqlDriver(file: string): Driver {
  const db = open(createRequire(import.meta.url)('libsql') as typeof Libsql, file);
  return {
    exec: (sql) => void db.exec(sql),
    prepare: (sql) => statementOf(db.prepare(sql)),
    inTransaction: () => db.inTransaction,
    close: () => void db.close(),
  };
}
