import { describe, expect, it } from 'vitest';
import { styled, workbook } from '../../support/workbooks/parts.ts';
import { proposalFor } from './proposed.ts';

const order = 'Order,Recipient,Street,City,Postcode,Country,SKU,Title';
const rowOf = (at: number): string => `R-${at},Ina,4 Quay Street,Hull,HU1 1AA,GB,A-${at},Tent`;

/** The map proposed for rows with these columns, and what each question about it offers. */
async function proposed(header: string, ...rows: readonly string[]) {
  const text = [`${order},${header}`, ...rows.map((row, at) => `${rowOf(at)},${row}`)].join('\n');
  const { map, questions } = await proposalFor(text);
  return {
    map,
    questions,
    choices: Object.fromEntries(questions.map(({ id, choices }) => [id, choices.map(({ means }) => means)])),
  };
}

describe('a price is', () => {
  const date = '2026-11-28 10:00';
  it.each([
    ['of one unit by its name', 'Qty,Unit price', ['2,10.00'], 'Unit price'],
    ['of one unit without a total', 'Qty,Price', ['2,10.00'], 'Price'],
    ['of one unit by the total', 'Qty,Price,Line total', ['2,10.00,20.00', '1,3.00,3.00'], 'Price'],
    [
      'of the line by the total',
      'Qty,Price,Line total',
      ['2,20.00,20.00', '1,3.00,3.00'],
      { column: 'Price', per: 'Qty' },
    ],
    [
      'in pence by the total',
      'Qty,Price,Line total',
      ['2,1000,20.00'],
      { column: 'Price', number: { decimal: 'point', minor: true } },
    ],
    [
      'with a decimal comma',
      'Qty,Unit price',
      ['"2","10,50"'],
      { column: 'Unit price', number: { decimal: 'comma' } },
    ],
    [
      'with its currency',
      'Qty,Unit price',
      ['2,£10.00'],
      { column: 'Unit price', number: { decimal: 'point', currency: true } },
    ],
  ])('%s', async (_, header, rows, entry) => {
    const { map } = await proposed(`Date,${header}`, ...rows.map((row) => `${date},${row}`));
    expect(map.PricePerUnit).toEqual(entry);
  });

  it.each([
    [
      'of a name for the line',
      'Qty,Amount',
      ['2,20.00'],
      ['Amount: of one unit', 'Amount: of the whole line'],
    ],
    [
      'that no total proves',
      'Qty,Price,Line total',
      ['2,10.00,17.00'],
      ['Price: of one unit', 'Price: of the whole line'],
    ],
    [
      'that may be in pence',
      'Qty,Unit price',
      ['2,1250'],
      [expect.stringContaining('in whole pounds'), expect.stringContaining('in pence or cents')],
    ],
    [
      'that may have thousands',
      'Qty,Unit price',
      ['2,"1,250"'],
      [expect.stringContaining('decimals after a point'), expect.stringContaining('decimals after a comma')],
    ],
    ['in two columns', 'Qty,Unit price,Price each', ['2,9.00,8.00'], ['Unit price', 'Price each']],
  ])('a question %s', async (_, header, rows, means) => {
    const { choices } = await proposed(`Date,${header}`, ...rows.map((row) => `${date},${row}`));
    expect(choices.PricePerUnit).toEqual(means);
  });

  it('brings the currency in its name', async () => {
    const { map, choices } = await proposed('Date,Qty,Unit price (EUR)', `${date},1,9.00`);
    expect(map).toMatchObject({ PricePerUnit: 'Unit price (EUR)', Currency: { const: 'EUR' } });
    expect(choices.Currency).toBeUndefined();
  });

  it('without a currency asks for it', async () => {
    const { choices } = await proposed('Date,Qty,Unit price', `${date},1,9.00`);
    expect(choices.Currency).toEqual(['EUR', 'GBP', 'USD']);
  });

  it('in a currency of a name that every object has is foreign', async () => {
    const text = `${order},Date,Qty,Unit price,Currency\n${rowOf(1)},${date},1,9.00,constructor`;
    const { foreign, missing } = await proposalFor(text);
    expect([foreign ?? '', missing]).toEqual([
      expect.not.stringContaining('[native code]'),
      expect.arrayContaining(['Currency']),
    ]);
  });

  it('in a foreign currency fills nothing', async () => {
    const text = `${order},Date,Qty,Unit price,Currency\n${rowOf(1)},${date},1,9.00,PLN`;
    const { foreign, missing } = await proposalFor(text);
    expect(foreign).toContain('PLN');
    expect(missing).toContain('PricePerUnit');
  });
});

