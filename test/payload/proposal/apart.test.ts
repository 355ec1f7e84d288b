import { describe, expect, it } from 'vitest';
import { plan, proposalFor, upload } from './proposed.ts';

/** A file of two orders: some columns of a plain one, and others. */
const fileOf = (columns: Readonly<Record<string, readonly [string, string]>>): string => {
  const plain = {
    Order: ['R-1', 'R-2'],
    Date: ['2026-11-28 10:00', '2026-11-28 11:00'],
    Recipient: ['Ada Example', 'Bo Sample'],
    Street: ['4 Quay Street', '5 Quay Street'],
    City: ['Hull', 'Hull'],
    Postcode: ['HU1 1AA', 'HU1 1AB'],
    Country: ['GB', 'GB'],
    SKU: ['A-1', 'A-2'],
    Title: ['Tent', 'Peg'],
    Quantity: ['1', '4'],
    Price: ['10.00', '3.00'],
    Currency: ['GBP', 'GBP'],
    ...columns,
  };
  const rows = [0, 1].map((at) =>
    Object.values(plain)
      .map((cells) => `"${cells[at]}"`)
      .join(','),
  );
  return [Object.keys(plain).join(','), ...rows].join('\n');
};

const streetOf = (parcel = ''): string => parcel.split(', ')[1] ?? '';
const goodsOf = (parcel = ''): string => parcel.split(': ')[1] ?? '';

describe('what no name tells is asked, and an answer reaches the right parcel:', () => {
  it('the number of a house, where no street has one', async () => {
    const file = fileOf({ Street: ['Kade', 'Kade'], Nummer: ['4', '5'] });
    const { asked, sent } = await plan(file, { 'DeliveryAddress.Address1': 'Street and Nummer' });
    expect(asked).toEqual(['DeliveryAddress.Address1']);
    expect(sent.map(streetOf)).toEqual(['4 Kade', '5 Kade']);
  });

  it('no number, where a street has one', async () => {
    const { asked } = await plan(fileOf({ Street: ['Kade', 'Kade 5'], Nummer: ['4', '5'] }));
    expect(asked).toEqual(['unused']);
  });

  it.each([
    ['a name with a stem', 'Geliefert', ['0', '3']],
    ['a name with a word for a quantity', 'Qty moved', ['0', '3']],
  ] as const)('a count of units in %s', async (_, column, cells) => {
    const file = fileOf({ [column]: cells });
    const { asked, sent } = await plan(file, { Qty: `Quantity less ${column} (fulfilled)` });
    expect(asked).toEqual(['Qty']);
    expect(sent.map(goodsOf)).toEqual(['1 A-1 (Tent) at 10 GBP', '1 A-2 (Peg) at 3 GBP']);
  });

  it.each([
    ['more than the quantity', 'Shipped before', ['2', '0']],
    ['the whole quantity', 'Qty invoiced', ['1', '4']],
  ] as const)('no count that is %s', async (_, column, cells) => {
    const { proposal } = await plan(fileOf({ [column]: cells }), { [column]: 'it is not needed' });
    expect(proposal.map.Qty).toBe('Quantity');
  });

  it('the counts beside a quantity that a person chooses', async () => {
    const { Quantity: _, ...rest } = { Quantity: ['', ''] as const };
    const file = fileOf({ ...rest, 'Quantity shipped': ['0', '3'] }).replace('Quantity,', 'How many,');
    const { sent } = await plan(file, { Qty: 'How many' });
    expect(sent.map(goodsOf)).toEqual(['1 A-1 (Tent) at 10 GBP', '1 A-2 (Peg) at 3 GBP']);
  });

  it.each([
    ['title', { Title: ['Tent', 'Shipping'] }],
    ['code', { SKU: ['A-1', 'VERSAND'] }],
  ] as const)('a charge by its %s', async (_, columns) => {
    const { sent, leftOut } = await plan(fileOf(columns), { charges: 'no goods' });
    expect(sent).toHaveLength(1);
    expect(leftOut).toEqual([expect.stringContaining('not-goods')]);
  });

  it('a price in a column that a better name hides', async () => {
    const file = fileOf({
      Price: ['12.00', '14.00'],
      Amount: ['10.00', '12.00'],
      'Line total': ['9.00', '9.00'],
    });
    const { sent } = await plan(file, { PricePerUnit: 'Amount: of the whole line' });
    expect(sent.map(goodsOf)).toEqual(['1 A-1 (Tent) at 10 GBP', '4 A-2 (Peg) at 3 GBP']);
  });

  it('the region beside a town that is asked for', async () => {
    const file = fileOf({ State: ['TX', 'OR'] }).replace('Street', 'Ship to street');
    const answers = { 'DeliveryAddress.Town': 'City', 'DeliveryAddress.PostCode': 'Postcode' };
    const more = { 'DeliveryAddress.Country': 'Country', 'DeliveryAddress.Region': 'yes' };
    const { sent } = await plan(file, { ...answers, ...more });
    expect(sent[0]).toContain('Hull, TX');
  });
});

