import type { DocumentSink, ReadDocument } from '../../payload/types.ts';
import { type Connection, connect } from '../../storage/sqlite.ts';
import { type ByteLog, openByteLog } from './byte-log.ts';
import { createReferenceIndex } from './reference-index.ts';
import { putAside } from './scattered-rows.ts';
import { type Shard, shardOf } from './shard.ts';
import { headLength, isRecordOf, recordLength, SpooledDocument, writeRecord } from './spooled-document.ts';

/** Why a document of the spool is not sent; 0 when it may be. */
export const spoolFlags = { sendable: 0, invalid: 1, otherShard: 2 } as const;

/** The documents of a reading, on disk: their number makes little difference to memory. */
export interface Spool {
  readonly sink: DocumentSink;
  /** Ends the reading: all documents are stored. Rejects with the file system's error when they could not be. */
  complete(): Promise<void>;
  /** Documents in all, numbered from 0 in the order of the files. */
  readonly size: number;
  /** Documents with that flag. */
  count(flag: number): number;
  flag(document: number): number;
  /** Quick when documents are asked for one after the other. */
  at(document: number): SpooledDocument;
  /** A private database, for what is rarely needed and may be large. */
  scratch(): Connection;
  close(): void;
}

const blockSize = 1 << 20;

/** Reads records one after the other, many in a block. A block is not written to again, so its parts may be kept. */
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

/** Opens an empty spool. Documents of another shard are kept too, for a reference must not stand twice anywhere. */
export function openSpool(shard?: Shard): Spool {
  const log = openByteLog();
  const read = recordReader(log);
  const counts: number[] = [];
  let size = 0;
  let offsets = new Float64Array(1024);
  let flags = new Uint8Array(1024);
  let database: Connection | undefined;
  const scratch = (): Connection => {
    database ??= connect(':memory:');
    return database;
  };
  const aside = putAside(scratch);

  const stored = (document: number): SpooledDocument => {
    const offset = offsets[document] as number;
    const length = recordLength(log.read(offset, headLength), 0);
    return SpooledDocument.within(log.read(offset, length), 0) as SpooledDocument;
  };

  const index = createReferenceIndex((document, reference) => {
    const length = headLength + Buffer.byteLength(reference);
    return isRecordOf(log.read(offsets[document] as number, length), reference);
  });

  const flagOf = ({ reference, invalid }: ReadDocument): number => {
    if (shard !== undefined && shardOf(reference, shard.count) !== shard.index) return spoolFlags.otherShard;
    return invalid ? spoolFlags.invalid : spoolFlags.sendable;
  };

  const put = (number: number, document: ReadDocument): void => {
    const flag = flagOf(document);
    offsets[number] = writeRecord(log, document);
    flags[number] = flag;
    counts[flag] = (counts[flag] ?? 0) + 1;
  };

  const widen = (): void => {
    const [before, flagsBefore] = [offsets, flags];
    offsets = new Float64Array(size * 2);
    flags = new Uint8Array(size * 2);
    offsets.set(before);
    flags.set(flagsBefore);
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
        const flag = flags[number] as number;
        counts[flag] = (counts[flag] as number) - 1;
        put(number, document);
      },
      ...aside,
    },
    get size() {
      return size;
    },
    complete: () => log.settled(),
    count: (flag) => counts[flag] ?? 0,
    flag: (document) => flags[document] as number,
    at: (document) => read(offsets[document] as number),
    scratch,
    close() {
      log.close();
      database?.close();
    },
  };
}
