import { contentTypes, type Parts, zipped } from './parts.ts';

/** The same two orders, as programs of these kinds write them. Parts that no reader needs are left out. */
interface Dialect {
  readonly parts: Parts;
  readonly zip64?: true;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const strict = 'http://purl.oclc.org/ooxml';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

/** The orders: text, numbers, a date of 24 November 2026, 10:15, and a price in pounds. */
export const header = [
  'Order No',
  'Placed',
  'Name',
  'Street',
  'Town',
  'Zip',
  'Country',
  'SKU',
  'Item',
  'Qty',
  'Price',
];
const serial = '46350.427083333336';
const serial1904 = '44888.427083333336';
const iso = '2026-11-24T10:15:00';
type Values = readonly (string | { readonly n: string; readonly s: 1 | 2 })[];
const values = (placed: string): readonly Values[] => [
  [
    'D-1',
    { n: placed, s: 1 },
    'Ina Muster',
    '4 Quay Street',
    'Hull',
    'HU1 1AA',
    'United Kingdom',
    'AC-TENT-2',
    'Tent & pegs',
    { n: '2', s: 2 },
    { n: '129.5', s: 2 },
  ],
  [
    'D-2',
    { n: placed, s: 1 },
    'Bo Müller',
    '5 Quay Street',
    'Bonn',
    '01234',
    'Germany',
    '0042',
    'Stove',
    { n: '1', s: 2 },
    { n: '34', s: 2 },
  ],
];
const rows = (placed: string): readonly Values[] => [header, ...values(placed)];

const escaped = (text: string): string => text.replaceAll('&', '&amp;');
const letter = (index: number): string => String.fromCharCode(65 + index);

/** Text by its number in the shared strings. */
function sharing() {
  const texts: string[] = [];
  return {
    of(text: string): number {
      if (!texts.includes(text)) texts.push(text);
      return texts.indexOf(text);
    },
    texts,
  };
}

interface Manner {
  readonly placed?: string;
  /** What a cell of text and a number is, with its reference. */
  text(text: string, reference: string): string;
  number(value: string, style: 1 | 2, reference: string): string;
  row?(line: number, cells: string): string;
}

/** The rows as XML. */
const written = ({
  placed = serial,
  text,
  number,
  row = (line, cells) => `<row r="${line}">${cells}</row>`,
}: Manner): string =>
  rows(placed)
    .map((cells, at) =>
      row(
        at + 1,
        cells
          .map((cell, index) => {
            const reference = `${letter(index)}${at + 1}`;
            return typeof cell === 'string'
              ? text(escaped(cell), reference)
              : number(cell.n, cell.s, reference);
          })
          .join(''),
      ),
    )
    .join('');

const relation = (id: string, type: string, target: string, base = office): string =>
  `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"/>`;
const relations = (...all: string[]): string =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${all.join('')}</Relationships>`;
const types = { '[Content_Types].xml': contentTypes() };
const rootRelations = { '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) };
const stylesBy = (formats: string, cells: string): string =>
  `${declaration}<styleSheet xmlns="${main}">${formats}<cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs>${cells}</cellXfs></styleSheet>`;
const usualStyles = stylesBy(
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;£&quot;#,##0.00"/></numFmts>',
  '<xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>',
);
const workbookXml = (inside: string): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${inside}</workbook>`;

/** Excel for Windows: shared strings, namespaces for later versions, spans, a chain of calculations. */
function excel(manner: { readonly is1904: boolean }): Parts {
  const strings = sharing();
  const sheet = written({
    placed: manner.is1904 ? serial1904 : serial,
    text: (text, r) => `<c r="${r}" t="s"><v>${strings.of(text)}</v></c>`,
    number: (value, s, r) => `<c r="${r}" s="${s}"><v>${value}</v></c>`,
    row: (line, cells) => `<row r="${line}" spans="1:11" x14ac:dyDescent="0.25">${cells}</row>`,
  });
  const compatible =
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"';
  return {
    ...types,
    ...rootRelations,
    'xl/workbook.xml': workbookXml(
      `<fileVersion appName="xl" lastEdited="7"/><workbookPr ${manner.is1904 ? 'date1904="1" ' : ''}defaultThemeVersion="166925"/><bookViews><workbookView xWindow="0"/></bookViews><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Sheet1!$A$1:$K$3</definedName></definedNames><calcPr calcId="191029"/>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId3', 'styles', 'styles.xml'),
      relation('rId2', 'theme', 'theme/theme1.xml'),
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId5', 'calcChain', 'calcChain.xml'),
      relation('rId4', 'sharedStrings', 'sharedStrings.xml'),
      `<Relationship Id="rId9" Type="${office}/externalLink" Target="https://example.com/a.xlsx" TargetMode="External"/>`,
    ),
    'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}" ${compatible}><sheetPr filterMode="1"/><dimension ref="A1:K3"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="2" max="2" width="15.7" bestFit="1" customWidth="1"/></cols><sheetData>${sheet}</sheetData><autoFilter ref="A1:K3"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
    'xl/styles.xml': usualStyles,
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}" count="33" uniqueCount="${strings.texts.length}">${strings.texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  };
}

/** Google Sheets: a style for every cell, and a thousand empty rows with heights. */
function google(): Parts {
  const strings = sharing();
  const sheet = written({
    text: (text, r) => `<c r="${r}" s="0" t="s"><v>${strings.of(text)}</v></c>`,
    number: (value, s, r) => `<c r="${r}" s="${s}"><v>${value}</v></c>`,
    row: (line, cells) =>
      `<row r="${line}" ht="15.75" customHeight="1">${cells}<c r="L${line}" s="0"/></row>`,
  });
  const empty = Array.from(
    { length: 1000 },
    (_, at) => `<row r="${at + 4}" ht="15.75" customHeight="1"/>`,
  ).join('');
  return {
    'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${main}" xmlns:r="${office}" xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main"><sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetData>${sheet}${empty}</sheetData><drawing r:id="rId1"/></worksheet>`,
    'xl/sharedStrings.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><sst xmlns="${main}">${strings.texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': usualStyles,
    'xl/workbook.xml': workbookXml(
      '<workbookPr/><sheets><sheet state="visible" name="Sheet1" sheetId="1" r:id="rId4"/></sheets><definedNames/><calcPr/>',
    ),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'theme', 'theme/theme1.xml'),
      relation('rId2', 'styles', 'styles.xml'),
      relation('rId3', 'sharedStrings', 'sharedStrings.xml'),
      relation('rId4', 'worksheet', 'worksheets/sheet1.xml'),
    ),
    ...rootRelations,
    ...types,
  };
}

