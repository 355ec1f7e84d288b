import { describe, expect, it } from 'vitest';
import { type Answers, columns, file, plan } from './proposed.ts';

const cells = 'P-1,2026-11-25 10:00:00,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,AC-TENT-2,Tent,2,129.00,GBP';

/** A file in which another column stands in place of one. */
const instead = (column: string, other: string, cell: string): string => {
  const at = columns.split(',').indexOf(column);
  const put = (row: string, text: string): string => row.split(',').with(at, text).join(',');
  return [put(columns, other), put(cells, cell)].join('\n');
};

describe('a name that is not wholly understood fills no field by itself', () => {
  it.each([
    ['Ship Country', 'Country of manufacture', 'CN', 'DeliveryAddress.CountryCode'],
    ['Ship Country', 'Visitor country', 'CN', 'DeliveryAddress.CountryCode'],
    ['Ship Country', 'Country ID', '12', 'DeliveryAddress.Country'],
    ['Ship City', 'Hub city', 'Leeds', 'DeliveryAddress.Town'],
    ['Ship Postcode', 'Postcode zone', '3', 'DeliveryAddress.PostCode'],
    ['Ship Address 1', 'Wallet address', '0x12', 'DeliveryAddress.Address1'],
    ['Ship Name', 'Cardholder name', 'Otto', 'DeliveryAddress.FullName'],
    ['Ship Name', 'Picker name', 'Otto', 'DeliveryAddress.FullName'],
    ['Ship Name', 'Customer', '10001', 'DeliveryAddress.FullName'],
    ['Currency', 'Commission currency', 'USD', 'Currency'],
    ['Currency', 'Payout currency', 'USD', 'Currency'],
    ['Currency', 'Shipping currency', 'USD', 'Currency'],
    ['Currency', 'Refund currency', 'USD', 'Currency'],
    ['Currency', 'Settlement currency', 'USD', 'Currency'],
  ])('in place of %s, %s: %s', async (column, other, cell, field) => {
    const { asked, proposal } = await plan(instead(column, other, cell));
    expect(asked).toEqual([field]);
    expect(proposal.map).not.toHaveProperty([field]);
    if (field !== 'Currency') expect(proposal.questions[0]?.choices[0]?.set).toEqual({});
  });

  it.each([
    ['Customer level', ['Gold', 'Silver'], []],
    ['Membership level', ['Gold', 'Silver'], []],
    ['Sales district', ['D1', 'D2'], ['DeliveryAddress.Address2']],
    ['Zone', ['A', 'B'], ['DeliveryAddress.Address2']],
    ['Shipping zone', ['Europe', 'Domestic'], ['DeliveryAddress.Address2']],
    ['Unit', ['each', 'per 100'], ['PricePerUnit']],
    ['Unit', ['500 g', '750 g'], []],
    ['Email sent', ['Yes', 'No'], []],
    ['State', ['1', '2'], ['State']],
    ['Picker email', ['a@x.example', 'a@x.example'], []],
    ['Phone type', ['home', 'mobile'], []],
  ])('%s: %j', async (header, [one = '', other = ''], asked) => {
    const found = await plan(file(header, one, other));
    expect(found.asked).toEqual(asked);
    expect(found.map).not.toHaveProperty(['DeliveryAddress.Address2']);
    expect(found.map).not.toHaveProperty(['DeliveryAddress.Region']);
    expect(found.map).not.toHaveProperty(['DeliveryAddress.EmailAddress']);
    expect(found.map).not.toHaveProperty(['DeliveryAddress.PhoneNumber']);
  });

  it('a name of an address is no buyer', async () => {
    expect((await plan(file('Address name', 'Home', 'Work'))).map.ChannelBuyerName).toBe('Ship Name');
  });

  it('a name that only some orders have is no buyer', async () => {
    const { asked, map, problems } = await plan(file('Attn', '', 'Dock 4'));
    expect([asked, map.ChannelBuyerName, problems]).toEqual([['Attn'], 'Ship Name', []]);
  });
});

