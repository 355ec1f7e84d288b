import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failedFiles, failure } from './failed-files.ts';
import { body, read } from './support.ts';

const { write } = failedFiles();

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
    ['a member twice', '{"Currency":"EUR","Currency":"GBP","_line":7}', '"Currency":"EUR","Currency":"GBP"'],
    ['a number that cannot be kept', '{"n":1e400 , "_line":7,"_error":"x"}', '"n":1e400'],
    [
      'brackets and quotes',
      '{"a":[{"_line":1},"]"],"_line":7,"_code":"}\\"","_twin":"b"}',
      '"a":[{"_line":1},"]"]',
    ],
    ['nothing', '{ "_line": 7 }', ''],
    ['members within others', '{"a":{"b":1,"_line":2},"_line": 7\n}', '"a":{"b":1,"_line":2}'],
    ['marks only within others', '{"a":{"b":1,"_line":2}}', '"a":{"b":1,"_line":2}'],
    ['members behind the marks', '{"a":1,"_line":7,"b":2}', '"a":1,"_line":7,"b":2'],
  ])('keep the text of a document with old marks: %s', async (_, content, kept) => {
    const { text } = await write(content, [1], { name: 'a.json' });
    const marks = '"_line":1,"_field":"Qty","_code":"rejected","_error":"no"}';
    expect(text).toBe(`[\n{${kept}${kept === '' ? '' : ','}${marks}\n]\n`);
  });

  it.each([1, 20, 1000])('are one list, in whatever pieces they arrive: %d', async (pieceSize) => {
    // Longer than what is read before the text is split.
    const b = 'x'.repeat(1000);
    const content = [1, 2, 3, 4, 5].map((a) => JSON.stringify({ a, b })).join('\n');
    const { text, count } = await write(content, [2, 5], { name: 'a.json', pieceSize });
    expect([count, JSON.parse(text)]).toMatchObject([2, [{ a: 2 }, { a: 5 }]]);
  });

  it('leave no file if none failed', async () => {
    const { path } = await write('{"a":1}', [1], { name: 'a.json' });
    await write('{"a":1}', [], { name: 'a.json' });
    expect(existsSync(path)).toBe(false);
  });

  it('name a duplicate', async () => {
    const marked = { name: 'a.json', failure: { ...failure, duplicate: 'S (2)' } };
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
