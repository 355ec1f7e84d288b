import type { CommandContext } from '../cli/settings.ts';
import { CfiError } from '../errors.ts';
import type { Result } from '../render/result.ts';
import type { Database } from '../storage/sqlite/database.ts';
import { lateLedgerError, ledgerFile, ledgerPlaceOf } from './ledger/ledger-file.ts';
import type { Entry, RunLedger } from './ledger/run-ledger.ts';
import type { RunLock } from './ledger/run-lock.ts';
import { type FailedFiles, sheetsOf, type WrittenFile, writeFailures } from './output/failures.ts';
import type { EndedRun, Upload } from './output/reported.ts';
import {
  entryColumns,
  leftOutRows,
  ownInvalid,
  unsentDocuments,
  uploadResult,
  writeResults,
} from './output/result.ts';
import { failuresIn } from './terms/outcomes.ts';

/** What is open until a run is reported. */
interface Open {
  readonly db: Database;
  readonly lock: RunLock;
}

/** Writes the files of a run, records how it ended, and creates the report. */
export async function conclude(
  context: CommandContext,
  upload: Upload,
  run: EndedRun,
  { db, lock }: Open,
): Promise<Result> {
  const { deps } = context;
  const { spool, summary } = upload;
  const { ledger, end } = run;
  const skipped = ledger.plan.skipped + end.counts.skipped;
  const counts = { ...end.counts, skipped, invalid: ownInvalid(spool, summary) };
  const unwritten: CfiError[] = [];
  const mayHaveFailed = failuresIn(counts) + spool.count('invalid') > 0;
  const written =
    (await kept(unwritten, () => writeFailed(ledger, upload.failed, mayHaveFailed), 'failed file')) ?? [];
  await kept(unwritten, () => writeResultsOf(upload, ledger.entries('all'), deps));
  const result = uploadResult(context, { ...upload, ...run, counts, written, unwritten });
  // Held until everything is written, because another run may change the ledger.
  const close = (): void => {
    spool.close();
    db.close();
    lock.release();
  };
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
    if (end.unrecorded) return { ...result, close };
    const failure = lateLedgerError(ledgerFile(ledgerPlaceOf(context).dataFolder), error);
    if (failure === undefined) throw error;
    return { ...result, close, errors: [...(result.errors ?? []), failure], exitCode: failure.exitCode };
  }
  return { ...result, close };
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

async function writeFailed(
  ledger: RunLedger,
  failed: FailedFiles,
  mayHaveFailed: boolean,
): Promise<WrittenFile[]> {
  failed.failures.clear();
  if (mayHaveFailed) for (const entry of ledger.entries('failures')) failed.failures.entry(entry);
  return writeFailures(failed);
}
