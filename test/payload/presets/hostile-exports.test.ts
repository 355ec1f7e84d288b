import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { templateOf } from '../../../src/payload/templates.ts';
import { exportOf } from '../../support/exports/shop.ts';
import { shops } from '../../support/exports/shops.ts';
import { testNow } from '../../support/time.ts';
import { cells, csv, read } from '../support.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/exports/${name}`, import.meta.url), 'utf8');
const options = { timezone: 'Europe/London', warehouse: 'Northgate FC', dispatchWithin: 86_400_000 };

describe('concatenated exports', () => {
  it.each(['shopify.csv', 'woocommerce.csv', 'etsy.csv', 'linnworks.csv'])(
    '%s: the repeated header is not an order',
    async (name) => {
      const [header = '', ...rows] = fixture(name).split('\r\n');
      const preset = name.replace('.csv', '');
      const once = await read(fixture(name), { options: { ...options, preset } });
      const again = await read([header, ...rows.slice(0, -1), header, ...rows.slice(-1)].join('\r\n'), {
        options: { ...options, preset },
      });
      expect([again.total, again.leftOut, again.problems]).toEqual([once.total, once.leftOut, once.problems]);
    },
  );

  it('include a plain file with its header twice', async () => {
    const [header, row] = csv([{}]).split('\n');
    const { total, problems } = await read(`${header}\n${row}\n${header}\n`);
    expect([total, problems]).toEqual([1, []]);
  });

  it('are refused where the columns of the second stand in another order', async () => {
    const swapped = (line = ''): string => line.replace(/^([^,]*),([^,]*)/, '$2,$1');
    const [header, row] = csv([{}]).split('\n');
    await expect(read([header, row, swapped(header), swapped(row)].join('\n'))).rejects.toMatchObject({
      message: expect.stringContaining(':3: another header begins here'),
    });
  });

  it('never hide a row that only begins like the header', async () => {
    const order = await read(csv([{ ReferenceNumber: 'ReferenceNumber' }]));
    expect(order.bodies).toMatchObject([{ ReferenceNumber: 'ReferenceNumber' }]);
    const [header, row] = csv([{}]).split('\n');
    const { problems } = await read(`${header}\n${row}\nReferenceNumber,ReceivedDate\n`);
    expect(problems).toMatchObject([{ line: 3, found: '2 cells' }]);
  });
});

describe('statuses in other words', () => {
  /** How each shop spells the column that says whether to ship an order. */
  const statusColumns: Readonly<Record<string, string>> = {
    shopify: 'Financial Status',
    woocommerce: 'status',
    'woocommerce, advanced order export': 'Order Status',
    tiktok: 'Order Status',
    shipstation: 'Order - Status',
    linnworks: 'Status',
    etsy: 'Order Type',
  };
  const good: Readonly<Record<string, unknown>> = {
    shopify: {
      financial: 'paid',
      fulfillment: '',
      cancelled: false,
      lines: ['pending', 'pending', 'pending'],
    },
    woocommerce: { status: { name: 'processing', prefix: '' }, refunded: [0, 0, 0] },
    'woocommerce, advanced order export': { name: 'processing', prefix: '' },
    tiktok: { status: ['To ship', 'Awaiting shipment', '', ''], returned: [0, 0, 0] },
    shipstation: 'awaiting_shipment',
    linnworks: { payment: 'PAID', cancelled: false, isCancelled: false, parked: false, locked: false },
    etsy: { paid: true, shipped: [false, false, false] },
  };
  const facts = {
    name: 'Ada Example',
    street: '1 Mill Lane',
    note: '',
    goods: [{ sku: '', title: 'Tent', qty: 1, cents: 1250 }],
    way: 11,
  };
  const style = { quotesAll: false, lineBreak: '\n', blankRows: false, scattered: false } as const;
  const withStatus = (name: string, change: (status: string) => string): string => {
    const shop = shops.find((each) => each.name === name);
    if (shop === undefined) throw new Error(`no shop ${name}`);
    const column = statusColumns[name] as string;
    const order = shop.order(1, facts, good[name]);
    const rows = order.rows.map((row) => ({ ...row, [column]: change(String(row[column])) }));
    return exportOf(shop, [{ ...order, rows }], style);
  };
  const read1 = (name: string, text: string) =>
    read(text, {
      options: { ...options, preset: name.split(',')[0] ?? '', set: [['Currency', 'GBP']] },
    });

  it.each(Object.keys(statusColumns))('%s ships an order in any case of its status', async (name) => {
    for (const change of [
      (text: string) => `  ${text.toUpperCase()} `,
      (text: string) => text.toLowerCase(),
    ]) {
      const { bodies, problems } = await read1(name, withStatus(name, change));
      expect([problems, bodies.length]).toEqual([[], 1]);
    }
  });

  it.each(Object.keys(statusColumns))('%s ships no order with an unknown status', async (name) => {
    for (const status of ['storniert', 'remboursé', '已取消', '=1+1', '{"a":1}', '__proto__']) {
      const { bodies, documents } = await read1(
        name,
        withStatus(name, () => status),
      );
      expect([status, bodies]).toEqual([status, []]);
      expect(documents[0]?.leftOut).toBeDefined();
    }
  });
});

