import { describe, expect, it } from 'vitest';
import type { Includable } from '../../../src/payload/document/reasons.ts';
import { read, restGiven } from '../support.ts';
import { outcomeOf } from './outcome.ts';

type Cells = Readonly<Record<string, string | undefined>>;

/** One row for each value of a column: shop, cells, reason. */
const each = (shop: string, column: string, values: readonly string[], reason: string) =>
  values.map((value): [string, Cells, string] => [shop, { [column]: value }, reason]);

describe('an order is left out', () => {
  const included = new Set<string>();
  it.each([
    ...each('shopify', 'Cancelled at', ['2026-07-03 09:00:00 +0100'], 'cancelled'),
    ...each('shopify', 'Financial Status', ['voided'], 'cancelled'),
    ...each('shopify', 'Financial Status', ['refunded'], 'refunded'),
    ...each('shopify', 'Financial Status', ['partially_refunded'], 'partly-refunded'),
    ...each('shopify', 'Financial Status', ['pending', 'partially_paid', 'expired', 'unpaid'], 'unpaid'),
    ...each('shopify', 'Fulfillment Status', ['restocked'], 'refunded'),
    ...each('shopify', 'Fulfillment Status', ['fulfilled'], 'fulfilled'),
    // Without the lines' own statuses, nothing says which of them are left.
    ...each('shopify', 'Fulfillment Status', ['partial'], 'fulfilled'),
    ['shopify', { 'Fulfillment Status': 'partial', 'Lineitem fulfillment status': '' }, 'fulfilled'],
    ...each('shopify', 'Lineitem fulfillment status', ['partial', 'fulfilled'], 'fulfilled'),
    ...each('shopify', 'Lineitem fulfillment status', ['restocked'], 'refunded'),
    ...each('shopify', 'Lineitem requires shipping', ['false', 'no', '0', 'FALSCH', 'FAUX'], 'not-goods'),
    ...each('shopify', 'Fulfillment Status', ['on_hold', 'Scheduled', 'in_progress', 'Voided'], 'on-hold'),
    ...each('shopify', 'Lineitem fulfillment status', ['on_hold', 'returned', 'Cancelled'], 'on-hold'),
    ['shopify', { 'Financial Status': 'expired', 'Payment Method': 'Cash on Delivery (COD)' }, 'unpaid'],
    ['shopify', { 'Shipping Address1': '', 'Shipping Method': 'Leeds shop' }, 'pickup'],
    [
      'shopify',
      { 'Shipping Address1': undefined, 'Shipping Street': '', 'Shipping Method': 'Leeds shop' },
      'pickup',
    ],

    ...each('amazon', 'order-status', ['Cancelled', 'Canceled'], 'cancelled'),
    ...each('amazon', 'order-status', ['Shipped'], 'fulfilled'),
    ...each('amazon', 'order-status', ['Pending', 'Unpaid'], 'unpaid'),
    ...each('amazon', 'is-buyer-requested-cancellation', ['true', 'Yes', '1', 'WAHR', 'VRAI'], 'on-hold'),
    // It may be another spreadsheet's word for true.
    ...each('amazon', 'is-buyer-requested-cancellation', ['WAAHR'], 'on-hold'),
    ...each('amazon', 'order-status', ['Unfulfillable'], 'on-hold'),
    ...each('amazon', 'is-ispu-order', ['true', 'Yes', '1', 'VERO', 'IGAZ'], 'pickup'),
    ...each('amazon', 'quantity-to-ship', ['0'], 'fulfilled'),
    ...['fulfilled-by', 'fulfillment-channel'].flatMap((column) =>
      each('amazon', column, ['Amazon', 'AFN', 'FBA'], 'fulfilled'),
    ),
    // Whoever ships it, it is not the seller.
    ...each('amazon', 'fulfilled-by', ['AMAZON_EU', 'Somebody else'], 'on-hold'),

    ...each('ebay', 'Paid on date', [''], 'unpaid'),
    ['ebay', { 'Paid on date': undefined, 'Payment date': '' }, 'unpaid'],
    ...each('ebay', 'Click and Collect', ['Yes', 'Y', 'true', '1', 'Click and Collect'], 'pickup'),
    ...['eBay Fulfillment Program', 'eBay fulfilment programme', 'eBay fulfilment program'].flatMap(
      (column) => each('ebay', column, ['Yes', 'Y', 'true', '1'], 'fulfilled'),
    ),
    ...['Delivery service', 'Shipping Service', 'Postage service'].flatMap((column) =>
      each('ebay', column, ['Click & Collect'], 'pickup'),
    ),
    ...['Dispatched on date', 'Posted on date', 'Shipped On Date'].flatMap((column) =>
      each('ebay', column, ['02-Sep-26'], 'fulfilled'),
    ),

    ...each('ebay', 'Total price', ['£0.00', '0'], 'refunded'),

    ...each('etsy', 'Order Type', ['in person', 'In Person'], 'pickup'),
    ...each('etsy', 'InPerson Location', ['Leeds market'], 'pickup'),
    ...each('etsy', 'Date Paid', [''], 'unpaid'),
    ...each('etsy', 'Date Shipped', ['09/02/2026'], 'fulfilled'),
    ...each('etsy', 'Date Posted', ['09/02/2026'], 'fulfilled'),
    ...each('etsy', 'Listings Type', ['digital', 'Download'], 'not-goods'),

    ...['status', 'order_status', 'Order Status'].flatMap((column) => [
      ...each('woocommerce', column, ['cancelled', 'wc-canceled', 'failed', 'wc-trash'], 'cancelled'),
      ...each('woocommerce', column, ['refunded', 'wc-refunded'], 'refunded'),
      ...each('woocommerce', column, ['completed', 'wc-shipped', 'Delivered'], 'fulfilled'),
      ...each('woocommerce', column, ['pending', 'wc-checkout-draft', 'draft', 'Pending payment'], 'unpaid'),
      ...each('woocommerce', column, ['on-hold', 'wc-on-hold', 'wc-packing', 'In Prüfung'], 'on-hold'),
    ]),
    ...each('woocommerce', 'item_refunded_qty', ['2', '-2'], 'refunded'),
    ...each('shipstation', 'Item - Price', ['-5.00', '-$5.00', '$-5.00', '-0.5'], 'not-goods'),
    ...each('woocommerce', 'item_virtual', ['yes', '1', 'true', 'VERDADERO'], 'not-goods'),
    ...each('woocommerce', 'item_downloadable', ['yes'], 'not-goods'),
    ...['shipping_method_title', 'Shipping Method', 'Shipping Method Title'].flatMap((column) =>
      each('woocommerce', column, ['Local pickup'], 'pickup'),
    ),

    ...each('tiktok', 'Order Status', ['Canceled', 'Cancelled'], 'cancelled'),
    ...each('tiktok', 'Order Substatus', ['Canceled'], 'cancelled'),
    ...each('tiktok', 'Cancelled Time', ['02/09/2026 10:00:00'], 'cancelled'),
    ...each('tiktok', 'Canceled Time', ['02/09/2026 10:00:00'], 'cancelled'),
    ...each('tiktok', 'Shipped Time', ['02/09/2026 10:00:00'], 'fulfilled'),
    ...each('tiktok', 'Delivered Time', ['03/09/2026 10:00:00'], 'fulfilled'),
    ...each('tiktok', 'Order Status', ['Unpaid'], 'unpaid'),
    ...each('tiktok', 'Order Status', ['Shipped', 'Completed', 'Delivered', 'In transit'], 'fulfilled'),
    ...each(
      'tiktok',
      'Order Substatus',
      ['In transit', 'Delivered', 'Partially shipping', 'Partially shipped'],
      'fulfilled',
    ),
    ...each('tiktok', 'Order Status', ['Partially shipping', 'Partially shipped'], 'fulfilled'),
    ...['Order Status', 'Order Substatus', 'Order Sub Status'].map((column): [string, Cells, string] => [
      'tiktok',
      { [column]: 'Awaiting collection', 'Tracking ID': 'JD0001' },
      'fulfilled',
    ]),
    ...each('tiktok', 'Order Substatus', ['On hold', 'Under review', 'Exception'], 'on-hold'),
    ['tiktok', { 'Order Substatus': undefined, 'Order Sub Status': 'On hold' }, 'on-hold'],
    ...each('tiktok', 'Order Status', ['On hold'], 'on-hold'),
    ...['Cancelation/Return Type', 'Cancellation/Return Type'].flatMap((column) => [
      ...each('tiktok', column, ['Cancel', 'Cancelled', 'Stornierung', 'Erstattung'], 'on-hold'),
      ...each('tiktok', column, ['Return/Refund', 'Refund', 'Return', 'Refund only'], 'refunded'),
    ]),
    ...each('tiktok', 'Sku Quantity of return', ['2'], 'refunded'),
    ...each('tiktok', 'Order Refund Amount', ['GBP 5.00'], 'partly-refunded'),
    ['tiktok', { 'Order Refund Amount': 'GBP 5.00', 'Cancelation/Return Type': 'None' }, 'partly-refunded'],
    ['tiktok', { 'Order Refund Amount': 'GBP 258.00', 'Order Amount': 'GBP 258.00' }, 'refunded'],
    [
      'tiktok',
      {
        'Order Refund Amount': 'GBP 258.00',
        'Order Amount': 'GBP 258.00',
        'Sku Quantity of return': '1',
      },
      'refunded',
    ],
    ...each('tiktok', 'Fulfillment Type', ['Fulfillment by TikTok', 'Fulfilled by TikTok Shop'], 'fulfilled'),
    ...each('tiktok', 'Fulfillment Type', ['FBT', 'Somebody else'], 'on-hold'),
    ...each('shipstation', 'Date - Hold Until', ['12/31/2099', '12/31/2099 10:00:00 AM'], 'on-hold'),
    ['shipstation', { 'Order - Status': undefined, 'Date - Hold Until': '12/31/2099' }, 'on-hold'],
    ...['date_completed', 'completed_date', 'Completed Date', 'Date Completed'].map(
      (column) =>
        ['woocommerce', { status: undefined, [column]: '2026-08-30 10:00:00' }, 'fulfilled'] as const,
    ),

    ...['Order - Status', 'Order Status'].flatMap((column) => [
      ...each('shipstation', column, ['cancelled', 'Canceled', 'Voided'], 'cancelled'),
      ...each('shipstation', column, ['refunded', 'Returned'], 'refunded'),
      ...each('shipstation', column, ['shipped', 'Fulfilled', 'Delivered'], 'fulfilled'),
      ...each('shipstation', column, ['awaiting_payment', 'Awaiting Payment', 'Unpaid'], 'unpaid'),
      ...each('shipstation', column, ['on_hold', 'pending_fulfillment', 'rejected_fulfillment'], 'on-hold'),
    ]),
    ...['Service Requested', 'Requested Service'].flatMap((column) =>
      each('shipstation', column, ['Local Pickup'], 'pickup'),
    ),

    ...['Payment status', 'Order status', 'Status', 'Paid status'].flatMap((column) => [
      ...each('linnworks', column, ['CANCELLED', 'Canceled', 'Voided'], 'cancelled'),
      ...each('linnworks', column, ['REFUNDED', 'RETURN', 'Returned'], 'refunded'),
      ...each('linnworks', column, ['Partially refunded', 'Partly refunded'], 'partly-refunded'),
      ...each('linnworks', column, ['Processed', 'Shipped', 'Despatched', 'Dispatched'], 'fulfilled'),
      ...each('linnworks', column, ['Parked', 'Locked', 'On hold', 'On-hold', 'Rejected'], 'on-hold'),
      ...each('linnworks', column, ['UNPAID', 'PENDING'], 'unpaid'),
      ...each('linnworks', column, ['0', 'Awaiting stock'], 'on-hold'),
    ]),
    ...each('linnworks', 'Cancelled', ['True', 'Yes', 'Y', '1', 'CANCELLED', '31/08/2026'], 'cancelled'),
    ...each('linnworks', 'Is cancelled', ['True', 'WAHR'], 'cancelled'),
    ...each('linnworks', 'Processed', ['True', '31/08/2026 10:00'], 'fulfilled'),
    ...each('linnworks', 'Processed on', ['31/08/2026 10:00'], 'fulfilled'),
    ...each('linnworks', 'Is processed', ['1'], 'fulfilled'),
    ...['Parked', 'Is parked', 'Locked', 'Is locked', 'Hold or cancel', 'On hold'].flatMap((column) =>
      each('linnworks', column, ['True', 'On hold', '31/08/2026'], 'on-hold'),
    ),
    ...['Shipping service', 'Postal service', 'Postal service name', 'Shipping method'].flatMap((column) =>
      each('linnworks', column, ['Click and Collect'], 'pickup'),
    ),
  ] as readonly [string, Cells, string][])('%s: %j is %s', async (shop, cells, reason) => {
    expect((await outcomeOf(shop, cells)).reason).toBe(reason);
    // Once for each column is enough to show that it can be sent all the same.
    const column = `${shop} ${Object.keys(cells)} ${reason}`;
    if (included.has(column)) return;
    included.add(column);
    const include = [reason as Includable];
    expect(await outcomeOf(shop, cells, { include })).toMatchObject({ order: {}, reason: undefined });
  });
});