describe('a date', () => {
  const price = 'Qty,Unit price,Currency';
  it.each([
    ['that reads in one way', ['28/11/2026'], { column: 'Date', date: 'DD/MM/YYYY' }],
    ['that a day above 12 proves', ['28/11/2026', '02/11/2026'], { column: 'Date', date: 'DD/MM/YYYY' }],
    ['in ISO form', ['2026-11-28T10:00:00Z'], 'Date'],
    ['with am or pm at the time', ['11/28/26 8:13am'], { column: 'Date', date: 'MM/DD/YY h:mmA' }],
    ['with the name of the month', ['28 Nov 2026'], { column: 'Date', date: 'D MMM YYYY' }],
  ])('%s', async (_, dates, entry) => {
    const { map } = await proposed(`Date,${price}`, ...dates.map((date) => `${date},1,9.00,GBP`));
    expect(map.ReceivedDate).toEqual(entry);
  });

  it('that cannot be read is named where another column is offered', async () => {
    const { questions } = await proposed(`Date,Shipped day,${price}`, 'Fri 28,28/11/2026,1,9.00,GBP');
    expect(questions.find(({ id }) => id === 'ReceivedDate')?.question).toMatch(
      /Not all of Date can be read as the order date: Fri 28\.$/,
    );
  });

  it.each([
    ['the day or the month first', '02/11/2026', 2],
    ['the day or the year first', '26/11/25', 2],
  ])('that may have %s is a question', async (_, date, ways) => {
    const { map, choices } = await proposed(`Date,${price}`, `${date},1,9.00,GBP`);
    expect(map.ReceivedDate).toBeUndefined();
    expect(choices.ReceivedDate).toHaveLength(ways);
  });
});

describe('a quantity with three zeros behind a mark', () => {
  const day = '2026-11-28 10:00';
  const quantity = async (...cells: readonly string[]) => {
    const rows = cells.map((cell) => `${day},"${cell}",1.50`);
    const { map, choices } = await proposed('Date,Quantity,Unit price', ...rows);
    return { entry: map.Qty, choices: choices.Qty };
  };

  it.each([
    [
      ['2', '1,000'],
      ['1,000 is 1000', '1,000 is 1'],
    ],
    [
      ['2', '1.000'],
      ['1.000 is 1', '1.000 is 1000'],
    ],
    [
      ['2.000', '12.000'],
      ['2.000 is 2', '2.000 is 2000'],
    ],
  ])('may be thousands in %j, which is asked', async (cells, choices) => {
    expect(await quantity(...cells)).toEqual({ entry: undefined, choices });
  });

  it.each([
    [['2.0000', '1.000'], { column: 'Quantity', number: { decimal: 'point' } }],
    [['2,00', '1,000'], { column: 'Quantity', number: { decimal: 'comma' } }],
    [['2', '3'], 'Quantity'],
  ])('is sure in %j', async (cells, entry) => {
    expect(await quantity(...cells)).toEqual({ entry, choices: undefined });
  });

  it('is a number where a sheet only shows it so', async () => {
    const names = [...order.split(','), 'Date', 'Quantity', 'Unit price'];
    const cells = [...rowOf(1).split(','), day, styled(1, 1000), 1.5];
    const file = await workbook({ sheets: [{ name: 'Orders', rows: [names, cells] }], formats: ['#,##0'] });
    expect((await proposalFor(file)).map.Qty).toBe('Quantity');
  });

  it('is settled by an option', async () => {
    const text = `${order},Date,Quantity,Unit price\n${rowOf(0)},${day},"1.000","1,50"`;
    const { map } = await proposalFor(text, { decimal: 'comma' });
    expect(map.Qty).toEqual({ column: 'Quantity', number: { decimal: 'comma' } });
  });
});

it('asks about a count beside the quantity that is zero today, as of new orders', async () => {
  const row = '2026-11-28 10:00,4,0,0,1.50';
  const { choices, questions } = await proposed('Date,Quantity,Desp Qty,Weight,Unit price', row);
  expect(choices.Qty).toContain('Quantity less Desp Qty (fulfilled)');
  expect(questions.find(({ id }) => id === 'unused')?.columns).toEqual(['Weight']);
});
