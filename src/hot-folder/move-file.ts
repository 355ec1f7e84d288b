import { constants } from 'node:fs';
import { copyFile, lstat, open, rename, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../text/thrown.ts';

/** What a move needs from the file system; a test passes in one that breaks. */
export interface FileSystem {
  rename(from: string, to: string): Promise<void>;
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

/** How to move a file between file systems. */
export interface MoveOptions {
  readonly files?: FileSystem;
  readonly temporary?: string;
  /** Called before anything is copied. */
  readonly beforeCopy?: () => Promise<void>;
}

/**
 * Moves a file. If the target is on another file system, copies it to a temporary name, puts that in place, and removes
 * the original only when everything is on disk: the file is never lost, even when the move is interrupted. Throws the
 * file system's error.
 */
export async function moveFile(
  from: string,
  to: string,
  { files = realFileSystem, temporary = temporaryFor(to), beforeCopy }: MoveOptions = {},
): Promise<void> {
  try {
    await files.rename(from, to);
    return;
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
  }
  await beforeCopy?.();
  try {
    await files.copy(from, temporary);
    await files.rename(temporary, to);
    await files.syncFolder(dirname(to));
  } catch (error) {
    await files.remove(temporary).catch(() => {});
    throw error;
  }
  await files.remove(from);
}
