import { createHash } from 'node:crypto';
import { createReadStream, lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lookAtFile } from './candidates.ts';
import { freeNames, isThere } from './free-names.ts';
import { type FileSystem, giveName, realFileSystem, temporaryFor } from './move-file.ts';
import { companionIn, companionNames, leavingIn, readRecord, workFolder } from './work-folder.ts';

/** Undoes an interrupted move, and removes the hidden folder. Throws the file system's error. */
export async function undoMove(folder: string, files: FileSystem = realFileSystem): Promise<void> {
  const record = readRecord(folder);
  const to = record === undefined ? undefined : join(folder, record.destination, record.name);
  const leaving = leavingIn(folder);
  if (isThere(leaving)) {
    // Either the file that has its place already, or another that came under its old name.
    if (to !== undefined && (await isSame(leaving, to))) await files.remove(leaving);
    else await putBack(leaving, folder, record?.file ?? 'orders.csv', files);
  }
  if (record !== undefined && to !== undefined) {
    const { file, changed, destination, temporary } = record;
    await files.remove(join(folder, destination, temporary));
    const source = lookAtFile(folder, file);
    // A file that anyone has moved has a different change time; a second name changes it, too.
    if (source !== undefined && (source.changed === changed || isSameFile(source.path, to))) {
      if (isReserved(to) || (await isSame(source.path, to))) await files.remove(to);
      await removeCompanions(folder, to, files);
    }
  }
  await rm(workFolder(folder), { recursive: true, force: true });
}

/** Removes what was put beside the place of a file. */
export async function removeCompanions(folder: string, to: string, files: FileSystem): Promise<void> {
  for (const name of companionNames) {
    const put = `${to}.${name}`;
    if (await isSame(companionIn(folder, name), put)) await files.remove(put);
  }
}

/** Moves a file into the folder, under its name or, if another file has it, the next free one. */
export async function putBack(path: string, folder: string, name: string, files: FileSystem): Promise<void> {
  for (const free of freeNames(folder, name)) {
    const to = join(folder, free);
    const placed = await giveName(path, to, temporaryFor(to), files);
    if (placed === 'taken') continue;
    if (placed === 'both') await files.remove(path);
    return;
  }
}

/** Whether the name is reserved with an empty file. */
const isReserved = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === 0;
};

/** Whether one file has both names. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/** Whether both names have the same file, or files with the same content. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (!a?.isFile() || !b?.isFile() || a.size !== b.size) return false;
  return isSameFile(one, other) || (await digestOf(one)) === (await digestOf(other));
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
