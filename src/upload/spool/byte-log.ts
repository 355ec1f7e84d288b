import { closeSync, mkdtempSync, openSync, readSync, rmSync, write, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileReason } from '../../storage/file-errors.ts';
import { codeOf } from '../../text/thrown.ts';

/**
 * An append-only log of bytes. Up to two megabytes are in memory; a longer one is in a temporary file, written in the
 * background, except for its last megabytes.
 */
export interface ByteLog {
  /**
   * Appends at most `longest` bytes: `fill` writes them into the buffer from `at`, and returns the end. Returns the offset
   * at which they begin. Throws the file system's error if an earlier write failed, for example because the disk is full,
   * and throws if the log is closed.
   */
  append(longest: number, fill: (into: Buffer, at: number) => number): number;
  /** A copy of the bytes from an offset; fewer at the end. */
  read(start: number, length: number): Buffer;
  /** Resolves when everything has been written; rejects if a write failed. */
  settled(): Promise<void>;
  close(): void;
}

const smallest = 1 << 16;
const largest = 1 << 20;
/** How many blocks may be waiting for the disk before writers have to wait. */
const mostUnderWay = 8;
/** The bytes that a log keeps without a file besides the last block: creating and removing a file takes several ms. */
const mostHeld = largest;

/** No temporary file could be created; the message says why. */
export class NoTemporaryFile extends Error {
  /** The folder for the file. */
  readonly folder = tmpdir();

  constructor(cause: unknown) {
    super(fileReason(cause), { cause });
  }
}

/** Opens a file that only its owner can read, and removes its name before anything is written. */
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
    throw codeOf(error) === 'ENOSPC' ? error : new NoTemporaryFile(error);
  }
}

interface Block {
  readonly start: number;
  readonly bytes: Buffer;
}

/** The file of a log: takes blocks in order, and reads them back. */
class BlockFile {
  /** Bytes taken, including those not yet written. */
  size = 0;
  #file: ReturnType<typeof openNameless> | undefined;
  /** All blocks, as long as there is no file. */
  #held: Block[] = [];
  readonly #underWay = new Set<Block>();
  readonly #written: Buffer[] = [];
  #failure: Error | undefined;
  #closing = false;
  #whenSettled: (() => void) | undefined;

  take(bytes: Buffer): void {
    this.#throwFailure();
    const block = { start: this.size, bytes };
    if (this.#file === undefined && this.size + bytes.length <= mostHeld) this.#held.push(block);
    else this.#store(this.#openFile(), block);
    this.size += bytes.length;
  }

  /** The file, with the blocks that were in memory. */
  #openFile(): number {
    if (this.#file !== undefined) return this.#file.fd;
    this.#file = opened();
    for (const block of this.#held) this.#store(this.#file.fd, block);
    this.#held = [];
    return this.#file.fd;
  }

  #store(fd: number, block: Block): void {
    if (this.#underWay.size < mostUnderWay) {
      this.#underWay.add(block);
      this.#write(fd, block, 0);
      return;
    }
    const { bytes, start } = block;
    for (let done = 0; done < bytes.length; )
      done += writeSync(fd, bytes, done, bytes.length - done, start + done);
    this.#giveBack(bytes);
  }

  /** A buffer of the full size, reused if one is free. */
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

  /** Copies bytes of the log. */
  read(start: number, into: Buffer): void {
    this.#throwFailure();
    for (let done = 0; done < into.length && this.#file !== undefined; ) {
      const read = readSync(this.#file.fd, into, done, into.length - done, start + done);
      if (read === 0) break;
      done += read;
    }
    // These are not in the file, or may not be yet.
    for (const block of this.#file === undefined ? this.#held : this.#underWay) {
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
    // If a file is closed during a write, another file could get its descriptor.
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
