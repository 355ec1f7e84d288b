import type { Database } from '../../storage/sqlite/database.ts';
import { troubleOf } from '../../storage/sqlite/database-file.ts';

/** Work on the state within a transaction. */
interface Work<T> {
  /** Whether it is certain to write. Other work may write as well, if need be. */
  readonly writes: boolean;
  /** May be called again, after what it wrote was undone. */
  run(): T;
  /** What comes of it if its transaction failed. */
  failed(error: unknown): T;
}

interface Waiting extends Work<unknown> {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** How much work shares a transaction: enough that the transaction costs little, and other processes wait only shortly. */
const mostTogether = 50;

/**
 * Does the work that arrives in one turn of the event loop in one transaction, because a transaction costs more than most
 * of the work. If it fails, nothing of it was done, and each piece is done in a transaction of its own.
 */
export function inTurns(db: Database) {
  let waiting: Waiting[] = [];

  const together = (all: readonly Waiting[]): void => {
    const mode = all.some(({ writes }) => writes) ? 'write' : 'read';
    let results: readonly unknown[];
    try {
      results = db.transaction(mode, () => all.map((work) => work.run()));
    } catch (error) {
      // A reading transaction that had to write fails if another process is writing.
      const isFinal = mode === 'write' && (all.length === 1 || troubleOf(error) === 'busy');
      if (isFinal) for (const work of all) complete(work, () => work.failed(error));
      else for (const work of all) together([{ ...work, writes: true }]);
      return;
    }
    for (const [index, { resolve }] of all.entries()) resolve(results[index]);
  };
  const complete = ({ resolve, reject }: Waiting, finish: () => unknown): void => {
    try {
      resolve(finish());
    } catch (error) {
      reject(error);
    }
  };
  const takeTurn = (): void => {
    const all = waiting;
    waiting = [];
    // All of it now: a client that sends no more is disconnected in the next turn.
    for (let at = 0; at < all.length; at += mostTogether) together(all.slice(at, at + mostTogether));
  };

  return <T>(work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ ...work, resolve: (result) => resolve(result as T), reject });
      if (waiting.length === 1) setImmediate(takeTurn);
    });
}
