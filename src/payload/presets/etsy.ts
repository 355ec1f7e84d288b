import { listOf } from '../../text/words.ts';
import { addressFields, type ShopExport, templateRow, withoutUnits } from './preset.ts';

const dates = ['M/D/YY', 'M/D/YYYY'];

/** Etsy writes quotes, ampersands and other characters of names and addresses as HTML does. */
const html = { htmlCodes: true } as const;

/** British exports spell the same columns differently. */
const shipped = ['Date Shipped', 'Date Posted'];

/** Sold order items, one row per item. Dates have the month first and no time, so `--timezone` gives their zone. */
export const etsy: ShopExport = {
  title: 'an Etsy sold-order-items export',
  signature: ['Sale Date', 'Order ID', 'Transaction ID', ['Ship Name', 'Delivery Name'], 'Item Name'],
  wrongReports: [
    {
      title: 'an Etsy sold-orders export, which has no items',
      has: ['Sale Date', 'Order ID', 'Number of Items'],
      lacks: ['Item Name', 'Transaction ID'],
      advice:
        'choose "Order Items" as the CSV type in Shop Manager > Settings > Options > Download data; the file is called EtsySoldOrderItems',
    },
  ],
  reading: () => ({
    lineId: ['Transaction ID'],
    tells: [
      ['Date Paid', 'even if they have not been paid'],
      [shipped, 'even if they have been shipped'],
    ],
    fields: {
      ReferenceNumber: 'Order ID',
      ReceivedDate: { column: 'Sale Date', date: dates },
      Currency: { column: 'Currency', upperCase: true },
      PaymentStatus: { const: 'PAID' },
      ChannelBuyerName: { column: ['Buyer', 'Ship Name', 'Delivery Name'], ...html },
      PostalServiceCost: { column: ['Order Shipping', 'Order Delivery'], number: { currency: true } },
      ...addressFields('DeliveryAddress', {
        FullName: { column: ['Ship Name', 'Delivery Name'], ...html },
        Address1: { column: ['Ship Address1', 'Delivery Address1'], ...html },
        Address2: { column: ['Ship Address2', 'Delivery Address2'], ...html },
        Town: { column: ['Ship City', 'Delivery City'], ...html },
        Region: { column: ['Ship State', 'Delivery State'], ...html },
        PostCode: ['Ship Zipcode', 'Delivery Zipcode'],
        Country: ['Ship Country', 'Delivery Country'],
      }),
      SKU: { column: 'SKU', ...html },
      ItemTitle: { column: 'Item Name', ...html },
      Qty: 'Quantity',
      PricePerUnit: { column: 'Price', number: { currency: true } },
    },
    columns: listOf(`
    Buyer User ID | Coupon Code | Coupon Details | Discount Amount | Shipping Discount | Delivery Discount |
    Order Sales Tax | Item Total | Listing ID | Variations | Payment Type | InPerson Discount | VAT Paid by Buyer
  `),
    leaveOut: [
      { column: 'Order Type', notIn: ['online'], reason: 'pickup' },
      { column: 'InPerson Location', empty: false, reason: 'pickup' },
      { column: 'Date Paid', empty: true, reason: 'unpaid' },
    ],
    dropLines: [
      withoutUnits('Quantity', 'cancelled'),
      { column: shipped, empty: false, reason: 'fulfilled' },
      { column: 'Listings Type', contains: ['digital', 'download'], reason: 'not-goods' },
    ],
    template: templateRow(`
    Sale Date = {now: MM/DD/YY} | Item Name = Two-person tent | Buyer = Ada Example
    Quantity = 2 | Price = 129.00
    Order Shipping = 3.95 | Currency = GBP | Transaction ID = 4000000001
    Date Paid = {now: MM/DD/YY} | Date Shipped =
    Ship Name = Ada Example | Ship Address1 = 1 Example Street | Ship Address2 =
    Ship City = Leeds | Ship State = | Ship Zipcode = LS1 4AB | Ship Country = United Kingdom
    Order ID = 3000000001 | Order Type = online | SKU = AC-TENT-2
  `),
  }),
};
