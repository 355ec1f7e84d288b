import fc from 'fast-check';
import { goodsOf, pounds, shop, sorted } from './shop.ts';

const meanings: Readonly<Record<string, string | undefined>> = {
  PAID: undefined,
  RESEND: undefined,
  UNPAID: 'unpaid',
  PENDING: 'unpaid',
  RETURN: 'refunded',
};
const rarely = fc.integer({ min: 0, max: 5 }).map((number) => number === 0);

/** Several columns describe the status, and each of them counts. */
export const linnworks = shop({
  name: 'linnworks',
  preset: 'linnworks',
  options: ['--timezone', 'Europe/London', '--dispatch-within', '48h'],
  columns: [
    ...[
      'Reference Number',
      'Received date',
      'Currency',
      'Status',
      'Order status',
      'Parked',
      'Locked',
      'Cancelled',
    ],
    ...[
      'Shipping cost',
      'Shipping customer name',
      'Shipping address 1',
      'Shipping town',
      'Shipping postcode',
    ],
    ...[
      'Shipping country',
      'Shipping country code',
      'Notes',
      'Item SKU',
      'Item title',
      'Quantity',
      'Unit cost',
    ],
  ],
  state: fc.record({
    payment: fc.constantFrom('PAID', 'PAID', 'PAID', ...Object.keys(meanings)),
    cancelled: rarely,
    isCancelled: rarely,
    parked: rarely,
    locked: rarely,
  }),
  order(index, facts, { payment, cancelled, isCancelled, parked, locked }) {
    const goods = goodsOf(index, facts);
    const meaning = meanings[payment];
    return {
      reference: `L-${index}`,
      rows: goods.map(({ sku, title, qty, cents }) => ({
        'Reference Number': `L-${index}`,
        'Received date': '30/08/2026 09:12:44',
        Currency: 'GBP',
        Status: payment,
        'Order status': cancelled ? 'Cancelled' : '',
        Parked: parked ? 'True' : 'False',
        Locked: locked ? 'yes' : '',
        Cancelled: isCancelled ? '1' : '0',
        'Shipping customer name': facts.name,
        'Shipping address 1': facts.street,
        'Shipping town': 'Leeds',
        'Shipping postcode': 'LS1 4AB',
        'Shipping country': 'United Kingdom',
        'Shipping country code': 'GB',
        Notes: facts.note,
        'Item SKU': sku,
        'Item title': title,
        Quantity: qty,
        'Unit cost': pounds(cents),
      })),
      against: [
        ...(cancelled || isCancelled ? ['cancelled'] : []),
        ...(parked || locked ? ['on-hold'] : []),
        ...(meaning === undefined ? [] : [meaning]),
      ],
      ...sorted(goods, ({ qty }) => qty),
    };
  },
});
