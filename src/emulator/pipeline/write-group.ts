import type { Database } from '../store/database/database.ts';

/** Work that can be done together with other work of the same function, which gives a result for each call. */
interface Shared<C, T> {
  /** Throws when one of the calls would have thrown by itself; what it throws then is discarded. */
  readonly together: (calls: readonly C[]) => readonly T[];
  readonly call: C;
  /** What it writes. */
  readonly mode: 'write' | 'orders';
}

/**
 * Does one piece of writing in a transaction and returns its result once that is committed. Where it is `shared`,
 * several that arrive together are done together.
 */
export type Writer = <T, C = never>(work: () => T, shared?: Shared<C, T>) => Promise<T>;

interface Waiting {
  work(): unknown;
  readonly shared: Shared<unknown, unknown> | undefined;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The result of each piece of work; neighbours of one function are done together. */
function workAll(group: readonly Waiting[]): unknown[] {
  const results: unknown[] = [];
  while (results.length < group.length) {
    const from = results.length;
    const together = group[from]?.shared?.together;
    let to = from + 1;
    while (together !== undefined && group[to]?.shared?.together === together) to++;
    const part = group.slice(from, to);
    if (together === undefined || part.length === 1) results.push(...part.map(({ work }) => work()));
    else results.push(...together(part.map(({ shared }) => shared?.call)));
  }
  return results;
}

/**
 * Writes that arrive together are committed together: the commit costs as much as all the rest of a write, and many
 * connections bring many at once. Where one of them throws, all are rolled back and done again, each in a savepoint of
 * its own, so that it undoes nothing else: savepoints for all would cost as much as a row. Work may therefore run twice.
 * No success is reported before the commit.
 */
export function writeGroup(db: Database): Writer {
  let waiting: Waiting[] = [];

  /** Where no room is left SQLite has undone the whole transaction: then the error is everybody's. */
  const undo = (error: unknown): void => {
    try {
      db.script('ROLLBACK TO one; RELEASE one');
    } catch {
      throw error;
    }
  };
  const attempt = ({ work, resolve, reject }: Waiting): (() => void) => {
    db.script('SAVEPOINT one');
    try {
      const result = work();
      db.script('RELEASE one');
      return () => resolve(result);
    } catch (error) {
      undo(error);
      return () => reject(error);
    }
  };
  const write = (group: readonly Waiting[]): readonly (() => void)[] => {
    let working = false;
    try {
      const mode = group.every(({ shared }) => shared?.mode === 'orders') ? 'orders' : 'write';
      const results = db.transaction(mode, () => {
        working = true;
        const done = workAll(group);
        working = false;
        return done;
      });
      return group.map(
        ({ resolve }, at) =>
          () =>
            resolve(results[at]),
      );
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
  return <T, C>(work: () => T, shared?: Shared<C, T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, shared, resolve, reject } as Waiting);
      if (waiting.length === 1) setImmediate(commitAll);
    });
}
