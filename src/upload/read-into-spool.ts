import type { CommandContext } from '../cli/settings.ts';
import { interruption } from '../errors.ts';
import type { ReadingOptions, ReadingSummary, Source } from '../payload/document/types.ts';
import { readDocuments } from '../payload/read.ts';
import { formats } from '../render/result.ts';
import { type Failures, openFailures } from './output/failures.ts';
import { shownWarnings, type WarningLog, warningLog } from './output/warnings.ts';
import type { Kind } from './run/kinds/document-kinds.ts';
import type { Spool } from './spool/spool.ts';
import type { UploadFlags } from './terms/flags.ts';

/** How many problems are shown to people; scripts get all of them. */
const keptProblems = 50;

/** What a command line asks to upload. */
export interface UploadTask {
  readonly kind: Kind;
  readonly files: readonly string[];
  readonly flags: UploadFlags;
}

/** What reading the files found; the documents are in the spool. */
export interface FilesRead {
  readonly summary: ReadingSummary;
  readonly failures: Failures;
  /** All warnings, for json; empty for other formats. */
  readonly warnings: WarningLog;
}

/** Reads the documents into the spool. Throws a `CfiError`, and as soon as reading is interrupted. */
export async function readIntoSpool(
  { deps, settings }: CommandContext,
  { kind, files, flags }: UploadTask,
  sources: readonly Source[],
  options: ReadingOptions,
  spool: Spool,
): Promise<FilesRead> {
  const scripted = formats[settings.output].jsonErrors;
  const failures = openFailures(spool.database, files, kind.name === 'slot');
  const warnings = warningLog(spool.database);
  const reading = readDocuments(kind.name, sources, options, spool.sink, {
    maxProblems: scripted ? Number.POSITIVE_INFINITY : keptProblems,
    maxWarnings: shownWarnings,
    // Without it, a problem in any shard stops all of them.
    ownProblemsOnly: flags.skipInvalid === true,
    ...(settings.output === 'json' ? { onWarning: (warning) => warnings.add(warning) } : {}),
    ...(flags.skipInvalid ? { onProblem: (problem) => failures.problem(problem) } : {}),
  });
  return { summary: await unlessInterrupted(reading, deps.interrupted), failures, warnings };
}

/** What was read; rejects as soon as reading is interrupted. */
function unlessInterrupted<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    stop = () => reject(interruption(signal.reason, `ended by ${String(signal.reason)}; nothing was sent`));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  // A hot folder reads any number of files under one signal.
  return Promise.race([reading, interrupted]).finally(() => signal.removeEventListener('abort', stop));
}
