import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inMemory, makeDurable, openDatabase, usesNodeSqlite } from '../../../src/storage/sqlite/database.ts';
import { databaseErrorCode } from '../../../src/storage/sqlite/database-file.ts';

// What the program needs from its SQLite, whichever library this Node uses.

const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'cfi-sqlite-')), 'db.sqlite');

function openTable(file = inMemory) {
  const db = openDatabase(file);
  db.script('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL); CREATE TABLE u (b BLOB)');
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

it('is the library that this Node is to use', () => {
  const version = openDatabase(inMemory).get('SELECT sqlite_version() AS version');
  const expected = usesNodeSqlite(process.versions) ? process.versions.sqlite : '3.45.1';
  expect(version).toEqual({ version: expected });
});

it.each([
  ['24.14.9', '3.51.0', false],
  ['24.15.0', '3.51.3', true],
  ['25.9.0', '3.51.3', false],
  ['26.0.0', '3.52.0', true],
  ['26.0.0', undefined, false],
  ['20.19.0', undefined, false],
])('uses the SQLite of Node %s: %s, %s', (node, sqlite, uses) => {
  expect(usesNodeSqlite(sqlite === undefined ? { node } : { node, sqlite })).toBe(uses);
});

describe('a statement', () => {
  it('counts the rows that it changes', () => {
    const db = openTable();
    const insert = 'INSERT INTO t VALUES (?, ?), (?, ?) ON CONFLICT (a) DO NOTHING';
    expect(db.run(insert, [1, 'one', 2, 'two'])).toBe(2);
    expect(db.run(insert, [2, 'two', 3, 'three'])).toBe(1);
    expect(db.run('UPDATE t SET b = ?1 || ?1 WHERE a >= ?2', ['x', 2])).toBe(2);
  });

  it('returns rows by column', () => {
    const db = openTable();
    db.run('INSERT INTO t VALUES (?, ?), (?, ?)', [1, 'eins\u00fc', 2, '']);
    const select = 'SELECT b, a AS number, NULL AS none FROM t ORDER BY a';
    const rows = [
      { b: 'eins\u00fc', number: 1, none: null },
      { b: '', number: 2, none: null },
    ];
    expect({ ...db.get<object>(select) }).toEqual(rows[0]);
    expect(db.all<object>(select).map((row) => ({ ...row }))).toEqual(rows);
    expect([...db.each<object>(select)].map((row) => ({ ...row }))).toEqual(rows);
    expect(db.get('SELECT a FROM t WHERE a > ?', [2])).toBeUndefined();
  });

  it('returns blobs as bytes', () => {
    const db = openTable();
    const row = db.get<{ b: Uint8Array }>("SELECT CAST('a' AS BLOB) AS b");
    expect(Buffer.from(row?.b ?? []).toString()).toBe('a');
  });

  it('rounds a number that JavaScript cannot hold, and changes its row once', () => {
    const db = openTable();
    db.script("INSERT INTO t VALUES (1, 'a'), (9007199254740993, 'b')");
    const changed = db.get<object>('UPDATE t SET a = a + 2 WHERE a > 1 RETURNING a, b');
    expect({ ...changed }).toEqual({ a: 2 ** 53 + 4, b: 'b' });
    const select = 'SELECT a FROM t ORDER BY a DESC';
    expect(db.all<{ a: number }>(select).map(({ a }) => a)).toEqual([2 ** 53 + 4, 1]);
    expect(db.get<{ a: number }>(select)?.a).toBe(2 ** 53 + 4);
    expect([...db.each<{ a: number }>(select)].map(({ a }) => a)).toEqual([2 ** 53 + 4, 1]);
    expect(db.get<{ a: string }>('SELECT CAST(max(a) AS TEXT) AS a FROM t')?.a).toBe('9007199254740995');
  });

  it('takes a large number for a row number', () => {
    const db = openTable();
    const insert = 'INSERT INTO t VALUES (?, ?)';
    expect(db.run(insert, [2 ** 53, 'a'])).toBe(1);
    expect(codeOf(() => db.run(insert, [2 ** 53, 'a']))).toMatch(/^SQLITE_CONSTRAINT/);
    for (const value of [0.5, 1e300])
      expect(codeOf(() => db.run(insert, [value, 'a']))).toBe('SQLITE_MISMATCH');
  });

  it('may be left before its last row, run again meanwhile, and read again', () => {
    const db = openTable();
    db.script("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    const select = 'SELECT a FROM t ORDER BY a';
    for (const row of db.each<{ a: number }>(select)) {
      expect(row.a).toBe(1);
      expect(db.all(select)).toHaveLength(3);
      break;
    }
    expect([...db.each<{ a: number }>(select)].map(({ a }) => a)).toEqual([1, 2, 3]);
    db.script('DROP TABLE t');
  });

  it('gives the error of a consumer unchanged', () => {
    const db = openTable();
    db.script("INSERT INTO t VALUES (1, 'a')");
    const failing = () => {
      for (const _ of db.each('SELECT a FROM t')) throw new Error('own');
    };
    expect(failing).toThrow(/^own$/);
  });
});

it('may be closed twice', () => {
  const db = openTable();
  db.close();
  db.close();
  expect(() => db.script('SELECT 1')).toThrow();
});

describe('a transaction', () => {
  it('is undone by a throw, and returns its result otherwise', () => {
    const db = openTable();
    const insert = (): number => db.run("INSERT INTO t VALUES (1, 'a')");
    const failing = () =>
      db.transaction('write', () => {
        insert();
        throw new Error('own');
      });
    expect(failing).toThrow(/^own$/);
    expect(db.transaction('write', insert)).toBe(1);
    expect(db.all('SELECT a FROM t')).toHaveLength(1);
  });

  it('that writes is refused while another process writes', () => {
    const file = newFile();
    const [first, second] = [openTable(file), openDatabase(file)];
    second.script('PRAGMA busy_timeout = 1');
    first.transaction('write', () => {
      expect(codeOf(() => second.transaction('write', () => 1))).toBe('SQLITE_BUSY');
    });
    expect(second.transaction('write', () => 1)).toBe(1);
  });

  it('that reads sees one state', () => {
    const file = newFile();
    const [reading, writing] = [openTable(file), openDatabase(file)];
    makeDurable(reading, 'process');
    writing.script('PRAGMA busy_timeout = 1');
    reading.transaction('read', () => {
      expect(reading.all('SELECT a FROM t')).toEqual([]);
      expect(codeOf(() => writing.run("INSERT INTO t VALUES (1, 'a')"))).toBe('SQLITE_BUSY');
    });
    expect(writing.run("INSERT INTO t VALUES (1, 'a')")).toBe(1);
  });
});

describe('a durable database', () => {
  it('has a journal, which is as private as the file', () => {
    const file = newFile();
    const db = openDatabase(file);
    makeDurable(db, 'power-cut');
    expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'persist' });
    expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    db.script('CREATE TABLE t (a)');
    expect(existsSync(`${file}-journal`)).toBe(true);
    makeDurable(db, 'process');
    expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 0 });
  });

  it('takes over what is in a write-ahead log', () => {
    const file = newFile();
    const before = openTable(file);
    before.script("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1, 'a')");
    const copy = newFile();
    for (const suffix of ['', '-wal']) writeFileSync(`${copy}${suffix}`, readFileSync(`${file}${suffix}`));
    const db = openDatabase(copy);
    makeDurable(db, 'power-cut');
    expect(db.all('SELECT a FROM t')).toHaveLength(1);
    db.run("INSERT INTO t VALUES (2, 'b')");
    db.close();
    expect(existsSync(`${copy}-wal`)).toBe(false);
    expect(openDatabase(copy).all('SELECT a FROM t')).toHaveLength(2);
  });
});

