import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../src/payload/types.ts';
import { body, cells, csv, read } from './support.ts';

const fixture = (name: string) =>
  readFile(new URL(`../../fixtures/csv/presets/${name}`, import.meta.url), 'utf8');
const warehouse = 'Northgate FC';
const day = 86_400_000;
const options = (preset: string, more: Partial<ReadingOptions> = {}) => ({
  options: { preset, warehouse, ...more },
});

describe('shopify', () => {
  const reading = options('shopify', { dispatchWithin: 2 * day });
  it('reads an export: continuation rows, apostrophes, quoted line breaks', async () => {
    const { bodies, problems } = await read(await fixture('shopify.csv'), reading);
    expect(problems).toEqual([]);
    expect(bodies.map((order) => order.ReferenceNumber)).toEqual(['#1001', '#1002']);
    expect(bodies[0]).toEqual({
      ReferenceNumber: '#1001',
      ReceivedDate: '2026-09-01T08:12:44Z',
      DispatchBy: '2026-09-03T08:12:44Z',
      Currency: 'GBP',
      PaymentStatus: 'PAID',
      ChannelBuyerName: 'Ada Example',
      warehouse_name: warehouse,
      PostalServiceCost: 3.95,
      DeliveryAddress: {
        FullName: 'Ada Example',
        Address1: '1 Example Street',
        Address2: 'Flat 2',
        Town: 'Leeds',
        PostCode: 'LS1 4AB',
        CountryCode: 'GB',
        PhoneNumber: '+441134960000',
        EmailAddress: 'ada@example.com',
      },
      BillingAddress: {
        FullName: 'Ada Example',
        Address1: '1 Example Street',
        Address2: 'Flat 2',
        Town: 'Leeds',
        PostCode: 'LS1 4AB',
        CountryCode: 'GB',
      },
      OrderItems: [
        { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 129, OrderLineNumber: '1' },
        {
          SKU: 'AC-MUG-BLUE',
          ItemTitle: 'Enamel mug, blue',
          Qty: 2,
          PricePerUnit: 9.99,
          OrderLineNumber: '2',
        },
      ],
    });
    expect(bodies[1].DeliveryAddress).toMatchObject({
      PostCode: '07102',
      Company: 'Sample Inc.',
      Region: 'NJ',
    });
  });

  it('leaves out what is cancelled, refunded, voided or fulfilled, with a count', async () => {
    const { notices, total } = await read(await fixture('shopify.csv'), reading);
    expect(total).toBe(2);
    expect(notices).toEqual([
      '1 order left out: refunded',
      '1 order left out: voided',
      '1 order left out: cancelled',
    ]);
    const text = (await fixture('shopify.csv'))
      .replace(',,no,USD', ',fulfilled,no,USD')
      .replace(',fulfilled,no', 'fulfilled,,no');
    expect((await read(text, reading)).notices).toContain('1 order left out: already fulfilled');
  });

  it('also leaves out the scattered rows of an order that is left out', async () => {
    const lines = (await fixture('shopify.csv')).trimEnd().split('\n');
    const moved = [...lines, lines.splice(5, 1)[0]].join('\n');
    const { problems, total } = await read(moved, reading);
    expect({ problems, total }).toEqual({ problems: [], total: 2 });
  });

  it.each([
    ['Lineitem price', /PricePerUnit needs the column Lineitem price, which a Shopify orders export has/],
    ['Lineitem sku', /SKU needs the column Lineitem sku/],
    ['Currency', /Currency needs the column Currency/],
  ])('asks for the column %s', async (column, expected) => {
    const text = (await fixture('shopify.csv')).replace(`,${column},`, ',X,');
    const { problems, bodies } = await read(text, reading);
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([{ line: 1, column, message: expect.stringMatching(expected) }]);
  });

  it('never invents a price, and names the column that is blank', async () => {
    const text = (await fixture('shopify.csv')).replace(',129.00,', ',,');
    const { problems } = await read(text, reading);
    expect(problems).toMatchObject([
      { line: 2, column: 'Lineitem price', field: 'PricePerUnit', message: 'PricePerUnit is required' },
    ]);
  });

  it('says how to give the warehouse and the dispatch time', async () => {
    const { problems } = await read(await fixture('shopify.csv'), { options: { preset: 'shopify' } });
    expect(problems.map(({ message }) => message)).toEqual([
      'the column DispatchBy is missing (or give --dispatch-within DURATION)',
      'the column warehouse_name is missing (or give --warehouse NAME)',
    ]);
  });

  it('takes the warehouse from --set', async () => {
    const set = [['warehouse_name', 'Midlands FC']] as const;
    const { bodies } = await read(await fixture('shopify.csv'), {
      options: { preset: 'shopify', dispatchWithin: day, set },
    });
    expect(bodies[0].warehouse_name).toBe('Midlands FC');
  });
});

