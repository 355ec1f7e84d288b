import { listOf } from '../../text/words.ts';
import type { Fields } from '../mapping/field-source.ts';
import { addressFields, collectedBy, mayStop, type ShopExport, templateRow, withoutUnits } from './preset.ts';

/** All status columns in a file are read. */
const statuses = ['Payment status', 'Order status', 'Status', 'Paid status'];
const quantities = ['Item quantity', 'Quantity', 'Qty'];
const dayFirst = listOf(`
  D/M/YYYY HH:mm:ss | D/M/YYYY HH:mm | D/M/YYYY | D-M-YYYY HH:mm:ss | D-M-YYYY HH:mm | D-M-YYYY |
  D.M.YYYY HH:mm:ss | D.M.YYYY HH:mm | D.M.YYYY | D/M/YYYY h:mm:ss A | D MMM YYYY HH:mm:ss | D MMM YYYY |
  YYYY-MM-DDTHH:mm:ssZ | YYYY-MM-DDTHH:mm:ss | YYYY-MM-DD HH:mm:ss | YYYY-MM-DD HH:mm | YYYY-MM-DD`);

/** What both addresses have. Column names differ a little between the ways to export open orders. */
const address = (side: 'Shipping' | 'Billing'): Fields => ({
  FullName: [`${side} customer name`, `${side} name`],
  Company: [`${side} company`, `${side} address company`],
  Address1: [`${side} address 1`, `${side} address line 1`, `${side} Address1`],
  Address2: {
    join: [2, 3].map((line) =>
      [`address ${line}`, `address line ${line}`, `Address${line}`].map((name) => `${side} ${name}`),
    ),
  },
  Town: [`${side} address town`, `${side} town`, `${side} city`, `${side} address city`],
  Region: [`${side} address region`, `${side} region`, `${side} county`],
  PostCode: [`${side} address postcode`, `${side} postcode`, `${side} post code`, `${side} zip`],
  Country: [`${side} address country`, `${side} country`, `${side} country name`],
  CountryCode: [`${side} address country code`, `${side} country code`],
});

