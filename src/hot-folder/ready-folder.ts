import { accessSync, constants, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readingOptionsOf } from '../cli/options/reading-options.ts';
import type { CommandContext } from '../cli/settings.ts';
import { openApi, openHome } from '../client/auth/session.ts';
import { CfiError, usageError } from '../errors.ts';
import type { NamedFile } from '../storage/distinct-files.ts';
import { fileReason } from '../storage/file-errors.ts';
import { type Lock, takeLock } from '../storage/lock.ts';
import type { UploadFlags } from '../upload/flags.ts';
import { lockedBy, lockRun } from '../upload/ledger/run-lock.ts';
import { isPayloadName } from './candidates.ts';
import { workFolder } from './work-folder.ts';

/** Rejects a folder that cannot be read, written or moved in, before anything is sent. Throws a `CfiError`. */
export function checkFolder(folder: string, dir: string): void {
  const subfolders = ['done', 'failed'].map((name) => join(folder, name));
  try {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('ENOTDIR'), { code: 'ENOTDIR' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const sub of subfolders.filter((path) => existsSync(path))) {
      if (!statSync(sub).isDirectory()) throw Object.assign(new Error('ENOTDIR'), { code: 'ENOTDIR' });
      accessSync(sub, constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    throw usageError(
      `the folder ${dir} cannot be used: ${fileReason(error)}`,
      'order drop reads files in the folder and moves them to its subfolders done and failed',
    );
  }
}

/** Where a file is or would be created, without links. */
function placeOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(placeOf(parent), basename(path));
}

/**
 * Rejects a folder with a file that the command itself uses, such as a map: it would be taken for orders and moved, and all
 * files after it would fail. `folder` has no links. Throws a `CfiError`.
 */
export function checkOwnFiles(
  { deps, files }: CommandContext,
  folder: string,
  { map, skuMap, prices }: UploadFlags,
): void {
  const options = { '--map': map, '--sku-map': skuMap, '--prices': prices };
  const saved: NamedFile[] = Object.entries(options).flatMap(([role, name]) =>
    name === undefined ? [] : [{ role, name }],
  );
  for (const { role, name } of [...saved, ...files.read, ...files.written]) {
    const place = placeOf(resolve(deps.cwd, name));
    if (dirname(place) === folder && isPayloadName(basename(place)))
      throw usageError(
        `${role} ${name} is in the folder whose files are uploaded`,
        'keep it elsewhere; nothing was read or sent',
      );
  }
}

const lockName = '.cfi-drop.lock';

/** Whether a folder has files of ours that a run removes when it ends: one is at work, or one was killed. */
export const hasLeftovers = (folder: string): boolean =>
  // A process may be killed after it has removed its lock and before the lock's journal.
  [workFolder(folder), ...['', '-journal'].map((suffix) => join(folder, lockName + suffix))].some((path) =>
    existsSync(path),
  );

/**
 * Allows one `order drop` at a time per folder; waits up to `waitMs`, then throws a `CfiError` `locked`. The lock in the
 * data folder names its holder. The one in the folder also keeps out processes with other settings; where it is impossible,
 * because the file system has no locks or another user owns the file, the first must suffice.
 */
export async function lockFolder(context: CommandContext, folder: string, waitMs: number): Promise<Lock> {
  const { deps, warn } = context;
  const holder = { pid: deps.pid, file: folder, since: deps.now() };
  const { data } = openHome(context).home;
  const hint = 'wait until it has ended, or make this run wait: --wait 10m';
  const onWait = (line: string): void => context.notice(line);
  const started = deps.monotonicNow();
  const named = await lockRun(data, `folder ${folder}`, holder, waitMs, deps, deps.interrupted, {
    doing: 'is working on this folder',
    hint,
    onWait,
    warn,
  });
  const file = join(folder, lockName);
  try {
    const wait = {
      ms: waitMs - (deps.monotonicNow() - started),
      pollMs: 250,
      clock: deps,
      signal: deps.interrupted,
      onWait: () => onWait('waiting: another run is working on this folder'),
    };
    const shared = await takeLock(file, wait, { removed: { warn } });
    if (shared === undefined) throw lockedBy('another run is working on this folder', hint);
    return {
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

/**
 * Checks for errors that would affect every file before it takes any, so that no file ends up in `failed` because of
 * them. Throws a `CfiError`.
 */
export async function checkReady(context: CommandContext, folder: string, flags: UploadFlags): Promise<void> {
  await readingOptionsOf(flags, context.deps);
  const api = await openApi(context);
  await api.close();
  for (const name of ['done', 'failed']) {
    try {
      mkdirSync(join(folder, name), { recursive: true });
    } catch (error) {
      throw usageError(`the folder ${join(folder, name)} cannot be created: ${fileReason(error)}`);
    }
  }
}
