import { inventoryPrices, readingOptionsOf, sourcesOf } from '../cli/reading-options.ts';
import type { Context } from '../cli/settings.ts';
import type { Api } from '../client/types.ts';
import { interruption } from '../errors.ts';
import { readDocuments } from '../payload/read.ts';
import type { ReadingOptions, ReadingSummary, Source } from '../payload/types.ts';
import { formats } from '../render/formats.ts';
import type { Result } from '../render/result.ts';
import { checkDistinct } from '../storage/distinct-files.ts';
import type { UploadFlags } from './flags.ts';
import { heldByLedger, mayBeHeld } from './look-in-ledger.ts';
import { noCounts } from './outcomes.ts';
import { dryRunResult } from './output/dry-run.ts';
import { failedFileNames, openFailures } from './output/failed-files.ts';
import { invalidError } from './output/invalid-documents.ts';
import { leftOutMembers, leftOutRows } from './output/left-out.ts';
import { entryColumns } from './output/outcome-rows.ts';
import { writeResults } from './output/results-file.ts';
import { retailPrices } from './retail-prices.ts';
import type { Kind } from './run/document-kinds.ts';
import { send } from './send.ts';
import { openSpool, type Spool } from './spool/spool.ts';
import { spoolError } from './spool/spool-error.ts';
import { stillHeldError } from './still-held.ts';
import { wordsOf } from './wording.ts';

/** Problems that people see; scripts get all of them. */
const keptProblems = 50;

/** What a command adds to the reading of files. */
interface UploadExtras {
  /** Where documents come from that no file holds. */
  readonly sources?: readonly Source[];
  /** Compares the documents with what the service holds before any is sent. Throws a `CfiError`. */
  readonly check?: (api: Api, spool: Spool) => Promise<void>;
}

/** Reads documents from files and sends each exactly once. Throws a `CfiError`. */
export async function upload(
  context: Context,
  kind: Kind,
  files: readonly string[],
  flags: UploadFlags,
  { sources: given, check }: UploadExtras = {},
): Promise<Result> {
  const { deps } = context;
  const sources = given ?? sourcesOf(files, deps);
  const options = await withRetailPrices(context, flags, await readingOptionsOf(flags, deps));
  await checkFailedFiles(context, sources, options, flags.failed);
  const spool = openSpool(flags.shard);
  try {
    const scripted = formats[context.settings.output].jsonErrors;
    const failures = openFailures(() => spool.scratch(), files);
    const reading = readDocuments(kind.name, sources, options, spool.sink, {
      maxProblems: scripted ? Number.POSITIVE_INFINITY : keptProblems,
      ...(flags.skipInvalid ? { onProblem: (problem) => failures.problem(problem) } : {}),
    });
    const summary = await Promise.race([reading, untilInterrupted(deps.interrupted)]);
    await spool.complete();
    const skipInvalid = flags.skipInvalid === true;
    const { notices } = summary;
    if (flags.dryRun) {
      const held = await heldByLedger(context, spool, summary);
      const errors = [stillHeldError(held, context.settings)].filter((error) => error !== undefined);
      return dryRunResult({
        kind: kind.name,
        spool,
        summary,
        skipInvalid,
        notices,
        held,
        members: {},
        errors,
      });
    }
    const words = wordsOf(kind.name);
    if (summary.invalid > 0 && !skipInvalid) throw invalidError(summary, words, false);
    if (spool.count('sendable') + spool.count('invalid') === 0 && !mayBeHeld(context, summary)) {
      const { results } = flags;
      if (results !== undefined && spool.count('left-out') > 0)
        await writeResults(results, [], leftOutRows(spool), entryColumns(kind.name, files), deps);
      return nothingToDo(spool, summary, kind.name);
    }
    const invalid = summary.invalid > 0 ? invalidError(summary, words, true) : undefined;
    const failed = { sources, options, failures, name: flags.failed, cwd: deps.cwd };
    return await send(context, { kind, files, flags, spool, summary, invalid, notices, failed, check });
  } catch (error) {
    spool.close();
    throw spoolError(error);
  }
}

/** With `--prices inventory`, what the service's inventory says an SKU costs. */
async function withRetailPrices(
  context: Context,
  { prices: from }: Pick<UploadFlags, 'prices'>,
  options: ReadingOptions,
): Promise<ReadingOptions> {
  if (from !== inventoryPrices) return options;
  const prices = await retailPrices(context);
  return { ...options, prices: (sku) => prices.get(sku) };
}

/** Failures go to files of which the command line names one at most; none of them may be a file that is read. */
async function checkFailedFiles(
  { deps, files }: Context,
  sources: readonly Source[],
  options: ReadingOptions,
  name: string | undefined,
): Promise<void> {
  const inputs = sources.map((source) => ({ role: 'the input file', name: source.name }));
  const others = files.written.filter((file) => file.name !== name);
  const outputs = [...others, ...failedFileNames({ sources, options, name })];
  await checkDistinct(outputs, [...files.read, ...inputs], deps.cwd);
}

/** Rejects when the reading is interrupted. */
function untilInterrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      reject(interruption(signal.reason, `ended by ${String(signal.reason)}; nothing was sent`));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function nothingToDo(spool: Spool, summary: ReadingSummary, kind: Kind['name']): Result {
  const { list } = wordsOf(kind);
  const leftOut = kind === 'order' ? leftOutMembers(spool, summary) : {};
  return {
    data: { run: null, total: 0, ...noCounts(), [list]: [], ...leftOut },
    items: [],
    blocks: [{ kind: 'text', text: 'Nothing to do.' }],
    csv: { columns: [], rows: [] },
    notices: summary.notices,
    close: () => spool.close(),
  };
}