it.each([
  ['Ship Name,Ship Address,Ship City', 'Zip', 'DeliveryAddress.PostCode'],
  ['Ship Name,Ship Address,Ship Zip', 'City', 'DeliveryAddress.Town'],
  ['Lieferung Name,Lieferstraße,Lieferort', 'PLZ', 'DeliveryAddress.PostCode'],
])(
  "a part of the payer's address is not put to that of the delivery unasked: %s",
  async (own, other, field) => {
    const text = [
      `Order No,Order Date,Name,Address,City,Zip,Country,${own},SKU,Item,Qty,Price,Currency`.replace(
        'Zip',
        other === 'PLZ' ? 'PLZ' : 'Zip',
      ),
      'A-1,2026-11-24,Otto Pay,1 Bill St,Leeds,LS1 4AB,GB,Ina Muster,4 Quay St,Hull,AC-TENT-2,Tent,1,129.00,GBP',
    ].join('\n');
    expect((await plan(text, { [field]: 'yes' })).asked).toEqual([field]);
  },
);

it("the payer's street beside a town of the delivery is a question", async () => {
  const text = [
    'Order No,Order Date,Name,Address,City,Zip,Country,Ship Name,Ship City,Ship Zip,SKU,Item,Qty,Price,Currency',
    'A-1,2026-11-24,Otto Pay,1 Bill St,Leeds,LS1 4AB,GB,Ina Muster,Hull,HU1 1AA,AC-TENT-2,Tent,1,129.00,GBP',
  ].join('\n');
  const { asked, map } = await plan(text, { 'DeliveryAddress.Address1': 'yes' });
  expect([asked, map]).toEqual([
    ['DeliveryAddress.Address1'],
    expect.objectContaining({ 'DeliveryAddress.Town': 'Ship City', 'DeliveryAddress.PostCode': 'Ship Zip' }),
  ]);
});

it('an address that stands there twice is no question', async () => {
  const text = [
    'Order No,Order Date,Delivery name,Delivery address,Delivery city,Postcode,Country,Address,SKU,Item,Qty,Price,Currency',
    'A-1,2026-11-24,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,4 Quay St,AC-TENT-2,Tent,1,129.00,GBP',
  ].join('\n');
  expect((await plan(text)).asked).toEqual([]);
});

it.each([
  ['Floor', 'Ground', 'Second'],
  ['Etage', 'Erdgeschoss', '3. OG'],
  ['Piano', 'Terra', 'Secondo'],
])('a floor in words belongs to the address: %s', async (header, one, other) => {
  const { map } = await plan(file(header, one, other));
  expect(map).toHaveProperty(['DeliveryAddress.Address2'], header);
});

it('a company that is called like a carrier is one', async () => {
  const text = file('Company', 'MRW Motors', 'Bring Ltd');
  expect((await plan(text)).asked).toEqual(['DeliveryAddress.Company']);
  expect((await plan(file('Ship Company', 'DHL Paket', 'Royal Mail'))).unused).toEqual(['Ship Company']);
});

it.each(['12 bis', 'Rose Cottage', '12 (rear)'])('the house %s is not dropped', async (house) => {
  const text = file('House number', house, house)
    .replace('Ship Address 1', 'Ship street')
    .replaceAll(/\d Quay St/g, 'High Street');
  const { asked, sent } = await plan(text);
  expect(asked.length > 0 || sent.filter((order) => order.includes(house)).length === 2).toBe(true);
});

it.each([
  ['Address number', '4 Quay St'],
  ['House number', 'Rose Cottage'],
])('%s with %s is the street, without another', async (header, street) => {
  const text = file('Note', '', '')
    .replace(
      'Ship Name,Ship Address 1,Ship City,Ship Postcode,Ship Country',
      `Name,${header},City,Postcode,Country`,
    )
    .replaceAll(/\d Quay St/g, street);
  const { asked, sent } = await plan(text);
  expect([asked, sent.filter((order) => order.includes(`, ${street}, Hull`)).length]).toEqual([[], 2]);
});

it.each([
  ['Address ID', '1'],
  ['Address validated', 'yes'],
])('%s is no street of a payer', async (header, cell) => {
  const text = file(header, cell, cell)
    .replace('Ship Address 1,Ship City', 'Delivery address 1,Delivery city')
    .replace('Ship Postcode', 'Postcode');
  expect((await plan(text)).asked).toEqual([]);
});

it('a place of dispatch beside the town is a question', async () => {
  const bare = file('Versandort', 'Hamburg', 'Hamburg').replace(
    'Ship Name,Ship Address 1,Ship City',
    'Name,Address,City',
  );
  expect((await plan(bare)).asked).toEqual(['DeliveryAddress.Town']);
});

it.each([
  ['Adressnummer', '4712'],
  ['Hausnummer', '4712'],
  ['Numéro adresse', '4712'],
])('a number beside a street that has one is a question: %s', async (header, cell) => {
  const text = file(header, cell, cell)
    .replaceAll(' Quay St', ' Quay St 7')
    .replace('Ship Address 1', 'Straße');
  const { asked, sent } = await plan(text);
  expect([asked, sent[0]]).toEqual([['DeliveryAddress.Address1'], expect.not.stringContaining('4712')]);
});

