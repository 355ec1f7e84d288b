import type { CfiError } from '../../errors.ts';
import type { Entry, Which } from '../ledger/run-report.ts';
import type { Kind } from '../run/kinds/document-kinds.ts';
import type { RunEnd } from '../run/run.ts';
import type { Counts } from '../terms/outcomes.ts';
import type { OutcomeRow } from './outcome-rows.ts';

/** An upload that has ended, for its report. */
export interface EndedUpload {
  readonly kind: Kind['name'];
  readonly files: readonly string[];
  readonly run: number;
  /** Reads the documents and their outcomes from the ledger. */
  entries(which: Which): Iterable<Entry>;
  /** The orders that were left out. */
  leftOut(): Iterable<OutcomeRow>;
  readonly counts: Counts;
  /** How many of the invalid documents have no reference, and so are none of the entries. */
  readonly unnamed: number;
  readonly end: RunEnd;
  /** Files that could not be written, and invalid documents that were not sent. */
  readonly before: readonly CfiError[];
  /** The names of the failed files. */
  readonly failedFiles: readonly string[];
  /** The command that uploads them after correction. */
  readonly retry: string;
  /** How many orders have changed since the service accepted them. */
  readonly changed: number;
  /** The command that cancels the first of them. */
  readonly cancel: string;
  readonly notices: readonly string[];
  /** Further members for scripts. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The signal that ended the run, if any. */
  readonly signal: string | undefined;
  /** How to sign this account in. */
  readonly signInHint: string;
  close(): void;
}
