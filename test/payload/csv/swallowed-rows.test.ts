import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';

const header = 'PO_REFERENCE,Warehouse_Name,barcode,Quantity,Secondary_PO_Reference';
const row = (name: string, last: string): string => `${name},Northgate FC,2000000001012,1,${last}`;
const delivery = (content: string) => read(content, { kind: 'inbound' });

describe('a quote that is not closed', () => {
  it.each([
    ['several rows behind it', [row('A', '"Tent 2in'), row('B', 'x'), row('C', 'Tent 3"'), row('D', 'x')], 2],
    ['one row behind it', [row('A', 'x'), row('B', '"Tent 2in'), row('C', 'Tent 3"'), row('D', 'x')], 3],
    [
      'the row behind it, from the first cell on',
      [`"${row('A', 'x')}`, `${row('B', 'x')}"`, row('C', 'x')],
      2,
    ],
  ])('that swallows %s is refused with the line on which it begins', async (_, rows, line) => {
    await expect(delivery([header, ...rows].join('\n'))).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(`orders.csv:${line}: a quote opens a cell here and is not closed`),
    });
  });

  it('counts the lines of cells before it in the same row', async () => {
    const rows = ['A,"North\ngate",2000000001012,1,"Tent', row('B', 'x'), `${row('C', 'Tent')}"`];
    await expect(delivery([header, ...rows].join('\n'))).rejects.toThrow('orders.csv:3: a quote opens');
  });

  it.each([
    ['an address of several lines', '"4 Quay St, Flat 3\nHull"'],
    ['a text with commas', '"one, two\nthree, four\nfive"'],
  ])('is not seen in %s', async (_, cell) => {
    const { problems, bodies } = await delivery(`${header}\n${row('A', cell)}\n`);
    expect(problems).toEqual([]);
    expect(bodies).toHaveLength(1);
  });
});
