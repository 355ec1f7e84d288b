import { describe, expect, it } from 'vitest';
import { stated } from '../../../src/errors.ts';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { body, read } from '../support.ts';

const json = (content: unknown, options: Partial<ReadingOptions> = {}) =>
  read(typeof content === 'string' ? content : JSON.stringify(content), { name: 'orders.json', options });
const [line] = body.OrderItems;
const withLine = (changes: object) => ({ ...body, OrderItems: [{ ...line, ...changes }] });
const text = JSON.stringify(body);

describe('a problem in a JSON document', () => {
  it.each<[string, unknown, object]>([
    [
      'a time without zone',
      { ...body, DispatchBy: '2026-09-02T17:00:00' },
      { field: 'DispatchBy', found: '2026-09-02T17:00:00', expected: expect.stringContaining('Z') },
    ],
    [
      'a list for text',
      { ...body, PaymentStatus: ['PAID'] },
      { field: 'PaymentStatus', found: 'a list', expected: 'text' },
    ],
    [
      'an object for text',
      { ...body, PaymentStatus: { a: 1 } },
      { field: 'PaymentStatus', found: 'an object', expected: 'text' },
    ],
    ['a missing field', { ...body, Currency: undefined }, { field: 'Currency', found: '' }],
    [
      'a field of the service',
      { ...body, Status: 'Pending' },
      { field: 'Status', found: 'Pending', expected: 'nothing' },
    ],
    [
      'a field twice',
      text.replace('"Currency"', '"Currency":"EUR","Currency"'),
      { field: 'Currency', found: 'twice', expected: 'once', [stated]: ['found', 'expected'] },
    ],
    [
      'a long number',
      text.replace('129', '0.1234567890123456'),
      { field: 'OrderItems[0].PricePerUnit', found: '0.1234567890123456', expected: 'at most 15 digits' },
    ],
    [
      'half a character',
      text.replace('PAID', '\\ud83c'),
      { field: 'PaymentStatus', found: '"\\ud83c"', expected: 'whole characters' },
    ],
    [
      'a NUL character in a line',
      text.replace('AC-TENT-2', 'AC\\u0000'),
      { field: 'OrderItems[0].SKU', found: '"AC\\u0000"', expected: 'text without NUL characters' },
    ],
  ])('says what was found, and what was expected: %s', async (_, content, expected) => {
    const { problems, documents } = await json(content);
    expect(problems).toContainEqual(
      expect.objectContaining({ file: 'orders.json', line: 1, reference: 'R-1', ...expected }),
    );
    expect(documents).toMatchObject([{ reference: 'R-1', invalid: true, body: '' }]);
  });

  it('is in its line of the order, of several', async () => {
    const lines = ['A', 'B', 'C'].map((SKU) => ({ ...line, SKU }));
    const written = JSON.stringify({ ...body, OrderItems: lines });
    for (const wrong of ['"C\\u0000"', '"C\\ud800"', '"C","SKU":"C"']) {
      const { problems } = await json(written.replace('"C"', wrong));
      expect([wrong, problems.map(({ field }) => field)]).toEqual([wrong, ['OrderItems[2].SKU']]);
    }
    const { problems } = await json(written.replace('"SKU":"C"', '"SKU":"C","OrderLineNumber":1e400'));
    expect(problems.map(({ field }) => field)).toContain('OrderItems[2].OrderLineNumber');
  });

  it('shows the first forty characters of text that is not JSON', async () => {
    const { problems } = await json(`{oops${'x'.repeat(60)}}`);
    expect(problems).toMatchObject([{ found: `{oops${'x'.repeat(35)}`, expected: 'a JSON object' }]);
  });

  it.each([[undefined], [''], ['  '], [7]])(
    'is a reference of %j: the document has no name',
    async (reference) => {
      const { documents, total, invalid } = await json({ ...body, ReferenceNumber: reference });
      expect({ documents, total, invalid }).toEqual({ documents: [], total: 1, invalid: 1 });
    },
  );

  it.each([undefined, null])(
    'is a price %j that the price list does not have, with the SKU',
    async (PricePerUnit) => {
      const { problems } = await json(withLine({ SKU: 'X', PricePerUnit }), { prices: () => undefined });
      const message = 'OrderItems[0].PricePerUnit is missing: --prices has no price for the SKU X';
      expect(problems).toMatchObject([{ field: 'OrderItems[0].PricePerUnit', message }]);
    },
  );

  it('is in the line of the file, behind a set', async () => {
    const [line] = body.OrderItems;
    const set = { ...line, SKU: 'SET', OrderLineNumber: '1' };
    const parts = [
      { SKU: 'A', Qty: 2 },
      { SKU: 'B', Qty: 1 },
    ];
    const skuMap = new Map([['SET', parts]]);
    const { problems } = await json({ ...body, OrderItems: [set, { ...line, Qty: 0 }] }, { skuMap });
    expect(problems).toMatchObject([{ field: 'OrderItems[1].Qty' }]);
  });

  it('is a SKU that is a number, though SKUs are replaced', async () => {
    const { problems } = await json(withLine({ SKU: 5 }), { skuMap: new Map([['5', 'AC-5']]) });
    expect(problems).toMatchObject([{ field: 'OrderItems[0].SKU', found: '5' }]);
  });
});

