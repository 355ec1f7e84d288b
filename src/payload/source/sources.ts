import {
  type BigIntStats,
  closeSync,
  fstat,
  lstat,
  open,
  openSync,
  readSync,
  rmSync,
  stat,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CfiError, type FieldProblem } from '../../errors.ts';
import { fileReason, isMisplaced, readReason } from '../../storage/file-errors.ts';
import { openToRead } from '../../storage/read-file.ts';
import { attempt, codeOf } from '../../text/records.ts';
import { shownFile } from '../../text/words.ts';
import type { Source } from '../document/types.ts';

/** An error for a file that cannot be read any further; nothing in it may be sent. */
export function unreadable(file: string, line: number | undefined, message: string, hint?: string): CfiError {
  const place = line === undefined ? shownFile(file) : `${shownFile(file)}:${line}`;
  return errorFor({ file, line, message }, `${place}: ${message}`, hint);
}

/** The error for a file that the system does not let us read: what is in it may be right, and a disk's error is nobody's fault. */
export function unread(file: string, cause: unknown): CfiError {
  const hint = codeOf(cause) === 'EISDIR' ? 'cfi order drop uploads a folder of orders' : undefined;
  const { code, message, details } = unreadable(file, undefined, readReason(cause), hint);
  const isDisk = !isMisplaced(cause);
  return new CfiError(isDisk ? 'internal' : code, message, { ...details, subject: 'unread file', cause });
}

/** The same for a file that is wrong as a whole; `is` continues its name: `is empty`. */
export const unusable = (file: string, is: string, hint?: string): CfiError =>
  errorFor({ file, message: `the file ${is}` }, `${shownFile(file)} ${is}`, hint);

const errorFor = (problem: FieldProblem, whole: string, hint: string | undefined): CfiError =>
  new CfiError('invalid-input', whole, { hint, errors: [problem], saysProblem: true });

export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The beginning of a file, at least `wanted` bytes if it has as many, and the rest of it. */
export async function headOf(source: Pieces, wanted: number) {
  const rest = (async function* () {
    for await (const piece of source) yield asBuffer(piece);
  })();
  const first: Buffer[] = [];
  for (let length = 0; length < wanted; ) {
    const { value, done } = await rest.next();
    if (done === true) break;
    first.push(value);
    length += value.length;
  }
  return { head: Buffer.concat(first), rest };
}

