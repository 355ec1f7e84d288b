import { describe, expect, it } from 'vitest';
import { body, csv, read, readAll, sourceOf } from '../support.ts';

const json = (content: unknown) =>
  read(typeof content === 'string' ? content : JSON.stringify(content), { name: 'orders.json' });

const second = { ...body, ReferenceNumber: 'R-2' };
const two = [body, second];

it('a document with problems without end is looked at until there are 10,000', async () => {
  const numbers = Array(300_000).fill('1e999').join();
  const { problems } = await json(JSON.stringify({ ...body, more: [] }).replace('[]}', `[${numbers}]}`));
  expect(problems).toHaveLength(10_000);
  expect(problems.at(-1)).toMatchObject({ reference: 'R-1', field: 'more[9999]' });
});

describe('document checks', () => {
  const line = body.OrderItems[0];
  const withLines = (...OrderItems: readonly unknown[]) => ({ ...body, OrderItems });
  const written = (from: string, to: string) => JSON.stringify(body).replace(from, to);
  const inexact = 'OrderItems[0].PricePerUnit is a number that cannot be sent exactly';
  const twice = 'appears twice in the same object';
  const problemsOf = async (content: unknown): Promise<string[]> => {
    const { problems, bodies } = await json(content);
    expect(bodies).toEqual([]);
    expect(problems.every((problem) => problem.line === 1 && problem.column === undefined)).toBe(true);
    return problems.map(({ field, message }) => `${field}: ${message}`);
  };

  it.each<[string, unknown, string]>([
    ['an unknown field', { ...body, Warehouse: 'x' }, 'Warehouse: unknown field Warehouse'],
    [
      'a field nearly right',
      { ...body, Currancy: 'x' },
      'Currancy: unknown field Currancy; did you mean Currency?',
    ],
    [
      'an unknown field of a line',
      withLines({ ...line, Sku: 'x' }),
      'OrderItems[0].Sku: unknown field OrderItems[0].Sku; did you mean SKU?',
    ],
    [
      'an unknown field of an address',
      { ...body, DeliveryAddress: { ...body.DeliveryAddress, Postcode: 'x' } },
      'unknown field DeliveryAddress.Postcode; did you mean PostCode?',
    ],
    ['Status', { ...body, Status: 'Pending' }, 'Status: Status is set by the service; remove it'],
    ['text for a number', withLines({ ...line, Qty: '2' }), 'OrderItems[0].Qty must be a number'],
    ['a number for text', { ...body, PaymentStatus: 1 }, 'PaymentStatus must be text'],
    ['a fraction', withLines(line, { ...line, Qty: 1.5 }), 'OrderItems[1].Qty must be a whole number'],
    ['a price of nothing', withLines({ ...line, PricePerUnit: 0 }), 'PricePerUnit must be at least 0.01'],
    ['a list for an object', { ...body, DeliveryAddress: [] }, 'DeliveryAddress must be an object'],
    ['an object for a list', { ...body, OrderItems: {} }, 'OrderItems must be a list'],
    ['no lines', withLines(), 'OrderItems is required'],
    [
      'more lines than are read, of which only the first are looked at',
      withLines(...Array(20_000).fill(line), {}),
      'OrderItems: OrderItems has more than 20,000 lines, the most that are read',
    ],
    [
      'more values than any order has',
      JSON.stringify({ ...body, _x: Array(1_000_000).fill(0) }),
      ': the document holds more than 1,000,000 values',
    ],
    ['a line that is none', withLines('AC-TENT-2'), 'OrderItems[0] must be an object'],
    ['no billing address', { ...body, BillingAddress: undefined }, 'BillingAddress is required'],
    ['a time without zone', { ...body, DispatchBy: '2026-09-02T17:00:00' }, 'DispatchBy has no time zone'],
    ['a day', { ...body, ReceivedDate: '2026-09-02' }, 'ReceivedDate is a date without a time'],
    ['no reference', { ...body, ReferenceNumber: undefined }, 'ReferenceNumber is required'],
    ['a number for the reference', { ...body, ReferenceNumber: 1001 }, 'ReferenceNumber must be text'],
    ['a number beyond what can be kept', written('129', '9007199254740993'), inexact],
    ['a number without end', written('129', '1e400'), inexact],
    ['too many digits', written('129', '0.12345678901234567890'), inexact],
    ['a member twice', written('"Currency"', '"Currency":"EUR","Currency"'), `Currency ${twice}`],
    [
      'a member twice, once escaped',
      written('"Currency"', '"Curr\\u0065ncy":"EUR","Currency"'),
      `Currency ${twice}`,
    ],
    ['a member of a line twice', written('"Qty"', '"Qty":9,"Qty"'), `OrderItems[0].Qty ${twice}`],
    [
      'a member twice after a text that ends with an escape',
      `${JSON.stringify({ ...body, ChannelBuyerName: 'Ann "A"' }).slice(0, -1)},"Currency":"EUR"}`,
      `Currency ${twice}`,
    ],
    ['brackets that do not match', '{"ReferenceNumber":["R-1"}]', 'the document is not valid JSON'],
    ['a field without quotes', '{ReferenceNumber:"R-1"}', 'the document is not valid JSON'],
  ])('%s', async (_, content, expected) => {
    expect((await problemsOf(content)).join('\n')).toContain(expected);
  });

  it('accepts a number whose many digits end with zeros', async () => {
    const text = JSON.stringify(body).replace('129', '129.00000000000000000000');
    expect((await json(text)).bodies).toEqual([body]);
  });

  it('continues after an invalid document', async () => {
    const { problems, bodies, total, invalid } = await json(
      `${JSON.stringify({ ...body, Currency: 'YEN' })}\n{oops}\n${JSON.stringify(second)}`,
    );
    expect(problems.map(({ line: number }) => number)).toEqual([1, 2]);
    expect({ total, invalid, bodies }).toEqual({ total: 3, invalid: 2, bodies: [second] });
  });

  it('reports a reference that appears twice, in both places', async () => {
    const { problems, bodies, total, invalid } = await json([body, second, body]);
    expect(problems.map(({ line: number }) => number)).toEqual([1, 3]);
    expect(problems[1]?.message).toBe(
      'ReferenceNumber R-1 appears twice; the other is document 1 of orders.json',
    );
    expect({ total, invalid, bodies }).toEqual({ total: 3, invalid: 2, bodies: [second] });
  });

  it('reports a reference that a CSV file also has', async () => {
    const { problems } = await readAll([
      sourceOf(csv([{}]), 'a.csv'),
      sourceOf(JSON.stringify(two), 'b.json'),
    ]);
    expect(problems.map(({ file, line: number }) => [file, number])).toEqual([
      ['a.csv', 2],
      ['b.json', 1],
    ]);
  });

  it('refuses a file nested more deeply than any request body, in every field', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const content = JSON.stringify(body).replace('"GBP"', deep);
    await expect(read(content, { name: 'a.json' })).rejects.toThrow(/nested more than 500 levels deep/);
    const open = `{"a":${'['.repeat(8_000_000)}`;
    await expect(read(open, { name: 'a.json' })).rejects.toThrow(/nested more than 500 levels deep/);
    await expect(read('['.repeat(8_000_000), { name: 'a.json' })).rejects.toThrow(/expected an object/);
  });

  it('does not accept null for a required field', async () => {
    const { problems } = await json({ ...body, Currency: null });
    expect(problems).toMatchObject([{ reference: 'R-1', field: 'Currency', found: 'null' }]);
  });

  it('detects a duplicate member however much white space precedes its colon', async () => {
    const text = JSON.stringify(body).replace('{', `{"Currency"${' '.repeat(50)}: "EUR",`);
    expect((await problemsOf(text)).join()).toContain('Currency appears twice');
  });
});
