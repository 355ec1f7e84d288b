import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { attemptsOf } from '../../../src/upload/ledger/attempts.ts';
import {
  isDamage,
  type LedgerPlace,
  ledgerError,
  ledgerFile,
  pagesOf,
} from '../../../src/upload/ledger/ledger-file.ts';
import { withLedger } from '../../../src/upload/ledger/open-ledger.ts';
import { makeHome } from '../../support/cli.ts';
import { makeOlder } from '../../support/upload/older-ledger.ts';
import { placeOf, states } from '../../support/upload/opened-ledger.ts';

/** Opens a ledger and closes it again. */
const prepare = (place: LedgerPlace): Promise<void> => withLedger(place, (db) => db.close());

describe('the ledger', () => {
  it('keeps what version 0.3.0 knew of attempts, and what was found with other content', async () => {
    const home = makeHome();
    await prepare(placeOf(home));
    makeOlder(
      home,
      9,
      `INSERT INTO slots_before (service, reference, slots, accepted, bodies) VALUES (1, 'row', '[]', 1, '["{\\"date\\":1}"]');
       INSERT INTO sent_without_slot VALUES (1, 'P-1');
       INSERT INTO documents (service, kind, reference, digest, state, number, fields, run)
         VALUES (1, 'purchase-order', 'P-2', '', 'conflict', 'LW-2', 'slotReference', 1)`,
    );
    const known = (kind: string, reference: string) =>
      withLedger(placeOf(home), (db) => {
        const found = attemptsOf(db, { service: 1, kind }, reference, { now: 0, steady: 0 });
        db.close();
        return found;
      });
    const doubt = 'the service accepted the booking without showing a slot';
    expect(await known('slot', 'row')).toEqual({ sent: [{ date: 1 }], seen: { doubt }, sentBeforeMs: 0 });
    expect(await known('purchase-order', 'P-1')).toEqual({ sent: [{}], sentBeforeMs: 0 });
    expect(await known('purchase-order', 'P-2')).toMatchObject({
      seen: { number: 'LW-2', doubt: 'LW-2, which was found for it, is no longer there' },
    });
  });

  it('renames a damaged file and says so', async () => {
    const home = makeHome();
    writeFileSync(ledgerFile(home), 'this was a ledger once, '.repeat(200));
    const said: string[] = [];
    await prepare(placeOf(home, said));
    const renamed = readdirSync(home).find((name) => name.includes('damaged'));
    expect(said.join()).toContain(renamed);
    expect(readFileSync(join(home, renamed ?? ''), 'utf8')).toContain('this was a ledger once');
    expect(states(home)).toEqual({});
  });

  it('keeps its name if a reading of all of it finds it whole, and the work begins again, twice', async () => {
    const home = makeHome();
    const said: string[] = [];
    const place = placeOf(home, said);
    await prepare(place);
    let times = 0;
    await withLedger(place, (db) => {
      times += 1;
      if (times <= 2) throw Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
      db.close();
    });
    expect([times, said, readdirSync(home).filter((name) => name.includes('damaged'))]).toEqual([3, [], []]);
  });

  it.each([
    ['of another program', 'PRAGMA application_id = 77', /another program/],
    ['without a mark', 'PRAGMA application_id = 0', /another program/],
    [
      'of a newer version',
      `PRAGMA application_id = ${0x6366696c}; PRAGMA user_version = 99`,
      /newer version/,
    ],
  ])('refuses a database %s and leaves it unchanged', async (_, mark, message) => {
    const home = makeHome();
    const db = openDatabase(ledgerFile(home));
    db.script(`CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1); ${mark}`);
    db.close();
    const before = readFileSync(ledgerFile(home));
    await expect(prepare(placeOf(home))).rejects.toThrow(message);
    expect(readFileSync(ledgerFile(home))).toEqual(before);
  });

  it('says why its folder cannot be created', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'file'), '');
    await expect(prepare(placeOf(join(home, 'file')))).rejects.toThrow(/part of its path is not a folder/);
    mkdirSync(join(home, 'folder'));
    await prepare(placeOf(join(home, 'folder')));
    expect(existsSync(join(home, 'folder', 'ledger.sqlite'))).toBe(true);
  });
});

it.each(['SQLITE_READONLY', 'SQLITE_CANTOPEN'])(
  'a ledger that can be written after %s is not blamed',
  (code) => {
    const home = makeHome();
    const error = Object.assign(new Error('x'), { code });
    const missing = join(home, 'gone', 'ledger.sqlite');
    expect(ledgerError(missing, error)).toMatchObject({ exitCode: code === 'SQLITE_READONLY' ? 2 : 1 });
    const file = join(home, 'ledger.sqlite');
    const refused = {
      exitCode: 1,
      message: `the run ledger ${file} cannot be opened or written: the system refuses to open it`,
    };
    expect(ledgerError(file, error)).toMatchObject(refused);
    writeFileSync(file, '');
    expect(ledgerError(file, error)).toMatchObject(refused);
    mkdirSync(`${file}-wal`);
    const message = `the run ledger ${file} cannot be opened or written: ledger.sqlite-wal is a folder`;
    expect(ledgerError(file, error)).toMatchObject({ exitCode: 2, message });
  },
);

it('may be damaged, or refused by the disk, where SQLite calls it corrupt', () => {
  const file = join(makeHome(), 'ledger.sqlite');
  expect(ledgerError(file, Object.assign(new Error('x'), { code: 'SQLITE_CORRUPT' }))).toMatchObject({
    exitCode: 1,
    message: `the run ledger ${file} is damaged, or the disk reports an error`,
  });
});

it.each(['ff', 'f09f', '58ff58'])(
  'a reference that is not UTF-8 (%s) is damage, and not the beginning of the same page again',
  async (bytes) => {
    const { error, read } = await withLedger(placeOf(makeHome()), (db) => {
      db.script(`INSERT INTO documents (service, kind, reference, digest, state, run) VALUES
        (1, 'order', 'R-1', '', 'created', 1), (1, 'order', CAST(x'${bytes}' AS TEXT), '', 'created', 1)`);
      const page = 'FROM documents WHERE service = ?1 AND reference > ?2 ORDER BY reference LIMIT 500';
      const found: string[] = [];
      const reading = (): void => {
        for (const { reference } of pagesOf<{ reference: string }>(db, ['reference'], page, 1)) {
          found.push(reference);
          if (found.length > 10) return;
        }
      };
      let thrown: unknown;
      try {
        reading();
      } catch (caught) {
        thrown = caught;
      }
      db.close();
      return { error: thrown, read: found.length };
    });
    expect([isDamage(error), read]).toEqual([true, 2]);
  },
);