describe('shipstation', () => {
  const zone = { timezone: 'America/Los_Angeles', set: [['Currency', 'USD']] as const };
  it('reads the "Order - Number" style', async () => {
    const { bodies, problems, notices } = await read(
      await fixture('shipstation.csv'),
      options('shipstation', zone),
    );
    expect(problems).toEqual([]);
    expect(bodies[0]).toMatchObject({
      ReferenceNumber: 'S-2001',
      ReceivedDate: '2026-09-01T16:12:44Z',
      DispatchBy: '2026-09-04T06:59:59Z',
      Currency: 'USD',
      PostalServiceCost: 5,
      DeliveryAddress: {
        Company: 'Example Inc',
        Address2: 'Unit 4, Rear',
        PostCode: '97201',
        CountryCode: 'US',
      },
      OrderItems: [
        { SKU: 'AC-TENT-2', Qty: 1, PricePerUnit: 129 },
        { SKU: 'AC-MUG-BLUE', PricePerUnit: 9.99 },
      ],
    });
    expect(bodies[1]).toMatchObject({
      ReferenceNumber: 'S-2003',
      ReceivedDate: '2026-09-01T07:30:00Z',
      DispatchBy: '2026-09-05T06:59:59Z',
    });
    expect(notices).toContain('1 order left out: cancelled');
  });

  it('reads the "Order Number" style', async () => {
    const { bodies, problems } = await read(
      await fixture('shipstation-plain.csv'),
      options('shipstation', zone),
    );
    expect(problems).toEqual([]);
    expect(bodies).toMatchObject([
      {
        ReferenceNumber: 'S-3001',
        ReceivedDate: '2026-09-01T21:12:44Z',
        DispatchBy: '2026-09-04T00:00:00Z',
        DeliveryAddress: { FullName: 'Ada Example', PostCode: '07102', CountryCode: 'US' },
        OrderItems: [{ SKU: 'AC-TENT-2', Qty: 1, PricePerUnit: 129 }],
      },
    ]);
  });

  it('asks how its times are meant, and for the currency', async () => {
    const { problems } = await read(await fixture('shipstation-plain.csv'), options('shipstation'));
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [1, 'Currency'],
      [2, 'ReceivedDate'],
      [2, 'DispatchBy'],
    ]);
    expect(problems[1]).toMatchObject({
      column: 'Order Date',
      message: expect.stringMatching(/names no time zone/),
    });
  });
});

describe('amazon', () => {
  it('reads the report: tabs, quotes as they are, prices for the whole quantity', async () => {
    const { bodies, problems } = await read(await fixture('amazon.txt'), {
      name: 'amazon.txt',
      ...options('amazon'),
    });
    expect(problems).toEqual([]);
    expect(bodies[0]).toMatchObject({
      ReferenceNumber: '204-0000001-0000001',
      ReceivedDate: '2026-09-01T08:12:44Z',
      DispatchBy: '2026-09-03T22:59:59+00:00',
      DeliveryAddress: { Address2: 'Flat 2, Block C', CountryCode: 'GB' },
      OrderItems: [
        { SKU: 'AC-TENT-2', ItemTitle: 'Tent 24" high, "two-person"', Qty: 2, PricePerUnit: 129 },
        { SKU: 'AC-MUG-BLUE', ItemTitle: 'Enamel mug, blue', Qty: 3, PricePerUnit: 9.99 },
      ],
    });
    expect(bodies[1].OrderItems).toMatchObject([{ Qty: 2, PricePerUnit: 34.5 }]);
  });

  it.each([
    ['10.00', '3', undefined, /is 10.00 for 3 in this export, which does not divide to the cent/],
    ['10.01', '2', undefined, /does not divide to the cent/],
    ['0.05', '5', 0.01, undefined],
    ['1234567.89', '3', 411522.63, undefined],
    ['19.98', '2', 9.99, undefined],
    ['7', '2', 3.5, undefined],
    ['0', '2', undefined, /PricePerUnit must be at least 0.01/],
    ['', '2', undefined, /PricePerUnit is required/],
    ['ten', '2', undefined, /cannot be worked out from ten for 2/],
    ['10.005', '1', undefined, /cannot be worked out from 10.005 for 1/],
    ['10.00', '', undefined, /cannot be worked out from 10.00 for no quantity/],
  ])('item-price %s for %s', async (price, quantity, unit, expected) => {
    const [head = '', row = ''] = (await fixture('amazon.txt')).split('\r\n');
    const names = head.split('\t');
    const put = (name: string, value: string, list: string[]) => list.with(names.indexOf(name), value);
    const changed = put('item-price', price, put('quantity-purchased', quantity, row.split('\t')));
    const { bodies, problems } = await read(`${head}\r\n${changed.join('\t')}\r\n`, options('amazon'));
    expect(bodies[0]?.OrderItems[0].PricePerUnit).toBe(unit);
    if (expected === undefined) expect(problems).toEqual([]);
    else
      expect(problems).toMatchObject([
        { line: 2, column: 'item-price', field: 'PricePerUnit', message: expect.stringMatching(expected) },
      ]);
  });

  it('leaves out orders that have nothing left to ship', async () => {
    const text = (await fixture('amazon.txt')).replace('\t3\t1\t2\t', '\t3\t3\t0\t');
    const { notices, total } = await read(text, options('amazon'));
    expect(total).toBe(1);
    expect(notices).toContain('1 order left out: nothing left to ship');
  });
});

