import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/payload/document/types.ts';
import { body, csv, read, readAll, sourceOf } from '../support.ts';

const second = { SKU: 'AC-MUG-RED', ItemTitle: 'Enamel mug', Qty: '1', PricePerUnit: '9.99' };
const secondLine = {
  SKU: 'AC-MUG-RED',
  ItemTitle: 'Enamel mug',
  Qty: 1,
  PricePerUnit: 9.99,
  OrderLineNumber: '2',
};
const two = { ...body, OrderItems: [...body.OrderItems, secondLine] };
const orderColumns = [
  'ReceivedDate',
  'DispatchBy',
  'Currency',
  'PaymentStatus',
  'ChannelBuyerName',
  'warehouse_name',
];
const addressColumns = ['FullName', 'Address1', 'Town', 'PostCode', 'Country'].map(
  (name) => `DeliveryAddress.${name}`,
);
const blank = Object.fromEntries([...orderColumns, ...addressColumns].map((name) => [name, '']));
const other = { ReferenceNumber: 'R-2' };
const otherBody = { ...body, ReferenceNumber: 'R-2' };

describe('rows with the same reference form one order', () => {
  it.each([
    ['adjacent', [{}, second], [two]],
    ['adjacent, later rows blank', [{}, { ...blank, ...second }], [two]],
    ['not adjacent', [{}, other, second], [two, otherBody]],
    ['not adjacent, later rows blank', [{}, other, { ...blank, ...second }], [two, otherBody]],
    ['with spaces around the reference', [{}, { ReferenceNumber: ' R-1 ', ...second }], [two]],
    [
      'with values written differently that mean the same',
      [{}, { ReceivedDate: '2026-09-01T08:30:00+01:00', ...second }],
      [two],
    ],
    [
      'a reference in another case is another order',
      [{}, { ReferenceNumber: 'r-1' }],
      [body, { ...body, ReferenceNumber: 'r-1' }],
    ],
  ])('%s', async (_, rows, expected) => {
    const { bodies, problems, total, invalid } = await read(csv(rows));
    expect(problems).toEqual([]);
    expect(bodies).toEqual(expected);
    expect({ total, invalid }).toEqual({ total: expected.length, invalid: 0 });
  });

  it('give the same text whether adjacent or not', async () => {
    const [adjacent] = (await read(csv([{}, second, second]))).documents;
    const [scattered] = (await read(csv([{}, other, second, other, second]))).documents;
    expect(scattered?.body).toBe(adjacent?.body);
    expect([adjacent?.lines, scattered?.lines]).toEqual([
      [2, 3, 4],
      [2, 4, 6],
    ]);
  });

  it('are invalid together, and what later rows leave blank is not reported as missing', async () => {
    const wrong = { Currency: 'XXX' };
    const { problems, bodies } = await read(csv([wrong, other, { ...blank, ...second, Qty: '0' }]));
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [2, 'Currency'],
      [4, 'Qty'],
    ]);
    expect(bodies).toEqual([otherBody]);
  });

  it('keep the line numbers of the file', async () => {
    const { bodies } = await read(csv([{ OrderLineNumber: 'A' }, { OrderLineNumber: '7', ...second }]));
    expect(bodies[0]?.OrderItems.map((line: { OrderLineNumber: string }) => line.OrderLineNumber)).toEqual([
      'A',
      '7',
    ]);
  });

  it.each([
    ['adjacent', [{}, { ...second, Currency: 'EUR' }], 3],
    ['not adjacent', [{}, other, { ...second, Currency: 'EUR' }], 4],
  ])('must agree: %s', async (_, rows, line) => {
    const { problems, documents } = await read(csv(rows));
    expect(documents[0]).toMatchObject({ reference: 'R-1', invalid: true, body: '' });
    expect(problems).toMatchObject([
      { line, column: 'Currency', field: 'Currency', found: 'EUR', expected: 'GBP, or a blank cell' },
    ]);
    expect(problems[0]?.message).toBe(
      'Currency is EUR here but is GBP on line 2; rows of one ReferenceNumber must agree',
    );
  });

  it('may not fill in later what the first row left blank', async () => {
    const { problems } = await read(csv([{ Channel_Ref: '' }, { ...second, Channel_Ref: 'C-1' }]));
    expect(problems).toMatchObject([
      {
        ...{ line: 3, field: 'Channel_Ref', found: 'C-1', expected: 'nothing' },
        message: expect.stringMatching(/^Channel_Ref is C-1 here but is blank on line 2/),
      },
    ]);
  });

  it('report each problem at its own row, even in scattered rows', async () => {
    const rows = [
      {},
      { ...second, Qty: '0' },
      other,
      { ...second, PricePerUnit: 'free' },
      { ...second, SKU: '' },
    ];
    const { problems, total, invalid } = await read(csv(rows));
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [3, 'Qty'],
      [5, 'PricePerUnit'],
      [6, 'SKU'],
    ]);
    expect({ total, invalid }).toEqual({ total: 2, invalid: 1 });
  });

  it('are invalid together if any of several later rows has too few cells', async () => {
    const text = csv([{}, other, second, other, { ...second, SKU: 'AC-ROPE' }]);
    const shortened = text.trimEnd().split(',').slice(0, -1).join(',');
    const { bodies, problems } = await read(`${shortened}\n`);
    expect(bodies).toEqual([{ ...otherBody, OrderItems: expect.anything() }]);
    expect(problems).toMatchObject([{ line: 6, reference: 'R-1', found: '15 cells' }]);
  });

  it('are suspicious where a line is, wherever its row comes', async () => {
    const { warnings, invalid } = await read(csv([{}, other, { ...second, SKU: '01-Mar' }]));
    expect(warnings).toMatchObject([{ reference: 'R-1', line: 4, field: 'SKU', found: '01-Mar' }]);
    expect(invalid).toBe(0);
  });

  it('report all problems in line order, not only the first', async () => {
    const rows = [
      { Currency: 'YEN', Qty: '1.5' },
      { ...other, 'DeliveryAddress.Town': '', ReceivedDate: 'now' },
      { ReferenceNumber: 'R-3', PricePerUnit: '£1' },
    ];
    const { problems } = await read(csv(rows));
    expect(problems.map(({ line, column }) => `${line} ${column}`)).toEqual([
      '2 Qty',
      '2 Currency',
      '3 ReceivedDate',
      '3 DeliveryAddress.Town',
      '4 PricePerUnit',
    ]);
  });

  it('need a reference, and block the order that a row without one may belong to', async () => {
    const text = csv([{}, { ...blank, ...second, ReferenceNumber: '' }, other]);
    const [header = '', ...rows] = text.split('\n');
    // As on the next page of a printed table.
    const pages = [header, rows[0], header, ...rows.slice(1)].join('\n');
    for (const [content, line] of [[text, 3] as const, [pages, 4] as const]) {
      const { problems, bodies, total, invalid } = await read(content);
      expect(problems).toMatchObject([
        { line, column: 'ReferenceNumber', message: 'ReferenceNumber is required' },
      ]);
      expect({ total, invalid, bodies }).toEqual({ total: 2, invalid: 1, bodies: [otherBody] });
    }
  });

  it('count an order without a reference but with its own columns as one', async () => {
    const { total, invalid, bodies } = await read(csv([{}, { ReferenceNumber: '' }]));
    expect({ total, invalid, bodies }).toEqual({ total: 2, invalid: 1, bodies: [body] });
  });
});

