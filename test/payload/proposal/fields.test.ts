import { describe, expect, it } from 'vitest';
import { plain, plan, proposalFor, upload } from './proposed.ts';

/** The entries of these fields that are proposed for a header and a row, and the ids of what is asked. */
async function proposed(header: string, row: string) {
  const { map, questions } = await proposalFor(`${header}\n${row}`);
  const { $ask: _ask, $unused: _unused, ...fields } = map;
  return { fields, asked: questions.map(({ id }) => id) };
}

const goods = 'Order,Date,SKU,Title,Quantity,Price,Currency';
const goodsRow = 'R-1,2026-11-28 10:00,A-1,Tent,1,10.00,GBP';
const place = 'Street,City,Postcode,Country';
const placeRow = '4 Quay Street,Hull,HU1 1AA,GB';

describe('a recipient is', () => {
  const join = (...names: string[]) => ({ join: names });
  it.each([
    ['the name for the delivery before a bare one', 'Name,Ship to', 'Payer Ltd,Ina', 'Ship to'],
    ['a bare name where nothing is named for the delivery', 'Name', 'Ina', 'Name'],
    [
      'first and last name',
      'Ship first name,Ship last name',
      'Ina,Muster',
      join('Ship first name', 'Ship last name'),
    ],
    ['first and last name in French', 'Prénom,Nom', 'Ina,Muster', join('Prénom', 'Nom')],
    [
      'the whole name that its parts prove',
      'Ship name,Ship first name,Ship last name',
      'Ina Muster,Ina,Muster',
      'Ship name',
    ],
  ])('%s', async (_, header, row, entry) => {
    const { fields } = await proposed(`${goods},${place},${header}`, `${goodsRow},${placeRow},${row}`);
    expect(fields['DeliveryAddress.FullName']).toEqual(entry);
  });

  it.each([
    ['a word in a longer name', 'first_shipment', 'Yes'],
    ['a customer', 'Customer name', 'Ina'],
    ['a contact', 'Contact', 'Ina'],
    ['a name with a state in it', 'Recipient', 'CANCELLED - Ina'],
    ['an e-mail address', 'Recipient', 'ina@example.com'],
  ])('not %s, which is asked about', async (_, header, row) => {
    const { fields, asked } = await proposed(`${goods},${place},${header}`, `${goodsRow},${placeRow},${row}`);
    expect(fields['DeliveryAddress.FullName']).toBeUndefined();
    expect(asked).toContain('DeliveryAddress.FullName');
  });
});

it.each([
  ['Ship unit', 'Ship unit'],
  ['Unit', undefined],
])('%s fills the second line: %s', async (column, entry) => {
  const names = ['name', 'street', 'city', 'postcode', 'country'].map((part) => `Ship ${part}`).join(',');
  const { fields } = await proposed(`${goods},${names},${column}`, `${goodsRow},Ada,${placeRow},Flat 2`);
  expect(fields['DeliveryAddress.Address2']).toBe(entry);
});

it('a whole address in one cell is named where its parts are asked for', async () => {
  const row = `${goodsRow},Ina,"4 Quay St, Flat 2, Hull, HU1 1AA, United Kingdom",x`;
  const { questions } = await proposalFor(`${goods},Recipient,Ship address,Shop\n${row}`);
  const town = questions.find(({ id }) => id === 'DeliveryAddress.Town')?.question;
  expect(town).toContain('Ship address has whole addresses, which no map takes apart');
});

it.each([
  ['named as the place is', 'Ship company', 'Acme', 'Ship company', []],
  ['that may be the carrier', 'Shipping company', 'Evri', undefined, ['DeliveryAddress.Company']],
  ['that may be the carrier, blank today', 'Shipping company', '', undefined, []],
])('the company of a recipient: one %s', async (_, column, cell, entry, more) => {
  const word = column === 'Ship company' ? 'Ship to' : 'Delivery address';
  const names = ['name', 'street', 'city', 'postcode', 'country'].map((part) => `${word} ${part}`).join(',');
  const { fields, asked } = await proposed(
    `${goods},${names},${column}`,
    `${goodsRow},Ada,${placeRow},${cell}`,
  );
  expect([fields['DeliveryAddress.Company'], asked]).toEqual([entry, more]);
});

