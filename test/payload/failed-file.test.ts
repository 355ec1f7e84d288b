import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvRows } from '../../src/payload/csv/rows/rows.ts';
import { type Failure, writeFailedFile } from '../../src/payload/failed-file.ts';
import type { CsvHeader } from '../../src/payload/types.ts';
import { body, csv, now, type Reading, read, sourceOf } from './support.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cfi-failed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const failure: Failure = { field: 'Qty', code: 'rejected', error: 'no' };

async function write(
  content: string | Uint8Array,
  lines: readonly number[],
  reading: Reading & { failure?: Failure; header?: CsvHeader | undefined; hasTwins?: boolean } = {},
) {
  const path = join(folder, 'out.failed');
  const count = await writeFailedFile({
    source: sourceOf(content, reading.name),
    options: { set: [], decimal: 'point', now, ...reading.options },
    path,
    cwd: folder,
    ...(reading.header === undefined ? {} : { header: reading.header }),
    ...(reading.hasTwins === undefined ? {} : { hasTwins: reading.hasTwins }),
    failureAt: (line) => (lines.includes(line) ? (reading.failure ?? failure) : undefined),
  });
  const bytes = count === 0 ? Buffer.alloc(0) : await readFile(path);
  return { count, bytes, text: bytes.toString('utf8'), path };
}

const weird = {
  ReferenceNumber: '=R-1',
  ChannelBuyerName: 'O"Hara, "Bo"',
  'DeliveryAddress.Address1': 'Flat 2\r\nHigh Street\n',
  'DeliveryAddress.Address2': ' -+@cmd ',
  'DeliveryAddress.PostCode': '01234',
  SKU: '22E1',
};

