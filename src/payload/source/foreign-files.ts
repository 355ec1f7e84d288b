import { read } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import type { CfiError } from '../../errors.ts';
import { unusable } from './sources.ts';

/** Rejects a file that begins like an archive or a PDF; the error says what to do instead. */
export function refuseForeign(file: string, head: Buffer): void {
  const start = head.toString('latin1', 0, 4);
  if (start.startsWith('\x1f\x8b'))
    throw unusable(file, 'is a gzip file, not text', 'unpack it and use the file inside');
  if (start === '%PDF')
    throw unusable(
      file,
      'is a PDF, not text',
      'export the orders as CSV or as a workbook, and use that file',
    );
}

const page = /^\s*<(?:!doctype|html|head|body|table|meta|\?xml)\b/i;

/** Rejects a web page or XML, which shops send instead of the export when a sign-in has expired. */
export function refusePage(file: string, start: string): void {
  if (!page.test(start)) return;
  throw unusable(
    file,
    'is a web page or XML, not CSV or JSON',
    'download the export again, signed in; a page with the name of a workbook must be opened and saved as an Excel workbook (.xlsx)',
  );
}

const readAt = promisify(read);
const asWorkbook =
  'open it in a spreadsheet program and save it as an Excel workbook (.xlsx), or as "CSV UTF-8"';
const withoutPassword =
  'save it without a password and use that file; in Excel: File, Info, Protect Workbook';

const zip = Buffer.from([0x50, 0x4b]);
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** Whether a file begins like a zip archive. */
export const isZip = (head: Uint8Array): boolean =>
  zip.equals(head.subarray(0, 2)) && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));

/** Whether a file begins like a zip archive, or like the files of older Office programs, which encrypted ones use too. */
export const isContainer = (head: Uint8Array): boolean =>
  isZip(head) || (head.length >= 4 && compound.subarray(0, head.length).equals(head.subarray(0, 8)));

/** The length of the file that marks a document as open; it begins with the user's name in a fixed field. */
const lockLength = 165;

/** Refuses the small file that Excel puts beside an open workbook. */
export function refuseLockFile(file: string, head: Uint8Array): void {
  if (!basename(file).startsWith('~$') || isContainer(head) || head.length > lockLength) return;
  throw unusable(
    file,
    'is the lock file that Excel leaves beside an open workbook, not the workbook',
    `close the workbook, and use ${basename(file).slice(2)}`,
  );
}

/** The error for a file of an older Office program, by the streams that it contains. */
export async function compoundError(descriptor: number, file: string): Promise<CfiError> {
  const head = Buffer.alloc(512);
  await readAt(descriptor, head, 0, head.length, 0);
  const sector = 1 << Math.min(head.readUInt16LE(30), 16);
  const folder = Buffer.alloc(16 * 1024);
  // The names of the streams are in a folder, whose first sector the head names.
  await readAt(descriptor, folder, 0, folder.length, (head.readUInt32LE(48) + 1) * sector);
  const has = (name: string): boolean => folder.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage') || has('EncryptionInfo'))
    return unusable(file, 'is encrypted with a password', withoutPassword);
  if (has('Workbook') || has('Book')) return unusable(file, 'is an old Excel workbook (.xls)', asWorkbook);
  return unusable(file, 'is a file of an older Office program, not a workbook', asWorkbook);
}

/** The error for an archive that is no workbook, by the names of its parts; undefined if it is one. */
export function archiveError(names: readonly string[], file: string): CfiError | undefined {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^xl\/workbook\.bin$/i))
    return unusable(file, 'is a binary Excel workbook (.xlsb), not .xlsx', asWorkbook);
  if (has(/^\[content_types\]\.xml$/i) && !has(/^(?:word|ppt|visio)\//i)) return undefined;
  if (has(/^(?:word|ppt|visio)\//i))
    return unusable(file, 'is a Word or PowerPoint document, not a workbook', asWorkbook);
  if (has(/\.iwa$/i) || has(/^index\.zip$/i))
    return unusable(file, 'is a Numbers file', 'in Numbers: File, Export To, Excel; then use that file');
  if (has(/^mimetype$/) && has(/^content\.xml$/))
    return unusable(file, 'is an OpenDocument spreadsheet (.ods)', asWorkbook);
  const [first] = names.filter((name) => !name.endsWith('/'));
  const holds = first === undefined ? '' : ` that contains ${first}`;
  return unusable(file, `is a zip file${holds}, not a workbook`, 'unpack it and use the file inside');
}
