import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readingOptionsOf } from '../cli/reading-options.ts';
import type { CommandContext } from '../cli/settings.ts';
import { openHome } from '../client/auth/account.ts';
import { openApi } from '../client/auth/session.ts';
import { CfiError, usageError } from '../errors.ts';
import type { UploadFlags } from '../report/reported.ts';
import { checkSettings } from '../report/upload.ts';
import { fileReason } from '../storage/file-errors.ts';
import { checkElsewhere, type NamedFile, realPlace } from '../storage/output-file.ts';
import { type Lock, takeLock } from '../storage/sqlite/lock.ts';
import { codedError, present } from '../text/records.ts';
import { fileWord } from '../text/words.ts';
import { lockedBy, lockFor, unfinishedUpload } from '../upload/ledger/run-lock.ts';
import { candidatesIn, isPayloadName, lookAtFile, type Settling } from './candidates.ts';
import { recover } from './placing.ts';
import { type Take, takeFile } from './take.ts';
import {
  hiddenIn,
  isThere,
  openUsable,
  openWorkFolders,
  unusable,
  type WorkFolders,
} from './work-folders.ts';

/** Rejects a folder that cannot be read, written or moved in, before anything is sent. Throws a `CfiError`. */
export function checkFolder(folder: string, dir: string): void {
  try {
    const found = statSync(folder);
    if (found.isFile()) throw usageError(`${dir} is a file`, `upload it: cfi order create ${fileWord(dir)}`);
    if (!found.isDirectory()) throw codedError('ENOTDIR');
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof CfiError) throw error;
    throw usageError(
      `the folder ${dir} cannot be used: ${fileReason(error)}`,
      'order drop reads files in the folder and moves them to its subfolders done and failed',
    );
  }
  for (const sub of ['done', 'failed'].map((name) => join(folder, name)).filter(isThere)) {
    openUsable(sub).close();
    try {
      accessSync(sub, constants.W_OK | constants.X_OK);
    } catch (error) {
      throw unusable(sub, error);
    }
  }
}

/** Throws a `CfiError` for a folder (without links) with a file of the command or the program, such as a map. */
export function checkOwnFiles({ deps, files }: CommandContext, folder: string, flags: UploadFlags): void {
  checkElsewhere([{ role: 'the folder', name: folder }], { folders: [], inner: files.own.inner }, deps.cwd);
  const { map, skuMap, prices } = flags;
  const options = present({ '--map': map, '--sku-map': skuMap, '--prices': prices });
  const saved: NamedFile[] = Object.entries(options).map(([role, name]) => ({ role, name }));
  for (const { role, name } of [...saved, ...files.read, ...files.written]) {
    const place = realPlace(resolve(deps.cwd, name));
    if (dirname(place) === folder && isPayloadName(basename(place)))
      throw usageError(
        `${role} ${name} is in the folder whose files are uploaded`,
        'keep it elsewhere; nothing was read or sent',
      );
  }
}

export interface PassOptions {
  readonly follow: boolean;
  /** How long a file must have stayed unchanged, ms. */
  readonly settleMs: number;
  readonly flags: UploadFlags;
}

const pollMs = 250;

