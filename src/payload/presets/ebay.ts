import { collectedBy, type Preset, withoutUnits, yesWords } from './preset.ts';

/** British, American and German reports spell the same columns differently. */
const postTo = (name: string, american = name, ...german: string[]): string[] => [
  ...[`Post to ${name}`, `Ship to ${american}`],
  ...german,
];
const recipient = 'Name des Empfängers';
const orderNumber = ['Order number', 'Bestellnummer'];
const itemNumber = ['Item number', 'Artikelnummer'];
const label = ['Custom label', 'Custom label (SKU)', 'Bestandseinheit'];
const quantity = ['Quantity', 'Anzahl'];
const total = ['Total price', 'Gesamtbetrag'];
const germanShippedOn = ['Verschickt am - Datum', 'Verschickt am'];
const shippedOn = ['Dispatched on date', 'Posted on date', 'Shipped on date', ...germanShippedOn];
const days = [
  'D-MMM-YY',
  'MMM-D-YY',
  'D MMM YY',
  'D-MMM-YYYY',
  'MMM-D-YYYY',
  'D MMM YYYY',
  'MMM D, YYYY',
  'D. MMM YY',
];
const dates = [...days, ...days.map((day) => `${day} HH:mm:ss`)];
const money = { currency: true } as const;
/** German reports always have a decimal comma. */
const germanMoney = { decimal: 'comma', currency: true } as const;
const paidOn = ['Paid on date', 'Payment date', 'Zahlungsdatum'];

/**
 * The orders report of Seller Hub, in English or German. An order with several items has its own row, with address and
 * totals, above its item rows. A title may come before the header, and a count and the seller's name after the orders.
 * Dates have no zone, so `--timezone` gives it.
 */
export const ebay: Preset = {
  title: 'an eBay orders report',
  delimiter: ',',
  // Auctions have no transaction, or number 0.
  lineId: [itemNumber, ['Transaction ID', 'Transaktionsnummer']],
  signature: [
    // Without a column of a German report that says what has been shipped, everything would be sent.
    ['Sales record number', ...germanShippedOn],
    orderNumber,
    itemNumber,
    label,
    ['Sold for', 'Verkauft für'],
  ],
  saysShipped: shippedOn,
  fields: {
    ReferenceNumber: { column: orderNumber },
    ReceivedDate: { column: ['Paid on date', 'Sale date', 'Zahlungsdatum', 'Verkauft am'], date: dates },
    DispatchBy: { column: ['Post by date', 'Ship By Date', 'Dispatch by date'], date: dates },
    // Orders that are not paid are left out.
    PaymentStatus: { const: 'PAID' },
    ChannelBuyerName: { column: ['Buyer name', 'Name des Käufers', ...postTo('name'), recipient] },
    PostalServiceCost: {
      either: [
        {
          column: ['Postage and packaging', 'Shipping and handling', 'Postage and handling'],
          number: money,
        },
        { column: 'Verpackung und Versand', number: germanMoney },
      ],
    },
    'DeliveryAddress.FullName': { column: postTo('name', 'name', recipient) },
    'DeliveryAddress.Address1': { column: postTo('address 1', 'address 1', 'Adresse 1 des Empfängers') },
    'DeliveryAddress.Address2': { column: postTo('address 2', 'address 2', 'Adresse 2 des Empfängers') },
    'DeliveryAddress.Town': { column: postTo('city', 'city', 'Versand nach - Ort') },
    'DeliveryAddress.Region': {
      column: [...postTo('county', 'state', 'Versand nach - Bundesland'), ...postTo('region', 'province')],
    },
    'DeliveryAddress.PostCode': {
      column: [...postTo('postcode', 'zip', 'Versand nach - PLZ'), ...postTo('postal code')],
    },
    'DeliveryAddress.Country': { column: postTo('country', 'country', 'Versand nach - Land') },
    'DeliveryAddress.PhoneNumber': { column: postTo('phone', 'phone', 'Telefonnummer des Empfängers') },
    'DeliveryAddress.EmailAddress': { column: ['Buyer email', 'E-Mail des Käufers'] },
    'BillingAddress.FullName': { column: ['Buyer name', 'Name des Käufers'] },
    'BillingAddress.Address1': { column: ['Buyer address 1', 'Adresse 1 des Käufers'] },
    'BillingAddress.Address2': { column: ['Buyer address 2', 'Adresse 2 des Käufers'] },
    'BillingAddress.Town': { column: ['Buyer city', 'Wohnort des Käufers'] },
    'BillingAddress.Region': { column: ['Buyer county', 'Buyer state', 'Bundesland des Käufers'] },
    'BillingAddress.PostCode': { column: ['Buyer postcode', 'Buyer zip', 'PLZ des Käufers'] },
    'BillingAddress.Country': { column: ['Buyer country', 'Land des Käufers'] },
    SKU: { column: label },
    ItemTitle: { column: ['Item title', 'Angebotstitel'] },
    Qty: { column: quantity },
    PricePerUnit: {
      either: [
        { column: 'Sold for', number: money },
        { column: 'Verkauft für', number: germanMoney },
      ],
    },
  },
  skipRows: [
    // An order has no number until its buyer has checked out.
    {
      column: orderNumber,
      empty: true,
      unless: { column: itemNumber, empty: false, and: { column: paidOn, empty: false } },
    },
    {
      column: ['Sales record number', 'Verkaufsprotokollnummer', ...orderNumber],
      contains: ['record(s) downloaded', 'seller id', 'heruntergeladen', 'verkäufer', 'mitgliedsname'],
    },
  ],
  orderRows: [{ column: itemNumber, empty: true }],
  leaveOut: [
    // There is no status: that everything has been paid back, as after a cancellation, shows in the total alone.
    {
      column: total,
      empty: false,
      // A date is not zero either: what has been shipped cannot be stopped.
      unless: { column: [...total, ...shippedOn], nonZero: true },
      reason: 'refunded',
    },
    { column: paidOn, empty: true, reason: 'unpaid' },
    { column: ['Click and Collect', 'Click & Collect'], in: yesWords, reason: 'pickup' },
    {
      column: ['eBay fulfillment program', 'eBay fulfilment program', 'eBay fulfilment programme'],
      in: yesWords,
      reason: 'fulfilled',
    },
    ...collectedBy(['Delivery service', 'Shipping service', 'Postage service', 'Versandservice']),
    // The order is shipped as a whole: the date is in its own row.
    { column: shippedOn, empty: false, and: { column: itemNumber, empty: true }, reason: 'fulfilled' },
  ],
  dropLines: [withoutUnits(quantity, 'cancelled'), { column: shippedOn, empty: false, reason: 'fulfilled' }],
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
