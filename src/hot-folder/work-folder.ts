import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { usageError } from '../errors.ts';
import { writeWhole } from '../storage/whole-file.ts';
import { isTemporary } from './move-file.ts';

/** A hidden subfolder for state that matters only while a file is taken. */
export const workFolder = (folder: string): string => join(folder, '.cfi-drop');

/** The files that a failed file gets beside it, by their names here; beside the file, its own name comes first. */
export const companionNames = ['failed.csv', 'failed.json', 'report.json'] as const;

/** Where the companions are written before the file is moved. */
export const companionIn = (folder: string, name: (typeof companionNames)[number]): string =>
  join(workFolder(folder), name);

/** Where a file goes that is already in its place, before its old name is forgotten. */
export const leavingIn = (folder: string): string => join(workFolder(folder), 'leaving');

/** Where the record of a move is. */
export const recordIn = (folder: string): string => join(workFolder(folder), 'move.json');

/** Creates the hidden folder. Throws the file system's error, or a `CfiError` if something else has its name. */
export function openWorkFolder(folder: string): void {
  const path = workFolder(folder);
  mkdirSync(path, { recursive: true });
  if (!lstatSync(path).isDirectory()) throw usageError(`${path} must be a folder`, 'remove it');
}

/** Anyone who can write to the folder could have written the record, so it may name nothing outside the folder. */
const plainName = z.string().check(z.refine((name) => name !== '' && name === basename(name)));
const moveRecord = z.object({
  file: plainName,
  /** As in `Candidate`. */
  changed: z.string(),
  destination: z.enum(['done', 'failed']),
  name: plainName,
  temporary: plainName.check(z.refine(isTemporary)),
});

/** A move in progress: a file, its place, and the name of its copy on another file system until it is complete. */
export type MoveRecord = z.infer<typeof moveRecord>;

/** Records a move before it begins. Throws the file system's error. */
export const writeRecord = (folder: string, record: MoveRecord): Promise<void> =>
  writeWhole(recordIn(folder), JSON.stringify(record), 'umask');

/** The record of an interrupted move, if there is a readable one. */
export function readRecord(folder: string): MoveRecord | undefined {
  try {
    return moveRecord.parse(JSON.parse(readFileSync(recordIn(folder), 'utf8')));
  } catch {
    return undefined;
  }
}