describe('failed rows of a CSV file', () => {
  it('keep the input’s own columns, followed by the marks', async () => {
    const content = 'a,"b ""x""",c\n1,"2,2",3\n4,5,6\n7,8,"9\n9"\n';
    const { text, count } = await write(content, [2, 4]);
    expect(text).toBe(
      'a,"b ""x""",c,_line,_field,_code,_error\r\n1,"2,2",3,2,Qty,rejected,no\r\n7,8,"9\n9",4,Qty,rejected,no\r\n',
    );
    expect(count).toBe(2);
  });

  it.each([',', ';', '\t'])(
    'come back as the same orders, whatever the cells (delimiter %j)',
    async (delimiter) => {
      const content = csv([weird, { ReferenceNumber: 'R-2' }, { ...weird, SKU: '"' }], delimiter);
      const before = await read(content);
      const lines = before.documents.find(({ reference }) => reference === '=R-1')?.lines ?? [];
      const { bytes } = await write(content, lines);
      const after = await read(bytes);
      expect(after.problems).toEqual([]);
      expect(after.documents.map(({ body: text }) => text)).toEqual([before.documents[0]?.body]);
    },
  );

  it.each<[string, Uint8Array, string | undefined]>([
    ['UTF-8', Buffer.from(csv([{ ChannelBuyerName: 'Zoë' }])), undefined],
    ['windows-1252', Buffer.from(csv([{ ChannelBuyerName: 'Zoë' }]), 'latin1'), 'windows-1252'],
    ['UTF-16', Buffer.from(`\ufeff${csv([{ ChannelBuyerName: 'Zoë' }])}`, 'utf16le'), undefined],
    [
      'UTF-16, the other way round',
      Buffer.from(`\ufeff${csv([{ ChannelBuyerName: 'Zoë' }])}`, 'utf16le').swap16(),
      undefined,
    ],
    ['UTF-16 by --encoding', Buffer.from(csv([{ ChannelBuyerName: 'Zoë' }]), 'utf16le'), 'utf-16le'],
  ])('are UTF-8 that the same options can read: %s', async (_, bytes, encoding) => {
    const options = encoding === undefined ? {} : { encoding };
    const written = await write(bytes, [2], { options });
    expect(written.text).toContain('Zoë');
    expect((await read(written.bytes, { options })).bodies).toEqual([{ ...body, ChannelBuyerName: 'Zoë' }]);
  });

  it.each([
    ['a delimiter that only a sep= line tells', 'sep=|\nA|B\n1|2,5\n', 'sep=|\r\nA|B|'],
    [
      'a header with more commas than delimiters',
      'sep=;\nA;"B, C, D, E, F, G"\n1;x\n',
      'sep=;\r\nA;B, C, D, E, F, G;',
    ],
    ['a delimiter that the header tells', 'sep=;\nA;B\n1;2\n', 'A;B;'],
  ])('name the delimiter only where they must: %s', async (_, content, expected) => {
    const { bytes, text } = await write(content, [3]);
    expect(text.startsWith(expected)).toBe(true);
    const rows: string[][] = [];
    const pieces = async function* () {
      yield bytes.toString('utf8');
    };
    for await (const block of csvRows(pieces(), 'a.csv')) rows.push(...block.rows.map(({ cells }) => cells));
    expect(rows.map((cells) => cells.length)).toEqual([6, 6]);
  });

  it('have no byte order mark if the input had none', async () => {
    expect((await write(csv([{}]), [2])).text.startsWith('ReferenceNumber,')).toBe(true);
    expect((await write(`\ufeff${csv([{}])}`, [2])).text.startsWith('\ufeffReferenceNumber,')).toBe(true);
  });

  it('make the error safe for a spreadsheet, on one line', async () => {
    const { text } = await write('a\n1\n', [2], {
      failure: { code: 'rejected', error: '=HYPERLINK("x")\n\u001b[31mred' },
    });
    expect(text).toBe('a,_line,_field,_code,_error\r\n1,2,,rejected,"\'=HYPERLINK(""x"") red"\r\n');
  });

  it('replace the marks when a failed file is read again', async () => {
    const first = await write(csv([{ _note: 'mine' }, { ReferenceNumber: 'R-2' }]), [2, 3]);
    const again = await write(first.bytes, [3], { failure: { code: 'conflict', error: 'differs' } });
    const [header = '', row = '', ...rest] = again.text.trimEnd().split('\r\n');
    expect(header).toMatch(/PricePerUnit,_note,_line,_field,_code,_error$/);
    expect(row).toMatch(/^R-2,.*,3,,conflict,differs$/);
    expect(rest).toEqual([]);
    expect((await read(again.bytes)).bodies).toEqual([{ ...body, ReferenceNumber: 'R-2' }]);
  });

  it('name the duplicates among them, and replace the names of an earlier run', async () => {
    const marked = { failure: { ...failure, twin: 'S (2)' }, hasTwins: true };
    const first = await write('a\n1\n', [2], marked);
    expect(first.text).toBe('a,_line,_field,_code,_error,_twin\r\n1,2,Qty,rejected,no,S (2)\r\n');
    const again = await write(first.bytes, [2], { hasTwins: true });
    expect(again.text).toBe('a,_line,_field,_code,_error,_twin\r\n1,2,Qty,rejected,no,\r\n');
    expect((await write(again.bytes, [2])).text).toBe(
      'a,_line,_field,_code,_error\r\n1,2,Qty,rejected,no\r\n',
    );
  });

  it('have no mark for --encoding utf-8', async () => {
    const { text } = await write('a\n1\n', [2], { options: { encoding: 'UTF8' } });
    expect(text.startsWith('a,')).toBe(true);
  });

  it.each(['a b', ' a', 'a\t', 'a,b', 'a"b', 'a\nb', 'a\rb', ''])('keep the cell %j', async (cell) => {
    const { bytes } = await write(`x,y\n"${cell.replaceAll('"', '""')}",1\n`, [2]);
    const rows: string[][] = [];
    const pieces = async function* () {
      yield bytes.toString('utf8');
    };
    for await (const block of csvRows(pieces(), 'a.csv')) rows.push(...block.rows.map(({ cells }) => cells));
    expect(rows[1]?.slice(0, 2)).toEqual([cell, '1']);
  });

  it('keep a row with too few or too many cells', async () => {
    const { text } = await write('a,b\n1\n1,2,3\n', [2, 3]);
    expect(text.split('\r\n').slice(1, 3)).toEqual(['1,,2,Qty,rejected,no', '1,2,3,3,Qty,rejected,no']);
  });

  it('are below the header without the title above it', async () => {
    const header = { line: 4, literalQuotes: false };
    const { text } = await write('\n"My orders"\n\na,b\n1,2\n', [2, 5], { header });
    expect(text).toBe('a,b,_line,_field,_code,_error\r\n1,2,5,Qty,rejected,no\r\n');
  });

  it('from a marketplace report keep their quotes', async () => {
    const fixture = await readFile(new URL('../../fixtures/csv/presets/amazon.txt', import.meta.url));
    const options = { preset: 'amazon', warehouse: 'Northgate FC' };
    const before = await read(fixture, { options });
    const { bytes } = await write(fixture, [2, 3], { options, header: before.headers[0] });
    expect((await read(bytes, { options })).bodies).toEqual([before.bodies[0]]);
  });
});