describe('a file from which the marketplace removed the recipients', () => {
  const tiktok = (recipient: string, phone: string) => {
    const lines = fixture('tiktok.csv').split('\r\n');
    const names = (lines[0] ?? '').split(',');
    const put = (row: string, name: string, value: string) =>
      row.split(',').with(names.indexOf(name), value).join(',');
    const order = lines.find((line) => line.includes(',To ship,')) ?? '';
    const changed = put(put(order, 'Recipient', recipient), 'Phone #', phone);
    const tiktokOptions = { ...options, preset: 'tiktok', set: [['Currency', 'GBP']] as [string, string][] };
    return read([lines[0], changed, ''].join('\r\n'), { options: tiktokOptions });
  };

  it('sends nothing to a name that consists of asterisks', async () => {
    const { bodies, problems } = await tiktok('R*** P***', '');
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([
      {
        column: 'Recipient',
        message:
          'DeliveryAddress.FullName is replaced with asterisks in this export; export it again with the recipients',
      },
    ]);
  });

  it('sends no phone number that consists of asterisks', async () => {
    const { bodies, problems } = await tiktok('Rae Park', '(+44)7*****003');
    expect(problems).toEqual([]);
    expect(bodies[0].DeliveryAddress).not.toHaveProperty('PhoneNumber');
  });
});

it.each([...['Dispatched on date', 'Shipped On Date', 'Posted on date']])(
  'an order whose own row comes last, and has a %s, is not sent again',
  async (shipped) => {
    const names = `Sales record number,Order number,Item number,Item title,Custom label,Quantity,Sold for,Paid on date,${shipped},Post to name,Post to address 1,Post to city,Post to postcode,Post to country,Buyer name`;
    const to = 'Rae Park,1 Mill Lane,Hull,HU1 1AA,United Kingdom,Rae Park';
    const file = (order: string) =>
      [
        names,
        `1,12-1,110,Tent,T-1,1,£5.00,30-Aug-26,,${to}`,
        `2,12-2,110,Tent,T-1,1,£5.00,30-Aug-26,,${to}`,
        order,
        '',
      ].join('\n');
    const ebay = { ...options, preset: 'ebay' };
    const left = await read(file(`1,12-1,,,,,,30-Aug-26,31-Aug-26,${to}`), { options: ebay });
    expect(left.documents.map(({ leftOut }) => leftOut)).toEqual(['fulfilled', undefined]);
    const still = await read(file(`1,12-1,,,,,,30-Aug-26,,${to}`), { options: ebay });
    expect([still.problems, still.bodies.length]).toEqual([[], 2]);
  },
);

