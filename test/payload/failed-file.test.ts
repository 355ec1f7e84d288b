import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFailedFile } from '../../src/payload/failed-file.ts';
import { csvRows } from '../../src/payload/source/csv-rows.ts';
import { failedFiles, failure } from './failed-files.ts';
import { body, csv, now, read, sourceOf } from './support.ts';

const { write, folder } = failedFiles();

async function cellsIn(bytes: Buffer, literalQuotes = false): Promise<string[][]> {
  const pieces = async function* () {
    yield bytes.toString('utf8');
  };
  const found: string[][] = [];
  for await (const { rows } of csvRows(pieces(), 'a.csv', literalQuotes))
    found.push(...rows.map(({ cells }) => cells));
  return found;
}

const weird = {
  ReferenceNumber: '=R-1',
  ChannelBuyerName: 'O"Hara, "Bo"',
  'DeliveryAddress.Address1': 'Flat 2\r\nHigh Street\n',
  'DeliveryAddress.Address2': ' -+@cmd ',
  'DeliveryAddress.PostCode': '01234',
  SKU: '22E1',
};

it('closes the input if the output cannot be opened', async () => {
  let open = 0;
  const source = {
    name: 'a.json',
    async *open() {
      open += 1;
      try {
        for (;;) yield Buffer.from('{"a": 1}\n'.repeat(500));
      } finally {
        open -= 1;
      }
    },
  };
  const options = { set: [], decimal: 'point', now } as const;
  const where = { path: join(folder(), 'missing', 'out.json'), place: { cwd: folder() } };
  await expect(writeFailedFile({ source, options, ...where, failureAt: () => failure })).rejects.toThrow();
  expect(open).toBe(0);
});

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
  ])('are UTF-8 that the same options can read: %s', async (form, bytes, encoding) => {
    const options = encoding === undefined ? {} : { encoding };
    const written = await write(bytes, [2], { options });
    expect(written.text).toContain('Zoë');
    expect(written.text.startsWith('\ufeff')).toBe(form !== 'UTF-8');
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
    const rows = await cellsIn(bytes);
    expect(rows.map((cells) => cells.length)).toEqual([6, 6]);
  });

  it('have no byte order mark if the input had none', async () => {
    expect((await write(csv([{}]), [2])).text.startsWith('ReferenceNumber,')).toBe(true);
    for (const pieceSize of [1, 2, 3, 1000]) {
      const { text } = await write(`\ufeff${csv([{}])}`, [2], { pieceSize });
      expect(text.startsWith('\ufeffReferenceNumber,')).toBe(true);
    }
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
    const marked = { failure: { ...failure, duplicate: 'S (2)' }, hasDuplicates: true };
    const first = await write('a\n1\n', [2], marked);
    expect(first.text).toBe('a,_line,_field,_code,_error,_twin\r\n1,2,Qty,rejected,no,S (2)\r\n');
    const again = await write(first.bytes, [2], { hasDuplicates: true });
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
    const rows = await cellsIn(bytes);
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

  it('from a marketplace report keep their cells', async () => {
    const row = ['"a"b"', 'c"', ' d ', '""', '"e ""f"""', '"""g"""'].join('\t');
    const header = { line: 1, literalQuotes: true };
    const { bytes } = await write(`1\t2\t3\t4\t5\t6\n${row}\n`, [2], { header });
    expect((await cellsIn(bytes, true))[1]?.slice(0, 6)).toEqual(['"a"b"', 'c"', ' d ', '', 'e "f"', '"g"']);
    expect(bytes.toString('utf8')).toContain('\n"""a""b"""\tc"\t d \t\te "f"\t"""g"""\t2');
  });

  it('from a marketplace report keep their quotes', async () => {
    const fixture = await readFile(new URL('../../fixtures/csv/presets/amazon.txt', import.meta.url));
    const options = { preset: 'amazon', warehouse: 'Northgate FC' };
    const before = await read(fixture, { options });
    const { bytes } = await write(fixture, [2, 3], { options, header: before.headers[0] });
    expect((await read(bytes, { options })).bodies).toEqual([before.bodies[0]]);
  });
});

describe('the file', () => {
  it('from an earlier run is removed when nothing failed', async () => {
    const { path } = await write(csv([{}]), [2]);
    expect((await write(csv([{}]), [])).count).toBe(0);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect(await readdir(folder())).toEqual([]);
  });

  it('stays unchanged when writing fails half way, with no leftovers', async () => {
    const { path, text } = await write(csv([{}]), [2]);
    const broken = `${csv([{}])}${'x,'.repeat(40_000)}"`;
    await expect(write(broken, [2])).rejects.toThrow(/never closed/);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(folder())).toEqual(['out.failed']);
  });

  it('is named in an error when it cannot be written', async () => {
    await writeFile(join(folder(), 'blocked'), '');
    const path = join(folder(), 'blocked', 'out.csv');
    const request = {
      source: sourceOf(csv([{}])),
      options: { set: [], decimal: 'point' as const, now },
      path,
      place: { cwd: folder() },
      failureAt: () => failure,
    };
    await expect(writeFailedFile(request)).rejects.toThrow(
      /out\.csv cannot be written: part of its path is not a folder/,
    );
  });
});
