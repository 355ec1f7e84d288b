import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeCsv } from './csv-file.ts';
import { bin, printed, wall, withHome } from './processes.ts';
import { atLeast, type BenchOptions, inPairs, type Row } from './row.ts';

const side = [
  'Name',
  'Street',
  'Address1',
  'Address2',
  'Company',
  'City',
  'Zip',
  'Province',
  'Country',
  'Phone',
];
/** The sixty columns of a Shopify orders export. */
const columns = [
  ...[
    'Name',
    'Email',
    'Financial Status',
    'Paid at',
    'Fulfillment Status',
    'Fulfilled at',
    'Accepts Marketing',
  ],
  ...[
    'Currency',
    'Subtotal',
    'Shipping',
    'Taxes',
    'Total',
    'Discount Code',
    'Discount Amount',
    'Shipping Method',
  ],
  ...['Created at', 'Lineitem quantity', 'Lineitem name', 'Lineitem price', 'Lineitem compare at price'],
  ...['Lineitem sku', 'Lineitem requires shipping', 'Lineitem taxable', 'Lineitem fulfillment status'],
  ...side.map((name) => `Billing ${name}`),
  ...side.map((name) => `Shipping ${name}`),
  ...[
    'Notes',
    'Note Attributes',
    'Cancelled at',
    'Payment Method',
    'Payment Reference',
    'Refunded Amount',
    'Vendor',
  ],
  ...['Outstanding Balance', 'Employee', 'Location', 'Device ID', 'Id', 'Tags', 'Risk Level', 'Source'],
  'Lineitem discount',
];

const created = `${new Date().toISOString().slice(0, 10)} 09:12:44 +0100`;

/** The cells of one one-line order; every tenth order is cancelled. */
const cellsOf = (index: number): Readonly<Record<string, string>> => {
  const address = (which: string) => ({
    [`${which} Name`]: `Buyer ${index}`,
    [`${which} Street`]: `${index} High Street`,
    [`${which} Address1`]: `${index} High Street`,
    [`${which} City`]: 'London',
    [`${which} Zip`]: "'SW1A 1AA",
    [`${which} Province`]: 'ENG',
    [`${which} Country`]: 'GB',
    [`${which} Phone`]: "'+44 20 7946 0000",
  });
  return {
    Name: `#${index}`,
    Email: `buyer${index}@example.com`,
    'Financial Status': 'paid',
    'Paid at': created,
    'Fulfillment Status': 'unfulfilled',
    'Accepts Marketing': 'no',
    Currency: 'GBP',
    Subtotal: '25.00',
    Shipping: '3.95',
    Taxes: '4.82',
    Total: '28.95',
    'Shipping Method': 'Standard',
    'Created at': created,
    'Lineitem quantity': '2',
    'Lineitem name': 'Two-person tent',
    'Lineitem price': '12.50',
    'Lineitem sku': 'AC-TENT-2',
    'Lineitem requires shipping': 'true',
    'Lineitem taxable': 'true',
    'Lineitem fulfillment status': 'pending',
    ...address('Billing'),
    ...address('Shipping'),
    'Cancelled at': index % 10 === 0 ? created : '',
    'Payment Method': 'Shopify Payments',
    'Payment Reference': `c${index}.1`,
    'Refunded Amount': '0.00',
    Vendor: 'Example',
    Id: String(5_000_000_000_000 + index),
    'Risk Level': 'Low',
    Source: 'web',
  };
};

/** One line of the export. */
function row(index: number): string {
  const cells = cellsOf(index);
  return columns.map((name) => cells[name] ?? '').join(',');
}

/** A custom map over the same columns, with a join, a translation, a date, an amount and rules. */
const map = {
  $keep: [{ column: 'Financial Status', in: ['paid'] }],
  $leaveOut: [{ column: 'Cancelled at', empty: false, reason: 'cancelled' }],
  $dropLines: [{ column: 'Lineitem requires shipping', in: ['false'], reason: 'not-goods' }],
  $sku: { 'AC-TENT-2': 'TENT-2' },
  ReferenceNumber: 'Name',
  ReceivedDate: { column: 'Created at', date: 'YYYY-MM-DD HH:mm:ss Z' },
  Currency: 'Currency',
  PaymentStatus: { column: 'Financial Status', map: { paid: 'PAID' } },
  ChannelBuyerName: { column: ['Billing Name', 'Shipping Name'] },
  'DeliveryAddress.FullName': { join: ['Shipping Name', 'Shipping Company'], with: ', ' },
  'DeliveryAddress.Address1': { column: ['Shipping Address1', 'Shipping Street'] },
  'DeliveryAddress.Town': 'Shipping City',
  'DeliveryAddress.PostCode': 'Shipping Zip',
  'DeliveryAddress.CountryCode': 'Shipping Country',
  SKU: 'Lineitem sku',
  ItemTitle: 'Lineitem name',
  Qty: 'Lineitem quantity',
  PricePerUnit: { column: 'Lineitem price', number: { decimal: 'point', currency: true } },
};

/** What reading a shop's export costs with a preset and with a map, compared with splitting it into cells. */
export async function* exportRows(_: BenchOptions): AsyncGenerator<Row> {
  const count = 100_000;
  yield* await withHome(async (home) => {
    const file = writeCsv(join(home, 'export.csv'), columns.join(','), count, row);
    const mapFile = join(home, 'map.json');
    writeFileSync(mapFile, JSON.stringify(map));
    const rate = (ms: number): string => `${Math.round((count * 1000) / ms)} rows/s`;
    const shared = [
      '--warehouse',
      'Northgate FC',
      '--dispatch-within',
      '400d',
      '--dry-run',
      '-q',
      '-o',
      'ndjson',
    ];
    const rows: Row[] = [];
    for (const by of [
      ['--preset', 'shopify'],
      ['--map', mapFile],
    ]) {
      const { ours, yardstick, ratio } = await inPairs(
        3,
        () => wall([bin, 'order', 'create', file, ...by, ...shared], { CFI_HOME: home }),
        () => printed([resolve('bench/yardsticks/parse-alone.mjs'), file]),
      );
      rows.push({
        name: `dry run of ${count} rows of 60 columns, ${by[0]}`,
        ours: rate(ours),
        yardstick: `csv-parse ${rate(yardstick)}`,
        ratio: 1 / ratio,
        goal: atLeast(0.75),
      });
    }
    return rows;
  });
}
