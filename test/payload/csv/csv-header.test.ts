import { describe, expect, it } from 'vitest';
import { CfiError, compact, type FieldProblem } from '../../../src/errors.ts';
import { errorText } from '../../../src/render/error.ts';
import { body, cells, csv, read, readAll, sourceOf } from '../support.ts';

describe('the header', () => {
  const rejected = async (header: string): Promise<(string | undefined)[]> => {
    const content = csv([{}]).replace(/^.*/, header);
    const { problems, bodies } = await read(content);
    expect(bodies).toEqual([]);
    return problems.filter(({ line }) => line === 1).map(({ message }) => message);
  };
  const names = Object.keys(cells);
  const withName = (old: string, name: string): string =>
    names.map((each) => (each === old ? name : each)).join(',');

  it.each<[string, string, string]>([
    ['Qty', 'Quantity', 'unknown column Quantity'],
    ['Currency', 'currencies', 'unknown column currencies; did you mean Currency?'],
    ['Currency', 'qty', 'qty and Qty are the same field'],
    ['PricePerUnit', 'PricePerUnt', 'did you mean PricePerUnit?'],
    ['SKU', 'Qty', 'the column Qty appears twice'],
    ['SKU', 'OrderItems.Qty', 'OrderItems.Qty and Qty are the same field'],
    ['ChannelBuyerName', 'Status', 'Status is set by the service'],
    ['ChannelBuyerName', 'status', 'status is set by the service'],
  ])('%s as %s', async (old, name, expected) => {
    expect((await rejected(withName(old, name))).join('\n')).toContain(expected);
  });

  it.each([
    ['Currency', 'currency'],
    ['DeliveryAddress.PostCode', 'DeliveryAddress.Postcode'],
    ['ReferenceNumber', 'reference number'],
    ['PricePerUnit', 'Price_per-unit'],
    ['warehouse_name', 'Warehouse Name'],
  ])('takes %s written as %s', async (name, written) => {
    const { problems, bodies } = await read(csv([{}]).replace(name, written));
    expect(problems).toEqual([]);
    expect(bodies).toEqual([body]);
  });

  it('explains what the header contained and what would be valid', async () => {
    const { problems } = await read(csv([{}]).replace('Currency', 'currencies'));
    expect(problems).toMatchObject([
      { line: 1, column: 'currencies', found: 'currencies', expected: 'Currency' },
      { line: 1, column: 'Currency', field: 'Currency', expected: 'the column Currency' },
    ]);
  });

  it.each([
    ['Currency', 'x', 'a known name', 'unknown column x'],
    [
      'ChannelBuyerName',
      'Status',
      'no such column',
      'Status is set by the service. If this column says which orders to send, use a map: cfi order map FILE; otherwise remove it',
    ],
    ['SKU', 'Qty', 'one column for the field', 'the column Qty appears twice'],
  ])(
    'does not add what is expected where the message is enough: %s as %s',
    async (old, name, expected, message) => {
      const { problems } = await read(csv([{}]).replace(old, name));
      const problem = problems.find(({ column }) => column === name) as FieldProblem;
      expect(problem).toMatchObject({ found: name, expected });
      const text = errorText(new CfiError('invalid-input', 'bad', { errors: [problem] }));
      expect(text).toMatch(new RegExp(`: ${message}$`, 'm'));
    },
  );

  it.each([
    ['PostCode', 'DeliveryAddress.PostCode'],
    ['Postcod', 'DeliveryAddress.PostCode'],
    ['Delivery.Town', 'DeliveryAddress.Town'],
    ['DeliveryAddres.Town', 'DeliveryAddress.Town'],
    ['BillingAddress.Postcode1', 'BillingAddress.PostCode'],
    ['DeliveryAddress.Zip', 'a known name'],
    ['Remarks', 'a known name'],
  ])('names what is most like an unknown column: %s', async (name, expected) => {
    const { problems } = await read(csv([{}]).replace('DeliveryAddress.PostCode', name));
    expect(problems.find(({ column }) => column === name)).toMatchObject({ expected });
  });

  it('reports a missing column once, not for every row', async () => {
    const rows = [1, 2, 3].map((number) => ({ ReferenceNumber: `R-${number}`, Currency: undefined }));
    const { problems, invalid } = await read(csv(rows));
    expect(invalid).toBe(3);
    expect(problems).toMatchObject([
      {
        line: 1,
        column: 'Currency',
        field: 'Currency',
        message: 'the column Currency is missing; you can give --set Currency=VALUE instead',
      },
    ]);
  });

  it('accepts either country column', async () => {
    const { problems } = await read(csv([{ 'DeliveryAddress.Country': undefined }]));
    expect(problems.map(({ message }) => message)).toEqual([
      'the column DeliveryAddress.Country or DeliveryAddress.CountryCode is missing; you can give --set DeliveryAddress.CountryCode=VALUE instead',
    ]);
    const code = await read(
      csv([{ 'DeliveryAddress.Country': undefined, 'DeliveryAddress.CountryCode': 'GB' }]),
    );
    expect(code.bodies[0]?.DeliveryAddress.CountryCode).toBe('GB');
  });

  it('reads the long names of line columns', async () => {
    const content = csv([{}]).replace(/SKU|ItemTitle|Qty|PricePerUnit/g, 'OrderItems.$&');
    expect((await read(content)).bodies).toEqual([body]);
  });

  it('names the command that reads a column of the shop, for what it cancelled would be sent without it', async () => {
    const { problems } = await read(csv([{ 'Order state': 'cancelled' }]));
    const remedies = problems.flatMap((problem) => problem[compact]?.remedies ?? []);
    expect(remedies).toEqual(['a map reads other columns: cfi order map orders.csv']);
  });

  it('reports errors in rows along with errors in the header', async () => {
    const { problems } = await read(csv([{ Colour: 'red', Qty: 'two' }]));
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 'Colour'],
      [2, 'Qty'],
    ]);
  });

  it('needs the reference column, and recognises an export by its columns', async () => {
    await expect(read('a,b\n1,2\n')).rejects.toMatchObject({
      message: expect.stringContaining('.csv: there is no column ReferenceNumber'),
      details: { hint: expect.stringMatching(/: cfi order map orders\.csv$/) },
    });
    const { notices } = await read('Name,Financial Status,Lineitem name\n1,paid,x\n');
    expect(notices[0]).toBe('orders.csv is a Shopify orders export: read with --preset shopify');
  });

  it('names the preset of the shop whose export it is when another was given', async () => {
    await expect(
      read('Name,Financial Status,Lineitem name\n1,paid,x\n', { options: { preset: 'etsy' } }),
    ).rejects.toMatchObject({
      message: 'orders.csv:1: this is a Shopify orders export, not an Etsy sold-order-items export',
      details: { hint: 'read it with --preset shopify' },
    });
  });

  it('reports a value under a column without a name', async () => {
    const content = csv([{}]).replaceAll(/(.)\n/g, '$1,\n').replace(/,\n$/, ',lost\n');
    const { problems } = await read(content);
    expect(problems).toMatchObject([
      { line: 2, found: 'lost', message: expect.stringMatching(/column 17 has no name/) },
    ]);
  });
});

