import { listOf } from '../../text/words.ts';
import { addressFields, collectedBy, type ShopExport, templateRow, withoutUnits } from './preset.ts';

const recipient = 'Name des Empfängers';
const orderNumber = ['Order number', 'Bestellnummer'];
const itemNumber = ['Item number', 'Artikelnummer'];
const label = ['Custom label', 'Custom label (SKU)', 'Bestandseinheit'];
const title = ['Item title', 'Angebotstitel'];
/** What an item has, and the order's own row has not. */
const item = [...itemNumber, ...title, ...label];
const quantity = ['Quantity', 'Anzahl'];
const total = ['Total price', 'Gesamtbetrag'];
const germanShippedOn = ['Verschickt am - Datum', 'Verschickt am'];
const shippedOn = ['Dispatched on date', 'Posted on date', 'Shipped on date', ...germanShippedOn];
/** What has a date, or the number of a parcel: nobody has one before it is sent, and `N/A` is none. */
const shipped = [
  { column: shippedOn, empty: false, reason: 'fulfilled' },
  { column: ['Tracking number', 'Sendungsnummer'], answers: 'not no', reason: 'fulfilled' },
] as const;
/** A date is not zero either: what has been shipped cannot be stopped. */
const paidOrShipped = { column: [...total, ...shippedOn], nonZero: true } as const;
/** An item that has no date, of an order whose own row shows neither money nor a date. */
const openItem = {
  ...{ column: item, empty: false, and: { column: shippedOn, empty: true } },
  unless: { ...paidOrShipped, and: { column: total, empty: false } },
};
const dates = listOf(`
  D-MMM-YY | MMM-D-YY | D MMM YY | D-MMM-YYYY | MMM-D-YYYY | D MMM YYYY | MMM D, YYYY | D. MMM YY |
  D-MMM-YY HH:mm:ss | MMM-D-YY HH:mm:ss | D MMM YY HH:mm:ss | D-MMM-YYYY HH:mm:ss | MMM-D-YYYY HH:mm:ss |
  D MMM YYYY HH:mm:ss | MMM D, YYYY HH:mm:ss | D. MMM YY HH:mm:ss`);
const money = { currency: true } as const;
/** German reports always have a decimal comma. */
const germanMoney = { decimal: 'comma', currency: true } as const;
/** The buyer gets the parcel from a centre of eBay's, and the report may have the buyer's own address. */
const forwarded = [
  ...['Global shipping program', 'Global shipping programme', 'Programm zum weltweiten Versand'],
  ...[
    'eBay international shipping',
    'Authenticity verification program',
    'Authenticity verification programme',
  ],
];
const paidOn = ['Paid on date', 'Payment date', 'Zahlungsdatum'];

/**
 * The orders report of Seller Hub; British, American and German ones spell the same columns differently. An order with
 * several items has its own row, with address and totals, above its item rows. A title may come before the header, and
 * a count and the seller's name after the orders. Dates have no zone, so `--timezone` gives it.
 */
