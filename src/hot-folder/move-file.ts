import { constants, createReadStream, existsSync, lstatSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

/** `orders.csv`, or the first of `orders-2.csv`, `orders-3.csv`, … that is not there yet. */
export function freeName(folder: string, name: string): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${stem}-${number}${extension}`;
    if (lstatSync(join(folder, tried), { throwIfNoEntry: false }) === undefined) return tried;
  }
}

/**
 * Moves a file. Where the target is on another file system, it is copied, synced to disk, put in place, and only then
 * removed from where it was: it is never lost, whatever happens in between. Throws the file system's error.
 */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await moveAcross(from, to);
  }
}

async function moveAcross(from: string, to: string): Promise<void> {
  const temporary = join(dirname(to), `.${basename(to).slice(0, 50)}.${crypto.randomUUID()}.tmp`);
  try {
    await copyFile(from, temporary, constants.COPYFILE_EXCL);
    const copy = await open(temporary, 'r+');
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
    await rename(temporary, to);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await rm(from);
}

/** Whether both files are there with the same content: an earlier move between file systems was cut off. */
export async function sameContent(one: string, other: string): Promise<boolean> {
  if (!existsSync(one) || !existsSync(other)) return false;
  const [a, b] = [lstatSync(one), lstatSync(other)];
  if (!a.isFile() || !b.isFile() || a.size !== b.size || a.dev === b.dev) return false;
  const theirs = createReadStream(other)[Symbol.asyncIterator]();
  for await (const mine of createReadStream(one)) {
    const next = await theirs.next();
    if (next.done || !(mine as Buffer).equals(next.value as Buffer)) return false;
  }
  return (await theirs.next()).done === true;
}
