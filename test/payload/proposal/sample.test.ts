import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { propose } from '../../../src/payload/proposal/propose.ts';
import { readSample } from '../../../src/payload/proposal/sample.ts';
import { cells, csv, now, sourceOf } from '../support.ts';

const options: ReadingOptions = { set: [], decimal: 'point', now };
const sampleOf = (content: string | Uint8Array, more: Partial<ReadingOptions> = {}) =>
  readSample(sourceOf(content, 'export.csv', 1000), { ...options, ...more });

const header = 'Order #,Date,SKU,Qty';
const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `R-${at},2026-08-28,AC-1,2\n`).join('');

describe('the header of a file', () => {
  it.each<[string, string, number]>([
    ['the first row', `${header}\n${rows(3)}`, 1],
    ['below a title', `Orders\n\n${header}\n${rows(3)}`, 3],
    ['below a title of two cells', `Orders,2026\n${header}\n${rows(3)}`, 2],
    ['shorter than its rows', `Order #,Date,SKU\n${rows(3)}`, 1],
    ['below twenty titles', `${'Orders\n'.repeat(20)}${header}\n${rows(3)}`, 21],
    ['the first row, below more titles', `${'Orders\n'.repeat(21)}${header}\n${rows(3)}`, 1],
    ['the first row of one column', 'Order #\nR-1\nR-2\n', 1],
    ['of two columns below a title', 'Orders\nOrder #,SKU\nR-1,AC-1\n', 2],
    ['three fifths of its fullest row', 'Order #,SKU,Qty\nR-1,AC-1,2,,x,x\n', 1],
    ['not less than three fifths of it', 'Orders,of,today\nOrder #,Date,SKU,Qty,Price,Note\nR-1,,,,,\n', 2],
    ['with blank columns', `Orders,,,,\n${header},\n${rows(3)}`, 2],
  ])('is %s', async (_, content, line) => {
    expect((await sampleOf(content)).line).toBe(line);
  });

  it('is that of the preset, even below a row that is as full', async () => {
    const names =
      'Sale Date,Item Name,Quantity,Price,Currency,Transaction ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship City,Ship Zipcode,Ship Country,Order ID,Order Type,SKU';
    const above = names.replaceAll(/[A-Za-z]/g, 'x');
    const { line, preset } = await sampleOf(`${above}\n${names}\n`);
    expect([line, preset?.name, preset?.isNamed]).toEqual([2, 'etsy', false]);
  });
});

describe('the rows of a sample', () => {
  it('are the first five hundred below the header', async () => {
    const { rows: read } = await sampleOf(`Orders\n${header}\n${rows(600)}`);
    expect([read.length, read[0]?.[0], read.at(-1)?.[0]]).toEqual([500, 'R-0', 'R-499']);
    expect((await sampleOf(`${'Orders\n'.repeat(20)}${header}\n${rows(600)}`)).rows).toHaveLength(500);
  });

  it('are read without the rest of the file', async () => {
    expect((await sampleOf(`${header}\n${rows(2000)}"never closed`)).rows).toHaveLength(500);
  });
});

describe('the encoding of a file', () => {
  const latin = Buffer.from(`${header},Straße\n${rows(2)}`, 'latin1');

  it('is told only where it was not given', async () => {
    expect((await sampleOf(latin)).encoding).toBe('windows-1252');
    expect((await sampleOf(latin, { encoding: 'windows-1252' })).encoding).toBeUndefined();
    expect((await sampleOf(`${header}\n${rows(2)}`)).encoding).toBeUndefined();
  });

  it('is not another than the one given', async () => {
    await expect(sampleOf(latin, { encoding: 'utf-8' })).rejects.toThrow('is not UTF-8');
  });
});

describe("a file with the service's own columns", () => {
  const of = async (content: string, more: Partial<ReadingOptions> = {}) => {
    const all = { ...options, ...more };
    return propose(await sampleOf(content, more), all);
  };

  it('needs no map, and shows its fields and cells', async () => {
    const { needsNoMap, draft, columns } = await of(csv([{}]));
    expect(needsNoMap).toBe(true);
    expect(draft.fields.get('SKU')).toEqual({ entry: 'SKU', confidence: 'sure', columns: ['SKU'] });
    expect(columns.map(({ name }) => name)).toEqual(Object.keys(cells));
  });

  it('needs one if a column is not its own, or there is no reference', async () => {
    expect((await of(csv([{ Colour: 'red' }]))).needsNoMap).toBeUndefined();
    expect((await of(csv([{ ReferenceNumber: undefined }]))).needsNoMap).toBeUndefined();
  });

  it('is read by the preset that is given', async () => {
    const { needsNoMap, draft, columns } = await of(csv([{}]), { preset: 'etsy' });
    expect([needsNoMap, draft.extends, columns.length]).toEqual([
      undefined,
      'etsy',
      Object.keys(cells).length,
    ]);
  });
});