it('an eBay order whose items come before its own row, which alone has the address, is sent', async () => {
  const names =
    'Sales record number,Order number,Item number,Item title,Custom label,Quantity,Sold for,Paid on date,Post to name,Post to address 1,Post to city,Post to postcode,Post to country,Buyer name';
  const to = 'Rae Park,1 Mill Lane,Hull,HU1 1AA,United Kingdom,Rae Park';
  const rows = [
    '1,12-1,110,Tent,T-1,1,£5.00,30-Aug-26,,,,,,',
    `2,12-2,110,Tent,T-1,1,£5.00,30-Aug-26,${to}`,
    `1,12-1,,,,,,30-Aug-26,${to}`,
  ];
  const { bodies, problems } = await read(`${[names, ...rows].join('\n')}\n`, {
    options: { ...options, preset: 'ebay' },
  });
  expect([problems, bodies.map(({ ReferenceNumber }) => ReferenceNumber)]).toEqual([[], ['12-1', '12-2']]);
});

it.each([
  '7,record(s) downloaded,from 21-Jul-26,to 22-Jul-26',
  '7 record(s) downloaded,from 21-Jul-26,to 22-Jul-26',
  'Seller ID : example_shop',
  'Seller ID,: example_shop',
  'Total,,,£134.95',
])('an eBay report that ends with %j has no order more', async (footer) => {
  const report = templateOf('order', 'csv', testNow, 'ebay');
  const columns = report.split('\n', 1)[0]?.split(',').length ?? 0;
  const filled = footer.padEnd(footer.length + columns - footer.split(',').length, ',');
  for (const end of [footer, filled]) {
    const { bodies, total, problems } = await read(`${report}\n${end}\n`, {
      options: { ...options, preset: 'ebay' },
    });
    expect([end, bodies.length, total, problems]).toEqual([end, 1, 1, []]);
  }
});

it.each([
  ['is an error if it is paid', { 'Order number': '' }, ['ReferenceNumber is required']],
  ['waits for its buyer if it is not', { 'Order number': '', 'Paid on date': '' }, []],
])('an eBay order without a number %s', async (_, cells, expected) => {
  const [header = '', row = ''] = templateOf('order', 'csv', testNow, 'ebay').split('\n');
  const names = header.split(',');
  const other = row.split(',').map((cell, index) => cells[names[index] as keyof typeof cells] ?? cell);
  const { bodies, problems } = await read(`${header}\n${row}\n${other.join(',')}\n`, {
    options: { ...options, preset: 'ebay' },
  });
  expect(problems.map(({ message }) => message)).toEqual(expected);
  expect(bodies.length).toBe(1);
});

describe('damaged exports', () => {
  it('refuse NUL bytes anywhere, and name the line', async () => {
    const text = `${csv(Array.from({ length: 60 }, (_, index) => ({ ReferenceNumber: `R-${index}` })))}\0\0\0`;
    await expect(read(text)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('orders.csv:62: '),
    });
  });

  it('refuse NUL bytes in a western encoding too', async () => {
    const text = Buffer.from(
      `${csv(Array.from({ length: 60 }, () => ({ ChannelBuyerName: 'Zoë' })))}\0`,
      'latin1',
    );
    await expect(read(text, { options: { encoding: 'latin1' } })).rejects.toThrow('NUL bytes');
  });

  it('are read with a cell of half a million characters, and quoted only in part if it is wrong', async () => {
    const long = 'x'.repeat(500_000);
    const { bodies } = await read(csv([{ 'DeliveryAddress.Address1': long }]));
    expect(bodies).toMatchObject([{ DeliveryAddress: { Address1: long } }]);
    const { problems } = await read(csv([{ Qty: long }]));
    expect(problems).toMatchObject([{ field: 'Qty', found: expect.stringMatching(/^x{1,299}…?$/) }]);
  });

  it('are refused with thousands of columns', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `c${index}`).join(',');
    await expect(read(`${many}\n`, { options: { preset: 'shopify' } })).rejects.toMatchObject({
      exitCode: 2,
    });
    await expect(read(`${Object.keys(cells).join(',')},${many}\n`)).rejects.toThrow('5016 columns');
  });
});
