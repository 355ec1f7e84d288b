import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

type Columns = Readonly<Record<string, readonly string[]>>;

/** The fields proposed for a file with these columns, with the first column that each reads. */
async function columnsOf(columns: Columns): Promise<Record<string, string | undefined>> {
  const lists = Object.values(columns);
  const rows = (lists[0] ?? []).map((_, at) => lists.map((cells) => `"${cells[at]}"`).join());
  const { proposal } = await proposed([Object.keys(columns).join(), ...rows].join('\n'));
  return Object.fromEntries([...proposal.draft.fields].map(([name, { columns: read }]) => [name, read[0]]));
}

const days = ['2026-08-28', '2026-08-29'];

describe('a column whose name fits a field', () => {
  it.each<[field: string, column: string, cells: readonly string[]]>([
    ['ReferenceNumber', 'Order #', ['1001', '1002']],
    ['ReferenceNumber', 'Order #', ['W-1', '']],
    ['ReferenceNumber', 'Order #', [`${'1 '.repeat(19)}12`, `${'2 '.repeat(19)}12`]],
    ['SKU', 'Item code', ['AC-1', 'AC-2']],
    ['SKU', 'Item code', ['AC-1', '']],
    ['Currency', 'Currency', ['GBP', 'eur']],
    ['Qty', 'Qty', ['1', '999999']],
    ['Qty', 'Qty', ['1', '1.5']],
    ['PricePerUnit', 'Price', ['12.50', '1,250.00']],
    ['PricePerUnit', 'Price', ['12,50', '1.250,00']],
    ['PostalServiceCost', 'Postage', ['3.95', 'free']],
    ['DeliveryAddress.Country', 'Country', ['United Kingdom', 'France']],
    ['DeliveryAddress.PostCode', 'Zip', ['1010', 'LS1 4AB']],
    ['DeliveryAddress.PostCode', 'Postal', ['CA90210-1234', 'CA90211-1234']],
    ['DeliveryAddress.PhoneNumber', 'Mobile', ['12345', '67890']],
    [
      'DeliveryAddress.PhoneNumber',
      'Mobile',
      ['+44 (0)113 496 0000 ext. 12345', '+44 (0)113 496 0001 ext. 12345'],
    ],
    ['DeliveryAddress.EmailAddress', 'Email', ['a@b.example', 'bo@b.example']],
    ['DeliveryAddress.FullName', 'Recipient', ['Ada', '']],
    ['DeliveryAddress.Town', 'Town', ['', '']],
    ['DeliveryAddress.Town', 'Shipping suburb', ['Otley', 'Ilkley']],
    ['DeliveryAddress.Address1', 'Address_Shipping_Street', ['High Street', 'Low Street']],
    ['warehouse_name', 'Fulfillment location', ['Leeds', 'York']],
    ['DeliveryAddress.Address2', 'Flat', ['2', '3']],
  ])('fills %s from %s with the cells %j', async (field, column, cells) => {
    expect(await columnsOf({ [column]: cells, Other: ['x y', 'x y'] })).toMatchObject({ [field]: column });
  });

  it.each<[field: string, column: string, cells: readonly string[]]>([
    ['ReferenceNumber', 'Order #', days],
    ['ReferenceNumber', 'Order #', ['R-1', '', '']],
    ['ReferenceNumber', 'Order', ['1 x '.repeat(11), '2 x '.repeat(11)]],
    ['ReferenceNumber', 'Order', ['-', '—']],
    ['ReferenceNumber', 'Order paid', ['45.00', '12.50']],
    ['ReferenceNumber', 'Order', ['£45', '£12']],
    ['ReferenceNumber', 'Order amount', ['45,00 €', '1.012,50 €']],
    ['ReferenceNumber', 'Order name', ['Ada', 'Bo']],
    ['warehouse_name', 'Fulfillment date', days],
    ['warehouse_name', 'Fulfillment service', ['', '']],
    ['SKU', 'Item code', days],
    [
      'SKU',
      'Artikel',
      ['A two-person tent, green, with pegs and poles', 'The same two-person tent in blue, without the pegs'],
    ],
    ['ReceivedDate', 'Date', ['soon', 'later']],
    ['DispatchBy', 'Ship by', ['DHL', 'DHL']],
    ['Currency', 'Currency', ['£', '£']],
    ['Currency', 'Currency', ['GBP', '£', '£']],
    ['Qty', 'Count', ['a few', 'many']],
    ['Qty', 'Count', ['1234567', '1234568']],
    ['PricePerUnit', 'Rate', ['standard', 'express']],
    ['PricePerUnit', 'Rate', ['1.50', 'standard', 'express']],
    ['DeliveryAddress.Country', 'Land', ['7', '8']],
    ['DeliveryAddress.Country', 'Land', ['x'.repeat(60), 'x'.repeat(60)]],
    ['DeliveryAddress.PostCode', 'Postal', ['1 High Street', '2 High Street']],
    ['DeliveryAddress.PostCode', 'Postal', ['Royal Mail', 'DHL']],
    ['DeliveryAddress.PhoneNumber', 'Mobile', ['yes', 'no']],
    ['DeliveryAddress.PhoneNumber', 'Contact number', ['1234', '1235']],
    [
      'DeliveryAddress.PhoneNumber',
      'Telephone',
      ['call 12345 in the morning please', 'call 12345 in the morning please'],
    ],
    ['DeliveryAddress.EmailAddress', 'Email', ['yes', 'no']],
    ['DeliveryAddress.EmailAddress', 'Mail', ['@ada.byron', '@bo.ek']],
    ['DeliveryAddress.FullName', 'Recipient', ['a@b.example', 'c@d.example']],
    ['DeliveryAddress.FullName', 'Name', ['1', '2']],
    ['DeliveryAddress.FullName', 'Contact', ['28 Aug 2026', '29 Aug 2026']],
  ])('does not fill %s from %s with the cells %j', async (field, column, cells) => {
    const other = cells.map(() => 'x y');
    expect((await columnsOf({ [column]: cells, Other: other }))[field]).not.toBe(column);
  });
});

