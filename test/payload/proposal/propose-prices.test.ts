import { describe, expect, it } from 'vitest';
import { fieldOf, file } from './fields.ts';

describe('a price beside the total of its line', () => {
  const perQty = { column: 'Price', per: 'Qty' };

  it.each<[string, readonly (readonly string[])[], unknown, string]>([
    ['is of one, if the total is more', [['2', '12.50', '25.00']], 'Price', 'sure'],
    ['is of all, if the total is the same', [['2', '25.00', '25.00']], perQty, 'likely'],
    [
      'is what most rows say it is',
      [
        ['2', '25.00', '25.00'],
        ['3', '5.00', '15.00'],
        ['2', '5.00', '10.00'],
      ],
      'Price',
      'sure',
    ],
    ['is of one, if no row has more than one', [['1', '25.00', '25.00']], 'Price', 'sure'],
    ['is of one, if the total is only near it', [['2', '25.00', '24.50']], 'Price', 'sure'],
    ['is of one, if the rows say nothing', [['2', '25.00', '0.00']], 'Price', 'sure'],
    [
      'may be rounded in the total',
      [
        ['3', '3.33', '9.99'],
        ['3', '3.333', '10.00'],
      ],
      'Price',
      'sure',
    ],
    [
      'may have thousands',
      [['2', '"£1,250.00"', '"£2,500.00"']],
      { column: 'Price', number: { decimal: 'point', currency: true } },
      'sure',
    ],
    [
      'may have a decimal comma',
      [['2', '"1.250,00"', '"1.250,00"']],
      { column: 'Price', number: { decimal: 'comma' }, per: 'Qty' },
      'likely',
    ],
  ])('%s', async (_, cells, entry, confidence) => {
    expect(await fieldOf('PricePerUnit', file('Qty,Price,Line Total', ...cells))).toEqual({
      entry,
      confidence,
      columns: ['Price'],
    });
  });
});

describe('a price that only its cells tell', () => {
  it.each<[string, string, readonly (readonly string[])[], string]>([
    ['is sure if the total of one row fits', 'Line Total', [['2', '12.50', '25.00']], 'sure'],
    ['is a guess if the total is only near', 'Line Total', [['2', '12.50', '25.50']], 'guess'],
    ['is a guess if no row has more than one', 'Line Total', [['1', '25.00', '25.00']], 'guess'],
    ['is a guess without a total', 'Note', [['2', '12.50', 'red']], 'guess'],
  ])('%s', async (_, name, cells, confidence) => {
    expect(await fieldOf('PricePerUnit', file(`Qty,x,${name}`, ...cells))).toMatchObject({
      entry: 'x',
      confidence,
    });
  });
});

describe('a column of amounts', () => {
  it.each<[string, readonly string[], 'point' | 'comma', unknown]>([
    ['points', ['12.50', '7'], 'point', 'Price'],
    ['points, against --decimal', ['12.50'], 'comma', { decimal: 'point' }],
    ['commas', ['"12,50"', '7'], 'point', { decimal: 'comma' }],
    ['commas, as with --decimal', ['"12,50"'], 'comma', { decimal: 'comma' }],
    ['more commas than points', ['"12,50"', '"7,5"', '1.20'], 'point', { decimal: 'comma' }],
    ['points and thousands', ['12.50', '"1,250"'], 'point', { decimal: 'point' }],
    ['thousands alone, which may be decimals', ['"1,250"'], 'point', 'Price'],
    ['whole numbers', ['12', '7'], 'point', 'Price'],
    ['whole numbers, with --decimal', ['12', '7'], 'comma', { decimal: 'comma' }],
    ['a currency in some rows', ['12.50', '£7.00'], 'point', { decimal: 'point', currency: true }],
    ['a currency and commas', ['"12,50 €"'], 'point', { decimal: 'comma', currency: true }],
  ])('has %s', async (_, prices, decimal, number) => {
    const text = file('Qty,Price', ...prices.map((price) => ['1', price]));
    const entry = (await fieldOf('PricePerUnit', text, { decimal }))?.entry;
    expect(entry).toEqual(number === 'Price' ? 'Price' : { column: 'Price', number });
  });

  it('is read without the total below it', async () => {
    const text = `${file('Qty,Price', ['1', '12.50'])}\nTotal,,,,,,,,,1,£12.50`;
    expect((await fieldOf('PricePerUnit', text))?.entry).toBe('Price');
  });
});

it.each([
  ['in capitals', ['GBP', 'EUR', 'USD'], 'Currency'],
  ['in small letters', ['gbp', 'EUR'], { column: 'Currency', map: { gbp: 'GBP', EUR: 'EUR' } }],
])('a currency %s is read', async (_, cells, entry) => {
  const text = file('Qty,Price,Currency', ...cells.map((cell) => ['1', '5.00', cell]));
  expect(await fieldOf('Currency', text)).toEqual({ entry, confidence: 'sure', columns: ['Currency'] });
});

it.each([
  ['Shipping cost', 'PostalServiceCost'],
  ['Tax rate', 'TaxRate'],
])('%s is %s', async (name, field) => {
  const text = file(`Qty,Price,${name}`, ['1', '5.00', '3.95']);
  expect(await fieldOf(field, text)).toEqual({ entry: name, confidence: 'sure', columns: [name] });
});

it.each([
  ['Price (GBP)', 'GBP'],
  ['Price £', 'GBP'],
  ['Price (USD)', 'USD'],
  ['Price in $', 'USD'],
  ['Price (US$)', 'USD'],
  ['unit_price_gbp', 'GBP'],
  ['Price €', 'EUR'],
])('the currency of the header %s is %s', async (name, expected) => {
  expect(await fieldOf('Currency', file(`Qty,${name}`, ['1', '5.00']))).toEqual({
    entry: { const: expected },
    confidence: 'likely',
    columns: [],
  });
});

it.each(['Price (A$)', 'Price (CAD)', 'Price in Neur', 'Price'])(
  'the header %s tells no currency',
  async (name) => {
    expect(await fieldOf('Currency', file(`Qty,${name}`, ['1', '5.00']))).toBeUndefined();
  },
);

it('the currency of the header is that of a line total too', async () => {
  expect((await fieldOf('Currency', file('Qty,Line total (EUR)', ['1', '5.00'])))?.entry).toEqual({
    const: 'EUR',
  });
});
