import { CfiError } from '../../errors.ts';
import type { Format, ReadingOptions, Source } from '../document/types.ts';
import { unread } from './unreadable.ts';

/** The requested format, or else the one that the file's name suggests; undefined if only its text can tell. */
export function formatByName(
  name: string,
  { format }: Pick<ReadingOptions, 'format'>,
): Exclude<Format, 'xlsx'> | undefined {
  if (format !== undefined) return format;
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  return /\.(?:json|ndjson|jsonl)$/i.test(name) ? 'json' : undefined;
}

/** The format that the beginning of a text suggests. */
const formatByText = (start: string): Exclude<Format, 'xlsx'> => (/^\s*[[{]/.test(start) ? 'json' : 'csv');

/** The requested format, or else the one that the file's name or the beginning of its text suggests. */
export const formatOf = (
  name: string,
  start: string,
  options: Partial<ReadingOptions>,
): Exclude<Format, 'xlsx'> => formatByName(name, options) ?? formatByText(start);

/** The source's bytes. A system error becomes an error that names the file. */
export async function* bytesOf(source: Source): AsyncGenerator<Uint8Array> {
  try {
    yield* source.open();
  } catch (cause) {
    if (cause instanceof CfiError || !(cause instanceof Error) || !('code' in cause)) throw cause;
    throw unread(source.name, cause);
  }
}

/** The pieces of a text, including the first, which has already been read. */
export async function* rejoin(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
