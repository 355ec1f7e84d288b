import type { Readable, Writable } from 'node:stream';
import type { Prompts } from './cli/prompts.ts';

export interface Input extends Readable {
  readonly isTTY?: boolean;
}

export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Everything of the outside world that the program touches; tests hand in their own. */
export interface Deps {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pid: number;
  readonly platform: string;
  /** Milliseconds since the epoch, real time. */
  now(): number;
  /** Throws the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
  /** Aborted by SIGINT (reason `SIGINT`) or SIGTERM (reason `SIGTERM`). */
  readonly interrupted: AbortSignal;
  /** Calls back on each further SIGINT after the first; the last resort of a bulk run. */
  onSecondInterrupt(callback: () => void): void;
  /** Asks on the terminal; loaded on first use. */
  prompts(): Promise<Prompts>;
}
