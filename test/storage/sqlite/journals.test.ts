import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDurable, openDatabase } from '../../../src/storage/sqlite/database.ts';
import { restoreLog, takeOverLog } from '../../../src/storage/sqlite/journals.ts';

/** A database with `rows` of 40 in its file and the others in its log, as a process that was killed leaves them. */
function killed(rows = 0): string {
  const folder = mkdtempSync(join(tmpdir(), 'cfi-log-'));
  const [busy, file] = [join(folder, 'busy.sqlite'), join(folder, 'state.sqlite')];
  const db = openDatabase(busy);
  db.get('PRAGMA journal_mode = WAL');
  db.script('CREATE TABLE numbers (n INTEGER)');
  for (let n = 0; n < 40; n++) {
    if (n === rows) db.get('PRAGMA wal_checkpoint(TRUNCATE)');
    db.run('INSERT INTO numbers (n) VALUES (?)', [n]);
  }
  copyFileSync(busy, file);
  copyFileSync(`${busy}-wal`, `${file}-wal`);
  db.close();
  return file;
}

const takeOver = (file: string): number => {
  restoreLog(file);
  const db = takeOverLog(file, (opened) => makeDurable(opened, 'process'));
  const count = db.get<{ n: number }>('SELECT count(*) AS n FROM numbers')?.n ?? 0;
  db.close();
  return count;
};

describe('a write-ahead log of an earlier version', () => {
  it.each([0, 25, 39])('is applied and removed, with %i rows in the database itself', (rows) => {
    const file = killed(rows);
    expect(takeOver(file)).toBe(40);
    expect([existsSync(`${file}-wal`), existsSync(`${file}-wal.kept`)]).toEqual([false, false]);
    expect(takeOver(file)).toBe(40);
  });

  it('ends before a transaction that was not finished', () => {
    const file = killed();
    const log = readFileSync(`${file}-wal`);
    writeFileSync(`${file}-wal`, log.subarray(0, log.length - 100));
    expect(takeOver(file)).toBe(39);
  });

  it('is put back if SQLite has seen less of it, and taken over the next time', () => {
    const file = killed();
    const aside = `${file}.aside`;
    // As a log looks to SQLite when it cannot be read.
    const open = () => {
      renameSync(`${file}-wal`, aside);
      return openDatabase(file);
    };
    expect(() => takeOverLog(file, (db) => makeDurable(db, 'process'), open)).toThrow('read in part');
    rmSync(aside);
    // As another process: libsql keeps a lock of this one's failed attempt.
    const again = `${file}.again`;
    copyFileSync(file, again);
    copyFileSync(`${file}-wal`, `${again}-wal`);
    expect(takeOver(again)).toBe(40);
  });

  it('is put back after the process was killed before it had taken it over, but not afterwards', () => {
    const file = killed();
    renameSync(`${file}-wal`, `${file}-wal.kept`);
    expect(takeOver(file)).toBe(40);
    writeFileSync(`${file}-wal.kept`, 'an older log');
    expect(takeOver(file)).toBe(40);
    expect(existsSync(`${file}-wal.kept`)).toBe(false);
  });
});
