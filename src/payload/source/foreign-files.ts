import { unusable } from './unreadable.ts';

const signatures = [
  { start: [0x1f, 0x8b], what: 'a gzip file', hint: 'unpack it and use the file inside' },
  {
    start: [0x25, 0x50, 0x44, 0x46],
    what: 'a PDF',
    hint: 'export the orders as CSV or as a workbook, and use that file',
  },
];

/** Rejects a file that begins like an archive or a PDF; the error says what to do instead. */
export function refuseForeign(file: string, head: Buffer): void {
  const known = signatures.find(({ start }) => start.every((byte, index) => head[index] === byte));
  if (known !== undefined) throw unusable(file, `is ${known.what}, not text`, known.hint);
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
