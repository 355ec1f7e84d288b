import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { attempt, codedError, codeOf, once } from '../text/records.ts';

/** Creates one folder that its owner can use under any umask, unless it is there, perhaps made by another process just now. */
function makeOne(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && fs.statSync(folder).isDirectory()) return;
    throw error;
  }
  fs.chmodSync(folder, 0o700);
}

/**
 * Creates the folder and any missing parents, for the owner only; several processes may do so at the same time. It
 * creates them one by one because Node's recursive option never returns where none can be created, for example under
 * /proc. Throws the file system's error.
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    const above = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error;
    makeFolder(above);
    makeOne(folder);
  }
}

/** Like `makeFolder`, but throws for a link in its place: who put it there would decide where the locks are. */
export function makeLockFolder(folder: string): void {
  makeFolder(folder);
  if (fs.lstatSync(folder).isSymbolicLink()) throw codedError('ELOOP');
}

/** Whether there is anything at a path. Throws the file system's error if that cannot be found out. */
export const exists = (path: string): boolean => fs.statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Refuses to open links; absent on Windows. */
export const noFollow = fs.constants.O_NOFOLLOW ?? 0;
const { O_RDWR, O_WRONLY, O_CREAT, O_EXCL } = fs.constants;

const ownerOnly = 0o600;
/** The files of a database: SQLite keeps the others beside the first, and gives new ones its mode. */
export const databaseSuffixes = ['', '-wal', '-shm', '-journal'];

/** Removes everyone else's access to a file, if there is one; not to devices and folders. Throws for a pipe. */
export function closeToOthers(file: string): void {
  const close = (): void => {
    const found = fs.statSync(file);
    if (found.isFIFO()) throw codedError('ENXIO');
    if (found.isFile() && (found.mode & 0o077) !== 0) fs.chmodSync(file, ownerOnly);
  };
  attempt(close, undefined, 'ENOENT');
}

/** Creates an empty file for its owner alone, under any umask, unless something has the name, even a link. */
export function createPrivate(file: string): void {
  const create = (): void => {
    const fd = fs.openSync(file, O_RDWR | O_CREAT | O_EXCL | noFollow, ownerOnly);
    // The umask may remove even the owner's rights.
    fs.fchmodSync(fd, ownerOnly);
    fs.closeSync(fd);
  };
  attempt(create, undefined, 'EEXIST');
}

/** Makes a database with its other files private, and creates it empty; to be called before SQLite opens it. */
export function makePrivate(database: string): void {
  createPrivate(database);
  for (const suffix of databaseSuffixes) closeToOthers(database + suffix);
}

/** Where a process number means something: this machine, or this container on it. */
function processSpace(): string {
  // Only Linux has several spaces of numbers.
  const numbers = attempt(() => fs.readlinkSync('/proc/self/ns/pid'), '');
  return createHash('sha256').update(`${hostname()} ${numbers}`).digest('hex').slice(0, 12);
}

/** Names this process in its temporary files: another may get its number later. */
const ownMark = once(() => `${processSpace()}-${process.pid}-${crypto.randomUUID().slice(0, 8)}`);

const prefixFor = (path: string): string => `.${basename(path).slice(0, 50)}.`;

/** A temporary name beside a file, which nobody can guess, and which tells the process that uses it. */
export const temporaryFor = (path: string): string =>
  join(dirname(path), `${prefixFor(path)}${ownMark()}-${crypto.randomUUID()}.tmp`);

/** The end of such a name, or of what SQLite puts beside a database of that name. */
const ending =
  /^([0-9a-f]{12})-(\d+)-[0-9a-f]{8}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp(?:-journal|-wal|-shm)?$/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Removes what dead processes left beside a file under names of `temporaryFor`, and nothing else: not what a process of
 * another machine or container left, whose life cannot be known from here. Never throws, because the work does not need it.
 */
