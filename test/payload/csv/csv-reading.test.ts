import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { body, csv, read } from '../support.ts';

const one = csv([{}]);
const message = async (content: string | Uint8Array, options = {}): Promise<string> => {
  try {
    await read(content, { options });
  } catch (error) {
    return error instanceof CfiError
      ? `${error.message} | ${error.details.hint ?? ''}`
      : `not ours: ${error}`;
  }
  return 'was read';
};

describe('the dialect of a file', () => {
  const quotedHeader = one.replace(/^.*\n/, (header) => `"${header.trim().replaceAll(',', '","')}"\n`);
  it.each<[string, string]>([
    ['commas', one],
    ['semicolons', csv([{}], ';')],
    ['tabs', csv([{}], '\t')],
    ['a quoted header', quotedHeader],
    [
      'a quoted header with semicolons',
      `${quotedHeader.split('\n')[0]?.replaceAll('","', '";"')}\n${csv([{}], ';').split('\n')[1]}`,
    ],
    ['a sep= line', `sep=;\n${csv([{}], ';')}`],
    ['a quoted sep= line', `"sep=,"\r\n${one}`],
    ['a sep= line that names an unusual delimiter', `SEP=|\n${csv([{}], '|')}`],
    ['CRLF', one.replaceAll('\n', '\r\n')],
    ['CR', one.replaceAll('\n', '\r')],
    ['no line break at the end', one.trimEnd()],
    ['a byte-order mark', `\ufeff${one}`],
    ['a byte-order mark and a sep= line', `\ufeffsep=,\n${one}`],
    ['blank lines around and between', `\n\r\n${one.replace('\n', '\n\n')}\n\n`],
    ['rows of bare delimiters', one.replace('\n', `\n${','.repeat(15)}\n`) + ' , ,'.repeat(5)],
    ['a header with spaces around the names', one.replace(/^.*/, (header) => header.replaceAll(',', ' , '))],
    ['a header with non-breaking spaces', one.replace('Currency', '\u00a0Currency\u00a0')],
    ['columns without a name that stay blank', one.replaceAll(/(.)\n/g, '$1,,\n')],
    ['cells with spaces around', one.replace('GBP', ' GBP\u00a0')],
    ['quoted cells with spaces around the quotes', one.replace('GBP', ' "GBP" ')],
    [
      'every cell quoted',
      one
        .trim()
        .split('\n')
        .map((line) => `"${line.replaceAll(',', '","')}"`)
        .join('\n'),
    ],
    [
      'columns in another order',
      one
        .split('\n')
        .map((line) => line.split(',').reverse().join(','))
        .join('\n'),
    ],
    ['columns whose name begins with _', csv([{ _line: '7', _error: 'was wrong' }])],
  ])('is recognised: %s', async (_, content) => {
    expect((await read(content)).bodies).toEqual([body]);
    expect((await read(content, { pieceSize: 1 })).bodies).toEqual([body]);
    expect((await read(content, { pieceSize: 7 })).bodies).toEqual([body]);
  });

  it.each<[string, string, string]>([
    ['quoted delimiters', 'Flat 2, High Street', 'Flat 2, High Street'],
    ['doubled quotes', 'the "Old" Mill', 'the "Old" Mill'],
    ['quoted line breaks', 'Flat 2\nHigh Street', 'Flat 2\nHigh Street'],
    ['quoted CRLF', 'Flat 2\r\nHigh Street', 'Flat 2\r\nHigh Street'],
    ['letters of any script', 'Łódź, 東京, naïve', 'Łódź, 東京, naïve'],
    ['emoji', 'House 🏠', 'House 🏠'],
    ['a leading apostrophe', "'s-Gravenhage 1", "'s-Gravenhage 1"],
    ['an equals sign', '=1+1', '=1+1'],
  ])('keeps %s in a cell', async (_, written, sent) => {
    for (const pieceSize of [65_536, 3]) {
      const { bodies } = await read(csv([{ 'DeliveryAddress.Address1': written }]), { pieceSize });
      expect(bodies[0]?.DeliveryAddress.Address1).toBe(sent);
    }
  });

  it('treats a quote within an unquoted cell as a character', async () => {
    const { bodies } = await read(one.replace('Two-person tent', 'Pipe 5" long'));
    expect(bodies[0]?.OrderItems[0].ItemTitle).toBe('Pipe 5" long');
  });
});

