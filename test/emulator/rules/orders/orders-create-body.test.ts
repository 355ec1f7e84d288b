import { describe, expect, it } from 'vitest';
import { address, line, openStock, orderBody } from '../../../support/emulator/stock.ts';

const without = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

describe('the body of POST /outbound', () => {
  it.each([
    'ReferenceNumber',
    'ReceivedDate',
    'DispatchBy',
    'Currency',
    'PaymentStatus',
    'ChannelBuyerName',
    'warehouse_name',
    'OrderItems',
    'DeliveryAddress',
    'BillingAddress',
  ])('[ORD-CREATE-REQUIRED] refuses an order without %s, by name', async (field) => {
    const { create } = await openStock();
    const { status, body } = await create('R-1', without(field));
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, error: `${field} is required` },
    });
  });

  it.each(['SKU', 'ItemTitle', 'Qty', 'PricePerUnit', 'OrderLineNumber'])(
    '[ORD-LINE-REQUIRED] refuses a line without %s, by name',
    async (field) => {
      const { create } = await openStock();
      const { status, body } = await create('R-1', { OrderItems: [line(), line(without(field))] });
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: `OrderItems[1].${field} is required`,
      });
    },
  );

  it.each(['FullName', 'Address1', 'Town', 'PostCode'])(
    '[ORD-ADDRESS-REQUIRED] refuses addresses without %s, by name',
    async (field) => {
      const { create } = await openStock();
      for (const name of ['DeliveryAddress', 'BillingAddress']) {
        const { status, body } = await create('R-1', { [name]: address(without(field)) });
        expect({ status, error: body.error }).toEqual({ status: 400, error: `${name}.${field} is required` });
      }
    },
  );

  it('[ORD-ADDRESS-COUNTRY] requires the country or its code', async () => {
    const { create } = await openStock();
    const neither = await create('R-1', { DeliveryAddress: address(without('CountryCode')) });
    expect(neither).toMatchObject({ status: 400, body: { error: expect.stringContaining('Country') } });
    const name = address({ ...without('CountryCode'), Country: 'France' });
    expect((await create('R-1', { DeliveryAddress: name })).status).toBe(201);
  });

  it.each([
    ['[ORD-CURRENCY] another currency', { Currency: 'JPY' }, 'Currency'],
    ['[ORD-DATES] a day that does not exist', { ReceivedDate: '2026-02-30T10:00:00Z' }, 'ReceivedDate'],
    ['[ORD-DATES] words for a time', { DispatchBy: 'tomorrow' }, 'DispatchBy'],
    ['[ORD-LINES] no lines', { OrderItems: [] }, 'OrderItems'],
    ['[ORD-QTY] a quantity of 0', { OrderItems: [line({ Qty: 0 })] }, 'OrderItems[0].Qty'],
    ['[ORD-QTY] a negative quantity', { OrderItems: [line({ Qty: -1 })] }, 'OrderItems[0].Qty'],
    ['[ORD-QTY] half a unit', { OrderItems: [line({ Qty: 1.5 })] }, 'OrderItems[0].Qty'],
    ['[ORD-PRICE] a price of 0', { OrderItems: [line({ PricePerUnit: 0 })] }, 'OrderItems[0].PricePerUnit'],
    [
      '[ORD-PRICE] half a cent',
      { OrderItems: [line({ PricePerUnit: 0.005 })] },
      'OrderItems[0].PricePerUnit',
    ],
    [
      '[ORD-LINE-NUMBER] an empty line number',
      { OrderItems: [line({ OrderLineNumber: '' })] },
      'OrderLineNumber',
    ],
    ['[A-39] a quantity as text', { OrderItems: [line({ Qty: '2' })] }, 'OrderItems[0].Qty'],
  ])('%s is refused with the field named', async (_, changes, field) => {
    const { create, order } = await openStock();
    const { status, body } = await create('R-1', changes);
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(field) });
    expect(await order('R-1')).toBeUndefined();
  });

  it.each([
    ['[ORD-PRICE] the lowest price', { OrderItems: [line({ PricePerUnit: 0.01 })] }],
    ['[ORD-CURRENCY] EUR', { Currency: 'EUR' }],
    ['[ORD-CURRENCY] USD', { Currency: 'USD' }],
    ['[ORD-OPTIONAL] postal costs', { PostalServiceCost: 4.5, PostalServiceTaxRate: 20 }],
    ['[ORD-OPTIONAL] a tax rate', { OrderItems: [line({ TaxRate: 20 })] }],
    ['[A-02] any payment status', { PaymentStatus: 'ON_ACCOUNT' }],
  ])('%s are accepted and shown', async (_, changes) => {
    const { create, order } = await openStock();
    expect((await create('R-1', changes)).status).toBe(201);
    expect(await order('R-1')).toMatchObject(changes);
  });

  it.each([
    [
      'with spaces, escapes and a field twice',
      (json: string) => `\uFEFF ${json.replace('{', '{ "Currency": "USD",\n').replace('Two', '\\u0054wo')}`,
    ],
    ['with an unknown field', (json: string) => json.replace('{', '{"Beyond":1,')],
    ['with a null for an absent field', (json: string) => json.replace('{', '{"Channel_Ref":null,')],
    ['with a time in another zone', (json: string) => json.replace('T07:30:00Z', 'T08:30:00+01:00')],
  ])('[ORD-CREATE] stores an order %s like one without', async (_, rewritten) => {
    const { acme } = await openStock();
    const json = JSON.stringify(orderBody('R-1'));
    expect((await acme.post('/outbound', json.replace('R-1', 'PLAIN'))).status).toBe(201);
    expect((await acme.post('/outbound', rewritten(json))).status).toBe(201);
    const { data: plain } = (await acme.get('/order/PLAIN')).body;
    const { data: found } = (await acme.get('/order/R-1')).body;
    expect(found).toEqual({ ...plain, ReferenceNumber: 'R-1', OrderId: expect.anything() });
  });

  it('[ORD-ADDRESS-OPTIONAL] keeps every other part of an address', async () => {
    const { create, order } = await openStock();
    const whole = address({
      ...{
        Company: 'Field & Sons',
        Address2: 'Flat 2',
        Region: 'North Yorkshire',
        Country: 'United Kingdom',
      },
      ...{ PhoneNumber: '+44 1904 000000', EmailAddress: 'jo@example.com' },
    });
    expect((await create('R-1', { DeliveryAddress: whole })).status).toBe(201);
    const { DeliveryAddress, BillingAddress } = await order('R-1');
    expect([DeliveryAddress, BillingAddress]).toEqual([whole, address()]);
  });
});