it('a street with its town behind it is no street', async () => {
  const { proposal } = await plan(
    fileOf({ 'Shipping address': ['4 Quay Street, Hull', '5 Quay Street, Hull'] }),
  );
  expect(proposal.map['DeliveryAddress.Address1']).toBe('Street');
});

it('a middle name and a district belong to the address', async () => {
  const names = {
    Recipient: ['', ''],
    'First name': ['Ina', 'Bo'],
    'Last name': ['Muster', 'Probe'],
  } as const;
  const file = fileOf({ ...names, Tussenvoegsel: ['van der', ''], Bairro: ['Centro', ''] });
  const { sent } = await plan(file, { ItemTitle: 'Title', 'DeliveryAddress.FullName': "the payer's" });
  expect(sent.map((parcel) => parcel.split(': ')[0])).toEqual([
    'R-1 to Ina van der Muster, 4 Quay Street, Centro, Hull, HU1 1AA, GB',
    'R-2 to Bo Probe, 5 Quay Street, Hull, HU1 1AB, GB',
  ]);
});

it('a title beside a first name is asked about: it may be Ms', async () => {
  const file = fileOf({ 'First name': ['Ina', 'Bo'], 'Last name': ['Muster', 'Probe'] });
  const { asked, sent } = await plan(file, { ItemTitle: 'SKU' });
  expect(asked).toContain('ItemTitle');
  expect(sent[0]).not.toContain('Tent');
});

it('a column that may be the SKU and the title is one choice of each', async () => {
  const { questions } = await proposalFor(
    'Order,Date,Recipient,Street,City,Postcode,Country,Quantity,Price,Currency,Art,Extra\n' +
      'R-1,2026-11-28,Ina Muster,4 Quay Street,Hull,HU1 1AA,GB,1,10.00,GBP,A-1,web',
  );
  const means = questions.find(({ id }) => id === 'ItemTitle')?.choices.map((choice) => choice.means);
  expect(means).toEqual(['Art (A-1)', 'Extra (web)']);
});

it('a column that is the title may be the SKU as well, which is asked', async () => {
  const file =
    'Order,Date,Recipient,Street,City,Postcode,Country,Quantity,Price,Currency,Artikel,Farbe\n' +
    'R-1,2026-11-28,Ina Muster,4 Quay Street,Hull,HU1 1AA,GB,1,10.00,GBP,A-1,rot';
  const { questions } = await proposalFor(file);
  const choices = questions.find(({ id }) => id === 'SKU')?.choices.map((choice) => choice.means);
  expect(choices).toEqual(['Farbe (rot)', 'Artikel (A-1)']);
  expect((await plan(file, { SKU: 'Artikel', unused: 'they' })).sent).toEqual([
    expect.stringContaining('A-1'),
  ]);
});

it('only a column with a country may be the country: a no and an n/a are none', async () => {
  const columns =
    'Order,Date,Recipient,Street,City,Postcode,SKU,Title,Quantity,Price,Currency,Where,Gift,Form';
  const row = 'R-1,2026-11-28,Ina Muster,4 Quay Street,Hull,HU1 1AA,A-1,Tent,1,10.00,GBP';
  const { questions } = await proposalFor(`${columns}\n${row},Norway,No,NA`);
  const country = questions.find(({ id }) => id === 'DeliveryAddress.Country');
  expect(country?.columns).toEqual(['Where']);
});

it('the name of a country is not enough where the values are numbers', async () => {
  const { map, questions } = await proposalFor(fileOf({ Country: ['826', '826'] }));
  expect(Object.keys(map)).not.toContain('DeliveryAddress.Country');
  expect(questions.map(({ id }) => id)).toContain('DeliveryAddress.Country');
});

it('a column whose name has a stem by chance can be no status, today and tomorrow', async () => {
  const today = fileOf({ 'Ship-to party': ['C1', 'C2'] });
  const none = 'send it, whatever Ship-to party says';
  const { map } = await plan(today, { 'Ship-to party: C1': none, 'Ship-to party: C2': none });
  const { sent, leftOut } = await upload(fileOf({ 'Ship-to party': ['C3', 'cancelled'] }), map);
  expect(sent).toHaveLength(1);
  expect(leftOut).toEqual(['R-2 cancelled']);
  const again = await proposalFor(fileOf({ 'Ship-to party': ['C3', 'C4'] }), {}, map);
  expect(again.questions).toEqual([]);
});
