import { type Book, openBook } from '../../bulk/book.ts';
import type { Kind } from '../../bulk/kinds.ts';
import { ledgerError, ledgerFile, prepareLedger } from '../../bulk/ledger-file.ts';
import { lockRun } from '../../bulk/lock.ts';
import { failuresIn, noCounts, totalOf } from '../../bulk/outcomes.ts';
import { runBook } from '../../bulk/runner.ts';
import type { Shard } from '../../bulk/shard.ts';
import { openSpool, type Spool, spoolFlags } from '../../bulk/spool.ts';
import { type Progress, startProgress } from '../../cli/progress.ts';
import { type ReadingFlags, readingOptions, sourcesOf } from '../../cli/reading-options.ts';
import type { Context } from '../../cli/settings.ts';
import { defaultRetryPolicy } from '../../client/retry.ts';
import { openApi, openHome, signInCommand } from '../../client/session.ts';
import type { Api } from '../../client/types.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import { readDocuments } from '../../payload/read.ts';
import type { ReadingOptions } from '../../payload/types.ts';
import { checkWritable } from '../../render/file.ts';
import type { Result } from '../../render/result.ts';
import { accountOf } from './account.ts';
import { dryRunResult } from './dry-run.ts';
import { entryColumns } from './entry.ts';
import { type FailedFiles, openFailures, writeFailures } from './failures.ts';
import { invalidError } from './problems.ts';
import { uploadResult } from './result.ts';
import { writeResults } from './results-file.ts';
import { wordsOf } from './wording.ts';

export interface UploadFlags extends ReadingFlags {
  readonly concurrency?: number;
  /** Requests a second. */
  readonly rate?: number;
  readonly maxErrors?: number;
  readonly fresh?: boolean;
  /** Milliseconds. */
  readonly wait?: number;
  readonly shard?: Shard;
}

const defaultConcurrency = 8;
/** A longer `Retry-After` ends a run; it can be taken up again. */
const maxRetryAfterMs = 15 * 60_000;
/** Problems that are kept for people; scripts are told all. */
const keptProblems = 50;

/** Reads documents from files and sends each exactly once. `change` has the last word on how the files are read. */
export async function upload(
  context: Context,
  kind: Kind,
  files: readonly string[],
  flags: UploadFlags,
  change: (options: ReadingOptions) => ReadingOptions = (options) => options,
): Promise<Result> {
  const { deps } = context;
  const sources = sourcesOf(files, deps);
  const options = change(readingOptions(flags, deps));
  for (const name of [flags.results, flags.failed])
    if (name !== undefined) await checkWritable(name, deps.cwd);
  const spool = openSpool(flags.shard);
  try {
    const scripted = context.settings.output === 'json' || context.settings.output === 'ndjson';
    const failures = openFailures(spool.connection, files);
    const reading = readDocuments(kind.name, sources, options, spool.sink, {
      maxProblems: scripted ? Number.POSITIVE_INFINITY : keptProblems,
      ...(flags.skipInvalid ? { onProblem: (problem) => failures.problem(problem) } : {}),
    });
    const summary = await Promise.race([reading, interruption(deps.interrupted)]);
    spool.complete();
    const skipInvalid = flags.skipInvalid === true;
    const { notices } = summary;
    if (flags.dryRun) return dryRunResult({ kind: kind.name, spool, summary, skipInvalid, notices });
    const words = wordsOf(kind.name);
    if (summary.invalid > 0 && !skipInvalid) throw invalidError(summary, words, false);
    if (spool.count(0) + spool.count(1) === 0) return nothingToDo(spool, notices, words.list);
    const invalid = summary.invalid > 0 ? invalidError(summary, words, true) : undefined;
    const failed = { sources, options, failures, name: flags.failed, cwd: deps.cwd };
    return await send(context, kind, files, flags, spool, invalid, notices, failed);
  } catch (error) {
    spool.close();
    throw ledgerError(ledgerFile(openHome(context).home.data), error);
  }
}

