import { describe, expect, it } from 'vitest';
import { address, line, openStock, orderBody } from '../../../support/emulator/stock.ts';

describe('the body of POST /outbound', () => {
  it('[ORD-ADDRESS-COUNTRY] a country without its code is enough', async () => {
    const { create } = await openStock();
    const DeliveryAddress = address({ CountryCode: undefined, Country: 'France' });
    expect((await create('R-1', { DeliveryAddress })).status).toBe(201);
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