describe('failed documents of a JSON file', () => {
  const two = [body, { ...body, ReferenceNumber: 'R-2' }];
  it.each([
    ['an array', JSON.stringify(two)],
    ['an array over lines', JSON.stringify(two, null, 2)],
    ['one a line', two.map((order) => JSON.stringify(order)).join('\n')],
  ])('have the marks as members: %s', async (_, content) => {
    const { text } = await write(content, [2], { name: 'orders.json' });
    expect(JSON.parse(text)).toEqual([
      { ...two[1], _line: 2, _field: 'Qty', _code: 'rejected', _error: 'no' },
    ]);
    expect((await read(text, { name: 'out.failed.json' })).bodies).toEqual([two[1]]);
  });

  it('keep their text and replace old marks', async () => {
    const { text } = await write('[{"n":1.0,"ReferenceNumber":"A"},{}]', [1, 2], { name: 'a.json' });
    expect(text).toContain('{"n":1.0,"ReferenceNumber":"A","_line":1,');
    const again = await write(text, [1], { name: 'a.json', failure: { code: 'unknown', error: 'x' } });
    expect(again.text).toBe(
      '[\n{"n":1.0,"ReferenceNumber":"A","_line":1,"_field":"","_code":"unknown","_error":"x"}\n]\n',
    );
  });

  it.each([
    ['a member twice', '{"_line":7,"Currency":"EUR","Currency":"GBP"}', '"Currency":"EUR","Currency":"GBP"'],
    ['a number that cannot be kept', '{"n":1e400 , "_error":"x"}', '"n":1e400'],
    ['brackets and quotes', '{"_code":"}\\"","a":[{"_line":1},"]"],"b":{}}', '"a":[{"_line":1},"]"],"b":{}'],
    ['nothing', '{ "_line" : 7 }', ''],
  ])('keep the text of a document with old marks: %s', async (_, content, kept) => {
    const { text } = await write(content, [1], { name: 'a.json' });
    const marks = '"_line":1,"_field":"Qty","_code":"rejected","_error":"no"}';
    expect(text).toBe(`[\n{${kept}${kept === '' ? '' : ','}${marks}\n]\n`);
  });

  it('name a duplicate', async () => {
    const marked = { name: 'a.json', failure: { ...failure, twin: 'S (2)' } };
    expect(JSON.parse((await write('{"a":1}', [1], marked)).text)).toMatchObject([{ a: 1, _twin: 'S (2)' }]);
  });

  it('are kept as they are if they are not JSON', async () => {
    const { text, count } = await write('[{oops},{"a":1}]', [1, 2], { name: 'a.json' });
    expect(count).toBe(2);
    expect(text.startsWith('[\n{oops},\n{"a":1,"_line":2,')).toBe(true);
  });

  it('have their error on one line, without colours', async () => {
    const { text } = await write('{"a":1}', [1], {
      name: 'a.json',
      failure: { code: 'x', error: 'one\n\u001b[31mtwo' },
    });
    expect(JSON.parse(text)).toMatchObject([{ _error: 'one two', _field: '' }]);
  });

  it('can be read with the same --encoding', async () => {
    const order = { ...body, ChannelBuyerName: 'Zoë' };
    const options = { encoding: 'windows-1252' };
    const content = Buffer.from(JSON.stringify(order), 'latin1');
    const { bytes } = await write(content, [1], { name: 'a.json', options });
    expect((await read(bytes, { name: 'a.json', options })).bodies).toEqual([order]);
  });
});

describe('the file', () => {
  it('from an earlier run is removed when nothing failed', async () => {
    const { path } = await write(csv([{}]), [2]);
    expect((await write(csv([{}]), [])).count).toBe(0);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect(await readdir(folder)).toEqual([]);
  });

  it('stays unchanged when writing fails half way, with no leftovers', async () => {
    const { path, text } = await write(csv([{}]), [2]);
    const broken = `${csv([{}])}${'x,'.repeat(40_000)}"`;
    await expect(write(broken, [2])).rejects.toThrow(/never closed/);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['out.failed']);
  });

  it('is named in an error when it cannot be written', async () => {
    await writeFile(join(folder, 'blocked'), '');
    const path = join(folder, 'blocked', 'out.csv');
    const request = {
      source: sourceOf(csv([{}])),
      options: { set: [], decimal: 'point' as const, now },
      path,
      cwd: folder,
      failureAt: () => failure,
    };
    await expect(writeFailedFile(request)).rejects.toThrow(
      /out\.csv cannot be written: part of its path is not a folder/,
    );
  });
});
