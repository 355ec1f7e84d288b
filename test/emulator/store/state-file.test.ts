import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { applicationId, tables } from '../../../src/emulator/store/schema.ts';
import { makeMemoryState, namingState, stateFileError } from '../../../src/emulator/store/state-file.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { testNow } from '../../support/time.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'cfi-file-'));
const fileIn = (state: string) => join(state, 'state.sqlite');
const open = (state: string) => openEmulator({ state, seed: 'empty', realNow: () => testNow });

describe('a foreign file', () => {
  it.each([
    [
      'no database',
      (file: string) => writeFileSync(file, 'name,price\n'.repeat(200)),
      'damaged or not a database',
    ],
    ['of another program', makeForeign, 'another program'],
    ['of a newer version', makeNewer, 'newer version'],
  ])('%s is named and left unchanged', async (_, make, message) => {
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

  /** A state whose file is damaged from a given byte on, after a full checkpoint. */
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

  it('a damaged state file is reported and left unchanged', async () => {
    const { state, bytes } = await damaged(16);
    const error = await openEmulator({ state, realNow: () => testNow }).catch((caught) => caught);
    expect(error).toMatchObject({ name: 'CfiError', exitCode: 2 });
    expect(error.message).toContain(fileIn(state));
    expect(readFileSync(fileIn(state))).toEqual(bytes);
  });

  it('damage found later is reported in the answer, with the file', async () => {
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

  it('a folder in place of the file is reported', async () => {
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
  it('is private to its owner', async () => {
    const state = join(folder(), 'a', 'b');
    (await open(state)).close();
    expect(statSync(state).mode & 0o777).toBe(0o700);
  });

  it("keeps the database and SQLite's other files private, whatever the umask", async () => {
    for (const umask of [0o000, 0o022, 0o777]) {
      const state = folder();
      const before = process.umask(umask);
      try {
        const emulator = await open(state);
        await emulator.handle({
          method: 'POST',
          target: '/_emulator/reset',
          headers: { 'x-emulator-admin': '1' },
        });
        const modes = readdirSync(state).map((name) => [name, statSync(join(state, name)).mode & 0o777]);
        expect(Object.fromEntries(modes)).toEqual({
          locks: 0o700,
          'state.sqlite': 0o600,
          'state.sqlite-journal': 0o600,
        });
        emulator.close();
      } finally {
        process.umask(before);
      }
    }
  });

  it('is made private if it was open to others', async () => {
    const state = folder();
    (await open(state)).close();
    chmodSync(fileIn(state), 0o644);
    const emulator = await openEmulator({ state, realNow: () => testNow });
    expect(statSync(fileIn(state)).mode & 0o777).toBe(0o600);
    emulator.close();
  });

  it('is not filled for a clock that would start before the seed', async () => {
    const state = folder();
    const seed = { version: 1, now: '2026-09-01T08:00:00Z', warehouses: [], clients: [] };
    const start = Date.parse(seed.now);
    const openAt = (now: number) => openEmulator({ state, seed, now, realNow: () => testNow });
    await expect(openAt(start - 1)).rejects.toMatchObject({
      exitCode: 2,
      message:
        'the seed begins at 2026-09-01T08:00:00Z, so the clock cannot start at 2026-09-01T07:59:59.999Z',
    });
    expect(readdirSync(state)).toEqual([]);
    (await openAt(start)).close();
  });

  it('is empty or whole: a bad seed leaves nothing behind', async () => {
    const state = folder();
    const seed = { version: 1, warehouses: [], clients: [], products: [{ client: 'nobody', sku: 'X' }] };
    await expect(openEmulator({ state, seed, realNow: () => testNow })).rejects.toThrow('nobody');
    expect(readdirSync(state)).toEqual([]);
  });
});

describe('a state file without a state', () => {
  const refused = async (state: string) => {
    const before = existsSync(fileIn(state)) ? readFileSync(fileIn(state)) : undefined;
    const error = await openEmulator({ state, realNow: () => testNow }).catch((caught) => caught);
    expect(error).toMatchObject({ name: 'CfiError', exitCode: 2 });
    expect(error.message).toContain(fileIn(state));
    expect(error.details.hint).toContain('--state');
    if (before !== undefined) expect(readFileSync(fileIn(state))).toEqual(before);
    return error.message;
  };

  it.each([
    ['of 0 bytes', (file: string) => writeFileSync(file, '')],
    [
      'without its facts',
      (file: string) => withDatabase(file, `${tables}; PRAGMA application_id = ${applicationId}`),
    ],
  ])('%s is damage, refused and never seeded', async (_, make) => {
    const state = folder();
    make(fileIn(state));
    expect(await refused(state)).toContain('damaged');
  });

  it('with only its log left is damage too', async () => {
    const state = folder();
    writeFileSync(`${fileIn(state)}-wal`, 'a log');
    expect(await refused(state)).toContain('missing');
    expect(existsSync(fileIn(state))).toBe(false);
  });
});

function withDatabase(file: string, script: string): void {
  const db = openDatabase(file);
  db.script(script);
  db.close();
}

describe('stateFileError', () => {
  it.each([
    ['SQLITE_BUSY', 'locked', 11],
    ['SQLITE_FULL', 'internal', 1],
    ['EFBIG', 'internal', 1],
    ['SQLITE_IOERR_READ', 'internal', 1],
    ['SQLITE_READONLY', 'invalid-input', 2],
    ['EACCES', 'invalid-input', 2],
    // Not called damaged: the file that is not there cannot be read a second time.
    ['SQLITE_CORRUPT_VTAB', 'internal', 1],
  ])('%s becomes %s', (code, kind, exitCode) => {
    const error = stateFileError('/s/state.sqlite', Object.assign(new Error('x'), { code }));
    expect(error).toMatchObject({
      code: kind,
      exitCode,
      message: expect.stringContaining('/s/state.sqlite'),
    });
  });

  it.each([
    [1544, 'cannot be opened or written'],
    [779, 'cannot be read or written'],
    [773, 'is locked by another process'],
    [14 + 256 * 40, 'cannot be opened or written'],
  ])('an extended code without a name, %i, has the meaning of its result code', (rawCode, said) => {
    const error = Object.assign(new Error('x'), { code: `UNKNOWN_SQLITE_ERROR_${rawCode}`, rawCode });
    expect(stateFileError('/s/state.sqlite', error)).toMatchObject({
      message: expect.stringContaining(said),
    });
  });

  it.each(['SQLITE_READONLY', 'SQLITE_CANTOPEN'])(
    '%s about a file that can be written blames the system',
    (code) => {
      const file = join(folder(), 'a.sqlite');
      writeFileSync(file, '');
      expect(stateFileError(file, Object.assign(new Error('x'), { code }))).toMatchObject({
        exitCode: 1,
        message: `${file} cannot be opened or written: the system refuses to open it`,
      });
    },
  );

  it.each(['-wal', '-journal'])('names the folder that is in the place of its %s', (suffix) => {
    const file = join(folder(), 'a.sqlite');
    mkdirSync(file + suffix);
    expect(stateFileError(file, Object.assign(new Error('x'), { code: 'SQLITE_CANTOPEN' }))).toMatchObject({
      exitCode: 2,
      message: `${file} cannot be opened or written: a.sqlite${suffix} is a folder`,
    });
  });

  it.each([
    ['EMFILE', 1, ' cannot be opened or written: too many files are open'],
    ['EACCES', 2, ' cannot be opened or written'],
  ])('sends nobody to another folder that would not help: %s', (code, exitCode, message) => {
    const error = Object.assign(new Error('x'), { code });
    expect(stateFileError('f', error)).toMatchObject({ exitCode, message: `f${message}` });
  });

  it('passes on other errors', () => {
    const error = new TypeError('a mistake of ours');
    const fail = () => {
      throw error;
    };
    expect(() => namingState('f', fail)).toThrow(error);
  });
});

it('openStateFile keeps committed data when the next transaction fails', () => {
  const db = makeMemoryState(() => {});
  db.transaction('write', () => db.run("INSERT INTO meta VALUES ('a', '1')"));
  const failing = () =>
    db.transaction('write', () => {
      db.run("INSERT INTO meta VALUES ('b', '2')");
      throw new Error('stop');
    });
  expect(failing).toThrow('stop');
  expect(db.all('SELECT key FROM meta')).toEqual([{ key: 'a' }]);
});
