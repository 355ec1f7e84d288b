import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { readListFile } from '../../../src/payload/mapping/list-file.ts';
import { readPriceFile } from '../../../src/payload/mapping/pairs-file.ts';
import { readSkuFile } from '../../../src/payload/mapping/sku-map.ts';

const listOf = (label: string, text: string) => readListFile(label, Buffer.from(text));

const pricesIn = async (text: string, decimal: 'point' | 'comma' = 'point') =>
  await readPriceFile('--prices f', await listOf('--prices f', text), decimal);

const refusal = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
  } catch (error) {
    return error instanceof CfiError ? `${error.message} | ${error.details.hint ?? ''}` : String(error);
  }
  return 'was read';
};

describe('a price list', () => {
  it.each<[string, string, 'point' | 'comma', number]>([
    ['commas', 'SKU,PricePerUnit\nA,12.50\n', 'point', 12.5],
    ['semicolons and a decimal comma', 'SKU;PricePerUnit\nA;12,50\n', 'comma', 12.5],
    ['tabs and a decimal comma', 'SKU\tPricePerUnit\nA\t12,50\n', 'comma', 12.5],
    ['a quoted decimal comma', 'SKU,PricePerUnit\nA,"12,50"\n', 'comma', 12.5],
    ['a sep= line', 'sep=|\nSKU|PricePerUnit\nA|12.50\n', 'point', 12.5],
    ['columns in another order and case', 'Title;PRICEPERUNIT;sku\nTent;7;A\n', 'point', 7],
    ['JSON, whatever the decimal sign of the orders', '{"A": 12.5}', 'comma', 12.5],
  ])('is read with %s', async (_, text, decimal, price) => {
    expect([...(await pricesIn(text, decimal))]).toEqual([['A', price]]);
  });

  it.each<[string, string, RegExp]>([
    [
      'a decimal comma without --decimal comma',
      'SKU;PricePerUnit\nA;12,50\n',
      /"12,50" \| .*--decimal comma/,
    ],
    ['thousands', 'SKU,PricePerUnit\nA,"1,290.00"\n', /"1,290.00" \| .*thousands/],
    ['a currency sign', 'SKU,PricePerUnit\nA,£5\n', /currency/],
    ['a word', 'SKU,PricePerUnit\nA,free\n', /price of A is "free" \| it must be a number/],
    ['a blank price', 'SKU,PricePerUnit\nA,\n', /line 2: PricePerUnit is blank beside A/],
    ['two prices', 'SKU,PricePerUnit\nA,5\nA,6\n', /line 3: A appears twice, with 5 and 6/],
    ['a price without a SKU', 'SKU,PricePerUnit\n,5\n', /line 2: SKU is blank beside 5/],
    ['a blank price in JSON', '{"A": ""}', /^--prices f: PricePerUnit is blank beside A/],
    [
      'a decimal comma between commas',
      'SKU,PricePerUnit\nA,1,50\n',
      /line 2 has 3 cells, but the header has 2/,
    ],
    ['two columns of prices', 'SKU,PricePerUnit,price per unit\nA,5,6\n', /several columns PricePerUnit/],
    ['a member twice', '{"A": 5, "A": 6}', /^--prices f: A appears twice in the same object/],
    ['a number that loses digits', '{"A": 12345678901234567890}', /^--prices f: A is a number that cannot/],
    ['one column', 'SKU,Price\nA,5\n', /the columns SKU and PricePerUnit/],
    ['the other column', 'Name,PricePerUnit\nA,5\n', /the columns SKU and PricePerUnit/],
    ['damaged JSON', '{"A": 5', /--prices f is not JSON: /],
    [
      'an open quote',
      'SKU,PricePerUnit\n"A,5\n',
      /^--prices f:2: a quote opens a cell here and is never closed/,
    ],
    ['a quote that swallows a row', 'SKU,PricePerUnit\n"A,5\nB,6",7\n', /:2: .* holds whole rows/],
    ['no header', 'A,5\n', /the columns SKU and PricePerUnit/],
    ['nothing', '', /the columns SKU and PricePerUnit/],
  ])('is refused with %s', async (_, text, message) => {
    expect(await refusal(() => pricesIn(text))).toMatch(message);
  });
});

it('a price list may have blank lines, rows of blank cells, short rows and the same price twice', async () => {
  const text = '\nTitle,SKU,PricePerUnit,Note\n\nTent,A,5,\n,,,\nTent,A,5\nTent,B,6,new,,\n';
  expect([...(await pricesIn(text))]).toEqual([
    ['A', 5],
    ['B', 6],
  ]);
});

it('a SKU map with semicolons may have commas in its SKUs', async () => {
  const list = await listOf('--sku-map f', 'from;to\nOLD,1;AC-1\n');
  expect([...(await readSkuFile('--sku-map f', list))]).toEqual([['OLD,1', 'AC-1']]);
});
