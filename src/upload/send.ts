import { startProgress } from '../cli/progress.ts';
import type { Context } from '../cli/settings.ts';
import { openApi, openHome, signInCommand } from '../client/auth/session.ts';
import { defaultRetryPolicy } from '../client/http/retry.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import type { Result } from '../render/result.ts';
import { accountOf } from './account.ts';
import type { UploadFlags } from './flags.ts';
import { prepareLedger } from './ledger/ledger-file.ts';
import { type Book, openBook } from './ledger/run-ledger.ts';
import { lockRun } from './ledger/run-lock.ts';
import { failuresIn, totalOf } from './outcomes.ts';
import { type FailedFiles, writeFailures } from './output/failed-files.ts';
import { entryColumns } from './output/outcome-rows.ts';
import { uploadResult } from './output/result.ts';
import { writeResults } from './output/results-file.ts';
import { wordsOf } from './output/wording.ts';
import type { Kind } from './run/document-kinds.ts';
import type { RunEnd } from './run/run-options.ts';
import { runBook } from './run/runner.ts';
import { type Spool, spoolFlags } from './spool/spool.ts';

/** Documents that have been read and are to be sent. */
interface Consignment {
  readonly kind: Kind;
  readonly files: readonly string[];
  readonly flags: UploadFlags;
  readonly spool: Spool;
  /** What is wrong with those that are left out. */
  readonly invalid: CfiError | undefined;
  readonly notices: readonly string[];
  readonly failed: FailedFiles;
}

const defaultConcurrency = 8;
/** A longer `Retry-After` ends a run; it can be taken up again. */
const maxRetryAfterMs = 15 * 60_000;

/** Sends each document exactly once, under the lock of its account, and says what it came to. */
export async function send(context: Context, consignment: Consignment): Promise<Result> {
  const { deps } = context;
  const { kind, files, flags, spool } = consignment;
  const { home } = openHome(context);
  const concurrency = flags.concurrency ?? defaultConcurrency;
  const api = await openApi(context, { connections: concurrency });
  let lock: { release(): void } | undefined;
  let book: Book | undefined;
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
    const options = {
      ledgerFile: prepareLedger(home.data, deps.now(), (line) => context.warn(line)),
      address: api.baseUrl,
      client,
      kind: kind.name,
      files,
      pid: deps.pid,
      now: deps.now(),
      fresh: flags.fresh === true,
    };
    book = openBook(spool, options);
    const end = await run(context, consignment, api, book, concurrency);
    return await conclude(context, consignment, book, end, lock);
  } catch (error) {
    book?.close();
    lock?.release();
    throw error;
  } finally {
    await api.close().catch(() => {});
  }
}

/** Sends what the book plans to, with a bar for people. */
async function run(
  context: Context,
  { kind, flags }: Consignment,
  api: Api,
  book: Book,
  concurrency: number,
): Promise<RunEnd> {
  const { deps, settings } = context;
  const bar = startProgress(context, { total: book.plan.toSend, what: wordsOf(kind.name).many });
  try {
    return await runBook({
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
  } finally {
    bar.stop();
  }
}

/** Writes the files about a run, and puts down and tells how it ended. */
async function conclude(
  { deps, settings }: Context,
  { kind, files, flags, spool, invalid, notices, failed }: Consignment,
  book: Book,
  end: RunEnd,
  lock: { release(): void },
): Promise<Result> {
  const counts = {
    ...end.counts,
    skipped: book.plan.skipped,
    conflict: end.counts.conflict + book.plan.conflicts,
    invalid: spool.count(spoolFlags.invalid),
  };
  const unwritten: CfiError[] = [];
  const written = await kept(unwritten, () => writeFailed(book, failed, failuresIn(counts) + counts.invalid));
  const { results } = flags;
  if (results !== undefined)
    await kept(unwritten, () =>
      writeResults(results, book.entries('all'), entryColumns(kind.name, files), deps),
    );
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
      book.close();
      lock.release();
    },
  });
  book.end({ now: deps.now(), exitCode: result.exitCode ?? 0, stopped: end.stop?.message, counts });
  return result;
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
