import { describe, expect, it } from 'vitest';
import { cells, csv, read } from '../support.ts';

const billing = {
  'BillingAddress.FullName': 'Bo Ek',
  'BillingAddress.Address1': '7 Bill Road',
  'BillingAddress.Town': 'Hull',
  'BillingAddress.PostCode': 'HU1 1AA',
  'BillingAddress.Country': 'United Kingdom',
};
const delivery = Object.keys(cells).filter((name) => name.startsWith('DeliveryAddress.'));
const blankDelivery = Object.fromEntries(delivery.map((name) => [name, '']));
const withoutDelivery = Object.fromEntries(delivery.map((name) => [name, undefined]));
const byName = Object.fromEntries(
  [...Object.keys(cells), ...Object.keys(billing)].map((name) => [name, name]),
);

describe('a blank delivery address', () => {
  it.each<[string, object]>([
    ['of a plain file', {}],
    ['of a map', { map: byName }],
  ])('%s does not become the billing address', async (_, options) => {
    const { bodies, problems } = await read(csv([{ ...billing, ...blankDelivery }]), { options });
    expect(bodies).toEqual([]);
    expect(problems.map(({ field }) => field)).toContain('DeliveryAddress');
  });

  it('is reported once, for the header, if the map gives it no column', async () => {
    const map = Object.fromEntries(Object.entries(byName).filter(([name]) => !delivery.includes(name)));
    const { bodies, problems } = await read(
      csv([
        { ...billing, ...withoutDelivery },
        { ...billing, ReferenceNumber: 'R-2' },
      ]),
      {
        options: { map },
      },
    );
    expect(bodies).toEqual([]);
    expect(problems.map(({ line, field }) => [line, field])).toContainEqual([1, 'DeliveryAddress.Address1']);
  });
});

describe('in a shop that leaves out a delivery address that is the billing address', () => {
  const names =
    'order_number,date,status,order_currency,billing_full_name,billing_address_1,billing_city,billing_postcode,billing_country,item_sku,item_name,item_quantity,item_price';
  const order = '7,2026-09-01 08:00:00,processing,GBP,Ada,1 Mill Lane,Leeds,LS1 4AB,GB,T-1,Tent,1,5.00';
  const woo = (columns: string, values: string) =>
    read(`${names}${columns}\n${order}${values}\n`, {
      options: { preset: 'woocommerce', timezone: 'Europe/London', warehouse: 'W', dispatchWithin: 1000 },
    });
  const shipping = ',shipping_full_name,shipping_address_1,shipping_city,shipping_postcode,shipping_country';

  it.each([
    ['has no columns', '', '', 'Ada'],
    ['is blank', shipping, ',,,,,', 'Ada'],
    ['has only a name and a country', shipping, ',Bo,,,,GB', 'Bo'],
    ['repeats the town', shipping, ',,,Leeds,LS1 4AB,GB', 'Ada'],
  ])('it is filled if it %s', async (_, columns, values, FullName) => {
    const { bodies, problems } = await woo(columns, values);
    expect(problems).toEqual([]);
    expect(bodies[0].DeliveryAddress).toMatchObject({ FullName, Address1: '1 Mill Lane', Town: 'Leeds' });
  });

  it.each([
    ['another town', ',Bo,,Hull,,GB'],
    ['another postcode', ',Bo,,,HU1 1AA,GB'],
  ])('never gets the street of the billing address if it has %s', async (_, values) => {
    const { bodies, problems } = await woo(shipping, values);
    expect(bodies).toEqual([]);
    expect(problems.map(({ field }) => field)).toContain('DeliveryAddress.Address1');
  });
});