/** LibreOffice: switches as words, hidden="false" everywhere, a format of its own for General. */
function libreOffice(): Parts {
  const strings = sharing();
  const sheet = written({
    text: (text, r) => `<c r="${r}" s="0" t="s"><v>${strings.of(text)}</v></c>`,
    number: (value, s, r) => `<c r="${r}" s="${s}" t="n"><v>${value}</v></c>`,
    row: (line, cells) =>
      `<row r="${line}" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">${cells}</row>`,
  });
  return {
    '_rels/.rels': `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<workbook xmlns="${main}" xmlns:r="${office}"><fileVersion appName="Calc"/><workbookPr backupFile="false" showObjects="all" date1904="false"/><sheets><sheet name="Sheet1" sheetId="1" state="visible" r:id="rId3"/></sheets><calcPr iterateCount="100" refMode="A1" iterate="false"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'theme', 'theme/theme1.xml'),
      relation('rId2', 'styles', 'styles.xml'),
      relation('rId3', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId4', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetPr filterMode="false"><pageSetUpPr fitToPage="false"/></sheetPr><dimension ref="A1:K3"/><cols><col collapsed="false" customWidth="false" hidden="false" outlineLevel="0" max="1024" min="1" style="0" width="11.53"/></cols><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/styles.xml': stylesBy(
      '<numFmts count="3"><numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="DD/MM/YYYY\\ HH:MM"/><numFmt numFmtId="166" formatCode="[$£-809]#,##0.00;[RED]\\-[$£-809]#,##0.00"/></numFmts>',
      '<xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>',
    ),
    'xl/sharedStrings.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="${main}">${strings.texts.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`,
    ...types,
  };
}

