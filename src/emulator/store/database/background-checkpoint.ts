import { existsSync } from 'node:fs';
import type Libsql from 'libsql/promise';

/** How many commits pass before the next checkpoint. A commit adds about ten pages to the log. */
const commitsBetween = 200;

/** Checkpoints of a database file in another thread. */
export interface BackgroundCheckpoints {
  /** Call this after each commit. */
  committed(): void;
  /** Starts no more checkpoints, and resolves once none is running. */
  stop(): Promise<void>;
}

/**
 * Copies the write-ahead log of a database to the database itself, in another thread, after every few hundred commits.
 * SQLite would do so during one of the commits and wait for the disk: under load, that takes as long as several hundred
 * commits. It still does when the log grows too long nevertheless, and then has little left to copy.
 */
export function backgroundCheckpoints(file: string): BackgroundCheckpoints {
  let commits = 0;
  let connection: Libsql | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const checkpoint = async (): Promise<void> => {
    if (connection === undefined) {
      const { default: Connection } = await import('libsql/promise');
      // Opening a file that somebody has removed would create an empty one.
      if (!existsSync(file)) return;
      connection = new Connection(file, {});
    }
    await connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
  };
  return {
    committed() {
      commits++;
      if (stopped || running !== undefined || commits < commitsBetween) return;
      commits = 0;
      // If it fails, for example because the disk is full, the log keeps what it has, and the next one tries again.
      running = checkpoint()
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
    },
    async stop() {
      stopped = true;
      await running;
      // Must be closed first: SQLite removes the log when the last connection of a file is closed.
      await connection?.close();
    },
  };
}
