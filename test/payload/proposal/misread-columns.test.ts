import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const plain = {
  'Order #': ['R-1', 'R-2'],
  Date: ['2026-08-28', '2026-08-29'],
  SKU: ['AC-1', 'AC-2'],
  Product: ['Tent', 'Peg'],
  Qty: ['1', '2'],
  Price: ['12.50', '3.00'],
  Name: ['Ada', 'Bo'],
  Street: ['1 High St', '2 Low St'],
  City: ['Leeds', 'York'],
  Postcode: ['LS1 4AB', 'YO1 7HH'],
};

type Columns = Readonly<Record<string, readonly string[]>>;

/** The map for a file with these columns, with all of the others but `without`. */
async function mapOf(columns: Columns, ...without: readonly string[]): Promise<Record<string, unknown>> {
  const others = Object.entries(plain).filter(([name]) => !without.includes(name));
  const all = { ...Object.fromEntries(others), ...columns };
  const lists = Object.values(all);
  const rows = [0, 1].map((at) => lists.map((cells) => cells[at] ?? '').join());
  return { ...(await proposed([Object.keys(all).join(), ...rows].join('\n'))).map };
}

describe('a column is not', () => {
  it.each<[what: string, field: string, columns: Columns, without: string]>([
    [
      'the order, if it is the same in all rows',
      'ReferenceNumber',
      { 'Exchange rate': ['1', '1'] },
      'Order #',
    ],
    ['the SKU, if it is a place', 'SKU', { 'Ship node ID': ['N-1', 'N-2'] }, 'SKU'],
    ['the quantity, if it is a number of days', 'Qty', { 'Lead days': ['5', '7'] }, 'Qty'],
    ['the price, if it is what the shop keeps', 'PricePerUnit', { Commission: ['1.50', '0.30'] }, 'Price'],
    [
      'the day of the order, if it is that of the delivery',
      'ReceivedDate',
      { 'Latest delivery time': ['2026-09-01', '2026-09-02'] },
      'Date',
    ],
    ['a first name, if it is the shop', 'DeliveryAddress.FullName', { 'Store name': ['A', 'B'] }, 'Name'],
    ['a warehouse, if it says who ships', 'warehouse_name', { 'Fulfillment entity': ['Own', 'WFS'] }, ''],
    ['a company, if it is a carrier', 'DeliveryAddress.Company', { Company: ['DHL Paket', 'UPS'] }, ''],
    [
      'a company, if no part of the address is called so',
      'DeliveryAddress.Company',
      { 'Shipping company': ['', ''] },
      '',
    ],
  ])('%s', async (_, field, columns, without) => {
    expect((await mapOf(columns, without))[field]).toBeUndefined();
  });
});

describe('a column is', () => {
  it.each<[what: string, field: string, expected: string, columns: Columns, without: readonly string[]]>([
    [
      'the company of an address that is called so',
      'DeliveryAddress.Company',
      'shipping_company',
      { shipping_address_1: ['3 Top St', '4 Top St'], shipping_company: ['', ''] },
      [],
    ],
    [
      'the street of the delivery, beside that of the account',
      'DeliveryAddress.Address1',
      'Del Address 1',
      { 'Address 1': ['9 Park', '9 Park'], 'Del Address 1': ['3 Top St', '4 Top St'] },
      ['Street'],
    ],
    [
      "the seller's own SKU, beside that of the marketplace",
      'SKU',
      'Seller SKU',
      { SKU: ['17592', '17593'], 'Seller SKU': ['AC-1', 'AC-2'] },
      ['SKU'],
    ],
    [
      'the SKU of a line, beside the code of the order',
      'SKU',
      'orderItemCode',
      { code: ['2026-1', '2026-2'], orderItemCode: ['AC-1', 'AC-2'] },
      ['SKU', 'Order #'],
    ],
    [
      'the price with tax, beside the one without',
      'PricePerUnit',
      'Unit price incl. VAT',
      { 'Unit price excl. VAT': ['10.00', '2.50'], 'Unit price incl. VAT': ['12.00', '3.00'] },
      ['Price'],
    ],
    [
      'the price of one, beside the sum of the order',
      'PricePerUnit',
      'orderItemUnitPriceWithVat',
      { totalPriceWithVat: ['95.00', '95.00'], orderItemUnitPriceWithVat: ['12.00', '3.00'] },
      ['Price'],
    ],
    [
      'the town, after an abbreviation',
      'DeliveryAddress.Town',
      'POCity',
      { POCity: ['Leeds', 'York'] },
      ['City'],
    ],
  ])('%s', async (_, field, expected, columns, without) => {
    expect((await mapOf(columns, ...without))[field]).toBe(expected);
  });
});

describe('a column of countries', () => {
  it('with codes of three letters gives those of two', async () => {
    const map = await mapOf({ Country: ['GBR', 'DE'] });
    expect(map['DeliveryAddress.CountryCode']).toMatchObject({
      column: 'Country',
      map: { GBR: 'GB', FRA: 'FR', DE: 'DE', FR: 'FR' },
    });
  });

  it.each<[string, Columns, string]>([
    ['with names keeps them', { Country: ['UK', 'USA'] }, 'DeliveryAddress.Country'],
    ['with codes keeps them', { Country: ['GB', 'US'] }, 'DeliveryAddress.CountryCode'],
    ['with unknown codes keeps them', { Country: ['GBR', 'QQQ'] }, 'DeliveryAddress.Country'],
  ])('%s', async (_, columns, field) => {
    expect((await mapOf(columns))[field]).toBe('Country');
  });

  it('that says so has codes, even if they may be names', async () => {
    const map = await mapOf({ 'Country code': ['USA', 'US'] });
    expect(map['DeliveryAddress.CountryCode']).toMatchObject({ map: { USA: 'US' } });
  });
});

it('a file in the encoding of Central Europe is read in it', async () => {
  const text = 'Numer zamówienia;Status;Ilość\nR-1;Wysłane;1\nR-2;Nowe;2\n';
  const { sample } = await proposed(
    Buffer.from(
      text.replaceAll('ó', '\xf3').replaceAll('ś', '\x9c').replaceAll('ć', '\xe6').replaceAll('ł', '\xb3'),
      'latin1',
    ),
  );
  expect([sample.encoding, sample.header.names]).toEqual([
    'windows-1250',
    ['Numer zamówienia', 'Status', 'Ilość'],
  ]);
});
