import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the thread runs: it executes each text that it receives, and answers with the error, if any. */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(workerData);
parentPort.on('message', (sql) => {
  if (sql === undefined) {
    database.close();
    parentPort.close();
    return;
  }
  let failure;
  try {
    database.exec(sql);
  } catch (error) {
    failure = error;
  }
  parentPort.postMessage(failure);
});
`;

/**
 * A database whose statements run in another thread, on Node's own SQLite, with the part of libsql's interface that the
 * program uses. It must be the library that the rest of the process uses for the file: closing a file ends all locks
 * that the process has on it, and a second library would not know about them.
 */
// biome-ignore lint/style/noDefaultExport: like the module of libsql that it replaces
export default class Database {
  readonly #worker: Worker;
  #settle: ((failure: unknown) => void) | undefined;
  /** Why the thread has ended: no statement runs any more. */
  #ended: unknown;

  constructor(file: string) {
    // Neither a flag of the process nor its environment may load anything into the thread.
    this.#worker = new Worker(thread, { eval: true, workerData: file, execArgv: [], env: {} });
    const settle = (failure: unknown): void => {
      this.#worker.unref();
      this.#settle?.(failure);
      this.#settle = undefined;
    };
    const end = (failure: unknown): void => {
      this.#ended ??= failure;
      settle(this.#ended);
    };
    this.#worker.on('message', settle);
    this.#worker.on('error', end);
    this.#worker.on('exit', () => end(new Error('the thread of the database has ended')));
  }

  /** Runs statements; one call at a time. Rejects with SQLite's error. The process waits until they have run. */
  exec(sql: string): Promise<void> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#settle = (failure) => (failure === undefined ? resolve() : reject(failure));
      this.#worker.ref();
      this.#worker.postMessage(sql);
    });
  }

  /** Closes the file; resolves once the thread has ended. */
  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    // An error of the thread ends it as well, and there is nothing left to close then.
    const exit = once(this.#worker, 'exit').catch(() => undefined);
    this.#worker.ref();
    this.#worker.postMessage(undefined);
    await exit;
  }
}
