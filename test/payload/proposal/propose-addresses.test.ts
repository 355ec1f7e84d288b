import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

/** The proposed entries for a file with these columns and cells, by field; only those of addresses and the buyer. */
async function addresses(columns: Readonly<Record<string, string>>) {
  const all = { 'Order #': 'R-1', Date: '2026-08-28', SKU: 'AC-1', Product: 'Tent', Qty: '2', ...columns };
  const { map } = await proposed([Object.keys(all).join(), Object.values(all).join()].join('\n'));
  return Object.fromEntries(
    Object.entries(map).filter(([name]) => name.includes('Address.') || name === 'ChannelBuyerName'),
  );
}

const shipping = {
  'Shipping Name': 'Ada',
  'Shipping Address 1': '1 High St',
  'Shipping City': 'Leeds',
  'Shipping Post Code': 'LS1 4AB',
  'Shipping Country': 'GB',
};
const billing = {
  'Billing Name': 'Bo',
  'Billing Address 1': '2 Low St',
  'Billing City': 'York',
  'Billing Post Code': 'YO1 7AB',
  'Billing Country': 'United Kingdom',
};
const withoutName = (columns: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !name.endsWith('Name')));
const ofSide = (section: string, side: string, country: string) => ({
  [`${section}.FullName`]: `${side} Name`,
  [`${section}.Address1`]: `${side} Address 1`,
  [`${section}.Town`]: `${side} City`,
  [`${section}.PostCode`]: `${side} Post Code`,
  [`${section}.${country}`]: `${side} Country`,
});

describe('a proposed address', () => {
  it.each<[string, Readonly<Record<string, string>>, object]>([
    [
      'is of its own side',
      { ...billing, ...shipping },
      {
        ...ofSide('DeliveryAddress', 'Shipping', 'CountryCode'),
        ...ofSide('BillingAddress', 'Billing', 'Country'),
        ChannelBuyerName: 'Shipping Name',
      },
    ],
    [
      'is the billing address if there is no other',
      billing,
      { ...ofSide('DeliveryAddress', 'Billing', 'Country'), ChannelBuyerName: 'Billing Name' },
    ],
    [
      'takes its telephone and email from the buyer',
      { ...shipping, 'Billing Phone': '+44 113 496 0003', 'Billing Email': 'ada@example.com' },
      {
        ...ofSide('DeliveryAddress', 'Shipping', 'CountryCode'),
        'DeliveryAddress.PhoneNumber': 'Billing Phone',
        'DeliveryAddress.EmailAddress': 'Billing Email',
        ChannelBuyerName: 'Shipping Name',
      },
    ],
    [
      'keeps its own telephone',
      { ...shipping, 'Billing Phone': '+44 113 496 0003', 'Shipping Phone': '+44 113 496 0004' },
      {
        ...ofSide('DeliveryAddress', 'Shipping', 'CountryCode'),
        'DeliveryAddress.PhoneNumber': 'Shipping Phone',
        ChannelBuyerName: 'Shipping Name',
      },
    ],
    ...['Customer Name', 'Buyer Name', 'Billing Name', 'Customer'].map(
      (name): [string, Readonly<Record<string, string>>, object] => [
        `takes its name from ${name} if it has none`,
        { [name]: 'Ada Example', ...withoutName(shipping) },
        {
          ...ofSide('DeliveryAddress', 'Shipping', 'CountryCode'),
          'DeliveryAddress.FullName': name,
          ChannelBuyerName: name,
        },
      ],
    ),
    [
      'takes its name from the customer if the invoice goes to somebody else',
      { Customer: 'Ada Example', ...withoutName(shipping), ...billing },
      {
        ...ofSide('DeliveryAddress', 'Shipping', 'CountryCode'),
        ...ofSide('BillingAddress', 'Billing', 'Country'),
        'DeliveryAddress.FullName': 'Customer',
        ChannelBuyerName: 'Customer',
      },
    ],
    [
      'takes its name from the buyer, on both sides',
      {
        'Buyer Name': 'Ada Example',
        ...withoutName(shipping),
        ...withoutName(billing),
      },
      {
        ...ofSide('DeliveryAddress', 'Shipping', 'CountryCode'),
        ...ofSide('BillingAddress', 'Billing', 'Country'),
        'DeliveryAddress.FullName': 'Buyer Name',
        'BillingAddress.FullName': 'Buyer Name',
        ChannelBuyerName: 'Buyer Name',
      },
    ],
    [
      'joins a name in two columns, and the lines after the first',
      {
        'Shipping First Name': 'Ada',
        'Shipping Last Name': 'Example',
        'Shipping Address 1': '1 High St',
        'Shipping Address 2': 'Flat 2',
        'Shipping Address 3': 'Rear',
        'Shipping Company': 'Acme Ltd',
      },
      {
        'DeliveryAddress.FullName': { join: ['Shipping First Name', 'Shipping Last Name'], with: ' ' },
        'DeliveryAddress.Company': 'Shipping Company',
        'DeliveryAddress.Address1': 'Shipping Address 1',
        'DeliveryAddress.Address2': { join: ['Shipping Address 2', 'Shipping Address 3'], with: ', ' },
        ChannelBuyerName: { join: ['Shipping First Name', 'Shipping Last Name'], with: ' ' },
      },
    ],
  ])('%s', async (_, columns, expected) => {
    expect(await addresses(columns)).toEqual(expected);
  });
});

it.each([
  ['Adresse de livraison', 'Ville de livraison', 'Adresse de facturation', 'Ville de facturation'],
  ["Adresse d'expédition", "Ville d'expédition", 'Adresse de facturation', 'Ville de facturation'],
  ['Dirección de envío', 'Ciudad de envío', 'Dirección de facturación', 'Ciudad de facturación'],
  ['Indirizzo di consegna', 'Città di consegna', 'Indirizzo di fatturazione', 'Città di fatturazione'],
  ['Morada de entrega', 'Cidade de entrega', 'Morada de faturação', 'Cidade de faturação'],
])('of %s and %s is not that of %s and %s', async (street, town, otherStreet, otherTown) => {
  const cells = { [otherStreet]: '2 Low St', [otherTown]: 'York', [street]: '1 High St', [town]: 'Leeds' };
  expect(await addresses(cells)).toMatchObject({
    'DeliveryAddress.Address1': street,
    'DeliveryAddress.Town': town,
  });
});
