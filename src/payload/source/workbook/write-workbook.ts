import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { columnLetters } from '../../document/row.ts';

/** A cell to write: text, in a format with this currency if there is one. */
export type WrittenCell = string | { readonly text: string; readonly currency: string };

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const fixedParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
};

/** A spreadsheet shows no more characters in a cell, and takes a file with more for damaged. */
const maxText = 32_767;

/** Text for an element: what XML cannot hold is written as spreadsheets do, `_x000D_`. */
function xmlText(text: string): string {
  return text
    .slice(0, maxText)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/(?![\t\n])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase();
      return `_x${code.padStart(4, '0')}_`;
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const quoted = (text: string): string => xmlText(text).replaceAll('"', '&quot;');

/** Styles: 0 is general, 1 is text, and each currency has one. */
function styleTable() {
  const currencies: string[] = [];
  return {
    of(currency: string | undefined): number {
      if (currency === undefined) return 1;
      if (!currencies.includes(currency)) currencies.push(currency);
      return currencies.indexOf(currency) + 2;
    },
    xml(): string {
      const formats = currencies.map(
        (currency, at) =>
          `<numFmt numFmtId="${164 + at}" formatCode="${quoted(`[$${currency}] #,##0.00;[$${currency}] -#,##0.00;[$${currency}] 0.00;@`)}"/>`,
      );
      const cells = [0, 49, ...currencies.map((_, at) => 164 + at)].map(
        (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      );
      const numFmts =
        formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`;
      return `${head}<styleSheet xmlns="${main}">${numFmts}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`;
    },
  };
}

/** Names of sheets are no longer, and lack these characters. */
const sheetName = (name: string): string =>
  quoted(name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31) || 'Sheet1');

/** The time of every part, the first that a zip archive can hold: a workbook's content decides what it is. */
const mtime = new Date(1980, 0, 1, 12);

/** Writes a workbook of one sheet. All `columns`, also empty cells, are text, so that a spreadsheet changes none. */
export async function writeWorkbook(
  out: Writable,
  { sheet, columns }: { readonly sheet: string; readonly columns: number },
  rows: AsyncIterable<readonly WrittenCell[]>,
): Promise<void> {
  const styles = styleTable();

  async function* sheetXml(): AsyncGenerator<Buffer> {
    let text = `${head}<worksheet xmlns="${main}"><cols><col min="1" max="${columns}" width="16" style="1" customWidth="1"/></cols><sheetData>`;
    let line = 0;
    for await (const cells of rows) {
      line++;
      text += `<row r="${line}">`;
      for (const [index, cell] of cells.entries()) {
        const { text: own, currency } = typeof cell === 'string' ? { text: cell, currency: undefined } : cell;
        if (own !== '')
          text += `<c r="${columnLetters(index)}${line}" s="${styles.of(currency)}" t="inlineStr"><is><t xml:space="preserve">${xmlText(own)}</t></is></c>`;
      }
      text += '</row>';
      if (text.length < 1 << 16) continue;
      yield Buffer.from(text);
      text = '';
    }
    yield Buffer.from(`${text}</sheetData></worksheet>`);
  }

  const zip = new ZipFile();
  const failure = new Promise<never>((_, reject) => zip.once('error', reject));
  const written = pipeline(zip.outputStream, out, { end: false });
  for (const [name, text] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(text), name, { mtime });
  const workbook = `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheetName(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  zip.addBuffer(Buffer.from(workbook), 'xl/workbook.xml', { mtime });
  zip.addReadStream(Readable.from(sheetXml(), { objectMode: false }), 'xl/worksheets/sheet1.xml', { mtime });
  // The currencies are known behind the rows.
  zip.addReadStreamLazy('xl/styles.xml', { mtime }, (done) =>
    done(null, Readable.from([Buffer.from(styles.xml())])),
  );
  zip.end();
  await Promise.race([written, failure]);
}
