import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readingOptionsOf } from '../cli/reading-options.ts';
import type { CommandContext } from '../cli/settings.ts';
import { openApi, openHome } from '../client/auth/session.ts';
import { CfiError, exitCodes, interruption, usageError } from '../errors.ts';
import type { Result } from '../render/result.ts';
import { fileReason } from '../storage/file-errors.ts';
import type { UploadFlags } from '../upload/flags.ts';
import { lockRun, type RunLock } from '../upload/ledger/run-lock.ts';
import { type Candidate, candidatesIn, type Settling, watchSettling } from './candidates.ts';
import { type Take, type Taken, takeFile } from './take.ts';

/** How a folder is watched. */
export interface DropOptions {
  readonly follow: boolean;
  /** How long a file must have been as it is, ms. */
  readonly settleMs: number;
  /** How often `follow` looks, ms. */
  readonly intervalMs: number;
  readonly flags: UploadFlags;
}

const pollMs = 250;
/** A file that changes while it is uploaded is taken again so often in one call. */
const mostTakes = 3;

/** Uploads the files of a folder and moves each to `done` or `failed`; a line a file as it happens. Throws a `CfiError`. */
export function drop(context: CommandContext, dir: string, options: DropOptions): Result {
  const folder = resolve(context.deps.cwd, dir);
  checkFolder(folder, dir);
  const takes: Take[] = [];
  return {
    data: null,
    blocks: [],
    live: {
      events: taking(context, realpathSync(folder), options, takes),
      line: (event) => lineOf(event as Taken, folder),
      end: () => ended(context, takes, options.follow),
    },
  };
}

/** A folder that cannot be read, written or moved in is refused before anything is sent. */
function checkFolder(folder: string, dir: string): void {
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
      'files are read in it, and moved to done and failed in it',
    );
  }
}

/** What each file came to, as it happens. */
async function* taking(
  context: CommandContext,
  folder: string,
  options: DropOptions,
  takes: Take[],
): AsyncGenerator<Taken> {
  const { deps } = context;
  const settling = watchSettling();
  for (;;) {
    try {
      for await (const take of onePass(context, folder, options, settling)) {
        // A service that runs for weeks keeps no list.
        if (!options.follow) takes.push(take);
        yield take.taken;
      }
    } catch (error) {
      const held = error instanceof CfiError && error.code === 'locked';
      if (!options.follow || !held) throw error;
    }
    if (!options.follow || deps.interrupted.aborted) return;
    try {
      await deps.sleep(options.intervalMs, deps.interrupted);
    } catch {
      return;
    }
  }
}

async function* onePass(
  context: CommandContext,
  folder: string,
  options: DropOptions,
  settling: Settling,
): AsyncGenerator<Take> {
  const { deps } = context;
  if (candidatesIn(folder).length === 0) return;
  const lock = await lockFolder(context, folder, options.flags.wait ?? 0);
  try {
    await checkReady(context, folder, options.flags);
    const takes = new Map<string, number>();
    const finished = new Set<string>();
    const deadline = deps.monotonicNow() + 2 * options.settleMs + pollMs;
    while (!deps.interrupted.aborted) {
      const files = candidatesIn(folder).filter(({ name }) => !finished.has(name));
      settling.keepOnly(files);
      const ready = files.find((file) => isSettled(file, context, options.settleMs, settling));
      if (ready === undefined) {
        // What is still being written is for the next time.
        if (files.length === 0 || options.follow || deps.monotonicNow() >= deadline) {
          if (!options.follow) noteUnsettled(context, files);
          return;
        }
        await deps.sleep(Math.min(pollMs, options.settleMs), deps.interrupted).catch(() => {});
        continue;
      }
      const count = (takes.get(ready.name) ?? 0) + 1;
      takes.set(ready.name, count);
      const take = await takeFile(context, folder, ready, options.flags);
      if (take === undefined) {
        if (count >= mostTakes) finished.add(ready.name);
        continue;
      }
      if (take.taken.outcome === 'left') finished.add(ready.name);
      yield take;
      if (take.stops) return;
    }
  } finally {
    lock.release();
  }
}

function isSettled(file: Candidate, { deps }: CommandContext, settleMs: number, settling: Settling): boolean {
  const watched = settling.unchangedFor(file, deps.monotonicNow());
  return watched >= settleMs || deps.now() - file.touchedAt >= settleMs;
}

function noteUnsettled({ notice }: CommandContext, files: readonly Candidate[]): void {
  if (files.length > 0)
    notice(`still being written, left for the next time: ${files.map(({ name }) => name).join(', ')}`);
}

function lockFolder(context: CommandContext, folder: string, waitMs: number): Promise<RunLock> {
  const { deps } = context;
  const holder = { pid: deps.pid, file: folder, since: deps.now() };
  const { data } = openHome(context).home;
  return lockRun(
    data,
    `folder ${folder}`,
    holder,
    waitMs,
    deps,
    deps.interrupted,
    'is working on this folder',
  );
}

/** What would go wrong for every file is found out before any is taken, so that none ends up in `failed` for it. */
async function checkReady(context: CommandContext, folder: string, flags: UploadFlags): Promise<void> {
  await readingOptionsOf(flags, context.deps);
  const api = await openApi(context);
  await api.close();
  for (const name of ['done', 'failed']) {
    try {
      mkdirSync(join(folder, name), { recursive: true });
    } catch (error) {
      throw usageError(`the folder ${join(folder, name)} cannot be made: ${fileReason(error)}`);
    }
  }
}

/** `orders.csv: done, 2 created -> done/orders.csv`. */
function lineOf({ file, outcome, counts, movedTo, exitCode }: Taken, folder: string): string {
  const said = Object.entries(counts)
    .filter(([name, count]) => name !== 'total' && count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const what = [outcome, ...said, ...(exitCode === exitCodes.ok ? [] : [`exit ${exitCode}`])].join(', ');
  const where = movedTo === null ? '' : ` -> ${movedTo.replace(`${folder}/`, '')}`;
  return `${basename(file)}: ${what}${where}`;
}

function ended({ deps }: CommandContext, takes: readonly Take[], follow: boolean): Result {
  const files = takes.map(({ taken }) => taken);
  const base = { data: { files }, items: files, blocks: [], csv: { columns: dropColumns, rows: files } };
  if (deps.interrupted.aborted) {
    const error = interruption(deps.interrupted.reason);
    // Whoever follows a folder ends it like this.
    return { ...base, errors: follow ? [] : [error], exitCode: error.exitCode };
  }
  const left = takes.find(({ taken }) => taken.outcome === 'left');
  if (left !== undefined)
    return { ...base, errors: left.error === undefined ? [] : [left.error], exitCode: left.taken.exitCode };
  const failed = files.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return base;
  const error = new CfiError('partial', `${failed.length} of ${files.length} files went to failed`, {
    hint: 'the report beside each says why, and its failed file holds the rows to correct',
  });
  return { ...base, errors: [error], exitCode: error.exitCode };
}

/** The columns of taken files in csv. */
const dropColumns = [
  { header: 'file', value: (row: Taken) => row.file },
  { header: 'outcome', value: (row: Taken) => row.outcome },
  { header: 'exitCode', value: (row: Taken) => row.exitCode },
  { header: 'total', value: (row: Taken) => row.counts.total },
  { header: 'movedTo', value: (row: Taken) => row.movedTo },
];
