import { statSync } from 'node:fs';
import type { CommandContext } from '../cli/settings.ts';
import type { UploadFlags } from '../upload/flags.ts';
import { type Candidate, candidatesIn, type Settling } from './candidates.ts';
import { asLeftoverError } from './folder-error.ts';
import { keepListing } from './listing.ts';
import { checkReady, hasLeftovers, lockFolder } from './ready-folder.ts';
import { takeFile } from './take.ts';
import type { Take } from './taken.ts';
import { undoMove } from './undo-move.ts';
import { openWorkFolder, workFolder } from './work-folder.ts';

/** How a folder is gone through. */
export interface PassOptions {
  readonly follow: boolean;
  /** How long a file must have stayed unchanged, ms. */
  readonly settleMs: number;
  readonly flags: UploadFlags;
}

const pollMs = 250;
/** Most times that one call takes a file that changes during its upload. */
const mostTakes = 3;

/**
 * Takes the files of a folder, oldest first, until none is left that has settled; yields each as it finishes. Nobody else
 * works on the folder meanwhile. Throws a `CfiError` or the file system's error.
 */
export async function* onePass(
  context: CommandContext,
  folder: string,
  options: PassOptions,
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
