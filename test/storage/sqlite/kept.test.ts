import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Database, inMemory, openDatabase } from '../../../src/storage/sqlite/database.ts';

const tables = ['a'];

function makeTables(db: Database): Database {
  db.script('CREATE TABLE a (n INTEGER PRIMARY KEY); CREATE TABLE b (n INTEGER PRIMARY KEY)');
  return db;
}

/** How often the rows of `a` were read, and what they add up to, as kept. */
function reading(db: Database) {
  let reads = 0;
  const sum = () =>
    db.kept(tables, 'sum', () => {
      reads += 1;
      return db.get<{ n: number }>('SELECT total(n) AS n FROM a')?.n;
    });
  return { sum, reads: () => reads };
}

it('what was read is kept until a table that it was read from may have changed', () => {
  const db = makeTables(openDatabase(inMemory));
  const { sum, reads } = reading(db);
  expect([sum(), sum(), reads()]).toEqual([0, 0, 1]);
  db.run('INSERT INTO b (n) VALUES (?)', [5]);
  expect([sum(), reads()]).toEqual([0, 1]);
  db.close();
});

it.each<[string, (db: Database) => unknown, number]>([
  ['an insert', (db) => db.run('INSERT INTO a (n) VALUES (?)', [7]), 8],
  ['an insert or replacement', (db) => db.run('INSERT OR REPLACE INTO a (n) VALUES (2)'), 3],
  ['an update', (db) => db.run('UPDATE a SET n = 4'), 4],
  ['a removal that returns the row', (db) => db.get('DELETE FROM a RETURNING n'), 0],
  [
    'a statement of another form',
    (db) => db.run('WITH x(n) AS (SELECT 5) UPDATE a SET n = (SELECT n FROM x)'),
    5,
  ],
  ['a script', (db) => db.script('UPDATE a SET n = 9'), 9],
])('%s ends it', (_, change, after) => {
  const db = makeTables(openDatabase(inMemory));
  db.script('INSERT INTO a (n) VALUES (1)');
  const { sum } = reading(db);
  expect(sum()).toBe(1);
  change(db);
  expect(sum()).toBe(after);
  db.close();
});

it.each(['transaction', 'part'] as const)('what was read within a %s that was undone is not kept', (what) => {
  const db = makeTables(openDatabase(inMemory));
  const { sum } = reading(db);
  const undone = () => {
    db.run('INSERT INTO a (n) VALUES (1)');
    expect(sum()).toBe(1);
    throw new Error('undone');
  };
  const work = () => (what === 'part' ? db.part(undone) : db.transaction('write', undone));
  expect(work).toThrow('undone');
  expect(sum()).toBe(0);
  db.close();
});

it('a change by another connection ends it', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cfi-kept-')), 'db.sqlite');
  const [db, other] = [makeTables(openDatabase(file)), openDatabase(file)];
  const { sum } = reading(db);
  expect(sum()).toBe(0);
  other.run('INSERT INTO a (n) VALUES (3)');
  expect(sum()).toBe(3);
  for (const each of [db, other]) each.close();
});

it('values of many keys do not gather', () => {
  const db = makeTables(openDatabase(inMemory));
  const read = (key: number) => db.kept(tables, String(key), () => ({ key }));
  const first = read(0);
  expect(read(0)).toBe(first);
  for (let key = 1; key <= 100; key++) expect(read(key)).toEqual({ key });
  expect(read(0)).not.toBe(first);
  db.close();
});
