import { expect, it } from 'vitest';
import { compact, type FieldProblem, stated } from '../../src/errors.ts';
import { problemLines, problemTexts } from '../../src/render/problems.ts';

const file = 'a.csv';
const missing = (field: string, line = 6, more: Partial<FieldProblem> = {}): FieldProblem => ({
  ...{ reference: `#30${line}`, file, line, field, found: '', expected: 'text', ...more },
  message: `${field} is required`,
});
const wrong = (field: string, what: string, more: Partial<FieldProblem> = {}): FieldProblem => ({
  ...{ reference: '#306', file, line: 6, field, found: 'x', ...more },
  message: `${field} ${what}`,
});

it.each<[string, readonly FieldProblem[], string]>([
  [
    'what is missing of an order',
    [missing('DeliveryAddress.Town'), missing('DeliveryAddress.PostCode'), missing('SKU')],
    '#306, row 6: city, postcode and SKU are missing',
  ],
  [
    'a column by its own name',
    [missing('SKU', 6, { column: 'Item code' })],
    '#306, row 6: Item code is missing',
  ],
  [
    "a column that has the service's name",
    [missing('BillingAddress.Town', 6, { column: 'BillingAddress.Town' })],
    '#306, row 6: billing city is missing',
  ],
  [
    'one of two that must be there',
    [
      {
        ...missing('DeliveryAddress.Country'),
        message: 'DeliveryAddress.Country or DeliveryAddress.CountryCode is required',
      },
    ],
    '#306, row 6: country or country code is missing',
  ],
  [
    'a line of JSON',
    [{ ...missing('OrderItems[1].Qty', 3), file: 'a.json' }],
    '#303, document 3: quantity of line 2 is missing',
  ],
  [
    'all that is wrong with an order, what is missing first',
    [wrong('Qty', 'must be a number', { expected: 'a whole number, for example 2' }), missing('SKU')],
    '#306, row 6: SKU is missing; quantity "x" must be a whole number, for example 2',
  ],
  [
    'what would be right, unless it says so',
    [
      wrong('DispatchBy', 'is a date without a time', {
        expected: 'a time, for example 2026-09-01T17:00:00Z',
      }),
    ],
    '#306, row 6: dispatch-by date "x" is a date without a time; it must be a time, for example 2026-09-01T17:00:00Z',
  ],
  [
    'nothing twice',
    [wrong('Qty', 'is x; did you mean 2?', { expected: '2', [stated]: ['found', 'expected'] })],
    '#306, row 6: quantity is x; did you mean 2?',
  ],
  [
    'a value of which the message has only the letters',
    [wrong('PricePerUnit', 'must be at least 0.01', { found: '0' })],
    '#306, row 6: unit price "0" must be at least 0.01',
  ],
  [
    'a column and words that have the names of what every object has',
    [wrong('Qty', 'must be no valueOf', { column: 'toString', message: 'toString must be no valueOf' })],
    '#306, row 6: toString "x" must be no valueOf',
  ],
  [
    'what is about no field',
    [wrong('SKU', '', { column: 'SKU' })].map((each) => ({ ...each, message: 'the row is odd' })),
    '#306, row 6: the row is odd; found "x"',
  ],
  [
    'no document that the message names',
    [wrong('ReferenceNumber', '#306 appears twice', { [stated]: ['reference', 'found'] })],
    'row 6: reference #306 appears twice',
  ],
  [
    'the rows of an order with several lines',
    [missing('SKU', 6), missing('SKU', 7, { reference: '#306' })],
    '#306, rows 6 and 7: SKU is missing',
  ],
  [
    'the cells of a sheet',
    [missing('SKU', 6, { cell: 'Orders!F6' }), missing('Qty', 6, { cell: 'Orders!G6' })],
    '#306, Orders!F6 and Orders!G6: SKU and quantity are missing',
  ],
  [
    'the same in many orders once',
    [2, 3, 4, 5, 6].map((line) => missing('SKU', line)),
    '#302, #303, #304 and 2 more, rows 2 to 6: SKU is missing',
  ],
  [
    'the same in rows apart',
    [2, 5, 9, 11, 13].map((line) => missing('SKU', line)),
    '#302, #305, #309 and 2 more, rows 2, 5, 9 and 2 more: SKU is missing',
  ],
  [
    'two things that are the same in many orders',
    [2, 3, 4].flatMap((line) => [missing('SKU', line), missing('Qty', line)]),
    '#302, #303 and #304, rows 2 to 4: SKU and quantity are missing',
  ],
  [
    'one example of several values',
    ['x', 'y', 'z'].map((found, at) => wrong('Qty', 'is odd', { found, line: at + 2, reference: `R-${at}` })),
    'R-0, R-1 and R-2, rows 2 to 4: quantity, such as "x", is odd',
  ],
])('says %s', (_, problems, text) => {
  expect(problemLines(problems)).toEqual([{ file: problems[0]?.file, text, count: problems.length }]);
});

