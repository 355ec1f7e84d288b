import { collectedBy, noWords, type Preset, withoutUnits } from './preset.ts';

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
    'DeliveryAddress.FullName': { column: 'Shipping Name' },
    'DeliveryAddress.Company': { column: 'Shipping Company' },
    'DeliveryAddress.Address1': { column: ['Shipping Address1', 'Shipping Street'] },
    'DeliveryAddress.Address2': { column: 'Shipping Address2' },
    'DeliveryAddress.Town': { column: 'Shipping City' },
    'DeliveryAddress.Region': { column: ['Shipping Province Name', 'Shipping Province'] },
    // Shopify puts an apostrophe before a code that a spreadsheet would read as a number.
    'DeliveryAddress.PostCode': { column: 'Shipping Zip', apostrophe: true },
    'DeliveryAddress.CountryCode': { column: 'Shipping Country' },
    'DeliveryAddress.PhoneNumber': { column: 'Shipping Phone', apostrophe: true },
    'DeliveryAddress.EmailAddress': { column: 'Email' },
    'BillingAddress.FullName': { column: 'Billing Name' },
    'BillingAddress.Company': { column: 'Billing Company' },
    'BillingAddress.Address1': { column: ['Billing Address1', 'Billing Street'] },
    'BillingAddress.Address2': { column: 'Billing Address2' },
    'BillingAddress.Town': { column: 'Billing City' },
    'BillingAddress.Region': { column: ['Billing Province Name', 'Billing Province'] },
    // Shopify puts an apostrophe before a code that a spreadsheet would read as a number.
    'BillingAddress.PostCode': { column: 'Billing Zip', apostrophe: true },
    'BillingAddress.CountryCode': { column: 'Billing Country' },
    'BillingAddress.PhoneNumber': { column: 'Billing Phone', apostrophe: true },
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
  template: {
    Name: '#1001',
    Email: 'ada@example.com',
    'Financial Status': 'paid',
    'Fulfillment Status': 'unfulfilled',
    Currency: 'GBP',
    Shipping: '3.95',
    'Created at': '2026-09-01 09:12:44 +0100',
    'Lineitem quantity': '2',
    'Lineitem name': 'Two-person tent',
    'Lineitem price': '129.00',
    'Lineitem sku': 'AC-TENT-2',
    'Billing Name': 'Ada Example',
    'Billing Address1': '1 Example Street',
    'Billing Address2': '',
    'Billing Company': '',
    'Billing City': 'Leeds',
    'Billing Zip': 'LS1 4AB',
    'Billing Province': '',
    'Billing Country': 'GB',
    'Billing Phone': '',
    'Shipping Name': 'Ada Example',
    'Shipping Address1': '1 Example Street',
    'Shipping Address2': '',
    'Shipping Company': '',
    'Shipping City': 'Leeds',
    'Shipping Zip': 'LS1 4AB',
    'Shipping Province': '',
    'Shipping Country': 'GB',
    'Shipping Phone': '',
    'Cancelled at': '',
  },
};
