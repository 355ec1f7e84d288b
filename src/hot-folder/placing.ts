import { basename, dirname, join } from 'node:path';
import { CfiError } from '../errors.ts';
import { codeOf } from '../text/thrown.ts';
import { type Candidate, lookAtFile } from './candidates.ts';
import { freeNames, isThere } from './free-names.ts';
import { type FileSystem, giveName, putCopy, realFileSystem, temporaryFor } from './move-file.ts';
import { putBack, removeCompanions } from './undo-move.ts';
import { companionIn, companionNames, leavingIn, recordIn, writeRecord } from './work-folder.ts';

/** The subfolders for finished files. */
export type Destination = 'done' | 'failed';

/** How often a place may be taken by another program at the last moment. */
const mostAttempts = 100;

/** A file in its place. */
export interface InPlace {
  readonly path: string;
  /** Why what remained of the move could not be removed; `undoMove` removes it later. */
  readonly unfinished?: unknown;
}

/**
 * Moves a finished file to `done` or `failed`, under the first free name, after `writeCompanions` has written what goes
 * beside it. Never replaces a file there. Undefined when the file has changed or is gone, and so is not finished. An interrupted move leaves a record, which `undoMove` uses to undo it. Throws the file system's error, or
 * what `writeCompanions` throws.
 */
export async function placeFile(
  folder: string,
  file: Candidate,
  destination: Destination,
  writeCompanions: ((movedTo: string) => Promise<void>) | undefined,
  files: FileSystem = realFileSystem,
): Promise<InPlace | undefined> {
  const into = join(folder, destination);
  const endings = writeCompanions === undefined ? [] : companionNames.map((name) => `.${name}`);
  let attempts = 0;
  for (const name of freeNames(into, file.name, endings)) {
    if (attempts++ === mostAttempts) break;
    const to = join(into, name);
    const temporary = temporaryFor(to);
    const { name: from, changed } = file;
    await writeRecord(folder, { file: from, changed, destination, name, temporary: basename(temporary) });
    await writeCompanions?.(to);
    const hasCompanions = writeCompanions === undefined || (await putCompanions(folder, to, files));
    const placed = hasCompanions ? await tryPlace(folder, file, to, temporary, files) : 'taken';
    if (placed !== 'placed') await removeCompanions(folder, to, files);
    if (placed === 'taken') continue;
    if (placed === 'placed') return finishedMove(folder, file, to, files);
    await files.remove(recordIn(folder));
    return undefined;
  }
  throw new CfiError('internal', `no free name for ${file.name} in ${into}`);
}

/** Puts what was written for the file beside its place; false if another file has one of the names. */
async function putCompanions(folder: string, to: string, files: FileSystem): Promise<boolean> {
  for (const name of companionNames) {
    const from = companionIn(folder, name);
    if (isThere(from) && !(await putCopy(from, `${to}.${name}`, files))) return false;
  }
  return true;
}

/** `gone`: the file at its old name is not, or no longer, the one that was uploaded. */
async function tryPlace(
  folder: string,
  file: Candidate,
  to: string,
  temporary: string,
  files: FileSystem,
): Promise<'placed' | 'taken' | 'gone'> {
  let placed: Awaited<ReturnType<typeof giveName>>;
  try {
    placed = await giveName(file.path, to, temporary, files);
  } catch (error) {
    if (isThere(file.path)) throw error;
    return 'gone';
  }
  switch (placed) {
    case 'taken':
      return 'taken';
    case 'moved': {
      if (isUnchanged(file, dirname(to), basename(to))) return 'placed';
      await putBack(to, folder, file.name, files);
      return 'gone';
    }
    case 'both': {
      if (!isUnchanged(file, folder, file.name)) {
        await files.remove(to);
        return 'gone';
      }
      await files.syncFolder(dirname(to));
      await takeOldName(folder, file, files);
      return 'placed';
    }
    default:
      return placed satisfies never;
  }
}

/** Whether the file with this name is the one that was uploaded. */
const isUnchanged = (file: Candidate, folder: string, name: string): boolean =>
  lookAtFile(folder, name)?.mark === file.mark;

/** Another program may replace the file at any moment: so its name is moved before it is forgotten. */
async function takeOldName(folder: string, file: Candidate, files: FileSystem): Promise<void> {
  try {
    await files.rename(file.path, leavingIn(folder));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Forgets the old name, if it still was that of the file, and the move. */
async function finishedMove(
  folder: string,
  file: Candidate,
  path: string,
  files: FileSystem,
): Promise<InPlace> {
  const leaving = leavingIn(folder);
  try {
    if (isThere(leaving)) {
      if (isUnchanged(file, dirname(leaving), basename(leaving))) await files.remove(leaving);
      else await putBack(leaving, folder, file.name, files);
    }
    await files.remove(recordIn(folder));
    return { path };
  } catch (unfinished) {
    return { path, unfinished };
  }
}
