import type { Api } from '../../client/types.ts';
import type { CfiError } from '../../errors.ts';
import type { ReadingSummary } from '../../payload/document/types.ts';
import type { RunLedger } from '../ledger/run-ledger.ts';
import type { Kind } from '../run/kinds/kind.ts';
import type { RunEnd } from '../run/run.ts';
import type { UploadFlags } from '../terms/flags.ts';
import type { Counts } from '../terms/outcomes.ts';
import type { Spool } from '../terms/spool.ts';
import type { FailedFiles, WrittenFile } from './failures.ts';
import type { StillHeld } from './known-orders.ts';

// What the report of an upload is made from.

/** What a command line asks to upload. */
export interface UploadTask {
  readonly kind: Kind;
  readonly files: readonly string[];
  readonly flags: UploadFlags;
}

/** What reading the files found. */
export interface DocumentsRead extends UploadTask {
  readonly spool: Spool;
  readonly summary: ReadingSummary;
  /** Whether valid documents are sent: there are no others, or they are left out. */
  readonly maySend: boolean;
}

/** The documents with what a result reports besides them. */
export interface Reported extends DocumentsRead {
  readonly notices: readonly string[];
  /** Further members for scripts. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Problems other than invalid documents. */
  readonly errors: readonly CfiError[];
  /** Whether nothing is sent for lack of stock. */
  readonly stops: boolean;
}

/** Documents that are to be sent. */
export interface Upload extends Reported, FailedFiles {
  /** The problems of invalid documents. */
  readonly invalid: CfiError | undefined;
  /** Throws a `CfiError` if nothing may be sent. */
  readonly check: ((api: Api, spool: Spool) => Promise<void>) | undefined;
}

export interface EndedRun extends Upload {
  readonly ledger: RunLedger;
  readonly end: RunEnd;
  /** Whether orders have changed since the service accepted them. */
  readonly hasChanged: boolean;
  readonly stillHeld: StillHeld;
}

export interface EndedUpload extends EndedRun {
  /** Of all documents, also those that the run skipped or did not try. */
  readonly counts: Counts;
  /** The failed files. */
  readonly written: readonly WrittenFile[];
  /** Why others could not be written. */
  readonly unwritten: readonly CfiError[];
}
