import type { DocumentSink, NewDocument } from '../../payload/types.ts';
import { type Connection, connect } from '../../storage/sqlite.ts';
import { type ByteLog, openByteLog } from './byte-log.ts';
import { createReferenceIndex } from './reference-index.ts';
import { scatteredRows } from './scattered-rows.ts';
import { partOf, type Shard } from './shard.ts';
import { headLength, isRecordOf, recordLength, SpooledDocument, writeRecord } from './spooled-document.ts';

/** The status of a document takes one byte: its index in this list. */
const statuses = ['sendable', 'invalid', 'other-shard', 'left-out', 'short'] as const;

/** Whether a document of the spool may be sent, or why not. */
export type SpoolStatus = (typeof statuses)[number];

/** The documents read from the files, on disk, so that memory hardly grows with their number. */
export interface Spool {
  readonly sink: DocumentSink;
  /**
   * Resolves when all documents are stored; rejects with the file system's error. The sink finds no document by its
   * reference afterwards: an upload needs 12 bytes less for each document while it sends them.
   */
  complete(): Promise<void>;
  /** The number of documents. They are numbered from 0 in file order. */
  readonly size: number;
  /** How many documents have this status. */
  count(status: SpoolStatus): number;
  status(document: number): SpoolStatus;
  /** Leaves a sendable document out, because there is too little stock. */
  leaveOutShort(document: number): void;
  /** Fast if documents are read in order. */
  at(document: number): SpooledDocument;
  /** A private database for data that is rarely needed and may be large. */
  scratch(): Connection;
  /** Another log on disk, for large data that is read in order. Closed with the spool. */
  openLog(): ByteLog;
  close(): void;
}

const blockSize = 1 << 20;

/** Reads records in order, many per block. A block is never overwritten, so its parts may be kept. */
function recordReader(log: ByteLog): (offset: number) => SpooledDocument {
  let block: Buffer = Buffer.alloc(0);
  let start = 0;
  return (offset) => {
    if (offset >= start) {
      const found = SpooledDocument.within(block, offset - start);
      if (found !== undefined) return found;
    }
    start = offset;
    block = log.read(offset, blockSize);
    const length = recordLength(block, 0);
    if (length > block.length) block = log.read(offset, length);
    return SpooledDocument.within(block, 0) as SpooledDocument;
  };
}

/**
 * Opens an empty spool. It also keeps documents of other shards, because a reference must not appear twice in the file.
 */
export function openSpool(shard?: Shard): Spool {
  const log = openByteLog();
  const furtherLogs: ByteLog[] = [];
  const read = recordReader(log);
  const counts: number[] = [];
  let size = 0;
  let offsets = new Float64Array(1024);
  let codes = new Uint8Array(1024);
  let database: Connection | undefined;
  const scratch = (): Connection => {
    database ??= connect(':memory:');
    return database;
  };
  const scattered = scatteredRows(scratch);

  const stored = (document: number): SpooledDocument => {
    const offset = offsets[document] as number;
    const length = recordLength(log.read(offset, headLength), 0);
    return SpooledDocument.within(log.read(offset, length), 0) as SpooledDocument;
  };

  const index = createReferenceIndex((document, reference) => {
    const length = headLength + Buffer.byteLength(reference);
    return isRecordOf(log.read(offsets[document] as number, length), reference);
  });

  // What has no reference belongs to the first shard.
  const isOwn = (reference: string): boolean =>
    shard === undefined || (reference === '' ? 1 : partOf(reference, shard.count)) === shard.index;

  const statusOf = ({ reference, invalid, leftOut }: NewDocument): SpoolStatus => {
    if (!isOwn(reference)) return 'other-shard';
    if (leftOut !== undefined) return 'left-out';
    return invalid ? 'invalid' : 'sendable';
  };

  const put = (number: number, document: NewDocument): void => {
    const code = statuses.indexOf(statusOf(document));
    offsets[number] = writeRecord(log, document, number);
    codes[number] = code;
    counts[code] = (counts[code] ?? 0) + 1;
  };

  const widen = (): void => {
    const [offsetsBefore, codesBefore] = [offsets, codes];
    offsets = new Float64Array(size * 2);
    codes = new Uint8Array(size * 2);
    offsets.set(offsetsBefore);
    codes.set(codesBefore);
  };

  return {
    sink: {
      add(document) {
        if (index.findOrAdd(document.reference) !== -1) return false;
        if (size === offsets.length) widen();
        put(size, document);
        size += 1;
        return true;
      },
      find(reference) {
        const number = index.find(reference);
        return number === -1 ? undefined : stored(number).whole();
      },
      replace(document) {
        const number = index.find(document.reference);
        const code = codes[number] as number;
        counts[code] = (counts[code] as number) - 1;
        put(number, document);
      },
      isOwn,
      ...scattered,
    },
    get size() {
      return size;
    },
    complete() {
      index.clear();
      return log.settled();
    },
    count: (status) => counts[statuses.indexOf(status)] ?? 0,
    status: (document) => statuses[codes[document] as number] as SpoolStatus,
    leaveOutShort(document) {
      for (const [status, change] of [
        ['sendable', -1],
        ['short', 1],
      ] as const) {
        const code = statuses.indexOf(status);
        counts[code] = (counts[code] ?? 0) + change;
      }
      codes[document] = statuses.indexOf('short');
    },
    at: (document) => read(offsets[document] as number),
    scratch,
    openLog() {
      const further = openByteLog();
      furtherLogs.push(further);
      return further;
    },
    close() {
      for (const each of [log, ...furtherLogs]) each.close();
      database?.close();
    },
  };
}
