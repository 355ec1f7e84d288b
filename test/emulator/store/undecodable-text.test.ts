import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { tables } from '../../../src/emulator/store/schema.ts';
import { tablesOf } from '../../../src/emulator/store/tables.ts';
import { inMemory, openDatabase } from '../../../src/storage/sqlite/database.ts';
import { testNow } from '../../support/time.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'cfi-text-'));
const fileIn = (state: string) => join(state, 'state.sqlite');
const open = (state: string) => openEmulator({ state, realNow: () => testNow });

let whole: string;
beforeAll(async () => {
  whole = folder();
  (await openEmulator({ state: whole, realNow: () => testNow, now: testNow, freeze: true })).close();
});

/** A column of each table: the search treats all columns of a table alike. Row numbers can hold no text. */
function oneOfEach(): [table: string, column: string][] {
  const db = openDatabase(inMemory);
  db.script(tables);
  const all = [...tablesOf(db)].flatMap(([table, columns]): [string, string][] => {
    const last = [...columns.keys()].filter((column) => column !== 'id').at(-1);
    return last === undefined ? [] : [[table, last]];
  });
  db.close();
  return all;
}

/** Bytes that are no letter: the beginning of one, followed by something else. */
const broken = "CAST(x'41c32c' AS TEXT)";

/** Puts such a text into one row of the table, which gets a row if it has none. */
function breakText(state: string, table: string, column: string, text: string): void {
  const db = openDatabase(fileIn(state));
  const columns = [...(tablesOf(db).get(table) ?? []).keys()];
  if (db.get(`SELECT 1 FROM ${table}`) === undefined)
    db.script(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => 1).join()})`);
  db.script(
    `UPDATE ${table} SET ${column} = ${text} WHERE ${column} IS (SELECT ${column} FROM ${table} LIMIT 1)`,
  );
  db.close();
}

it.each(oneOfEach())(
  'a text of a state that is not UTF-8 is refused by name: %s.%s',
  async (table, column) => {
    const state = folder();
    copyFileSync(fileIn(whole), fileIn(state));
    breakText(state, table, column, broken);
    const error = await open(state).catch((caught) => caught);
    expect(error).toMatchObject({ name: 'CfiError', exitCode: 2 });
    expect(error.message).toBe(
      `${fileIn(state)} is damaged: a text in ${table}, column ${column}, is not UTF-8`,
    );
    expect(error.details.hint).toContain('nothing in it was changed');
  },
);

it('letters of every length are none of these', async () => {
  const state = folder();
  copyFileSync(fileIn(whole), fileIn(state));
  const db = openDatabase(fileIn(state));
  db.run('UPDATE orders SET reference = reference || ?, uuid = ?', ['é漢😀', '\u{10ffff}\ufffd']);
  db.close();
  await expect(open(state).then((emulator) => emulator.close())).resolves.toBeUndefined();
});

it('a large state, which is read row by row, is refused by name too, or opened', async () => {
  const state = folder();
  copyFileSync(fileIn(whole), fileIn(state));
  const db = openDatabase(fileIn(state));
  db.run(`INSERT INTO meta (key, value) VALUES ('padding', printf('%*s', 5000000, 'é'))`);
  db.close();
  (await open(state)).close();
  breakText(state, 'orders', 'reference', broken);
  await expect(open(state)).rejects.toThrow('a text in orders, column reference, is not UTF-8');
});

// SQLite joins and compares bytes as if they were a text.
it.each([broken, "'é'"])('bytes in the place of a text are refused too: %s', async (text) => {
  const state = folder();
  copyFileSync(fileIn(whole), fileIn(state));
  breakText(state, 'products', 'sku', `CAST(${text} AS BLOB)`);
  await expect(open(state)).rejects.toThrow('a text in products, column sku, is not UTF-8');
});

it.each([
  ...['{', 'null', '-9223372036854775808', '{"mode":"frozen","now":1e300}', '{"mode":"x","now":1}'].map(
    (clock) => ['clock', clock],
  ),
  ['kept_choices', '{"A-06":'],
  ['kept_choices', '[]'],
])(
  'a clock that shows no time and assumptions that cannot be read are refused: %s %s',
  async (key, value) => {
    const state = folder();
    copyFileSync(fileIn(whole), fileIn(state));
    const db = openDatabase(fileIn(state));
    db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [key as string, value as string]);
    db.close();
    await expect(open(state)).rejects.toMatchObject({ name: 'CfiError', exitCode: 2 });
  },
);
