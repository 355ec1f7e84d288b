import { closeSync, constants, fsync, fsyncSync, openSync } from 'node:fs';
import { noFollow } from './private-file.ts';

/** Waits until the data is on disk. Throws the file system's error. */
type Wait = () => void;

/** The calls of the system. */
interface Disk {
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
  #fd: number | undefined;
  #underWay = 0;
  #isClosed = false;

  constructor(database: string, disk: Disk = { fsync, fsyncSync }) {
    this.#file = `${database}-wal`;
    this.#disk = disk;
  }

  /**
   * Starts to sync what has been committed so far, and returns how to wait for it. Throws the file system's error if there
   * is no log.
   */
  start(): Wait {
    this.#fd ??= openSync(this.#file, constants.O_RDWR | noFollow);
    const fd = this.#fd;
    let state: 'under way' | 'done' | Error = 'under way';
    this.#underWay += 1;
    this.#disk.fsync(fd, (error) => {
      state = error ?? 'done';
      this.#underWay -= 1;
      if (this.#isClosed) this.#release();
    });
    return () => {
      if (state === 'under way') this.#disk.fsyncSync(fd);
      else if (state !== 'done') throw state;
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #release(): void {
    // During a sync, another file could get the descriptor of a closed one.
    if (this.#fd === undefined || this.#underWay > 0) return;
    closeSync(this.#fd);
    this.#fd = undefined;
  }
}