export function removeAbandoned(path: string): void {
  try {
    const prefix = prefixFor(path);
    const mark = ownMark();
    for (const name of fs.readdirSync(dirname(path))) {
      const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      const [, space = '', pid] = ending.exec(rest) ?? [];
      if (!mark.startsWith(`${space}-`) || rest.startsWith(`${mark}-`)) continue;
      if (Number(pid) !== process.pid && isAlive(Number(pid))) continue;
      fs.rmSync(join(dirname(path), name), { force: true });
    }
  } catch {
    // The next run tries again.
  }
}

/** Removes a file of this process under such a name, if it is there. Never throws: `removeAbandoned` tries again. */
export const removeTemporary = (path: string): void =>
  attempt(() => fs.rmSync(path, { force: true }), undefined);

/** Who may read a new file: only its owner, or anyone the umask allows. */
const modes = { owner: ownerOnly, umask: 0o666 } as const;

/** A file still being written, under a temporary name beside its target. */
export type Draft = Awaited<ReturnType<typeof openDraft>>;

/**
 * Creates a file that replaces `path` once complete. Its temporary name cannot be guessed, so that nobody can plant a link
 * there. Removes what dead processes have left. Throws the file system's error.
 */
export async function openDraft(path: string, access: keyof typeof modes, isSynced = true) {
  removeAbandoned(path);
  const temporary = temporaryFor(path);
  const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | noFollow, modes[access]);
  /** Removes it, also where it could not be kept, and keeps the previous file. */
  const drop = async (): Promise<void> => {
    await handle.close().catch(() => {});
    // Whatever prevents its removal also prevented the write, and is reported there.
    await rm(temporary, { force: true }).catch(() => {});
  };
  try {
    // The umask may remove even the owner's rights.
    if (access === 'owner') await handle.chmod(modes.owner);
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    handle,
    /** Moves it into place; without `isSynced`, a power cut may empty it. Replaces even a link, and never follows it. */
    async keep(): Promise<void> {
      if (isSynced) await handle.sync();
      await handle.close();
      await rename(temporary, path);
    },
    drop,
  };
}

/** Lets `work` write a file, and moves it into place; drops it if either fails. */
export async function complete(file: Omit<Draft, 'handle'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    await file.keep();
  } catch (error) {
    await file.drop();
    throw error;
  }
}

/** Writes a file for its owner, whole or not at all; a power cut may empty it. Throws the file system's error. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = await openDraft(path, 'owner', false);
  await complete(draft, () => draft.handle.writeFile(text));
}

const mark = '.damaged-';

/** The name that a damaged file gets: its own with the time, in milliseconds since the epoch. */
export const asideName = (file: string, now: number): string =>
  `${file}${mark}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;

/** The name that the file got when it was last damaged; undefined if there is no such file. */
export function lastAside(file: string): string | undefined {
  const prefix = basename(file) + mark;
  const names = fs
    .readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && /^[\dTZ-]+$/.test(name.slice(prefix.length)));
  const last = names.sort().at(-1);
  return last === undefined ? undefined : join(dirname(file), last);
}

/** Renames a file and its companions, unless another process has just done it. Throws the file system's error. */
export function moveAs(file: string, name: string, suffixes: readonly string[]): void {
  for (const suffix of suffixes)
    if (fs.existsSync(file + suffix))
      attempt(() => fs.renameSync(file + suffix, name + suffix), undefined, 'ENOENT');
}

/**
 * Renames a file whose damaged content is given, and returns its new name, which has the time `now` (ms); undefined if
 * another process has replaced it since. Throws the file system's error.
 */
export function moveAside(file: string, now: number, damaged: string): string | undefined {
  const name = asideName(file, now);
  const move = (): string | undefined => {
    if (fs.readFileSync(file, 'utf8') !== damaged) return undefined;
    fs.renameSync(file, name);
    return name;
  };
  return attempt(move, undefined, 'ENOENT');
}
