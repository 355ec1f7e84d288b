import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suspicionsAt, suspicionsOf } from '../../../src/payload/document/suspicions.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { dataOf, errorOf, homeWith } from '../../support/upload/home-with.ts';
import { csv } from '../support.ts';

const now = Date.parse('2026-09-01T08:00:00Z');
const address = {
  FullName: 'Ada',
  Address1: '1 High Street',
  Town: 'Leeds',
  PostCode: 'LS1 4AB',
  CountryCode: 'GB',
};
const order = (changes: object = {}) => ({
  ReceivedDate: '2026-09-01T08:00:00Z',
  DispatchBy: '2026-09-02T17:00:00Z',
  ChannelBuyerName: 'Ada',
  DeliveryAddress: address,
  BillingAddress: address,
  OrderItems: [{ SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 1 }],
  ...changes,
});
const to = (changes: object) => order({ DeliveryAddress: { ...address, ...changes } });
const line = (changes: object) => order({ OrderItems: [{ SKU: 'A', ItemTitle: 'B', ...changes }] });

it.each(['inbound', 'purchase-order'] as const)(
  'the names in a %s are looked at as those of an order',
  (kind) => {
    const found = (PO_REFERENCE: string, SKU: string) =>
      suspicionsOf(kind, { set: [], decimal: 'point', now })({
        PO_REFERENCE,
        items: [{ SKU, Quantity: 5 }],
      }).map(({ field }) => field);
    expect(found('P 1', 'AC-TENT-2')).toEqual([]);
    expect(found('P\u00a01', '01-Mar')).toEqual(['PO_REFERENCE', 'items[0].SKU']);
    expect(found('P 1', 'A-1, B-2')).toEqual(['items[0].SKU']);
  },
);