describe('errors that stop reading', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['an empty file', '', /^orders\.csv is empty/],
    ['a file of white space', ' \n\n', /empty/],
    ['a byte-order mark alone', '\ufeff', /empty/],
    [
      'an unclosed quote',
      `${one}${one.split('\n')[1]?.replace('GBP', '"GBP')}\n\n\n`,
      /orders\.csv:3: a quote opens a cell here and is never closed/,
    ],
    ['an unclosed quote on the last line', one.replace('129.00', '"129.00'), /orders\.csv:2: a quote opens/],
    [
      'text after a closing quote',
      one.replace('GBP', '"GBP"x'),
      /orders\.csv:2: a quote closes a cell, but more text follows/,
    ],
    ['a gzip file', Uint8Array.of(0x1f, 0x8b, 8), /is a gzip file, not text .* unpack it/],
    [
      'a web page',
      '\ufeff\n <!DOCTYPE html>\n<html><body>Sign in</body>',
      /^orders\.csv is a web page or XML, .*download the export again/,
    ],
    [
      'a table saved from a web page',
      '<table border=1><tr><td>Order</td></tr></table>',
      /is a web page or XML/,
    ],
    ['a web page in UTF-16', Buffer.from('\ufeff<html><p>', 'utf16le'), /is a web page or XML/],
    ['NUL bytes', 'R\0e\0f\0', /^orders\.csv:1: this line contains NUL bytes.*utf-16le/],
  ])('%s', async (_, content, expected) => {
    expect(await message(content)).toMatch(expected);
  });

  it('names the line of the opening quote, after quoted line breaks and blank lines', async () => {
    const [header, row = ''] = one.split('\n');
    const first = row.replace('1 Example Street', '"1\n\nExample Street"');
    const content = `sep=,\n${header}\n\n${first}\n${row.replace('R-1', 'R-2').replace('PAID', '"PAID')}\n${row}\n`;
    expect(await message(content)).toMatch(/orders\.csv:7: a quote opens/);
  });

  it('gives up on a row that is longer than a million characters, with quotes and without', async () => {
    const [header, row = ''] = one.split('\n');
    const long = row.replace('1 Example Street', 'x'.repeat(1_200_000));
    for (const first of [row, row.replace('GBP', '"GBP"')])
      expect(await message(`${header}\n${first}\n${long}`)).toBe(
        'orders.csv:3: a row is longer than a million characters | ',
      );
  });

  it('gives up on a quote that swallows a megabyte', async () => {
    const content = `${one}"${'x,y\n'.repeat(300_000)}`;
    expect(await message(content)).toMatch(/orders\.csv:3: a quote opens a cell here and is never closed/);
  });

  it.each([
    ['there is no such file', 'ENOENT', /gone\.csv: there is no such file/],
    ['it is a folder', 'EISDIR', /gone\.csv: it is a folder/],
    ['something else', 'EIO', /gone\.csv: the disk reports an error/],
  ])('reports a file that cannot be opened: %s', async (_, code, expected) => {
    const { readAll } = await import('../support.ts');
    const failing = {
      name: 'gone.csv',
      // biome-ignore lint/correctness/useYield: it fails before it can yield anything
      async *open(): AsyncGenerator<Uint8Array> {
        throw Object.assign(new Error(code), { code });
      },
    };
    await expect(readAll([failing])).rejects.toThrow(expected);
  });
});

describe('physical lines', () => {
  const [header = '', row = ''] = one.split('\n');
  const r = (number: number): string => row.replace('R-1', `R-${number}`);
  const broken = r(1).replace('1 Example Street', '"1\nExample\nStreet"');
  it.each<[string, string, number[]]>([
    ['one after the other', `${header}\n${r(1)}\n${r(2)}\n`, [2, 3]],
    ['after a quoted line break', `${header}\n${broken}\n${r(2)}\n`, [2, 5]],
    ['after a quoted CRLF', `${header}\n${broken}\n${r(2)}\n`.replaceAll('\n', '\r\n'), [2, 5]],
    ['after a quoted CR', `${header}\n${broken}\n${r(2)}\n`.replaceAll('\n', '\r'), [2, 5]],
    ['after blank lines', `\n${header}\n\n${r(1)}\n\n\n${r(2)}\n`, [4, 7]],
    ['after a sep= line', `sep=,\n${header}\n${r(1)}\n${r(2)}\n`, [3, 4]],
    ['after a sep= line with CRLF', `sep=,\r\n${header}\r\n${r(1)}\r\n${r(2)}\r\n`, [3, 4]],
    ['after a byte-order mark', `\ufeff${header}\n${r(1)}\n${r(2)}\n`, [2, 3]],
    ['after a quoted header with a line break', `"_a\nb",${header}\n,${r(1)}\n,${r(2)}\n`, [3, 4]],
    ['after a row of bare delimiters', `${header}\n,,,\n${r(1)}\n,,,\n${r(2)}\n`, [3, 5]],
    ['with mixed line breaks', `${header}\r\n${r(1)}\n\r${r(2)}`, [2, 4]],
  ])('%s', async (_, content, expected) => {
    for (const pieceSize of [65_536, 1, 5, 64]) {
      const { documents } = await read(content, { pieceSize });
      expect(documents.map(({ lines }) => lines[0])).toEqual(expected);
    }
  });
});

describe('ragged rows', () => {
  const [header = '', row = ''] = one.split('\n');
  it.each<[string, string, string]>([
    ['too many', row.replace('1 Example Street', 'Flat 1, Example Street'), '17 cells'],
    ['too few', row.split(',').slice(0, 12).join(','), '12 cells'],
    ['a blank cell too many', `${row},`, '17 cells'],
  ])('are errors: %s', async (_, ragged, found) => {
    const { problems, total, invalid } = await read(`${header}\n${ragged}\n${row.replace('R-1', 'R-2')}\n`);
    expect({ total, invalid }).toEqual({ total: 2, invalid: 1 });
    expect(problems).toMatchObject([{ file: 'orders.csv', line: 2, found, expected: '16 cells' }]);
  });

  it('leave only its lines to judge if it is the first of an order', async () => {
    const lines = csv([{}, { ReceivedDate: '', Currency: '', SKU: '' }]).split('\n');
    const [names = '', first = '', second = ''] = lines;
    const problemsOf = async (...rows: string[]) => {
      const { problems } = await read([names, ...rows, ''].join('\n'));
      return problems.map(({ line, field, expected }) => [line, field ?? expected]);
    };
    expect(await problemsOf(`${first},x`, second)).toEqual([
      [2, '16 cells'],
      [3, 'SKU'],
    ]);
    expect(await problemsOf(second, `${first},x`)).toEqual([
      [2, 'ReceivedDate'],
      [2, 'Currency'],
      [2, 'SKU'],
      [3, '16 cells'],
    ]);
  });

  it('block the whole order', async () => {
    const { bodies, documents } = await read(`${header}\n${row}\n${row},x\n`);
    expect(bodies).toEqual([]);
    expect(documents).toMatchObject([{ reference: 'R-1', invalid: true, lines: [2, 3] }]);
  });
});