describe('an order is sent', () => {
  const sent = (shop: string, column: string, values: readonly string[]): [string, Cells][] =>
    values.map((value) => [shop, { [column]: value }]);

  it.each([
    ...sent('shopify', 'Financial Status', ['paid', 'Paid', 'authorized']),
    ...sent('shopify', 'Fulfillment Status', ['', 'unfulfilled']),
    ...sent('shopify', 'Lineitem fulfillment status', ['', 'pending', 'Unfulfilled']),
    ['shopify', { 'Fulfillment Status': 'partial', 'Lineitem fulfillment status': 'pending' }],
    ...sent('shopify', 'Lineitem requires shipping', ['true', '', 'WAHR', 'VRAI']),
    ['shopify', { 'Shipping Address1': '1 Mill Lane', 'Shipping Method': 'Standard' }],
    ...sent('amazon', 'order-status', ['Unshipped', 'PartiallyShipped', '']),
    ...sent('amazon', 'is-ispu-order', ['false', '']),
    ...sent('amazon', 'is-pickup-point-order', ['true']),
    ...sent('ebay', 'eBay Fulfillment Program', ['No', '']),
    ...sent('amazon', 'is-buyer-requested-cancellation', ['false', 'No', '0', 'FALSCH', 'FAŁSZ', '']),
    ...sent('ebay', 'Click and Collect', ['No', '']),
    ...sent('ebay', 'Total price', ['£261.95', '']),
    ...sent('amazon', 'fulfilled-by', ['Merchant', 'Easy Ship', '']),
    ...sent('tiktok', 'Order Refund Amount', ['GBP 0.00', '']),
    ['tiktok', { 'Order Refund Amount': 'GBP 129.00', 'Sku Quantity of return': '1' }],
    ...sent('etsy', 'Order Type', ['online', 'Online']),
    ...sent('etsy', 'Listings Type', ['listing', '']),
    ...sent('woocommerce', 'status', ['processing', 'wc-processing', 'Processing']),
    ...sent('woocommerce', 'item_virtual', ['no', '']),
    ...sent('tiktok', 'Order Status', ['To ship', 'Awaiting shipment', 'Awaiting collection', 'TO_SHIP']),
    ...sent('tiktok', 'Order Substatus', ['', 'Awaiting shipment', 'Awaiting collection']),
    ...sent('tiktok', 'Tracking ID', ['JD0001']),
    ...sent('tiktok', 'Cancelation/Return Type', ['', 'None', 'N/A', 'No', '-']),
    ...sent('tiktok', 'Fulfillment Type', ['Fulfillment by seller', '']),
    ...sent('shipstation', 'Date - Hold Until', ['1/31/2020', '']),
    ['woocommerce', { status: undefined, date_completed: '0000-00-00 00:00:00' }],
    ['woocommerce', { status: 'processing', date_completed: '2026-08-30 10:00:00' }],
    ...sent('shipstation', 'Order - Status', ['awaiting_shipment', 'Awaiting Shipment', 'Paid']),
    ...sent('linnworks', 'Payment status', ['PAID', 'RESEND', 'AUTHORISED', 'Authorized']),
    ['linnworks', { 'Payment status': 'PAID', 'Order status': 'Open' }],
    ['linnworks', { 'Payment status': 'PAID', Status: 'New' }],
    ...sent('linnworks', 'Cancelled', ['False', '0', 'No', '', '01/01/0001 00:00:00', '0000-00-00']),
    ...['Is cancelled', 'Processed', 'Is processed', 'Parked', 'Locked', 'Hold or cancel'].flatMap((column) =>
      sent('linnworks', column, ['False']),
    ),
  ])('%s: %j', async (shop, cells) => {
    expect(await outcomeOf(shop, cells)).toMatchObject({ order: {}, reason: undefined, fields: [] });
  });
});

