import type { ReadingFlags } from '../cli/reading-options.ts';
import type { Shard } from './spool/shard.ts';

/** Options of the commands that send documents from files. */
export interface UploadFlags extends ReadingFlags {
  readonly concurrency?: number;
  /** Requests a second. */
  readonly rate?: number;
  readonly maxErrors?: number;
  readonly fresh?: boolean;
  /** Milliseconds. */
  readonly wait?: number;
  readonly shard?: Shard;
}
