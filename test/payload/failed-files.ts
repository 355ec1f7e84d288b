import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { CsvHeader } from '../../src/payload/document/types.ts';
import { type Failure, writeFailedFile } from '../../src/payload/failed-file.ts';
import { now, type Reading, sourceOf } from './support.ts';

/** Why a document failed. */
export const failure: Failure = { field: 'Qty', code: 'rejected', error: 'no' };

/** Writes failed files into a temporary folder of each test. */
export function failedFiles() {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cfi-failed-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Writes the documents on these lines, as if they had failed. */
  const write = async (
    content: string | Uint8Array,
    lines: readonly number[],
    reading: Reading & {
      failure?: Failure;
      header?: CsvHeader | undefined;
      hasDuplicates?: boolean;
      file?: string;
    } = {},
  ) => {
    const path = join(folder, reading.file ?? 'out.failed');
    const count = await writeFailedFile({
      source: sourceOf(content, reading.name, reading.pieceSize),
      options: { set: [], decimal: 'point', now, ...reading.options },
      path,
      place: { cwd: folder },
      ...(reading.header === undefined ? {} : { header: reading.header }),
      ...(reading.hasDuplicates === undefined ? {} : { hasDuplicates: reading.hasDuplicates }),
      failureAt: (line) => (lines.includes(line) ? (reading.failure ?? failure) : undefined),
    });
    const bytes = count === 0 ? Buffer.alloc(0) : await readFile(path);
    return { count, bytes, text: bytes.toString('utf8'), path };
  };
  return { write, folder: () => folder };
}
