import type { CommandContext } from '../cli/settings.ts';
import { signInHint } from '../client/auth/session.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import { fromShops } from '../payload/document/layout.ts';
import type { ReadingSummary } from '../payload/document/types.ts';
import type { Result } from '../render/result.ts';
import type { Database } from '../storage/sqlite/database.ts';
import { lateLedgerError, ledgerFile, ledgerPlaceOf } from './ledger/ledger-file.ts';
import { readLater } from './ledger/open-ledger.ts';
import type { Entry, RunLedger } from './ledger/run-ledger.ts';
import type { RunLock } from './ledger/run-lock.ts';
import { type FailedFiles, sheetsOf, type WrittenFile, writeFailures } from './output/failures.ts';
import { type StillHeld, stillHeldError } from './output/known-orders.ts';
import {
  entryColumns,
  leftOutMembers,
  leftOutRows,
  ownInvalid,
  unsentDocuments,
  uploadResult,
  writeResults,
} from './output/result.ts';
import { cancelCommand, retryCommand } from './output/upload-errors.ts';
import type { Kind } from './run/kinds/kind.ts';
import type { RunEnd } from './run/run.ts';
import type { UploadFlags } from './terms/flags.ts';
import { failuresIn, wordsOf } from './terms/outcomes.ts';
import type { Spool } from './terms/spool.ts';

/** Documents that have been read and are to be sent. */
export interface Upload {
  readonly kind: Kind;
  readonly files: readonly string[];
  readonly flags: UploadFlags;
  readonly spool: Spool;
  readonly summary: ReadingSummary;
  /** The problems of invalid documents. */
  readonly invalid: CfiError | undefined;
  readonly notices: readonly string[];
  /** Other members of the result, and other problems. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly errors: readonly CfiError[];
  readonly failed: FailedFiles;
  /** Throws a `CfiError` if nothing may be sent. */
  readonly check: ((api: Api, spool: Spool) => Promise<void>) | undefined;
}

/** The orders that have changed since the service accepted them. */
export interface ChangedOrders {
  count: number;
  /** The reference of the first, if there is one. */
  first: readonly [] | readonly [string];
}

/** A run that has ended, with its ledger and lock still open. */
export interface Ended {
  readonly db: Database;
  readonly ledger: RunLedger;
  readonly end: RunEnd;
  readonly changed: ChangedOrders;
  readonly stillHeld: StillHeld;
  readonly lock: RunLock;
}

/** Writes the files of a run, records how it ended, and creates the report. */
export async function conclude(
  context: CommandContext,
  { kind, files, flags, spool, summary, invalid, notices, members, errors, failed }: Upload,
  { db, ledger, end, changed, stillHeld, lock }: Ended,
): Promise<Result> {
  const { deps, settings } = context;
  const skipped = ledger.plan.skipped + end.counts.skipped;
  const counts = { ...end.counts, skipped, invalid: ownInvalid(spool, summary) };
  const unwritten: CfiError[] = [];
  const written =
    (await kept(
      unwritten,
      () => writeFailed(ledger, failed, failuresIn(counts) + spool.count('invalid')),
      'failed file',
    )) ?? [];
  const sent = { kind, files, flags, spool, failed };
  await kept(unwritten, () => writeResultsOf(sent, ledger.entries('all'), deps));
  const place = ledgerPlaceOf(context);
  const result = uploadResult({
    kind: kind.name,
    files,
    run: ledger.run,
    entries: (which) => readLater(place, ledger.entries(which)),
    counts,
    unnamed: summary.ownElsewhere,
    end,
    before: [...unwritten, ...errors, stillHeldError(stillHeld, settings), invalid].filter(
      (error) => error !== undefined,
    ),
    failedFiles: written.map(({ name }) => name),
    retry: retryCommand(wordsOf(kind.name), written, flags, settings),
    flags,
    changed: changed.count,
    cancel: cancelCommand(changed.first, settings),
    notices,
    leftOut: () => leftOutRows(spool),
    members: { ...(fromShops[kind.name] ? leftOutMembers(spool, summary, stillHeld) : {}), ...members },
    signal: deps.interrupted.aborted ? String(deps.interrupted.reason) : undefined,
    signInHint: signInHint(context),
    // Held until everything is written, because another run may change the ledger.
    close: () => {
      spool.close();
      db.close();
      lock.release();
    },
  });
  try {
    ledger.end({
      now: deps.now(),
      exitCode: result.exitCode ?? 0,
      stopped: end.stop?.message,
      counts,
      unsent: unsentDocuments(spool),
    });
  } catch (error) {
    // Reported already.
    if (end.unrecorded) return result;
    const failure = lateLedgerError(ledgerFile(place.dataFolder), error);
    if (failure === undefined) throw error;
    return { ...result, errors: [...(result.errors ?? []), failure], exitCode: failure.exitCode };
  }
  return result;
}

/** Writes the file of `--results`, if the user wants one. */
export async function writeResultsOf(
  { kind, files, flags, spool, failed }: Pick<Upload, 'kind' | 'files' | 'flags' | 'spool' | 'failed'>,
  entries: Iterable<Entry>,
  deps: CommandContext['deps'],
): Promise<void> {
  if (flags.results === undefined) return;
  const columns = entryColumns(kind.name, files, sheetsOf(failed));
  await writeResults(flags.results, entries, leftOutRows(spool), columns, deps);
}

/** If a file cannot be written, the outcomes are still reported. */
async function kept<T>(
  errors: CfiError[],
  write: () => Promise<T>,
  subject?: 'failed file',
): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    const { code, message, details, exitCode } = error;
    errors.push(new CfiError(code, message, { ...details, exitCode, subject: subject ?? details.subject }));
    return undefined;
  }
}

async function writeFailed(ledger: RunLedger, failed: FailedFiles, count: number): Promise<WrittenFile[]> {
  failed.failures.clear();
  if (count > 0) for (const entry of ledger.entries('failures')) failed.failures.entry(entry);
  return writeFailures(failed);
}
