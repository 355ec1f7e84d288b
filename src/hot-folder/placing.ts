import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import * as z from 'zod/mini';
import { usageError } from '../errors.ts';
import { writeWhole } from '../storage/whole-file.ts';
import { type Candidate, lookAtFile } from './candidates.ts';
import { type FileSystem, isTemporary, moveFile, realFileSystem, temporaryFor } from './move-file.ts';

/** The subfolders for finished files. */
export type Destination = 'done' | 'failed';

/** Where a file goes. Its companions have the same name, with one of the endings. */
export interface Place {
  readonly destination: Destination;
  readonly name: string;
}

/** Endings of the companions of a file in `failed`. */
const besideEndings = ['.failed.csv', '.failed.json', '.report.json'] as const;

/** A hidden subfolder for state that matters only while a file is taken. */
export const workFolder = (folder: string): string => join(folder, '.cfi-drop');

const recordIn = (folder: string): string => join(workFolder(folder), 'move.json');

const longestEnding = 20;
const longestName = 255;

/** `orders.csv`, or the first of `orders-2.csv`, `orders-3.csv`, … where neither the file nor a companion exists. */
export function freePlace(folder: string, destination: Destination, name: string): Place {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  // Shortens a name that leaves no room for a number and an ending; UTF-8 takes at most three bytes per UTF-16 unit.
  const isLong = Buffer.byteLength(name) + longestEnding > longestName;
  const short = isLong ? stem.slice(0, 60) : stem;
  const endings = destination === 'failed' ? ['', ...besideEndings] : [''];
  const isFree = (tried: string): boolean =>
    endings.every((ending) => !isThere(join(folder, destination, `${tried}${ending}`)));
  for (let number = 1; ; number++) {
    const tried = number === 1 && !isLong ? name : `${short}${number === 1 ? '' : `-${number}`}${extension}`;
    if (isFree(tried)) return { destination, name: tried };
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Moves a finished file to its place, after `putBeside` has written its companions there. False when the file is gone.
 * An interrupted move leaves a record, which `undoMove` uses to undo it. Throws the file system's error, or what
 * `putBeside` throws.
 */
export async function placeFile(
  folder: string,
  file: Candidate,
  { destination, name }: Place,
  putBeside: (() => Promise<void>) | undefined,
  files: FileSystem = realFileSystem,
): Promise<boolean> {
  const to = join(folder, destination, name);
  const temporary = temporaryFor(to);
  const record = (): Promise<void> => {
    const moving = {
      file: file.name,
      changed: file.changed,
      destination,
      name,
      temporary: basename(temporary),
    };
    return writeWhole(recordIn(folder), JSON.stringify(moving), 'umask');
  };
  if (putBeside !== undefined) {
    await record();
    await putBeside();
  }
  try {
    await moveFile(file.path, to, { files, temporary, beforeCopy: record });
  } catch (error) {
    if (isThere(file.path)) throw error;
    await removeBeside(to, files);
    await files.remove(recordIn(folder));
    return false;
  }
  await files.remove(recordIn(folder));
  return true;
}

/** Creates the hidden folder. Throws the file system's error, or a `CfiError` if something else has its name. */
export function openWorkFolder(folder: string): void {
  const path = workFolder(folder);
  mkdirSync(path, { recursive: true });
  if (!lstatSync(path).isDirectory()) throw usageError(`${path} must be a folder`, 'remove it');
}

/** Undoes an interrupted move, and removes the hidden folder. Throws the file system's error. */
export async function undoMove(folder: string, files: FileSystem = realFileSystem): Promise<void> {
  const record = readRecord(folder);
  if (record !== undefined) {
    const { file, changed, destination, name, temporary } = record;
    const to = join(folder, destination, name);
    await files.remove(join(folder, destination, temporary));
    const source = lookAtFile(folder, file);
    // A file that anyone has moved has a different change time.
    if (source?.changed === changed) {
      if (await haveSameContent(source.path, to)) await files.remove(to);
      await removeBeside(to, files);
    }
  }
  await rm(workFolder(folder), { recursive: true, force: true });
}

async function removeBeside(to: string, files: FileSystem): Promise<void> {
  for (const ending of besideEndings) await files.remove(`${to}${ending}`);
}

/** Anyone who can write to the folder could have written the record, so it may name nothing outside the folder. */
const plainName = z.string().check(z.refine((name) => name !== '' && name === basename(name)));
const moveRecord = z.object({
  file: plainName,
  changed: z.string(),
  destination: z.enum(['done', 'failed']),
  name: plainName,
  temporary: plainName.check(z.refine(isTemporary)),
});

/** The record of an interrupted move, if there is a readable one. */
function readRecord(folder: string): z.infer<typeof moveRecord> | undefined {
  try {
    return moveRecord.parse(JSON.parse(readFileSync(recordIn(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

async function haveSameContent(one: string, other: string): Promise<boolean> {
  const [a, b] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (!a?.isFile() || !b?.isFile() || a.size !== b.size) return false;
  return (await digestOf(one)) === (await digestOf(other));
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
