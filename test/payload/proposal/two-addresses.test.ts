import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propose } from '../../../src/payload/proposal/propose.ts';
import { answered, type MapMembers } from '../../../src/payload/proposal/questions.ts';
import { readSample } from '../../../src/payload/proposal/sample.ts';
import { read, sourceOf } from '../support.ts';
import { plan, usual } from './proposed.ts';

/** What each part of an address may be called, and its cell for the delivery and for the payer. */
const parts = {
  Name: [['Name', 'Full Name', 'Contact Name'], 'Ina Muster', 'Bo Payer'],
  Company: [['Company', 'Company Name'], 'Acme Ltd', 'Bank plc'],
  Street: [['Street', 'Address', 'Address 1', 'Address Line 1'], '4 Quay St', '9 Bank Rd'],
  Flat: [['Address 2', 'Street 2', 'Apartment', 'Suite'], 'Flat 2', 'Suite 77'],
  City: [['City', 'Town', 'Suburb'], 'Hull', 'Leeds'],
  Region: [['State', 'County', 'Province'], 'Yorkshire', 'Surrey'],
  Zip: [['Zip', 'Postcode', 'Postal Code'], 'HU1 1AA', 'LS9 9ZZ'],
  Country: [['Country', 'Country Code'], 'GB', 'FR'],
} as const;
type Part = keyof typeof parts;
const all = Object.keys(parts) as Part[];

/** A file with the address of the payer as a whole, and that of the delivery, of which a part may be missing. */
const file = fc
  .record({
    ship: fc.constantFrom('Ship', 'Shipping', 'Delivery', 'Recipient', 'Ship To', 'Consignee', 'Receiver'),
    pay: fc.constantFrom('Billing', 'Buyer', 'Customer', 'Payer', 'Client', 'Contact', 'Account', ''),
    names: fc.record(
      Object.fromEntries(all.map((part) => [part, fc.constantFrom(...parts[part][0])])) as Record<
        Part,
        fc.Arbitrary<string>
      >,
    ),
    lacking: fc.option(fc.constantFrom(...all)),
    payerLacks: fc.subarray(['Name', 'Company', 'Flat', 'Region', 'Country'] as Part[]),
    isPayerFirst: fc.boolean(),
  })
  .map(({ ship, pay, names, lacking, payerLacks, isPayerFirst }) => {
    const own = all.filter((part) => part !== lacking).map((part) => [part, ship, 1] as const);
    const payers = all.filter((part) => !payerLacks.includes(part)).map((part) => [part, pay, 2] as const);
    const columns = isPayerFirst ? [...payers, ...own] : [...own, ...payers];
    const header = columns.map(([part, whose]) => `${whose} ${names[part]}`.trim());
    const cells = columns.map(([part, , of]) => parts[part][of]);
    return {
      text: [
        ['Order no', 'Order date', ...header, 'SKU', 'Item name', 'Qty', 'Unit price', 'Currency'].join(';'),
        ['R-1', '2026-11-24', ...cells, 'AC-1', 'Tent', '1', '9.00', 'GBP'].join(';'),
      ].join('\n'),
      payers: new Map(
        columns.flatMap(([part, , of], at) => (of === 2 ? [[parts[part][2], header[at] ?? '']] : [])),
      ),
    };
  });

/** Parts that a delivery without one of its own takes from the payer: who gets it, and the one country of all orders. */
const shared: ReadonlySet<string> = new Set([parts.Name[2], parts.Country[2]]);

it("no part of the payer's address goes to the delivery unasked", async () => {
  const options = { set: [], decimal: 'point', now: Date.UTC(2026, 10, 26, 8), ...usual } as const;
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(file, async ({ text, payers }) => {
      const { questions, map, missing } = propose(
        await readSample(sourceOf(text, 'export.csv'), options),
        options,
      );
      const answers = questions.reduce<MapMembers>((open, question) => {
        const [first] = question.choices;
        return first === undefined ? open : answered(open, question, first);
      }, map);
      const set = missing.includes('PaymentStatus') ? [['PaymentStatus', 'PAID'] as const] : [];
      const given = { ...options, set, map: answers };
      // What is missing is refused.
      const reading = read(text, { name: 'export.csv', options: given });
      const { bodies } = await reading.catch(() => ({ bodies: [] }));
      sent += bodies.length;
      const asked = new Set(questions.flatMap(({ columns }) => columns));
      const values = bodies.flatMap(({ DeliveryAddress }) =>
        Object.values<string>(DeliveryAddress).flatMap((value) => value.split(', ')),
      );
      const unasked = values.filter((value) => {
        const column = payers.get(value as never);
        return column !== undefined && !shared.has(value) && !asked.has(column);
      });
      expect({ text, unasked }).toEqual({ text, unasked: [] });
    }),
    { numRuns: 150 },
  );
  expect(sent).toBeGreaterThan(30);
});