describe('suspicious details in an order', () => {
  it('are usually absent', () => {
    expect(suspicionsAt(now)(order())).toEqual([]);
    expect(suspicionsAt(now)(order({ ReferenceNumber: 'Bestellung Größe 1' }))).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    [
      'a dispatch in the past',
      order({ DispatchBy: '2026-09-01T07:59:00Z', ReceivedDate: '2026-08-30' }),
      'DispatchBy',
      /in the past/,
    ],
    [
      'a dispatch before the order',
      order({ ReceivedDate: '2026-09-03T08:00:00Z' }),
      'DispatchBy',
      /before ReceivedDate/,
    ],
    ['UK', to({ CountryCode: 'UK' }), 'DeliveryAddress.CountryCode', /did you mean GB\?/],
    [
      'a country with a digit',
      to({ Country: 'KB-2001' }),
      'DeliveryAddress.Country',
      /not the name of a country/,
    ],
    ['GBR', to({ CountryCode: 'GBR' }), 'DeliveryAddress.CountryCode', /did you mean GB\?/],
    [
      'a country in small letters',
      to({ CountryCode: 'de' }),
      'DeliveryAddress.CountryCode',
      /did you mean DE\?/,
    ],
    ['no country', to({ CountryCode: 'QX' }), 'DeliveryAddress.CountryCode', /not an ISO 3166 code/],
    ['a SKU that became a date', line({ SKU: '01-Mar' }), 'OrderItems[0].SKU', /date/],
    ['another', line({ SKU: 'Mar-26' }), 'OrderItems[0].SKU', /date/],
    ['a SKU that became a number', line({ SKU: '5.01E+12' }), 'OrderItems[0].SKU', /number/],
    ['a SKU that became an error', line({ SKU: '#N/A' }), 'OrderItems[0].SKU', /error/],
    ['a formula', line({ SKU: '="00123"' }), 'OrderItems[0].SKU', /formula/],
    ['an apostrophe', to({ PostCode: "'01234" }), 'DeliveryAddress.PostCode', /apostrophe/],
    [
      'a reference of which a spreadsheet kept 15 digits',
      order({ ReferenceNumber: '576812345678901000' }),
      'ReferenceNumber',
      /rounded/,
    ],
    [
      'a reference to which a program has added decimals',
      order({ ReferenceNumber: '1001.0' }),
      'ReferenceNumber',
      /decimals/,
    ],
    ...[' R-1', 'R-1\u00a0', 'R\u00a01', 'R-\u200b1', '\ufeffR-1', 'R-\u00001', 'Be\u0301la-1'].map(
      (ReferenceNumber): [string, object, string, RegExp] => [
        `the reference ${JSON.stringify(ReferenceNumber)}`,
        order({ ReferenceNumber }),
        'ReferenceNumber',
        /not what it looks like/,
      ],
    ),
    [
      'a SKU with a zero-width space',
      line({ SKU: 'AC-TENT-2\u200b' }),
      'OrderItems[0].SKU',
      /not what it looks like/,
    ],
    [
      'an American postcode without its zero',
      to({ PostCode: '7102', CountryCode: 'US' }),
      'DeliveryAddress.PostCode',
      /too short; spreadsheets remove leading zeros/,
    ],
    ['text wrongly decoded', to({ Town: 'MÃ¼nchen' }), 'DeliveryAddress.Town', /decoded/],
    ['quotes wrongly decoded', line({ ItemTitle: 'Manâ€™s' }), 'OrderItems[0].ItemTitle', /decoded/],
    [
      'an apostrophe as in HTML',
      to({ Address1: '13 O&#39;Connell Street' }),
      'DeliveryAddress.Address1',
      /HTML/,
    ],
    ['an ampersand as in HTML', order({ ChannelBuyerName: 'A &amp; B' }), 'ChannelBuyerName', /HTML/],
    ['lost characters', order({ ChannelBuyerName: 'Zo\uFFFD' }), 'ChannelBuyerName', /decoded/],
  ])('%s', (_, body, field, message) => {
    expect(suspicionsAt(now)({ ...body })).toMatchObject([
      { field, message: expect.stringMatching(message) },
    ]);
  });

  it.each<[object, string]>([
    [{ PostCode: '7102', CountryCode: 'US' }, '07102'],
    [{ PostCode: '501', CountryCode: 'US' }, '00501'],
    [{ PostCode: '1067', Country: 'Germany', CountryCode: undefined }, '01067'],
    [{ PostCode: '7102', Country: 'united states', CountryCode: undefined }, '07102'],
    [{ PostCode: '150', CountryCode: 'NO' }, '0150'],
    [{ PostCode: '18956', CountryCode: 'SG' }, '018956'],
    ...['FR', 'ES', 'IT', 'FI', 'MX', 'MY', 'TR', 'PR'].map((CountryCode): [object, string] => [
      { PostCode: '1000', CountryCode },
      '01000',
    ]),
    ...['Deutschland', 'Allemagne', 'Germania', 'Niemcy', 'USA', ' united states ', 'Turkey'].map(
      (Country): [object, string] => [{ PostCode: '1067', Country, CountryCode: undefined }, '01067'],
    ),
    ...['AU', 'DK', 'NZ'].map((CountryCode): [object, string] => [{ PostCode: '800', CountryCode }, '0800']),
    ...['CN', 'RO'].map((CountryCode): [object, string] => [{ PostCode: '10001', CountryCode }, '010001']),
  ])('a postcode that has lost zeros: %j should be %s', (changes, whole) => {
    expect(suspicionsAt(now)(to(changes))).toMatchObject([
      { field: 'DeliveryAddress.PostCode', expected: whole },
    ]);
  });

  it.each([
    { PostCode: '07102', CountryCode: 'US' },
    { PostCode: '97301-1234', CountryCode: 'US' },
    { PostCode: '8000', CountryCode: 'DK' },
    { PostCode: '1000', CountryCode: 'BE' },
    { PostCode: '101', CountryCode: 'IS' },
    { PostCode: '7102', Country: 'Nowhere', CountryCode: undefined },
    { PostCode: '7102', CountryCode: undefined },
    { PostCode: 'N/A', CountryCode: 'US' },
  ])('the postcode of %j has all its digits', (changes) => {
    expect(suspicionsAt(now)(to(changes))).toEqual([]);
  });

  it.each(['576812345678901234', '576812345678901200', '100000000000000', 'R-1000000000000000000'])(
    'the reference %s is as the shop wrote it',
    (ReferenceNumber) => expect(suspicionsAt(now)(order({ ReferenceNumber }))).toEqual([]),
  );

  it('in both addresses are reported for each, and once if both are the same', () => {
    const wrong = { ...address, CountryCode: 'UK' };
    const fieldsOf = (changes: object) => suspicionsAt(now)(order(changes)).map(({ field }) => field);
    expect(fieldsOf({ BillingAddress: wrong })).toEqual(['BillingAddress.CountryCode']);
    expect(fieldsOf({ DeliveryAddress: wrong, BillingAddress: { ...wrong } })).toEqual([
      'DeliveryAddress.CountryCode',
      'BillingAddress.CountryCode',
    ]);
    expect(fieldsOf({ DeliveryAddress: wrong, BillingAddress: wrong })).toEqual([
      'DeliveryAddress.CountryCode',
    ]);
  });

  it('come with what was expected', () => {
    const expectedIn = (given: object) => suspicionsAt(now)({ ...given }).map(({ expected }) => expected);
    expect(expectedIn(to({ CountryCode: 'UK' }))).toEqual(['GB']);
    expect(expectedIn(to({ CountryCode: 'QX' }))).toEqual(['a code of ISO 3166']);
    expect(expectedIn(line({ SKU: '01-Mar' }))).toEqual(['the original code']);
    expect(expectedIn(to({ Town: 'MÃ¼nchen' }))).toEqual(['München']);
    expect(expectedIn(to({ Town: 'M\uFFFDnchen' }))).toEqual(['text in the encoding of the file']);
    expect(expectedIn(to({ Town: 'A &amp; B' }))).toEqual(['A & B']);
    expect(expectedIn(order({ ReceivedDate: '2026-09-03T08:00:00Z' }))).toEqual([
      'a time after ReceivedDate',
    ]);
  });

  it('not a dispatch now', () => {
    expect(suspicionsAt(now + 999)(order({ DispatchBy: '2026-09-01T08:00:00Z' }))).toEqual([]);
    expect(suspicionsAt(now + 1000)(order({ DispatchBy: '2026-09-01T08:00:00Z' }))).toHaveLength(1);
  });

  it('not an item title with an ampersand as in HTML, which no label shows', () => {
    expect(suspicionsAt(now)(line({ ItemTitle: 'Salt &amp; pepper' }))).toEqual([]);
  });

  it.each(['22E1', '01234', 'A-01-MARCH', '2-MAR-X', 'DEC', 'NÃO', 'Ångström'])('not %s', (text) => {
    expect(suspicionsAt(now)(line({ SKU: text, ItemTitle: text }))).toEqual([]);
  });
});

