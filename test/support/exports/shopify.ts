import fc from 'fast-check';
import { goodsOf, pounds, shop, sorted } from './shop.ts';

const address = [
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

/** Only an order's first row has the order's own cells; the last line may be a gift card. */
export const shopify = shop({
  name: 'shopify',
  preset: 'shopify',
  options: ['--dispatch-within', '96h'],
  columns: [
    ...['Name', 'Email', 'Financial Status', 'Paid at', 'Fulfillment Status', 'Currency', 'Shipping'],
    ...[
      'Shipping Method',
      'Created at',
      'Lineitem quantity',
      'Lineitem name',
      'Lineitem price',
      'Lineitem sku',
    ],
    ...['Lineitem requires shipping', 'Lineitem fulfillment status'],
    ...address.map((name) => `Billing ${name}`),
    ...address.map((name) => `Shipping ${name}`),
    ...['Notes', 'Cancelled at', 'Payment Method', 'Refunded Amount', 'Id', 'Tags', 'Source'],
  ],
  state: fc.record({
    financial: fc.constantFrom(
      ...[
        'paid',
        'paid',
        'paid',
        'Authorized',
        'pending',
        'partially_paid',
        'partially_refunded',
        'refunded',
      ],
      ...['voided', 'expired'],
    ),
    onDelivery: fc.boolean(),
    fulfillment: fc.constantFrom('', 'unfulfilled', 'partial', 'fulfilled', 'restocked'),
    cancelled: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
    lines: fc.tuple(
      ...[0, 1, 2].map(() => fc.constantFrom('pending', 'pending', 'fulfilled', 'restocked', 'Partial', '')),
    ),
  }),
  order(index, facts, { financial, onDelivery, fulfillment, cancelled, lines }) {
    const goods = goodsOf(index, facts);
    const isGift = (line: number): boolean => facts.way % 3 === 0 && line === goods.length - 1;
    const method = ['Standard', 'Local pickup', 'Leeds shop'][facts.way % 6] ?? 'Express';
    const place = method === 'Leeds shop' ? '' : facts.street;
    const statuses = goods.map((_, line) => lines[line] as string);
    const against: string[] = [];
    if (cancelled || financial === 'voided') against.push('cancelled');
    if (financial === 'refunded' || fulfillment === 'restocked') against.push('refunded');
    if (financial === 'partially_refunded') against.push('partly-refunded');
    const isPartlyShipped = fulfillment === 'partial' && statuses.every((status) => status === '');
    if (fulfillment === 'fulfilled' || statuses.includes('Partial') || isPartlyShipped)
      against.push('fulfilled');
    if (['partially_paid', 'expired'].includes(financial) || (financial === 'pending' && !onDelivery))
      against.push('unpaid');
    if (method === 'Local pickup' || method === 'Leeds shop') against.push('pickup');
    const own = {
      'Financial Status': financial,
      'Fulfillment Status': fulfillment,
      Currency: 'GBP',
      Shipping: '3.95',
      'Shipping Method': method,
      'Created at': '2026-08-30 10:05:00 +0100',
      'Cancelled at': cancelled ? '2026-08-31 09:00:00 +0100' : '',
      'Payment Method': onDelivery ? 'Cash on Delivery (COD)' : 'Shopify Payments',
      'Billing Name': facts.name,
      'Shipping Name': facts.name,
      'Shipping Street': place,
      'Shipping Address1': place,
      'Shipping City': place && 'Otley',
      'Shipping Zip': place && "'LS21 1AB",
      'Shipping Country': place && 'GB',
      'Shipping Phone': "'+44 113 496 0001",
      Notes: facts.note,
    };
    return {
      reference: `#${index}`,
      rows: goods.map(({ sku, title, qty, cents }, line) => ({
        Name: `#${index}`,
        Email: 'kim@example.com',
        ...(line === 0 ? own : {}),
        'Lineitem quantity': qty,
        'Lineitem name': title,
        'Lineitem price': isGift(line) ? '0.00' : pounds(cents),
        'Lineitem sku': sku,
        'Lineitem requires shipping': String(!isGift(line)),
        'Lineitem fulfillment status': statuses[line] as string,
      })),
      against,
      ...sorted(goods, ({ qty }, line) => {
        if (statuses[line] === 'fulfilled') return 'fulfilled';
        if (statuses[line] === 'restocked') return 'refunded';
        return isGift(line) ? 'not-goods' : qty;
      }),
    };
  },
});