it('leaves to an order what is wrong with it alone', () => {
  const problems = [2, 3, 4].map((line) => missing('SKU', line)).concat(missing('Qty', 3));
  expect(problemLines(problems).map(({ text }) => text)).toEqual([
    '#302, #303 and #304, rows 2 to 4: SKU is missing',
    '#303, row 3: quantity is missing',
  ]);
});

it('leaves two orders apart', () => {
  expect(problemLines([missing('SKU', 2), missing('SKU', 3)])).toHaveLength(2);
});

it('puts what an option settles on one line, and what people read once with its count', () => {
  const zone = { text: 'DispatchBy has no time zone', remedies: [], option: '--timezone' };
  const unzoned = [2, 3].map((line) => ({
    ...wrong('DispatchBy', 'x', { line, found: '' }),
    [compact]: zone,
  }));
  expect(problemTexts(unzoned)).toEqual([
    { text: '#306, rows 2 and 3: dispatch-by date has no time zone', count: 2 },
  ]);
  const gift = {
    text: 'Gift is yes, but the map does not account for it',
    remedies: [],
    same: 'Gift',
    others: 58,
  };
  const place = { reference: '#306', file, line: 6, column: 'Gift', message: 'Gift is yes' };
  const odd: FieldProblem = { ...place, [stated]: ['found'], [compact]: gift };
  expect(problemTexts([odd])).toEqual([
    { text: '#306, row 6 and 58 more: Gift is yes, but the map does not account for it', count: 59 },
  ]);
});

it('tells in one line what a file and its map lack, and what does without it', () => {
  const absent = (kind: 'column' | 'entry', name: string, option?: string): FieldProblem => {
    const message = option === undefined ? `no ${name}` : `no ${name}; you can give ${option} instead`;
    const short = { text: message, remedies: [], lacks: { kind, name, option } };
    return {
      ...{ file, line: 1, column: name, field: name, message },
      ...{ [stated]: ['column' as const], [compact]: short },
    };
  };
  const unknown = { file, line: 1, column: 'X', message: 'unknown column X' };
  const lines = (...problems: FieldProblem[]) => problemLines(problems).map(({ text }) => text);
  const some = [absent('column', 'A'), absent('column', 'B', '--b VALUE'), absent('column', 'C or D')];
  expect(lines(unknown, ...some)).toEqual([
    'row 1: unknown column X',
    'row 1: the columns A, B and C or D are missing; you can give --b VALUE instead',
  ]);
  expect(
    lines(absent('entry', 'A', '--a FILE'), absent('column', 'B'), absent('entry', 'C', '--c N')),
  ).toEqual([
    'row 1: the map has no entry for A and C; the column B is missing; you can give --a FILE and --c N instead',
  ]);
  const most = Array.from('ABCDEFGHIJKLM', (name) => absent('column', name, `--${name} VALUE`));
  expect(lines(...most)).toEqual(['row 1: the columns A, B, C and 10 more are missing']);
  expect(lines(absent('column', 'B', '--b VALUE'))).toEqual([
    'row 1: the column B is missing; you can give --b VALUE instead',
  ]);
});

it('names the file where there are several, and cannot drive the terminal', () => {
  const problems = [missing('SKU', 2), { ...missing('SKU', 2), file: 'b\u001b[2J.csv' }];
  expect(problemTexts(problems).map(({ text }) => text)).toEqual([
    'a.csv: #302, row 2: SKU is missing',
    'b.csv: #302, row 2: SKU is missing',
  ]);
});