describe('text in a JSON document', () => {
  it.each([
    ['an escaped character of two halves', '\\ud83c\\udfe0', '🏠'],
    ['an escaped backslash before u0000', '\\\\u0000', '\\u0000'],
    ['an escaped backslash before ud83c', '\\\\ud83c', '\\ud83c'],
  ])('may be %s', async (_, written, expected) => {
    const { bodies, problems } = await json(text.replace('PAID', written));
    expect(problems).toEqual([]);
    expect(bodies[0].PaymentStatus).toBe(expected);
  });

  it.each(['0.123456789012345', '0.1234567890123450', '100000000000000000', `1.${'0'.repeat(398)}`])(
    'may be the number %s',
    async (written) => {
      const { bodies, problems } = await json(text.replace('129', written));
      expect(problems.filter(({ message }) => message.includes('sent exactly'))).toEqual([]);
      expect(bodies.length + problems.length).toBe(1);
    },
  );
});

describe('values from the command line', () => {
  const { DeliveryAddress, ...unaddressed } = body;

  it('can be a whole address', async () => {
    const set = Object.entries(DeliveryAddress).map(([name, value]) => [
      `DeliveryAddress.${name}`,
      value,
    ]) as unknown as ReadingOptions['set'];
    const { bodies, problems } = await json(unaddressed, { set });
    expect(problems).toEqual([]);
    expect(bodies).toEqual([body]);
  });

  it('do not replace an address that is none', async () => {
    const { problems } = await json(
      { ...body, DeliveryAddress: 'Leeds' },
      { set: [['DeliveryAddress.Region', 'Yorks']] },
    );
    expect(problems).toMatchObject([{ field: 'DeliveryAddress', found: 'Leeds' }]);
  });

  it('for lines do not make lines', async () => {
    const { problems } = await json({ ...body, OrderItems: undefined }, { set: [['TaxRate', '20']] });
    expect(problems).toMatchObject([{ field: 'OrderItems', message: 'OrderItems is required' }]);
  });
});

describe('a suspicious value in a JSON document', () => {
  const suspicious = withLine({ SKU: '01-Mar' });
  const warning = {
    file: 'orders.json',
    line: 1,
    reference: 'R-1',
    field: 'OrderItems[0].SKU',
    found: '01-Mar',
    expected: 'the original code',
  };

  it('is a warning, and an error with --strict', async () => {
    const { warnings, problems } = await json(suspicious);
    expect([warnings, problems]).toEqual([[expect.objectContaining(warning)], []]);
    const strict = await json(suspicious, { strict: true });
    expect([strict.warnings, strict.problems]).toEqual([[], [expect.objectContaining(warning)]]);
  });

  it('is not reported again once the order has been created, or beside errors', async () => {
    const wasCreated = (reference: string) => reference === 'R-1';
    expect((await json(suspicious, { wasCreated })).warnings).toEqual([]);
    expect((await json({ ...suspicious, ReferenceNumber: 'R-2' }, { wasCreated })).warnings).toHaveLength(1);
    expect((await json({ ...suspicious, Currency: 'YEN' })).warnings).toEqual([]);
  });
});