describe('several files', () => {
  it('are read as one', async () => {
    const { bodies, documents } = await readAll([
      sourceOf(csv([{}]), 'a.csv'),
      sourceOf(csv([other], ';'), 'b.csv'),
    ]);
    expect(bodies).toEqual([body, otherBody]);
    expect(documents.map(({ file, lines }) => [file, lines])).toEqual([
      [0, [2]],
      [1, [2]],
    ]);
  });

  it('may not share a reference: both are reported, and neither is sent', async () => {
    const first = sourceOf(csv([other, {}]), 'a.csv');
    const again = sourceOf(csv([{}, { ReferenceNumber: 'R-3' }, second]), 'b.csv');
    const { problems, problemCount, bodies, total, invalid } = await readAll([first, again]);
    expect(problems.map(({ file, line, column }) => [file, line, column])).toEqual([
      ['a.csv', 3, 'ReferenceNumber'],
      ['b.csv', 2, 'ReferenceNumber'],
    ]);
    expect(problemCount).toBe(3);
    expect(problems[0]?.message).toBe('ReferenceNumber R-1 appears twice; the other is line 2 of b.csv');
    expect(problems[1]?.message).toBe('ReferenceNumber R-1 appears twice; the other is line 3 of a.csv');
    expect(bodies.map((order) => order.ReferenceNumber)).toEqual(['R-2', 'R-3']);
    expect({ total, invalid }).toEqual({ total: 4, invalid: 2 });
  });

  it('may contain scattered rows, each in its own file', async () => {
    const files = [
      csv([{}, other, second]),
      csv(
        [{ ReferenceNumber: 'R-3' }, { ReferenceNumber: 'R-4' }, { ...second, ReferenceNumber: 'R-3' }],
        '\t',
      ),
    ];
    const { bodies } = await readAll(files.map((text, index) => sourceOf(text, `${index}.csv`)));
    expect(bodies).toEqual([
      two,
      otherBody,
      { ...two, ReferenceNumber: 'R-3' },
      { ...body, ReferenceNumber: 'R-4' },
    ]);
  });

  it('are named in errors', async () => {
    const { problems } = await readAll([
      sourceOf(csv([{}]), 'a.csv'),
      sourceOf(csv([{ ...other, Qty: 'x' }]), 'b.csv'),
    ]);
    expect(problems).toMatchObject([{ file: 'b.csv', line: 2 }]);
  });

  it('keep earlier results when a later file cannot be read', async () => {
    const files = [sourceOf(csv([{ Qty: 'x' }]), 'a.csv'), sourceOf('', 'b.csv')];
    await expect(readAll(files)).rejects.toMatchObject({
      message: 'b.csv is empty',
      details: { errors: [{ file: 'a.csv', line: 2 }, { file: 'b.csv' }] },
    });
  });

  it('leave an error of the program itself as it is, even after problems', async () => {
    const broken = new TypeError('chunks is not iterable');
    const failing: Source = {
      name: 'b.csv',
      open: () => {
        throw broken;
      },
    };
    for (const first of [csv([{}]), csv([{ Qty: 'x' }])])
      await expect(readAll([sourceOf(first, 'a.csv'), failing])).rejects.toBe(broken);
  });
});