describe('omitted values', () => {
  it('does not send empty optional cells', async () => {
    const { bodies } = await read(csv([{ TaxRate: '', 'DeliveryAddress.Company': ' ', Channel_Ref: '' }]));
    expect(bodies).toEqual([body]);
  });

  it.each(['Currency', 'SKU', 'Qty', 'DeliveryAddress.Town', 'warehouse_name'])(
    'reports %s as missing if it is blank',
    async (name) => {
      const { problems } = await read(csv([{ [name]: ' ' }]));
      expect(problems).toMatchObject([
        { line: 2, column: name, field: name, found: '', message: `${name} is required` },
      ]);
    },
  );

  it('reports a missing country once', async () => {
    const { problems } = await read(csv([{ 'DeliveryAddress.Country': '' }]));
    expect(problems.map(({ message }) => message)).toEqual([
      'DeliveryAddress.Country or DeliveryAddress.CountryCode is required',
    ]);
  });

  it('copies the delivery address to billing, and says so', async () => {
    const { notices } = await read(csv([{}]));
    expect(notices).toEqual(['no billing address in the file: the delivery address was copied for 1 order']);
  });

  it('copies if billing is a name without an address, order by order', async () => {
    const filled = Object.fromEntries(
      ['FullName', 'Address1', 'Town', 'PostCode', 'Country'].map((name) => [`BillingAddress.${name}`, 'Bo']),
    );
    const blank = Object.fromEntries(Object.keys(filled).map((name) => [name, '']));
    const rows = [filled, { ...blank, 'BillingAddress.FullName': 'Bo', ReferenceNumber: 'R-2' }];
    const { bodies, problems, notices, documents } = await read(csv(rows));
    expect(problems).toEqual([]);
    expect(bodies[0]?.BillingAddress).toMatchObject({ Address1: 'Bo' });
    expect(bodies[1]?.BillingAddress).toEqual(body.DeliveryAddress);
    expect(notices).toEqual(['blank billing address: the delivery address was copied for 1 order']);
    expect(documents[1]?.body).toBe(JSON.stringify({ ...body, ReferenceNumber: 'R-2' }));
  });

  it('reports missing parts of a billing address that has a street', async () => {
    const { problems } = await read(csv([{ 'BillingAddress.Address1': '2 High Street' }]));
    expect(problems.map(({ field }) => field)).toEqual(
      ['FullName', 'Town', 'PostCode', 'Country'].map((name) => `BillingAddress.${name}`),
    );
  });

  it.each([
    ['orders.csv', 'orders.csv'],
    ['-', 'standard input'],
  ])('does nothing for a header without rows: %s', async (name, shown) => {
    const { total, notices, problems } = await read(csv([]), { name });
    expect({ total, notices, problems }).toEqual({
      total: 0,
      notices: [`${shown} has a header and no rows`],
      problems: [],
    });
  });
});

