import { inventoryPrices, readingOptionsOf, sourcesOf } from '../cli/options/reading-options.ts';
import { shardOf } from '../cli/options/scheduler-shard.ts';
import type { CommandContext } from '../cli/settings.ts';
import type { Api } from '../client/types.ts';
import { type CfiError, exitCodes, interruption } from '../errors.ts';
import { fromShops } from '../payload/from-shops.ts';
import { readDocuments } from '../payload/read.ts';
import type { ReadingOptions, ReadingSummary, Source } from '../payload/types.ts';
import { formats } from '../render/formats.ts';
import type { Result } from '../render/result.ts';
import { checkDistinct } from '../storage/distinct-files.ts';
import { beforeSignIn } from './before-sign-in.ts';
import type { UploadFlags } from './flags.ts';
import { createdOrders } from './ledger/created-orders.ts';
import { ledgerPlaceOf } from './ledger/ledger-place.ts';
import { heldByLedger, mayBeHeld } from './look-in-ledger.ts';
import { noCounts } from './outcomes.ts';
import { dryRunResult } from './output/dry-run.ts';
import { failedFileNames, openFailures } from './output/failed-files.ts';
import { invalidError } from './output/invalid-documents.ts';
import { leftOutMembers, leftOutRows } from './output/left-out.ts';
import { entryColumns } from './output/outcome-rows.ts';
import { writeResults } from './output/results-file.ts';
import { shownWarnings, warningLog, warningNotices } from './output/warnings.ts';
import type { Kind } from './run/kinds/document-kinds.ts';
import { send } from './send.ts';
import { openSpool, type Spool } from './spool/spool.ts';
import { spoolError } from './spool/spool-error.ts';
import { stillHeldError } from './still-held.ts';
import { considerStock } from './stock/consider-stock.ts';
import { type AccountInventory, inventoryReader } from './stock/inventory.ts';
import { wordsOf } from './wording.ts';

/** How many problems are shown to people; scripts get all of them. */
const keptProblems = 50;

/** What a command adds to an upload. */
interface UploadExtras {
  /** The source of documents that do not come from files. */
  readonly sources?: readonly Source[];
  /** Checks the documents against the service before any is sent. Throws a `CfiError`. */
  readonly check?: (api: Api, spool: Spool) => Promise<void>;
}