describe('warnings of order create', () => {
  const upload = (rows: readonly Record<string, string>[], ...args: readonly string[]) => {
    const home = homeWith('orders.csv', csv(rows));
    return runCli(['order', 'create', 'orders.csv', '--dry-run', ...args], { home });
  };
  const rows = [{ ReferenceNumber: 'R-1', SKU: '01-Mar' }, { ReferenceNumber: 'R-2' }];

  it('are reported to scripts and people, with their position', async () => {
    const outcome = await upload(rows, '--json');
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome).warnings).toEqual([
      {
        reference: 'R-1',
        file: 'orders.csv',
        line: 2,
        column: 'SKU',
        field: 'SKU',
        found: '01-Mar',
        message: 'SKU looks like a date made by a spreadsheet',
      },
    ]);
    const { stderr } = await upload(rows);
    expect(stderr).toContain('warning: R-1, row 2: SKU "01-Mar" looks like a date made by a spreadsheet\n');
  });

  it('are errors with --strict', async () => {
    const outcome = await upload(rows, '--json', '--strict');
    expect(outcome.code).toBe(2);
    expect(errorOf(outcome).errors).toMatchObject([
      { reference: 'R-1', line: 2, field: 'SKU', found: '01-Mar' },
    ]);
  });

  it('are named once where they are the same', async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      ReferenceNumber: `R-${index}`,
      SKU: `${index + 1}-Mar`,
    }));
    const { stderr } = await upload(many);
    expect(stderr.match(/^warning: R-/gm)).toHaveLength(1);
    expect(stderr).toContain(
      'R-0, R-1, R-2 and 22 more, rows 2 to 26: SKU, such as "1-Mar", looks like a date',
    );
  });

  it('also cover JSON', async () => {
    const home = makeHome();
    const body = JSON.parse((await upload([{ SKU: '01-Mar' }], '-o', 'ndjson')).stdout) as object;
    writeFileSync(join(home, 'orders.json'), JSON.stringify(body));
    const outcome = await runCli(['order', 'create', 'orders.json', '--dry-run', '--json'], { home });
    expect(dataOf(outcome).warnings).toMatchObject([
      { line: 1, field: 'OrderItems[0].SKU', found: '01-Mar' },
    ]);
  });
});