describe('beside the address of the delivery', () => {
  const header = 'Order no,Order date,SKU,Item name,Qty,Unit price,Currency';
  const goods = 'R-1,2026-11-24,AC-1,Tent,1,9.00,GBP';
  const other = 'R-2,2026-11-24,AC-1,Tent,1,9.00,GBP';
  const ship = 'Ship Name,Ship Street,Ship Town,Ship Zip';
  const to = 'Ina Muster,4 Quay St,Hull,HU1 1AA';

  it.each([
    [`${ship},Ship Country,Ship Suite,Customer Suite,Customer Suburb`, `${to},GB,Flat 2,Suite 77,Leeds`, []],
    [`${ship},Ship Country,Client Address 2,Client Region`, `${to},GB,Suite 77,Surrey`, []],
    [`${ship},Ship Country,Ship Apartment,Apartment`, `${to},GB,Flat 2,Suite 77`, []],
    [`${ship},Ship Country,Contact Address,Contact Zip`, `${to},GB,9 Bank Rd,LS9 9ZZ`, []],
    ...['Buyer line 1', 'Ansprechpartner Adresse', 'Customer Unit'].map(
      (name): [string, string, string[]] => [
        `Ship Street,Ship Town,Ship Zip,Ship Country,${name},Customer`,
        '4 Quay St,Hull,HU1 1AA,GB,9 Bank Rd,Ina Muster',
        [],
      ],
    ),
    [`${ship},Buyer City,Buyer Zip,Buyer Country`, `${to},Leeds,LS9 9ZZ,FR`, ['DeliveryAddress.CountryCode']],
    [
      'Ship Name,Ship Street,Ship Town,Ship Country,Sold to Town,Sold to Zip',
      'Ina Muster,4 Quay St,Hull,GB,Leeds,LS9 9ZZ',
      ['DeliveryAddress.PostCode'],
    ],
    [
      'Ship Name,Ship Street,Ship Town,Ship Country,Contact Name,Contact Zip',
      'Ina Muster,4 Quay St,Hull,GB,Bo Payer,LS9 9ZZ',
      ['DeliveryAddress.PostCode'],
    ],
    [
      'Ship Name,Ship Street,Ship Zip,Ship Country,Customer Name,Customer Town',
      'Ina Muster,4 Quay St,HU1 1AA,GB,Bo Payer,Leeds',
      ['DeliveryAddress.Town'],
    ],
    [
      'b_firstname,b_lastname,b_address,b_address_2,b_city,b_zipcode,b_country,s_firstname,s_lastname,s_address,s_address_2,s_city,s_zipcode,s_country',
      'Bo,Payer,9 Bank Rd,Suite 77,Leeds,LS9 9ZZ,FR,Ina,Muster,4 Quay St,Flat 2,Hull,HU1 1AA,GB',
      [],
    ],
    [
      'Ship Name,Ship Town,Ship Zip,Ship Country,Client Street,Client Town',
      'Ina Muster,Hull,HU1 1AA,GB,9 Bank Rd,Leeds',
      ['DeliveryAddress.Address1'],
    ],
    [
      'Ship Name,Ship Town,Ship Zip,Ship Country,Billing Name,Billing Street,Billing Town,Billing Zip,Billing Country',
      'Ina Muster,Hull,HU1 1AA,GB,Bo Payer,9 Bank Rd,Leeds,LS9 9ZZ,FR',
      ['DeliveryAddress'],
    ],
  ])('a part of another is a question, or is not used: %s', async (columns, cells, asked) => {
    const found = await plan([`${header},${columns}`, `${goods},${cells}`].join('\n'));
    expect(found.asked).toEqual(asked);
    expect(JSON.stringify(found.sent)).not.toMatch(/Bo Payer|9 Bank Rd|Suite 77|Leeds|Surrey|LS9 9ZZ|FR/);
  });

  it("a buyer's country is that of the deliveries where no other part is the buyer's", async () => {
    const names = 'Buyer Name,Buyer Country,Ship Name,Ship Street,Ship Town,Ship Zip';
    const found = await plan([`${header},${names}`, `${goods},ina99,GB,${to}`].join('\n'));
    expect([found.asked, found.problems, found.sent.length]).toEqual([[], [], 1]);
  });

  it('several countries of a bare address are a question', async () => {
    const names = `${ship},Name,Street,Town,Zip,Country`;
    const rows = ['GB', 'FR'].map((code) => `${to},Bo Payer,9 Bank Rd,Leeds,LS9 9ZZ,${code}`);
    const found = await plan([`${header},${names}`, `${goods},${rows[0]}`, `${other},${rows[1]}`].join('\n'));
    expect(found.asked).toEqual(['DeliveryAddress.CountryCode']);
  });

  it('the phone of the warehouse is none of the recipient', async () => {
    const found = await plan(`${header},${ship},Ship Country,Warehouse Phone\n${goods},${to},GB,0113 222222`);
    expect([found.asked, found.map]).toEqual([
      [],
      expect.not.objectContaining({ 'DeliveryAddress.PhoneNumber': 'Warehouse Phone' }),
    ]);
  });

  it('one that is asked about is no part of the delivery', async () => {
    const names =
      'Account Name,Account Address,Account Town,Account Zip,Account Country,Alternative Delivery Name,Alternative Delivery Address,Alternative Delivery Town,Alternative Delivery Zip,Alternative Delivery Country';
    const payer = 'Bo Payer,9 Bank Rd,Leeds,LS9 9ZZ,GB';
    const found = await plan(
      [`${header},${names}`, `${goods},${payer},${to},GB`, `${other},${payer},,,,,`].join('\n'),
    );
    expect([found.asked, found.leftOut, found.sent, found.problems]).toEqual([
      ['DeliveryAddress: Alternative Delivery Address'],
      ['R-1 on-hold'],
      [expect.stringContaining('R-2 to Bo Payer, 9 Bank Rd, Leeds')],
      [],
    ]);
  });

  it.each(['Building', 'Address line 2', 'Region'])(
    'a bare %s beside a block of an invoice alone is a question',
    async (part) => {
      const names = `Invoice Street,Invoice Town,Invoice Zip,Invoice Country,Ship Name,Ship Street,${part},Ship Town,Ship Zip,Ship Country`;
      const cells = '9 Bank Rd,Leeds,LS9 9ZZ,FR,Ina Muster,4 Quay St,Tower B,Hull,HU1 1AA,GB';
      const found = await plan([`${header},${names}`, `${goods},${cells}`].join('\n'));
      expect(found.asked).toEqual(['DeliveryAddress.Address2']);
    },
  );
});
