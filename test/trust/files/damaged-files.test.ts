import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { bringUpToDate, UnusableFile } from '../../../src/storage/sqlite/database-file.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { manyOrders } from '../../support/upload/orders-csv.ts';
import { valuesOf } from '../../support/upload/values-of.ts';

const upload = ['--emulator', 'order', 'create', 'orders.csv'];

/** The home after an upload, a setting and a booked slot, so that each file exists. */
const original = makeHome();
beforeAll(async () => {
  writeFileSync(join(original, 'orders.csv'), manyOrders(3, 'T-'));
  const where = '--warehouse|Northgate FC|--loading-type|palletised|--number-of-skus|lt_10'.split('|');
  for (const line of [
    upload,
    ['config', 'set', 'timeout', '9s'],
    ['--emulator', 'slot', 'book', '--date', '2099-09-09', '--window', 'morning', ...where],
  ]) {
    expect(await runCli(line, { home: original })).toMatchObject({ code: 0 });
  }
});

function usedHome(): string {
  const home = makeHome();
  cpSync(original, home, { recursive: true });
  return home;
}

const renamedIn = (folder: string, name: string): string[] =>
  readdirSync(folder).filter((file) => file.startsWith(`${name}.damaged-`) && !/-(wal|shm)$/.test(file));

const damages: readonly [string, Buffer][] = [
  ['text', Buffer.from('a,b,c\n'.repeat(500))],
  ['noise', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))],
  ['half of it', Buffer.alloc(0)],
];

describe('one of our files, damaged', () => {
  it.each(damages)('the list of known slots, now %s, is written anew', async (_, content) => {
    const home = usedHome();
    const file = join(home, 'slots.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).not.toEqual({});
    writeFileSync(file, content);
    const { code, stderr } = await runCli(['--emulator', 'slot', 'list'], { home });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('damaged')]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).not.toEqual({});
  });

  it.each(damages)('the settings, now %s, are renamed and reported once', async (_, content) => {
    const home = usedHome();
    writeFileSync(join(home, 'config.json'), content);
    const { stderr } = await runCli(['config', 'list'], { home });
    const [renamed = ''] = renamedIn(home, 'config.json');
    expect(stderr).toContain(renamed);
    expect(readFileSync(join(home, renamed)).equals(content)).toBe(true);
    expect((await runCli(['config', 'list'], { home })).stderr).toBe('');
  });

  it.each(damages.slice(0, 2))(
    'the state of the emulator, now %s, is reported and left unchanged',
    async (_, content) => {
      const home = usedHome();
      const file = join(home, 'emulator', 'state.sqlite');
      writeFileSync(file, content);
      for (const suffix of ['-wal', '-shm']) writeFileSync(file + suffix, '');
      for (const line of [
        ['--emulator', 'inventory'],
        ['emulator', 'status'],
        ['emulator', 'reset'],
        ['emulator', 'start'],
      ]) {
        const { code, stderr } = await runCli(line, { home });
        expect([code, stderr]).toMatchObject([2, expect.stringContaining(`${file} is damaged`)]);
      }
      expect(readFileSync(file).equals(content)).toBe(true);
    },
  );

  it('settings of the wrong shape are ignored', async () => {
    const home = makeHome();
    const profile = {
      base_url: 5,
      client_id: [],
      client_secret: {},
      emulators: 'x',
      timeout: true,
      output: 'xml',
    };
    const token = { access_token: 'a\r\nb', expires_at: 1e300 };
    const config = {
      current_profile: 7,
      profiles: { default: profile, other: 5 },
      tokens: { a: token, b: 1 },
    };
    writeFileSync(join(home, 'config.json'), JSON.stringify(config));
    for (const [line, code] of [
      ['config list', 0],
      ['profile list', 0],
      ['whoami', 4],
      ['inventory', 4],
      ['logout', 0],
      ['--emulator inventory', 0],
    ] as const) {
      const outcome = await runCli(line.split(' '), { home });
      expect(outcome.code, line + outcome.stderr).toBe(code);
      expect(outcome.stderr).not.toContain('unexpected');
    }
  });
});

/** Changes the version number of a database's tables. */
function setVersion(file: string, version: number): void {
  const db = new Libsql(file);
  db.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
  db.close();
}

it('a database of an older version is migrated to the current version step by step, with its content', () => {
  const db = openDatabase(':memory:');
  const migrations = { 1: 'ALTER TABLE t ADD COLUMN b', 2: 'UPDATE t SET b = a + 1' };
  const format = { applicationId: 7, version: 3, tables: '', tableNames: ['t'], migrations };
  db.script('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  expect(() => bringUpToDate(db, 'file', { ...format, tableNames: ['u'] })).toThrow(UnusableFile);
  db.script('PRAGMA user_version = 1; PRAGMA application_id = 7');
  bringUpToDate(db, 'file', format);
  bringUpToDate(db, 'file', format);
  expect(valuesOf(db, 'SELECT a, b FROM t')).toEqual([[1, 2]]);
  expect(valuesOf(db, 'PRAGMA user_version')[0]).toEqual([3]);
  db.script('PRAGMA user_version = 2');
  expect(() => bringUpToDate(db, 'file', { ...format, migrations: { 1: '' } })).toThrow('file: damaged');
  db.close();
});

it.each([
  ['ledger.sqlite', upload],
  ['ledger.sqlite', ['order', 'runs']],
  [join('emulator', 'state.sqlite'), ['--emulator', 'inventory']],
  [join('emulator', 'state.sqlite'), ['emulator', 'reset']],
])(
  'a file that a newer version of the program wrote %s is left unchanged by %j, with what to do',
  async (name, line) => {
    const home = usedHome();
    const file = join(home, name);
    setVersion(file, 99);
    const before = readFileSync(file);
    const { code, stderr } = await runCli(line, { home });
    expect([code, stderr]).toMatchObject([
      2,
      expect.stringMatching(/newer version of cfi\nhint: .*pdate cfi/),
    ]);
    expect(stderr).toContain(file);
    expect(readFileSync(file).equals(before)).toBe(true);
  },
);
