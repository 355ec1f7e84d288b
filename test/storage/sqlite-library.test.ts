import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import PromisedLibsql from 'libsql/promise';
import { describe, expect, it } from 'vitest';
import { usesNodeSqlite } from '../../src/modules/node-sqlite.ts';
import { databaseErrorCode } from '../../src/storage/database-error.ts';

// What the program needs from its SQLite: libsql, or Node's own behind the same interface.

const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'cfi-sqlite-')), 'db.sqlite');

function openTable(file = ':memory:') {
  const db = new Libsql(file);
  db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL); CREATE TABLE u (b BLOB)');
  return db;
}

/** The code of the error that `work` throws. */
function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return databaseErrorCode(error);
  }
  return 'none';
}

it('is the one that this Node is to use', () => {
  const version = new Libsql(':memory:').prepare('SELECT sqlite_version()').raw(true).get([]);
  if (usesNodeSqlite(process.versions)) expect(version).toEqual([process.versions.sqlite]);
  else expect(version).toEqual(['3.45.1']);
});

describe('a statement', () => {
  it('counts the rows that it changes', () => {
    const db = openTable();
    const insert = db.prepare('INSERT INTO t VALUES (?, ?), (?, ?) ON CONFLICT (a) DO NOTHING');
    expect(insert.run([1, 'one', 2, 'two']).changes).toBe(2);
    expect(insert.run([2, 'two', 3, 'three']).changes).toBe(1);
    expect(db.prepare('UPDATE t SET b = ?1 || ?1 WHERE a >= ?2').run(['x', 2]).changes).toBe(2);
  });

  it('returns rows as arrays in the order of its columns', () => {
    const db = openTable();
    db.prepare('INSERT INTO t VALUES (?, ?), (?, ?)').run([1, 'eins\u00fc', 2, '']);
    const select = db.prepare('SELECT b, a AS number, NULL AS none FROM t ORDER BY a').raw(true);
    expect(select.columns().map(({ name }) => name)).toEqual(['b', 'number', 'none']);
    const rows = [
      ['eins\u00fc', 1, null],
      ['', 2, null],
    ];
    expect(select.get([])).toEqual(rows[0]);
    expect(select.all([])).toEqual(rows);
    expect([...select.iterate([])]).toEqual(rows);
    expect(db.prepare('SELECT a FROM t WHERE a > ?').raw(true).get([2])).toBeUndefined();
  });

  it('rounds a number that JavaScript cannot hold, and changes its row once', () => {
    const db = openTable();
    db.exec("INSERT INTO t VALUES (1, 'a'), (9007199254740993, 'b')");
    const add = db.prepare('UPDATE t SET a = a + 2 WHERE a > 1 RETURNING a, b').raw(true);
    expect(add.get([])).toEqual([2 ** 53 + 4, 'b']);
    const select = db.prepare('SELECT a, b FROM t ORDER BY a').raw(true);
    const rows = [
      [1, 'a'],
      [2 ** 53 + 4, 'b'],
    ];
    expect(select.all([])).toEqual(rows);
    expect(select.get([])).toEqual(rows[0]);
    expect([...select.iterate([])]).toEqual(rows);
    expect(db.prepare('SELECT max(a) FROM t').raw(true).get([])).toEqual([2 ** 53 + 4]);
    expect(db.prepare('SELECT CAST(max(a) AS TEXT) FROM t').raw(true).get([])).toEqual(['9007199254740995']);
  });

  it('takes a large number for a row number', () => {
    const db = openTable();
    const insert = db.prepare('INSERT INTO t VALUES (?, ?)');
    expect(insert.run([2 ** 53, 'a']).changes).toBe(1);
    expect(codeOf(() => insert.run([2 ** 53, 'a']))).toMatch(/^SQLITE_CONSTRAINT/);
    for (const value of [0.5, 1e300]) expect(codeOf(() => insert.run([value, 'a']))).toBe('SQLITE_MISMATCH');
  });

  it('may be left before its last row, and read again', () => {
    const db = openTable();
    db.exec("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    const select = db.prepare('SELECT a FROM t ORDER BY a').raw(true);
    for (const row of select.iterate([])) {
      expect(row).toEqual([1]);
      break;
    }
    expect([...select.iterate([])]).toEqual([[1], [2], [3]]);
    db.exec('DROP TABLE t');
  });

  it('gives the error of a consumer unchanged', () => {
    const db = openTable();
    db.exec("INSERT INTO t VALUES (1, 'a')");
    const failing = () => {
      for (const _ of db.prepare('SELECT a FROM t').raw(true).iterate([])) throw new Error('own');
    };
    expect(failing).toThrow(/^own$/);
  });
});

it('may be closed twice', () => {
  const db = openTable();
  db.close();
  db.close();
  expect(() => db.exec('SELECT 1')).toThrow();
});

describe('a transaction', () => {
  it('is known while it is open', () => {
    const db = openTable();
    expect(db.inTransaction).toBe(false);
    db.exec('BEGIN IMMEDIATE');
    expect(db.inTransaction).toBe(true);
    db.exec('ROLLBACK');
    expect(db.inTransaction).toBe(false);
  });

  it('is refused at once with another one open, unless it may wait', () => {
    const file = newFile();
    const [first, second] = [openTable(file), new Libsql(file)];
    first.exec('BEGIN IMMEDIATE');
    expect(codeOf(() => second.exec('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY');
    second.exec('PRAGMA busy_timeout = 1');
    expect(codeOf(() => second.exec('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY');
    first.exec('COMMIT');
    second.exec('BEGIN IMMEDIATE; COMMIT');
  });
});

describe('an error has its code', () => {
  it('for a violated constraint', () => {
    const db = openTable();
    const insert = db.prepare('INSERT INTO t VALUES (?, ?)');
    insert.run([1, 'a']);
    expect(codeOf(() => insert.run([1, 'b']))).toMatch(/^SQLITE_CONSTRAINT/);
    expect(codeOf(() => insert.run([2, null]))).toMatch(/^SQLITE_CONSTRAINT/);
    expect(codeOf(() => db.prepare('INSERT INTO t VALUES (1, ?) RETURNING a').get(['c']))).toMatch(
      /^SQLITE_CONSTRAINT/,
    );
  });

  it('for a statement that does not fit the tables', () => {
    const db = openTable();
    expect(codeOf(() => db.prepare('SELECT c FROM t'))).toBe('SQLITE_ERROR');
    expect(codeOf(() => db.exec('SELECT 1 FROM v'))).toBe('SQLITE_ERROR');
  });

  it('for a file that is no database, and one that is damaged', () => {
    const file = newFile();
    writeFileSync(file, 'no database, but long enough to be looked at. '.repeat(100));
    const read = (name: string) => () => new Libsql(name).prepare('SELECT * FROM sqlite_master').all([]);
    expect(codeOf(read(file))).toBe('SQLITE_NOTADB');
    const damaged = newFile();
    openTable(damaged).close();
    const bytes = readFileSync(damaged);
    writeFileSync(damaged, bytes.fill(7, 100, 4000));
    expect(codeOf(read(damaged))).toBe('SQLITE_CORRUPT');
    writeFileSync(damaged, bytes.subarray(0, 600));
    expect(codeOf(read(damaged))).toMatch(/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)$/);
  });

  it('for a folder that is not there, if the library has one', () => {
    const open = () => new Libsql(join(newFile(), 'db.sqlite'));
    expect(open).toThrow(/unable to open/i);
    expect(codeOf(open)).toBe(usesNodeSqlite(process.versions) ? 'SQLITE_CANTOPEN' : '');
  });

  it('for a file that may only be read', () => {
    const file = newFile();
    openTable(file).close();
    const db = new Libsql(file);
    db.exec('PRAGMA query_only = ON');
    expect(codeOf(() => db.exec("INSERT INTO t VALUES (1, 'a')"))).toBe('SQLITE_READONLY');
  });

  it('while rows are read', () => {
    const db = openTable();
    db.exec("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
    const rows = db.prepare("SELECT CASE a WHEN 2 THEN json('{') END FROM t ORDER BY a").raw(true);
    expect(codeOf(() => [...rows.iterate([])])).toBe('SQLITE_ERROR');
    expect(codeOf(() => rows.all([]))).toBe('SQLITE_ERROR');
  });
});

describe('statements in another thread', () => {
  it('see the file, and are written when their promise resolves', async () => {
    const file = newFile();
    const db = openTable(file);
    db.exec("INSERT INTO t VALUES (1, 'a')");
    const other = new PromisedLibsql(file, {});
    await other.exec("INSERT INTO t VALUES (2, 'b')");
    expect(db.prepare('SELECT count(*) FROM t').raw(true).get([])).toEqual([2]);
    await other.exec('DELETE FROM t');
    expect(db.prepare('SELECT count(*) FROM t').raw(true).get([])).toEqual([0]);
    await other.close();
    db.close();
  });

  it('leave the file when it is closed, so that the last connection removes the log', async () => {
    const file = newFile();
    const db = openTable(file);
    db.exec("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1, 'a')");
    const other = new PromisedLibsql(file, {});
    await other.exec('PRAGMA wal_checkpoint(PASSIVE)');
    await other.close();
    expect(existsSync(`${file}-wal`)).toBe(true);
    db.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('reject with the error of SQLite, and the next one runs', async () => {
    const file = newFile();
    openTable(file).close();
    const other = new PromisedLibsql(file, {});
    await expect(other.exec('SELECT 1 FROM v')).rejects.toThrow(/no such table: v/);
    await other.exec("INSERT INTO t VALUES (1, 'a')");
    await other.close();
  });

  it('reject when the file cannot be opened', async () => {
    const attempt = async () => {
      const other = new PromisedLibsql(join(newFile(), 'db.sqlite'), {});
      await other.exec('SELECT 1');
    };
    await expect(attempt()).rejects.toThrow(/unable to open/i);
  });
});
