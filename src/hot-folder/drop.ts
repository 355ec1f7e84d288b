import { realpathSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { CommandContext } from '../cli/settings.ts';
import { CfiError, mayPass } from '../errors.ts';
import type { Result } from '../render/result.ts';
import type { UploadFlags } from '../upload/flags.ts';
import {
  type Candidate,
  candidatesIn,
  clockNeverAhead,
  type Settling,
  unreadableNamesIn,
  watchSettling,
} from './candidates.ts';
import { dropColumns, ended, lineOf, unreadable } from './drop-result.ts';
import { asFolderError, asLeftoverError } from './folder-error.ts';
import { keepListing } from './listing.ts';
import { checkFolder, checkReady, hasLeftovers, lockFolder } from './ready-folder.ts';
import { takeFile, tellError } from './take.ts';
import type { Take, Taken } from './taken.ts';
import { undoMove } from './undo-move.ts';
import { openWorkFolder, workFolder } from './work-folder.ts';

/** How a folder is watched. */
export interface DropOptions {
  readonly follow: boolean;
  /** How long a file must have stayed unchanged, ms. */
  readonly settleMs: number;
  /** How often `follow` checks the folder, ms. */
  readonly intervalMs: number;
  readonly flags: UploadFlags;
}

const pollMs = 250;
/** Most times that one call takes a file that changes during its upload. */
const mostTakes = 3;

/**
 * Uploads the files of a folder and moves each to `done` or `failed`; reports each file as it finishes. Throws a
 * `CfiError`.
 */
export function drop(context: CommandContext, dir: string, options: DropOptions): Result {
  const folder = resolve(context.deps.cwd, dir);
  checkFolder(folder, dir);
  const takes: Take[] = [];
  const stopped: Stopped = {};
  return {
    data: null,
    blocks: [],
    live: {
      events: taking(context, realpathSync(folder), options, takes, stopped),
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

async function* onePass(
  context: CommandContext,
  folder: string,
  options: DropOptions,
  settling: Settling,
  now: () => number,
): AsyncGenerator<Take> {
  const { deps } = context;
  if (candidatesIn(folder).length === 0 && !hasLeftovers(folder)) return;
  const lock = await lockFolder(context, folder, options.flags.wait ?? 0);
  try {
    await undoMove(folder);
    if (candidatesIn(folder).length === 0) return;
    await checkReady(context, folder, options.flags);
    openWorkFolder(folder);
    // A file server's clock may differ from this machine's, and the files carry the server's time.
    const aheadMs = statSync(workFolder(folder)).mtimeMs - deps.now();
    const listing = keepListing(folder, deps.monotonicNow);
    const takes = new Map<string, number>();
    const finished = new Set<string>();
    const deadline = deps.monotonicNow() + 2 * options.settleMs + pollMs;
    while (!deps.interrupted.aborted) {
      const files = listing.files().filter(({ name }) => !finished.has(name));
      settling.keepOnly(files);
      const filesNow = now() + aheadMs;
      const ready = files.find(
        (file) =>
          settling.unchangedFor(file, deps.monotonicNow()) >= options.settleMs ||
          filesNow - file.touchedAt >= options.settleMs,
      );
      if (ready === undefined) {
        if (listing.listAgain()) continue;
        // Leave files that are still being written for the next run.
        if (files.length === 0 || options.follow || deps.monotonicNow() >= deadline) {
          if (!options.follow) reportUnsettled(context, files);
          return;
        }
        await deps.sleep(Math.min(pollMs, options.settleMs), deps.interrupted).catch(() => {});
        continue;
      }
      if (!listing.isAsListed(ready)) continue;
      const count = (takes.get(ready.name) ?? 0) + 1;
      takes.set(ready.name, count);
      const take = await takeFile(context, folder, ready, options.flags);
      if (take === undefined) {
        listing.listAgain();
        if (count >= mostTakes) finished.add(ready.name);
        continue;
      }
      if (take.taken.outcome === 'left') finished.add(ready.name);
      else listing.leaveOut(ready);
      yield take;
      if (take.failure !== undefined) throw take.failure;
      if (take.unfinished !== undefined) await removeLeftovers(folder);
      if (take.stops) return;
    }
  } finally {
    await undoMove(folder).catch(() => {});
    lock.release();
  }
}

/** Tries once more to remove what remains of a move. The record of another move would replace what is known of this one. */
async function removeLeftovers(folder: string): Promise<void> {
  try {
    await undoMove(folder);
    openWorkFolder(folder);
  } catch (error) {
    throw asLeftoverError(folder, error);
  }
}

function reportUnsettled({ notice }: CommandContext, files: readonly Candidate[]): void {
  if (files.length > 0)
    notice(`still being written, left for the next run: ${files.map(({ name }) => name).join(', ')}`);
}
