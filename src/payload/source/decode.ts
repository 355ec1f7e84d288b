import { isUtf8 } from 'node:buffer';
import { CfiError, usageError } from '../../errors.ts';
import { decodeSingleByte, encodingNamed, likelyEncoding } from '../../text/encodings.ts';
import { refuseForeign, refusePage } from './foreign-files.ts';
import { headOf, type Pieces, rejoin, unreadable, unusable } from './sources.ts';

/** The byte-order mark at the beginning of a file: its encoding, and its length in bytes. */
export function byteOrderMark(head: Buffer): { encoding: string; length: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/** Number of bytes at the end that belong to an incomplete UTF-8 character. */
function unfinishedTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

function countOf(byte: number, bytes: Buffer, end = bytes.length): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at !== -1 && at < end; at = bytes.indexOf(byte, at + 1)) count++;
  return count;
}

/** Index of the first byte that is not UTF-8: from there on, what is decoded and encoded again is different. */
function firstInvalid(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  let same = 0;
  while (bytes[same] === again[same]) same++;
  return same - unfinishedTail(bytes.subarray(0, same));
}

/** A power failure can leave a file filled with these. */
function refuseNul(file: string, line?: number): never {
  const again = 'get the file again';
  if (line === undefined) throw unusable(file, 'contains NUL bytes, so it is damaged or not text', again);
  throw unreadable(file, line, 'this line contains NUL bytes, so the file is damaged or not text', again);
}

async function* utf8(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  let rest: Buffer | undefined;
  let feeds = 0;
  let returns = 0;
  /** The line of a byte. A return ends a line only in a file without feeds. */
  const lineOf = (bytes: Buffer, at: number): number =>
    1 + (feeds + countOf(10, bytes, at) || returns + countOf(13, bytes, at));
  const refuse = (bytes: Buffer): never => {
    const at = firstInvalid(bytes);
    const found = `0x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`;
    // A file beside the payload comes in one piece.
    const likely = likelyEncoding(bytes.subarray(Math.max(0, at - lookedAt), at + lookedAt));
    throw unreadable(
      file,
      lineOf(bytes, at),
      `the byte ${found} is not UTF-8${likely === undefined ? '' : `; the text reads as words in ${likely}`}`,
      likely === undefined
        ? 'save the file as "CSV UTF-8", or name its encoding, usually --encoding windows-1252'
        : `read it with --encoding ${likely}, or save the file as "CSV UTF-8"`,
    );
  };
  for await (const chunk of chunks) {
    const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    const tail = unfinishedTail(bytes);
    const whole = tail === 0 ? bytes : bytes.subarray(0, bytes.length - tail);
    if (!isUtf8(whole)) refuse(whole);
    const nul = whole.indexOf(0);
    if (nul !== -1) refuseNul(file, lineOf(whole, nul));
    rest = tail === 0 ? undefined : bytes.subarray(bytes.length - tail);
    feeds += countOf(10, whole);
    returns += countOf(13, whole);
    if (whole.length > 0) yield whole.toString('utf8');
  }
  if (rest !== undefined) refuse(rest);
}

async function* byDecoder(chunks: AsyncIterable<Buffer>, encoding: string, file: string) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer): string => {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw unusable(file, `cannot be read as ${decoder.encoding}`, 'name another --encoding');
    }
    if (text.includes('\0')) refuseNul(file);
    return text;
  };
  for await (const chunk of chunks) yield decode(chunk);
  const last = decode();
  if (last !== '') yield last;
}

/** The first bytes, which identify other kinds of files, and have the header of a wide export. */
const lookedAt = 16_384;

/** The standard name for a label such as `latin1` or `UTF8`. Throws a usage error for an unknown label. */
export function encodingOf(label: string): string {
  const encoding = encodingNamed(label);
  if (encoding !== undefined) return encoding;
  throw usageError(`unknown encoding ${label}`, 'for example utf-8, windows-1252, ibm850 or utf-16le');
}

/**
 * The text of a file in pieces, without its byte-order mark, which decides on the encoding before `label`; else UTF-8.
 * Throws a `CfiError`: a byte that is not of the encoding is an error with its line.
 */
export async function* decode(source: Pieces, label: string | undefined, file: string) {
  const asked = label === undefined ? 'utf-8' : encodingOf(label);
  const { head, rest } = await headOf(source, lookedAt);
  refuseForeign(file, head);
  const mark = byteOrderMark(head);
  const encoding = mark?.encoding ?? asked;
  const start = head.subarray(mark?.length ?? 0);
  const begun = start.toString('latin1', 0, lookedAt);
  refusePage(file, begun.replaceAll('\0', ''));
  // Half of UTF-16 is NUL from the first line on; a later NUL is found and named with its line.
  if (!encoding.startsWith('utf-16') && begun.split(/[\r\n]/, 1)[0]?.includes('\0')) {
    throw unreadable(
      file,
      1,
      'this line contains NUL bytes, so the file is UTF-16 without a mark, or not text',
      'try --encoding utf-16le',
    );
  }
  const all = rejoin(start, rest);
  if (encoding === 'utf-8') yield* utf8(all, file);
  else if (encoding === 'windows-1252' || encoding === 'ibm850')
    for await (const chunk of all) {
      if (chunk.includes(0)) refuseNul(file);
      yield decodeSingleByte(chunk, encoding);
    }
  else yield* byDecoder(all, encoding, file);
}

/** The text of a file beside the payload, in UTF-8 or its `encoding`. `label`: the option. Throws as `decode`. */
export async function decodeWhole(bytes: Buffer, label: string, encoding?: string): Promise<string> {
  try {
    let text = '';
    for await (const piece of decode([bytes], isUtf8(bytes) ? undefined : encoding, label)) text += piece;
    return text;
  } catch (error) {
    if (!(error instanceof CfiError) || !error.details.hint?.includes('--encoding')) throw error;
    // The payload may have another encoding.
    const hint = 'save the file as UTF-8, which a spreadsheet calls "CSV UTF-8"';
    throw error.with({ hint });
  }
}
