import * as fs from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { interruption } from '../errors.ts';
import { attempt, codedError } from '../text/records.ts';
import { unreadableFile } from './file-errors.ts';

// Node's own promises for files take more than 1 ms to load.
const openFile = promisify(fs.open) as (path: string, flags: number) => Promise<number>;
const lookAt = promisify(fs.fstat) as (fd: number, options: { bigint: true }) => Promise<fs.BigIntStats>;

const megabyte = 1024 * 1024;

/** The most that is read of a file that must be in memory as a whole. */
const wholeFileBytes = 64 * megabyte;
/** The same for a secret. */
export const secretBytes = 64 * 1024;

/** Opening a pipe must not wait for its writer. Absent on Windows. */
const forReading = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

/**
 * Opens a file, pipe or device for reading. A thread of Node's that waits for a pipe's writer or for a terminal would keep
 * the process from ending, even by a signal; so these are read as what they are. Throws the file system's error.
 */
export async function openToRead(path: string) {
  const fd = await openFile(path, forReading);
  try {
    const stats = await lookAt(fd, { bigint: true });
    return { stats, stream: await streamOf(fd, stats) };
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
}

async function streamOf(fd: number, stats: fs.BigIntStats): Promise<Readable> {
  if (stats.isFIFO() || stats.isSocket()) {
    const { Socket } = await import('node:net');
    return new Socket({ fd, readable: true, writable: false });
  }
  if (stats.isCharacterDevice()) {
    const { isatty, ReadStream } = await import('node:tty');
    if (isatty(fd)) return new ReadStream(fd);
  }
  return fs.createReadStream('', { fd });
}

const sizeText = (bytes: number): string =>
  bytes < megabyte ? `${bytes / 1024} kB` : `${bytes / megabyte} MB`;

const tooLong = (most: number): Error => codedError('CFI_TOO_LONG', `it is longer than ${sizeText(most)}`);

const piecesAtOnce = 1000;

/** Collects bytes; `add` throws for more than `most`. Pieces of one byte, which take a hundred each, are joined. */
export function byteCollector(most: number, excess: (most: number) => Error = tooLong) {
  const joined: Uint8Array[] = [];
  let pieces: Uint8Array[] = [];
  let length = 0;
  return {
    add(piece: Uint8Array): void {
      length += piece.length;
      if (length > most) throw excess(most);
      if (pieces.push(piece) < piecesAtOnce) return;
      joined.push(Buffer.concat(pieces));
      pieces = [];
    },
    whole: (): Buffer => Buffer.concat([...joined, ...pieces]),
  };
}

/** Everything that a stream has. Throws if that is more than `most` bytes, or an `interruption`. */
async function readAll(
  stream: AsyncIterable<unknown> & Pick<Readable, 'destroy'>,
  most: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const collected = byteCollector(most);
  const stop = (): void => void stream.destroy(interruption(signal?.reason));
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for await (const piece of stream) {
      collected.add(typeof piece === 'string' ? Buffer.from(piece) : (piece as Buffer));
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  return collected.whole();
}

/** The content of a file, pipe or device. Throws like `openToRead` and `readAll`. */
export async function readWhole(path: string, signal?: AbortSignal, most: number = wholeFileBytes) {
  const { stream } = await openToRead(path);
  return readAll(stream, most, signal);
}

/** Its content as UTF-8. */
export const readText = async (path: string, signal?: AbortSignal, most?: number): Promise<string> =>
  (await readWhole(path, signal, most)).toString('utf8');

/** Where the files of a command line are read; with `stdin`, `-` is standard input. */
export interface Reading {
  readonly cwd: string;
  readonly mostBytes?: number;
  readonly interrupted?: AbortSignal | undefined;
  readonly stdin?: Parameters<typeof readAll>[0] | undefined;
}

/** The content of a file that a command line names. Throws an error that begins with `label` for one that cannot be read. */
export async function readNamed(
  name: string,
  label: string,
  reading: Reading,
  blame?: Parameters<typeof unreadableFile>[2],
): Promise<Buffer> {
  const { cwd, interrupted, mostBytes = wholeFileBytes } = reading;
  try {
    // Standard input is opened when somebody asks for it.
    if (name === '-' && reading.stdin !== undefined)
      return await readAll(reading.stdin, mostBytes, interrupted);
    return await readWhole(resolve(cwd, name), interrupted, mostBytes);
  } catch (error) {
    throw unreadableFile(label, error, blame);
  }
}

/** One of the program's own files, as UTF-8. Throws the file system's error, also for a pipe, which might never end. */
export function readOwnText(path: string, most: number = wholeFileBytes): string {
  const fd = fs.openSync(path, forReading);
  try {
    if (fs.fstatSync(fd).isFIFO()) throw codedError('ENXIO');
    const collected = byteCollector(most);
    // Most of these files are small, and each command reads several.
    const piece = Buffer.allocUnsafe(16 * 1024);
    for (;;) {
      const read = fs.readSync(fd, piece);
      if (read === 0) return collected.whole().toString('utf8');
      collected.add(Buffer.from(piece.subarray(0, read)));
    }
  } finally {
    // What was read is what the file has, even if this fails.
    attempt(() => fs.closeSync(fd), undefined);
  }
}
