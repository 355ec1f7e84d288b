import { describe, expect, it } from 'vitest';
import { type ListTable, readListFile, referencesIn } from '../../src/payload/mapping/list-file.ts';
import { readPairs } from '../../src/payload/mapping/pairs-file.ts';
import { setExpander } from '../../src/payload/mapping/sets.ts';
import { readSkuFile, readSkus } from '../../src/payload/mapping/sku-map.ts';
import { cellFormat } from '../../src/payload/source/workbook/number-format.ts';
import { atOnce } from '../../src/text/records.ts';
import { body, csv as csvOf, read } from '../payload/support.ts';

const skusIn = (...given: Parameters<typeof readSkus>) => atOnce(readSkus(...given));
const csv = async (rows: readonly string[]) =>
  await readSkuFile('--sku-map f', await readListFile('--sku-map f', Buffer.from(rows.join('\n'))));
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('a list of any length', () => {
  it('is read in slices, between which signals are heard', async () => {
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const rows = Buffer.from(`from,to\n${many(300_000, (at) => `S-${at},T-${at}`).join('\n')}`);
    const list = (await readListFile('--sku-map f', rows)) as ListTable;
    const seen = [turns];
    for (const work of [
      () => readSkuFile('f', list),
      () => readPairs('f', list, ['from', 'to']),
      () => referencesIn('f', { ...list, titles: ['ReferenceNumber', ''] }),
    ]) {
      turns = 0;
      expect([...(await work())]).toHaveLength(300_000);
      seen.push(turns);
    }
    isRead = true;
    expect(seen.map((each) => each > 0)).toEqual([true, true, true, true]);
  });

  it('in another encoding is judged by the text around a wrong byte', async () => {
    const rows = Buffer.alloc(6_000_000, Buffer.from('sku,name\ncaf\xe9 \xe9l\xe8ve,xx\n', 'latin1'));
    await expect(readListFile('--sku-map f', rows)).rejects.toThrow('reads as words in windows-1252');
  });

  it('has at most 250,000 values in JSON, which is read at one go', async () =>
    expect(readListFile('--prices f', Buffer.from(`{"A": [${'1,'.repeat(250_000)}1]}`))).rejects.toThrow(
      '--prices f holds more than 250,000 values',
    ));

  it('has at most 1,000,000 rows', async () =>
    expect(readListFile('--refs f', Buffer.from('R\n'.repeat(1_000_002)))).rejects.toThrow(
      '--refs f has more than 1,000,000 rows',
    ));
});

describe('a SKU map of any size', () => {
  it('may chain names without end', async () => {
    const rows = many(10_000, (at) => `S-${at},S-${at + 1}`);
    const skus = await csv(['from,to', ...rows]);
    expect(setExpander(skus, undefined)).toBeUndefined();
    await expect(csv(['from,to', ...rows, 'S-10000,S-0'])).rejects.toThrow('goes in a circle: S-0 > S-1');
  });

  it.each([
    ['in rows', () => csv(['from,to,qty', ...many(900, (at) => `SET,P-${at},1`)])],
    ['in JSON', () => skusIn('m', { SET: many(900, (at) => ({ SKU: `P-${at}` })) })],
  ])('makes at most 1,000 parts of a SKU: %s', async (_, read) => {
    const line = { SKU: 'SET', Qty: 1, PricePerUnit: 9, OrderLineNumber: '1' };
    expect(setExpander(await read(), undefined)?.(line)).toHaveLength(900);
  });

  it('refuses sets within sets that double at each level, and sets of thousands of parts, by name', async () => {
    // By doubling it would take minutes, and so would the square of the parts.
    const doubling = many(30, (at) => [`L-${at},L-${at + 1},1,`, `L-${at},L-${at + 1},1,2`]).flat();
    const wide = many(30_000, (at) => `WIDE,P-${at},1,`);
    for (const [rows, name] of [
      [doubling, /more than 1000 parts of L-20, those of the sets in it counted/],
      [wide, /more than 1000 parts of WIDE/],
    ] as const)
      await expect(csv(['from,to,qty,share', ...rows])).rejects.toThrow(name);
  });

  it('makes at most 20,000 lines of an order, from rows and from JSON', async () => {
    const skuMap = skusIn('m', { SET: many(900, (at) => ({ SKU: `P-${at}` })) });
    const lines = many(30, () => ({ ...body.OrderItems[0], SKU: 'SET', Qty: 1, PricePerUnit: 90 }));
    const rows = csvOf(many(30, () => ({ SKU: 'SET', Qty: '1', PricePerUnit: '90' })));
    for (const content of [JSON.stringify({ ...body, OrderItems: lines }), rows]) {
      const { problems } = await read(content, {
        name: content.startsWith('{') ? 'o.json' : 'o.csv',
        options: { skuMap },
      });
      expect(problems).toHaveLength(8);
      expect(problems[0]?.message).toMatch(
        /SKU makes more than 20,000 lines of the order, the most that are read$/,
      );
    }
  });

  it('counts the sets of a map and those of --sku-map together', () => {
    const own = skusIn('map', { A: many(40, (at) => ({ SKU: at === 0 ? 'B' : `P-${at}`, Qty: 2 })) });
    const wide = skusIn('file', { B: many(990, (at) => ({ SKU: `Q-${at}` })) });
    expect(() => setExpander(new Map([...own, ...wide]), undefined)).toThrow('more than 1000 parts of A');
  });
});

it('a number format has the 255 characters that Excel allows', () => {
  const format = cellFormat('m'.concat('-m'.repeat(25_000)));
  expect(format.showTime({ date: '2026-09-01', time: '10:15:00' })).toBe('9-'.repeat(127).concat('9'));
});

it('tells months from minutes', () => {
  const shown = (code: string) => cellFormat(code).showTime({ date: '2026-09-01', time: '10:05:07' });
  expect(['d/m h:mm', 'mm:ss', 'mm/yy', 'h:m'].map(shown)).toEqual(['1/9 10:05', '05:07', '09/26', '10:5']);
});