it.each(['Parked', 'Locked', 'On hold', 'On-hold', 'Rejected'])(
  'an unpaid Linnworks order that is %s is on hold, which must be reported if it was sent before',
  async (status) => {
    const cells = { 'Payment status': 'UNPAID', 'Order status': status };
    expect((await outcomeOf('linnworks', cells)).reason).toBe('on-hold');
  },
);

it.each([
  ['shopify', { 'Financial Status': 'pending', 'Fulfillment Status': 'scheduled' }],
  ['linnworks', { 'Payment status': 'UNPAID', 'Order status': 'Unheard of' }],
])('an unpaid order of %s is left out as unpaid, whatever else is said of it: %j', async (shop, cells) => {
  expect((await outcomeOf(shop, cells)).reason).toBe('unpaid');
});

it.each([
  ['ebay', { 'Total price': '£0.00', 'Dispatched on date': '02-Sep-26' }],
  ['tiktok', { 'Order Status': 'Completed', 'Order Refund Amount': 'GBP 5.00', 'Order Amount': 'GBP 5.00' }],
  ['tiktok', { 'Order Status': 'Shipped', 'Order Refund Amount': 'GBP 1.00', 'Order Amount': 'GBP 5.00' }],
])('an order of %s that was shipped and paid back is fulfilled: %j', async (shop, cells) => {
  expect((await outcomeOf(shop, cells)).reason).toBe('fulfilled');
});

