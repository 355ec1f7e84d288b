import { closeSync, createWriteStream, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { inPairs, megabytes, mostMegabytes, ms, type Row, rowOf } from './measure.ts';
import { bin, peakMb, wall, withFolder } from './processes.ts';

const count = 100_000;
const names =
  'ReferenceNumber,ReceivedDate,ChannelBuyerName,DeliveryAddress.FullName,DeliveryAddress.Address1,DeliveryAddress.Town,DeliveryAddress.PostCode,DeliveryAddress.CountryCode,SKU,ItemTitle,Qty,PricePerUnit'.split(
    ',',
  );
/** With these, a row has twenty cells. */
const more =
  'DispatchBy,Currency,PaymentStatus,warehouse_name,DeliveryAddress.PhoneNumber,DeliveryAddress.EmailAddress,TaxRate,DeliveryAddress.Address2'.split(
    ',',
  );
const hour = 3_600_000;
const at = (hours: number): string => `${new Date(Date.now() + hours * hour).toISOString().slice(0, 19)}Z`;
const [received, dispatchBy] = [at(-1), at(48)];

type Cell = string | number;

const wide = (index: number): Cell[] => [
  ...[dispatchBy, 'GBP', 'PAID', 'Northgate FC', `020 7946 ${index % 10_000}`, `buyer${index}@example.com`],
  ...[20, `Flat ${index % 90}`],
];

function cellsOf(index: number, isWide: boolean): Cell[] {
  const buyer = `Buyer ${index % 5000}`;
  const own: Cell[] = [
    `B-${index}`,
    received,
    buyer,
    buyer,
    `${index % 900} High Street`,
    'London',
    'SW1A 1AA',
    'GB',
  ];
  own.push('AC-TENT-2', 'Two-person tent', 1 + (index % 5), 12.5);
  return isWide ? own.concat(wide(index)) : own;
}

/** Lines of text in large pieces. */
function* inPieces(lines: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < 1 << 20) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function* rowsOf(rows: number, isWide: boolean): Generator<Cell[]> {
  yield isWide ? names.concat(more) : names;
  for (let index = 0; index < rows; index++) yield cellsOf(index, isWide);
}

function writeCsv(file: string, rows: number): string {
  const out = openSync(file, 'w');
  const lines = (function* () {
    for (const cells of rowsOf(rows, true)) yield `${cells.join(',')}\n`;
  })();
  for (const piece of inPieces(lines)) writeSync(out, piece);
  closeSync(out);
  return file;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Writes a workbook as Excel does, with the texts of all cells in a part of their own. */
async function writeWorkbook(file: string, rows: number, isWide: boolean): Promise<string> {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const cell = (value: Cell, index: number, line: number): string => {
    const place = `${String.fromCharCode(65 + index)}${line}`;
    return typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="s"><v>${numberOf(value)}</v></c>`;
  };
  const sheet = (function* () {
    yield `<worksheet xmlns="${main}"><sheetData>`;
    let line = 0;
    for (const cells of rowsOf(rows, isWide)) {
      line++;
      yield `<row r="${line}">${cells.map((value, index) => cell(value, index, line)).join('')}</row>`;
    }
    yield '</sheetData></worksheet>';
  })();
  const texts = (function* () {
    yield `<sst xmlns="${main}">`;
    for (const text of numbers.keys()) yield `<si><t>${text}</t></si>`;
    yield '</sst>';
  })();
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const zip = new ZipFile();
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name);
  add('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>');
  add(
    '_rels/.rels',
    `<Relationships xmlns="${relations}">${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  );
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Orders" sheetId="1" r:id="a"/></sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${relations}">${relation('a', 'worksheet', 'worksheets/sheet1.xml')}${relation('b', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
  );
  zip.addReadStream(Readable.from(inPieces(sheet)), 'xl/worksheets/sheet1.xml');
  zip.addReadStreamLazy('xl/sharedStrings.xml', (done) => done(null, Readable.from(inPieces(texts))));
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

/** A dry run prints nothing but the bodies. */
const dryRun = (file: string, ...options: string[]): string[] => [
  ...[bin, 'order', 'create', file, ...options, '--dry-run', '-q', '-o', 'ndjson'],
];

/** What a narrow row lacks. */
const constants = ['--set', 'Currency=GBP', '--set', 'PaymentStatus=PAID', '--warehouse', 'Northgate FC'];

/** Reading workbooks: in time compared with the same rows as CSV, and in memory as they grow. */
export async function* workbookRows(full: boolean): AsyncGenerator<Row> {
  yield await withFolder(async (folder) => {
    const csv = dryRun(writeCsv(join(folder, 'orders.csv'), count));
    const workbook = dryRun(await writeWorkbook(join(folder, 'orders.xlsx'), count, true));
    const env = { CFI_HOME: folder };
    const figures = await inPairs(
      5,
      async () => wall(workbook, env),
      async () => wall(csv, env),
    );
    const what = `dry run of a workbook, ${count} rows × 20 cells`;
    return rowOf({ what, yardstick: 'CSV', unit: ms, ratio: ['≤', 2.5] }, figures);
  });
  yield await withFolder(async (folder) => {
    const many = full ? 1_000_000 : 300_000;
    const peak = async (rows: number): Promise<number> => {
      const file = await writeWorkbook(join(folder, `${rows}.xlsx`), rows, false);
      return peakMb(dryRun(file, ...constants, '--dispatch-within', '48h'), { CFI_HOME: folder });
    };
    const [theirs, ours] = [await peak(many / 10), await peak(many)];
    const what = `peak memory, a workbook of ${many} rows`;
    return rowOf(
      { what, yardstick: `${many / 10} rows`, unit: megabytes, ratio: ['≤', 1.4], below: mostMegabytes },
      { ours, theirs, ratio: ours / theirs },
    );
  });
}
