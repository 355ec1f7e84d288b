import { expect, it } from 'vitest';
import { readListFile } from '../../../src/payload/mapping/list-file.ts';
import { readPriceFile } from '../../../src/payload/mapping/pairs-file.ts';
import { readSkuFile, skuNumbers } from '../../../src/payload/mapping/sku-map.ts';
import { type Cell, styled, workbook } from '../../support/workbooks/parts.ts';

async function cellsOf(
  rows: readonly (readonly Cell[])[],
  decimal?: 'point' | 'comma',
  columns: readonly string[] = ['PricePerUnit'],
) {
  const content = await workbook({
    sheets: [{ name: 'List', rows }],
    formats: ['£0.00', '00000', '0.00E+00', '0" pcs"', '#,##0'],
  });
  const numbers = decimal === undefined ? {} : { numbers: { columns, decimal } };
  return readListFile('--list list.xlsx', Buffer.from(content), numbers);
}

it('reads a SKU map from a workbook, with its codes as people see them', async () => {
  const cells = await cellsOf([
    ['_note', 'from', 'to'],
    ['x', styled(2, 42), 'AC-1'],
    [undefined, 5_012_345_678_900, 'AC-2'],
  ]);
  expect(Object.fromEntries(await readSkuFile('f', cells))).toEqual({
    '00042': 'AC-1',
    '5012345678900': 'AC-2',
  });
});

it.each(['point', 'comma'] as const)(
  'reads prices from a workbook, whatever their format (decimal %s)',
  async (decimal) => {
    const cells = await cellsOf(
      [
        ['SKU', 'PricePerUnit'],
        ['A', styled(1, 12.5)],
        ['B', 3],
      ],
      decimal,
    );
    expect([...(await readPriceFile('f', cells, decimal))]).toEqual([
      ['A', 12.5],
      ['B', 3],
    ]);
  },
);

it.each(['point', 'comma'] as const)(
  'reads the numbers of sets from a workbook, whatever their format (decimal %s)',
  async (decimal) => {
    const cells = await cellsOf(
      [
        ['from', 'to', 'qty', 'share'],
        ['S', 'A', styled(4, 2), styled(5, 1000)],
        ['S', 'B', undefined, 1.5],
      ],
      decimal,
      skuNumbers,
    );
    expect(Object.fromEntries(await readSkuFile('f', cells, decimal))).toEqual({
      S: [
        { SKU: 'A', Qty: 2, share: 1000 },
        { SKU: 'B', Qty: 1, share: 1.5 },
      ],
    });
  },
);

it.each<[Cell, RegExp]>([
  [
    { xml: 't="e"><v>#N/A</v>' },
    /^--list list\.xlsx, List!B2: the cell is the error of a spreadsheet formula/,
  ],
  [{ xml: '><f>A1</f>' }, /List!B2: the cell is a formula without a result/],
  [1e16, /List!B2: the cell has more than 15 digits/],
])('refuses %j', async (cell, message) => {
  await expect(
    cellsOf(
      [
        ['SKU', 'PricePerUnit'],
        ['A', cell],
      ],
      'point',
    ),
  ).rejects.toThrow(message);
});