describe('an error has its code', () => {
  it('for a violated constraint', () => {
    const db = openTable();
    const insert = 'INSERT INTO t VALUES (?, ?)';
    db.run(insert, [1, 'a']);
    expect(codeOf(() => db.run(insert, [1, 'b']))).toMatch(/^SQLITE_CONSTRAINT/);
    expect(codeOf(() => db.run(insert, [2, null]))).toMatch(/^SQLITE_CONSTRAINT/);
    expect(codeOf(() => db.get('INSERT INTO t VALUES (1, ?) RETURNING a', ['c']))).toMatch(
      /^SQLITE_CONSTRAINT/,
    );
  });

  it('for a statement that does not fit the tables', () => {
    const db = openTable();
    expect(codeOf(() => db.get('SELECT c FROM t'))).toBe('SQLITE_ERROR');
    expect(codeOf(() => db.script('SELECT 1 FROM v'))).toBe('SQLITE_ERROR');
  });

  it('for a file that is no database, and one that is damaged', () => {
    const read = (name: string) => () => openDatabase(name).all('SELECT * FROM sqlite_master');
    const file = newFile();
    writeFileSync(file, 'no database, but long enough to be looked at. '.repeat(100));
    expect(codeOf(read(file))).toBe('SQLITE_NOTADB');
    const damaged = newFile();
    openTable(damaged).close();
    const bytes = readFileSync(damaged);
    writeFileSync(damaged, bytes.fill(7, 100, 4000));
    expect(codeOf(read(damaged))).toBe('SQLITE_CORRUPT');
    writeFileSync(damaged, bytes.subarray(0, 600));
    expect(codeOf(read(damaged))).toMatch(/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)$/);
  });

  it('for a folder that is not there', () => {
    expect(codeOf(() => openDatabase(join(newFile(), 'db.sqlite')))).toBe('SQLITE_CANTOPEN');
  });

  it('for a file that may only be read', () => {
    const file = newFile();
    openTable(file).close();
    const db = openDatabase(file);
    db.script('PRAGMA query_only = ON');
    expect(codeOf(() => db.script("INSERT INTO t VALUES (1, 'a')"))).toBe('SQLITE_READONLY');
  });

  it('while rows are read', () => {
    const db = openTable();
    db.script("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
    const rows = "SELECT CASE a WHEN 2 THEN json('{') END AS value FROM t ORDER BY a";
    expect(codeOf(() => [...db.each(rows)])).toBe('SQLITE_ERROR');
    expect(codeOf(() => db.all(rows))).toBe('SQLITE_ERROR');
  });
});
