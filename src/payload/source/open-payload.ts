import { closeSync } from 'node:fs';
import { CfiError, usageError } from '../../errors.ts';
import { shownFile } from '../../text/words.ts';
import type { Table } from '../document/row.ts';
import type { Format, ReadingOptions, Source } from '../document/types.ts';
import { csvRows } from './csv-rows.ts';
import { decode } from './decode.ts';
import { compoundError, isContainer, isZip, refuseLockFile } from './foreign-files.ts';
import { headOf, rejoin, temporaryCopy, unread, unusable } from './sources.ts';
import { openWorkbook } from './workbook/workbook.ts';

type Opening = { readonly [K in 'format' | 'encoding' | 'sheet']?: ReadingOptions[K] | undefined };

/** The requested format, or else the one that the file's name suggests; undefined if only its text can tell. */
export function formatByName(name: string, { format }: Pick<Opening, 'format'>) {
  if (format !== undefined) return format;
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  return /\.(?:json|ndjson|jsonl)$/i.test(name) ? 'json' : undefined;
}

/** The requested format, or else the one that the file's name or the beginning of its text suggests. */
export const formatOf = (name: string, start: string, options: Opening): Exclude<Format, 'xlsx'> =>
  formatByName(name, options) ?? (/^\s*[[{]/.test(start) ? 'json' : 'csv');

/** A system error as one that names the source; any other as it is. */
const asUnread = ({ name }: Source, cause: unknown): unknown =>
  cause instanceof CfiError || !(cause instanceof Error) || !('code' in cause) ? cause : unread(name, cause);

/** The source's bytes. A system error becomes an error that names the file. */
export async function* bytesOf(source: Source): AsyncGenerator<Uint8Array> {
  try {
    yield* source.open();
  } catch (cause) {
    throw asUnread(source, cause);
  }
}

/** An open payload file, by its content. */
export type Payload =
  | { readonly format: 'csv' | 'xlsx'; readonly table: Table; close(): Promise<void> }
  | { readonly format: 'json'; readonly chunks: AsyncIterable<string>; close(): Promise<void> };

/** Enough bytes to recognise a workbook and the mark of an open one. */
const lookedAt = 166;

/** The file for random access: itself, or a temporary copy of what can be read only once. */
async function randomAccess(source: Source, head: Buffer, rest: AsyncGenerator<Buffer>) {
  const opened = await source.openFile?.().catch((cause: unknown) => {
    throw asUnread(source, cause);
  });
  if (opened === undefined) {
    const { descriptor, remove } = await temporaryCopy(rejoin(head, rest));
    return { descriptor, checkUnchanged: async () => {}, forget: remove };
  }
  await rest.return(undefined);
  return opened;
}

async function openSheet(
  source: Source,
  head: Buffer,
  rest: AsyncGenerator<Buffer>,
  { format, sheet }: Opening,
): Promise<Payload> {
  const { name } = source;
  if (format !== undefined)
    throw usageError(
      `${shownFile(name)} is a workbook or an archive, not ${format === 'csv' ? 'CSV' : 'JSON'}`,
      'leave out --format',
    );
  const file = await randomAccess(source, head, rest);
  if (!isZip(head)) {
    const error = await compoundError(file.descriptor, name).finally(() => closeSync(file.descriptor));
    file.forget?.();
    throw error;
  }
  const { table, close } = await openWorkbook(file.descriptor, name, sheet).catch((error: unknown) => {
    file.forget?.();
    throw error;
  });
  let isComplete = false;
  return {
    format: 'xlsx',
    table: {
      ...table,
      async *rows() {
        yield* table.rows();
        isComplete = true;
      },
    },
    async close() {
      try {
        if (isComplete) await file.checkUnchanged();
      } finally {
        close();
        file.forget?.();
      }
    },
  };
}

/** The format in which a file would be read. Throws like `openPayload`, but does not look into a workbook. */
export async function formatOfSource(source: Source, options: Opening): Promise<Format> {
  const { head, rest } = await headOf(bytesOf(source), lookedAt);
  await rest.return(undefined);
  if (isContainer(head)) return 'xlsx';
  const payload = await openPayload(source, options);
  await payload.close();
  return payload.format;
}

/**
 * Opens a file as what it contains: a workbook, CSV or JSON. Throws a `CfiError` for one that is empty, or that can be
 * none of them, and a usage error for a `--format` or `--sheet` of another kind of file. `close` throws a `CfiError` if
 * a workbook was written to while it was read.
 */
export async function openPayload(source: Source, options: Opening): Promise<Payload> {
  const { name } = source;
  const { head, rest } = await headOf(bytesOf(source), lookedAt);
  try {
    refuseLockFile(name, head);
    if (isContainer(head)) return await openSheet(source, head, rest, options);
    if (options.sheet !== undefined)
      throw usageError(`--sheet is for workbooks, and ${shownFile(name)} is none`, 'leave out --sheet');
    const texts = decode(rejoin(head, rest), options.encoding, name);
    const first = await texts.next();
    if (first.done === true) throw unusable(name, 'is empty');
    const format = formatOf(name, first.value, options);
    const pieces = rejoin(first.value, texts);
    const close = async (): Promise<void> => void (await pieces.return(undefined));
    if (format === 'json') return { format, chunks: pieces, close };
    const rows = (literalQuotes?: boolean) => csvRows(pieces, name, literalQuotes);
    const again = (literalQuotes?: boolean) =>
      csvRows(decode(bytesOf(source), options.encoding, name), name, literalQuotes);
    return { format: 'csv', table: { start: first.value, rows, again }, close };
  } catch (error) {
    await rest.return(undefined);
    throw asUnread(source, error);
  }
}
