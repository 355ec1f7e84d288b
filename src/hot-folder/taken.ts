import type { CfiError } from '../errors.ts';

/** The outcome of one file. */
export interface Taken {
  /** Absolute paths. */
  readonly file: string;
  readonly outcome: 'done' | 'failed' | 'left';
  readonly exitCode: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly movedTo: string | null;
}

/** A file that was taken, and whether later files would fail the same way. */
export interface Take {
  readonly taken: Taken;
  readonly errors: readonly CfiError[];
  readonly stops: boolean;
  /** It cannot be opened by its name, and stays until somebody renames it. */
  readonly unreadable?: boolean;
  /** Why the file could not be moved, although its upload ended. */
  readonly failure?: CfiError;
  /** Why what remained of the file's move could not be removed. */
  readonly unfinished?: unknown;
}

/** How the upload of one file ended. */
export interface Ending {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly CfiError[];
  readonly exitCode: number;
  readonly close: () => Promise<void>;
}
