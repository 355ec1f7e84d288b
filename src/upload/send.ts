import { startProgress } from '../cli/progress.ts';
import type { CommandContext } from '../cli/settings.ts';
import { openApi, openHome, signInCommand } from '../client/auth/session.ts';
import { defaultRetryPolicy } from '../client/http/retry.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import { fromShops } from '../payload/from-shops.ts';
import type { LeftOutLine } from '../payload/reasons.ts';
import type { ReadingSummary } from '../payload/types.ts';
import type { Result } from '../render/result.ts';
import type { Connection } from '../storage/sqlite.ts';
import { accountOf } from './account.ts';
import type { UploadFlags } from './flags.ts';
import { heldReferences, type LedgerAccount } from './ledger/cancellations.ts';
import { ledgerFile, withLedgerErrors } from './ledger/ledger-file.ts';
import { withLedger } from './ledger/replace-damaged.ts';
import { beginRun, type RunLedger } from './ledger/run-ledger.ts';
import { lockRun, type RunLock } from './ledger/run-lock.ts';
import { failuresIn, totalOf } from './outcomes.ts';
import { type FailedFiles, writeFailures } from './output/failed-files.ts';
import { leftOutMembers, leftOutRows } from './output/left-out.ts';
import { entryColumns } from './output/outcome-rows.ts';
import { uploadResult } from './output/result.ts';
import { writeResults } from './output/results-file.ts';
import { retryCommand } from './output/retry-command.ts';
import type { Kind } from './run/document-kinds.ts';
import { createRequests } from './run/requests.ts';
import { maxRetryAfterMs, type RunEnd } from './run/run-options.ts';
import { runAll } from './run/runner.ts';
import type { Spool } from './spool/spool.ts';
import { lineMustNotShip, mustNotBeHeld, type StillHeld, stillHeldError } from './still-held.ts';
import { wordsOf } from './wording.ts';

/** Documents that were read from their files and are to be sent. */
interface Upload {
  readonly kind: Kind;
  readonly files: readonly string[];
  readonly flags: UploadFlags;
  readonly spool: Spool;
  readonly summary: ReadingSummary;
  /** What is wrong with those that are left out. */
  readonly invalid: CfiError | undefined;
  readonly notices: readonly string[];
  /** What else scripts are told, and what is wrong besides. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly errors: readonly CfiError[];
  readonly failed: FailedFiles;
  /** Throws a `CfiError` when something keeps all of them from being sent. */
  readonly check: ((api: Api, spool: Spool) => Promise<void>) | undefined;
}

const defaultConcurrency = 8;

/** Sends each document exactly once, under the lock of its account, and reports the outcomes. Throws a `CfiError`. */
export async function send(context: CommandContext, upload: Upload): Promise<Result> {
  const { deps } = context;
  const { kind, files, flags, spool } = upload;
  const { data } = openHome(context).home;
  const concurrency = flags.concurrency ?? defaultConcurrency;
  const api = await openApi(context, { connections: concurrency });
  let lock: RunLock | undefined;
  try {
    await upload.check?.(api, spool);
    const client = accountOf(api.clientId, deps.env.CFI_TOKEN);
    const holder = { pid: deps.pid, file: files.join(' '), since: deps.now() };
    const account = `${api.baseUrl} ${client}`;
    lock = await lockRun(data, account, holder, flags.wait ?? 0, deps, deps.interrupted);
    const held = lock;
    const prepared = await kind.prepare?.(api);
    const place = {
      dataFolder: data,
      now: () => deps.now(),
      warn: (line: string): void => context.warn(line),
    };
    return await withLedger(place, async (db) => {
      const ledger = beginRun(db, spool, {
        address: api.baseUrl,
        client,
        kind: kind.name,
        files,
        pid: deps.pid,
        now: deps.now(),
        fresh: flags.fresh === true,
        slotsBefore: prepared?.slotsBefore,
      });
      const sending = prepared?.bind(ledger.bookings) ?? kind;
      const heldLines = new Map<string, readonly LeftOutLine[]>();
      const end = await run(context, { ...upload, kind: sending }, api, ledger, concurrency, heldLines);
      const stillHeld = stillHeldAt(db, { address: api.baseUrl, client }, spool, heldLines);
      return conclude(context, upload, { db, ledger, end, stillHeld, lock: held });
    });
  } catch (error) {
    lock?.release();
    throw error;
  } finally {
    await api.close().catch(() => {});
  }
}