describe('an address', () => {
  it.each([
    [
      'in parts',
      'Ship street,Ship house number,Ship house number addition,Ship city,Ship zip,Ship country,Ship name',
      'Kerkstraat,12,bis,Utrecht,3511 AA,NL,Ina',
      { street: 'Ship street', houseNumber: 'Ship house number', addition: 'Ship house number addition' },
    ],
    [
      'with a blank second line today',
      'Recipient,Address 1,Address 2,City,Zip,Country',
      'Ina,4 Quay St,,Hull,HU1 1AA,GB',
      'Address 1',
    ],
  ])('%s', async (_, header, row, street) => {
    const { fields } = await proposed(`${goods},${header}`, `${goodsRow},${row}`);
    expect(fields['DeliveryAddress.Address1']).toEqual(street);
    if (header.includes('Address 2')) expect(fields['DeliveryAddress.Address2']).toBe('Address 2');
  });

  it('of the payer fills the bill, and no part of the delivery', async () => {
    const { fields } = await proposed(
      `${goods},Name,Company,${place},Ship name,Ship company,Ship street,Ship city,Ship zip,Ship country`,
      `${goodsRow},Otto,Rechnung Ltd,${placeRow},Ina,,5 Quay St,Hull,HU1 1AA,GB`,
    );
    expect(fields).toMatchObject({
      'DeliveryAddress.FullName': 'Ship name',
      'DeliveryAddress.Company': 'Ship company',
      'DeliveryAddress.Address1': 'Ship street',
      'BillingAddress.FullName': 'Name',
      'BillingAddress.Company': 'Company',
      'BillingAddress.Address1': 'Street',
      ChannelBuyerName: 'Name',
    });
  });

  it('that only the payer has is asked about', async () => {
    const header = `${goods},Bill name,Bill street,Bill city,Bill zip,Bill country`;
    const { asked } = await proposed(header, `${goodsRow},Ina,${placeRow}`);
    expect(asked).toContain('$deliveryFromBilling');
  });

  it('in one cell is no street', async () => {
    const header = `${goods},Recipient,Ship address,City,Postcode,Country`;
    const row = `${goodsRow},Ina,"4 Quay Street, Hull, HU1 1AA",Hull,HU1 1AA,GB`;
    const { fields, asked } = await proposed(header, row);
    expect(fields['DeliveryAddress.Address1']).toBeUndefined();
    expect(asked).toContain('DeliveryAddress.Address1');
  });
});

