import { meantTo, type OptionsOf, rarely } from '../cli/command.ts';
import type { ReadingFlags } from '../cli/reading-options.ts';
import { durationMs, ratePerSecond, shard, wholeNumber } from '../cli/values.ts';
import type { CfiError } from '../errors.ts';
import type { DocumentKind, ReadingSummary } from '../payload/document/types.ts';
import type { FailedFiles, WrittenFile } from '../upload/failures.ts';
import type { Kind } from '../upload/run/kinds/kind.ts';
import type { Ended } from '../upload/send.ts';
import type { Counts } from '../upload/terms/outcomes.ts';
import { defaultConcurrency, stockChoices } from '../upload/terms/outside.ts';
import type { Spool } from '../upload/terms/spool.ts';

// What the report of an upload is made from.

/** What a command line asks to upload, and what reading the files found. */
export interface DocumentsRead {
  readonly kind: Kind<DocumentKind>;
  readonly files: readonly string[];
  readonly flags: UploadFlags;
  readonly spool: Spool;
  readonly summary: ReadingSummary;
  /** Whether valid documents are sent: there are no others, or they are left out. */
  readonly maySend: boolean;
}

/** The documents with what a result reports besides them. */
export interface Reported extends DocumentsRead {
  /** For people: what is left out and what was decided, then the warnings. */
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

export interface Upload extends Reported, FailedFiles {
  readonly invalid: CfiError | undefined;
}

/** The end of their upload. */
export interface EndedUpload extends Upload, Ended {
  /** Of all documents, also those that the run skipped or did not try. */
  readonly counts: Counts;
  readonly written: readonly WrittenFile[];
  /** Why others could not be written. */
  readonly unwritten: readonly CfiError[];
}

/** The options that limit requests. */
export const paceOptions = rarely(
  meantTo('after', [
    {
      flags: '--concurrency <N>',
      help: `max. requests at the same time, default ${defaultConcurrency}`,
      parse: wholeNumber(1, 1000),
    },
    { flags: '--rate <N/s|N/m>', help: 'max. requests per second or minute', parse: ratePerSecond },
  ]),
);

/** The options of a bulk upload besides the reading options. */
export const sendingOptions = rarely(
  [
    ...paceOptions,
    ...meantTo('after', [
      { flags: '--max-errors <N>', help: 'stop after this many failures (exit 9)', parse: wholeNumber(1) },
      { flags: '--fresh', help: "forget earlier outcomes of this file's orders" },
      { flags: '--wait <DURATION>', help: 'wait for another run instead of exit 11', parse: durationMs },
    ]),
    ...meantTo('send', [
      {
        flags: '--stock <CHOICE>',
        help: 'if stock is low: ignore, warn, skip or stop',
        choices: stockChoices,
        setting: 'stock',
      },
      { flags: '--keep-changed', help: 'count orders that have changed since their upload as existing' },
      { flags: '--shard <I/N>', help: 'part I of N, for example 2/4 or auto/4', parse: shard },
    ]),
  ],
  ...['--stock'],
);

/** All options that an uploading command may have. */
export type UploadFlags = ReadingFlags &
  Partial<OptionsOf<{ readonly options: typeof sendingOptions }>> & { readonly yes?: boolean | undefined };