/** Sends what the ledger plans, with a progress bar for people. */
async function run(
  context: CommandContext,
  { kind, flags }: Upload,
  api: Api,
  ledger: RunLedger,
  concurrency: number,
  heldLines: Map<string, readonly LeftOutLine[]>,
): Promise<RunEnd> {
  const { deps, settings } = context;
  const bar = startProgress(context, { total: ledger.plan.toProcess, what: wordsOf(kind.name).many });
  const rules = { maxRetries: settings.maxRetries, keepChanged: flags.keepChanged === true };
  try {
    return await runAll({
      api,
      work: ledger,
      requests: (signal) => createRequests(api, kind, rules, signal),
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
        held: (reference, lines) => {
          const gone = lines.filter(lineMustNotShip);
          if (gone.length > 0) heldLines.set(reference, gone);
        },
      },
    });
  } finally {
    bar.stop();
  }
}

/** What the warehouse holds of what the files leave out, and was not cancelled from here. */
function stillHeldAt(
  db: Connection,
  account: LedgerAccount,
  spool: Spool,
  heldLines: ReadonlyMap<string, readonly LeftOutLine[]>,
): StillHeld {
  const partly = heldReferences(db, account, heldLines.keys());
  return {
    orders: heldReferences(db, account, mustNotBeHeld(spool)),
    lines: new Map([...heldLines].filter(([reference]) => partly.has(reference))),
  };
}

interface Ended {
  readonly db: Connection;
  readonly ledger: RunLedger;
  readonly end: RunEnd;
  readonly stillHeld: StillHeld;
  readonly lock: RunLock;
}

/** Writes the files about a run, records how it ended, and makes the report. */
async function conclude(
  context: CommandContext,
  { kind, files, flags, spool, summary, invalid, notices, members, errors, failed }: Upload,
  { db, ledger, end, stillHeld, lock }: Ended,
): Promise<Result> {
  const { deps, settings } = context;
  const skipped = ledger.plan.skipped + end.counts.skipped;
  const counts = { ...end.counts, skipped, invalid: spool.count('invalid') };
  const unwritten: CfiError[] = [];
  const written = await kept(unwritten, () =>
    writeFailed(ledger, failed, failuresIn(counts) + counts.invalid),
  );
  const { results } = flags;
  if (results !== undefined)
    await kept(unwritten, () =>
      writeResults(results, ledger.entries('all'), leftOutRows(spool), entryColumns(kind.name, files), deps),
    );
  const file = ledgerFile(openHome(context).home.data);
  const result = uploadResult({
    kind: kind.name,
    files,
    run: ledger.run,
    entries: (which) => withLedgerErrors(file, ledger.entries(which)),
    counts,
    end,
    before: [...unwritten, ...errors, stillHeldError(stillHeld, settings), invalid].filter(
      (error) => error !== undefined,
    ),
    failedFiles: written ?? [],
    retry: retryCommand(wordsOf(kind.name), written ?? [], flags, settings),
    notices,
    members: { ...(fromShops[kind.name] ? leftOutMembers(spool, summary, stillHeld) : {}), ...members },
    signal: deps.interrupted.aborted ? String(deps.interrupted.reason) : undefined,
    signInHint: signInCommand(settings),
    // Held until everything is written out, because another run may change what the ledger says.
    close: () => {
      spool.close();
      db.close();
      lock.release();
    },
  });
  ledger.end({ now: deps.now(), exitCode: result.exitCode ?? 0, stopped: end.stop?.message, counts });
  return result;
}

/** When a file cannot be written, the outcomes are reported all the same. */
async function kept<T>(errors: CfiError[], write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    errors.push(error);
    return undefined;
  }
}

async function writeFailed(ledger: RunLedger, failed: FailedFiles, count: number): Promise<string[]> {
  failed.failures.clear();
  if (count > 0) for (const entry of ledger.entries('failures')) failed.failures.entry(entry);
  return writeFailures(failed);
}