describe('goods', () => {
  const order = 'Order,Date,Currency,Recipient,Street,City,Postcode,Country';
  const orderRow = 'R-1,2026-11-28 10:00,GBP,Ina,4 Quay Street,Hull,HU1 1AA,GB';
  it.each([
    [
      'named for the line go before bare ones',
      'Quantity,Line item quantity,Line item SKU,Line item name,Line item price',
      '3,2,A-1,Tent,10.00',
      {
        ...{ Qty: 'Line item quantity', SKU: 'Line item SKU', ItemTitle: 'Line item name' },
        PricePerUnit: 'Line item price',
      },
    ],
    [
      'have counts of what is not sent any more',
      'SKU,Title,Quantity,Qty shipped,Qty cancelled,Qty refunded,Price',
      'A-1,Tent,4,1,0,0,10.00',
      {
        Qty: {
          column: 'Quantity',
          less: [
            { column: 'Qty shipped', reason: 'fulfilled' },
            { column: 'Qty cancelled', reason: 'cancelled' },
            { column: 'Qty refunded', reason: 'refunded' },
          ],
        },
      },
    ],
    [
      'are counted though some have come back',
      'SKU,Title,Quantity,Qty shipped,Price',
      'A-1,Tent,-1,-1,10.00',
      { Qty: { column: 'Quantity', less: [{ column: 'Qty shipped', reason: 'fulfilled' }] } },
    ],
    [
      'are numbered in one row',
      'item_1_sku,item_1_quantity,item_1_name,item_1_price,item_2_sku,item_2_quantity,item_2_name,item_2_price',
      'A-1,1,Tent,10.00,A-2,2,Peg,3.00',
      {
        $items: ['item_1', 'item_2'].map((item) => ({
          ...{ SKU: `${item}_sku`, ItemTitle: `${item}_name` },
          ...{ Qty: `${item}_quantity`, PricePerUnit: `${item}_price` },
        })),
      },
    ],
  ])('%s', async (_, header, row, entries) => {
    const { fields } = await proposed(`${order},${header}`, `${orderRow},${row}`);
    expect(fields).toMatchObject(entries);
  });

  it.each([
    ['a bare name beside one for the delivery', 'SKU,Name,Quantity,Price', 'A-1,Tent,1,10.00', 'ItemTitle'],
    ['two columns of SKUs', 'SKU,Product code,Title,Quantity,Price', 'A-1,4711,Tent,1,10.00', 'SKU'],
    ['no quantity', 'SKU,Title,Price', 'A-1,Tent,10.00', 'Qty'],
    ['a quantity that is open', 'SKU,Title,Quantity,Qty to ship,Price', 'A-1,Tent,4,2,10.00', 'Qty'],
    ['several SKUs in a cell', 'SKU,Title,Quantity,Price', '"A-1, B-2",Tent,1,10.00', 'several SKUs'],
  ])('%s are a question', async (_, header, row, id) => {
    const { asked } = await proposed(`${order},${header}`, `${orderRow},${row}`);
    expect(asked).toContain(id);
  });
});

it('of what nothing is open all has been sent, and nothing was cancelled', async () => {
  const content = plain('Nr', '1').replace('Quantity', 'Qty to ship');
  const { map, sent, asked } = await plan(content, {});
  expect([map.Qty, sent.length, asked]).toEqual(['Qty to ship', 1, ['unused']]);
  const later = await upload(content.replace('Tent,1', 'Tent,0'), map);
  expect(later.leftOut).toEqual(['R-1 fulfilled']);
});

it('a count beside the quantity may be of what is left to send', async () => {
  const content = plain('Deliver remainder', '3').replace('Tent,1', 'Tent,5');
  const { map, sent } = await plan(content, { Qty: 'Deliver remainder: so many are still to be sent' });
  expect([map.Qty, sent.join()]).toEqual(['Deliver remainder', expect.stringContaining(': 3 A-1')]);
  const later = await upload(content.replace(',3', ',0'), map);
  expect(later.leftOut).toEqual(['R-1 fulfilled']);
});

it('a count that is new beside the quantity of an earlier map is a question', async () => {
  const { map } = await plan(plain('Nr', '1'), { unused: 'they' });
  const later = await proposalFor(plain('Nr,Qty shipped', '1,1').replace('Tent,1', 'Tent,5'), {}, map);
  expect(later.questions.map(({ id, choices }) => [id, choices.map(({ means }) => means)])).toEqual([
    ['Qty', ['Quantity less Qty shipped (fulfilled)', 'Quantity as it is']],
  ]);
});

it('two columns for the order number are a question', async () => {
  const { asked, fields } = await proposed(`Order ID,${goods},${place}`, `77,${goodsRow},${placeRow}`);
  expect(asked).toContain('ReferenceNumber');
  expect(fields.ReferenceNumber).toBeUndefined();
});

it.each([
  [
    'without a name',
    `${goods},`,
    `${goodsRow},x`,
    /column 8 has no name in the header, but values such as x/,
  ],
  ['of one name', `${goods},Note,Note`, `${goodsRow},a,b`, /several columns Note/],
])('a filled column %s is refused', async (_, header, row, message) => {
  await expect(proposed(header, row)).rejects.toThrow(message);
});

