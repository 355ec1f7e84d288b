import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { CfiError, usageError } from '../errors.ts';
import { fileReason, placeError } from '../storage/file-errors.ts';
import { attempt, codeOf } from '../text/records.ts';
import { beginning } from '../text/words.ts';
import { type Candidate, lookAtFile } from './candidates.ts';
import {
  type Destination,
  giveUp,
  hiddenIn,
  inodeOf,
  isThere,
  link,
  type OpenFolder,
  openUsable,
  reservation,
  type WorkFolders,
} from './work-folders.ts';

/** The files that a failed file gets beside it; there, its own name comes first. */
const companionNames = ['failed.csv', 'failed.json', 'failed.xlsx', 'report.json', 'report.txt'] as const;

const longestEnding = 20;
const longestName = 255;
/** More than any folder has. */
const mostNames = 1_000_000;

/** The free names for a file, `orders.csv`, `orders-2.csv`, …: those that do not exist, alone or with one of the endings. */
export function* freeNames(folder: string, name: string, endings: readonly string[] = []): Generator<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  // Shortens a name that leaves no room for a number and an ending; UTF-8 takes at most three bytes per UTF-16 unit.
  const isLong = Buffer.byteLength(name) + longestEnding > longestName;
  const short = isLong ? beginning(stem, 60) : stem;
  for (let number = 1; number <= mostNames; number++) {
    const tried = number === 1 && !isLong ? name : `${short}${number === 1 ? '' : `-${number}`}${extension}`;
    if (['', ...endings].every((ending) => !isThere(join(folder, tried + ending)))) yield tried;
  }
}

/** Where one file is while it is moved, and what is written about it before that; `number` differs for each file. */
export type TakeFolder = ReturnType<typeof makeTakeFolder>;

/** Creates the hidden folder for one file. Throws the file system's error. */
export function makeTakeFolder({ hidden }: WorkFolders, number: number) {
  const own = String(number);
  hidden.check();
  mkdirSync(hidden.at(own, 'taken'), { recursive: true });
  return {
    /** A companion, before it gets its place. */
    companion: (name: (typeof companionNames)[number]): string => hidden.at(own, name),
    /** The path with the names that people know, for a text with paths of the open folder. */
    shown: (text: string): string => text.replaceAll(hidden.at(own), () => join(hidden.path, own)),
    /** The file itself, away from its old name and not yet at its new one. */
    taken: hidden.at(own, 'taken'),
    /** If it cannot be removed, the end of the run says so. */
    remove: (): void => attempt(() => rmSync(hidden.at(own), { recursive: true, force: true }), undefined),
  };
}

export interface Move {
  readonly folders: WorkFolders;
  readonly file: Candidate;
  readonly destination: Destination;
  readonly own: TakeFolder;
  /** Writes what goes beside the file, which will have this path. */
  writeCompanions?(movedTo: string): Promise<void>;
}

/**
 * Moves a finished file to `done` or `failed`, under the first free name; returns its new path. Undefined when the file has
 * changed or is gone, and so is not finished. No file is ever replaced: a link reserves the name, and the file takes the
 * place of the reservation. After a kill at any point, `recover` either finds the file in its place, with everything beside
 * it, or puts it back. Throws the file system's error, or what `writeCompanions` throws.
 */
export async function placeFile(move: Move): Promise<string | undefined> {
  const { folders, file, destination, writeCompanions } = move;
  const [into, reserved] = [folders[destination], folders.hidden.at(reservation)];
  into.check();
  folders.hidden.check();
  const endings = writeCompanions === undefined ? [] : companionNames.map((name) => `.${name}`);
  for (const name of freeNames(into.at(), file.name, endings)) {
    const to = into.at(name);
    if (!link(reserved, to)) continue;
    try {
      await writeCompanions?.(join(into.path, name));
      if (putCompanions(move, to)) {
        into.check();
        if (!takeAway(move)) return undefined;
        renameSync(join(move.own.taken, file.name), to);
        return join(into.path, name);
      }
    } catch (error) {
      if (isThere(join(move.own.taken, file.name))) putBack(folders, move.own.taken, file.name);
      throw error;
    } finally {
      if (inodeOf(to) === inodeOf(reserved)) removeCompanions(to, (each) => move.own.companion(each));
      giveUp(reserved, to);
    }
  }
  throw new CfiError('internal', `no free name for ${file.name} in ${into.path}`);
}

