import { describe, expect, it } from 'vitest';
import { plan } from './proposed.ts';

/** A file with these columns of money; a cell list and a quantity for each order, all of the same goods. */
const priced = (columns: string, ...rows: readonly (readonly [quantity: number, cells: string])[]): string =>
  [
    `Order,Date,Name,Address,Town,Postcode,Country,SKU,Title,Currency,Qty,${columns}`,
    ...rows.map(
      ([quantity, cells], at) =>
        `P-${at + 1},2026-11-25,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,AC-PEG,Peg,GBP,${quantity},${cells}`,
    ),
  ].join('\n');
const pricesOf = ({ sent }: { readonly sent: readonly string[] }): string[] =>
  sent.map((text) => text.replace(/^.* at (\S+) GBP$/, '$1'));

describe('a price that grows with the quantity of the same goods', () => {
  it.each(['Price', 'Preis', 'Selling price', 'Unit price'])(
    'is first taken for that of the line: %s',
    async (name) => {
      const found = await plan(priced(name, [2, '20.00'], [1, '10.00']));
      expect([found.asked, pricesOf(found)]).toEqual([['PricePerUnit'], ['10', '10']]);
    },
  );

  it.each([
    [
      [2, '10.00'],
      [1, '10.00'],
    ],
    [
      [2, '20.00'],
      [2, '20.00'],
    ],
    [
      [4, '9.00'],
      [1, '10.00'],
    ],
  ] as const)('but not %j and %j', async (one, other) => {
    expect((await plan(priced('Price', one, other))).asked).toEqual([]);
  });
});

describe('a price after a discount beside one that no total proves', () => {
  it.each([
    'Paid price',
    'Price paid',
    'Price after discount',
    'Discounted price',
    'Special price',
    'Promo price',
    'Reduced price',
    'Offer price',
    'Sonderpreis',
    'Preis nach Rabatt',
    'Prix remisé',
    'Prix promo',
    'Precio con descuento',
    'Prezzo scontato',
    'Actieprijs',
    'Cena po rabacie',
    'Preço promocional',
    'Kampanjpris',
  ])('is first taken for what was paid: %s', async (name) => {
    const found = await plan(priced(`Price,${name}`, [1, '10.00,8.00'], [1, '10.00,10.00']));
    expect([found.asked, pricesOf(found)]).toEqual([['PricePerUnit'], ['8', '10']]);
  });

  it('leaves the usual price where it is blank', async () => {
    const found = await plan(priced('Price,Special price', [1, '10.00,'], [1, '10.00,8.00']));
    expect([found.asked, pricesOf(found)]).toEqual([['PricePerUnit'], ['10', '8']]);
  });

  it.each([
    ['Price,Special price,Line total', '10.00,8.00,20.00', '10'],
    ['Price,Special price', '10.00,10.00', '10'],
    ['Price,Price discount', '10.00,2.00', '10'],
    ['Price,Discount amount', '10.00,2.00', '10'],
    ['Unit price,Paid price', '10.00,23.95', '10'],
  ])('needs no question: %s with %s', async (columns, cells, price) => {
    const found = await plan(priced(columns, [2, cells]));
    expect([found.asked, pricesOf(found)]).toEqual([[], [price]]);
  });
});
