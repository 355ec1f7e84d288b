import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandContext } from '../cli/settings.ts';
import { CfiError, interruption, mayPass } from '../errors.ts';
import { memberColumns } from '../render/columns.ts';
import { type Column, formats, type Result } from '../render/result.ts';
import { counted } from '../text/words.ts';
import { candidatesIn, ignoredIn, watchSettling } from './candidates.ts';
import { checkFolder, checkOwnFiles, onePass, type PassOptions } from './pass.ts';
import { isUnread, lineOf, type Take, type Taken, tellError } from './take.ts';
import { asFolderError } from './work-folders.ts';

export interface DropOptions extends PassOptions {
  /** How often `follow` checks the folder, ms. */
  readonly intervalMs: number;
}

/** Uploads the files of a folder, and moves and reports each as it finishes. Throws a `CfiError`. */
export function drop(context: CommandContext, dir: string, options: DropOptions): Result {
  const folder = resolve(context.deps.cwd, dir);
  checkFolder(folder, dir);
  const place = realpathSync(folder);
  checkOwnFiles(context, place, options.flags);
  const done: Done = { takes: [] };
  return {
    data: null,
    blocks: [],
    live: {
      events: taking(context, place, options, done),
      line: lineOf,
      columns: dropColumns,
      end: () => ended(context, done, options.follow),
    },
  };
}

/** What became of a folder. */
interface Done {
  readonly takes: Take[];
  /** The error that ended the work after some of the files were reported. */
  stoppedBy?: CfiError;
}

/** The outcome of each file, as it happens; for scripts, also of what looks like orders and is not taken. */
async function* taking(context: CommandContext, folder: string, options: DropOptions, done: Done) {
  const { deps } = context;
  const settling = watchSettling(deps);
  let lastWarning: string | undefined;
  const staying = new Map<string, string>();
  const ignoredBefore = new Set<string>();
  let mayLoseOrders = (options.flags.shard?.count ?? 1) > 1;
  const listsIgnored = formats[context.settings.output].live === 'json';
  for (;;) {
    try {
      if (mayLoseOrders && candidatesIn(folder).length > 0) {
        mayLoseOrders = false;
        context.warn(
          'with --shard, a file is moved once this part of its orders is uploaded; each part needs a folder of its own with a copy of every file',
        );
      }
      for (const { name, why } of ignoredIn(folder).filter(({ name }) => !ignoredBefore.has(name))) {
        ignoredBefore.add(name);
        context.warn(`${name} is ignored: ${why}`);
        if (listsIgnored) yield { file: join(folder, name), outcome: 'ignored', why };
      }
      for await (const take of onePass(context, folder, options, settling)) {
        // Keep no list: the process may run for weeks.
        if (options.follow) tellStaying(context, take, staying);
        else done.takes.push(take);
        yield take.taken;
      }
    } catch (error) {
      const failure = asFolderError(folder, error);
      if (options.follow && deps.interrupted.aborted && failure.code === 'cancelled') return;
      if (!options.follow && done.takes.length > 0) {
        done.stoppedBy = failure;
        return;
      }
      // The next check may succeed if the service or the network was down, or another run was active.
      const passesByItself = mayPass(failure) || ['locked', 'rate-limited'].includes(failure.code);
      if (!options.follow || !passesByItself) throw failure;
      if (failure.message !== lastWarning && failure.code !== 'locked') context.warn(failure.message);
      lastWarning = failure.message;
    }
    if (!options.follow || deps.interrupted.aborted) return;
    try {
      await deps.sleep(options.intervalMs, deps.interrupted);
    } catch {
      return;
    }
  }
}

/** Says why a file stays, once for each reason in `staying`: a followed folder has no end that would say it. */
function tellStaying(context: CommandContext, take: Take, staying: Map<string, string>): void {
  const { taken, errors, failure, isLost = false } = take;
  const { file, outcome } = taken;
  // The command ends with this error.
  if (failure !== undefined) return;
  if (outcome !== 'left' || context.deps.interrupted.aborted) return void staying.delete(file);
  if (isLost) {
    for (const error of errors) tellError(context, file, error);
    return;
  }
  const codes = errors.map(({ code }) => code).join();
  if (staying.get(file) === codes) return;
  staying.set(file, codes);
  for (const error of errors) {
    const needsUser = error.code === 'unauthorized' || error.details.subject === 'ledger';
    const own = needsUser ? error.details.hint : undefined;
    const hint = own ?? 'the file stays where it is, and is tried again';
    tellError(context, file, new CfiError(error.code, error.message, { hint }));
  }
}

/** The outcome for all files, with the errors of one that stays, or one error for all. */
function ended({ deps }: CommandContext, { takes, stoppedBy }: Done, follow: boolean): Result {
  const files = takes.map(({ taken }) => taken);
  const base = { data: { files }, items: files, blocks: [], csv: { columns: dropColumns, rows: files } };
  if (deps.interrupted.aborted) {
    const error = interruption(deps.interrupted.reason);
    // A user who follows a folder ends the command this way.
    return { ...base, errors: follow ? [] : [error], exitCode: error.exitCode };
  }
  if (stoppedBy !== undefined) return { ...base, errors: [stoppedBy] };
  const left = takes.find(({ taken }) => taken.outcome === 'left');
  if (left !== undefined) {
    const others = takes.filter((take) => take !== left && (take.isLost || isUnread(take.errors)));
    const errors = [...left.errors, ...others.flatMap((take) => take.errors)];
    return { ...base, errors, exitCode: left.taken.exitCode };
  }
  const failed = files.filter(({ outcome }) => outcome === 'failed').length;
  if (failed === 0) return base;
  const error = new CfiError('partial', `${failed} of ${counted(files.length, 'file')} went to failed`, {
    hint: 'read NAME.report.txt beside each file in failed',
  });
  return { ...base, errors: [error] };
}

/** The columns of taken files in csv. */
export const dropColumns: readonly Column<Partial<Taken>>[] = [
  ...memberColumns(['file', 'outcome', 'exitCode']),
  { header: 'total', value: (row) => row.counts?.total },
  ...memberColumns(['movedTo']),
];
