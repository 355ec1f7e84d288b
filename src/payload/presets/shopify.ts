import type { FieldSource } from '../mapping/field-source.ts';
import { collectedBy, noWords, type Preset, withoutUnits } from './preset.ts';

const address = (section: string, side: string): Record<string, FieldSource> => ({
  [`${section}.FullName`]: { column: `${side} Name` },
  [`${section}.Company`]: { column: `${side} Company` },
  [`${section}.Address1`]: { column: [`${side} Address1`, `${side} Street`] },
  [`${section}.Address2`]: { column: `${side} Address2` },
  [`${section}.Town`]: { column: `${side} City` },
  [`${section}.Region`]: { column: [`${side} Province Name`, `${side} Province`] },
  // Shopify puts an apostrophe before a code that a spreadsheet would read as a number.
  [`${section}.PostCode`]: { column: `${side} Zip`, apostrophe: true },
  [`${section}.CountryCode`]: { column: `${side} Country` },
  [`${section}.PhoneNumber`]: { column: `${side} Phone`, apostrophe: true },
});

const createdAt = ['YYYY-MM-DD HH:mm:ss Z', 'YYYY-MM-DD HH:mm Z', 'YYYY-MM-DDTHH:mm:ssZ'];

/** Names of cash on delivery: shops choose their own, in their own language. */
const cashOnDelivery = [
  ...['cash on delivery', 'cod', 'nachnahme', 'contrassegno', 'contra reembolso', 'contrareembolso'],
  ...['contre remboursement', 'paiement à la livraison', 'rembours'],
];

/** Orders > Export. On further lines of an order, its own columns are blank. */
export const shopify: Preset = {
  title: 'a Shopify orders export',
  delimiter: ',',
  firstRowOnly: 'Financial Status',
  signature: ['Name', 'Financial Status', 'Lineitem name'],
  saysShipped: ['Fulfillment Status', 'Lineitem fulfillment status'],
  fields: {
    ReferenceNumber: { column: 'Name' },
    ReceivedDate: { column: 'Created at', date: createdAt },
    Currency: { column: 'Currency' },
    PaymentStatus: { column: 'Financial Status', upperCase: true },
    ChannelBuyerName: { column: ['Billing Name', 'Shipping Name'] },
    PostalServiceCost: { column: 'Shipping' },
    ...address('DeliveryAddress', 'Shipping'),
    'DeliveryAddress.EmailAddress': { column: 'Email' },
    ...address('BillingAddress', 'Billing'),
    SKU: { column: 'Lineitem sku' },
    ItemTitle: { column: 'Lineitem name' },
    Qty: { column: 'Lineitem quantity' },
    PricePerUnit: { column: 'Lineitem price' },
  },
  leaveOut: [
    { column: 'Cancelled at', empty: false, reason: 'cancelled' },
    { column: 'Financial Status', in: ['voided'], reason: 'cancelled' },
    { column: 'Financial Status', in: ['refunded'], reason: 'refunded' },
    { column: 'Fulfillment Status', in: ['restocked'], reason: 'refunded' },
    { column: 'Fulfillment Status', in: ['fulfilled'], reason: 'fulfilled' },
    // The file does not say how much of such a line is left.
    { column: 'Lineitem fulfillment status', in: ['partial'], reason: 'fulfilled' },
    // Nor, without the lines' statuses, which lines of such an order are.
    {
      column: 'Fulfillment Status',
      in: ['partial'],
      reason: 'fulfilled',
      unless: { column: 'Lineitem fulfillment status', empty: false },
    },
    { column: 'Financial Status', in: ['partially_refunded'], reason: 'partly-refunded' },
    {
      column: 'Financial Status',
      notIn: ['paid', 'authorized'],
      reason: 'unpaid',
      // A cash-on-delivery order stays pending until delivery.
      unless: {
        column: 'Financial Status',
        in: ['pending'],
        and: { column: 'Payment Method', phrases: cashOnDelivery },
      },
    },
    // On hold, scheduled, in progress, returned: a status that this preset does not know.
    { column: 'Fulfillment Status', notIn: ['unfulfilled', 'partial'], reason: 'on-hold' },
    {
      column: 'Lineitem fulfillment status',
      notIn: ['pending', 'unfulfilled', 'fulfilled', 'restocked'],
      reason: 'on-hold',
    },
    ...collectedBy('Shipping Method'),
    // A collection point has no address, only the shop's own name for it.
    {
      column: ['Shipping Address1', 'Shipping Street'],
      empty: true,
      and: { column: 'Shipping Method', empty: false },
      reason: 'pickup',
    },
  ],
  dropLines: [
    // Taken out of the order after it was placed.
    withoutUnits('Lineitem quantity', 'refunded'),
    { column: 'Lineitem fulfillment status', in: ['fulfilled'], reason: 'fulfilled' },
    { column: 'Lineitem fulfillment status', in: ['restocked'], reason: 'refunded' },
    { column: 'Lineitem requires shipping', in: noWords, reason: 'not-goods' },
  ],
  cautions: [
    {
      column: 'Risk Level',
      in: ['high'],
      warning: 'Shopify sees a high risk of fraud; check the order before it is shipped',
    },
    {
      column: 'Payment Method',
      phrases: ['bogus'],
      warning: 'this is a test order: it was paid with the Bogus Gateway, which takes no money',
    },
  ],
  template: [
    [
      'Name',
      'Email',
      'Financial Status',
      'Fulfillment Status',
      'Currency',
      'Shipping',
      'Created at',
      'Lineitem quantity',
      'Lineitem name',
      'Lineitem price',
      'Lineitem sku',
      'Billing Name',
      'Billing Address1',
      'Billing Address2',
      'Billing Company',
      'Billing City',
      'Billing Zip',
      'Billing Province',
      'Billing Country',
      'Billing Phone',
      'Shipping Name',
      'Shipping Address1',
      'Shipping Address2',
      'Shipping Company',
      'Shipping City',
      'Shipping Zip',
      'Shipping Province',
      'Shipping Country',
      'Shipping Phone',
      'Cancelled at',
    ],
    [
      '#1001',
      'ada@example.com',
      'paid',
      'unfulfilled',
      'GBP',
      '3.95',
      '2026-09-01 09:12:44 +0100',
      '2',
      'Two-person tent',
      '129.00',
      'AC-TENT-2',
      'Ada Example',
      '1 Example Street',
      '',
      '',
      'Leeds',
      'LS1 4AB',
      '',
      'GB',
      '',
      'Ada Example',
      '1 Example Street',
      '',
      '',
      'Leeds',
      'LS1 4AB',
      '',
      'GB',
      '',
      '',
    ],
  ],
};
