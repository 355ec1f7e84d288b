import { type Preset, withoutUnits } from './preset.ts';

const dates = ['M/D/YY', 'M/D/YYYY'];

/** Etsy writes quotes, ampersands and other characters of names and addresses as HTML does. */
const html = { htmlCodes: true } as const;

/** British exports spell the same columns differently. */
const shipTo = (name: string): string[] => [`Ship ${name}`, `Delivery ${name}`];
const shipped = ['Date Shipped', 'Date Posted'];

/** Sold order items, one row per item. Dates have the month first and no time, so `--timezone` gives their zone. */
export const etsy: Preset = {
  title: 'an Etsy sold-order-items export',
  delimiter: ',',
  lineId: ['Transaction ID'],
  signature: ['Sale Date', 'Order ID', 'Transaction ID', shipTo('Name'), 'Item Name'],
  wrongReports: [
    {
      title: 'an Etsy sold-orders export, which has no items',
      has: ['Sale Date', 'Order ID', 'Number of Items'],
      lacks: ['Item Name', 'Transaction ID'],
      advice:
        'choose "Order Items" as the CSV type in Shop Manager > Settings > Options > Download data; the file is called EtsySoldOrderItems',
    },
  ],
  saysShipped: shipped,
  fields: {
    ReferenceNumber: { column: 'Order ID' },
    ReceivedDate: { column: 'Sale Date', date: dates },
    Currency: { column: 'Currency', upperCase: true },
    PaymentStatus: { const: 'PAID' },
    ChannelBuyerName: { column: ['Buyer', ...shipTo('Name')], ...html },
    PostalServiceCost: { column: ['Order Shipping', 'Order Delivery'] },
    'DeliveryAddress.FullName': { column: shipTo('Name'), ...html },
    'DeliveryAddress.Address1': { column: shipTo('Address1'), ...html },
    'DeliveryAddress.Address2': { column: shipTo('Address2'), ...html },
    'DeliveryAddress.Town': { column: shipTo('City'), ...html },
    'DeliveryAddress.Region': { column: shipTo('State'), ...html },
    'DeliveryAddress.PostCode': { column: shipTo('Zipcode') },
    'DeliveryAddress.Country': { column: shipTo('Country') },
    SKU: { column: 'SKU', ...html },
    ItemTitle: { column: 'Item Name', ...html },
    Qty: { column: 'Quantity' },
    PricePerUnit: { column: 'Price' },
  },
  leaveOut: [
    { column: 'Order Type', notIn: ['online'], reason: 'pickup' },
    { column: 'InPerson Location', empty: false, reason: 'pickup' },
    { column: 'Date Paid', empty: true, reason: 'unpaid' },
  ],
  dropLines: [
    withoutUnits('Quantity', 'cancelled'),
    { column: shipped, empty: false, reason: 'fulfilled' },
    { column: 'Listings Type', in: ['digital', 'download'], reason: 'not-goods' },
  ],
  template: [
    [
      'Sale Date',
      'Item Name',
      'Buyer',
      'Quantity',
      'Price',
      'Order Shipping',
      'Currency',
      'Transaction ID',
      'Date Paid',
      'Date Shipped',
      'Ship Name',
      'Ship Address1',
      'Ship Address2',
      'Ship City',
      'Ship State',
      'Ship Zipcode',
      'Ship Country',
      'Order ID',
      'Order Type',
      'SKU',
    ],
    [
      '09/01/26',
      'Two-person tent',
      'Ada Example',
      '2',
      '129.00',
      '3.95',
      'GBP',
      '4000000001',
      '09/01/26',
      '',
      'Ada Example',
      '1 Example Street',
      '',
      'Leeds',
      '',
      'LS1 4AB',
      'United Kingdom',
      '3000000001',
      'online',
      'AC-TENT-2',
    ],
  ],
};