it.each([
  ['one of its items has been shipped', '', ['02-Sep-26', ''], 'refunded'],
  ['nothing has been shipped', '', ['', ''], 'refunded'],
  ['it has been shipped as a whole', '02-Sep-26', ['', ''], 'fulfilled'],
  ['all items have been shipped, each by itself', '', ['02-Sep-26', '02-Sep-26'], 'fulfilled'],
])('an eBay order that was paid back, of which %s', async (_, own, [first, second], reason) => {
  const header =
    'Sales record number,Order number,Paid on date,Item number,Custom label,Sold for,Total price,Dispatched on date';
  const rows = [
    `1,12-1,01-Sep-26,,,,£0.00,${own}`,
    `1,12-1,,11,A,£5.00,,${first}`,
    `1,12-1,,12,B,£5.00,,${second}`,
  ];
  const { documents } = await read([header, ...rows].join('\n'), {
    options: { preset: 'ebay', set: restGiven },
  });
  expect(documents).toMatchObject([{ reference: '12-1', leftOut: reason }]);
});

it.each(['', 'Return/Refund'])(
  'the units of a TikTok line that do not come back are sent, whatever its type: %s',
  async (type) => {
    const { order } = await outcomeOf('tiktok', {
      'Cancelation/Return Type': type,
      'Order Refund Amount': 'GBP 129.00',
      'Order Amount': 'GBP 258.00',
      'Sku Quantity of return': '1',
    });
    expect(order.OrderItems[0].Qty).toBe(1);
  },
);

it('a Shopify order with neither an address nor a way of delivery is an error, and not collected', async () => {
  const { reason, fields } = await outcomeOf('shopify', {
    'Shipping Address1': '',
    'Shipping Method': '',
  });
  expect([reason, fields]).toEqual([undefined, expect.arrayContaining(['DeliveryAddress.Address1'])]);
});
