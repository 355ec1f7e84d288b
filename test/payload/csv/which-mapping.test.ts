import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { identity } from '../mapping/mapped.ts';
import { csv, read } from '../support.ts';

describe('a preset beside a map', () => {
  // Only the preset of Shopify decides by this column.
  const download = { 'Lineitem requires shipping': 'false' };
  const shopifys = { Name: 'x', 'Financial Status': 'paid', 'Lineitem name': 'x' };
  const extending = { $extends: 'shopify', ...identity };

  it.each<[string, Partial<ReadingOptions>, object, string | undefined]>([
    ['given: read by both', { preset: 'shopify', map: identity }, download, 'not-goods'],
    [
      'saved, for a file of another shop: read by the map alone',
      { preset: 'shopify', presetIsSaved: true, map: identity },
      download,
      undefined,
    ],
    [
      'saved, for a file of its shop: read by both',
      { preset: 'shopify', presetIsSaved: true, map: identity },
      { ...download, ...shopifys },
      'not-goods',
    ],
    [
      'saved, with a map that extends another: read by that one and the map',
      { preset: 'etsy', presetIsSaved: true, map: extending },
      download,
      'not-goods',
    ],
    ['none, with a map that extends one', { map: extending }, download, 'not-goods'],
    ['none: read by the map alone', { map: identity }, { ...download, ...shopifys }, undefined],
  ])('%s', async (_, options, row, expected) => {
    const { documents, problems } = await read(csv([row as Record<string, string>]), { options });
    expect(problems).toEqual([]);
    expect(documents.map(({ leftOut }) => leftOut)).toEqual([expected]);
  });
});

describe('a file without a reference column', () => {
  const hintFor = async (reading: Parameters<typeof read>[1], text = 'a,b\n1,2\n'): Promise<unknown> => {
    try {
      await read(text, reading);
    } catch (error) {
      return (error as { details?: { hint?: string } }).details?.hint;
    }
    return 'was read';
  };

  it.each<[string, Parameters<typeof read>[1], unknown]>([
    [
      'is perhaps an export, for which cfi proposes a map',
      { name: 'my shop.csv' },
      "for a file with other column names: cfi order map 'my shop.csv'",
    ],
    ['cannot be read twice from standard input', { name: '-' }, undefined],
    ['has a map already', { options: { map: { ...identity, ReferenceNumber: 'c' } } }, undefined],
    [
      'is no export if it is of deliveries',
      { kind: 'inbound' },
      'for a file to fill in: cfi inbound template',
    ],
    ['is the export of no shop', { options: { preset: 'etsy' } }, undefined],
  ])('%s', async (_, reading, hint) => {
    expect(await hintFor(reading)).toBe(hint);
  });
});

describe('the header of an export', () => {
  const map = { ...identity };
  it('is found below twenty lines of titles, and not below more', async () => {
    const below = (lines: number) => `${'Report\n'.repeat(lines)}${csv([{}])}`;
    expect((await read(below(20), { options: { map } })).problems).toEqual([]);
    await expect(read(below(21), { options: { map } })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('is found below lines that name one of its columns, however late it arrives', async () => {
    for (const length of [1, 200_000]) {
      const content = `Shop,SKU\nOf,Today\nNotes,${'x'.repeat(length)}\n${csv([{}])}`;
      const { documents, problems } = await read(content, { options: { map } });
      expect(problems).toEqual([]);
      expect(documents).toMatchObject([{ reference: 'R-1', lines: [5] }]);
    }
  });

  it('is the first line if it is not the one of the preset', async () => {
    await expect(read('a,b\n1,2\n', { options: { preset: 'etsy' } })).rejects.toThrow(
      'orders.csv: there is no column',
    );
  });

  it('counts no title as a row', async () => {
    const { notices, total } = await read(`Report\nof today\n${csv([])}`, {
      name: 'a.csv',
      options: { map },
    });
    expect([notices, total]).toEqual([['a.csv has a header and no rows'], 0]);
  });

  it('may have 2000 columns', async () => {
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`_${at}`, 'x']));
    expect((await read(csv([others(2000 - Object.keys(identity).length)]))).problems).toEqual([]);
    await expect(read(csv([others(2001 - Object.keys(identity).length)]))).rejects.toThrow(
      'the header has 2001 columns; is it the right file?',
    );
  });
});
