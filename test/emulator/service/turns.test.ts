import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTurns } from '../../../src/emulator/service/turns.ts';
import { type Database, inMemory, openDatabase } from '../../../src/storage/sqlite/database.ts';

/** A database with a table of words, and the transactions that were begun. */
function watched(file = inMemory) {
  const opened = openDatabase(file);
  opened.script('CREATE TABLE IF NOT EXISTS words (word TEXT PRIMARY KEY)');
  const begun: string[] = [];
  const db: Database = {
    ...opened,
    transaction(mode, work) {
      begun.push(mode);
      return opened.transaction(mode, work);
    },
  };
  const words = () =>
    db.all<{ word: string }>('SELECT word FROM words ORDER BY word').map(({ word }) => word);
  return { db, begun, words };
}

const failed = (error: unknown): string => `failed: ${(error as Error).message}`;

/** Work that stores a word. */
const storing = (db: Database, word: string, writes = true) => ({
  writes,
  run() {
    db.run('INSERT INTO words (word) VALUES (?)', [word]);
    return word;
  },
  failed,
});

const failing = (db: Database) => ({
  ...storing(db, ''),
  run(): string {
    db.run("INSERT INTO words (word) VALUES ('half')");
    throw new Error('no');
  },
});

it('the work of one turn shares a transaction, which writes only if some of it does', async () => {
  const { db, begun, words } = watched();
  const turn = inTurns(db);
  expect(await Promise.all(['a', 'b', 'c'].map((word) => turn(storing(db, word))))).toEqual(['a', 'b', 'c']);
  const count = { writes: false, run: () => words().length, failed: () => -1 };
  expect(await Promise.all([turn(count), turn(count)])).toEqual([3, 3]);
  expect(begun).toEqual(['write', 'read']);
});

it('if the transaction fails, each piece of its work is done alone', async () => {
  const { db, begun, words } = watched();
  const turn = inTurns(db);
  const all = [storing(db, 'a'), failing(db), storing(db, 'b')];
  expect(await Promise.all(all.map((work) => turn(work)))).toEqual(['a', 'failed: no', 'b']);
  expect(words()).toEqual(['a', 'b']);
  expect(begun).toEqual(['write', 'write', 'write', 'write']);
});

it('what its failure makes of the work may be an error', async () => {
  const { db } = watched();
  const turn = inTurns(db);
  const hopeless = {
    ...failing(db),
    failed(error: unknown): string {
      throw error;
    },
  };
  const results = await Promise.allSettled([turn(hopeless), turn(storing(db, 'a'))]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it('much work takes several transactions, so that another process waits only shortly', async () => {
  const { db, begun, words } = watched();
  const turn = inTurns(db);
  const all = Array.from({ length: 120 }, (_, index) => String(index));
  expect(await Promise.all(all.map((word) => turn(storing(db, word))))).toEqual(all);
  expect(words()).toHaveLength(120);
  expect(begun).toHaveLength(3);
});

it('another process that writes delays no work that only reads, and fails all that has to write at once', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cfi-turns-')), 'db.sqlite');
  const { db, begun, words } = watched(file);
  db.script('PRAGMA busy_timeout = 10');
  const other = openDatabase(file);
  other.script('BEGIN IMMEDIATE');
  const turn = inTurns(db);
  expect(await turn({ writes: false, run: () => words().length, failed: () => -1 })).toBe(0);
  const outcomes = await Promise.all(['a', 'b'].map((word) => turn(storing(db, word, false))));
  expect(outcomes).toEqual(Array(2).fill(expect.stringContaining('failed: ')));
  const writing = await Promise.all(['a', 'b'].map((word) => turn(storing(db, word))));
  expect(writing).toEqual(Array(2).fill(expect.stringContaining('failed: ')));
  // The last two waited once for both.
  expect(begun).toEqual(['read', 'read', 'write', 'write', 'write']);
  other.script('ROLLBACK');
  expect(await turn(storing(db, 'a', false))).toBe('a');
  for (const each of [db, other]) each.close();
});
