import { listOf } from '../../text/words.ts';
import { addressFields, type ShopExport, templateRow, withoutUnits } from './preset.ts';

const dates = [
  'DD/MM/YYYY HH:mm:ss',
  'DD/MM/YYYY HH:mm',
  // Times with a 12-hour clock have the month first.
  'MM/DD/YYYY h:mm:ss A',
  'YYYY-MM-DD HH:mm:ss',
];
/** An order has a status and a substatus; either can say that it must not be shipped. */
const statuses = ['Order Status', 'Order Substatus', 'Order Sub Status'];

const refunded = 'Order Refund Amount';
/** The whole amount was paid back. */
const everything = { column: refunded, atLeast: 'Order Amount' } as const;
const byTikTok = {
  column: 'Fulfillment Type',
  contains: ['fulfillment by tiktok', 'fulfilled by tiktok'],
} as const;
const returnTypes = ['Cancelation/Return Type', 'Cancellation/Return Type'];

/** The order export of TikTok Shop, one row per SKU. Times are the shop's local times, so `--timezone` gives the zone. */
export const tiktok: ShopExport = {
  title: 'a TikTok Shop order export',
  signature: ['Order ID', 'Order Status', 'Seller SKU', ['Order Substatus', 'SKU ID']],
  reading: () => ({
    tells: [[statuses, 'whatever their status']],
    fields: {
      ReferenceNumber: 'Order ID',
      ReceivedDate: { column: ['Paid Time', 'Created Time'], date: dates },
      PaymentStatus: { const: 'PAID' },
      ChannelBuyerName: 'Recipient',
      ...addressFields('DeliveryAddress', {
        FullName: 'Recipient',
        Address1: ['Detail Address', 'Address Line 1', 'Street Name'],
        Address2: { join: [['Additional address information', 'Address Line 2'], 'House Name or Number'] },
        Town: ['Post Town', 'City', 'District', 'Town'],
        Region: ['State', 'Province', 'County'],
        PostCode: ['Zipcode', 'Zip Code', 'Postcode'],
        Country: 'Country',
        PhoneNumber: { column: 'Phone #', masked: 'blank' },
        EmailAddress: { column: 'Email', masked: 'blank' },
      }),
      SKU: 'Seller SKU',
      ItemTitle: 'Product Name',
      Qty: {
        column: 'Quantity',
        less: [{ column: 'Sku Quantity of return', reason: 'refunded', negative: true }],
      },
      PricePerUnit: { column: 'SKU Unit Original Price', number: { currency: true } },
    },
    // A second row may explain the columns in sentences.
    skipRows: [{ column: 'Order ID', words: true }],
    columns: listOf(`
    SKU ID | Variation | SKU Subtotal Before Discount | SKU Platform Discount | SKU Seller Discount |
    SKU Subtotal After Discount | Shipping Fee After Discount | Original Shipping Fee |
    Shipping Fee Seller Discount | Shipping Fee Platform Discount | Shipping Fee Cofunded Discount |
    Payment platform discount | Buyer Service Fee | Retail Delivery Fee | Small Order Fee | Handling Fee |
    Shipping Insurance | Item Insurance | Taxes | RTS Time | Warehouse Name |
    Delivery Option | Delivery Option Type | Shipping Provider Name | Buyer Username | Commune | Village |
    Villages | Payment Method | Weight(kg) | Weight(lb) | Product Category | Package ID | Checked Status |
    Checked Marked by | Virtual Bundle Seller SKU | Collectible Insurance | Shipping Information | Province |
    County | District | Invoice Number
  `),
    notes: ['Buyer Message', 'Seller Note'],
    leaveOut: [
      { column: statuses, in: ['canceled', 'cancelled'], reason: 'cancelled' },
      { column: ['Cancelled Time', 'Canceled Time'], empty: false, reason: 'cancelled' },
      { column: statuses, in: ['unpaid'], reason: 'unpaid' },
      { column: statuses, in: ['shipped', 'completed', 'delivered', 'in transit'], reason: 'fulfilled' },
      // The file does not say how much of such an order is left.
      {
        column: statuses,
        in: ['partially shipping', 'partially shipped'],
        reason: 'fulfilled',
        partly: true,
      },
      {
        column: statuses,
        in: ['awaiting collection'],
        and: { column: 'Tracking ID', empty: false },
        reason: 'fulfilled',
      },
      // A type in words that nobody knows may be a wish to cancel.
      {
        column: returnTypes,
        notIn: ['return', 'refund', 'return/refund', 'refund only', 'return and refund'],
        and: { column: returnTypes, answers: 'not no' },
        reason: 'on-hold',
      },
      // Who cancels and why is filled from the request on; of a return, its type says more.
      {
        column: ['Cancel By', 'Cancel Reason'],
        answers: 'not no',
        unless: { column: returnTypes, answers: 'not no' },
        reason: 'on-hold',
      },
      {
        column: statuses,
        notIn: ['to ship', 'awaiting shipment', 'awaiting collection', 'to_ship'],
        reason: 'on-hold',
      },
      { column: statuses, empty: true, reason: 'on-hold' },
      { ...byTikTok, reason: 'fulfilled' },
      // Whoever else it may be: only what the seller ships is ours.
      {
        column: 'Fulfillment Type',
        notIn: ['fulfillment by seller', 'fulfilled by seller'],
        unless: byTikTok,
        reason: 'on-hold',
      },
      // After what has been shipped, which cannot be stopped.
      { ...everything, reason: 'refunded' },
      // The lines do not say which goods were paid back.
      {
        column: refunded,
        nonZero: true,
        and: { column: refunded, nonZero: true, unless: everything },
        unless: { column: ['Sku Quantity of return', ...returnTypes], answers: 'not no' },
        reason: 'partly-refunded',
      },
    ],
    dropLines: [
      withoutUnits('Quantity', 'cancelled'),
      { column: ['Shipped Time', 'Delivered Time'], empty: false, reason: 'fulfilled' },
      // Where the line says how many units come back, the others ship.
      {
        column: returnTypes,
        contains: ['return', 'refund'],
        unless: { column: 'Sku Quantity of return', nonZero: true },
        reason: 'refunded',
      },
    ],
    cautions: [
      {
        column: 'Normal or Pre-order',
        in: ['pre-order', 'preorder', 'pre order'],
        warning: 'this is a pre-order: check that the goods have arrived at the warehouse',
      },
    ],
    template: templateRow(`
    Order ID = 576000000000000001 | Order Status = To ship | Order Substatus = Awaiting shipment
    Cancelation/Return Type = | SKU ID = 1729000000000000001 | Seller SKU = AC-TENT-2
    Product Name = Two-person tent | Quantity = 2 | Sku Quantity of return = 0
    SKU Unit Original Price = GBP 129.00
    Created Time = {now: DD/MM/YYYY HH:mm:ss} | Paid Time = {now: DD/MM/YYYY HH:mm:ss}
    Cancelled Time = | Tracking ID =
    Recipient = Ada Example | Phone # = | Country = United Kingdom | State = | Post Town = Leeds
    Zipcode = LS1 4AB | Detail Address = 1 Example Street | Additional address information =
  `),
  }),
};
