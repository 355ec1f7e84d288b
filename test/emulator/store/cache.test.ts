import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/emulator/store/database/database.ts';
import { makeStateFile } from '../../../src/emulator/store/database/new-state.ts';
import { openStateFile, stateFile } from '../../../src/emulator/store/database/state-file.ts';

const nextTurn = () => new Promise((next) => setImmediate(next));

/** A state with a counter in it, a second connection to it, and its cache. */
function open() {
  const state = mkdtempSync(join(tmpdir(), 'cfi-cache-'));
  makeStateFile(state, (made) => made.run("INSERT INTO meta VALUES ('clock', '{}')"));
  const db = openStateFile(state);
  const other = openDatabase(stateFile(state));
  const write = (by: Database) => by.run("UPDATE meta SET value = value + 1 WHERE key = 'n'");
  db.run("INSERT INTO meta (key, value) VALUES ('n', '0')");
  const read = () => Number(db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'n'")?.value);
  return {
    ...{ db, other, write, read },
    both: () => [db.cached('n', read), db.cached('n', read, 'orders')],
  };
}

describe('a read transaction', () => {
  it('shows one moment while another process writes, and ends with its work', () => {
    const { db, other, write, read } = open();
    const seen = db.transaction('read', () => {
      const first = read();
      write(other);
      return [first, read()];
    });
    expect(seen).toEqual([0, 0]);
    expect(read()).toBe(1);
  });

  it('ends when its work throws, before or after its first statement', () => {
    const { db, write, read } = open();
    for (const statement of [() => undefined, read]) {
      const failing = () =>
        db.transaction('read', () => {
          statement();
          throw new Error('failed');
        });
      expect(failing).toThrow('failed');
      db.transaction('write', () => write(db));
    }
    expect(read()).toBe(2);
  });
});

describe('cached', () => {
  it('reads once until something is written', async () => {
    const { db, write, both } = open();
    expect(both()).toEqual([0, 0]);
    write(db);
    expect(both()).toEqual([1, 1]);
    db.transaction('write', () => write(db));
    expect(both()).toEqual([2, 2]);
    await nextTurn();
    expect(both()).toEqual([2, 2]);
  });

  it('keeps what orders do not change until anything else is written', () => {
    const { db, write, both } = open();
    both();
    db.transaction('orders', () => write(db));
    expect(both()).toEqual([1, 0]);
    db.transaction('orders', () => write(db));
    db.transaction('write', () => undefined);
    expect(both()).toEqual([2, 2]);
  });

  it('sees any write of another process from the next turn on', async () => {
    const { other, write, both } = open();
    both();
    other.transaction('orders', () => write(other));
    await nextTurn();
    expect(both()).toEqual([1, 1]);
  });

  it('caches nothing of an uncommitted write', () => {
    const { db, write, both } = open();
    const failing = () =>
      db.transaction('write', () => {
        write(db);
        expect(both()).toEqual([1, 1]);
        throw new Error('taken back');
      });
    expect(failing).toThrow('taken back');
    expect(both()).toEqual([0, 0]);
  });

  it('reads what orders do not change once while they are written', async () => {
    const { db, other, write, read } = open();
    let reads = 0;
    const cached = () =>
      db.cached(
        'n',
        () => {
          reads++;
          return read();
        },
        'orders',
      );
    const order = () => db.transaction('orders', cached);
    expect([cached(), order(), order(), cached(), reads]).toEqual([0, 0, 0, 0, 1]);
    write(other);
    await nextTurn();
    expect([cached(), order(), reads]).toEqual([1, 1, 2]);
    write(db);
    expect([order(), cached(), order()]).toEqual([2, 2, 2]);
  });
});
