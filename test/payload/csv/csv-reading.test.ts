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
  it.each<[string, string]>([
    ['semicolons', csv([{}], ';')],
    ['a byte-order mark', `\ufeff${one}`],
    ['a header with spaces around the names', one.replace(/^.*/, (header) => header.replaceAll(',', ' , '))],
    ['a header with non-breaking spaces', one.replace('Currency', '\u00a0Currency\u00a0')],
    ['columns without a name that stay blank', one.replaceAll(/(.)\n/g, '$1,,\n')],
    ['cells with spaces around', one.replace('GBP', ' GBP\u00a0')],
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
});

describe('errors that stop reading', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['an empty file', '', /^orders\.csv is empty/],
    ['a file of white space', ' \n\n', /empty/],
    ['a byte-order mark alone', '\ufeff', /empty/],
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
