import type { Database } from './store/database.ts';

/** Does one piece of writing in a transaction and gives what came of it once that is committed. */
export type Writer = <T>(work: () => T) => Promise<T>;

interface Waiting {
  run(): () => void;
  reject(error: unknown): void;
}

/**
 * Writes that arrive together are committed together: the commit costs as much as all the rest of a write, and many
 * connections bring many at once. Each has a savepoint of its own, so that one that throws takes nothing along; nobody
 * hears of a success before the commit.
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
  const commitAll = (): void => {
    const group = waiting;
    waiting = [];
    try {
      for (const settle of db.transaction('write', () => group.map(attempt))) settle();
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
