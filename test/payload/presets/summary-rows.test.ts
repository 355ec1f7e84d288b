import { describe, expect, it } from 'vitest';
import { templateOf } from '../../../src/payload/templates.ts';
import { presetNames } from '../../../src/text/preset-names.ts';
import { testNow } from '../../support/time.ts';
import { cells, csv, read } from '../support.ts';

const options = { warehouse: 'Northgate FC', timezone: 'UTC', dispatchWithin: 86_400_000 };
const set = [['Currency', 'GBP']] as const;

/** The column of the reference, by shop. */
const references: Readonly<Record<string, string>> = {
  shopify: 'Name',
  amazon: 'order-id',
  ebay: 'Order number',
  etsy: 'Order ID',
  woocommerce: 'order_number',
  tiktok: 'Order ID',
  shipstation: 'Order - Number',
  linnworks: 'Reference Number',
};

/** Reads the preset's example with one more row, which has only these cells; all of them, or up to the last filled one. */
async function withRow(preset: string, cells: Readonly<Record<string, string>>, isShort = false) {
  const delimiter = preset === 'amazon' ? '\t' : ',';
  const text = templateOf('order', 'csv', testNow, preset);
  const names = text.split('\n', 1)[0]?.split(delimiter) ?? [];
  const row = names.map((name) => cells[name] ?? '');
  const width = isShort ? row.findLastIndex((cell) => cell !== '') + 1 : row.length;
  const added = row.slice(0, width).join(delimiter);
  return read(`${text}${added}\n`, { options: { ...options, preset, set } });
}

/** Any column with numbers. */
const sums: Readonly<Record<string, string>> = {
  shopify: 'Lineitem quantity',
  amazon: 'quantity-purchased',
  woocommerce: 'item_quantity',
  shipstation: 'Item - Qty',
};

describe.each(presetNames)('a row of totals in an export of %s', (preset) => {
  const reference = references[preset] as string;
  const sum = sums[preset] ?? 'Quantity';

  it.each(['Total', 'TOTALS', 'Grand total', 'Summe', ''])(
    'with the reference %j is no order',
    async (word) => {
      const { total, bodies, leftOut, problems } = await withRow(preset, { [reference]: word, [sum]: '7' });
      expect([total, bodies.length, leftOut, problems]).toEqual([1, 1, [], []]);
    },
  );

  it('may be short if it says what it is', async () => {
    const { total, bodies, problems } = await withRow(preset, { [reference]: 'Total' }, true);
    expect([total, bodies.length, problems]).toEqual([1, 1, []]);
  });
});

it.each(['Totals', 'Subtotal', 'Sum', 'Gesamt', 'Gesamtsumme', 'Totale', 'Totaal', 'Somme', 'Suma'])(
  'a row may also call itself %s',
  async (word) => {
    const { total, problems } = await withRow('etsy', { 'Order ID': word, Quantity: '7' });
    expect([total, problems]).toEqual([1, []]);
  },
);

describe('a row that may be an order', () => {
  it.each([
    ['etsy', { 'Sale Date': '09/01/26' }],
    ['linnworks', { 'Received date': '01/09/2026 09:12:44' }],
  ])('of %s that was cut off is an error', async (preset, cells) => {
    const { problems } = await withRow(preset, cells, true);
    expect(problems).not.toEqual([]);
  });

  it('without a reference is an error', async () => {
    const { problems } = await withRow('etsy', { SKU: 'AC-BOWL' });
    expect(problems).toMatchObject([{ message: 'ReferenceNumber is required' }]);
  });

  it.each([
    ['etsy', { 'Order ID': 'Total', SKU: 'AC-BOWL' }],
    ['etsy', { 'Order ID': 'Total', 'Item Name': 'Bowl' }],
    ['etsy', { 'Order ID': 'Total', 'Ship Name': 'Ida Sample' }],
    ['etsy', { 'Order ID': 'Total', 'Ship Address1': 'Bygade 1' }],
    ['etsy', { 'Order ID': 'Total-1', Quantity: '7' }],
  ])('of %s is not taken for totals: %j', async (preset, cells) => {
    const { total, leftOut } = await withRow(preset, {
      'Date Paid': '09/01/26',
      'Order Type': 'online',
      ...cells,
    });
    expect([total, leftOut]).toEqual([2, []]);
  });

  it('in a file of our own columns is an error', async () => {
    const blank = Object.fromEntries(Object.keys(cells).map((name) => [name, '']));
    const { problems } = await read(csv([{}, { ...blank, ReferenceNumber: 'Total', Qty: '7' }]));
    expect(problems).not.toEqual([]);
  });
});
