import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const all = {
  'Order #': ['R-1', 'R-2'],
  Date: ['2026-08-28', '2026-08-29'],
  SKU: ['AC-1', 'AC-2'],
  Qty: ['1', '2'],
  Street: ['1 High St', '2 Low St'],
  City: ['Leeds', 'York'],
};

/** The proposed fields for a file with these columns beside the others. */
async function fieldsOf(columns: Readonly<Record<string, readonly string[]>>) {
  const given = { ...all, ...columns };
  const lists = Object.values(given);
  const rows = [0, 1].map((at) => lists.map((cells) => cells[at] ?? '').join());
  const { proposal } = await proposed([Object.keys(given).join(), ...rows].join('\n'));
  return proposal.draft.fields;
}

describe('the recipient', () => {
  it.each<[string, Readonly<Record<string, readonly string[]>>, unknown]>([
    [
      'a first and a last name',
      { Vorname: ['Ada', 'Bo'], Nachname: ['Byron', 'Ek'] },
      ['Vorname', 'Nachname'],
    ],
    ['Nombre and Apellidos', { Nombre: ['Ada', 'Bo'], Apellidos: ['Byron', 'Ek'] }, ['Nombre', 'Apellidos']],
    ['Vorname and Name', { Name: ['Byron', 'Ek'], Vorname: ['Ada', 'Bo'] }, ['Vorname', 'Name']],
    [
      'the two parts of the delivery',
      { 'Ship to name': ['Ada', 'Bo'], 'Ship to surname': ['Byron', 'Ek'] },
      ['Ship to name', 'Ship to surname'],
    ],
    ['a whole name beside its part', { Name: ['Ada Byron', 'Bo Ek'], Surname: ['Byron', 'Ek'] }, 'Name'],
    [
      'a whole name beside its part, in a row',
      { Name: ['Ada Byron', 'Bo'], Surname: ['Byron', 'Ek'] },
      'Name',
    ],
    ['a whole name beside a blank part', { Name: ['Ada Byron', 'Bo Ek'], 'First name': ['', ''] }, 'Name'],
    [
      'a whole name beside both parts',
      { Recipient: ['Ada Byron', 'Bo Ek'], 'First name': ['Ada', 'Bo'], 'Last name': ['Byron', 'Ek'] },
      'Recipient',
    ],
    [
      'both parts rather than a column that may be a name',
      { Recipent: ['home', 'work'], 'First name': ['Ada', 'Bo'], 'Last name': ['Byron', 'Ek'] },
      ['First name', 'Last name'],
    ],
    ['a column that may be a name, alone', { Recipent: ['Ada Byron', 'Bo Ek'] }, 'Recipent'],
    [
      'a column that may be a name beside a part of it',
      { Recipent: ['Ada Byron', 'Bo Ek'], Surname: ['Byron', 'Ek'] },
      'Recipent',
    ],
    ['a last name alone', { Surname: ['Byron', 'Ek'] }, 'Surname'],
    ...['Ship to', 'ShipTo', 'Deliver to'].map(
      (name): [string, Readonly<Record<string, readonly string[]>>, unknown] => [
        `whom it goes to: ${name}`,
        { [name]: ['Ada', 'Bo'] },
        name,
      ],
    ),
    ['nobody, rather than the way of delivery', { Versand: ['DHL', 'UPS'] }, undefined],
    ['nobody, rather than an invoice', { Invoice: ['INV-1', 'INV-2'] }, undefined],
  ])('is %s', async (_, columns, expected) => {
    const entry = (await fieldsOf(columns)).get('DeliveryAddress.FullName')?.entry;
    expect(entry).toEqual(Array.isArray(expected) ? { join: expected, with: ' ' } : expected);
  });
});

const billing = {
  'Billing street': ['3 Mid St', '4 Mid St'],
  'Billing city': ['Hull', 'Hull'],
  'Billing postcode': ['HU1 1AA', 'HU1 1AB'],
  'Billing country': ['GB', 'GB'],
};