it.each([
  ['Marge unitaire', '12,00'],
  ['Unidad de negocio', 'B2C'],
  ['Portal', 'Amazon'],
  ['Portal de venta', 'Amazon'],
  ['Planta', 'Madrid'],
  ['Piano di consegna', 'Standard'],
  ['Bestellzusatz', 'Geschenk'],
])('is no second line of an address: %s', async (header, cell) => {
  const { map } = await plan(file(header, cell, cell));
  expect(map).not.toHaveProperty(['DeliveryAddress.Address2']);
});

it.each([
  ['Appt', '3'],
  ['Palazzina', '2'],
  ['Bl.', '2'],
  ['Ptal.', '2'],
])('but %s is', async (header, cell) => {
  const { map } = await plan(file(header, cell, cell));
  expect(map).toHaveProperty(['DeliveryAddress.Address2'], header);
});

it.each([
  ['Ditta di spedizione', 'BRT'],
  ['Quantity unit', 'pcs'],
  ['Unità di misura', 'pz'],
  ['Mengenrabatt', '0'],
  ['Verfügbare Menge', '44'],
  ['Aantal op voorraad', '44'],
  ['Ilość na stanie', '44'],
  ['Antal i lager', '44'],
])('what is beside the point is no part of the order: %s', async (header, cell) => {
  const { asked, unused } = await plan(file(header, cell, cell));
  expect([asked, unused]).toEqual([[], [header]]);
});

describe('an address beside that of the delivery', () => {
  const where = async (header: string, cell: string, answers: Answers = {}) => {
    const { asked, sent, leftOut } = await plan(file(header, '', cell), answers);
    return [asked, sent.length, leftOut];
  };

  it.each([
    ['New address', '9 High St'],
    ['Neue Adresse', 'Ring 9'],
    ['Corrected address', '9 High St'],
    ['Alternate delivery address', '9 High St'],
    ['Project address', 'Hall 3'],
  ])('%s leaves its orders to a person', async (header, cell) => {
    expect(await where(header, cell)).toEqual([[header], 1, ['P-2 on-hold']]);
    const here = 'no: the parcels go to the address in Ship Address 1';
    expect(await where(header, cell, { [header]: here })).toEqual([[header], 2, []]);
  });

  it.each([
    'Gift to name,Gift to address,Gift to town,Gift to postcode',
    'Site,Site address,Site city,Site zip',
  ])('%s is where the parcel goes, if the user says so', async (group) => {
    const head = 'Order,Date,Client,Client address,Client city,Client zip,Client country';
    const row = 'P-1,2026-11-25,Otto,1 Bill St,Leeds,LS1 4AB,GB';
    const content = [
      `${head},${group},SKU,Title,Qty,Price,Currency`,
      `${row},Dee,9 High St,York,YO1 1AA,AC-TENT-2,Tent,1,129.00,GBP`,
      `${row.replace('P-1', 'P-2')},,,,,AC-TENT-2,Tent,1,129.00,GBP`,
    ].join('\n');
    const id = group.split(',')[1] ?? '';
    const open = await plan(content);
    expect([open.asked, open.leftOut]).toEqual([[id], ['P-1 on-hold']]);
    const { sent } = await plan(content, { [id]: 'yes, where it is filled in' });
    expect(sent.map((text) => text.split(':')[0])).toEqual([
      'P-1 to Dee, 9 High St, York, YO1 1AA, GB',
      'P-2 to Otto, 1 Bill St, Leeds, LS1 4AB, GB',
    ]);
  });

  it('has a name in words that are named for the delivery alone', async () => {
    const head =
      'Numero ordine,Data ordine,Cliente,Indirizzo,CAP,Comune,Paese,Destinazione merce,Indirizzo destinazione,CAP destinazione,Comune destinazione,SKU,Descrizione,Quantità,Prezzo unitario,Valuta';
    const row =
      '1,2026-11-24,Pagante Srl,Via Conto 1,20100,Milano,IT,Ina Muster,Via Molo 4,16100,Genova,AC-TENT-2,Tenda,2,129.00,EUR';
    const { asked, sent } = await plan(`${head}\n${row}`);
    expect(asked).toEqual(['DeliveryAddress.FullName']);
    expect(sent[0]).toContain('to Ina Muster, Via Molo 4, Genova, 16100, IT:');
  });

  it('has a second line in what a shop calls additional info', async () => {
    const { asked, map } = await plan(file('delivery_additional_info', 'Hinterhaus', ''));
    expect([asked, map['DeliveryAddress.Address2']]).toEqual([[], 'delivery_additional_info']);
  });
});