/** Puts what was written for the file beside its place; false if another file has one of the names. */
const putCompanions = ({ own }: Move, to: string): boolean =>
  companionNames
    .filter((name) => isThere(own.companion(name)))
    .every((name) => link(own.companion(name), `${to}.${name}`));

/** Removes what was put beside the place of a file, and nothing else. */
function removeCompanions(to: string, companion: (name: (typeof companionNames)[number]) => string): void {
  for (const name of companionNames) {
    const inode = inodeOf(companion(name));
    if (inode !== undefined && inodeOf(`${to}.${name}`) === inode) rmSync(`${to}.${name}`, { force: true });
  }
}

/** Takes the file away from its name; false if it is not, or no longer, the one that was uploaded. */
function takeAway({ folders, file, own }: Move): boolean {
  try {
    renameSync(file.path, join(own.taken, file.name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !isThere(file.path)) return false;
    throw placeError(`${file.path} cannot be moved: ${fileReason(error)}`, error);
  }
  // Another program may have replaced it at the last moment.
  if (lookAtFile(own.taken, file.name)?.mark === file.mark) return true;
  putBack(folders, own.taken, file.name);
  return false;
}

/** Moves a file back into the folder, under its name or, if another file has it, the next free one. */
function putBack({ folder, hidden }: Omit<WorkFolders, Destination>, from: string, name: string, as = name) {
  const reserved = hidden.at(reservation);
  for (const free of freeNames(folder, as)) {
    const to = join(folder, free);
    if (!link(reserved, to)) continue;
    try {
      renameSync(join(from, name), to);
    } finally {
      giveUp(reserved, to);
    }
    return;
  }
}

/**
 * Undoes interrupted moves and removes the hidden folder; only for the holder of the folder's lock. Throws a `CfiError` or
 * the file system's error.
 */
export function recover(folder: string): void {
  const path = hiddenIn(folder);
  if (!isThere(path)) return;
  const opened: OpenFolder[] = [];
  try {
    const hidden = openOwn(path);
    opened.push(hidden);
    const takes = readdirSync(hidden.at()).filter((name) => /^\d+$/.test(name));
    closeSync(openSync(hidden.at(reservation), 'a', 0o600));
    const reserved = lstatSync(hidden.at(reservation), { bigint: true });
    const isReserved = reserved.nlink > 1n;
    const subfolders = isReserved ? ['done', 'failed'].map((name) => join(folder, name)).filter(isThere) : [];
    for (const subfolder of subfolders) opened.push(openUsable(subfolder));
    const searched = isReserved ? [folder, ...opened.slice(1).map((each) => each.at())] : [];
    for (const to of searched.flatMap((place) => readdirSync(place).map((name) => join(place, name)))) {
      if (inodeOf(to) !== reserved.ino) continue;
      for (const own of takes) removeCompanions(to, (each) => hidden.at(own, each));
      rmSync(to);
    }
    for (const taken of takes.map((own) => hidden.at(own, 'taken')).filter(existsSync))
      for (const name of readdirSync(taken)) putBack({ folder, hidden }, taken, name);
    // Version 0.2.0 took files away under this name.
    const leaving = lookAtFile(hidden.at(), 'leaving');
    if (leaving !== undefined) putBack({ folder, hidden }, hidden.at(), leaving.name, 'orders.csv');
    for (const name of readdirSync(hidden.at())) rmSync(hidden.at(name), { recursive: true, force: true });
    rmdirSync(path);
  } finally {
    for (const each of opened) each.close();
  }
}

/** Opens the hidden folder. Throws a usage error if somebody else may have filled it. */
function openOwn(path: string): OpenFolder {
  const hidden = openUsable(path);
  if (process.getuid === undefined || Number(hidden.uid) === process.getuid()) return hidden;
  hidden.close();
  throw usageError(`the folder ${path} belongs to another user`, 'remove it');
}