it('a column of countries has codes if nine of ten are codes', async () => {
  const codes = Array.from({ length: 8 }, () => 'GB');
  const read = (...last: string[]) => columnsOf({ Country: [...codes, ...last] });
  expect(await read('DE', 'Elsewhere')).toHaveProperty(['DeliveryAddress.CountryCode']);
  expect(await read('Elsewhere', 'Elsewhere')).toHaveProperty(['DeliveryAddress.Country']);
});

it('a column is judged by the only row of a file too', async () => {
  expect(await columnsOf({ x: ['a@b.example'] })).toMatchObject({ 'DeliveryAddress.EmailAddress': 'x' });
});

describe('of two columns for one field', () => {
  it.each<[string, Columns, string, string | undefined]>([
    [
      'the better known name',
      { 'Invoice number': ['7', '8'], 'Order number': ['1', '2'] },
      'ReferenceNumber',
      'Order number',
    ],
    [
      'the one that is filled',
      { 'Order number': ['', '', '1'], 'Sales order': ['7', '8', '9'] },
      'ReferenceNumber',
      'Sales order',
    ],
    [
      'the one whose cells fit',
      { 'Order number': ['1', '-', '—'], 'Sales order': ['7', '8', '9'] },
      'ReferenceNumber',
      'Sales order',
    ],
    [
      'the order before its buyer',
      { 'Order name': ['Ada', 'Bo'], Order: ['#1', '#2'] },
      'ReferenceNumber',
      'Order',
    ],
    [
      'the quantity of the line before that of the order',
      { 'Total quantity': ['3', '3'], 'Product qty': ['1', '2'] },
      'Qty',
      'Product qty',
    ],
    [
      'what was ordered before what was sent',
      { 'Shipped qty': ['1', '2'], 'Line qty': ['2', '2'] },
      'Qty',
      'Line qty',
    ],
    [
      'no region from a second country',
      { Country: ['France', 'France'], 'Delivery country code': ['FR', 'FR'] },
      'DeliveryAddress.Region',
      undefined,
    ],
    ['the only quantity', { 'Total quantity': ['3', '3'] }, 'Qty', 'Total quantity'],
    [
      'the name of the item, if the recipient has another column',
      { 'Shipping name': ['Ada', 'Bo'], Name: ['Tent', 'Peg'] },
      'ItemTitle',
      'Name',
    ],
    [
      'a number before what was paid',
      { 'Order paid': ['45.00', '12.50'], ID: ['000000001', '000000002'] },
      'ReferenceNumber',
      'ID',
    ],
    [
      'the one of the delivery',
      { Town: ['York'], 'Shipping Town': ['Leeds'] },
      'DeliveryAddress.Town',
      'Shipping Town',
    ],
    [
      'a filled one before a blank one',
      { 'Shipping Town': [''], City: ['York'] },
      'DeliveryAddress.Town',
      'City',
    ],
  ])('takes %s', async (_, columns, field, expected) => {
    expect((await columnsOf(columns))[field]).toBe(expected);
  });
});

