import type { CfiError } from '../../errors.ts';
import type { Entry, Which } from '../ledger/run-report.ts';
import type { Counts } from '../outcomes.ts';
import type { Kind } from '../run/kinds/document-kinds.ts';
import type { RunEnd } from '../run/run-options.ts';
import type { OutcomeRow } from './outcome-rows.ts';

/** An upload that has ended, for its report. */
export interface EndedUpload {
  readonly kind: Kind['name'];
  readonly files: readonly string[];
  readonly run: number;
  /** Reads the documents and their outcomes from the ledger. */
  entries(which: Which): Iterable<Entry>;
  /** The orders of the files that were not to be sent. */
  leftOut(): Iterable<OutcomeRow>;
  readonly counts: Counts;
  readonly end: RunEnd;
  /** About files that could not be written, and invalid documents that were left out. */
  readonly before: readonly CfiError[];
  /** Where failures were written. */
  readonly failedFiles: readonly string[];
  /** The command that uploads them when they are corrected. */
  readonly retry: string;
  readonly notices: readonly string[];
  /** What else scripts are told. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Signal that ended the run, when one did. */
  readonly signal: string | undefined;
  /** The command that signs this account in. */
  readonly signInHint: string;
  close(): void;
}