describe('linnworks', () => {
  it('reads an export with day before month', async () => {
    const reading = options('linnworks', { timezone: 'Europe/London' });
    const { bodies, problems, notices } = await read(await fixture('linnworks.csv'), reading);
    expect(problems).toEqual([]);
    expect(bodies).toMatchObject([
      {
        ReferenceNumber: '206-1234567',
        ReceivedDate: '2026-09-01T08:12:44Z',
        DispatchBy: '2026-09-03T16:00:00Z',
        PaymentStatus: 'PAID',
        DeliveryAddress: {
          Address2: 'Flat 2, Block C',
          Town: 'Leeds',
          CountryCode: 'GB',
          PhoneNumber: '01134960000',
        },
        BillingAddress: { FullName: 'Ada Example', Country: 'United Kingdom' },
        OrderItems: [
          { SKU: 'AC-TENT-2', Qty: 2, PricePerUnit: 129 },
          { SKU: 'AC-MUG-RED', Qty: 1 },
        ],
      },
    ]);
    expect(notices).toEqual(['1 order left out: cancelled']);
  });
});

describe('--map', () => {
  const identity = Object.fromEntries(Object.keys(cells).map((name) => [name, name]));
  const mapped = (map: unknown, text = csv([{}])) => read(text, { options: { map } });

  it('takes columns, constants and translations; other columns are unused', async () => {
    const text = csv([{ colour: 'red', Paid: 'yes' }]).replace('ReferenceNumber', 'Order no.');
    const map = {
      ...identity,
      ReferenceNumber: 'Order no.',
      Currency: { const: 'EUR' },
      TaxRate: { const: 20 },
      PaymentStatus: { column: 'Paid', map: { yes: 'PAID', no: 'UNPAID' } },
    };
    const { bodies, problems } = await mapped(map, text);
    expect(problems).toEqual([]);
    expect(bodies).toEqual([
      { ...body, Currency: 'EUR', OrderItems: [{ ...body.OrderItems[0], TaxRate: 20 }] },
    ]);
  });

  it('refuses a value that the translation does not list, with its place', async () => {
    const { problems } = await mapped({
      ...identity,
      PaymentStatus: { column: 'PaymentStatus', map: { paid: 'PAID' } },
    });
    expect(problems).toMatchObject([
      { line: 2, column: 'PaymentStatus', field: 'PaymentStatus', found: 'PAID', expected: 'one of paid' },
    ]);
  });

  it('names a source column that is missing, with the nearest', async () => {
    const { problems } = await mapped({ ...identity, Currency: 'Curency' });
    expect(problems.map(({ message }) => message)).toContain(
      'the map takes Currency from a column Curency, which the file does not have; did you mean Currency?',
    );
  });

  it.each<[unknown, RegExp]>([
    [{ Currancy: 'Currency' }, /--map: unknown field Currancy; did you mean Currency\?/],
    [{ Status: 'Currency' }, /only the service sets Status/],
    [{ Currency: 7 }, /--map: Currency must be/],
    [{ Currency: { colum: 'x' } }, /--map: Currency must be/],
    [{ Currency: { column: 'x', const: 'y' } }, /--map: Currency must be/],
    [{ Currency: { column: 'x', map: { a: {} } } }, /--map: Currency must be/],
    [[], /expected a JSON object/],
    ['x', /expected a JSON object/],
  ])('refuses %j', async (map, expected) => {
    await expect(mapped(map)).rejects.toThrow(expected);
  });

  it('works for purchase orders too', async () => {
    const map = {
      PO_REFERENCE: 'po',
      Warehouse_Name: { const: 'Northgate FC' },
      SKU: 'item',
      Quantity: 'count',
    };
    const { bodies } = await read('po,item,count\nP-1,AC-1,2\n', {
      kind: 'purchase-order',
      options: { map },
    });
    expect(bodies).toEqual([
      { PO_REFERENCE: 'P-1', Warehouse_Name: 'Northgate FC', items: [{ SKU: 'AC-1', Quantity: 2 }] },
    ]);
  });
});