describe('a column whose name says nothing', () => {
  const others = { Name: ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo'] };
  const ten = (cell: string, ...last: string[]): string[] => [...Array(10 - last.length).fill(cell), ...last];

  it.each<[field: string, cells: readonly string[]]>([
    ['ReceivedDate', ten('2026-08-28')],
    ['DeliveryAddress.EmailAddress', ten('a@b.example', 'none')],
    ['DeliveryAddress.EmailAddress', ten('', '', 'a@b.example', 'a@b.example', 'a@b.example', 'a@b.example')],
    ['DeliveryAddress.Country', ten('Deutschland', 'Elsewhere')],
    ['DeliveryAddress.PostCode', ten('LS1 4AB', 'none')],
    ['ReferenceNumber', ten('100-1', '100-2', '', '')],
    ['ReferenceNumber', ten('1'.repeat(40), '2'.repeat(40))],
    ['PricePerUnit', ten('12.50', '', '')],
    ['PricePerUnit', ten('£12,50')],
    ['Qty', ten('3', '999')],
  ])('is %s by its cells %j', async (field, cells) => {
    const reference = field === 'ReferenceNumber' ? {} : { 'Order #': ten('R-1') };
    expect((await columnsOf({ ...others, ...reference, x: cells }))[field]).toBe('x');
  });

  it.each<[field: string, cells: readonly string[]]>([
    ['ReceivedDate', ten('', '2026-08-28', '2026-08-28', '2026-08-28')],
    ['DeliveryAddress.EmailAddress', ten('a@b.example', 'none', 'none')],
    ['DeliveryAddress.EmailAddress', ten('@ada.byron')],
    ['DeliveryAddress.Country', ten('Deutschland', 'Elsewhere', 'Elsewhere')],
    ['DeliveryAddress.PostCode', ten('LS1 4AB', 'none', 'none')],
    ['ReferenceNumber', ten('100-1', '', '', '')],
    ['ReferenceNumber', ten('100-1', 'none', 'none')],
    ['ReferenceNumber', ten('100 1')],
    ['ReferenceNumber', ten('none')],
    ['ReferenceNumber', ten('1'.repeat(41))],
    ['PricePerUnit', ten('1250')],
    ['Qty', ten('0')],
    ['Qty', ten('1000')],
  ])('is not %s by its cells %j', async (field, cells) => {
    const reference = field === 'ReferenceNumber' ? {} : { 'Order #': ten('R-1') };
    expect((await columnsOf({ ...others, ...reference, x: cells }))[field]).not.toBe('x');
  });

  it.each<[string, string | undefined]>([
    ['AC-1', 'x'],
    ['AC 1', undefined],
    ['12345', undefined],
    ['tent', undefined],
    [`A${'1'.repeat(39)}`, 'x'],
    [`A${'1'.repeat(40)}`, undefined],
  ])('is the SKU if it is like a code: %s', async (cell, expected) => {
    expect((await columnsOf({ 'Order #': ['R-1'], x: [cell] })).SKU).toBe(expected);
  });
});
