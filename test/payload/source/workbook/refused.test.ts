import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { cellFormat } from '../../../../src/payload/source/workbook/number-format.ts';
import { sheetRows } from '../../../../src/payload/source/workbook/sheet.ts';
import { readSharedStrings } from '../../../../src/payload/source/workbook/texts.ts';
import { orderRows, orderWorkbook } from '../../../support/workbooks/orders.ts';
import { type Parts, workbookParts, zipped } from '../../../support/workbooks/parts.ts';
import { body, read, refusal as refusalOf } from '../../support.ts';

const plain = workbookParts({ sheets: [{ rows: orderRows([{}]) }] });

const refusal = (content: Buffer, name = 'orders.xlsx'): Promise<string> => refusalOf(content, { name });

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** A compound file, as older Office programs write it, with the names of its streams in the folder of its second sector. */
function compound(...streams: string[]): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [index, stream] of ['Root Entry', ...streams].entries())
    utf16(stream).copy(file, 1024 + index * 128);
  return file;
}

/** The file beside an open workbook: the user's name in a field of one byte a character, then in UTF-16. */
const lock = Buffer.concat([
  Buffer.from([9]),
  Buffer.from('Ina M.'.padEnd(54)),
  Buffer.from([9, 0]),
  utf16('Ina M.'.padEnd(54)),
]);

const openDocument = /is an OpenDocument spreadsheet/;

it.each<[what: string, content: Buffer | Parts, message: RegExp, name?: string]>([
  [
    'encrypted',
    compound('EncryptionInfo', 'EncryptedPackage'),
    /^2: orders.xlsx is encrypted with a password; save it without/,
  ],
  ['old', compound('Workbook'), /is an old Excel workbook \(\.xls\); .*save it as an Excel workbook/],
  ['old, by another name', compound('Book'), /is an old Excel workbook/, 'orders.csv'],
  ['of Word', compound('WordDocument'), /is a file of an older Office program/],
  ['binary', { '[Content_Types].xml': '', 'xl/workbook.bin': '' }, /is a binary Excel workbook \(\.xlsb\)/],
  ['OpenDocument', { mimetype: 'application/vnd.oasis', 'content.xml': '' }, openDocument],
  ['OpenDocument, in another order', { 'content.xml': '', mimetype: 'x' }, openDocument, 'orders.ods'],
  ['Numbers', { 'Index/Document.iwa': '' }, /is a Numbers file; in Numbers: File, Export To, Excel/],
  ['Numbers, older', { 'Index.zip': '', 'preview.jpg': '' }, /is a Numbers file/, 'orders.numbers'],
  ['a document', { '[Content_Types].xml': '', 'word/document.xml': '' }, /is a Word or PowerPoint document/],
  ['a zip', { 'exports/orders.csv': 'a,b' }, /is a zip file that contains exports\/orders\.csv.*; unpack it/],
  [
    'the mark of an open one',
    lock,
    /is the lock file that Excel leaves .*; close the workbook, and use orders\.xlsx/,
    '/a/~$orders.xlsx',
  ],
])(
  'a file that is no workbook of this kind is refused by name, with what to do %s',
  async (_, content, message, name) => {
    expect(await refusal(Buffer.isBuffer(content) ? content : await zipped(content), name)).toMatch(message);
  },
);

