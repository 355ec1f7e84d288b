import { collectedBy } from './collected.ts';
import type { Preset } from './preset.ts';

/** British and American reports spell the same columns differently. */
const postTo = (name: string, american = name): string[] => [`Post to ${name}`, `Ship to ${american}`];
const days = ['D-MMM-YY', 'MMM-D-YY', 'D MMM YY', 'D-MMM-YYYY', 'MMM-D-YYYY', 'D MMM YYYY', 'MMM D, YYYY'];
const dates = [...days, ...days.map((day) => `${day} HH:mm:ss`)];
const money = { currency: true } as const;
const paidOn = ['Paid on date', 'Payment date'];
const yes = ['yes', 'y', 'true', '1'];

/**
 * The orders report of Seller Hub. An order with several items has its own row, with address and totals, above its item
 * rows. A title may come before the header, and a count and the seller's name after the orders. Dates have no zone, so
 * `--timezone` gives it.
 */
export const ebay: Preset = {
  title: 'an eBay orders report',
  delimiter: ',',
  // Auctions have no transaction, or number 0.
  lineId: ['Item number', 'Transaction ID'],
  signature: [
    ['Sales record number'],
    ['Order number'],
    ['Item number'],
    ['Custom label', 'Custom label (SKU)'],
    ['Sold for'],
  ],
  fields: {
    ReferenceNumber: { column: 'Order number' },
    ReceivedDate: { column: ['Paid on date', 'Sale date'], date: dates },
    DispatchBy: { column: ['Post by date', 'Ship By Date', 'Dispatch by date'], date: dates },
    // Orders that are not paid are left out.
    PaymentStatus: { const: 'PAID' },
    ChannelBuyerName: { column: ['Buyer name', ...postTo('name')] },
    PostalServiceCost: { column: ['Postage and packaging', 'Shipping and handling'], number: money },
    'DeliveryAddress.FullName': { column: postTo('name') },
    'DeliveryAddress.Address1': { column: postTo('address 1') },
    'DeliveryAddress.Address2': { column: postTo('address 2') },
    'DeliveryAddress.Town': { column: postTo('city') },
    'DeliveryAddress.Region': { column: [...postTo('county', 'state'), ...postTo('region', 'province')] },
    'DeliveryAddress.PostCode': { column: [...postTo('postcode', 'zip'), ...postTo('postal code')] },
    'DeliveryAddress.Country': { column: postTo('country') },
    'DeliveryAddress.PhoneNumber': { column: postTo('phone') },
    'DeliveryAddress.EmailAddress': { column: 'Buyer email' },
    'BillingAddress.FullName': { column: 'Buyer name' },
    'BillingAddress.Address1': { column: 'Buyer address 1' },
    'BillingAddress.Address2': { column: 'Buyer address 2' },
    'BillingAddress.Town': { column: 'Buyer city' },
    'BillingAddress.Region': { column: ['Buyer county', 'Buyer state'] },
    'BillingAddress.PostCode': { column: ['Buyer postcode', 'Buyer zip'] },
    'BillingAddress.Country': { column: 'Buyer country' },
    SKU: { column: ['Custom label', 'Custom label (SKU)'] },
    ItemTitle: { column: 'Item title' },
    Qty: { column: 'Quantity' },
    PricePerUnit: { column: 'Sold for', number: money },
  },
  skipRows: [
    // An order has no number until its buyer has checked out.
    {
      column: 'Order number',
      empty: true,
      unless: { column: 'Item number', empty: false, and: { column: paidOn, empty: false } },
    },
    {
      column: ['Sales record number', 'Order number'],
      contains: ['record(s) downloaded', 'seller id'],
    },
  ],
  orderRows: [{ column: 'Item number', empty: true }],
  leaveOut: [
    { column: paidOn, empty: true, reason: 'unpaid' },
    { column: 'Click and Collect', in: yes, reason: 'pickup' },
    {
      column: ['eBay fulfillment program', 'eBay fulfilment programme'],
      in: yes,
      reason: 'fulfilled',
    },
    collectedBy(['Delivery service', 'Shipping service', 'Postage service']),
    // The order is shipped as a whole: the date is in its own row.
    {
      column: ['Dispatched on date', 'Posted on date', 'Shipped on date'],
      empty: false,
      and: { column: 'Item number', empty: true },
      reason: 'fulfilled',
    },
  ],
  dropLines: [
    {
      column: ['Dispatched on date', 'Posted on date', 'Shipped on date'],
      empty: false,
      reason: 'fulfilled',
    },
  ],
  template: [
    [
      'Sales record number',
      'Order number',
      'Buyer username',
      'Buyer name',
      'Buyer email',
      'Post to name',
      'Post to phone',
      'Post to address 1',
      'Post to address 2',
      'Post to city',
      'Post to county',
      'Post to postcode',
      'Post to country',
      'Item number',
      'Item title',
      'Custom label',
      'Quantity',
      'Sold for',
      'Postage and packaging',
      'Sale date',
      'Paid on date',
      'Post by date',
      'Dispatched on date',
    ],
    [
      '1001',
      '12-00001-00001',
      'ada_example',
      'Ada Example',
      'ada@example.com',
      'Ada Example',
      '',
      '1 Example Street',
      '',
      'Leeds',
      'West Yorkshire',
      'LS1 4AB',
      'United Kingdom',
      '110000000001',
      'Two-person tent',
      'AC-TENT-2',
      '2',
      '£129.00',
      '£3.95',
      '01-Sep-26',
      '01-Sep-26',
      '03-Sep-26',
      '',
    ],
  ],
};
