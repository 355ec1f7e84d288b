import fc from 'fast-check';
import { goodsOf, pounds, shop, sorted } from './shop.ts';

const meanings: Readonly<Record<string, string | undefined>> = {
  awaiting_shipment: undefined,
  'Awaiting Shipment': undefined,
  awaiting_payment: 'unpaid',
  shipped: 'fulfilled',
  on_hold: 'on-hold',
  cancelled: 'cancelled',
  pending_fulfillment: 'on-hold',
  rejected_fulfillment: 'on-hold',
};

/** The order's cells are on every row; dates have the month first. */
export const shipstation = shop({
  name: 'shipstation',
  preset: 'shipstation',
  options: ['--timezone', 'America/New_York', '--set', 'Currency=USD', '--dispatch-within', '48h'],
  columns: [
    ...['Order - Number', 'Order - Status', 'Date - Order Date', 'Amount - Order Shipping', 'Ship To - Name'],
    ...[
      'Ship To - Company',
      'Ship To - Address 1',
      'Ship To - Address 2',
      'Ship To - City',
      'Ship To - State',
    ],
    ...[
      'Ship To - Postal Code',
      'Ship To - Country',
      'Customer Notes',
      'Item - SKU',
      'Item - Name',
      'Item - Qty',
    ],
    ...['Item - Price'],
  ],
  state: fc.constantFrom('awaiting_shipment', 'awaiting_shipment', ...Object.keys(meanings)),
  order(index, facts, status) {
    const goods = goodsOf(index, facts);
    const meaning = meanings[status];
    return {
      reference: `S-${index}`,
      rows: goods.map(({ sku, title, qty, cents }) => ({
        'Order - Number': `S-${index}`,
        'Order - Status': status,
        'Date - Order Date': '8/30/2026 9:12:44 AM',
        'Ship To - Name': facts.name,
        'Ship To - Address 1': facts.street,
        'Ship To - City': 'Salem',
        'Ship To - State': 'OR',
        'Ship To - Postal Code': '97301',
        'Ship To - Country': 'US',
        'Customer Notes': facts.note,
        'Item - SKU': sku,
        'Item - Name': title,
        'Item - Qty': qty,
        'Item - Price': pounds(cents),
      })),
      against: meaning === undefined ? [] : [meaning],
      ...sorted(goods, ({ qty }) => qty),
    };
  },
});
