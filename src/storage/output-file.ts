import * as fs from 'node:fs';
import { access, lstat, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { CfiError, interruption, usageError } from '../errors.ts';
import { attempt, codedError } from '../text/records.ts';
import { sanitizeText } from '../text/sanitize.ts';
import { unwritable } from './file-errors.ts';
import { complete, type Draft, openDraft } from './whole-file.ts';

/** A file, and the name by which the user knows it: `--results`, `FILE`, `the settings`. */
export interface NamedFile {
  readonly role: string;
  /** As the user typed it. */
  readonly name: string;
}

/** A file's place on the disk, or its path without one; undefined for pipes and devices, which cannot be overwritten. */
async function identityOf(name: string, cwd: string): Promise<string | undefined> {
  const path = resolve(cwd, name);
  const found: fs.BigIntStats | undefined = await stat(path, { bigint: true }).catch(() => undefined);
  if (found !== undefined) return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return join(folder, basename(path));
}

/** Throws a usage error for an output that is an input, standard input or another output, by any link or spelling. Skips `-`. Comes before all else. */
export async function checkDistinct(
  outputs: readonly NamedFile[],
  inputs: readonly NamedFile[],
  cwd: string,
): Promise<void> {
  const hint = 'choose another name; nothing was read or sent';
  const known = new Map<string, NamedFile>();
  const standardInput = { role: 'standard input', name: '/dev/stdin' };
  for (const file of [standardInput, ...inputs, ...outputs]) {
    const { role, name } = file;
    const identity = name === '-' ? undefined : await identityOf(name, cwd);
    if (identity === undefined) continue;
    const other = known.get(identity);
    if (other !== undefined && outputs.includes(file)) {
      // An argument has no name of its own on the line.
      const whose = other.role.startsWith('FILE') ? 'the input file' : other.role;
      const lost = other === standardInput ? 'the file on standard input' : `${whose} ${other.name}`;
      throw outputs.includes(other)
        ? usageError(`${role} and ${other.role} name the same file: ${name}`, hint)
        : usageError(`${role} ${name} would overwrite ${lost}`, hint);
    }
    known.set(identity, file);
  }
}

/** A path with its links resolved, as far as it exists. */
export function realPlace(path: string): string {
  const above = dirname(path);
  const found = attempt(() => fs.realpathSync(path), undefined);
  return found ?? (above === path ? path : join(realPlace(above), basename(path)));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Folders in which no output is written: the program's own. */
export interface OwnFolders {
  /** Unless the user works in them. */
  readonly folders: readonly string[];
  /** In any case. */
  readonly inner: readonly string[];
}

/** Folders of the system whose links are its own, such as /dev/stdout and /proc/self/fd/1. */
const systemFolders = /^\/(?:dev|dev\/fd|proc\/(?:self|\d+)\/fd)\/[^/]+$/;

/** Throws a usage error for an output in one of the program's own folders, by any link or spelling. Skips `-`. */
export function checkElsewhere(
  outputs: readonly NamedFile[],
  { folders, inner }: OwnFolders,
  cwd: string,
): void {
  const here = realPlace(cwd);
  const outside = folders.map(realPlace).filter((folder) => !isWithin(here, folder));
  const refused = [...inner.map(realPlace), ...outside];
  for (const { role, name } of outputs) {
    if (name === '-') continue;
    const path = resolve(cwd, name);
    // A link at the name itself is refused or replaced, not followed, unless it is the system's.
    const place = systemFolders.test(path) ? realPlace(path) : join(realPlace(dirname(path)), basename(path));
    const own = refused.find((folder) => isWithin(place, folder));
    if (own !== undefined)
      throw usageError(
        `${role} ${name} is in ${own}, where cfi keeps its own files`,
        'choose another folder; nothing was read or sent',
      );
  }
}

/** An output file that the user named. */
export type OutputFile = Awaited<ReturnType<typeof openOut>>;

/** A file, by who may read it; or a pipe or a device, or a system link to one, like /dev/stdout. */
type Target = 'owner' | 'umask' | 'stream';

/** What exists at the path. Throws the file system's error for a folder, and for a link, which is never followed. */
function targetAt(path: string): Target {
  const found = attempt(() => fs.lstatSync(path), undefined, 'ENOENT');
  if (found === undefined) return 'umask';
  if (found.isDirectory()) throw codedError('EISDIR');
  if (found.isSymbolicLink()) {
    if (systemFolders.test(path)) return 'stream';
    throw codedError('ELOOP');
  }
  if (!found.isFile()) return 'stream';
  return (found.mode & 0o077) === 0 ? 'owner' : 'umask';
}

/** The error for a file that could be written at first: a usage error would say that nothing was sent. */
function unwritten(name: string, error: unknown): CfiError {
  const { code, message, details } = unwritable(name, error);
  return new CfiError(code === 'usage' ? 'internal' : code, message, details);
}

const databaseMark = 'SQLite format 3\0';

/** Whether a file is a database, of whatever program, or part of one. */
async function isOfDatabase(path: string): Promise<boolean> {
  for (const each of new Set([path, path.replace(/-(?:journal|wal|shm)$/, '')])) {
    // To open a pipe would wait for its writer.
    const isFile = (await stat(each).catch(() => undefined))?.isFile() === true;
    const file = isFile ? await open(each).catch(() => undefined) : undefined;
    const { bytesRead = 0, buffer } =
      (await file?.read(Buffer.alloc(databaseMark.length), 0).catch(() => {})) ?? {};
    await file?.close();
    if (buffer?.toString('latin1', 0, bytesRead) === databaseMark) return true;
  }
  return false;
}

/** Throws a usage error if the file cannot or must not be written, before any work is done for it. */
export async function checkWritable(name: string, cwd: string): Promise<void> {
  const path = resolve(cwd, name);
  try {
    const target = targetAt(path);
    if (await isOfDatabase(path))
      throw usageError(`${name} is a database`, 'choose another name; nothing was read or sent');
    if (target === 'stream') return;
    if (!(await stat(dirname(path))).isDirectory()) throw codedError('ENOTDIR');
    await access(dirname(path), fs.constants.W_OK);
  } catch (error) {
    throw unwritable(name, error);
  }
}

/** Throws a usage error if a file that is read, or a database, has a name of the files that may follow an output. */
export async function checkFollowing({ role, name }: NamedFile, inputs: readonly NamedFile[], cwd: string) {
  const [folder, extension] = [dirname(name), extname(name)];
  for (const other of await readdir(resolve(cwd, folder)).catch(() => [])) {
    const number = Number(/-(\d{1,15})$/.exec(basename(other, extension))?.[1] ?? 1);
    const following = numberedName(name, number, '-');
    if (number < 2 || other !== basename(following)) continue;
    await checkDistinct([{ role, name: following }], inputs, cwd);
    await checkWritable(following, cwd);
  }
}

/** Where files are written that the user named; `interrupted` ends the wait for the reader of a pipe. */
export interface OutputPlace {
  readonly cwd: string;
  readonly interrupted?: AbortSignal;
}

/** Opens a file that appears whole or not at all, private if the old one was; pipes and devices are written directly. */
export async function openOut(name: string, { cwd, interrupted }: OutputPlace) {
  const fail = (error: unknown): never => {
    throw unwritten(name, error);
  };
  const draft = await draftAt(resolve(cwd, name), interrupted).catch(fail);
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      draft.handle
        .writeFile(chunk)
        .catch(fail)
        .then(() => done(), done);
    },
  });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  return {
    /** Its errors are `CfiError`s that name the file. */
    stream,
    /** Resolves when the stream has accepted the text. */
    write: (text: string): Promise<void> =>
      new Promise((done, reject) => stream.write(text, (error) => (error ? reject(error) : done()))),
    /** Completes the file when everything is written; rejects when any write fails. */
    async keep(): Promise<void> {
      await Promise.race([failed, new Promise<void>((done) => stream.end(() => done()))]);
      await draft.keep().catch(fail);
    },
    /** Keeps the previous file. */
    drop: draft.drop,
  };
}

