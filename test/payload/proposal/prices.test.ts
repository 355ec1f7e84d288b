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

describe('a price in pence beside a total in pounds', () => {
  const lines = [
    [3, '3450,361.50'],
    [2, '12900,361.50'],
  ] as const;
  const oneOrder = (text: string): string => text.replace('P-2', 'P-1');

  it.each(['Unit price', 'Price', 'Preis', 'Item price'])(
    'is proven by the sum of an order: %s',
    async (name) => {
      for (const total of ['361.50', '366.45']) {
        const text = oneOrder(priced(`${name},Order total`, ...lines)).replaceAll('361.50', total);
        const found = await plan(text);
        expect([found.asked, found.sent[0]?.match(/at (\S+) GBP/g)]).toEqual([
          [],
          ['at 34.5 GBP', 'at 129 GBP'],
        ]);
      }
    },
  );

  it.each(['1', '0.9', '0.7', '0.5'])('is proven by a total with a discount: %s of it', async (part) => {
    const [tents, stoves] = [258, 103.5].map((sum) => (sum * Number(part)).toFixed(2));
    const found = await plan(priced('Unit price,Order total', [3, `3450,${stoves}`], [2, `12900,${tents}`]));
    expect([found.asked, pricesOf(found)]).toEqual([[], ['34.5', '129']]);
  });

  it('is proven by the total of each line, and by one order of a line', async () => {
    for (const name of ['Order total', 'Line total']) {
      const found = await plan(priced(`Price,${name}`, [3, '3450,103.50'], [2, '12900,258.00']));
      expect([found.asked, pricesOf(found)]).toEqual([[], ['34.5', '129']]);
    }
  });

  it('is proven for a total of the line, too', async () => {
    const text = oneOrder(priced('Line total,Order total', [3, '10350,361.50'], [2, '25800,361.50']));
    const found = await plan(text);
    expect([found.asked, found.sent[0]?.match(/at (\S+) GBP/g)]).toEqual([[], ['at 34.5 GBP', 'at 129 GBP']]);
  });

  it('is not proven by another sum', async () => {
    const { proposal } = await plan(priced('Price,Total savings', [1, '1290,2.50'], [2, '1345,4.95']));
    const [{ choices = [] } = {}] = proposal.questions;
    expect(JSON.stringify(choices[0]?.set)).not.toContain('minor');
    expect(JSON.stringify(choices)).toContain('in pence or cents');
  });

  it.each([
    [[30, '120,130.00'], ['PricePerUnit']],
    [[12, '120,120.00'], []],
    [[2, '120,240.00'], []],
  ] as const)('is a question, or none, where the rows leave it open: %j', async (row, asked) => {
    expect((await plan(priced('Price,Order total', row))).asked).toEqual(asked);
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

describe('prices in a currency that the service does not take', () => {
  const goods = (columns: string, ...cells: readonly string[]): string =>
    priced(columns, ...cells.map((each) => [1, each] as const)).replaceAll(/,Currency|,GBP/g, '');

  it.each([
    ['Price', ['129.00 zł', '9.50 zł'], 'PLN, as in Price (129.00 zł, 9.50 zł)'],
    ['Price', ['kr 129.00', '9.50 kr'], 'kr, as in Price (kr 129.00, 9.50 kr)'],
    ['Price', ['129 Kč', '9 Kč'], 'CZK, as in Price (129 Kč, 9 Kč)'],
    ['Price', ['CHF 129.00', 'CHF 9.50'], 'CHF, as in Price (CHF 129.00, CHF 9.50)'],
    ['Price', ['129.00 AUD', '9.50 AUD'], 'AUD, as in Price (129.00 AUD, 9.50 AUD)'],
    ['Price', ['$129.00 CAD', '$9.50 CAD'], 'CAD, as in Price ($129.00 CAD, $9.50 CAD)'],
    ['Price', ['A$129.00', 'A$9.50'], 'A$, as in Price (A$129.00, A$9.50)'],
    ['Price (SEK)', ['129.00', '9.50'], 'SEK, as in Price (SEK) (129.00, 9.50)'],
    ['Cena Kč', ['129.00', '9.50'], 'CZK, as in Cena Kč (129.00, 9.50)'],
    ['Price,Waluta', ['129.00,PLN', '9.50,PLN'], 'PLN, as in Waluta (PLN)'],
    ['Price,Waluta', ['129.00,DKK', '9.50,NOK'], 'DKK and NOK, as in Waluta (DKK, NOK)'],
    ['Price,Line total PLN', ['129.00,129.00', '9.50,9.50'], 'PLN, as in Line total PLN (129.00, 9.50)'],
  ])('are missing, and no question: %s with %j', async (columns, cells, foreign) => {
    const { proposal, missing } = await plan(goods(columns, ...cells));
    expect(proposal.foreign).toBe(foreign);
    expect(proposal.questions).toEqual([]);
    expect(missing).toEqual(['Currency', 'PaymentStatus', 'PricePerUnit']);
  });

  it('are not those of a list with prices', async () => {
    const given = { prices: () => 29, set: [['Currency', 'EUR']] as const };
    const { proposal, sent } = await plan(goods('Price', '129.00 zł', '9.50 zł'), {}, given);
    expect([proposal.questions, proposal.missing]).toEqual([[], ['PaymentStatus']]);
    expect(sent.map((text) => text.replace(/^.* at /, ''))).toEqual(['29 EUR', '29 EUR']);
  });

  it('stand back behind a price in one that it takes', async () => {
    const { asked, sent } = await plan(goods('Price PLN,Price EUR', '129.00,30.00'));
    expect([asked, sent[0]?.replace(/^.* at /, '')]).toEqual([[], '30 EUR']);
  });
});

it.each(['Valor do produto', 'Valor do artigo'])('%s is the price of one unit', async (name) => {
  expect(pricesOf(await plan(priced(name, [2, '10.00'])))).toEqual(['10']);
});

it('asks about a total beside a quantity that is a question too', async () => {
  const found = await plan(priced('Item value', [2, '10.00']).replace('Qty', 'Quantity blorped'));
  expect(found.asked).toEqual(['Qty', 'PricePerUnit']);
});

describe('a price', () => {
  const both = async (columns: string, ...rows: readonly (readonly [number, string])[]) => {
    const found = await plan(priced(columns, ...rows));
    return [found.asked, pricesOf(found)];
  };

  it('that makes another beside it with the quantity is the one of a unit', async () => {
    expect(await both('Line price,Price', [3, '30.00,10.00'], [2, '20.00,10.00'])).toEqual([
      [],
      ['10', '10'],
    ]);
  });

  it.each(['Line price', 'Prix ligne', 'Prezzo riga'])(
    'of a line by its name is a question: %s',
    async (name) => {
      expect(await both(name, [2, '20.00'])).toEqual([['PricePerUnit'], ['10']]);
    },
  );

  it.each(['Price,Order total', 'Item price,Order total', 'Price,Amount paid'])(
    'that makes far more than the sum of its order is a question: %s',
    async (columns) => {
      const text = priced(columns, [2, '20.00,23.95'], [3, '30.00,53.95'], [2, '20.00,53.95']);
      const { proposal } = await plan(text.replace('P-3', 'P-2'));
      expect(proposal.questions[0]?.question).toContain('the price of the line');
    },
  );

  it('is not compared with the total of another line', async () => {
    const text = priced(
      'Subtotal,Special price,Unit price',
      [4, '30.00,7.50,10.00'],
      [4, '30.00,7.50,10.00'],
      [1, '10.00,10.00,10.00'],
    );
    const found = await plan(text.replace('P-2', 'P-1').replace('P-3', 'P-1'));
    expect(JSON.stringify(found.map.PricePerUnit)).not.toContain('per');
  });

  it('named for a unit that is the same as the total of its line is a question', async () => {
    expect(await both('Unit price,Line total', [2, '20.00,20.00'])).toEqual([['PricePerUnit'], ['20']]);
  });

  it.each(['List price', 'Old price', 'Cost price', 'Standard price'])(
    'that may be none stands back behind a total of the line: %s',
    async (name) => {
      const text = priced(`${name},Line total`, [2, '12.50,20.00'], [1, '12.50,10.00']);
      const found = await plan(text.replace('P-2', 'P-1'));
      expect([found.asked, found.sent[0]?.match(/at (\S+) GBP/g)]).toEqual([[], ['at 10 GBP', 'at 10 GBP']]);
    },
  );

  it.each([
    ['13.000,10.500', 'Gross price (13.000 is 13000.00)', 'Gross price (13.000 is 13)'],
    ['1290,1075', 'Gross price (1290 is 1290.00)', 'Gross price (1290 is 12.90, in pence or cents)'],
  ])('that may be read in two ways has an answer for each: %s', async (cells, ...means) => {
    const { proposal } = await plan(priced('Gross price,Net price', [2, cells]));
    const [{ choices = [] } = {}] = proposal.questions;
    expect(choices.map((choice) => choice.means)).toEqual(expect.arrayContaining(means));
  });

  it('that may be in pence is shown by one that is not zero', async () => {
    const { proposal } = await plan(priced('Price', [1, '0'], [1, '1500']));
    expect(proposal.questions[0]?.choices.map(({ means }) => means)).toEqual([
      '1500 is 1500.00',
      '1500 is 15.00, in pence or cents',
    ]);
  });

  it('that may be none is a question where it is the only one', async () => {
    expect(await both('Full price', [2, '13.00'])).toEqual([['PricePerUnit'], ['13']]);
  });

  it('with zeros behind its cents is divided by the quantity', async () => {
    const found = await plan(priced('Line total', [2, '98.3800'], [1, '10.0000']).replace('P-2', 'P-1'));
    expect([found.problems, found.sent[0]?.match(/at (\S+) GBP/)?.[1]]).toEqual([[], '49.19']);
  });
});

describe('the currency', () => {
  const inCurrency = (name: string, cells: string) =>
    plan(priced(name, [2, cells]).replace(',Currency', '').replace(',GBP', ''));

  it('of a column may be a sign', async () => {
    const found = await inCurrency('Unit price,Currency', '9.00,€');
    expect([found.asked, found.sent[0]]).toEqual([[], expect.stringContaining('9 EUR')]);
  });

  it('in the name of the price is not overruled by a column in silence', async () => {
    expect((await inCurrency('Price (GBP),Currency', '9.00,EUR')).asked).toEqual(['Currency']);
    expect((await inCurrency('Price (GBP),Currency', '9.00,GBP')).asked).toEqual([]);
  });

  it('is asked for where only some of the columns that may be the price have it', async () => {
    const found = await inCurrency('Unit price,Line total', '9.00,€9.00');
    expect([found.asked, found.problems]).toEqual([['PricePerUnit', 'Currency'], []]);
  });
});