describe('--set and --warehouse', () => {
  it('puts constants into every order and line', async () => {
    const set = [
      ['warehouse_name', 'Midlands FC'],
      ['TaxRate', '20'],
      ['BillingAddress.Company', 'Acme'],
    ] as const;
    const { bodies } = await read(
      csv([
        {
          'BillingAddress.FullName': 'Bo',
          'BillingAddress.Address1': '1',
          'BillingAddress.Town': 'T',
          'BillingAddress.PostCode': 'P',
          'BillingAddress.CountryCode': 'FR',
        },
      ]),
      { options: { set } },
    );
    expect(bodies[0]).toMatchObject({
      warehouse_name: 'Midlands FC',
      BillingAddress: { Company: 'Acme' },
      OrderItems: [{ TaxRate: 20 }],
    });
  });

  it.each<[string, string, RegExp]>([
    ['warehous_name', 'x', /unknown field; did you mean warehouse_name\?/],
    ['Status', 'x', /Status is set by the service/],
    ['Qty', 'many', /Qty must be a whole number/],
    ['Currency', ' ', /the value is empty/],
  ])('refuses %s=%s', async (field, value, expected) => {
    await expect(read(csv([{}]), { options: { set: [[field, value]] } })).rejects.toThrow(expected);
  });

  it('says once what a value of --set must be', async () => {
    await expect(read(csv([{}]), { options: { set: [['Qty', 'two']] } })).rejects.toMatchObject({
      message: '--set Qty=two: Qty must be a whole number',
      details: { hint: 'for example 2' },
    });
  });

  it('fills in the warehouse only if the file omits it', async () => {
    const content = csv([{ warehouse_name: '' }, { ReferenceNumber: 'R-2' }]);
    const { bodies } = await read(content, { options: { warehouse: 'Midlands FC' } });
    expect(bodies.map((order) => order.warehouse_name)).toEqual(['Midlands FC', 'Northgate FC']);
  });

  it.each([
    [{ timezone: 'Europe/Londn' }, /unknown time zone Europe\/Londn/],
    [{ encoding: 'utf-9' }, /unknown encoding utf-9/],
    [{ preset: 'shopfy' }, /unknown preset shopfy; did you mean shopify\?/],
    [{ preset: 'shopify', format: 'json' as const }, /--preset is for CSV/],
    [{ map: {}, format: 'json' as const }, /--map is for CSV/],
  ])('refuses options that apply to no file: %o', async (options, expected) => {
    await expect(readAll([sourceOf(csv([{}]))], { options })).rejects.toThrow(expected);
  });
});

describe('titles above the header', () => {
  const map = Object.fromEntries(Object.keys(cells).map((name) => [name, name]));
  it.each<[title: string, delimiter: string]>([
    ['Orders report, July 2026', ';'],
    ['Orders report, July 2026', '\t'],
    ['Orders, returns; and refunds', '\t'],
    ['Orders; all of them', ','],
  ])('do not decide the delimiter: %s', async (title, delimiter) => {
    const content = `${title}\n\n${csv([{}], delimiter)}`;
    const { bodies, problems } = await read(content, { options: { map } });
    expect(problems).toEqual([]);
    expect(bodies).toEqual([body]);
    expect((await read(content, { pieceSize: 1, options: { map } })).bodies).toEqual([body]);
  });

  it('do not hide a column that a map misspells', async () => {
    const misspelt = { ...map, ReferenceNumber: 'RefrenceNumber' };
    const content = `Orders report\n\n${csv([{}])}`;
    await expect(read(content, { options: { map: misspelt } })).rejects.toMatchObject({
      details: {
        errors: [
          {
            line: 3,
            column: 'RefrenceNumber',
            message: expect.stringContaining('did you mean ReferenceNumber?'),
          },
          { line: 3, field: 'ReferenceNumber' },
        ],
      },
    });
  });

  it('leave the header to decide even if its rows are shorter', async () => {
    const { problems } = await read(`${csv([], ';')}\nR-1\n`);
    expect(problems[0]?.message).not.toContain('there is no column');
  });
});
