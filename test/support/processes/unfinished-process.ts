import { makeDurable, openDatabase } from '../../../src/storage/sqlite/database.ts';
import { databaseErrorCode } from '../../../src/storage/sqlite/database-file.ts';
import { openRolledBack } from '../../../src/storage/sqlite/journals.ts';

// `write FILE` ends in the middle of a transaction; `read FILE` says what is in the database, or which error it has.
const [what, file = ''] = process.argv.slice(2);

function write(): void {
  const db = openDatabase(file);
  makeDurable(db, 'power-cut');
  db.script('PRAGMA cache_size = 2; CREATE TABLE numbers (n INTEGER, padding TEXT)');
  const put = (n: number): number => db.run('INSERT INTO numbers VALUES (?, ?)', [n, 'x'.repeat(500)]);
  db.transaction('write', () => {
    for (let n = 0; n < 12; n++) put(n);
  });
  db.transaction('write', () => {
    db.run("UPDATE numbers SET padding = 'y' || padding");
    for (let n = 12; n < 20; n++) put(n);
    process.kill(process.pid, 'SIGKILL');
  });
}

function read(): string {
  try {
    const db = openRolledBack(file);
    try {
      const found = db.get<{ found: string }>(
        `SELECT count(*) || ' rows, ' || count(*) FILTER (WHERE padding LIKE 'y%') || ' changed, '
          || (SELECT group_concat(quick_check) FROM pragma_quick_check) AS found FROM numbers`,
      );
      return found?.found ?? '';
    } finally {
      db.close();
    }
  } catch (error) {
    return databaseErrorCode(error);
  }
}

if (what === 'write') write();
else process.stdout.write(read());
