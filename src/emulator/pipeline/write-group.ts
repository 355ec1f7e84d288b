import type { Database } from '../store/database/database.ts';
import type { WriteMode } from '../store/database/value-cache.ts';

/** Work that can be batched with other work of the same function and returns one result per call. */
interface Shared<C, T> {
  /** Throws if any of the calls would throw on its own; the error is discarded. */
  readonly together: (calls: readonly C[]) => readonly T[];
  readonly call: C;
  /** What it writes. */
  readonly mode: WriteMode;
}

/**
 * Runs a write in a transaction and returns its result after the commit. Batches `shared` writes that arrive together.
 */
export type Writer = <T, C = never>(work: () => T, shared?: Shared<C, T>) => Promise<T>;

interface Waiting {
  work(): unknown;
  readonly shared: Shared<unknown, unknown> | undefined;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Runs each piece of work, batching neighbours of the same function. */
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
 * A group of this size is committed without waiting for more. In a larger group a write costs hardly less, and the
 * clients have nothing to do while all of them wait.
 */
const largeGroup = 10;

/**
 * Commits writes that arrive together in one transaction, because a commit costs as much as the rest of a write and
 * many connections send writes at once. As long as each turn of the event loop brings more, the commit waits for the
 * next turn; a write that comes alone, after another that came alone, does not wait. If one throws, the whole group is
 * rolled back and run again, each write in its own savepoint so that it can fail alone. Savepoints are not used from
 * the start because each costs as much as writing a row. Work may therefore run twice. No success is reported before
 * the commit.
 */
export function writeGroup(db: Database): Writer {
  let waiting: Waiting[] = [];
  /** The size of the last group. */
  let last = 0;

  /** When the disk is full, SQLite has already rolled back the whole transaction, so every write fails. */
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
    last = group.length;
    try {
      for (const settle of write(group)) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  /** `before` is how many writes waited a turn ago. */
  const commitSoon = (before: number): void => {
    const { length } = waiting;
    const alone = length === 1 && last <= 1;
    if (length > before && length < largeGroup && !alone) setImmediate(commitSoon, length);
    else commitAll();
  };
  return <T, C>(work: () => T, shared?: Shared<C, T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, shared, resolve, reject } as Waiting);
      if (waiting.length === 1) setImmediate(commitSoon, 0);
    });
}