/** Data in pieces, the first of which has already been read. */
export async function* rejoin<Piece extends { readonly length: number }>(
  first: Piece,
  rest: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  try {
    if (first.length > 0) yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

type Look<At> = (at: At, options: { bigint: true }) => Promise<BigIntStats>;
// Node's own promises for files take more than 1 ms to load.
const lookAtPath = promisify(stat) as Look<string>;
const lookAtName = promisify(lstat) as Look<string>;
const lookAtOpen = promisify(fstat) as Look<number>;
const openPath = promisify(open) as (path: string, flags: string) => Promise<number>;

const isSameFile = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino;

/** Whether two looks at a path show the same file, and nothing has been written to it. Pipes and devices never change. */
const isUnchanged = (before: BigIntStats, after: BigIntStats): boolean =>
  isSameFile(before, after) &&
  (!after.isFile() || (before.size === after.size && before.mtimeNs === after.mtimeNs));

export type Links = 'followed' | 'refused';

/** Whether a path leads to a pipe or a device; if it leads nowhere, opening it says why. */
const isStream = (path: string): boolean =>
  attempt(() => {
    const found = statSync(path);
    return !found.isFile() && !found.isDirectory();
  }, false);

/**
 * A file as a source. Reading it throws a `CfiError` if something is written to it at the same time: an order may end where
 * the file ended a moment ago. It is read again for the failed file, after an upload that may take hours; that throws too
 * if the file has changed since it was first opened, because its lines are other ones. With `links` refused, it also throws
 * if the path no longer leads to the file itself, so that nobody can have another file read by putting a link in its place.
 */
export function fileSource(name: string, path: string, links: Links = 'followed'): Source {
  let first: BigIntStats | undefined;
  let wasRead = false;
  const changed = (isAgain: boolean) =>
    isAgain
      ? unusable(
          name,
          'has changed since it was read',
          'it has no failed file; cfi runs shows what was sent, if anything; then run the same command again',
        )
      : unusable(name, 'is still being written', 'nothing was sent; run it again when the file is complete');

  /** Checks the file that was just opened. Returns the check at the end of its reading. */
  async function begin(stats: BigIntStats): Promise<() => Promise<void>> {
    const isAgain = wasRead;
    first ??= stats;
    if (!isUnchanged(first, stats)) throw changed(isAgain);
    if (links === 'refused' && !isSameFile(stats, await lookAtName(path, { bigint: true })))
      throw unusable(name, 'was replaced while it was opened', 'nothing was sent');
    return async () => {
      wasRead = true;
      const now = await lookAtPath(path, { bigint: true }).catch(() => undefined);
      // A file that was replaced as a whole has been read as it was.
      if (now === undefined || !isSameFile(stats, now) || isUnchanged(stats, now)) return;
      throw changed(isAgain);
    };
  }

  return {
    name,
    isReadOnce: isStream(path),
    async *open() {
      const { stats, stream } = await openToRead(path);
      try {
        const end = await begin(stats);
        yield* stream;
        await end();
      } finally {
        stream.destroy();
      }
    },
    async openFile() {
      // A pipe or a device has no place to go back to.
      if (!(await lookAtPath(path, { bigint: true })).isFile()) return undefined;
      const descriptor = await openPath(path, 'r');
      try {
        return { descriptor, checkUnchanged: await begin(await lookAtOpen(descriptor, { bigint: true })) };
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
    },
  };
}

/** Text or bytes in memory, read like a file. Without a name, its problems name no file, and it has no failed file. */
export const textSource = (text: string | Buffer, name = ''): Source => ({
  name,
  async *open() {
    yield typeof text === 'string' ? Buffer.from(text) : text;
  },
});

/** A temporary file that only its owner can read, and that has no name any more where the system allows that. */
function temporaryFile() {
  const path = join(tmpdir(), `cfi-${crypto.randomUUID()}.tmp`);
  const remove = (): void => rmSync(path, { force: true });
  let descriptor = -1;
  return {
    get descriptor() {
      return descriptor;
    },
    append(chunk: Uint8Array): void {
      try {
        if (descriptor === -1) {
          descriptor = openSync(path, 'wx+', 0o600);
          if (process.platform !== 'win32') remove();
        }
        for (let written = 0; written < chunk.length; )
          written += writeSync(descriptor, chunk, written, chunk.length - written);
      } catch (cause) {
        // The input is not at fault.
        const hint =
          'free some disk space and run the same command again, or choose another folder with TMPDIR';
        const message = `no temporary file can be written in ${tmpdir()}: ${fileReason(cause)}`;
        throw new CfiError('internal', message, { hint, cause });
      }
    },
    remove,
    close(): void {
      if (descriptor !== -1) closeSync(descriptor);
      // Its number may be another file's by the next call.
      descriptor = -1;
      remove();
    },
  };
}

/** Copies bytes to a temporary file, for random access to what can only be read from beginning to end. */
export async function temporaryCopy(chunks: AsyncIterable<Uint8Array>) {
  const copy = temporaryFile();
  try {
    for await (const chunk of chunks) copy.append(chunk);
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  }
}

/** Makes what can be read only once a source that can be opened again: a temporary file keeps it until it is closed. */
export function rereadable({ name, open }: Pick<Source, 'name' | 'open'>): Source {
  const kept = temporaryFile();
  let input: AsyncIterator<Uint8Array> | undefined;
  let length = 0;
  let isClosed = false;

  /** Keeps the next piece of the input; false at its end. */
  async function keepNext(): Promise<boolean> {
    input ??= open()[Symbol.asyncIterator]();
    const { value, done } = await input.next();
    // A reading that was interrupted still runs, and its descriptor may be another file's by now.
    if (done === true || isClosed) return false;
    kept.append(value);
    length += value.length;
    return true;
  }

  return {
    name,
    isReadOnce: true,
    async *open() {
      for (let at = 0; !isClosed && (at < length || (await keepNext())); ) {
        const piece = Buffer.alloc(Math.min(1 << 16, length - at));
        at += readSync(kept.descriptor, piece, 0, piece.length, at);
        yield piece;
      }
    },
    close() {
      isClosed = true;
      kept.close();
      input?.return?.()?.catch(() => {});
    },
  };
}