/** Numbers: a title above the header, rich text in the shared strings. */
function numbers(): Parts {
  const strings = sharing();
  const shift = (xml: string): string =>
    xml.replaceAll(/r="([A-Z]*)(\d+)"/g, (_, column, line) => `r="${column}${Number(line) + 1}"`);
  const sheet = shift(
    written({
      text: (text, r) => `<c r="${r}" t="s" s="0"><v>${strings.of(text)}</v></c>`,
      number: (value, s, r) => `<c r="${r}" s="${s}"><v>${value}</v></c>`,
      row: (line, cells) => `<row r="${line}" ht="20.25" customHeight="1">${cells}</row>`,
    }),
  );
  return {
    ...types,
    ...rootRelations,
    'xl/workbook.xml': workbookXml(
      '<sheets><sheet name="Sheet 1 - Table 1" sheetId="1" r:id="rId4"/></sheets>',
    ),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'sharedStrings', 'sharedStrings.xml'),
      relation('rId2', 'styles', 'styles.xml'),
      relation('rId4', 'worksheet', 'worksheets/sheet1.xml'),
    ),
    'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns:r="${office}" xmlns="${main}"><sheetFormatPr defaultColWidth="16.3" customHeight="1"/><sheetData><row r="1" ht="27.65" customHeight="1"><c r="A1" t="s" s="0"><v>${strings.of('Table 1')}</v></c><c r="B1" s="0"/></row>${sheet}</sheetData><mergeCells count="1"><mergeCell ref="A1:K1"/></mergeCells></worksheet>`,
    'xl/styles.xml': usualStyles,
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}" uniqueCount="${strings.texts.length}">${strings.texts
      .map((text) =>
        text.length > 4
          ? `<si><r><rPr><sz val="10"/></rPr><t xml:space="preserve">${text.slice(0, 3)}</t></r><r><t xml:space="preserve">${text.slice(3)}</t></r></si>`
          : `<si><t>${text}</t></si>`,
      )
      .join('')}</sst>`,
  };
}

/** Cells of text in place, as streaming writers do. */
const inline = (text: string, r: string): string => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`;
const plainNumber = (value: string, s: number, r: string): string =>
  `<c r="${r}" s="${s}"><v>${value}</v></c>`;

const simple = (sheet: string, { target = 'worksheets/sheet1.xml', styles = usualStyles } = {}): Parts => ({
  ...types,
  ...rootRelations,
  'xl/workbook.xml': workbookXml('<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>'),
  'xl/_rels/workbook.xml.rels': relations(
    relation('rId1', 'worksheet', target),
    relation('rId2', 'styles', 'styles.xml'),
  ),
  'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  'xl/styles.xml': styles,
});

/** ClosedXML and others on the Open XML SDK: a prefix before every element. */
function prefixed(): Parts {
  const strings = sharing();
  const sheet = written({
    text: (text, r) => `<x:c r="${r}" s="0" t="s"><x:v>${strings.of(text)}</x:v></x:c>`,
    number: (value, s, r) => `<x:c r="${r}" s="${s}"><x:v>${value}</x:v></x:c>`,
    row: (line, cells) => `<x:row r="${line}" spans="1:11">${cells}</x:row>`,
  });
  const xmlns = `xmlns:x="${main}"`;
  return {
    ...types,
    '_rels/.rels': relations(relation('Rabc', 'officeDocument', '/xl/workbook.xml')),
    'xl/workbook.xml': `<?xml version="1.0" encoding="utf-8"?><x:workbook xmlns:r="${office}" ${xmlns}><x:workbookPr codeName="ThisWorkbook"/><x:sheets><x:sheet name="Sheet1" sheetId="2" r:id="rId2"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId2', 'worksheet', '/xl/worksheets/sheet1.xml'),
      relation('rId3', 'sharedStrings', '/xl/sharedStrings.xml'),
      relation('rId4', 'styles', '/xl/styles.xml'),
    ),
    'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="utf-8"?><x:worksheet ${xmlns}><x:sheetData>${sheet}</x:sheetData></x:worksheet>`,
    'xl/sharedStrings.xml': `<?xml version="1.0" encoding="utf-8"?><x:sst ${xmlns}>${strings.texts.map((text) => `<x:si><x:t>${text}</x:t></x:si>`).join('')}</x:sst>`,
    'xl/styles.xml': usualStyles.replaceAll(/<(\/?)(\w)/g, '<$1x:$2').replace('xmlns=', 'xmlns:x='),
  };
}

