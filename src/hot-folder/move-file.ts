import { constants } from 'node:fs';
import { copyFile, link, lstat, open, rename, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../text/thrown.ts';

/** What a move needs from the file system; a test passes in one that breaks. */
export interface FileSystem {
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name, which must not exist yet. */
  link(from: string, to: string): Promise<void>;
  /** Creates an empty file, which must not exist yet. */
  reserve(path: string): Promise<void>;
  /** Copies to a file that must not exist yet, keeps its times, and syncs it to disk. */
  copy(from: string, to: string): Promise<void>;
  /** Syncs the names in a folder to disk. */
  syncFolder(folder: string): Promise<void>;
  /** Ignores a missing file. */
  remove(path: string): Promise<void>;
}

/** The file system of this machine. */
export const realFileSystem: FileSystem = {
  rename,
  link,
  reserve: async (path) => (await open(path, 'wx')).close(),
  async copy(from, to) {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    const { atime, mtime } = await lstat(from);
    await utimes(to, atime, mtime);
    await synced(to, 'r+');
  },
  // Windows cannot open a folder.
  syncFolder: (folder) => (process.platform === 'win32' ? Promise.resolve() : synced(folder, 'r')),
  remove: (path) => rm(path, { force: true }),
};

async function synced(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const temporaryName = /^\..{1,50}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/s;

/** A temporary name beside a file, which nobody can guess. */
export const temporaryFor = (path: string): string =>
  join(dirname(path), `.${basename(path).slice(0, 50)}.${crypto.randomUUID()}.tmp`);

/** Whether a name has the form that `temporaryFor` returns. */
export const isTemporary = (name: string): boolean => temporaryName.test(name);

/** `both`: the file has the new name, and still the old one. `moved`: only the new one. `taken`: another file has it. */
export type Placed = 'both' | 'moved' | 'taken';

/**
 * Gives a file a new name, and never replaces a file that has it, not even one created in the same moment. On another
 * file system, puts a complete copy there, made under the name `temporary`. Throws the file system's error.
 */
export async function giveName(
  from: string,
  to: string,
  temporary: string,
  files: FileSystem = realFileSystem,
): Promise<Placed> {
  try {
    return (await linked(from, to, files)) ?? (await renamed(from, to, files));
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
  }
  try {
    await files.copy(from, temporary);
    const placed = (await linked(temporary, to, files)) ?? (await renamed(temporary, to, files));
    if (placed !== 'moved') await files.remove(temporary);
    return placed === 'taken' ? 'taken' : 'both';
  } catch (error) {
    await files.remove(temporary).catch(() => {});
    throw error;
  }
}

/** Puts a copy of a file beside another; false if a file has that name. */
export async function putCopy(from: string, to: string, files: FileSystem): Promise<boolean> {
  const placed = await linked(from, to, files).catch((error: unknown) => {
    if (codeOf(error) !== 'EXDEV') throw error;
    return undefined;
  });
  if (placed !== undefined) return placed === 'both';
  try {
    await files.copy(from, to);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

const isTaken = (error: unknown): boolean => codeOf(error) === 'EEXIST';

/** Undefined if the file cannot have two names: the file system has no links, or the file belongs to somebody else. */
async function linked(from: string, to: string, files: FileSystem): Promise<'both' | 'taken' | undefined> {
  try {
    await files.link(from, to);
    return 'both';
  } catch (error) {
    if (isTaken(error)) return 'taken';
    if (['EXDEV', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
    return undefined;
  }
}

/** A rename replaces what it finds, so the name is reserved with an empty file first. */
async function renamed(from: string, to: string, files: FileSystem): Promise<'moved' | 'taken'> {
  try {
    await files.reserve(to);
  } catch (error) {
    if (isTaken(error)) return 'taken';
    throw error;
  }
  try {
    await files.rename(from, to);
    return 'moved';
  } catch (error) {
    await files.remove(to);
    throw error;
  }
}
