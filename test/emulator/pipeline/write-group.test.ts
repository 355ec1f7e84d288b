import { describe, expect, it } from 'vitest';
import { writeGroup } from '../../../src/emulator/pipeline/write-group.ts';
import { openDatabase } from '../../../src/emulator/store/database/database.ts';

const open = () => {
  const db = openDatabase(':memory:');
  db.script('CREATE TABLE t (a INTEGER PRIMARY KEY)');
  const insert = (a: number) => () => db.run('INSERT INTO t VALUES (?)', a);
  const rows = () => db.all<{ a: number }>('SELECT a FROM t ORDER BY a').map((row) => row.a);
  return { db, write: writeGroup(db), insert, rows };
};

describe('writeGroup', () => {
  it('commits concurrent writes together, in order', async () => {
    const { write, rows, insert } = open();
    const seen: number[][] = [];
    await Promise.all([1, 2, 3].map((a) => write(insert(a)).then(() => seen.push(rows()))));
    expect(seen).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  describe('over several turns of the event loop', () => {
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    /** Sends so many writes in each turn, and returns the size of each commit. */
    const sizes = async (turns: readonly number[]) => {
      const { db, write, insert } = open();
      const commits: number[] = [];
      let [made, committed] = [0, 0];
      db.onCommit(() => {
        commits.push(made - committed);
        committed = made;
      });
      const writes: Promise<unknown>[] = [];
      let sent = 0;
      for (const count of turns) {
        for (let i = 0; i < count; i++) {
          const put = insert(++sent);
          writes.push(
            write(() => {
              made++;
              put();
            }),
          );
        }
        await turn();
      }
      await Promise.all(writes);
      return commits;
    };

    it('waits while each turn brings more', async () => {
      expect(await sizes([2, 1, 3, 0, 2])).toEqual([6, 2]);
    });

    it('commits ten or more at once', async () => {
      expect(await sizes([4, 5, 3, 10, 12, 2])).toEqual([12, 10, 12, 2]);
    });

    it('does not wait after a write that came alone', async () => {
      expect(await sizes([1, 1, 1, 0])).toEqual([1, 1, 1]);
    });

    it('waits with the first one after a larger group', async () => {
      expect(await sizes([2, 0, 1, 2, 0, 1, 0, 0, 1, 1])).toEqual([2, 3, 1, 1, 1]);
    });
  });

  it('rolls back only a write that throws', async () => {
    const { write, rows, insert } = open();
    const failing = () => {
      insert(2)();
      throw new Error('two');
    };
    const results = await Promise.allSettled([
      write(insert(1)),
      write(failing),
      write(insert(3)),
      write(insert(3)),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect(rows()).toEqual([1, 3]);
  });

  it('runs consecutive writes of one kind together, and separately once one throws', async () => {
    const { db, write } = open();
    const goes: (number | readonly number[])[] = [];
    const insert = (a: number) => db.run('INSERT INTO t VALUES (?)', a);
    const one = (a: number) => {
      goes.push(a);
      return insert(a) * a;
    };
    const together = (calls: readonly number[]) => {
      goes.push(calls);
      return calls.map((a) => insert(a) * a);
    };
    const shared = (a: number) => write(() => one(a), { together, call: a, mode: 'write' });
    const alone = (a: number) => write(() => one(a));
    expect(await Promise.all([shared(1), shared(2), alone(3), shared(4)])).toEqual([1, 2, 3, 4]);
    expect(goes.splice(0)).toEqual([[1, 2], 3, 4]);
    const results = await Promise.allSettled([shared(5), shared(1), shared(6)]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(goes).toEqual([[5, 1, 6], 5, 1, 6]);
  });

  it('reports a full disk to all when SQLite itself has rolled back', async () => {
    const { db, write, insert, rows } = open();
    // SQLite does this for some disk failures.
    const fill = () => {
      db.script('ROLLBACK');
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    const results = await Promise.allSettled([write(insert(1)), write(fill)]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 'SQLITE_FULL' } },
      { status: 'rejected', reason: { code: 'SQLITE_FULL' } },
    ]);
    expect(rows()).toEqual([]);
  });

  it('reports a failed commit to all', async () => {
    const { db, write, insert } = open();
    db.close();
    const results = await Promise.allSettled([write(insert(1)), write(insert(2))]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  });
});
