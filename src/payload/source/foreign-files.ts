import { unusable } from './unreadable.ts';

const zip = [0x50, 0x4b, 0x03, 0x04];
const saveAsCsv = 'save it as "CSV UTF-8" and use that file';
const unpack = 'unpack it and use the file inside';
const signatures = [
  { start: [0xd0, 0xcf, 0x11, 0xe0], what: 'an old Excel workbook', hint: saveAsCsv },
  { start: [0x1f, 0x8b], what: 'a gzip file', hint: unpack },
  { start: [0x25, 0x50, 0x44, 0x46], what: 'a PDF', hint: saveAsCsv },
];

const startsWith = (head: Buffer, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** The name of the first file in a zip archive. */
function firstName(head: Buffer): string {
  const length = head.length < 30 ? 0 : head.readUInt16LE(26);
  return head.toString('utf8', 30, 30 + length);
}

/** The names of the first files in archives of Excel and LibreOffice. */
const ofWorkbook = /^(?:\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/|customXml\/|mimetype)/;

/** Rejects a file that begins like a workbook, an archive or a PDF; the error says what to do instead. */
export function refuseForeign(file: string, head: Buffer): void {
  if (startsWith(head, zip)) {
    const name = firstName(head);
    if (ofWorkbook.test(name))
      throw unusable(file, 'is an Excel or LibreOffice workbook, not text', saveAsCsv);
    const holds = name === '' ? '' : ` that contains ${name}`;
    throw unusable(file, `is a zip file${holds}, not text`, unpack);
  }
  const known = signatures.find(({ start }) => startsWith(head, start));
  if (known !== undefined) throw unusable(file, `is ${known.what}, not text`, known.hint);
}

const page = /^\s*<(?:!doctype|html|head|body|table|meta|\?xml)\b/i;

/** Rejects a web page or XML, which shops send instead of the export when a sign-in has expired. */
export function refusePage(file: string, start: string): void {
  if (!page.test(start)) return;
  throw unusable(
    file,
    'is a web page or XML, not CSV or JSON',
    'download the export again, signed in; a spreadsheet opened from a web page must be saved as "CSV UTF-8"',
  );
}