/** Rejects when the reading is interrupted. */
function interruption(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      const exitCode = signal.reason === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
      reject(new CfiError('cancelled', `ended by ${String(signal.reason)}; nothing was sent`, { exitCode }));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function nothingToDo(spool: Spool, notices: readonly string[], list: string): Result {
  spool.close();
  return {
    data: { run: null, total: 0, ...noCounts(), [list]: [] },
    items: [],
    blocks: [{ kind: 'text', text: 'Nothing to do.' }],
    csv: { columns: [], rows: [] },
    notices,
  };
}

async function send(
  context: Context,
  kind: Kind,
  files: readonly string[],
  flags: UploadFlags,
  spool: Spool,
  invalid: CfiError | undefined,
  notices: readonly string[],
  failed: FailedFiles,
): Promise<Result> {
  const { deps, settings } = context;
  const { home } = openHome(context);
  const concurrency = flags.concurrency ?? defaultConcurrency;
  const api = await openApi(context, { connections: concurrency });
  let lock: { release(): void } | undefined;
  let progress: Progress | undefined;
  try {
    const client = accountOf(api.clientId, deps.env.CFI_TOKEN);
    const holder = { pid: deps.pid, file: files.join(' '), since: deps.now() };
    lock = await lockRun(
      home.data,
      `${api.baseUrl} ${client}`,
      holder,
      flags.wait ?? 0,
      deps,
      deps.interrupted,
    );
    const book = openBook(spool.connection, {
      ledgerFile: prepareLedger(home.data, deps.now(), (line) => context.warn(line)),
      address: api.baseUrl,
      client,
      kind: kind.name,
      files,
      pid: deps.pid,
      now: deps.now(),
      fresh: flags.fresh === true,
      sendable: spool.count(spoolFlags.sendable),
    });
    const { plan } = book;
    progress = startProgress(context, { total: plan.toSend, what: wordsOf(kind.name).many });
    const bar = progress;
    const end = await runBook({
      api,
      kind,
      book,
      concurrency,
      ...(flags.rate === undefined ? {} : { ratePerSecond: flags.rate }),
      ...(flags.maxErrors === undefined ? {} : { maxErrors: flags.maxErrors }),
      policy: { ...defaultRetryPolicy, maxRetries: settings.maxRetries, maxRetryAfterMs },
      random: () => deps.random(),
      startTimer: (ms, callback) => deps.startTimer(ms, callback),
      interrupted: deps.interrupted,
      onSecondInterrupt: (callback) => deps.onSecondInterrupt(callback),
      observer: {
        progress: (counts) => bar.update(totalOf(counts), counts),
        note: (line) => bar.note(line),
      },
    });
    progress.stop();
    const counts = {
      ...end.counts,
      skipped: book.plan.skipped,
      conflict: end.counts.conflict + book.plan.conflicts,
      invalid: spool.count(1),
    };
    const unwritten: CfiError[] = [];
    const written = await kept(unwritten, () =>
      writeFailed(book, failed, failuresIn(counts) + counts.invalid),
    );
    const { results } = flags;
    if (results !== undefined)
      await kept(unwritten, () =>
        writeResults(results, book.entries('all'), entryColumns(kind.name, files), deps),
      );
    const held = lock;
    const result = uploadResult({
      kind: kind.name,
      files,
      book,
      counts,
      end,
      before: invalid === undefined ? unwritten : [...unwritten, invalid],
      failedFiles: written ?? [],
      notices,
      signal: deps.interrupted.aborted ? String(deps.interrupted.reason) : undefined,
      signIn: signInCommand(settings),
      // Held until all is written out, for another run may change what the ledger says.
      close: () => {
        spool.close();
        held.release();
      },
    });
    book.end({ now: deps.now(), exitCode: result.exitCode ?? 0, stopped: end.stop?.message, counts });
    return result;
  } catch (error) {
    progress?.stop();
    lock?.release();
    throw error;
  } finally {
    await closeQuietly(api);
  }
}

/** What became of the orders is told also when a file about them cannot be written. */
async function kept<T>(errors: CfiError[], write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    errors.push(error);
    return undefined;
  }
}

async function writeFailed(book: Book, failed: FailedFiles, count: number): Promise<string[]> {
  if (count > 0) for (const entry of book.entries('failures')) failed.failures.entry(entry);
  return writeFailures(failed);
}

async function closeQuietly(api: Api): Promise<void> {
  await api.close().catch(() => {});
}
