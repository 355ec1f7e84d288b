import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../support/cli.ts';
import { dataOf } from '../../support/upload/home-with.ts';
import { shipped, trackedOrdersForEach } from '../../support/upload/tracked-orders.ts';

const orders = trackedOrdersForEach();

const file = (name: string): string => join(orders.home, name);
const text = (name: string): string => readFileSync(file(name), 'utf8');
const track = (shop: string, name: string, ...words: readonly string[]) =>
  orders.cfi('order', 'track', '--for', shop, '--out', file(name), ...words);

const exports = join(import.meta.dirname, '../../../fixtures/exports');

const amazonOrder = '123-1234567-1234567';

describe('cfi order track --for', () => {
  it('writes the file of Amazon', async () => {
    await orders.upload(amazonOrder, 'R-1', '123-1234567-1234568');
    orders.records.set(amazonOrder, { ...shipped, ShippingService: 'Next day' });
    orders.records.set('R-1', shipped);
    orders.records.set('123-1234567-1234568', { ...shipped, ShippingVendor: 'evri', TrackingNumber: 'T-2' });
    const { code, stdout, stderr } = await track('amazon', 'a.txt');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(
      '1 order was left out because the reference is not an Amazon order number: R-1\n',
    );
    const [header = '', first = '', second = '', ...rest] = text('a.txt').split('\r\n');
    expect(header.split('\t')).toHaveLength(18);
    expect(header).toMatch(
      /^order-id\torder-item-id\tquantity\tship-date\tcarrier-code\tcarrier-name\ttracking/,
    );
    expect(first.split('\t').slice(0, 9)).toEqual([
      ...[amazonOrder, '', '', '2026-09-01', 'DPD', '', '1550-42', 'Next day', ''],
    ]);
    expect(second.split('\t').slice(3, 7)).toEqual(['2026-09-01', 'Other', 'Evri', 'T-2']);
    expect(first.split('\t')).toHaveLength(18);
    expect(rest).toEqual(['']);
  });

  it('writes the file of Advanced Shipment Tracking, a row for each parcel', async () => {
    await orders.upload('#1001', '#99', '#1002');
    orders.records.set('#1001', {
      Status: 'Shipped',
      shipments: [
        { carrier: 'DPD', trackingNumber: 'T-1' },
        { carrier: 'My Van', trackingNumber: 'T-2' },
      ],
    });
    orders.records.set('#99', shipped);
    orders.records.set('#1002', { ...shipped, Status: 'Partially shipped', TrackingNumber: 'T-3' });
    expect((await track('woocommerce', 'w.csv')).code).toBe(0);
    expect(text('w.csv')).toBe(
      'order_id,tracking_provider,tracking_number,date_shipped,status_shipped\n' +
        '99,DPD,1550-42,01-09-2026,1\n' +
        '1001,DPD,T-1,01-09-2026,0\n' +
        '1001,My Van,T-2,01-09-2026,1\n' +
        '1002,DPD,T-3,01-09-2026,0\n',
    );
    // The rest has shipped: the order is finished with its number, and nothing else is new.
    orders.records.set('#1002', { ...shipped, TrackingNumber: 'T-3' });
    await track('woocommerce', 'x.csv', '--dates', 'mdy');
    expect(text('x.csv').split('\n').slice(1)).toEqual(['1002,DPD,T-3,09-01-2026,1', '']);
  });

  it.each([
    ['the carrier map', '--carrier-map', 'w-3.csv', 'from,to\nDPD,My DPD\n'],
    ['the list of references', '--refs', 'w-2.csv', '#1001\n'],
  ])('writes over none of its files by the name of a second file: %s', async (_, option, name, content) => {
    await orders.upload('#1001');
    orders.records.set('#1001', shipped);
    writeFileSync(file(name), content);
    const { code, stderr } = await track('woocommerce', 'w.csv', option, file(name));
    expect([code, stderr]).toEqual([2, expect.stringContaining(`would overwrite ${option} `)]);
    expect([text(name), existsSync(file('w.csv'))]).toEqual([content, false]);
    // A file that no number of rows leads to is in nobody's way.
    writeFileSync(file('w-02.csv'), content);
    expect((await track('woocommerce', 'w.csv', option, file('w-02.csv'))).code).toBe(0);
  });

  it('writes for a shop in one process at a time, so that it is told of an order once', async () => {
    await orders.upload('#1001');
    orders.records.set('#1001', shipped);
    let refused: Outcome | undefined;
    orders.happenings.push(async () => {
      refused = await track('woocommerce', 'y.csv');
    });
    expect((await track('woocommerce', 'x.csv')).code).toBe(0);
    expect(refused).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('is writing a file for this shop'),
    });
    expect(['x.csv', 'y.csv'].filter((name) => existsSync(file(name)))).toEqual(['x.csv']);
  });

  it('writes the file of VillaTheme, with the slugs of carriers', async () => {
    await orders.upload('#1001', '#1002', 'R-1', '#1003');
    for (const reference of ['#1001', 'R-1']) orders.records.set(reference, shipped);
    orders.records.set('#1002', { ...shipped, ShippingVendor: 'Yodel' });
    orders.records.set('#1003', { ...shipped, ShippingVendor: 'Own Van' });
    const carriers = file('carriers.csv');
    writeFileSync(carriers, 'from,to\nown-van,van\n');
    const { stderr } = await track('villatheme', 'v.csv', '--carrier-map', carriers);
    expect(stderr).toContain(
      'because no slug is known for the carrier Yodel; --carrier-map FILE can give one: #1002\n',
    );
    expect(stderr).toContain('left out because the reference is not a number: R-1\n');
    expect(text('v.csv')).toBe(
      '\uFEFFOrder ID,Order Item ID,Tracking Number,Carrier Slug,Order Status\n' +
        '1001,,1550-42,dpd-uk,completed\n1003,,1550-42,van,completed\n',
    );
  });

  it('writes the file of Matrixify, whose name must hold Orders', async () => {
    await orders.upload('1001', 'EU-1001');
    orders.records.set('1001', { ...shipped, ShippingVendor: 'dpd local', TrackingUrl: 'https://t/1' });
    orders.records.set('EU-1001', { Status: 'Shipped', TrackingNumber: 'T-2' });
    const refused = await track('matrixify', 'm.csv');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('its name contains "Orders"'),
    ]);
    await track('matrixify', 'Orders.csv');
    expect(text('Orders.csv').split('\n').slice(1)).toEqual([
      '#1001,UPDATE,Fulfillment Line,1,success,DPD UK,1550-42,https://t/1,2026-09-01T07:00:00Z,TRUE',
      'EU-1001,UPDATE,Fulfillment Line,2,success,,T-2,,,TRUE',
      '',
    ]);
  });

  it('takes shopify for Matrixify, whatever the name of the file, and says so', async () => {
    await orders.upload('1001');
    orders.records.set('1001', shipped);
    const { code, stderr } = await track('shopify', 'shipped.csv');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'Shopify itself imports no such file: this one is for the Matrixify app, which wants Orders in its name, for example Orders.csv\n',
    );
    expect(text('shipped.csv')).toMatch(/^Name,Command,.*\n#1001,UPDATE,/);
    // It is one shop under two names.
    expect((await track('matrixify', 'Orders.csv')).stderr).toContain('Matrixify for Shopify: nothing new');
  });

  it('leaves out what another preset has read, and counts it without reading it', async () => {
    const reading = [
      '--warehouse',
      'Northgate FC',
      '--dispatch-within',
      '96h',
      '--timezone',
      'Europe/London',
    ];
    for (const name of ['shopify.csv', 'woocommerce.csv']) {
      const { code, stderr } = await orders.cfi('order', 'create', join(exports, name), ...reading);
      expect(code, stderr).toBe(0);
    }
    await orders.upload('1001');
    for (const reference of ['1001', '3001', '#2001']) orders.records.set(reference, shipped);
    orders.reads.length = 0;
    const { code, stderr } = await track('woocommerce', 'w.csv');
    expect(code).toBe(0);
    expect(stderr).toContain(
      '5 orders were left out because they were uploaded with another preset than woocommerce: #2001, #2002, #2010, #2011 and #2017\n',
    );
    expect(orders.reads.sort()).toEqual(['1001', '3001', '3002']);
    expect(
      text('w.csv')
        .split('\n')
        .slice(1)
        .map((row) => row.split(',')[0]),
    ).toEqual(['1001', '3001', '']);
    // Both take the orders of one shop.
    await track('shopify', 's.csv');
    expect(text('s.csv')).toMatch(/#2001,.*\n#1001,/);
    expect(text('s.csv')).not.toContain('3001');
  });

  it('never writes what was cancelled, has no number, or lost its digits', async () => {
    await orders.upload('#1', '#2', '#3', '#4');
    orders.records.set('#1', { ...shipped, Status: 'Cancelled' });
    orders.records.set('#2', { ...shipped, TrackingNumber: '1.55E+25' });
    orders.records.set('#3', { Status: 'Shipped', ShippingVendor: 'DPD' });
    const { code, stderr } = await track('woocommerce', 'w.csv');
    expect([code, existsSync(file('w.csv'))]).toEqual([0, false]);
    expect(stderr).toContain('because a spreadsheet has removed digits from the tracking number: #2\n');
    expect(stderr).toContain('Advanced Shipment Tracking for WooCommerce: nothing new; no file was written');
  });

  it('leaves an order that is partly shipped to the day when it has shipped', async () => {
    await orders.upload('#1');
    orders.records.set('#1', { ...shipped, Status: 'Partially shipped' });
    expect((await track('villatheme', 'v.csv')).stderr).toContain(
      '1 order was left out because it has shipped only in part, and the shop would mark all of it as shipped: #1\n',
    );
    orders.records.set('#1', shipped);
    await track('villatheme', 'v.csv');
    expect(text('v.csv')).toContain('1,,1550-42');
  });

  it('writes each number once for a shop, and again with --all', async () => {
    await orders.upload('#1', '#2');
    orders.records.set('#1', shipped);
    // A look before does not count as written.
    await orders.cfi('order', 'track');
    await track('villatheme', 'v.csv');
    orders.records.set('#2', { ...shipped, TrackingNumber: 'T-2' });
    await track('villatheme', 'v.csv');
    expect(text('v.csv')).toContain('2,,T-2');
    expect(text('v.csv')).not.toContain('1550-42');
    orders.reads.length = 0;
    const again = await track('villatheme', 'v.csv');
    expect([again.code, again.stdout, orders.reads]).toEqual([0, '', []]);
    expect(text('v.csv')).toContain('2,,T-2');
    await track('woocommerce', 'w.csv');
    expect(text('w.csv').split('\n')).toHaveLength(4);
    await track('villatheme', 'v.csv', '--all');
    expect(text('v.csv').split('\n')).toHaveLength(4);
  });

  it('writes no number again where the service lists the parcels in another order, lacks one, or has another', async () => {
    const parcels = (...numbers: readonly string[]) => ({
      Status: 'Shipped',
      shipments: numbers.map((trackingNumber) => ({ carrier: 'DPD', trackingNumber })),
    });
    const rows = async (shop: string, name: string) => {
      expect((await track(shop, name, '#1')).code).toBe(0);
      return existsSync(file(name)) ? text(name).trim().split(/\r?\n/).slice(1) : [];
    };
    await orders.upload('#1');
    orders.records.set('#1', parcels('T-1', 'T-2'));
    expect(await rows('woocommerce', 'w.csv')).toHaveLength(2);
    expect(await rows('villatheme', 'v.csv')).toEqual(['1,,T-1,dpd-uk,completed']);
    orders.records.set('#1', parcels('T-2', 'T-1'));
    expect(await rows('woocommerce', 'w2.csv')).toEqual([]);
    expect(await rows('villatheme', 'v2.csv')).toEqual([]);
    orders.records.set('#1', parcels('T-1'));
    expect(await rows('woocommerce', 'w3.csv')).toEqual([]);
    orders.records.set('#1', parcels('T-1', 'T-2', 'T-3'));
    expect(await rows('woocommerce', 'w4.csv')).toEqual([expect.stringMatching(/^1,DPD,T-3,.*,1$/)]);
    // The number was corrected.
    orders.records.set('#1', parcels('T-4'));
    expect(await rows('villatheme', 'v5.csv')).toEqual(['1,,T-4,dpd-uk,completed']);
  });

  it.each([
    [
      'woocommerce',
      'w.txt',
      ['Advanced Shipment Tracking for WooCommerce expects a file whose name ends in .csv'],
    ],
    ['woocommerce', 'w.csv', []],
  ])('says for %s what the name of %s should end in', async (shop, name, said) => {
    await orders.upload('#1');
    orders.records.set('#1', shipped);
    const { stderr } = await track(shop, name);
    expect(stderr.split('\n').filter((line) => line.includes('whose name'))).toEqual(said);
    expect(existsSync(file(name))).toBe(true);
  });

  it('counts as written only once the file is there', async () => {
    await orders.upload('#1');
    orders.records.set('#1', shipped);
    const { code } = await orders.cfi(
      'order',
      'track',
      '--for',
      'villatheme',
      '--out',
      join(orders.home, 'no', 'x.csv'),
    );
    expect(code).not.toBe(0);
    await track('villatheme', 'v.csv');
    expect(text('v.csv')).toContain('1,,1550-42');
  });

  it.each(['N/A', 'pending', '-', '0'])('waits for the number in place of %s', async (placeholder) => {
    await orders.upload('#1');
    orders.records.set('#1', { ...shipped, TrackingNumber: placeholder });
    const { code, stderr } = await track('woocommerce', 'w.csv');
    expect([code, existsSync(file('w.csv'))]).toEqual([0, false]);
    expect(stderr).toContain('1 order was left out because the tracking number is only a placeholder: #1\n');
    orders.records.set('#1', shipped);
    expect((await track('woocommerce', 'w.csv')).code).toBe(0);
    expect(text('w.csv')).toContain('1,DPD,1550-42,');
  });

  it('takes letters with a zero for a number', async () => {
    await orders.upload('#1');
    orders.records.set('#1', { ...shipped, TrackingNumber: 'T-0' });
    await track('woocommerce', 'w.csv');
    expect(text('w.csv')).toContain('1,DPD,T-0,');
  });

  it('writes no file where the run ended early: the next run would write the rest over it', async () => {
    await orders.upload('#1', '#2');
    orders.records.set('#1', shipped);
    orders.records.set('#2', 403);
    const stopped = await track('villatheme', 'v.csv', '--concurrency', '1');
    expect([stopped.code, existsSync(file('v.csv'))]).toEqual([4, false]);
    expect(stopped.stderr).toContain('no file was written');
    orders.records.set('#2', { ...shipped, TrackingNumber: 'T-2' });
    expect((await track('villatheme', 'v.csv')).code).toBe(0);
    expect(text('v.csv').trim().split(/\r?\n/).slice(1)).toEqual([
      '1,,1550-42,dpd-uk,completed',
      '2,,T-2,dpd-uk,completed',
    ]);
  });

  it('does not wait for an order that the service can never show', async () => {
    await orders.upload('#1', '#2');
    orders.records.set('#1', shipped);
    orders.records.set('#2', 500);
    expect((await track('villatheme', 'v.csv', '--max-retries', '0', '--concurrency', '1')).code).toBe(10);
    expect(text('v.csv')).toContain('1,,1550-42');
  });

  it('takes the day on which the number was first seen where the record has none', async () => {
    await orders.upload('#1');
    orders.records.set('#1', { Status: 'Shipped', ShippingVendor: 'DPD', TrackingNumber: 'T-1' });
    await orders.later(1, 'order', 'track');
    await orders.later(3, 'order', 'track', '--for', 'woocommerce', '--out', file('w.csv'));
    expect(text('w.csv')).toContain('1,DPD,T-1,02-09-2026,1\n');
  });

  it("takes that day by the service's clock", async () => {
    await orders.upload('#1');
    orders.records.set('#1', { Status: 'Shipped', ShippingVendor: 'DPD', TrackingNumber: 'T-1' });
    orders.clock.serviceDays = 4;
    await track('woocommerce', 'w.csv');
    expect(text('w.csv')).toContain('1,DPD,T-1,05-09-2026,1\n');
  });

  it('splits what is more than 150 rows', async () => {
    const references = Array.from({ length: 151 }, (_, at) => `#${at + 1}`);
    await orders.upload(...references);
    for (const reference of references) orders.records.set(reference, shipped);
    const { stderr } = await track('woocommerce', 'w.csv');
    expect(stderr).toMatch(/151 orders written for .*w\.csv, .*w-2\.csv, at most 150 rows in each/);
    const lengths = ['w.csv', 'w-2.csv'].map((name) => text(name).trim().split('\n').length - 1);
    expect(lengths).toEqual([150, 1]);
    expect(text('w-2.csv').split('\n')[1]).toMatch(/^151,/);
  });

  it.each([
    ['amazon', amazonOrder, 'a.txt', '\t'],
    ['villatheme', '#1', 'v.csv', ','],
    ['matrixify', '#1', 'Orders.csv', ','],
  ])(
    'writes for %s the first of several numbers, with a notice',
    async (shop, reference, name, separator) => {
      await orders.upload(reference);
      const shipments = ['T-1', 'T-2'].map((trackingNumber) => ({ carrier: 'DPD', trackingNumber }));
      orders.records.set(reference, { Status: 'Shipped', shipments });
      expect((await track(shop, name)).stderr).toContain(
        `1 order has several tracking numbers, of which the file has the first: ${reference}`,
      );
      const rows = text(name).trim().split(/\r?\n/).slice(1);
      expect(rows.map((row) => row.split(separator).filter((cell) => cell.startsWith('T-')))).toEqual([
        ['T-1'],
      ]);
      expect((await track(shop, name)).stderr).toContain('nothing new');
    },
  );

  it.each([
    ['amazon', amazonOrder, 'a.txt'],
    ['woocommerce', '#1', 'w.csv'],
    ['villatheme', '#1', 'v.csv'],
  ])('leaves out for %s an order without a carrier, with a notice', async (shop, reference, name) => {
    await orders.upload(reference);
    orders.records.set(reference, { Status: 'Shipped', TrackingNumber: 'T-1' });
    expect((await track(shop, name)).stderr).toContain(
      `1 order was left out because no carrier is known: ${reference}`,
    );
    expect(existsSync(file(name))).toBe(false);
  });

  it('has the day in warehouse time', async () => {
    await orders.upload('#1', amazonOrder);
    for (const reference of ['#1', amazonOrder])
      orders.records.set(reference, { ...shipped, ProcessedOn: '2026-08-31T23:30:00Z' });
    await track('woocommerce', 'w.csv');
    expect(text('w.csv')).toContain('1,DPD,1550-42,01-09-2026,1\n');
    await track('amazon', 'a.txt');
    expect(text('a.txt')).toContain('\t2026-09-01\t');
  });

  it('takes the order of the days from the profile', async () => {
    await orders.upload('#1');
    orders.records.set('#1', { ...shipped, ProcessedOn: '2026-09-02T07:00:00Z' });
    expect((await orders.cfi('config', 'set', 'dates', 'mdy')).code).toBe(0);
    await track('woocommerce', 'w.csv');
    expect(text('w.csv')).toContain(',09-02-2026,');
    await track('woocommerce', 'w.csv', '--dates', 'dmy', '--all');
    expect(text('w.csv')).toContain(',02-09-2026,');
  });

  it('gives scripts the orders that it wrote', async () => {
    await orders.upload('#1', '#2');
    orders.records.set('#1', shipped);
    const data = dataOf(await track('villatheme', 'v.csv', '--json'));
    expect(data).toMatchObject({ orders: [{ ReferenceNumber: '#1' }], checked: 2 });
  });

  it('refuses what it cannot do before it asks the service', async () => {
    await orders.upload('#1');
    orders.reads.length = 0;
    const refused = async (...words: readonly string[]) => {
      const { code, stderr } = await orders.cfi('order', 'track', ...words);
      expect(code).toBe(2);
      return stderr;
    };
    for (const shop of ['etsy', 'ebay', 'bigcommerce'])
      expect(await refused('--for', shop, '--out', file('x'))).toContain(
        'cfi order track --all -o csv --fields',
      );
    expect(await refused('--for', 'amzon', '--out', file('x'))).toContain('did you mean amazon?');
    expect(await refused('--for', 'amazon')).toContain('--for needs --out');
    await refused('--for', 'amazon', '--out', file('x'), '--late');
    await refused('--carrier-map', file('x'));
    await refused('--for', 'amazon', '--out', file('x'), '--carrier-map', file('none.csv'));
    expect(orders.reads).toEqual([]);
  });
});
