import { closeSync, constants, fsync, fsyncSync, openSync } from 'node:fs';
import { noFollow } from './private-file.ts';

/** Waits until the data is on disk. Throws the file system's error. */
type Wait = () => void;

/** The calls of the system. */
interface Disk {
  openSync(file: string, flags: number): number;
  /** Syncs a file in the background. */
  fsync(fd: number, done: (error: Error | null) => void): void;
  fsyncSync(fd: number): void;
}

/**
 * Brings a database's write-ahead log to disk in the background: SQLite itself keeps the process waiting, 1 to 10 ms each
 * time, or more on a slow disk. It holds no locks on this file that closing another descriptor could release.
 */
export class LogSync {
  readonly #file: string;
  readonly #disk: Disk;
  /** For syncs in the background, and for waiting: the system reports a failure only once for each descriptor. */
  #open: { readonly background: number; readonly waiting: number } | undefined;
  /** After a failed sync, a later one may succeed although data was lost. */
  #failure: Error | undefined;
  #underWay = 0;
  #isClosed = false;

  constructor(database: string, disk: Disk = { openSync, fsync, fsyncSync }) {
    this.#file = `${database}-wal`;
    this.#disk = disk;
  }

  /**
   * Starts to sync what has been committed so far, and returns how to wait for it. Throws the file system's error if there
   * is no log.
   */
  start(): Wait {
    this.#open ??= this.#openBoth();
    const { background, waiting } = this.#open;
    let isDone = false;
    this.#underWay += 1;
    this.#disk.fsync(background, (error) => {
      isDone = true;
      this.#failure ??= error ?? undefined;
      this.#underWay -= 1;
      if (this.#isClosed) this.#release();
    });
    return () => {
      if (this.#failure !== undefined) throw this.#failure;
      if (!isDone) this.#disk.fsyncSync(waiting);
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #openBoth(): { background: number; waiting: number } {
    const open = (): number => this.#disk.openSync(this.#file, constants.O_RDWR | noFollow);
    const background = open();
    try {
      return { background, waiting: open() };
    } catch (error) {
      closeSync(background);
      throw error;
    }
  }

  #release(): void {
    // During a sync, another file could get the descriptor of a closed one.
    if (this.#open === undefined || this.#underWay > 0) return;
    for (const fd of Object.values(this.#open)) closeSync(fd);
    this.#open = undefined;
  }
}
