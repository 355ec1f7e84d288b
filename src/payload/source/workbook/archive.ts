import { close } from 'node:fs';
import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { crc32 } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { CfiError } from '../../../errors.ts';
import { codeOf } from '../../../text/records.ts';
import { unread, unusable } from '../sources.ts';

/** The largest size of all parts together, and of one, when unpacked; spreadsheet programs nest some ten elements. */
const limits = { all: 4 * 2 ** 30, part: 512 * 2 ** 20, parts: 100_000, depth: 100 };

/** An open zip archive. Nothing in it is ever written to disk, so the names of its parts need no care. */
export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** The error for a workbook that cannot be read to its end. */
export const damaged = (file: string, what: string): CfiError =>
  unusable(
    file,
    `is a damaged workbook: ${what}`,
    'nothing was sent; open it in the spreadsheet program, save it again, and use that file',
  );

/** The error for what fails in the archive, or in the part; the library's own words say nothing to its user. */
function asDamage(file: string, error: unknown, part?: string): CfiError {
  if (error instanceof CfiError) return error;
  // The system's errors are in capitals, such as EIO; those of zlib begin with Z.
  const code = codeOf(error);
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return unread(file, error);
  const what =
    part === undefined
      ? 'it ends too early, or its list of parts is broken'
      : `its part ${part} cannot be unpacked`;
  return damaged(file, what);
}

const tooLarge = (file: string, what: string): CfiError =>
  unusable(file, `is too large: ${what}`, 'split it, or save the sheet as "CSV UTF-8" and use that file');

/** Part names differ in case between programs, and some begin with a slash. */
const keyOf = (name: string): string => name.replace(/^\//, '').toLowerCase();

async function entriesOf(zip: ZipFile, file: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= limits.parts) throw damaged(file, 'it has too many parts');
    total += entry.uncompressedSize;
    if (total > limits.all) throw tooLarge(file, 'it unpacks to more than 4 GB');
    if (entries.has(keyOf(entry.fileName))) throw damaged(file, `it has the part ${entry.fileName} twice`);
    entries.set(keyOf(entry.fileName), entry);
  }
  return entries;
}

/** The content of a part; its size and checksum are checked at its end. */
async function* bytesOf(zip: ZipFile, entry: Entry, file: string): AsyncGenerator<Buffer> {
  const { fileName, uncompressedSize } = entry;
  if (entry.isEncrypted()) throw unusable(file, 'is encrypted', 'save it without a password');
  if (uncompressedSize > limits.part)
    throw tooLarge(file, `its part ${fileName} unpacks to more than 512 MB`);
  let bytes: Readable | undefined;
  try {
    bytes = await zip.openReadStreamPromise(entry);
    let sum = 0;
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw damaged(file, `the checksum of its part ${fileName} is wrong`);
  } catch (error) {
    throw asDamage(file, error, fileName);
  } finally {
    bytes?.destroy();
  }
}

async function* textOf(zip: ZipFile, entry: Entry, file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of bytesOf(zip, entry, file)) {
      decoder ??= decoderFor(chunk);
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw damaged(file, `its part ${entry.fileName} is not UTF-8`);
    throw error;
  }
}

/** XML begins with `<` or with a byte-order mark. */
function decoderFor([first, second]: Buffer): TextDecoder {
  const isBig = (first === 0xfe && second === 0xff) || first === 0;
  const isLittle = (first === 0xff && second === 0xfe) || second === 0;
  return new TextDecoder(isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8', { fatal: true });
}

/** Opens a zip archive; `close` closes the descriptor. Throws a `CfiError` for one that is damaged or too large. */
export async function openArchive(descriptor: number, file: string) {
  let zip: ZipFile;
  try {
    zip = await fromFdPromise(descriptor, { autoClose: false });
  } catch (error) {
    close(descriptor);
    throw asDamage(file, error);
  }
  try {
    const entries = await entriesOf(zip, file);
    const entryOf = (part: string): Entry => {
      const entry = entries.get(keyOf(part));
      if (entry === undefined) throw damaged(file, `its part ${part} is missing`);
      return entry;
    };
    return {
      names: [...entries.values()].map(({ fileName }) => fileName),
      has: (part: string): boolean => entries.has(keyOf(part)),
      /** The content of a part, whose checksum is checked at its end. Throws a `CfiError` for a missing or damaged part. */
      bytes: (part: string) => bytesOf(zip, entryOf(part), file),
      /** The same as text. */
      text: (part: string) => textOf(zip, entryOf(part), file),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw asDamage(file, error);
  }
}

export type Attributes = Readonly<Record<string, string>>;

/** What to do with the elements of a part. Names have no prefix, because each program has its own. */
interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** No tag, text or comment of a workbook is as long. */
const maxLength = 4 << 20;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The value of an attribute with any prefix, or none. */
export const attribute = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];

/** Whether an attribute of a switch is on. */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Creates a reader for one part, in bounded memory. It passes over extensions: what they hold may look like cells. */
export function xmlReader(file: string, part: string, { open, text, close }: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let written = 0;
  let reached = 0;
  let depth = 0;
  /** How deep the list of extensions stands that is being passed over; 0 outside one. */
  let extension = 0;
  parser.on('opentag', ({ name, attributes }) => {
    reached = written;
    depth += 1;
    if (depth > limits.depth) throw damaged(file, `its part ${part} is nested too deeply`);
    const local = localName(name);
    if (extension === 0 && local === 'extLst') extension = depth;
    if (extension === 0) open(local, attributes);
  });
  if (text !== undefined) {
    const read = (piece: string): void => {
      if (extension === 0) text(piece);
    };
    parser.on('text', read);
    parser.on('cdata', read);
  }
  parser.on('closetag', ({ name }) => {
    reached = written;
    if (extension === 0) close?.(localName(name));
    if (extension === depth) extension = 0;
    depth -= 1;
  });
  parser.on('doctype', () => {
    throw damaged(file, `its part ${part} has a DTD, which no spreadsheet program writes`);
  });
  parser.on('error', () => {
    throw damaged(file, `its part ${part} is not valid XML`);
  });
  return {
    write(piece: string): void {
      parser.write(piece);
      written += piece.length;
      if (written - reached > maxLength)
        throw damaged(file, `its part ${part} has a text of more than ${maxLength} characters`);
    },
    end: (): void => void parser.close(),
  };
}

/** Reads a whole part. */
export async function readXml(
  pieces: AsyncIterable<string>,
  file: string,
  part: string,
  handlers: XmlHandlers,
): Promise<void> {
  const reader = xmlReader(file, part, handlers);
  for await (const piece of pieces) reader.write(piece);
  reader.end();
}
