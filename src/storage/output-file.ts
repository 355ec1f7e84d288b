import { constants, createWriteStream } from 'node:fs';
import { access, chmod, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { unwritable } from './file-errors.ts';

/** A file that is written whole or not at all. */
export interface OutFile {
  readonly stream: Writable;
  /** Puts the file in its place. */
  keep(): Promise<void>;
  /** Leaves what was there before. */
  drop(): Promise<void>;
}

/** Where `name` really is, following links, and its mode when it is there and whether it is a regular file. */
async function target(name: string, cwd: string): Promise<{ path: string; mode?: number; special: boolean }> {
  const path = await realpath(resolve(cwd, name)).catch(() => resolve(cwd, name));
  const known = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (known?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  return {
    path,
    ...(known === undefined ? {} : { mode: known.mode & 0o777 }),
    special: known?.isFile() === false,
  };
}

/** Throws a usage error when the file could not be written, before any work is done for it. */
export async function checkWritable(name: string, cwd: string): Promise<void> {
  try {
    const { path, special } = await target(name, cwd);
    if (special) return;
    if (!(await stat(dirname(path))).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw unwritable(name, error);
  }
}

/** Opens a file beside the one meant, which takes its place when it is complete. Pipes and devices are written as they are. */
export async function openOut(name: string, cwd: string, pid: number): Promise<OutFile> {
  const { path, mode, special } = await target(name, cwd).catch((error) => {
    throw unwritable(name, error);
  });
  const written = special ? path : join(dirname(path), `.${basename(path).slice(0, 50)}.${pid}.tmp`);
  const stream = createWriteStream(written, { mode: mode ?? 0o666 });
  const failed = new Promise<never>((_, reject) =>
    stream.once('error', (error) => reject(unwritable(name, error))),
  );
  failed.catch(() => {});
  const closed = (): Promise<void> => new Promise((done) => stream.close(() => done()));
  return {
    stream,
    async keep() {
      await Promise.race([failed, new Promise<void>((done) => stream.end(() => done()))]);
      if (special) return;
      try {
        if (mode !== undefined) await chmod(written, mode);
        await rename(written, path);
      } catch (error) {
        await rm(written, { force: true });
        throw unwritable(name, error);
      }
    },
    async drop() {
      await closed();
      // What stands in the way of taking it away stood in the way of writing it, and is told as that.
      if (!special) await rm(written, { force: true }).catch(() => {});
    },
  };
}
