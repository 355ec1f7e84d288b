import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { columnLetters } from '../../../src/payload/document/row.ts';

/** The parts of an archive by their names. */
export type Parts = Readonly<Record<string, string | Buffer>>;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="${spreadsheet}.${type}+xml"/>`;

/** What each part of a workbook is, without which no spreadsheet program opens it. */
export const contentTypes = (sheets = 1): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    override('workbook', 'sheet.main'),
    ...Array.from({ length: sheets }, (_, at) => override(`worksheets/sheet${at + 1}`, 'worksheet')),
    override('styles', 'styles'),
    override('sharedStrings', 'sharedStrings'),
  ].join('')}</Types>`;

/** A zip archive of these parts. */
export async function zipped(parts: Parts, options: { readonly zip64?: boolean } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const force = options.zip64 === true;
  for (const [name, part] of Object.entries(parts)) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    zip.addBuffer(bytes, name, { mtime: new Date(2026, 0, 1), forceZip64Format: force });
  }
  zip.end({ forceZip64Format: force, comment: '' });
  return buffer(zip.outputStream);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A cell: text, a number, or the XML of a `c` without its reference, `{ xml: 't="b"><v>1</v>' }`. */
export type Cell = string | number | { readonly xml: string } | undefined;

/** A number in a style of `styles`, which counts from 1. */
export const styled = (style: number, value: number | string): Cell => ({
  xml: `s="${style}"><v>${value}</v>`,
});

function cellXml(cell: Cell, reference: string): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  return `<c r="${reference}" ${cell.xml}</c>`;
}

/** A row of cells, or `undefined` for one that is not there. */
export type Line = readonly Cell[] | { readonly cells: readonly Cell[]; readonly attributes: string };

const rowXml = (row: Line, line: number): string => {
  const { cells, attributes } = 'cells' in row ? row : { cells: row, attributes: '' };
  const inside = cells.map((cell, index) => cellXml(cell, `${columnLetters(index)}${line}`)).join('');
  return `<row r="${line}" ${attributes}>${inside}</row>`;
};

/** A sheet of a workbook. */
export interface SheetParts {
  readonly name?: string;
  readonly rows: readonly Line[];
  readonly state?: string;
  /** XML before and behind the rows. */
  readonly before?: string;
  readonly behind?: string;
}

interface Contents {
  readonly sheets: readonly SheetParts[];
  /** Number formats, which the styles 1, 2, … have. */
  readonly formats?: readonly string[];
  readonly date1904?: boolean;
  readonly strings?: readonly string[];
}

const sheetXml = ({ rows, before = '', behind = '' }: Omit<SheetParts, 'name'>): string =>
  `<worksheet xmlns="${main}">${before}<sheetData>${rows.map((row, at) => rowXml(row, at + 1)).join('')}</sheetData>${behind}</worksheet>`;

const stylesXml = (formats: readonly string[]): string => {
  const numFmts = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`);
  const xfs = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  return `<styleSheet xmlns="${main}"><numFmts>${numFmts.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`;
};

/** The parts of a plain workbook. */
export function workbookParts({ sheets, formats = [], date1904 = false, strings }: Contents): Parts {
  const listed = sheets.map(
    ({ name = 'Orders', state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}" ${state === undefined ? '' : `state="${state}" `}r:id="rId${at + 1}"/>`,
  );
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const others =
    strings === undefined
      ? []
      : [`<Relationship Id="rIdS" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`];
  return {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${relations.join('')}${others.join('')}<Relationship Id="rIdT" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(formats),
    ...(strings === undefined
      ? {}
      : {
          'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
        }),
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)])),
  };
}

/** A plain workbook as a file. */
export const workbook = (contents: Contents): Promise<Buffer> => zipped(workbookParts(contents));
