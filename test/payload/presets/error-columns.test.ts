import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';

describe('an error in one of several columns that can fill a field', () => {
  const header = 'Order ID,Order Status,Seller SKU,SKU ID,Product Name,Quantity,SKU Unit Original Price,';
  const places = 'Recipient,Country,Post Town,Zipcode,Detail Address,Street Name,Paid Time,Created Time';
  const row = (...last: string[]): string =>
    [
      '5',
      'To ship',
      'A-1',
      '17',
      'Tent',
      '1',
      '9.00',
      'Ada',
      'United Kingdom',
      'Hull',
      'HU1 1AA',
      ...last,
    ].join(',');
  const problemsOf = async (...rows: string[]) =>
    (await read(`${header}${places}\n${rows.join('\n')}\n`, { options: { preset: 'tiktok', ...others } }))
      .problems;
  const others = {
    warehouse: 'Northgate FC',
    timezone: 'Europe/London',
    dispatchWithin: 86_400_000,
    set: [['Currency', 'GBP']] as [string, string][],
  };

  it.each<[string, string[], string, string]>([
    ['the first', ['1 Elm', '', 'soon', '01/09/2026 09:00'], 'Paid Time', 'soon'],
    ['a later one', ['1 Elm', '', '', '11/20/2026 09:00:00'], 'Created Time', '11/20/2026 09:00:00'],
    ['a masked one', ['', '1 E**', '', '01/09/2026 09:00'], 'Street Name', '1 E**'],
    ['none, the first', ['', '', '', '01/09/2026 09:00'], 'Detail Address', ''],
  ])('names the column that has the value: %s', async (_, cells, column, found) => {
    expect(await problemsOf(row(...cells))).toMatchObject([{ line: 2, column, found }]);
  });

  it('names it where rows of an order do not agree', async () => {
    const first = row('1 Elm', '', '', '01/09/2026 09:00');
    const other = row('', '2 Oak', '', '01/09/2026 09:00').replace('A-1,17', 'A-2,18');
    expect(await problemsOf(first, other)).toMatchObject([
      { line: 3, column: 'Street Name', found: '2 Oak' },
    ]);
  });
});