/** Takes the settled files of a folder, oldest first, then those that came since. Throws a `CfiError` or system error. */
export async function* onePass(
  context: CommandContext,
  folder: string,
  options: PassOptions,
  settling: Settling,
): AsyncGenerator<Take> {
  const { deps } = context;
  if (candidatesIn(folder).length === 0 && !hasLeftovers(context, folder)) return;
  const lock = await lockFolder(context, folder, options.flags.wait ?? 0);
  let folders: WorkFolders | undefined;
  let isReady = false;
  let number = 0;
  try {
    recover(folder);
    if (candidatesIn(folder).length === 0) return;
    // What affects every file is found before any is taken and would end up in `failed` for it.
    checkSettings('order', await readingOptionsOf(options.flags, deps));
    await (await openApi(context)).close();
    isReady = true;
    folders = openWorkFolders(folder);
    // A file server's clock may differ from this machine's, and the files carry the server's time.
    const aheadMs = statSync(folders.hidden.at()).mtimeMs - deps.now();
    const finished = new Set<string>();
    const longEnough = (): number => deps.monotonicNow() + 2 * options.settleMs + pollMs;
    let deadline = longEnough();
    while (!deps.interrupted.aborted) {
      const files = candidatesIn(folder).filter(({ name }) => !finished.has(name));
      settling.keepOnly(files);
      const settled = files.filter((file) => settling.isSettled(file, options.settleMs, aheadMs));
      if (settled.length === 0) {
        // Leave files that are still being written for the next run.
        if (files.length === 0 || options.follow || deps.monotonicNow() >= deadline) {
          if (!options.follow && files.length > 0)
            context.notice(
              `still being written, left for the next run: ${files.map(({ name }) => name).join(', ')}`,
            );
          return;
        }
        await deps.sleep(Math.min(pollMs, options.settleMs), deps.interrupted).catch(() => {});
        continue;
      }
      for (const file of settled) {
        if (deps.interrupted.aborted) return;
        // A file that changed while others were taken settles again.
        if (lookAtFile(folder, file.name)?.mark !== file.mark) continue;
        const take = await takeFile(context, folders, file, options.flags, ++number);
        if (take === undefined) continue;
        if (take.taken.outcome === 'left' && take.isLost !== true) finished.add(file.name);
        yield take;
        if (take.failure !== undefined) throw take.failure;
        if (take.stops) return;
      }
      deadline = longEnough();
    }
  } finally {
    if (isReady) removeHidden(context, folder, folders);
    lock.release();
  }
}

/** Removes the hidden folder. What was done stays done if it cannot be removed. */
function removeHidden({ warn }: CommandContext, folder: string, opened: WorkFolders | undefined): void {
  for (const each of [opened?.done, opened?.failed, opened?.hidden]) each?.close();
  try {
    recover(folder);
  } catch (error) {
    const reason = error instanceof CfiError ? error.message : fileReason(error);
    warn(`${hiddenIn(folder)} cannot be removed: ${reason}; the next run removes it`);
  }
}

const lockName = '.cfi-drop.lock';

/** The folder, for its lock in the data folder. */
const lockedAs = (folder: string): string => `folder ${folder}`;

/** Whether there are files of ours that a run removes when it ends: one is at work, or one was killed. */
const hasLeftovers = (context: CommandContext, folder: string): boolean =>
  [hiddenIn(folder), join(folder, lockName)].some(isThere) ||
  unfinishedUpload(openHome(context).home.data, lockedAs(folder)) !== undefined;

/**
 * Allows one `order drop` at a time per folder; waits up to `waitMs`, then throws a `CfiError` `locked`. The lock in the
 * data folder names its holder. The one in the folder also keeps out processes with other settings; where it is impossible,
 * because the file system has no locks or another user owns the file, the first must suffice.
 */
async function lockFolder(context: CommandContext, folder: string, waitMs: number): Promise<Lock> {
  const { deps, warn } = context;
  const hint = 'wait until it has ended, or make this run wait: --wait 10m';
  const started = deps.monotonicNow();
  const use = { doing: 'is working on this folder', hint };
  const named = await lockFor(context, lockedAs(folder), folder, waitMs, use);
  const file = join(folder, lockName);
  try {
    const wait = {
      ms: waitMs - (deps.monotonicNow() - started),
      pollMs,
      clock: deps,
      signal: deps.interrupted,
      onWait: () => context.notice('waiting: another run is working on this folder'),
    };
    const shared = await takeLock(file, wait, { removed: { warn } });
    if (shared === undefined) throw lockedBy('another run is working on this folder', hint);
    return {
      ...named,
      release() {
        shared.release();
        named.release();
      },
    };
  } catch (error) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!(error instanceof CfiError) && (found === undefined || found.isFile())) return named;
    named.release();
    if (error instanceof CfiError) throw error;
    throw usageError(
      `the folder ${folder} cannot be locked: ${lockName} is not a file of cfi`,
      `remove ${file}`,
    );
  }
}