const street = { 'Ship to street': ['5 Top St', '6 Top St'] };

it('the recipient does not take a part of the name from the invoice', async () => {
  const fields = await fieldsOf({
    ...street,
    'Ship to first name': ['Ada', 'Bo'],
    'Bill to first name': ['Ed', 'Flo'],
    'Bill to surname': ['Byron', 'Ek'],
    ...billing,
  });
  expect(fields.get('DeliveryAddress.FullName')?.entry).toBe('Ship to first name');
});

it('a column called the name is that of the item, if somebody else is named and the item is not', async () => {
  const goods = { name: ['Tent', 'Stove'] };
  const fields = await fieldsOf({ ...goods, customer_name: ['Ada', 'Bo'] });
  expect(fields.get('ItemTitle')).toMatchObject({ entry: 'name', confidence: 'guess' });
  expect(fields.get('DeliveryAddress.FullName')).toMatchObject({
    entry: 'customer_name',
    confidence: 'guess',
  });
  const titled = await fieldsOf({
    name: ['Ada', 'Bo'],
    customer_name: ['Cy', 'Di'],
    Product: ['Tent', 'Stove'],
  });
  expect(titled.get('DeliveryAddress.FullName')?.entry).toBe('name');
  const recipients = await fieldsOf({ Recipient: ['Ada', 'Bo'], customer_name: ['Cy', 'Di'] });
  expect(recipients.has('ItemTitle')).toBe(false);
});

describe('the name on an invoice', () => {
  it.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    [
      'is a first name and a column called the name',
      { 'Bill to first name': ['Ed', 'Flo'], 'Bill to name': ['Ek', 'Go'] },
      ['Bill to first name', 'Bill to name'],
    ],
    [
      'is its parts rather than a column that may be a name',
      {
        'Bill to recipent': ['home', 'work'],
        'Bill to first name': ['Ed', 'Flo'],
        'Bill to surname': ['Ek', 'Go'],
      },
      ['Bill to first name', 'Bill to surname'],
    ],
  ])('%s', async (_, columns, expected) => {
    const fields = await fieldsOf({ ...street, 'Ship to name': ['Ada', 'Bo'], ...columns, ...billing });
    expect(fields.get('BillingAddress.FullName')?.entry).toEqual({ join: expected, with: ' ' });
  });
});

describe('the buyer', () => {
  it.each(['Buyer name', 'Customer name', 'Client name', 'Nome cliente'])(
    'is %s beside a recipient',
    async (name) => {
      const fields = await fieldsOf({ 'Ship to name': ['Ada', 'Bo'], [name]: ['Cy', 'Di'] });
      expect(fields.get('ChannelBuyerName')?.entry).toBe(name);
      expect(fields.get('DeliveryAddress.FullName')?.entry).toBe('Ship to name');
    },
  );

  it('is named on an invoice without a name', async () => {
    const fields = await fieldsOf({ 'Ship to name': ['Ada', 'Bo'], Customer: ['Cy', 'Di'], ...billing });
    expect(fields.get('BillingAddress.FullName')?.entry).toBe('Customer');
  });

  it('is not named on an invoice with a name', async () => {
    const names = {
      'Bill to first name': ['Ed', 'Flo'],
      'Bill to surname': ['Ek', 'Go'],
      Customer: ['Cy', 'Di'],
    };
    const fields = await fieldsOf({ 'Ship to name': ['Ada', 'Bo'], ...names, ...billing });
    expect(fields.get('BillingAddress.FullName')?.entry).toEqual({
      join: ['Bill to first name', 'Bill to surname'],
      with: ' ',
    });
  });

  it('is the recipient of the invoice if nobody else is named', async () => {
    const fields = await fieldsOf({ 'Bill to': ['Ed', 'Flo'], ...billing });
    expect(fields.get('DeliveryAddress.FullName')?.entry).toBe('Bill to');
    expect(fields.get('BillingAddress.FullName')?.entry).toBe('Bill to');
  });
});