/** The open-orders export. Times have the day first and no zone, so `--timezone` gives it. */
export const linnworks: ShopExport = {
  title: 'a Linnworks open-orders export',
  signature: ['Reference Number', 'Received date', 'Shipping customer name'],
  reading: () => ({
    tells: [[statuses, 'whatever their status']],
    fields: {
      ReferenceNumber: ['Reference Number', 'Order reference number', 'Reference', 'Order Id'],
      ReceivedDate: { column: ['Received date', 'Order date'], date: dayFirst },
      DispatchBy: {
        column: ['Dispatch By', 'Despatch by', 'Dispatch by date', 'Despatch by date'],
        date: dayFirst,
      },
      Currency: ['Currency', 'Order currency', 'Currency code'],
      PaymentStatus: { column: statuses, upperCase: true },
      ChannelBuyerName: [
        ...['Billing customer name', 'Billing name', 'Customer full name', 'Customer name'],
        ...['Channel buyer name', 'Shipping customer name'],
      ],
      PostalServiceCost: ['Shipping cost', 'Postage cost', 'Order shipping cost'],
      ...addressFields('DeliveryAddress', {
        ...address('Shipping'),
        FullName: ['Shipping customer name', 'Shipping name', 'Customer full name', 'Customer name'],
        Company: ['Shipping company', 'Shipping address company', 'Customer company'],
        PhoneNumber: listOf(
          'Customer buyer phone number | Shipping phone number | Shipping phone | Customer phone number',
        ),
        EmailAddress: ['Customer email address', 'Customer email', 'Email address'],
      }),
      ...addressFields('BillingAddress', address('Billing')),
      SKU: ['Item SKU', 'SKU', 'Item number', 'Channel SKU'],
      ItemTitle: ['Item title', 'Title', 'Item name'],
      Qty: quantities,
      PricePerUnit: listOf(
        'Unit cost | Price per unit | Item price | Unit price | Item price per unit | Unit price inc tax',
      ),
      TaxRate: ['Item tax rate', 'Tax rate'],
    },
    columns: listOf(`
    Order Id | Order number | Secondary reference | External reference | Channel reference | Reference number |
    Source | SubSource | Sub source | Channel | Site | Location | Warehouse | Warehouse name |
    Paid on | Paid date | Payment method | Payment reference | Bank name | Processed by |
    Scheduled delivery start | Scheduled delivery end | Shipping cost ex tax | Shipping cost excl tax |
    Shipping cost tax | Shipping freight | Order tax | Tax | Order total | Order subtotal | Subtotal | Total |
    Total discount | Order discount | Country tax rate | Order discount type | Profit margin | Conversion rate |
    Shipping vendor | Shipping vendor name | Vendor | Postal service code | Postal service tag |
    Packaging group | Packaging type | Package type | Total weight | Item weight | Item total weight | Weight |
    Width | Height | Depth | Dimensions | Channel buyer name | Customer address 1 | Customer address 2 |
    Customer address 3 | Customer town | Customer region | Customer postcode | Customer country |
    Billing phone number | Billing email address | Item row id | Line discount | Discount | Line tax |
    Line total | Line total excluding tax | Line total ex tax | Item title original | Original title | Channel title |
    Barcode | Barcode number | Item barcode | Bin rack | Binrack | Category | Batch number | Additional info |
    Item source | Purchase price | Unit cost ex tax | Stock level | Available | Number of items | Items count |
    Invoice printed | Label printed | Pick list printed | Identifiers | Item number | Item options | Customer id
  `),
    cautions: [
      ...mayStop('Folder', 'Folders', 'Marker', 'Tag'),
      {
        column: ['Composite parent SKU', 'Composite parent order item number', 'Parent order item number'],
        empty: false,
        warning: 'this order has parts of a set: check that it does not have the set as a line too',
      },
    ],
    notes: [
      ...['Order notes', 'Notes', 'Note', 'Customer notes', 'Internal notes', 'Item notes', 'Buyer note'],
      ...['Order note', 'Gift message', 'Delivery notes'],
    ],
    leaveOut: [
      { column: statuses, in: ['cancelled', 'canceled', 'voided'], reason: 'cancelled' },
      // A date, or a word that nobody knows, may be a yes.
      { column: ['Cancelled', 'Is cancelled'], answers: 'not no', reason: 'cancelled' },
      { column: statuses, in: ['refunded', 'return', 'returned'], reason: 'refunded' },
      { column: statuses, in: ['partially refunded', 'partly refunded'], reason: 'partly-refunded' },
      { column: statuses, in: ['processed', 'shipped', 'despatched', 'dispatched'], reason: 'fulfilled' },
      { column: ['Processed', 'Is processed'], answers: 'not no', reason: 'fulfilled' },
      { column: ['Processed on', 'Processed date'], empty: false, reason: 'fulfilled' },
      // Nobody has the number of a parcel before it is packed.
      { column: 'Tracking number', answers: 'not no', reason: 'fulfilled' },
      { column: statuses, in: ['parked', 'locked', 'on hold', 'on-hold', 'rejected'], reason: 'on-hold' },
      {
        column: ['Parked', 'Is parked', 'Locked', 'Is locked', 'Hold or cancel', 'On hold'],
        answers: 'not no',
        reason: 'on-hold',
      },
      // After the reasons that must be reported if the order is already with the warehouse.
      { column: statuses, in: ['unpaid', 'pending'], reason: 'unpaid' },
      { column: ['Paid', 'Is paid'], answers: 'no', reason: 'unpaid' },
      {
        column: statuses,
        notIn: ['paid', 'resend', 'open', 'new', 'authorised', 'authorized'],
        reason: 'on-hold',
      },
      ...collectedBy(['Shipping service', 'Postal service', 'Postal service name', 'Shipping method']),
    ],
    dropLines: [
      withoutUnits(quantities, 'cancelled'),
      { column: 'Is service', answers: 'yes', reason: 'not-goods' },
    ],
    template: templateRow(`
    Reference Number = L-1001 | Received date = {now: DD/MM/YYYY HH:mm:ss}
    Dispatch By = {in 2 days: DD/MM/YYYY HH:mm:ss}
    Currency = GBP | Order status = Paid | Shipping cost = 3.95
    Customer email address = ada@example.com | Customer buyer phone number = | Customer company =
    Shipping customer name = Ada Example
    Shipping address 1 = 1 Example Street | Shipping address 2 = | Shipping address 3 =
    Shipping town = Leeds | Shipping region = West Yorkshire | Shipping postcode = LS1 4AB
    Shipping country = United Kingdom | Shipping country code = GB
    Item SKU = AC-TENT-2 | Item title = Two-person tent | Quantity = 2 | Unit cost = 129.00
  `),
  }),
};