describe('a damaged workbook is refused', () => {
  const [sheet, list] = ['xl/worksheets/sheet1.xml', 'xl/workbook.xml'];
  const sheetText = String(plain[sheet]);
  const listText = String(plain[list]);
  const edited = (from: string, to: string): Parts => ({ ...plain, [sheet]: sheetText.replace(from, to) });
  const without = (part: string): Parts => ({ ...plain, [part]: undefined }) as never;

  it.each<[string, Parts, RegExp]>([
    ['without its sheet', without(sheet), /sheet1\.xml is missing|sheet Orders is missing/],
    ['without its list of sheets', without(list), /workbook\.xml is missing/],
    ['with a part that is not XML', edited('</row>', ''), /is not valid XML/],
    ['with a part that ends early', { ...plain, [sheet]: sheetText.slice(0, -40) }, /is not valid XML/],
    [
      'with a part that is not UTF-8',
      { ...plain, [sheet]: Buffer.from(sheetText.replace('Ada', '\xff'), 'latin1') },
      /is not UTF-8/,
    ],
    ['with a DTD', { ...plain, [sheet]: `<!DOCTYPE a [<!ENTITY b "c">]>${sheetText}` }, /has a DTD/],
    [
      'with a DTD in its list of sheets',
      { ...plain, [list]: `<!DOCTYPE a SYSTEM "file:///etc/passwd">${listText}` },
      /has a DTD/,
    ],
    [
      'with two sheets of one part',
      { ...plain, [list]: listText.replace(/(<sheet name=")[^"]*("[^>]*>)/, '$&$1Again$2') },
      /two of its sheets are in the same part/,
    ],
    ['with an entity', edited('Ada', '&b;'), /is not valid XML/],
    ['with rows out of order', edited('<row r="2"', '<row r="1"'), /the row 1 is out of order/],
    [
      'with a row too many, without its number',
      edited('</sheetData>', '<row r="1048576"/><row/></sheetData>'),
      /the row 1048577 is out of order/,
    ],
    [
      'with a cell too many, without its reference',
      edited('</sheetData>', '<row r="9"><c r="XFD9"/><c/></row></sheetData>'),
      /the cell 16385 is out of place/,
    ],
    ['with a cell of another row', edited('r="A2"', 'r="A3"'), /out of place/],
    ['with a cell twice', edited('r="B2"', 'r="A2"'), /comes twice/],
    ['with a number that is none', edited('<v>129</v>', '<v>12x</v>'), /"12x" is not a number/],
    ['with a text that is missing', edited('><v>129</v>', ' t="s"><v>7</v>'), /the text 7 is missing/],
  ])('%s', async (_, parts, message) => {
    const present = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
    expect(await refusal(await zipped(present))).toMatch(
      new RegExp(`^2: orders.xlsx.* is a damaged workbook: .*${message.source}`),
    );
  });

  it('cut off anywhere', async () => {
    const whole = await zipped(plain);
    for (const length of [40, 300, whole.length >> 1, whole.length - 30, whole.length - 1])
      expect(await refusal(whole.subarray(0, length))).toMatch(
        /^2: orders\.xlsx is a damaged workbook: it ends too early, or its list of parts is broken; nothing was sent/,
      );
  });

  it('with any byte changed: nothing else is ever read', async () => {
    const whole = await orderWorkbook([{}]);
    const step = 59;
    for (let at = 4; at < whole.length; at += step) {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] as number) ^ 0x55;
      const found = await read(copy, { name: 'orders.xlsx' }).then(
        ({ bodies, problems }) => (problems.length > 0 ? 'refused' : JSON.stringify(bodies)),
        (error) => {
          expect(error).toHaveProperty('exitCode', 2);
          return 'refused';
        },
      );
      if (found !== 'refused') expect(found).toBe(JSON.stringify([body]));
    }
  });

  it('with a part that cannot be unpacked', async () => {
    const archive = await zipped(plain);
    const part = archive.indexOf('xl/worksheets/sheet1.xml');
    archive.fill(0xff, part + 24, part + 40);
    expect(await refusal(archive)).toMatch(/: its part xl\/worksheets\/sheet1\.xml cannot be unpacked; /);
  });

  it('whose checksum is wrong', async () => {
    const crcOf = (archive: Buffer): Buffer => {
      // The first header of the list of parts that names the sheet.
      const name = archive.lastIndexOf('xl/worksheets/sheet1.xml');
      return archive.subarray(name - 46 + 16, name - 46 + 20);
    };
    const archive = await zipped(plain);
    crcOf(archive).writeUInt32LE(1);
    expect(await refusal(archive)).toMatch(/the checksum of its part xl\/worksheets\/sheet1\.xml is wrong/);
  });

  it('with the same part twice', async () => {
    expect(await refusal(await zipped({ ...plain, 'XL/Workbook.xml': '<a/>' }))).toMatch(/twice/);
  });
});

describe('a workbook that would fill the memory is refused', () => {
  it('by the size of a part, before it is unpacked', async () => {
    const archive = await zipped(plain);
    const name = archive.lastIndexOf('xl/worksheets/sheet1.xml');
    archive.writeUInt32LE(513 * 2 ** 20, name - 46 + 24);
    expect(await refusal(archive)).toMatch(
      /is too large: its part xl\/worksheets\/sheet1\.xml unpacks to more than 512 MB/,
    );
  });

  it('by the size of all parts', async () => {
    const archive = await zipped(plain);
    for (const part of Object.keys(plain)) {
      const name = archive.lastIndexOf(part);
      archive.writeUInt32LE(2 ** 30, name - 46 + 24);
    }
    expect(await refusal(archive)).toMatch(/is too large: it unpacks to more than 4 GB/);
  });

  it('by a part that unpacks to more than it states', async () => {
    const archive = await zipped(plain);
    const name = archive.lastIndexOf('xl/worksheets/sheet1.xml');
    archive.writeUInt32LE(100, name - 46 + 24);
    expect(await refusal(archive)).toMatch(/its part xl\/worksheets\/sheet1\.xml cannot be unpacked/);
  });

  it.each([
    ['text', 2, (filler: string) => `<c r="A2" t="inlineStr"><is><t>${filler}</t></is></c>`],
    ['attribute', 20, (filler: string) => `<c r="A2" x="${filler}"/>`],
    [
      'row',
      2,
      (filler: string) =>
        Array.from(
          { length: 40 },
          (_, at) => `<c t="inlineStr"><is><t>${at}${filler.slice(0, 30_000)}</t></is></c>`,
        ).join(''),
    ],
  ])('by one long %s', async (_, megabytes, cell) => {
    const filler = 'x'.repeat(megabytes << 20);
    const sheet = String(plain['xl/worksheets/sheet1.xml']).replace(
      /<row r="2".*<\/row>/,
      `<row r="2">${cell(filler)}</row>`,
    );
    expect(await refusal(await zipped({ ...plain, 'xl/worksheets/sheet1.xml': sheet }))).toMatch(
      /is a damaged workbook/,
    );
  });

  it.each([
    ['value', (pieces: string) => `<c r="A2" t="str"><v>${pieces}</v><v>a</v></c>`],
    ['formula', (pieces: string) => `<c r="A2" t="str"><f>${pieces}</f><v>a</v></c>`],
  ])('by one long %s, whose pieces have elements between them', async (_, cell) => {
    const sheet = String(plain['xl/worksheets/sheet1.xml']).replace(
      /<row r="2".*<\/row>/,
      `<row r="2">${cell('aaaa<x/>'.repeat(300_000))}</row>`,
    );
    expect(await refusal(await zipped({ ...plain, 'xl/worksheets/sheet1.xml': sheet }))).toMatch(
      /a row is longer than a million characters in its part xl\/worksheets\/sheet1\.xml, row 2/,
    );
  });

  it('by a value far to the right of any header, and not by one in the last column that is read', async () => {
    const sheet = String(plain['xl/worksheets/sheet1.xml']);
    const withCell = (column: string) =>
      zipped({
        ...plain,
        'xl/worksheets/sheet1.xml': sheet.replace(
          /(<row r="2".*?)<\/row>/,
          `$1<c r="${column}2"><v>1</v></c></row>`,
        ),
      });
    expect(await refusal(await withCell('BXY'))).toMatch(
      /has a value in row 2, column 2001; only 2000 columns are read/,
    );
    expect(await refusal(await withCell('BXX'))).not.toMatch(/columns are read/);
  });

  const [sheetPart, rels] = ['xl/worksheets/sheet1.xml', 'xl/_rels/workbook.xml.rels'];
  it.each<[what: string, part: string, from: string, filler: string, message: RegExp]>([
    ['by elements in elements', sheetPart, '<sheetData>', '<a>', /is nested too deeply/],
    ['by relations', rels, '<Relationship ', '<Relationship Id="x"/>', /lists too much/],
    ['by sheets', 'xl/workbook.xml', '<sheet ', '<sheet name="x"/>', /lists too much/],
    ['by formats', 'xl/styles.xml', '</cellXfs>', '<xf/>', /lists too much/],
    ['by hidden columns', sheetPart, '<sheetData>', '<col min="1" hidden="1"/>', /too many hidden columns/],
    [
      'by merged cells',
      sheetPart,
      '</worksheet>',
      '<mergeCell ref="A1:Z9"/>'.repeat(3),
      /too many merged cells/,
    ],
    [
      'by wide merged cells',
      sheetPart,
      '</worksheet>',
      '<mergeCell ref="A9:XFD9"/>',
      /too many columns in merged cells/,
    ],
    ['by rows without numbers', sheetPart, '<row ', '<row/>'.repeat(11), /the row 1048577 is/],
  ])('%s', async (_, part, from, filler, message) => {
    const parts = { ...plain, [part]: String(plain[part]).replace(from, filler.repeat(100_000) + from) };
    expect(await refusal(await zipped(parts))).toMatch(message);
  });

  it.each([
    ['relations', rels, '<Relationship ', (text: string) => `<Relationship Id="${text}"/>`],
    ['names of sheets', 'xl/workbook.xml', '<sheet ', (text: string) => `<sheet name="${text}"/>`],
    ['formats', 'xl/styles.xml', '</numFmts>', (text: string) => `<numFmt formatCode="${text}"/>`],
  ])('by few %s of many letters', async (_, part, from, element) => {
    const filler = element('x'.repeat(1_000_000)).repeat(21);
    const parts = { ...plain, [part]: String(plain[part]).replace(from, filler + from) };
    expect(await refusal(await zipped(parts))).toMatch(/lists too much/);
  });
});

it('never looks outside of the archive, whatever its names and links say', async () => {
  const relations = String(plain['xl/_rels/workbook.xml.rels']).replace(
    'Target="worksheets/sheet1.xml"',
    'Target="file:///etc/passwd" TargetMode="External"',
  );
  expect(await refusal(await zipped({ ...plain, 'xl/_rels/workbook.xml.rels': relations }))).toMatch(
    /is missing/,
  );
});

it('ignores macros and parts that it does not know', async () => {
  const content = await zipped({
    ...plain,
    'xl/vbaProject.bin': createHash('sha1').digest(),
    'a/b.png': 'x',
  });
  expect((await read(content, { name: 'orders.xlsm' })).bodies).toEqual([body]);
});

it('passes over lists of extensions, whose elements may have the names of cells and rows', async () => {
  const extension =
    '<extLst><ext><x14:row r="9"><x14:c r="Z9"><xm:v>9</xm:v></x14:c></x14:row></ext></extLst>';
  const sheet = String(plain['xl/worksheets/sheet1.xml']);
  const extended = sheet
    .replaceAll('</row>', `${extension}</row>`)
    .replaceAll('</c>', `${extension}</c>`)
    .replace('</worksheet>', `${extension}</worksheet>`);
  const content = await zipped({ ...plain, 'xl/worksheets/sheet1.xml': extended });
  expect((await read(content, { name: 'orders.xlsx' })).bodies).toEqual([body]);
});

it('keeps shared strings that memory should not hold in a temporary file', async () => {
  const texts = Array.from({ length: 2000 }, (_, at) => `text ${at} ✓`);
  const xml = `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const pieces = (async function* () {
    for (let at = 0; at < xml.length; at += 100) yield xml.slice(at, at + 100);
  })();
  const strings = await readSharedStrings(pieces, 'f', 'p', { characters: 1000, texts: 10 });
  try {
    for (const at of [0, 9, 10, 11, 265, 266, 1999, 500, 1]) expect(strings.at(at)).toBe(texts[at]);
    expect(strings.at(2000)).toBeUndefined();
  } finally {
    strings.close();
  }
});

it('reads no long shared strings again for each short one between them', async () => {
  const long = 'x'.repeat(30_000);
  const texts = Array.from({ length: 400 }, (_, at) => (at % 100 === 0 ? `short ${at}` : long));
  const pieces = (async function* () {
    yield '<sst>';
    for (const text of texts) yield `<si><t>${text}</t></si>`;
    yield '</sst>';
  })();
  const strings = await readSharedStrings(pieces, 'f', 'p', { characters: 0, texts: 0 });
  const parse = vi.spyOn(JSON, 'parse');
  try {
    expect([...texts.keys()].every((at) => strings.at(at) === texts[at])).toBe(true);
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(2 * long.length);
  } finally {
    parse.mockRestore();
    strings.close();
  }
});

it('passes rows on before the long texts that they share fill the memory', async () => {
  const text = 'x'.repeat(200_000);
  const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(400);
  const pieces = (async function* () {
    yield `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  })();
  const strings = await readSharedStrings(
    (async function* () {
      yield `<sst><si><t>${text}</t></si></sst>`;
    })(),
    'f',
    'p',
  );
  const context = {
    ...{ file: 'f', part: 'p', is1904: false, strings, merges: undefined },
    formats: () => cellFormat('General'),
  };
  const counts: number[] = [];
  for await (const { length } of sheetRows(pieces, context, { rows: 0, columns: [] })) counts.push(length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(400);
  expect(Math.max(...counts)).toBeLessThan(40);
});

it.runIf(process.platform === 'linux')('has a file for them, once they are many', async () => {
  const text = 'x'.repeat(100_000);
  const pieces = (async function* () {
    yield '<sst>';
    for (let at = 0; at < 200; at++) yield `<si><t>${text}</t></si>`;
    yield '</sst>';
  })();
  const openFiles = () =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        // The one of the folder itself is closed again.
        return [];
      }
    });
  const strings = await readSharedStrings(pieces, 'f', 'p');
  try {
    expect(openFiles()).toContainEqual(expect.stringMatching(/etilqs_.* \(deleted\)$/));
    expect(strings.at(199)).toBe(text);
  } finally {
    strings.close();
  }
});
