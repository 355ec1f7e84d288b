import type { CfiError } from '../errors.ts';
import type { DocumentKind, ReadingSummary } from '../payload/document/types.ts';
import type { FailedFiles, WrittenFile } from '../upload/failures.ts';
import type { KnownInFile } from '../upload/known-orders.ts';
import type { Kind } from '../upload/run/kinds/kind.ts';
import type { Ended } from '../upload/send.ts';
import type { Counts } from '../upload/terms/outcomes.ts';
import type { Spool } from '../upload/terms/spool.ts';
import type { UploadFlags } from './flags.ts';
import type { Review } from './review.ts';

// What the report of an upload is made from.

/** What a command line asks to upload. */
interface UploadTask {
  readonly kind: Kind<DocumentKind>;
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
  /** What people are told: what is left out and what was decided, then the warnings. */
  readonly notices: readonly string[];
  /** What may be a mistake, what is short, and the notes; a review begins with them. */
  readonly warnings: readonly string[];
  /** Further members for scripts. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Problems other than invalid documents. */
  readonly errors: readonly CfiError[];
  /** Whether nothing is sent for lack of stock. */
  readonly stops: boolean;
}

/** What files hold, as a person sees it before it is sent. */
export interface FilesReview {
  readonly review: Review;
  /** What earlier uploads did with it; undefined if the ledger does not know. */
  readonly known: KnownInFile | undefined;
  /** How many of the documents would be sent. */
  readonly isNew: number;
}

/** Documents that are to be sent. */
export interface Upload extends Reported, FailedFiles {
  /** The problems of invalid documents. */
  readonly invalid: CfiError | undefined;
}

/** What became of them. */
export interface EndedUpload extends Upload, Ended {
  /** Of all documents, also those that the run skipped or did not try. */
  readonly counts: Counts;
  /** The failed files. */
  readonly written: readonly WrittenFile[];
  /** Why others could not be written. */
  readonly unwritten: readonly CfiError[];
}
