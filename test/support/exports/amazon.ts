import fc from 'fast-check';
import { goodsOf, pounds, shop, sorted } from './shop.ts';

const recipient = [
  ...['recipient-name', 'ship-address-1', 'ship-address-2', 'ship-address-3', 'ship-city', 'ship-state'],
  ...['ship-postal-code', 'ship-country', 'is-business-order', 'is-buyer-requested-cancellation'],
];
const start = ['order-id', 'order-item-id', 'purchase-date', 'payments-date'];
const buyer = [
  'buyer-email',
  'buyer-name',
  'buyer-phone-number',
  'sku',
  'product-name',
  'quantity-purchased',
];
const common = { preset: 'amazon', plainTabs: true } as const;

const shared = (
  reference: string,
  { name, street }: { name: string; street: string },
  asksToCancel: boolean,
) => ({
  'order-id': reference,
  'purchase-date': '2026-08-30T08:12:44+00:00',
  'recipient-name': name,
  'buyer-name': name,
  'ship-address-1': street,
  'ship-address-3': 'Wing B',
  'ship-city': 'Bath',
  'ship-postal-code': 'BA1 1AA',
  'ship-country': 'GB',
  'is-buyer-requested-cancellation': String(asksToCancel),
});

/** No prices or currency; the quantity to ship counts. The buyer asks to cancel one item. */
export const amazonUnshipped = shop({
  ...common,
  name: 'amazon, unshipped orders',
  options: ['--prices', 'prices.json', '--set', 'Currency=GBP'],
  columns: [
    ...[...start, 'reporting-date', 'promise-date', 'days-past-promise', ...buyer, 'quantity-shipped'],
    ...['quantity-to-ship', 'ship-service-level', ...recipient],
  ],
  state: fc.record({
    shipped: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 3 }))),
    asks: fc.constantFrom(-1, -1, -1, 0, 1),
  }),
  order(index, facts, { shipped, asks }) {
    const goods = goodsOf(index, facts);
    const left = goods.map(({ qty }, line) => Math.max(0, qty - (shipped[line] as number)));
    return {
      reference: `701-${index}`,
      rows: goods.map(({ sku, title, qty }, line) => ({
        ...shared(`701-${index}`, facts, line === asks),
        'order-item-id': line,
        'promise-date': '2026-09-04T22:59:59+00:00',
        sku,
        'product-name': title,
        'quantity-purchased': qty,
        'quantity-shipped': qty - (left[line] as number),
        'quantity-to-ship': left[line] as number,
      })),
      against: asks !== -1 && asks < goods.length ? ['on-hold'] : [],
      ...sorted(goods, (_, line) => left[line] || 'fulfilled'),
    };
  },
});

/** The price is for the whole quantity. */
export const amazonNew = shop({
  ...common,
  name: 'amazon, new orders',
  options: ['--dispatch-within', '48h'],
  columns: [...start, ...buyer, 'currency', 'item-price', 'item-tax', 'ship-service-level', ...recipient],
  state: fc.boolean(),
  order(index, facts, asksToCancel) {
    const goods = goodsOf(index, facts);
    return {
      reference: `702-${index}`,
      rows: goods.map(({ sku, title, qty, cents }, line) => ({
        ...shared(`702-${index}`, facts, asksToCancel),
        'order-item-id': line,
        sku,
        'product-name': title,
        'quantity-purchased': qty,
        currency: 'GBP',
        'item-price': pounds(cents * qty),
      })),
      against: asksToCancel ? ['on-hold'] : [],
      ...sorted(goods, ({ qty }) => qty),
    };
  },
});
