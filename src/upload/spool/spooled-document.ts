import { hash } from 'node:crypto';
import type { LeftOutLine, Reason } from '../../payload/reasons.ts';
import type { NewDocument, ReadDocument, RowMark } from '../../payload/types.ts';
import { writeJson } from '../../text/json-bytes.ts';
import type { ByteLog } from './byte-log.ts';

/** Four numbers of 32 bits: the bytes of reference and body; file and marks; first line or bytes of lines. */
export const headLength = 16;
/** 128 bits are enough, because no attacker can gain from a collision among their own orders. */
const digestLength = 32;
const invalidMark = 1;
/** The last number is the length of the record's tail: a list of lines, or `Extra`. */
const listMark = 2;
const markBits = 2;

/** How many documents are written before our own code is faster. */
const fewDocuments = 4096;

/** Data that few documents have. */
interface Extra {
  readonly lines: readonly number[];
  readonly leftOut?: Reason;
  readonly leftOutLines?: readonly LeftOutLine[];
  readonly rowMarks?: readonly RowMark[];
}

/** One unit of a string takes at most three bytes. */
const bytesPerUnit = 3;
/** Bytes in which the JSON of most bodies fits. */
const usualBody = 16 * 1024;

/** The tail of a document's record, in ASCII: empty if it has one line and nothing is left out. */
function listOf({ lines, leftOut, leftOutLines, rowMarks }: NewDocument): string {
  if (leftOut === undefined && leftOutLines === undefined && rowMarks === undefined)
    return lines.length === 1 ? '' : JSON.stringify(lines);
  const extra: Extra = {
    lines,
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(leftOutLines === undefined ? {} : { leftOutLines }),
    ...(rowMarks === undefined ? {} : { rowMarks }),
  };
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(extra).replace(/[^ -~]/g, escaped);
}

/**
 * Appends a document, the `index`th from 0, to the log; returns the offset of its record. The first ones are written by
 * `JSON.stringify`, because V8 compiles our own code only after some thousand calls, and until then it is slower. Both
 * write the same bytes, so the digest of an order does not depend on its place in the file.
 */
export function writeRecord(log: ByteLog, document: NewDocument, index: number): number {
  const { body } = document;
  if (typeof body === 'string') return writeText(log, document, body);
  if (index < fewDocuments) return writeText(log, document, JSON.stringify(body));
  let fits = true;
  const offset = append(log, document, usualBody, (into, at) => {
    const end = writeJson(body, into, at);
    // A longer body may fit as well, but then the room for the rest of the record is not certain.
    fits = end !== -1 && end <= at + usualBody;
    return fits ? end : -1;
  });
  return fits ? offset : writeText(log, document, JSON.stringify(body));
}

const writeText = (log: ByteLog, document: NewDocument, body: string): number =>
  append(log, document, bytesPerUnit * body.length, (into, at) => at + into.write(body, at));

/** Appends a record whose body takes at most `longest` bytes; nothing if `fill`, which writes it, returns -1. */
function append(
  log: ByteLog,
  document: NewDocument,
  longest: number,
  fill: (into: Buffer, at: number) => number,
): number {
  const { reference, file, lines, invalid } = document;
  const list = listOf(document);
  const single = list === '';
  return log.append(headLength + bytesPerUnit * reference.length + longest + list.length, (into, start) => {
    const bodyStart = start + headLength + into.write(reference, start + headLength);
    const bodyEnd = fill(into, bodyStart);
    if (bodyEnd === -1) return start;
    into.writeUInt32LE(bodyStart - start - headLength, start);
    into.writeUInt32LE(bodyEnd - bodyStart, start + 4);
    into.writeUInt32LE(
      file * 2 ** markBits + (single ? 0 : listMark) + (invalid ? invalidMark : 0),
      start + 8,
    );
    into.writeUInt32LE(single ? (lines[0] as number) : list.length, start + 12);
    return single ? bodyEnd : bodyEnd + into.write(list, bodyEnd);
  });
}

/** The length of the record whose head begins at `at`. */
export const recordLength = (block: Buffer, at: number): number =>
  headLength +
  block.readUInt32LE(at) +
  block.readUInt32LE(at + 4) +
  ((block.readUInt32LE(at + 8) & listMark) === 0 ? 0 : block.readUInt32LE(at + 12));

/** Whether a record has this reference, given as bytes. */
export const isRecordOf = (record: Buffer, reference: string): boolean =>
  record.length >= headLength &&
  record.length === headLength + record.readUInt32LE(0) &&
  record.subarray(headLength).equals(Buffer.from(reference));

/** A document read back from the log; each part is decoded on demand. */
export class SpooledDocument {
  readonly #block: Buffer;
  readonly #start: number;
  #body: Buffer | undefined;

  private constructor(block: Buffer, start: number) {
    this.#block = block;
    this.#start = start;
  }

  /** The document whose record begins at `at`; undefined if the block does not contain all of it. */
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

  /** The body to send; a part of the block. */
  get body(): Buffer {
    this.#body ??= this.#block.subarray(this.#bodyStart, this.#bodyStart + this.size);
    return this.#body;
  }

  /** Copies the body into a buffer, and returns its bytes; faster than making a buffer for the part of the block. */
  copyBody(into: Buffer, at: number): number {
    const start = this.#bodyStart;
    return this.#block.copy(into, at, start, start + this.size);
  }

  /** Bytes of the body. */
  get size(): number {
    return this.#number(1);
  }

  /** The digest of the content: half of its SHA-256, in hexadecimal. Computed on every call. */
  digest(): string {
    return hash('sha256', this.body).slice(0, digestLength);
  }

  /** Index into the sources. */
  get file(): number {
    return this.#number(2) >>> markBits;
  }

  get #extra(): Extra {
    const last = this.#number(3);
    if ((this.#number(2) & listMark) === 0) return { lines: [last] };
    const list = JSON.parse(this.#text(this.#bodyStart + this.size, last)) as Extra | number[];
    return Array.isArray(list) ? { lines: list } : list;
  }

  get lines(): readonly number[] {
    return this.#extra.lines;
  }

  /** Why the order is left out. */
  get leftOut(): Reason | undefined {
    return this.#extra.leftOut;
  }

  /** Lines that are left out of the order. */
  get leftOutLines(): readonly LeftOutLine[] {
    return this.#extra.leftOutLines ?? [];
  }

  /** The document as read from its file. */
  whole(): ReadDocument {
    const { reference, file } = this;
    const invalid = (this.#number(2) & invalidMark) !== 0;
    return { reference, file, invalid, body: this.body.toString('utf8'), ...this.#extra };
  }
}
