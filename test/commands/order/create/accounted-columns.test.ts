import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/cli.ts';
import { dataOf, errorOf, homeWith } from '../../../support/upload/home-with.ts';

const map = {
  ReferenceNumber: 'Order',
  ReceivedDate: { column: 'Date', date: 'YYYY-MM-DD HH:mm' },
  'DeliveryAddress.FullName': 'Recipient',
  ChannelBuyerName: 'Recipient',
  'DeliveryAddress.Address1': 'Address',
  'DeliveryAddress.Town': 'City',
  'DeliveryAddress.PostCode': 'Postcode',
  'DeliveryAddress.CountryCode': 'Country',
  SKU: 'SKU',
  ItemTitle: 'Title',
  Qty: 'Quantity',
  PricePerUnit: 'Price',
  Currency: { const: 'GBP' },
  PaymentStatus: { const: 'PAID' },
  $unused: [],
};

/** A home in which orders with these further cells are uploaded by a map with these members. */
function openHome(members: object = {}) {
  const home = homeWith('map.json', JSON.stringify({ ...map, ...members }));
  const upload = (columns: readonly string[], rows: readonly (readonly string[])[], ...words: string[]) => {
    const header = [
      'Order,Date,Recipient,Address,City,Postcode,Country,SKU,Title,Quantity,Price',
      ...columns,
    ].join(',');
    const lines = rows.map(([reference, ...cells]) =>
      [
        `${reference},2026-08-31 10:00,Ada Example,4 Quay Street,Hull,HU1 1AA,GB,A-1,Tent,1,10.00`,
        ...cells,
      ].join(','),
    );
    writeFileSync(join(home, 'orders.csv'), `${[header, ...lines].join('\n')}\n`);
    return runCli(
      [
        ...['order', 'create', 'orders.csv', '--map', 'map.json', '--warehouse', 'Northgate FC'],
        ...['--dispatch-within', '36h', '--timezone', 'Europe/London', '--emulator', ...words],
      ],
      { home },
    );
  };
  return { home, upload };
}

describe('an upload with a complete map', () => {
  const rows = Array.from({ length: 60 }, (_, at) => [`R-${at + 1}`, at === 0 ? '' : 'yes']);

  it('sends nothing where a column is new, and says it once, with the count and the command', async () => {
    const { code, stderr } = await openHome().upload(['Gift'], rows);
    expect([code, stderr.split('\n').filter((line) => !line.includes('billing address'))]).toEqual([
      2,
      [
        'error: 59 of 60 orders are invalid; nothing was sent',
        '  orders.csv:',
        '  R-2, row 3 and 58 more: Gift is yes, but the map does not account for this column',
        'hint: cfi order map orders.csv --map map.json; or send the valid orders with --skip-invalid',
        '',
      ],
    ]);
  });

  it('names each in json', async () => {
    const { code, ...outcome } = await openHome().upload(['Gift'], rows, '--json');
    expect([code, (errorOf(outcome).errors as object[]).length]).toEqual([2, 59]);
    expect(errorOf(outcome).hint).toContain('cfi order map orders.csv --map map.json');
  });

  it.each(['cancelled', 'refunded', 'on-hold'])(
    'names an order that a status leaves out as %s, and that was created',
    async (reason) => {
      const $statuses = [{ column: 'State', ship: ['paid'], leaveOut: { [reason]: ['gone'] } }];
      const { upload } = openHome({ $statuses });
      expect((await upload(['State'], [['R-1', 'paid']])).code).toBe(0);
      const again = await upload(['State'], [['R-1', 'gone']], '--json');
      expect([again.code, dataOf(again).leftOut]).toEqual([
        9,
        [{ ReferenceNumber: 'R-1', reason, lines: [2], created: true }],
      ]);
    },
  );

  it('names the file of a map of the profile in the hint', async () => {
    const { home, upload } = openHome();
    await runCli(['config', 'set', 'map', join(home, 'map.json'), '--emulator'], { home });
    await upload(['Gift'], [['R-1', 'yes']]);
    const { stderr } = await runCli(
      ['order', 'create', 'orders.csv', '--warehouse', 'W', '--dispatch-within', '1h', '--emulator'].concat([
        '--timezone',
        'UTC',
      ]),
      { home },
    );
    expect(stderr).toContain(`cfi order map orders.csv --map ${join(home, 'map.json')}`);
  });
});

describe('the notes of orders', () => {
  const noted = Array.from({ length: 7 }, (_, at) => [
    `R-${at + 1}`,
    at === 6 ? 'do not send' : `note ${at}`,
  ]);
  const members = { $notes: ['Note'] };

  it.each([
    ['a dry run', ['--dry-run']],
    ['a run', []],
  ])('are named by %s: the first five, and the count', async (_, words) => {
    const { code, stderr } = await openHome(members).upload(['Note'], noted, ...words);
    expect([code, stderr.split('\n').filter((line) => /^note:|notes in all|^warning/.test(line))]).toEqual([
      0,
      [
        'warning: R-7, row 8: Note may ask not to ship the order: do not send',
        ...[0, 1, 2, 3, 4].map((at) => `note: R-${at + 1}, row ${at + 2}: Note: note ${at}`),
        '7 notes in all; --output json shows the others',
      ],
    ]);
  });

  it.each([
    ['a dry run', ['--dry-run']],
    ['a run', []],
  ])('are all in the json of %s', async (_, words) => {
    const outcome = await openHome(members).upload(['Note'], noted, '--json', ...words);
    expect(dataOf(outcome).notes).toEqual(
      noted.map(([ReferenceNumber, text], at) => ({ ReferenceNumber, column: 'Note', text, line: at + 2 })),
    );
  });

  it('that speak of stopping are errors with --strict', async () => {
    const { code, ...outcome } = await openHome(members).upload(['Note'], noted, '--strict', '--json');
    expect([code, errorOf(outcome).errors]).toEqual([
      2,
      [expect.objectContaining({ reference: 'R-7', column: 'Note', found: 'do not send' })],
    ]);
  });

  it('are not named of orders that are short of stock', async () => {
    const outcome = await openHome(members).upload(['Note'], noted, '--json', '--dry-run', '--stock', 'skip');
    expect([outcome.code, dataOf(outcome).notes]).toEqual([9, []]);
  });

  it('hold the orders back with --notes hold, and as a default of the profile, which is said', async () => {
    const { home, upload } = openHome(members);
    const outcome = await upload(['Note'], noted, '--notes', 'hold', '--json', '--dry-run');
    expect(dataOf(outcome)).toMatchObject({ total: 0, notes: [] });
    expect(dataOf(outcome).leftOut).toHaveLength(7);
    await runCli(['config', 'set', 'notes', 'hold', '--emulator'], { home });
    const saved = await upload(['Note'], noted, '--dry-run');
    expect(saved.stderr).toContain('notes: hold (profile default)\n');
    expect(saved.stderr).toContain('7 orders left out as on-hold: R-1');
  });
});
