import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../src/payload/source/open-payload.ts';
import { read } from '../support.ts';

const exportAgain = 'export the orders as CSV or as a workbook, and use that file';
const unpack = 'unpack it and use the file inside';

const refusalOf = async (content: Uint8Array | string) => {
  const failure = await read(content, { name: 'a.csv' }).catch((error: unknown) => error);
  return failure as { message: string; details: { hint?: string; errors: object[] } };
};

describe('a file that is no text', () => {
  it.each([
    [Buffer.from([0x1f, 0x8b, 0x08]), 'is a gzip file, not text', unpack],
    [Buffer.from('%PDF-1.7'), 'is a PDF, not text', exportAgain],
  ] as const)('%# %s', async (content, is, hint) => {
    const { message, details } = await refusalOf(content);
    expect(message).toBe(`a.csv ${is}`);
    expect(details).toMatchObject({ hint, errors: [{ file: 'a.csv', message: `the file ${is}` }] });
  });

  it.each(['<!DOCTYPE html>', ' <html lang="en">', '<HEAD>', '<body>', '<table>', '<meta>', '<?xml ?>'])(
    'may be a page that begins with %s',
    async (start) => {
      const { message, details } = await refusalOf(start);
      expect(message).toBe('a.csv is a web page or XML, not CSV or JSON');
      expect(details.hint).toMatch(/^download the export again, signed in/);
    },
  );

  it.each(['PK', '%PD', '<tablet>', '<b>'])('does not begin with %j', async (start) => {
    expect((await refusalOf(`${start},b\n1,2\n`)).message).toMatch(/there is no column ReferenceNumber/);
  });
});

describe('the format of a file', () => {
  it.each([
    ['a.csv', '[', 'csv'],
    ['A.TSV', '{', 'csv'],
    ['a.json', 'a', 'json'],
    ['a.ndjson', 'a', 'json'],
    ['a.JSONL', 'a', 'json'],
    ['-', ' \n[', 'json'],
    ['orders', '{', 'json'],
    ['orders.txt', 'a,b', 'csv'],
    ['a.json.txt', 'a,b', 'csv'],
  ])('%s that begins with %j is %s', (name, start, format) => {
    expect(formatOf(name, start, {})).toBe(format);
  });

  it('is the one asked for', () => {
    expect(formatOf('a.json', '{', { format: 'csv' })).toBe('csv');
    expect(formatOf('a.csv', 'a', { format: 'json' })).toBe('json');
  });
});
