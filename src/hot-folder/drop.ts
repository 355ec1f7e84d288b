import { realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { CommandContext } from '../cli/settings.ts';
import { CfiError, mayPass } from '../errors.ts';
import type { Result } from '../render/result.ts';
import { candidatesIn, clockNeverAhead, unreadableNamesIn, watchSettling } from './candidates.ts';
import { checkFolder, checkOwnFiles, onePass, type PassOptions } from './pass.ts';
import { dropColumns, ended, lineOf, type Take, type Taken, unreadable } from './result.ts';
import { tellError } from './take.ts';
import { asFolderError } from './work-folders.ts';

/** How a folder is watched. */
export interface DropOptions extends PassOptions {
  /** How often `follow` checks the folder, ms. */
  readonly intervalMs: number;
}

/**
 * Uploads the files of a folder and moves each to `done` or `failed`; reports each file as it finishes. Throws a
 * `CfiError`.
 */
export function drop(context: CommandContext, dir: string, options: DropOptions): Result {
  const folder = resolve(context.deps.cwd, dir);
  checkFolder(folder, dir);
  const place = realpathSync(folder);
  checkOwnFiles(context, place, options.flags);
  const takes: Take[] = [];
  const stopped: Stopped = {};
  return {
    data: null,
    blocks: [],
    live: {
      events: taking(context, place, options, takes, stopped),
      line: lineOf,
      columns: dropColumns,
      end: () => ended(context, takes, options.follow, stopped.by),
    },
  };
}

/** The error that ended the work on a folder after some of its files were reported. */
interface Stopped {
  by?: CfiError;
}

/** The outcome of each file, as it happens. */
async function* taking(
  context: CommandContext,
  folder: string,
  options: DropOptions,
  takes: Take[],
  stopped: Stopped,
): AsyncGenerator<Taken> {
  const { deps } = context;
  const settling = watchSettling();
  const now = clockNeverAhead(deps);
  let said: string | undefined;
  const staying = new Map<string, string>();
  const unreadableSaid = new Set<string>();
  let mayLoseOrders = (options.flags.shard?.count ?? 1) > 1;
  for (;;) {
    try {
      if (mayLoseOrders && candidatesIn(folder).length > 0) {
        mayLoseOrders = false;
        context.warn(
          'with --shard, a file is moved once this part of its orders is uploaded; each part needs a folder of its own with a copy of every file',
        );
      }
      for (const name of unreadableNamesIn(folder).filter((name) => !unreadableSaid.has(name))) {
        unreadableSaid.add(name);
        const take = unreadable(folder, name);
        for (const error of take.errors) tellError(context, { name, path: take.taken.file }, error);
        if (!options.follow) takes.push(take);
        yield take.taken;
      }
      for await (const take of onePass(context, folder, options, settling, now)) {
        // Keep no list: the process may run for weeks.
        if (options.follow) tellStaying(context, take, staying);
        else takes.push(take);
        yield take.taken;
      }
    } catch (error) {
      const failure = asFolderError(folder, error);
      if (options.follow && deps.interrupted.aborted && failure.code === 'cancelled') return;
      if (!options.follow && takes.length > 0) {
        stopped.by = failure;
        return;
      }
      if (!options.follow || !passesByItself(failure)) throw failure;
      if (failure.message !== said && failure.code !== 'locked') context.warn(failure.message);
      said = failure.message;
    }
    if (!options.follow || deps.interrupted.aborted) return;
    try {
      await deps.sleep(options.intervalMs, deps.interrupted);
    } catch {
      return;
    }
  }
}

/**
 * Says why a file stays, because a folder that is followed has no end that would say it. `staying` has the codes that were
 * said, by file, so that they are not said in every pass.
 */
function tellStaying(
  context: CommandContext,
  { taken, errors, failure }: Take,
  staying: Map<string, string>,
): void {
  const { file, outcome } = taken;
  // The command ends with this error.
  if (failure !== undefined) return;
  if (outcome !== 'left' || context.deps.interrupted.aborted) return void staying.delete(file);
  const codes = errors.map(({ code }) => code).join();
  if (staying.get(file) === codes) return;
  staying.set(file, codes);
  for (const error of errors) {
    const needsUser = error.code === 'unauthorized' || error.details.subject === 'ledger';
    const own = needsUser ? error.details.hint : undefined;
    const hint = own ?? 'the file stays where it is, and is tried again';
    tellError(
      context,
      { name: basename(file), path: file },
      new CfiError(error.code, error.message, { hint }),
    );
  }
}

/** Whether the next check may succeed: the service or the network was down, or another run was active. */
const passesByItself = (error: CfiError): boolean =>
  mayPass(error) || error.code === 'locked' || error.code === 'rate-limited';
