import { expect, it } from 'vitest';
import { inMemory, insertRows, openDatabase } from '../../../src/storage/sqlite/database.ts';

it.each([0, 1, 49, 50, 51, 123])('stores %i rows, each once and in sequence', (count) => {
  const db = openDatabase(inMemory);
  db.script('CREATE TABLE kept (id INTEGER PRIMARY KEY, text, twice)');
  const rows = Array.from({ length: count }, (_, at) => [`text ${at}`, at]);
  insertRows(db, 'INSERT INTO kept (text, twice) VALUES', '(?, ? * 2)', 2, rows.flat());
  expect(db.all('SELECT text, twice FROM kept ORDER BY id')).toEqual(
    rows.map(([text, at]) => ({ text, twice: Number(at) * 2 })),
  );
  db.close();
});