/** Reads documents from files and sends each exactly once. Throws a `CfiError`. */
export async function upload(
  context: CommandContext,
  kind: Kind,
  files: readonly string[],
  flags: UploadFlags,
  { sources: given, check }: UploadExtras = {},
): Promise<Result> {
  const { deps } = context;
  const sources = given ?? sourcesOf(files, deps);
  const readInventory = inventoryReader(context);
  const read = await readingOptionsOf(flags, deps);
  await checkFailedFiles(context, sources, read, flags.failed);
  const { now, account } = fromShops[kind.name]
    ? await beforeSignIn(context)
    : { now: read.now, account: undefined };
  const created = createdOrders(ledgerPlaceOf(context), flags.fresh ? undefined : account);
  const dated = { ...read, now, wasCreated: (reference: string) => created.has(reference) };
  const options = await withRetailPrices(flags, dated, readInventory);
  const spool = openSpool(flags.shard && shardOf(flags.shard, deps.env));
  try {
    const scripted = formats[context.settings.output].jsonErrors;
    const failures = openFailures(() => spool.scratch(), files, kind.name === 'slot');
    const warnings = warningLog(() => spool.openLog());
    const reading = readDocuments(kind.name, sources, options, spool.sink, {
      maxProblems: scripted ? Number.POSITIVE_INFINITY : keptProblems,
      maxWarnings: shownWarnings,
      ...(context.settings.output === 'json' ? { onWarning: (warning) => warnings.add(warning) } : {}),
      ...(flags.skipInvalid ? { onProblem: (problem) => failures.problem(problem) } : {}),
    });
    const summary = await unlessInterrupted(reading, deps.interrupted).finally(() => created.close());
    await spool.complete();
    const skipInvalid = flags.skipInvalid === true;
    const choice = flags.stock ?? 'ignore';
    const maySend = (summary.invalid === 0 || skipInvalid) && spool.count('sendable') > 0;
    const stock =
      choice !== 'ignore' && maySend ? await considerStock(context, choice, spool, readInventory) : undefined;
    const notices = [...summary.notices, ...warningNotices(summary), ...(stock?.notices ?? [])];
    const members = {
      ...(fromShops[kind.name] ? { warnings } : {}),
      ...(choice === 'ignore' ? {} : { stock: stock?.shortages ?? [] }),
    };
    const errors = stock?.error === undefined ? [] : [stock.error];
    if (flags.dryRun) {
      const held = await heldByLedger(context, account, spool, summary);
      const heldError = stillHeldError(held, context.settings);
      const dryRunErrors = heldError === undefined ? errors : [heldError, ...errors];
      const { name } = kind;
      return dryRunResult({
        kind: name,
        spool,
        summary,
        skipInvalid,
        notices,
        held,
        members,
        errors: dryRunErrors,
      });
    }
    const words = wordsOf(kind.name);
    if (summary.invalid > 0 && !skipInvalid) throw invalidError(summary, words, false);
    if (spool.count('sendable') + spool.count('invalid') === 0 && !mayBeHeld(context, summary)) {
      const { results } = flags;
      if (results !== undefined && spool.count('left-out') + spool.count('short') > 0)
        await writeResults(results, [], leftOutRows(spool), entryColumns(kind.name, files), deps);
      return nothingSent(spool, summary, kind.name, { notices, members, errors });
    }
    if (stock?.stops) return nothingSent(spool, summary, kind.name, { notices, members, errors });
    const invalid = summary.invalid > 0 ? invalidError(summary, words, true) : undefined;
    const { headers } = summary;
    const failed = { sources, options, headers, failures, name: flags.failed, cwd: deps.cwd };
    const report = { notices, members, errors };
    return await send(context, { kind, files, flags, spool, summary, invalid, failed, check, ...report });
  } catch (error) {
    spool.close();
    throw spoolError(error);
  }
}

/** With `--prices inventory`, the price of a SKU in the service's inventory. */
async function withRetailPrices(
  { prices: from }: Pick<UploadFlags, 'prices'>,
  options: ReadingOptions,
  readInventory: () => Promise<AccountInventory>,
): Promise<ReadingOptions> {
  if (from !== inventoryPrices) return options;
  const { inventory } = await readInventory();
  return { ...options, prices: (sku) => inventory.priceOf(sku) };
}

/** Failed files may have names that are not on the command line; none of them may be an input. */
async function checkFailedFiles(
  { deps, files }: CommandContext,
  sources: readonly Source[],
  options: ReadingOptions,
  name: string | undefined,
): Promise<void> {
  const inputs = sources.map((source) => ({ role: 'the input file', name: source.name }));
  const others = files.written.filter((file) => file.name !== name);
  const outputs = [...others, ...failedFileNames({ sources, options, name })];
  await checkDistinct(outputs, [...files.read, ...inputs], deps.cwd);
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

/** The result besides the outcomes. */
interface ReadingReport {
  readonly notices: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly errors: readonly CfiError[];
}

function nothingSent(
  spool: Spool,
  summary: ReadingSummary,
  kind: Kind['name'],
  { notices, members, errors }: ReadingReport,
): Result {
  const { list } = wordsOf(kind);
  const leftOut = fromShops[kind] ? leftOutMembers(spool, summary) : {};
  return {
    data: { run: null, total: 0, ...noCounts(), [list]: [], ...leftOut, ...members },
    items: [],
    blocks: errors.length === 0 ? [{ kind: 'text', text: 'Nothing to do.' }] : [],
    csv: { columns: [], rows: [] },
    notices,
    errors,
    exitCode: errors.at(-1)?.exitCode ?? exitCodes.ok,
    close: () => spool.close(),
  };
}
