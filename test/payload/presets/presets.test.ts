import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { read } from '../support.ts';

const fixture = (name: string) =>
  readFile(new URL(`../../../fixtures/csv/presets/${name}`, import.meta.url), 'utf8');
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

  it.each([
    ['Lineitem fulfillment status', ['partial', 'pending']],
    ['Fulfillment Status', ['partial', '']],
  ])('says of which orders only a part has shipped: %s', async (column, [first, second]) => {
    const header =
      'Name,Financial Status,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Currency,Created at,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country';
    const row = (status = '') => `#1,paid,Tent,T-1,1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB,${status}`;
    const text = [`${header},${column}`, row(first), row(second).replace('T-1', 'T-2'), ''].join('\n');
    const reading = { preset: 'shopify', warehouse: 'W', dispatchWithin: 1000 } as const;
    const said =
      '1 order left out as fulfilled, but shipped only in part; the file does not say what is left to send: #1';
    const { notices } = await read(text, { options: reading });
    expect(notices).toContain(said);
    const included = await read(text, { options: { ...reading, include: ['fulfilled'] } });
    expect([included.total, included.notices.join()]).toEqual([1, expect.not.stringContaining('in part')]);
  });

  it.each([
    [
      'Lineitem price',
      /the column Lineitem price of a Shopify orders export is missing, which PricePerUnit is filled from/,
    ],
    ['Lineitem sku', /the column Lineitem sku of .* SKU is filled from/],
    ['Currency', /the column Currency of .* Currency is filled from/],
  ])('asks for the column %s', async (column, expected) => {
    const text = (await fixture('shopify.csv')).replace(`,${column},`, ',X,');
    const { problems, bodies } = await read(text, reading);
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([{ line: 1, column, message: expect.stringMatching(expected) }]);
  });

  it('never invents a price, and names the blank column', async () => {
    const text = (await fixture('shopify.csv')).replace(',129.00,', ',,');
    const { problems } = await read(text, reading);
    expect(problems).toMatchObject([
      { line: 2, column: 'Lineitem price', field: 'PricePerUnit', message: 'PricePerUnit is required' },
    ]);
  });

  it('says how to give the warehouse and the dispatch time', async () => {
    const { problems } = await read(await fixture('shopify.csv'), { options: { preset: 'shopify' } });
    expect(problems.map(({ message }) => message)).toEqual([
      'the column DispatchBy is missing; you can give --dispatch-within DURATION instead',
      'the column warehouse_name is missing; you can give --warehouse NAME instead',
    ]);
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
    expect(notices).toContainEqual(expect.stringContaining('1 order left out as cancelled: '));
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

  it('asks for the format of its times, and for the currency', async () => {
    const { problems } = await read(await fixture('shipstation-plain.csv'), options('shipstation'));
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [1, 'Currency'],
      [2, 'ReceivedDate'],
      [2, 'DispatchBy'],
    ]);
    expect(problems[1]).toMatchObject({
      column: 'Order Date',
      message: expect.stringMatching(/has no time zone/),
    });
  });
});