interface Writing extends Omit<Draft, 'handle'> {
  readonly handle: { writeFile(chunk: Buffer): Promise<void> };
}

/** What is written for a path; a pipe or a device is opened itself. */
async function draftAt(path: string, interrupted?: AbortSignal): Promise<Writing> {
  const target = targetAt(path);
  if (target !== 'stream') return openDraft(path, target);
  const found = await stat(path);
  if (found.isFIFO()) return openPipe(path, interrupted);
  const own = [1, 2].find((fd) => fs.fstatSync(fd).dev === found.dev && fs.fstatSync(fd).ino === found.ino);
  if (found.isFile() && own !== undefined) {
    // Opened anew, it would be written from its beginning, over what others have written to the stream.
    const writeOwn = promisify<number, Buffer>(fs.writeFile);
    const leave = async (): Promise<void> => {};
    return { handle: { writeFile: (chunk) => writeOwn(own, chunk) }, keep: leave, drop: leave };
  }
  const handle = await open(path, fs.constants.O_WRONLY | fs.constants.O_APPEND);
  const close = (): Promise<void> => handle.close().catch(() => {});
  if (!isatty(handle.fd)) return { handle, keep: close, drop: close };
  // What a file holds as it came must not control a terminal.
  const decoder = new StringDecoder();
  const writeSafe = (chunk: Buffer): Promise<void> => handle.writeFile(sanitizeText(decoder.write(chunk)));
  return { handle: { writeFile: writeSafe }, keep: close, drop: close };
}

