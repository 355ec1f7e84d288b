import { hash } from 'node:crypto';
import type { ReadDocument } from '../../payload/types.ts';
import type { ByteLog } from './byte-log.ts';

/** Four numbers of 32 bits: the bytes of reference and body; file and marks; first line or bytes of lines. */
export const headLength = 16;
/** 128 bits: enough where nobody gains by two orders of his own that look alike. */
const digestLength = 32;
const invalidMark = 1;
/** The last number is the length of a list of lines at the record's end. */
const manyMark = 2;

/** A character's part of a string takes three bytes at most. */
const bytesPerUnit = 3;

/** Puts a document at the end of the log; the offset where its record begins. */
export function writeRecord(log: ByteLog, document: ReadDocument): number {
  const { reference, body, file, lines, invalid } = document;
  const single = lines.length === 1;
  const list = single ? '' : JSON.stringify(lines);
  const longest = headLength + bytesPerUnit * (reference.length + body.length) + list.length;
  return log.append(longest, (into, start) => {
    const referenceLength = into.write(reference, start + headLength);
    const bodyStart = start + headLength + referenceLength;
    const bodyLength = into.write(body, bodyStart);
    into.writeUInt32LE(referenceLength, start);
    into.writeUInt32LE(bodyLength, start + 4);
    into.writeUInt32LE(file * 4 + (single ? 0 : manyMark) + (invalid ? invalidMark : 0), start + 8);
    into.writeUInt32LE(single ? (lines[0] as number) : list.length, start + 12);
    return bodyStart + bodyLength + into.write(list, bodyStart + bodyLength);
  });
}

/** Bytes of the record whose head begins at `at`. */
export const recordLength = (block: Buffer, at: number): number =>
  headLength +
  block.readUInt32LE(at) +
  block.readUInt32LE(at + 4) +
  ((block.readUInt32LE(at + 8) & manyMark) === 0 ? 0 : block.readUInt32LE(at + 12));

/** Whether a record is that of a reference, of whose bytes as many are at hand. */
export const isRecordOf = (record: Buffer, reference: string): boolean =>
  record.length >= headLength &&
  record.length === headLength + record.readUInt32LE(0) &&
  record.subarray(headLength).equals(Buffer.from(reference));

/** A document read back from the log; each part is decoded when it is asked for. */
export class SpooledDocument {
  readonly #block: Buffer;
  readonly #start: number;

  private constructor(block: Buffer, start: number) {
    this.#block = block;
    this.#start = start;
  }

  /** The document whose record begins at `at`; undefined when it is not wholly in the block. */
  static within(block: Buffer, at: number): SpooledDocument | undefined {
    if (at + headLength > block.length || at + recordLength(block, at) > block.length) return undefined;
    return new SpooledDocument(block, at);
  }

  #number(index: 0 | 1 | 2 | 3): number {
    return this.#block.readUInt32LE(this.#start + 4 * index);
  }

  #text(from: number, length: number): string {
    return this.#block.toString('utf8', from, from + length);
  }

  get reference(): string {
    return this.#text(this.#start + headLength, this.#number(0));
  }

  get #bodyStart(): number {
    return this.#start + headLength + this.#number(0);
  }

  /** The bytes that are sent; a part of the block. */
  get body(): Buffer {
    return this.#block.subarray(this.#bodyStart, this.#bodyStart + this.size);
  }

  /** Bytes of the body. */
  get size(): number {
    return this.#number(1);
  }

  /** Tells the same content again: half of its SHA-256, in hexadecimal digits. Reckoned anew each time. */
  digest(): string {
    return hash('sha256', this.body).slice(0, digestLength);
  }

  /** Index into the sources. */
  get file(): number {
    return this.#number(2) >>> 2;
  }

  get lines(): number[] {
    const last = this.#number(3);
    if ((this.#number(2) & manyMark) === 0) return [last];
    return JSON.parse(this.#text(this.#bodyStart + this.size, last)) as number[];
  }

  /** The document as it was read from its file. */
  whole(): ReadDocument {
    const { reference, file, lines } = this;
    const invalid = (this.#number(2) & invalidMark) !== 0;
    return { reference, file, lines, invalid, body: this.body.toString('utf8') };
  }
}
