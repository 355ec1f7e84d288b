import { describe, expect, it } from 'vitest';
import { body, csv, read, readAll, sourceOf } from '../support.ts';

const json = (content: unknown) =>
  read(typeof content === 'string' ? content : JSON.stringify(content), { name: 'orders.json' });
const second = { ...body, ReferenceNumber: 'R-2' };
const two = [body, second];

describe('document checks', () => {
  const line = body.OrderItems[0];
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
      { ...body, OrderItems: [{ ...line, Sku: 'x' }] },
      'OrderItems[0].Sku: unknown field OrderItems[0].Sku; did you mean SKU?',
    ],
    [
      'an unknown field of an address',
      { ...body, DeliveryAddress: { ...body.DeliveryAddress, Postcode: 'x' } },
      'unknown field DeliveryAddress.Postcode; did you mean PostCode?',
    ],
    ['Status', { ...body, Status: 'Pending' }, 'Status: only the service sets Status; remove it'],
    [
      'text for a number',
      { ...body, OrderItems: [{ ...line, Qty: '2' }] },
      'OrderItems[0].Qty must be a number',
    ],
    [
      'a number for text',
      { ...body, ReferenceNumber: 'R-1', PaymentStatus: 1 },
      'PaymentStatus must be text',
    ],
    [
      'a fraction',
      { ...body, OrderItems: [line, { ...line, Qty: 1.5 }] },
      'OrderItems[1].Qty must be a whole number',
    ],
    [
      'a price of nothing',
      { ...body, OrderItems: [{ ...line, PricePerUnit: 0 }] },
      'PricePerUnit must be at least 0.01',
    ],
    ['null', { ...body, Currency: null }, 'Currency'],
    ['a list for an object', { ...body, DeliveryAddress: [] }, 'DeliveryAddress must be an object'],
    ['an object for a list', { ...body, OrderItems: {} }, 'OrderItems must be a list'],
    ['no lines', { ...body, OrderItems: [] }, 'OrderItems is required'],
    ['a line that is none', { ...body, OrderItems: ['AC-TENT-2'] }, 'OrderItems[0] must be an object'],
    ['no billing address', { ...body, BillingAddress: undefined }, 'BillingAddress is required'],
    ['a time without zone', { ...body, DispatchBy: '2026-09-02T17:00:00' }, 'DispatchBy has no time zone'],
    ['a day', { ...body, ReceivedDate: '2026-09-02' }, 'ReceivedDate is a date without a time'],
    ['no reference', { ...body, ReferenceNumber: undefined }, 'ReferenceNumber is required'],
    ['a number for the reference', { ...body, ReferenceNumber: 1001 }, 'ReferenceNumber must be text'],
    [
      'a number beyond what can be kept',
      JSON.stringify(body).replace('129', '9007199254740993'),
      'OrderItems[0].PricePerUnit is a number that cannot be sent exactly',
    ],
    [
      'a number without end',
      JSON.stringify(body).replace('129', '1e400'),
      'OrderItems[0].PricePerUnit is a number that cannot be sent exactly',
    ],
    [
      'too many digits',
      JSON.stringify(body).replace('129', '0.12345678901234567890'),
      'PricePerUnit is a number that cannot be sent exactly',
    ],
    [
      'a member twice',
      JSON.stringify(body).replace('"Currency"', '"Currency":"EUR","Currency"'),
      'Currency appears twice in the same object',
    ],
    [
      'a member twice, once escaped',
      JSON.stringify(body).replace('"Currency"', '"Curr\\u0065ncy":"EUR","Currency"'),
      'Currency appears twice in the same object',
    ],
    [
      'a member of a line twice',
      JSON.stringify(body).replace('"Qty"', '"Qty":9,"Qty"'),
      'OrderItems[0].Qty appears twice in the same object',
    ],
    ['brackets that do not match', '{"ReferenceNumber":["R-1"}]', 'the document is not valid JSON'],
    ['a field without quotes', '{ReferenceNumber:"R-1"}', 'the document is not valid JSON'],
  ])('%s', async (_, content, expected) => {
    expect((await problemsOf(content)).join('\n')).toContain(expected);
  });

  it('ignores members that begin with _ and does not send them', async () => {
    const marked = {
      _line: 1,
      ...body,
      OrderItems: [{ ...line, _note: 'x' }],
      DeliveryAddress: { _a: 1, ...body.DeliveryAddress },
    };
    const { bodies } = await json(JSON.stringify(marked).replace('{', '{"__proto__":{"a":1},"_line":2,'));
    expect(bodies).toEqual([body]);
  });

  it('writes ReceivedDate as UTC and keeps DispatchBy', async () => {
    const { bodies } = await json({ ...body, ReceivedDate: '2026-09-01T08:30:00+01:00' });
    expect(bodies).toEqual([body]);
  });

  it('fills in values from the command line', async () => {
    const { warehouse_name, DispatchBy, ...bare } = body;
    const options = {
      warehouse: 'Midlands FC',
      dispatchWithin: 3_600_000,
      timezone: 'Europe/London',
      set: [
        ['PaymentStatus', 'UNPAID'],
        ['TaxRate', '20'],
        ['DeliveryAddress.Region', 'Yorks'],
      ] as const,
    };
    const { bodies } = await read(JSON.stringify({ ...bare, ReceivedDate: '2026-09-01T08:30:00' }), {
      name: 'a.json',
      options,
    });
    expect(bodies[0]).toEqual({
      ...body,
      warehouse_name: 'Midlands FC',
      DispatchBy: '2026-09-01T08:30:00Z',
      PaymentStatus: 'UNPAID',
      DeliveryAddress: { ...body.DeliveryAddress, Region: 'Yorks' },
      OrderItems: [{ ...line, TaxRate: 20 }],
    });
  });

  it("replaces the shop's SKUs with the warehouse's", async () => {
    const lines = ['OLD-1', ' OLD-1 ', 'X'].map((SKU) => ({ ...body.OrderItems[0], SKU }));
    const { bodies, problems } = await read(JSON.stringify({ ...body, OrderItems: lines }), {
      name: 'orders.json',
      options: { skuMap: { 'OLD-1': 'AC-1' }, prices: () => 5 },
    });
    expect(problems).toEqual([]);
    expect(bodies[0].OrderItems.map(({ SKU }: { SKU: string }) => SKU)).toEqual(['AC-1', 'AC-1', 'X']);
  });

  it.each(['preset', 'map'] as const)('reads a JSON file without the %s, and says so', async (option) => {
    const value = option === 'preset' ? 'shopify' : { ReferenceNumber: 'Order' };
    const { bodies, notices } = await read(JSON.stringify(body), {
      name: 'orders.json',
      options: { [option]: value },
    });
    expect(bodies).toHaveLength(1);
    expect(notices).toEqual([`orders.json is JSON: read without the ${option}, which is for CSV`]);
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
    await expect(read(content, { name: 'a.json' })).rejects.toThrow(/nested more than 100 levels deep/);
    const open = `{"a":${'['.repeat(8_000_000)}`;
    await expect(read(open, { name: 'a.json' })).rejects.toThrow(/nested more than 100 levels deep/);
    await expect(read('['.repeat(8_000_000), { name: 'a.json' })).rejects.toThrow(/expected an object/);
  });

  it.each<[string, unknown]>([
    ['null for optional text', { Channel_Ref: null }],
    ['null for an optional number', { PostalServiceCost: null }],
    ['null in an address', { DeliveryAddress: { ...body.DeliveryAddress, Region: null } }],
    ['null on a line', { OrderItems: [{ ...body.OrderItems[0], TaxRate: null }] }],
    ['a blank for an optional number', { PostalServiceCost: ' ' }],
  ])('%s counts as absent', async (_, members) => {
    const { bodies, problems } = await json({ ...body, ...(members as object) });
    expect(problems).toEqual([]);
    expect(bodies).toEqual([body]);
  });

  it('treats a blank on a purchase order as absent, so that the slot decides', async () => {
    const order = { PO_REFERENCE: 'P-1', Warehouse_Name: 'W', items: [{ SKU: 'A', Quantity: 1 }] };
    const blank = { containerTruckNumber: '', slotReference: ' ', deliveryType: '', palletCount: null };
    const { bodies, problems } = await read(JSON.stringify({ ...order, ...blank }), {
      kind: 'purchase-order',
      name: 'a.json',
    });
    expect(problems).toEqual([]);
    expect(bodies).toEqual([order]);
  });

  it('does not accept null for a required field', async () => {
    const { problems } = await json({ ...body, Currency: null });
    expect(problems).toMatchObject([{ reference: 'R-1', field: 'Currency', found: 'null' }]);
  });

  it.each<[string, boolean]>([
    ['9007199254740993', false],
    ['9007199254740992.0', false],
    ['12345678901234567890', false],
    ['9007199254740991.3', false],
    ['1e-400', false],
    ['1e400', false],
    [`1.${'0'.repeat(500)}`, false],
    ['9007199254740991', true],
    ['12.50', true],
    ['0.000', true],
    ['1e2', true],
  ])('sends the number %s unchanged, or not at all (%s)', async (written, sent) => {
    const { bodies, problems } = await read(
      JSON.stringify({ ...body, PostalServiceCost: 1 }).replace('Cost":1', `Cost":${written}`),
      { name: 'a.json' },
    );
    expect(problems.map(({ field }) => field)).toEqual(sent ? [] : ['PostalServiceCost']);
    expect(bodies.map((order) => order.PostalServiceCost)).toEqual(sent ? [Number(written)] : []);
  });

  it('ignores anything under a name that begins with _', async () => {
    const text = JSON.stringify(body).replace('{', '{"_id":12345678901234567890,"_id":{"a":1e999},');
    expect((await read(text, { name: 'a.json' })).bodies).toEqual([body]);
  });

  it('detects a duplicate member however much white space precedes its colon', async () => {
    const text = JSON.stringify(body).replace('{', `{"Currency"${' '.repeat(50)}: "EUR",`);
    expect((await problemsOf(text)).join()).toContain('Currency appears twice');
  });

  it.each(['received_at', 'docnum', 'itm_number'])('an inbound line must not contain %s', async (name) => {
    const delivery = {
      PO_REFERENCE: 'P-1',
      Warehouse_Name: 'W',
      items: [{ barcode: '01', Quantity: 1, [name]: 'x' }],
    };
    const { problems } = await read(JSON.stringify(delivery), { kind: 'inbound', name: 'a.json' });
    expect(problems).toMatchObject([{ line: 1, field: `items[0].${name}` }]);
  });

  it('explains how the spreadsheet changed a barcode', async () => {
    const delivery = {
      PO_REFERENCE: 'P-1',
      Warehouse_Name: 'W',
      items: [{ barcode: '5.01235E+12', Quantity: 1 }],
    };
    const { problems } = await read(JSON.stringify(delivery), { kind: 'inbound', name: 'a.json' });
    expect(problems).toMatchObject([
      { field: 'items[0].barcode', message: expect.stringContaining('scientific notation') },
    ]);
  });
});