/** A pipe that has a reader. A thread of Node's that waits for one would keep the process from ending, even by a signal. */
async function openPipe(path: string, interrupted?: AbortSignal): Promise<Writing> {
  const flags = fs.constants.O_WRONLY | fs.constants.O_NONBLOCK;
  const fd = attempt(() => fs.openSync(path, flags), undefined, 'ENXIO');
  if (fd === undefined) {
    if (interrupted?.aborted)
      throw interruption(interrupted.reason, `${path} was not written: nothing reads this pipe`);
    await setTimeout(50);
    return openPipe(path, interrupted);
  }
  const { Socket } = await import('node:net');
  const socket = new Socket({ fd, readable: false });
  // The write that fails rejects with it.
  socket.on('error', () => {});
  const close = (): Promise<void> => new Promise((done) => socket.end(done));
  return { handle: { writeFile: promisify(socket.write.bind(socket)) }, keep: close, drop: close };
}

const pieceLength = 64 * 1024;

/** Writes texts to a file that appears whole or not at all, like `openOut`. Throws an error that names the file. */
export async function writeTexts(name: string, place: OutputPlace, texts: Iterable<string>): Promise<void> {
  const out = await openOut(name, place);
  await complete(out, async () => {
    let piece = '';
    for (const text of texts) {
      piece += text;
      if (piece.length < pieceLength) continue;
      await out.write(piece);
      piece = '';
    }
    await out.write(piece);
  });
}

/** Writes one text like `writeTexts`. */
export const writeOut = (name: string, place: OutputPlace, text: string): Promise<void> =>
  writeTexts(name, place, [text]);

/** Removes a file left by an earlier run; leaves pipes, devices, folders and anything that cannot be removed. */
export async function removeOutput(name: string, cwd: string): Promise<void> {
  const path = resolve(cwd, name);
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() || found?.isSymbolicLink()) await rm(path, { force: true }).catch(() => {});
}

/** The name of one of several files, `number` from 1: `failed.csv`, `failed.2.csv` with the mark `.`. */
export function numberedName(name: string, number: number, mark: '.' | '-'): string {
  if (number === 1) return name;
  const extension = extname(name);
  return `${name.slice(0, name.length - extension.length)}${mark}${number}${extension}`;
}