it('of two columns with known names, the one whose cells fit better is taken', async () => {
  const fields = await fieldsOf({
    Phone: ['ask', '0113 4960000'],
    Telephone: ['0113 4960001', '0113 4960002'],
  });
  expect(fields.get('DeliveryAddress.PhoneNumber')?.entry).toBe('Telephone');
});

it('a part of a billing address is not used, whatever else is missing', async () => {
  const fields = await fieldsOf({
    ...street,
    'Billing street': ['3 Mid St', '4 Mid St'],
    'Billing country': ['GB', 'GB'],
  });
  expect([...fields.keys()].filter((name) => name.startsWith('BillingAddress.'))).toEqual([]);
  expect(fields.has('PricePerUnit')).toBe(false);
});

it('a column of salutations is no title of an item', async () => {
  const fields = await fieldsOf({ Title: ['Mr', 'Mrs.'], Product: ['Tent', 'Stove'] });
  expect(fields.get('ItemTitle')?.entry).toBe('Product');
});

it.each([
  ['a known name', { Stock: ['x', 'x'], 'Shipping town': ['Leeds', 'York'] }, 'DeliveryAddress.Town', 'sure'],
  ['a known name of a blank column', { Region: ['', ''] }, 'DeliveryAddress.Region', 'sure'],
  [
    'the end of a name',
    { 'My own phone': ['0113 4960000', '0113 4960001'] },
    'DeliveryAddress.PhoneNumber',
    'likely',
  ],
  [
    'a misspelt name',
    { Telephome: ['0113 4960000', '0113 4960001'] },
    'DeliveryAddress.PhoneNumber',
    'guess',
  ],
  [
    'the cells, for an email',
    { x: ['a@b.example', 'c@d.example'] },
    'DeliveryAddress.EmailAddress',
    'likely',
  ],
  ['the cells, for a postcode', { x: ['LS1 4AB', 'YO1 7HH'] }, 'DeliveryAddress.PostCode', 'guess'],
  [
    'two known names',
    { Prénom: ['Ada', 'Bo'], 'Nom de famille': ['Byron', 'Ek'] },
    'DeliveryAddress.FullName',
    'sure',
  ],
  [
    'a known name and a misspelt one',
    { Forename: ['Ada', 'Bo'], Surnme: ['Byron', 'Ek'] },
    'DeliveryAddress.FullName',
    'guess',
  ],
])('%s makes a proposal as certain as it is', async (_, columns, field, expected) => {
  expect((await fieldsOf(columns)).get(field)?.confidence).toBe(expected);
});

it.each([
  ['without a name', ''],
  ['of our own', '_mail'],
])('a column %s is not read', async (_, name) => {
  expect(
    (await fieldsOf({ [name]: ['a@b.example', 'c@d.example'] })).has('DeliveryAddress.EmailAddress'),
  ).toBe(false);
});

it('a column is not two fields by its cells', async () => {
  const { map } = await proposed('x1\nAC-1\nAC-2\n');
  expect(map).toEqual({ ReferenceNumber: 'x1' });
});

it.each([
  ['N° commande', 'Référence'],
  ['N° de commande', 'Réf.'],
  ['Num. de commande', 'Référence'],
  ['Bestellung', 'Reference'],
  ['Sales order', 'Ref'],
])('the number of an order is %s rather than a %s, which may be that of the goods', async (order, other) => {
  const lists = { [order]: ['9001', '9002'], [other]: ['AC-1', 'AC-2'], Qty: ['1', '2'] };
  const rows = [0, 1].map((at) =>
    Object.values(lists)
      .map((cells) => cells[at] ?? '')
      .join(),
  );
  expect((await proposed([Object.keys(lists).join(), ...rows].join('\n'))).map.ReferenceNumber).toBe(order);
  const reference = `${other},Qty\n9001,1\n9002,2\n`;
  expect((await proposed(reference)).map.ReferenceNumber).toBe(other);
});
