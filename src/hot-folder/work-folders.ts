import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { CfiError, usageError } from '../errors.ts';
import { fileReason, placeError, unwritable } from '../storage/file-errors.ts';
import { noFollow } from '../storage/whole-file.ts';
import { attempt, codedError, codeOf } from '../text/records.ts';

/** The subfolders for finished files. */
export type Destination = 'done' | 'failed';

/** A folder that files are moved to or from. Whoever drops files can rename it, and put a link in its place. */
export type OpenFolder = ReturnType<typeof openFolder>;

/** The hidden subfolder for state that matters only while files are taken. */
export const hiddenIn = (folder: string): string => join(folder, '.cfi-drop');

/** Whether anything has this name, even a link to nothing. */
export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The inode of what has this name; undefined if nothing has it. */
export const inodeOf = (path: string): bigint | undefined =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** Opens a folder, never through a link. Throws the file system's error. */
function openFolder(path: string) {
  const found = lstatSync(path, { bigint: true });
  if (!found.isDirectory()) throw codedError(found.isSymbolicLink() ? 'ELOOP' : 'ENOTDIR');
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | noFollow;
  // Windows cannot open a folder.
  const fd = process.platform === 'win32' ? undefined : openSync(path, flags);
  const { dev, ino, uid } = fd === undefined ? found : fstatSync(fd, { bigint: true });
  const through = `/proc/self/fd/${fd}`;
  const base = process.platform === 'linux' && existsSync(through) ? through : path;
  return {
    /** As people know it. */
    path,
    /** Its owner; 0 on Windows. */
    uid,
    /** The path of a name in it: on Linux through the open folder; elsewhere, a link that takes its place is followed. */
    at: (...names: readonly string[]): string => join(base, ...names),
    /** Throws if its name leads to something else by now. */
    check(): void {
      const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (now?.isDirectory() && now.dev === dev && now.ino === ino) return;
      throw new CfiError('internal', `something else has taken the place of the folder ${path}`, {
        hint: 'the file stays where it is; run the same command again once the folder is back',
      });
    },
    close(): void {
      if (fd !== undefined) closeSync(fd);
    },
  };
}

/** The folders that the files of `folder` are moved through. */
export interface WorkFolders extends Readonly<Record<Destination, OpenFolder>> {
  /** The folder with the files. */
  readonly folder: string;
  readonly hidden: OpenFolder;
}

/** An empty file that reserves names by links to it. */
export const reservation = 'reserved';

/**
 * Creates and opens the folders; `recover` removes the hidden one, even after a failure. Throws a `CfiError` if files
 * cannot be moved into them without ever replacing one: through a link, to another file system, or where files cannot
 * have two names.
 */
export function openWorkFolders(folder: string): WorkFolders {
  const opened: OpenFolder[] = [];
  const open = (path: string): OpenFolder => {
    const folder = openUsable(path);
    opened.push(folder);
    return folder;
  };
  try {
    const paths = { done: join(folder, 'done'), failed: join(folder, 'failed') };
    for (const path of Object.values(paths)) if (!isThere(path)) create(path);
    const [done, failed] = [open(paths.done), open(paths.failed)];
    // A new one is ours, and empty.
    create(hiddenIn(folder), 0o700);
    const hidden = open(hiddenIn(folder));
    closeSync(openSync(hidden.at(reservation), 'wx', 0o600));
    const folders = { folder, done, failed, hidden };
    for (const place of [done, failed]) tryLink(folders, place);
    return folders;
  } catch (error) {
    for (const each of opened) each.close();
    throw error;
  }
}

function create(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    throw placeError(`the folder ${path} cannot be created: ${fileReason(error)}`, error);
  }
}

/** Throws if a name in this place cannot be reserved. */
function tryLink({ hidden }: WorkFolders, place: OpenFolder): void {
  const name = place.at(`.cfi-${crypto.randomUUID()}.tmp`);
  try {
    linkSync(hidden.at(reservation), name);
  } catch (error) {
    throw unusable(place.path, error);
  }
  // The end of the run finds it otherwise, and says so if it cannot be removed then.
  attempt(() => unlinkSync(name), undefined);
}

const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Opens a folder that files are moved to. Throws a `CfiError` if they cannot be. */
export function openUsable(path: string): OpenFolder {
  try {
    return openFolder(path);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** The error for a folder that files cannot be moved to. */
export function unusable(path: string, error: unknown): CfiError {
  const code = codeOf(error);
  const cannot = `the folder ${path} cannot be used: `;
  if (code === 'ELOOP')
    return usageError(`${cannot}it is a symbolic link`, 'order drop needs folders of its own inside');
  if (code === 'EXDEV')
    return usageError(
      `${cannot}it is on another file system than the files`,
      'order drop moves files within one file system; move them on from there by other means',
    );
  if (code !== undefined && noLinks.includes(code))
    return usageError(
      `${cannot}its file system has no hard links`,
      'order drop needs them to move a file without ever replacing another',
    );
  return placeError(cannot + fileReason(error), error);
}

/** Gives a file a further name; false if anything has it. Throws the file system's error. */
export function link(file: string, path: string): boolean {
  try {
    linkSync(file, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a name that is reserved, and nothing else. */
export function giveUp(reserved: string, path: string): void {
  if (inodeOf(path) === inodeOf(reserved)) rmSync(path, { force: true });
}

/** Turns a file system error about a folder into an error for people; throws anything but such errors unchanged. */
export function asFolderError(path: string, error: unknown): CfiError {
  if (!(error instanceof CfiError) && codeOf(error) === undefined) throw error;
  return unwritable(`the folder ${path}`, error);
}
