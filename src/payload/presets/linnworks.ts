import { collectedBy, type Preset, withoutUnits, yesWords } from './preset.ts';

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
    // Column names differ a little between the ways to export open orders.
    'DeliveryAddress.Address1': {
      column: ['Shipping address 1', 'Shipping address line 1', 'Shipping Address1'],
    },
    'DeliveryAddress.Address2': {
      join: [
        'Shipping address 2',
        'Shipping address line 2',
        'Shipping Address2',
        'Shipping address 3',
        'Shipping address line 3',
        'Shipping Address3',
      ],
    },
    'DeliveryAddress.Town': {
      column: ['Shipping address town', 'Shipping town', 'Shipping city', 'Shipping address city'],
    },
    'DeliveryAddress.Region': { column: ['Shipping address region', 'Shipping region', 'Shipping county'] },
    'DeliveryAddress.PostCode': {
      column: ['Shipping address postcode', 'Shipping postcode', 'Shipping post code', 'Shipping zip'],
    },
    'DeliveryAddress.Country': {
      column: ['Shipping address country', 'Shipping country', 'Shipping country name'],
    },
    'DeliveryAddress.CountryCode': { column: ['Shipping address country code', 'Shipping country code'] },
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
    'BillingAddress.Address1': {
      column: ['Billing address 1', 'Billing address line 1', 'Billing Address1'],
    },
    'BillingAddress.Address2': {
      join: [
        'Billing address 2',
        'Billing address line 2',
        'Billing Address2',
        'Billing address 3',
        'Billing address line 3',
        'Billing Address3',
      ],
    },
    'BillingAddress.Town': {
      column: ['Billing address town', 'Billing town', 'Billing city', 'Billing address city'],
    },
    'BillingAddress.Region': { column: ['Billing address region', 'Billing region', 'Billing county'] },
    'BillingAddress.PostCode': {
      column: ['Billing address postcode', 'Billing postcode', 'Billing post code', 'Billing zip'],
    },
    'BillingAddress.Country': {
      column: ['Billing address country', 'Billing country', 'Billing country name'],
    },
    'BillingAddress.CountryCode': { column: ['Billing address country code', 'Billing country code'] },
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
  template: {
    'Reference Number': 'L-1001',
    'Received date': '01/09/2026 09:12:44',
    'Dispatch By': '03/09/2026 17:00:00',
    Currency: 'GBP',
    'Order status': 'Paid',
    'Shipping cost': '3.95',
    'Customer email address': 'ada@example.com',
    'Customer buyer phone number': '',
    'Customer company': '',
    'Shipping customer name': 'Ada Example',
    'Shipping address 1': '1 Example Street',
    'Shipping address 2': '',
    'Shipping address 3': '',
    'Shipping town': 'Leeds',
    'Shipping region': 'West Yorkshire',
    'Shipping postcode': 'LS1 4AB',
    'Shipping country': 'United Kingdom',
    'Shipping country code': 'GB',
    'Item SKU': 'AC-TENT-2',
    'Item title': 'Two-person tent',
    Quantity: '2',
    'Unit cost': '129.00',
  },
};
