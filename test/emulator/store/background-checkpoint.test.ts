import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backgroundCheckpoints } from '../../../src/emulator/store/database/background-checkpoint.ts';
import { openDatabase } from '../../../src/emulator/store/database/database.ts';

function openLogged() {
  const file = join(mkdtempSync(join(tmpdir(), 'cfi-checkpoint-')), 'db.sqlite');
  const db = openDatabase(file);
  db.get('PRAGMA journal_mode = WAL');
  db.script('CREATE TABLE t (n INTEGER PRIMARY KEY); PRAGMA wal_checkpoint');
  const checkpoints = backgroundCheckpoints(file);
  db.onCommit(checkpoints.committed);
  const write = (rows: number) => {
    for (let n = 0; n < rows; n++) db.transaction('write', () => void db.run('INSERT INTO t DEFAULT VALUES'));
  };
  return { file, db, checkpoints, write };
}

/** The number of rows in the database file alone, without its log. */
function rowsInFile(file: string): number | undefined {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  const db = openDatabase(copy);
  try {
    return db.get<{ n: number }>('SELECT count(*) AS n FROM t')?.n;
  } finally {
    db.close();
  }
}

it('copies committed writes from the log to the file, while more are written', async () => {
  const { file, db, checkpoints, write } = openLogged();
  write(199);
  expect(rowsInFile(file)).toBe(0);
  write(1);
  // Loading the library takes a moment, so this batch is written before the checkpoint or during it.
  write(50);
  await checkpoints.stop();
  expect(rowsInFile(file)).toBeGreaterThanOrEqual(200);
  write(400);
  await checkpoints.stop();
  expect(rowsInFile(file)).toBeLessThanOrEqual(250);
  db.close();
});

it('does without a checkpoint that fails', async () => {
  const { file, db, checkpoints, write } = openLogged();
  rmSync(file);
  mkdirSync(file);
  write(200);
  await checkpoints.stop();
  write(200);
  await checkpoints.stop();
  expect(db.get<{ n: number }>('SELECT count(*) AS n FROM t')).toEqual({ n: 400 });
  db.close();
});

it('does not create a database file that was removed', async () => {
  const { file, db, checkpoints, write } = openLogged();
  rmSync(file);
  write(200);
  await checkpoints.stop();
  expect(existsSync(file)).toBe(false);
  db.close();
});
