import type { Database } from './store/database.ts';

/** Does one piece of writing in a transaction and gives what came of it once that is committed. */
export type Writer = <T>(work: () => T) => Promise<T>;

interface Waiting {
  run(): () => void;
  reject(error: unknown): void;
}

/**
 * Writes that arrive together are committed together: the commit costs as much as all the rest of a write, and many
 * connections bring many at once. Where one of them throws, all are rolled back and done again, each in a savepoint of
 * its own, so that it takes nothing along: savepoints for all would cost as much as a row. Work may therefore run twice.
 * Nobody hears of a success before the commit.
 */
export function writeGroup(db: Database): Writer {
  let waiting: Waiting[] = [];

  const attempt = ({ run, reject }: Waiting): (() => void) => {
    db.script('SAVEPOINT one');
    try {
      const resolve = run();
      db.script('RELEASE one');
      return resolve;
    } catch (error) {
      db.script('ROLLBACK TO one; RELEASE one');
      return () => reject(error);
    }
  };
  const write = (group: readonly Waiting[]): readonly (() => void)[] => {
    let working = false;
    try {
      return db.transaction('write', () => {
        working = true;
        const settled = group.map(({ run }) => run());
        working = false;
        return settled;
      });
    } catch (error) {
      if (!working || group.length === 1) throw error;
      return db.transaction('write', () => group.map(attempt));
    }
  };
  const commitAll = (): void => {
    const group = waiting;
    waiting = [];
    try {
      for (const settle of write(group)) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      const run = (): (() => void) => {
        const result = work();
        return () => resolve(result);
      };
      waiting.push({ run, reject });
      if (waiting.length === 1) setImmediate(commitAll);
    });
}