export const ebay: ShopExport = {
  title: 'an eBay orders report',
  signature: [
    // Without a column of a German report that says what has been shipped, everything would be sent.
    ['Sales record number', ...germanShippedOn],
    orderNumber,
    itemNumber,
    label,
    ['Sold for', 'Verkauft für'],
  ],
  reading: () => ({
    // Auctions have no transaction, or number 0.
    lineId: [itemNumber, ['Transaction ID', 'Transaktionsnummer']],
    tells: [
      [paidOn, 'even if they have not been paid'],
      [shippedOn, 'even if they have been shipped'],
    ],
    fields: {
      ReferenceNumber: orderNumber,
      ReceivedDate: { column: ['Paid on date', 'Sale date', 'Zahlungsdatum', 'Verkauft am'], date: dates },
      DispatchBy: { column: ['Post by date', 'Ship By Date', 'Dispatch by date'], date: dates },
      // Orders that are not paid are left out.
      PaymentStatus: { const: 'PAID' },
      ChannelBuyerName: ['Buyer name', 'Name des Käufers', 'Post to name', 'Ship to name', recipient],
      PostalServiceCost: {
        either: [
          {
            column: listOf('Postage and packaging | Shipping and handling | Postage and handling'),
            number: money,
          },
          { column: 'Verpackung und Versand', number: germanMoney },
        ],
      },
      ...addressFields('DeliveryAddress', {
        FullName: ['Post to name', 'Ship to name', recipient],
        Address1: ['Post to address 1', 'Ship to address 1', 'Adresse 1 des Empfängers'],
        Address2: ['Post to address 2', 'Ship to address 2', 'Adresse 2 des Empfängers'],
        Town: ['Post to city', 'Ship to city', 'Versand nach - Ort'],
        Region: listOf(
          'Post to county | Ship to state | Versand nach - Bundesland | Post to region | Ship to province',
        ),
        PostCode: listOf(
          'Post to postcode | Ship to zip | Versand nach - PLZ | Post to postal code | Ship to postal code',
        ),
        Country: ['Post to country', 'Ship to country', 'Versand nach - Land'],
        PhoneNumber: ['Post to phone', 'Ship to phone', 'Telefonnummer des Empfängers'],
        EmailAddress: ['Buyer email', 'E-Mail des Käufers'],
      }),
      ...addressFields('BillingAddress', {
        FullName: ['Buyer name', 'Name des Käufers'],
        Address1: ['Buyer address 1', 'Adresse 1 des Käufers'],
        Address2: ['Buyer address 2', 'Adresse 2 des Käufers'],
        Town: ['Buyer city', 'Wohnort des Käufers'],
        Region: ['Buyer county', 'Buyer state', 'Bundesland des Käufers'],
        PostCode: ['Buyer postcode', 'Buyer zip', 'PLZ des Käufers'],
        Country: ['Buyer country', 'Land des Käufers'],
      }),
      SKU: label,
      ItemTitle: title,
      Qty: quantity,
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
        unless: { column: item, empty: false, and: { column: paidOn, empty: false } },
      },
      {
        column: ['Sales record number', 'Verkaufsprotokollnummer', ...orderNumber],
        contains: ['record(s) downloaded', 'seller id', 'heruntergeladen', 'verkäufer', 'mitgliedsname'],
      },
    ],
    // The German date is the day by which an order is to be shipped.
    columns: listOf(`
    Verkaufsprotokollnummer | Buyer username | Buyer phone | Buyer tax identifier name |
    Buyer tax identifier value | Sold via Promoted listings | Item location | Item zip code | Item postcode |
    Item postal code | Item country | eBay collect and remit tax rate | eBay collect and remit tax type |
    eBay reference name | eBay reference value | Tax status | Seller collected tax | eBay collected tax |
    eBay collected charges | eBay collected tax included in total | eBay collected tax and fees included in total |
    Electronic waste recycling fee | Mattress recycling fee | Battery recycling fee | Additional fee |
    White goods disposal tax | Tire recycling fee | Lumber fee | Prepaid wireless fee | Road improvement and food delivery fee |
    Included VAT rate | VAT rate | VAT paid by buyer | GST | Import charges | Tax type | Insurance |
    Payment method | PayPal transaction ID | Commitment date | Minimum estimated delivery date |
    Maximum estimated delivery date | Feedback left | Feedback received |
    Variation details | Global shipping reference ID |
    eBay Plus | Authenticity verification status |
    Authenticity verification outcome reason | Vault fulfillment type | Vault fulfilment type |
    Tax city | Tax state | Tax county | Tax zip | Tax postcode | Tax country | Product ID type | Product ID value |
    Product ID value 2 | Product reference ID | Invoice number | Invoice date | Checkout date |
    Nutzername des Käufers | Verkauft über Anzeigen | Inklusive MwSt.-Satz | Zahlungsmethode | Versanddatum |
    Variantendetails | Artikelstandort | Artikel-PLZ | Artikelland | Abgegebene Bewertungen |
    Erhaltene Bewertungen | PayPal Transaktions-ID | Referenznummer |
    Name der Steuernummer des Käufers | Wert der Steuernummer des Käufers |
    Voraussichtliches frühestes Lieferdatum | Voraussichtliches spätestes Lieferdatum
  `),
    cautions: [
      {
        column: forwarded,
        answers: 'not no',
        warning:
          'eBay forwards this order: check that the address is the one that eBay wants, and its reference on the label',
      },
    ],
    notes: ['Buyer note', 'My item note', 'Nachricht des Käufers', 'Private Notizen'],
    orderRows: [{ column: item, empty: true }],
    leaveOut: [
      // There is no status: that everything has been paid back, as after a cancellation, shows in the total alone.
      { column: total, empty: false, unless: { ...paidOrShipped, unless: openItem }, reason: 'refunded' },
      { column: paidOn, empty: true, reason: 'unpaid' },
      {
        column: ['', ' reference number'].flatMap((end) => [
          `Click and collect${end}`,
          `Click & collect${end}`,
        ]),
        answers: 'not no',
        reason: 'pickup',
      },
      {
        column: ['eBay fulfillment program', 'eBay fulfilment program', 'eBay fulfilment programme'],
        answers: 'not no',
        reason: 'fulfilled',
      },
      { column: ['eBay Vault program', 'eBay Vault programme'], answers: 'not no', reason: 'on-hold' },
      ...collectedBy(['Delivery service', 'Shipping service', 'Postage service', 'Versandservice']),
      // The order is shipped as a whole: the date is in its own row.
      ...shipped.map((rule) => ({ ...rule, and: { column: item, empty: true } as const })),
    ],
    dropLines: [withoutUnits(quantity, 'cancelled'), ...shipped],
    template: templateRow(`
    Sales record number = 1001 | Order number = 12-00001-00001
    Buyer username = ada_example | Buyer name = Ada Example | Buyer email = ada@example.com
    Post to name = Ada Example | Post to phone = | Post to address 1 = 1 Example Street | Post to address 2 =
    Post to city = Leeds | Post to county = West Yorkshire | Post to postcode = LS1 4AB
    Post to country = United Kingdom
    Item number = 110000000001 | Item title = Two-person tent | Custom label = AC-TENT-2 | Quantity = 2
    Sold for = £129.00 | Postage and packaging = £3.95
    Sale date = {now: DD-MMM-YY} | Paid on date = {now: DD-MMM-YY}
    Post by date = {in 2 days: DD-MMM-YY} | Dispatched on date =
  `),
  }),
};