it('the rows of titles, totals and footers are skipped', async () => {
  const { map } = await proposalFor(
    `${goods},${place},Recipient\n${goodsRow},${placeRow},Ina\nTotal,,,,1,10.00,,,,,,\n,,,,,10.00,GBP,,,,,\n1 record(s) downloaded,,,,,,,,,,,`,
  );
  expect(map.$skipRows).toEqual([
    { column: expect.arrayContaining(['Order', 'SKU', 'Street']), empty: true },
    { column: 'Order', in: ['Total'] },
    { column: expect.arrayContaining(['SKU', 'Quantity', 'Recipient', 'Street']), empty: true },
  ]);
});

it('a row with an order number alone is skipped as what it is: tomorrow the order may be filled in', async () => {
  const header = `${goods},${place},Recipient`;
  const order = (reference: string) => `${goodsRow.replace('R-1', reference)},${placeRow},Ina`;
  const today = `${header}\n${order('R-1')}\nR-2,,,,,,,,,,,\n2 records,,,,,,,,,,,`;
  const first = await plan(today, { unused: 'they' });
  expect([first.sent.length, first.problems]).toEqual([1, []]);
  const tomorrow = await upload(`${header}\n${order('R-2')}\n1 record,,,,,,,,,,,\nR-3,,,,,,,,,,,`, first.map);
  expect([tomorrow.sent.map((each) => each.slice(0, 3)), tomorrow.problems]).toEqual([['R-2'], []]);
  const appeal = await upload(`${header}\n${order('R-2')}\nDo not ship R-2,,,,,,,,,,,`, first.map);
  expect(appeal.problems.join()).toContain('Do not ship R-2');
});

it('a text below the orders that asks not to ship one is no title: an upload stops at it', async () => {
  const text = `${goods},${place},Recipient\n${goodsRow},${placeRow},Ina\nPlease hold R-1!,,,,,,,,,,,`;
  const { map, problems } = await plan(text, { unused: 'they' });
  expect(map.$skipRows).toBeUndefined();
  expect(problems.join()).toContain('Please hold R-1!');
});

it.each([
  [
    'without a header',
    'R-1,2026-11-28,Ada,4 Quay St,Hull,HU1 1AA,GB,A-1,Tent,1,10.00,GBP\nR-2,2026-11-28,Bo,5 Quay St,Hull,HU1 1AA,GB,A-2,Peg,1,3.00,GBP',
    /has no header/,
  ],
  ['of another delimiter', 'Order|SKU|Qty\nR-1|A-1|2', /has one column/],
  ['of a few columns', 'By month,\nNov,12\n\nBy shop,\nWeb,9', /is not a table of orders/],
  [
    'in blocks under titles',
    `${goods}\nNorth,,,,,,\n${goodsRow}\nSouth,,,,,,\n${goodsRow}`,
    /is not a table of orders/,
  ],
  [
    'pasted together of two whose columns differ',
    `${goods}\n${goodsRow}\nOrder,SKU,Date,Title,Quantity,Price,Currency\nR-2,A-2,2026-11-28,Peg,1,3.00,GBP`,
    /another header begins here/,
  ],
])('a file %s is refused before any question', async (_, text, message) => {
  await expect(proposalFor(text)).rejects.toThrow(message);
});

it('a country code of the standard stays what it is beside UK, in a later file too', async () => {
  const header = `${goods},${place},Recipient`;
  const order = (country: string) => `${goodsRow},${placeRow.replace('GB', country)},Ina`;
  const { map, sent } = await plan(`${header}\n${order('UK')}`);
  expect(sent.join()).toContain('GB');
  const later = await upload(`${header}\n${order('FR')}`, map);
  expect([later.sent.join(), later.problems]).toEqual([expect.stringContaining('FR'), []]);
});
