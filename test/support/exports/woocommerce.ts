import fc from 'fast-check';
import { type Facts, goodsOf, pounds, shop, sorted } from './shop.ts';

const meanings: Readonly<Record<string, string | undefined>> = {
  processing: undefined,
  pending: 'unpaid',
  'checkout-draft': 'unpaid',
  failed: 'cancelled',
  cancelled: 'cancelled',
  refunded: 'refunded',
  'on-hold': 'on-hold',
  'packing-slip': 'on-hold',
  completed: 'fulfilled',
};
const status = fc.record({
  name: fc.constantFrom('processing', 'processing', 'processing', ...Object.keys(meanings)),
  prefix: fc.constantFrom('', 'wc-'),
});
const against = ({ name }: { name: string }, { way }: Facts): string[] => [
  ...(meanings[name] === undefined ? [] : [meanings[name]]),
  ...(way % 6 === 0 ? ['pickup'] : []),
];
const method = ({ way }: Facts): string => (way % 6 === 0 ? 'Local pickup' : 'Flat rate');
const options = ['--timezone', 'Europe/London', '--dispatch-within', '96h'];
const person = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'postcode',
  'city',
  'state',
  'country',
];

/** One row per item, with the order's cells on each; the billing address replaces a missing shipping address. */
export const woocommerce = shop({
  name: 'woocommerce',
  preset: 'woocommerce',
  options,
  columns: [
    ...[
      'order_id',
      'order_number',
      'order_number_formatted',
      'date',
      'status',
      'shipping_total',
      'order_currency',
    ],
    ...['shipping_method', 'billing_email', 'billing_phone'],
    ...person.map((name) => `billing_${name}`),
    ...person.map((name) => `shipping_${name}`),
    ...['customer_note', 'item_id', 'item_name', 'item_sku', 'item_quantity', 'item_total', 'item_refunded'],
    ...['item_refunded_qty', 'item_price'],
  ],
  state: fc.record({
    status,
    refunded: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -1, max: 2 }))),
  }),
  order(index, facts, { status, refunded }) {
    const goods = goodsOf(index, facts);
    const gone = goods.map(({ qty }, line) => Math.min(qty, Math.abs(refunded[line] as number)));
    const address = (side: string) => ({
      [`${side}_first_name`]: facts.name,
      [`${side}_last_name`]: 'Muster',
      [`${side}_address_1`]: facts.street,
      [`${side}_postcode`]: 'YO1 1AA',
      [`${side}_city`]: side === 'billing' ? 'York' : 'Selby',
      [`${side}_country`]: 'GB',
    });
    return {
      reference: `30${index}`,
      rows: goods.map(({ sku, title, qty, cents }, line) => ({
        order_id: `30${index}`,
        order_number: `30${index}`,
        date: '2026-08-30 10:05:00',
        status: status.prefix + status.name,
        shipping_total: '4.50',
        order_currency: 'GBP',
        shipping_method: method(facts),
        ...address('billing'),
        ...(facts.way % 2 === 0 ? address('shipping') : {}),
        customer_note: facts.note,
        item_name: title,
        item_sku: sku,
        item_quantity: qty,
        item_refunded_qty: Math.sign(refunded[line] as number) * (gone[line] as number),
        item_price: pounds(cents),
      })),
      against: against(status, facts),
      ...sorted(goods, ({ qty }, line) => qty - (gone[line] as number) || 'refunded'),
    };
  },
});

/** The other plug-in, which has column titles instead of names. */
export const advancedOrderExport = shop({
  name: 'woocommerce, advanced order export',
  preset: 'woocommerce',
  options,
  columns: [
    ...[
      'Order Number',
      'Order Status',
      'Order Date',
      'Order Currency',
      'Customer Note',
      'First Name (Billing)',
    ],
    ...['Last Name (Billing)', 'Email (Billing)', 'First Name (Shipping)', 'Last Name (Shipping)'],
    ...['Address 1&2 (Shipping)', 'City (Shipping)', 'Postcode (Shipping)', 'Country Code (Shipping)'],
    ...['Shipping Method Title', 'SKU', 'Item #', 'Item Name', 'Quantity (- Refund)', 'Item Cost'],
  ],
  state: status,
  order(index, facts, state) {
    const goods = goodsOf(index, facts);
    const shown = state.name.charAt(0).toUpperCase() + state.name.slice(1);
    return {
      reference: `31${index}`,
      rows: goods.map(({ sku, title, qty, cents }, line) => ({
        'Order Number': `31${index}`,
        'Order Status': shown,
        'Order Date': '2026-08-30 10:05',
        'Order Currency': 'EUR',
        'Customer Note': facts.note,
        'First Name (Billing)': 'Noor',
        'Last Name (Billing)': 'Muster',
        'First Name (Shipping)': facts.name,
        'Address 1&2 (Shipping)': facts.street,
        'City (Shipping)': 'Köln',
        'Postcode (Shipping)': '50667',
        'Country Code (Shipping)': 'DE',
        'Shipping Method Title': method(facts),
        SKU: sku,
        'Item #': line + 1,
        'Item Name': title,
        'Quantity (- Refund)': qty,
        'Item Cost': pounds(cents),
      })),
      against: against(state, facts),
      ...sorted(goods, ({ qty }) => qty),
    };
  },
});
