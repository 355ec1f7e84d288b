import { lostWaitNotice, startProgress } from '../cli/progress.ts';
import type { CommandContext } from '../cli/settings.ts';
import { withApi } from '../client/auth/session.ts';
import type { Api } from '../client/types.ts';
import { CfiError, type ErrorDetails } from '../errors.ts';
import { exitCodeOf, type Result } from '../render/result.ts';
import { type WrittenFile, writeFailures } from '../upload/failures.ts';
import { type Ended, type Listener, send } from '../upload/send.ts';
import { failuresIn, totalOf, wordsOf } from '../upload/terms/outcomes.ts';
import { defaultConcurrency } from '../upload/terms/outside.ts';
import type { Spool } from '../upload/terms/spool.ts';
import type { Upload } from './reported.ts';
import { ownInvalid, unsentDocuments, uploadResult, writeResultsOf } from './result.ts';

/** Shows the progress of a run of `what`; warnings go above the bar. */
function listenerOf(context: CommandContext, what: string) {
  let bar: ReturnType<typeof startProgress> | undefined;
  const notice = (line: string): void => (bar === undefined ? context.notice(line) : bar.note(line));
  const listener: Listener = {
    begin(total) {
      const begun = startProgress(context, { total, what });
      bar = begun;
      return {
        ...begun,
        progress: (counts) => begun.update(totalOf(counts), counts),
        stop() {
          begun.stop();
          bar = undefined;
        },
      };
    },
    lostWait: lostWaitNotice({ deps: context.deps, notice }),
  };
  // A line would break the progress bar.
  const onWait = (ms: number, reason: string): void =>
    bar === undefined ? context.onWait?.(ms, reason) : undefined;
  return { listener, onWait };
}

/** Sends the documents that files hold, and reports the outcomes. Throws a `CfiError`. */
export async function sendFiles(
  context: CommandContext,
  upload: Upload,
  check?: (api: Api, spool: Spool) => Promise<void>,
): Promise<Result> {
  const { kind, files, flags, spool, summary } = upload;
  const presets = summary.headers.map((header) => header?.preset);
  const { concurrency = defaultConcurrency, rate, maxErrors, fresh, keepChanged, wait } = flags;
  const { listener, onWait } = listenerOf(context, wordsOf(kind.name).many);
  const work = (api: Api): Promise<Result> => {
    const sending = {
      ...{ kind, spool, files, presets, concurrency, rate, maxErrors, fresh, keepChanged, waitMs: wait },
      check: async () => check?.(api, spool),
    };
    return send(context, api, sending, listener, (ended) => conclude(context, upload, ended));
  };
  return withApi(context, work, { keepsData: true, connections: concurrency, onWait });
}

/** Writes the files of a run, records how it ended, and creates the report. */
async function conclude(context: CommandContext, upload: Upload, ended: Ended): Promise<Result> {
  const { deps } = context;
  const { spool, summary } = upload;
  const counts = { ...ended.counts, invalid: ownInvalid(spool, summary) };
  const unwritten: CfiError[] = [];
  const mayHaveFailed = failuresIn(counts) + spool.count('invalid') > 0;
  const writeFailed = (): Promise<WrittenFile[]> => {
    upload.failures.clear();
    if (mayHaveFailed) for (const entry of ended.entries('failures')) upload.failures.entry(entry);
    return writeFailures(upload, summary, upload.flags.failed, deps);
  };
  const hint = upload.flags.failed === undefined ? { hint: 'name another file with --failed' } : {};
  const written = (await kept(unwritten, writeFailed, { subject: 'failed file', ...hint })) ?? [];
  await kept(unwritten, () => writeResultsOf(upload, ended.entries('all'), deps));
  const reported = uploadResult(context, { ...upload, ...ended, counts, written, unwritten });
  const isCut = ({ code }: CfiError): number => Number(code === 'cancelled');
  // The last one decides the exit code: a signal may have ended the wait for the reader of a file.
  const errors = reported.errors?.toSorted((a, b) => isCut(a) - isCut(b)) ?? [];
  const result = { ...reported, errors, close: ended.close };
  const failure = ended.finish(exitCodeOf(result), counts, unsentDocuments(spool));
  return failure === undefined ? result : { ...result, errors: [...errors, failure] };
}

/** If a file cannot be written, the outcomes are still reported. */
async function kept<T>(errors: CfiError[], write: () => Promise<T>, more: ErrorDetails = {}) {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    // What is wrong with an input says itself what to do; another output does not help.
    const { errors: problems, hint } = error.details;
    errors.push(error.with(problems === undefined ? more : { ...more, hint }));
    return undefined;
  }
}
