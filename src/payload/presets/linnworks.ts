import type { FieldSource } from '../mapping/field-source.ts';
import { collectedBy, type Preset, withoutUnits, yesWords } from './preset.ts';

/** Column names differ a little between the ways to export open orders. */
const address = (section: string, side: string): Record<string, FieldSource> => ({
  [`${section}.Address1`]: { column: [`${side} address 1`, `${side} address line 1`, `${side} Address1`] },
  [`${section}.Address2`]: {
    join: [
      `${side} address 2`,
      `${side} address line 2`,
      `${side} Address2`,
      `${side} address 3`,
      `${side} address line 3`,
      `${side} Address3`,
    ],
  },
  [`${section}.Town`]: {
    column: [`${side} address town`, `${side} town`, `${side} city`, `${side} address city`],
  },
  [`${section}.Region`]: { column: [`${side} address region`, `${side} region`, `${side} county`] },
  [`${section}.PostCode`]: {
    column: [`${side} address postcode`, `${side} postcode`, `${side} post code`, `${side} zip`],
  },
  [`${section}.Country`]: { column: [`${side} address country`, `${side} country`, `${side} country name`] },
  [`${section}.CountryCode`]: { column: [`${side} address country code`, `${side} country code`] },
});

/** All status columns in a file are read. */
const statuses = ['Payment status', 'Order status', 'Status', 'Paid status'];
const quantities = ['Item quantity', 'Quantity', 'Qty'];
const dayFirst = [
  'D/M/YYYY HH:mm:ss',
  'D/M/YYYY HH:mm',
  'D/M/YYYY',
  'D-M-YYYY HH:mm:ss',
  'D-M-YYYY HH:mm',
  'D-M-YYYY',
  'D.M.YYYY HH:mm:ss',
  'D.M.YYYY HH:mm',
  'D.M.YYYY',
  'D/M/YYYY h:mm:ss A',
  'D MMM YYYY HH:mm:ss',
  'D MMM YYYY',
  'YYYY-MM-DDTHH:mm:ssZ',
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DD HH:mm',
  'YYYY-MM-DD',
];

/** The open-orders export. Times have the day first and no zone, so `--timezone` gives it. */
export const linnworks: Preset = {
  title: 'a Linnworks open-orders export',
  delimiter: ',',
  signature: ['Reference Number', 'Received date', 'Shipping customer name'],
  fields: {
    ReferenceNumber: { column: ['Reference Number', 'Order reference number', 'Reference', 'Order Id'] },
    ReceivedDate: { column: ['Received date', 'Order date'], date: dayFirst },
    DispatchBy: {
      column: ['Dispatch By', 'Despatch by', 'Dispatch by date', 'Despatch by date'],
      date: dayFirst,
    },
    Currency: { column: ['Currency', 'Order currency', 'Currency code'] },
    PaymentStatus: { column: statuses, upperCase: true },
    ChannelBuyerName: {
      column: [
        'Billing customer name',
        'Billing name',
        'Customer full name',
        'Customer name',
        'Channel buyer name',
        'Shipping customer name',
      ],
    },
    PostalServiceCost: { column: ['Shipping cost', 'Postage cost', 'Order shipping cost'] },
    'DeliveryAddress.FullName': {
      column: ['Shipping customer name', 'Shipping name', 'Customer full name', 'Customer name'],
    },
    'DeliveryAddress.Company': {
      column: ['Shipping company', 'Shipping address company', 'Customer company'],
    },
    ...address('DeliveryAddress', 'Shipping'),
    'DeliveryAddress.PhoneNumber': {
      column: [
        'Customer buyer phone number',
        'Shipping phone number',
        'Shipping phone',
        'Customer phone number',
      ],
    },
    'DeliveryAddress.EmailAddress': { column: ['Customer email address', 'Customer email', 'Email address'] },
    'BillingAddress.FullName': { column: ['Billing customer name', 'Billing name'] },
    'BillingAddress.Company': { column: ['Billing company', 'Billing address company'] },
    ...address('BillingAddress', 'Billing'),
    SKU: { column: ['Item SKU', 'SKU', 'Item number', 'Channel SKU'] },
    ItemTitle: { column: ['Item title', 'Title', 'Item name'] },
    Qty: { column: quantities },
    PricePerUnit: {
      column: [
        'Unit cost',
        'Price per unit',
        'Item price',
        'Unit price',
        'Item price per unit',
        'Unit price inc tax',
      ],
    },
    TaxRate: { column: ['Item tax rate', 'Tax rate'] },
  },
  leaveOut: [
    { column: statuses, in: ['cancelled', 'canceled', 'voided'], reason: 'cancelled' },
    { column: ['Cancelled', 'Is cancelled'], in: yesWords, reason: 'cancelled' },
    { column: statuses, in: ['refunded', 'return', 'returned'], reason: 'refunded' },
    { column: statuses, in: ['partially refunded', 'partly refunded'], reason: 'partly-refunded' },
    { column: statuses, in: ['processed', 'shipped', 'despatched', 'dispatched'], reason: 'fulfilled' },
    { column: ['Processed', 'Is processed'], in: yesWords, reason: 'fulfilled' },
    { column: statuses, in: ['parked', 'locked', 'on hold', 'on-hold', 'rejected'], reason: 'on-hold' },
    {
      column: ['Parked', 'Is parked', 'Locked', 'Is locked', 'Hold or cancel', 'On hold'],
      in: yesWords,
      reason: 'on-hold',
    },
    // After the reasons that must be reported if the order is already with the warehouse.
    { column: statuses, in: ['unpaid', 'pending'], reason: 'unpaid' },
    {
      column: statuses,
      notIn: ['paid', 'resend', 'open', 'new', 'authorised', 'authorized'],
      reason: 'on-hold',
    },
    ...collectedBy(['Shipping service', 'Postal service', 'Postal service name', 'Shipping method']),
  ],
  dropLines: [withoutUnits(quantities, 'cancelled')],
  template: [
    [
      'Reference Number',
      'Received date',
      'Dispatch By',
      'Currency',
      'Order status',
      'Shipping cost',
      'Customer email address',
      'Customer buyer phone number',
      'Customer company',
      'Shipping customer name',
      'Shipping address 1',
      'Shipping address 2',
      'Shipping address 3',
      'Shipping town',
      'Shipping region',
      'Shipping postcode',
      'Shipping country',
      'Shipping country code',
      'Item SKU',
      'Item title',
      'Quantity',
      'Unit cost',
    ],
    [
      'L-1001',
      '01/09/2026 09:12:44',
      '03/09/2026 17:00:00',
      'GBP',
      'Paid',
      '3.95',
      'ada@example.com',
      '',
      '',
      'Ada Example',
      '1 Example Street',
      '',
      '',
      'Leeds',
      'West Yorkshire',
      'LS1 4AB',
      'United Kingdom',
      'GB',
      'AC-TENT-2',
      'Two-person tent',
      '2',
      '129.00',
    ],
  ],
};