/** Excel's strict variant: other namespaces, dates as text. */
function strictExcel(): Parts {
  const base = `${strict}/officeDocument/relationships`;
  const sheet = written({
    placed: iso,
    text: inline,
    number: (value, s, r) =>
      s === 1 ? `<c r="${r}" s="1" t="d"><v>${value}</v></c>` : plainNumber(value, s, r),
  });
  const parts = simple(sheet);
  return {
    ...parts,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml', base)),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${strict}/spreadsheetml/main" xmlns:r="${base}" conformance="strict"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml', base),
      relation('rId2', 'styles', 'styles.xml', base),
    ),
  };
}

const dialectParts: Readonly<Record<string, () => Dialect>> = {
  'Excel for Windows': () => ({ parts: excel({ is1904: false }) }),
  'Excel for Mac, dates since 1904': () => ({ parts: excel({ is1904: true }) }),
  'Excel, strict': () => ({ parts: strictExcel() }),
  'Google Sheets': () => ({ parts: google() }),
  LibreOffice: () => ({ parts: libreOffice() }),
  ClosedXML: () => ({ parts: prefixed() }),
  openpyxl: () => ({
    parts: simple(
      written({ text: inline, number: (value, s, r) => `<c r="${r}" s="${s}" t="n"><v>${value}</v></c>` }),
      {
        target: '/xl/worksheets/sheet1.xml',
      },
    ),
  }),
  PhpSpreadsheet: () => ({
    parts: simple(
      written({
        text: (text, r) => `<c r="${r}" s="0" t="inlineStr"><is><t>${text}</t></is></c>`,
        number: (value, s, r) => `<c r="${r}" s="${s}"><f>${value}+0</f><v>${value}</v></c>`,
        row: (line, cells) => `<row r="${line}" spans="1:11">${cells}</row>`,
      }),
    ),
  }),
  'Apache POI, streamed': () => ({
    parts: simple(
      written({
        text: (text, r) => `<c r="${r}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
        number: (value, s, r) => `<c r="${r}" s="${s}" t="n"><v>${value}</v></c>`,
      }),
    ),
    zip64: true,
  }),
  EPPlus: () => ({
    parts: simple(
      written({
        text: (text, r) => `<c r="${r}" s="0" t="str"><f>"${text}"</f><v>${text}</v></c>`,
        number: plainNumber,
      }),
      {
        target: '/xl/worksheets/sheet1.xml',
      },
    ),
  }),
  SheetJS: () => ({
    parts: simple(
      written({
        placed: iso,
        text: (text, r) => `<c r="${r}" t="str"><v>${text}</v></c>`,
        number: (value, s, r) =>
          s === 1 ? `<c r="${r}" t="d"><v>${value}</v></c>` : plainNumber(value, s, r),
      }),
    ),
  }),
  'a writer that leaves out references': () => ({
    parts: simple(
      written({
        text: (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`,
        number: (value, s) => `<c s="${s}"><v>${value}</v></c>`,
        row: (_, cells) => `<row>${cells}</row>`,
      }),
    ),
  }),
  'a writer that has other capitals in names': () => ({
    parts: Object.fromEntries(
      Object.entries(simple(written({ text: inline, number: plainNumber }))).map(([name, part]) => [
        name.toUpperCase(),
        part,
      ]),
    ),
  }),
};

/** The names of the dialects whose header is in the first row. */
export const dialects = Object.keys(dialectParts);

/** The workbook of a dialect. */
export async function dialectWorkbook(name: string): Promise<Buffer> {
  const { parts, zip64 } = (dialectParts[name] as () => Dialect)();
  return zipped(parts, zip64 === undefined ? {} : { zip64 });
}

/** As Numbers exports it, with a title above the header. */
export const numbersWorkbook = (): Promise<Buffer> => zipped(numbers());
