import { listOf } from '../../text/words.ts';
import type { Fields } from '../mapping/field-source.ts';
import { addressFields, collectedBy, mayStop, type ShopExport, templateRow, withoutUnits } from './preset.ts';

const createdAt = ['YYYY-MM-DD HH:mm:ss Z', 'YYYY-MM-DD HH:mm Z', 'YYYY-MM-DDTHH:mm:ssZ'];

/** Names of cash on delivery: shops choose their own, in their own language. */
const cashOnDelivery = [
  ...listOf('cash on delivery | cod | nachnahme | contrassegno | contra reembolso | contrareembolso'),
  ...listOf('contre remboursement | paiement à la livraison | rembours'),
];

const address = (side: 'Shipping' | 'Billing'): Fields => ({
  FullName: `${side} Name`,
  Company: `${side} Company`,
  Address1: [`${side} Address1`, `${side} Street`],
  Address2: `${side} Address2`,
  Town: `${side} City`,
  Region: [`${side} Province Name`, `${side} Province`],
  // Shopify puts an apostrophe before a code that a spreadsheet would read as a number.
  PostCode: { column: `${side} Zip`, apostrophe: true },
  CountryCode: `${side} Country`,
  PhoneNumber: { column: `${side} Phone`, apostrophe: true },
});

/** Orders > Export. On further lines of an order, its own columns are blank. */
export const shopify: ShopExport = {
  title: 'a Shopify orders export',
  signature: ['Name', 'Financial Status', 'Lineitem name'],
  reading: () => ({
    firstRowOnly: 'Financial Status',
    tells: [[['Fulfillment Status', 'Lineitem fulfillment status'], 'even if they have been shipped']],
    fields: {
      ReferenceNumber: 'Name',
      ReceivedDate: { column: 'Created at', date: createdAt },
      Currency: 'Currency',
      PaymentStatus: { column: 'Financial Status', upperCase: true },
      ChannelBuyerName: ['Billing Name', 'Shipping Name'],
      PostalServiceCost: 'Shipping',
      ...addressFields('DeliveryAddress', { ...address('Shipping'), EmailAddress: 'Email' }),
      ...addressFields('BillingAddress', address('Billing')),
      SKU: 'Lineitem sku',
      ItemTitle: 'Lineitem name',
      Qty: 'Lineitem quantity',
      PricePerUnit: 'Lineitem price',
    },
    columns: listOf(`
    Paid at | Accepts Marketing | Subtotal | Taxes | Total | Discount Code | Discount Amount |
    Lineitem compare at price | Lineitem taxable | Lineitem discount | Payment Reference |
    Payment References | Payment ID | Payment Terms Name | Next Payment Due At | Refunded Amount |
    Outstanding Balance | Vendor | Employee | Location | Device ID | Id | Source | Tax 1 Name |
    Tax 1 Value | Tax 2 Name | Tax 2 Value | Tax 3 Name | Tax 3 Value | Tax 4 Name | Tax 4 Value | Tax 5 Name |
    Tax 5 Value | Phone | Receipt Number | Duties
  `),
    notes: ['Notes'],
    leaveOut: [
      { column: 'Cancelled at', empty: false, reason: 'cancelled' },
      { column: 'Financial Status', in: ['voided'], reason: 'cancelled' },
      { column: 'Financial Status', in: ['refunded'], reason: 'refunded' },
      { column: 'Fulfillment Status', in: ['restocked'], reason: 'refunded' },
      { column: 'Fulfillment Status', in: ['fulfilled'], reason: 'fulfilled' },
      // A file without the status may still have its day.
      {
        column: 'Fulfilled at',
        empty: false,
        unless: { column: 'Fulfillment Status', empty: false },
        reason: 'fulfilled',
      },
      // The file does not say how much of such a line is left.
      { column: 'Lineitem fulfillment status', in: ['partial'], reason: 'fulfilled', partly: true },
      // Nor, without the lines' statuses, which lines of such an order are.
      {
        column: 'Fulfillment Status',
        in: ['partial'],
        reason: 'fulfilled',
        partly: true,
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
      { column: 'Lineitem requires shipping', answers: 'no', reason: 'not-goods' },
    ],
    cautions: [
      ...mayStop('Tags', 'Note Attributes'),
      // A plug-in writes it there; the address is then the shop's own.
      ...collectedBy('Note Attributes').map((rule) => ({
        ...rule,
        warning: 'the buyer may collect this order',
      })),
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
    template: templateRow(`
    Name = #1001 | Email = ada@example.com | Financial Status = paid | Fulfillment Status = unfulfilled
    Currency = GBP | Shipping = 3.95 | Created at = {now: YYYY-MM-DD HH:mm:ss +0000}
    Lineitem quantity = 2 | Lineitem name = Two-person tent | Lineitem price = 129.00
    Lineitem sku = AC-TENT-2
    Billing Name = Ada Example | Billing Address1 = 1 Example Street | Billing Address2 = | Billing Company =
    Billing City = Leeds | Billing Zip = LS1 4AB | Billing Province = | Billing Country = GB | Billing Phone =
    Shipping Name = Ada Example | Shipping Address1 = 1 Example Street | Shipping Address2 =
    Shipping Company = | Shipping City = Leeds | Shipping Zip = LS1 4AB | Shipping Province =
    Shipping Country = GB | Shipping Phone = | Cancelled at =
  `),
  }),
};
