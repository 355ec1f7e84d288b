import { closeSync, mkdtempSync, openSync, readSync, rmSync, write, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileReason } from '../../storage/file-errors.ts';

/**
 * Bytes that are only added to. The last megabytes are held in memory; the rest is in a temporary file, written while
 * the program continues.
 */
export interface ByteLog {
  /**
   * Adds at most `longest` bytes: `fill` writes them into the buffer from `at` on, and returns the end of what it
   * wrote. Returns the offset where they begin. Throws the file system's error when an earlier write failed, for
   * example because the disk is full, and when the log is closed, because then nobody needs the bytes any more.
   */
  append(longest: number, fill: (into: Buffer, at: number) => number): number;
  /** A copy of the bytes from an offset on; fewer at the end. */
  read(start: number, length: number): Buffer;
  /** Resolves when nothing is being written any more; rejects when something could not be. */
  settled(): Promise<void>;
  close(): void;
}

const smallest = 1 << 16;
const largest = 1 << 20;
/** Blocks that may be on their way to the file; with more, the disk sets the pace. */
const mostUnderWay = 8;

/** No temporary file can be created; the message says why, for people. */
export class NoTemporaryFile extends Error {
  /** Where it should have been. */
  readonly folder = tmpdir();

  constructor(cause: unknown) {
    super(fileReason(cause), { cause });
  }
}

/** Opens a file that only its owner can read, and that has no name by the time anything is in it. */
function openNameless(): { fd: number; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'cfi-log-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const fd = openSync(join(folder, 'log'), 'wx+', 0o600);
    try {
      remove();
      return { fd, remove: () => {} };
    } catch {
      // Some systems keep the name of an open file.
      return { fd, remove };
    }
  } catch (error) {
    remove();
    throw error;
  }
}

function opened(): ReturnType<typeof openNameless> {
  try {
    return openNameless();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? error : new NoTemporaryFile(error);
  }
}

interface Block {
  readonly start: number;
  readonly bytes: Buffer;
}

/** The file behind a log: takes blocks one after the other, and reads what it took. */
class BlockFile {
  /** Bytes taken, also those that are still on their way. */
  size = 0;
  #file: ReturnType<typeof openNameless> | undefined;
  readonly #underWay = new Set<Block>();
  readonly #written: Buffer[] = [];
  #failure: Error | undefined;
  #closing = false;
  #whenSettled: (() => void) | undefined;

  take(bytes: Buffer): void {
    this.#throwFailure();
    this.#file ??= opened();
    const block = { start: this.size, bytes };
    this.size += bytes.length;
    if (this.#underWay.size < mostUnderWay) {
      this.#underWay.add(block);
      this.#write(this.#file.fd, block, 0);
      return;
    }
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file.fd, bytes, done, bytes.length - done, block.start + done);
    this.#giveBack(bytes);
  }

  /** A buffer of the largest size, one that was written if there is any. */
  buffer(): Buffer {
    return this.#written.pop() ?? Buffer.allocUnsafeSlow(largest);
  }

  #giveBack(bytes: Buffer): void {
    if (bytes.buffer.byteLength === largest) this.#written.push(Buffer.from(bytes.buffer));
  }

  #write(fd: number, block: Block, from: number): void {
    const { bytes, start } = block;
    write(fd, bytes, from, bytes.length - from, start + from, (error, written) => {
      if (error === null && from + written < bytes.length) {
        this.#write(fd, block, from + written);
        return;
      }
      this.#failure ??= error ?? undefined;
      this.#underWay.delete(block);
      this.#giveBack(bytes);
      if (this.#underWay.size > 0) return;
      this.#whenSettled?.();
      if (this.#closing) this.close();
    });
  }

  /** Copies bytes that were taken. */
  read(start: number, into: Buffer): void {
    this.#throwFailure();
    for (let done = 0; done < into.length && this.#file !== undefined; ) {
      const read = readSync(this.#file.fd, into, done, into.length - done, start + done);
      if (read === 0) break;
      done += read;
    }
    // The file may not have these yet.
    for (const block of this.#underWay) {
      const end = block.start + block.bytes.length;
      if (start < end && start + into.length > block.start)
        block.bytes.copy(into, Math.max(0, block.start - start), Math.max(0, start - block.start));
    }
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async settled(): Promise<void> {
    if (this.#underWay.size > 0)
      await new Promise<void>((resolve) => {
        this.#whenSettled = resolve;
      });
    this.#throwFailure();
  }

  close(): void {
    this.#closing = true;
    // Another file could get the number of one that is closed while it is written to.
    if (this.#file === undefined || this.#underWay.size > 0) return;
    closeSync(this.#file.fd);
    this.#file.remove();
    this.#file = undefined;
  }
}

/** An empty log. */
export function openByteLog(): ByteLog {
  const file = new BlockFile();
  let tail: Buffer = Buffer.allocUnsafeSlow(smallest);
  let used = 0;
  let closed = false;

  const makeRoom = (length: number): void => {
    if (used + length <= tail.length) return;
    if (used + length <= largest) {
      const wider = Buffer.allocUnsafeSlow(Math.min(largest, Math.max(tail.length * 2, used + length)));
      tail.copy(wider, 0, 0, used);
      tail = wider;
      return;
    }
    if (used > 0) file.take(tail.subarray(0, used));
    tail = file.buffer();
    used = 0;
  };

  return {
    append(longest, fill) {
      if (closed) throw new Error('the log is closed');
      makeRoom(longest);
      const start = file.size + used;
      if (longest > tail.length) {
        const own = Buffer.allocUnsafeSlow(longest);
        file.take(own.subarray(0, fill(own, 0)));
      } else used = fill(tail, used);
      return start;
    },
    read(start, length) {
      const end = Math.min(start + length, file.size + used);
      const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
      if (start < file.size) file.read(start, bytes.subarray(0, Math.min(end, file.size) - start));
      if (end > file.size)
        tail.copy(bytes, Math.max(0, file.size - start), Math.max(0, start - file.size), end - file.size);
      return bytes;
    },
    settled: () => file.settled(),
    close() {
      closed = true;
      file.close();
    },
  };
}