it('a sign beside the price that is not that of the currency is a question', async () => {
  const content = [columns, cells.replace('129.00', '€129.00')].join('\n');
  const { asked, leftOut } = await plan(content);
  expect([asked, leftOut]).toEqual([['Currency'], ['P-1 on-hold']]);
  const sent = async (answer: string) => (await plan(content, { Currency: answer })).sent[0];
  expect(await sent('Currency')).toContain('at 129 GBP');
  expect(await sent('the sign: EUR')).toContain('at 129 EUR');
});

it.each([
  ['Item code,Old SKU', [',O-1', 'I-2,O-2']],
  ['Item code,Old SKU', ['I-1,O-1', 'I-2,O-2']],
  ['Article no,Original SKU', ['A-1,O-1', 'A-2,O-2']],
  ['Product code,Ordered SKU', ['P-1,O-1', 'P-2,O-2']],
  ['Article no,Replacement SKU', ['A-1,R-1', 'A-2,']],
  ['Item code,New SKU', ['I-1,N-1', 'I-2,']],
])(
  'a code that may be of other goods, or that only some lines have, is not taken unasked: %s',
  async (names, cells) => {
    const header = `Order No,Order Date,Name,Address,City,Zip,Country,Item,Qty,Price,Currency,${names}`;
    const rows = cells.map(
      (codes, at) => `A-${at},2026-11-24,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,Tent,1,129.00,GBP,${codes}`,
    );
    expect((await plan([header, ...rows].join('\n'))).asked).toEqual(['SKU']);
  },
);

it.each([
  ['Deluxe ship address 2', 'Flat 2', 'DeliveryAddress.Address2'],
  ['Deluxe ship company', 'Muster Ltd', 'DeliveryAddress.Company'],
])(
  'a part of the address is asked about, also beside what only other orders have: %s',
  async (name, cell, id) => {
    const { asked } = await plan(file(`${name},Tracking no`, `${cell},`, ',JD0002345678'));
    expect(asked).toEqual([id]);
  },
);

it.each(['Cdiscount', 'Marketplace'])('who ships is heeded under half a name: %s', async (who) => {
  const { asked, sent } = await plan(file('Deluxe fulfilled by', who, 'Seller'));
  expect([asked, sent.length]).toEqual([['Deluxe fulfilled by'], 1]);
});

describe('a number of orders', () => {
  const goods = (at: number): string =>
    `2026-11-24,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,AC-${at},Tent,1,129.00,GBP`;
  const file = (names: string, numbers: readonly string[]): string =>
    [
      `${names},Order Date,Name,Address,City,Zip,Country,SKU,Item,Qty,Price,Currency`,
      ...numbers.map((each, at) => `${each},${goods(at)}`),
    ].join('\n');

  it.each([
    'Order ID,Sales record number',
    'Order ref,Order key',
    'Reference,Original order',
    'ID,Exchange for order',
    'Reference,Vorgang',
  ])('by which other rows are one order than by another is a question: %s', async (names) => {
    const apart = await plan(file(names, ['1001,7001', '1001,7002', '1002,7003']));
    expect(apart.asked).toEqual(['ReferenceNumber']);
    const alike = await plan(file(names, ['1001,7001', '1001,7001', '1002,7002']));
    expect(alike.sent).toHaveLength(2);
  });

  it.each(['Webshop order,Invoice no', 'Acme order,Number', 'Order TX,Reference'])(
    'that is called so by half beside another number is a question: %s',
    async (names) => {
      const { asked } = await plan(file(names, ['1001,7001', '1001,7001', '1002,7001']));
      expect(asked).toEqual(['ReferenceNumber']);
    },
  );

  it.each([
    ...['Order no', 'Web order no', 'Webshop order number', 'Acme order id'].map(
      (name) => `${name},Invoice no`,
    ),
    ...['Order ID,Customer PO', 'Order number,Original order'],
  ])('is taken beside that of a paper or of another order: %s', async (names) => {
    const found = await plan(file(names, ['1001,7001', '1001,7001', '1002,7001']));
    expect([found.asked, found.sent.length]).toEqual([[], 2]);
  });
});
