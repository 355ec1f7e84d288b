import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmulator } from '../../src/emulator/engine/emulator.ts';
import { openDatabase } from '../../src/emulator/store/database.ts';
import { applicationId } from '../../src/emulator/store/schema.ts';
import { bringUpToDate, openStateFile, stateFileError } from '../../src/emulator/store/state-file.ts';
import { testNow } from '../support/time.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'cfi-file-'));
const fileIn = (state: string) => join(state, 'state.sqlite');
const open = (state: string) => openEmulator({ state, seed: 'empty', realNow: () => testNow });

describe('a file that is not ours', () => {
  it.each([
    [
      'no database',
      (file: string) => writeFileSync(file, 'name,price\n'.repeat(200)),
      'damaged or no database',
    ],
    ['of another program', makeForeign, 'another program'],
    ['of a newer version', makeNewer, 'newer version'],
  ])('%s is named and left as it is', async (_, make, message) => {
    const state = folder();
    make(fileIn(state));
    const before = readFileSync(fileIn(state));
    const error = await open(state).catch((caught) => caught);
    expect(error).toMatchObject({ name: 'CfiError', exitCode: 2 });
    expect(error.message).toContain(fileIn(state));
    expect(error.message).toContain(message);
    expect(error.details.hint).toMatch(/--state/);
    expect(readFileSync(fileIn(state))).toEqual(before);
    expect(existsSync(`${fileIn(state)}-wal`)).toBe(false);
  });

  /** A state whose file bears damage from a byte on, everything having been folded into it before. */
  async function damaged(from: number): Promise<{ state: string; bytes: Buffer }> {
    const state = folder();
    (await open(state)).close();
    const db = openDatabase(fileIn(state));
    db.get('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const bytes = readFileSync(fileIn(state));
    bytes.fill(0x5a, from);
    writeFileSync(fileIn(state), bytes);
    return { state, bytes };
  }

  it('a damaged one of ours is reported and left as it is', async () => {
    const { state, bytes } = await damaged(16);
    const error = await openEmulator({ state, realNow: () => testNow }).catch((caught) => caught);
    expect(error).toMatchObject({ name: 'CfiError', exitCode: 2 });
    expect(error.message).toContain(fileIn(state));
    expect(readFileSync(fileIn(state))).toEqual(bytes);
  });

  it('damage that is met later is reported in the answer, with the file', async () => {
    const { state } = await damaged(8192);
    const answer = await openEmulator({ state, realNow: () => testNow })
      .then(async (emulator) =>
        emulator.handle({ method: 'POST', target: '/_emulator/reset', headers: { 'x-emulator-admin': '1' } }),
      )
      .then(
        ({ body }) => body,
        (error: Error) => error.message,
      );
    expect(answer).toContain(fileIn(state));
  });

  it('a folder that is a file is reported', async () => {
    const state = join(folder(), 'file');
    writeFileSync(state, '');
    await expect(open(state)).rejects.toMatchObject({ name: 'CfiError', exitCode: 2 });
  });

  it('a folder in the place of the file is reported', async () => {
    const state = folder();
    mkdirSync(fileIn(state));
    await expect(open(state)).rejects.toMatchObject({ name: 'CfiError', exitCode: 2 });
  });
});

function makeForeign(file: string): void {
  const db = openDatabase(file);
  db.script('CREATE TABLE invoices (id INTEGER); PRAGMA user_version = 1');
  db.close();
}

function makeNewer(file: string): void {
  const db = openDatabase(file);
  db.script(
    `CREATE TABLE t (id INTEGER); PRAGMA application_id = ${applicationId}; PRAGMA user_version = 999`,
  );
  db.close();
}

describe('a new state folder', () => {
  it('is made for its owner alone', async () => {
    const state = join(folder(), 'a', 'b');
    (await open(state)).close();
    expect(statSync(state).mode & 0o777).toBe(0o700);
  });

  it('may hold an empty file', async () => {
    const state = folder();
    writeFileSync(fileIn(state), '');
    chmodSync(fileIn(state), 0o600);
    (await open(state)).close();
    expect(statSync(fileIn(state)).size).toBeGreaterThan(0);
  });
});

describe('bringUpToDate', () => {
  it('leads an older file to the present, a step at a time', () => {
    const db = openDatabase(':memory:');
    db.script(
      `CREATE TABLE t (a INTEGER); PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1`,
    );
    const steps = { 1: 'ALTER TABLE t ADD COLUMN b TEXT', 2: "INSERT INTO t VALUES (1, 'kept')" };
    db.transaction('write', () => bringUpToDate(db, 'file', steps, 3));
    expect(db.all('SELECT a, b FROM t')).toEqual([{ a: 1, b: 'kept' }]);
    expect(db.get('PRAGMA user_version')).toEqual({ user_version: 3 });
    db.transaction('write', () => bringUpToDate(db, 'file', steps, 3));
    expect(db.all('SELECT a FROM t')).toHaveLength(1);
  });

  it('says so when there is no way on', () => {
    const db = openDatabase(':memory:');
    db.script(
      `CREATE TABLE t (a INTEGER); PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1`,
    );
    expect(() => bringUpToDate(db, 'file', {}, 2)).toThrow('no migration leads on from version 1');
  });
});

describe('stateFileError', () => {
  it.each([
    ['SQLITE_BUSY', 'locked', 11],
    ['SQLITE_FULL', 'invalid-input', 2],
    ['SQLITE_READONLY', 'invalid-input', 2],
    ['EACCES', 'invalid-input', 2],
    ['SQLITE_CORRUPT_VTAB', 'invalid-input', 2],
  ])('%s becomes %s', (code, kind, exitCode) => {
    const error = stateFileError('/s/state.sqlite', Object.assign(new Error('x'), { code }));
    expect(error).toMatchObject({
      code: kind,
      exitCode,
      message: expect.stringContaining('/s/state.sqlite'),
    });
  });

  it('lets other errors pass', () => {
    const error = new TypeError('a mistake of ours');
    expect(stateFileError('f', error)).toBe(error);
  });
});

describe('openStateFile', () => {
  it('keeps what was committed when the next piece of work fails', () => {
    const db = openStateFile(':memory:');
    db.transaction('write', () => db.run("INSERT INTO meta VALUES ('a', '1')"));
    const failing = () =>
      db.transaction('write', () => {
        db.run("INSERT INTO meta VALUES ('b', '2')");
        throw new Error('stop');
      });
    expect(failing).toThrow('stop');
    expect(db.all('SELECT key FROM meta')).toEqual([{ key: 'a' }]);
  });
});
