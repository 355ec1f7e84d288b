import { listOf } from '../../text/words.ts';
import { addressFields, collectedBy, mayStop, type ShopExport, templateRow, withoutUnits } from './preset.ts';

const statuses = ['Order - Status', 'Order Status'];
const quantities = ['Item - Qty', 'Item Qty', 'Item Quantity', 'Item - Quantity', 'Quantity'];
const prices = ['Item - Price', 'Item Price', 'Item Unit Price', 'Item - Unit Price', 'Unit Price'];
const monthFirst = [
  ...['M/D/YYYY h:mm:ss A', 'M/D/YYYY h:mm A', 'M/D/YYYY H:mm:ss', 'M/D/YYYY H:mm', 'M/D/YYYY'],
  ...['YYYY-MM-DDTHH:mm:ssZ', 'YYYY-MM-DDTHH:mm:ss', 'YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD'],
];
const recipients = listOf('Ship To - Name | Ship To Name | Recipient Full Name | Recipient Name | Recipient');

/**
 * Order exports with either style of header: "Order - Number" (from the orders grid) or "Order Number". Times are the
 * account's local times, month first, so `--timezone` gives the zone. There is no currency.
 */
export const shipstation: ShopExport = {
  title: 'a ShipStation orders export',
  signature: [
    ['Order - Number', 'Order Number'],
    ['Ship To - Name', 'Ship To Name'],
    ['Item - SKU', 'Item SKU'],
  ],
  reading: () => ({
    tells: [[statuses, 'whatever their status']],
    fields: {
      ReferenceNumber: ['Order - Number', 'Order Number', 'Order #'],
      ReceivedDate: { column: ['Date - Order Date', 'Order Date'], date: monthFirst },
      DispatchBy: { column: ['Date - Ship By Date', 'Ship By Date', 'Ship By'], date: monthFirst },
      Currency: { column: ['Amount - Currency', 'Currency', 'Currency Code'], upperCase: true },
      // Orders to be shipped are paid; those awaiting payment are left out.
      PaymentStatus: { const: 'PAID' },
      ChannelBuyerName: [
        ...['Bill To - Name', 'Customer - Name', 'Bill To Name', 'Buyer Full Name', 'Customer Name'],
        ...recipients,
      ],
      PostalServiceCost: listOf(
        'Amount - Order Shipping | Amount - Shipping Paid | Shipping Paid | Order Shipping',
      ),
      ...addressFields('DeliveryAddress', {
        FullName: recipients,
        Company: ['Ship To - Company', 'Ship To Company', 'Recipient Company', 'Company'],
        Address1: ['Ship To - Address 1', 'Ship To Address 1', 'Address Line 1', 'Address 1'],
        Address2: {
          join: [
            ['Ship To - Address 2', 'Ship To Address 2', 'Address Line 2', 'Address 2'],
            ['Ship To - Address 3', 'Ship To Address 3', 'Address Line 3', 'Address 3'],
          ],
        },
        Town: ['Ship To - City', 'Ship To City', 'City'],
        Region: ['Ship To - State', 'Ship To State', 'State'],
        PostCode: ['Ship To - Postal Code', 'Ship To Postal Code', 'Postal Code', 'Zip'],
        CountryCode: [
          ...['Ship To - Country', 'Ship To Country', 'Ship To - Country Code', 'Ship To Country Code'],
          ...['Country Code', 'Country'],
        ],
        PhoneNumber: ['Ship To - Phone', 'Ship To Phone', 'Recipient Phone', 'Phone'],
        EmailAddress: listOf(
          'Customer Email | Customer - Email | Buyer Email | Ship To - Email | Ship To Email | Email',
        ),
      }),
      SKU: ['Item - SKU', 'Item SKU', 'SKU'],
      ItemTitle: ['Item - Name', 'Item Name'],
      Qty: quantities,
      PricePerUnit: prices,
    },
    columns: listOf(`
    Order - ID | Order ID | Order - CustomerID | Order - Pay Method | Order - Source | Amount - Order Subtotal |
    Amount - Order Tax | Amount - Tax | Amount - Order Total | Amount - Paid by Customer | Amount - Shipping Cost |
    Amount - Ship Rate Quoted | Order Total | Order Subtotal | Order Tax | Tax Paid | Amount Paid | Shipping Cost |
    Date - Paid Date | Paid Date | Payment Date | Date - Created | Date - Modified |
    Order - Date Modified | Dimensions - Height | Dimensions - Length | Dimensions - Width | Height | Length |
    Width | Weight | Weight - TotalOz | Weight - WeightLbs | Weight - WeightOz | Order Weight | Gift - Flag | Is Gift |
    Insurance - Cost | Insurance - Insured Value | Insurance - Provider | Bill To - Company | Bill To - Address 1 |
    Bill To - Address 2 | Bill To - City | Bill To - State | Bill To - Postal Code | Bill To - Country |
    Bill To - Phone | Carrier - Carrier Selected | Carrier - Service Selected | Carrier - Carrier Requested |
    Service - Confirmation Type | Service - Package Type | Count - Number of Items | Count - Number of Shipments |
    Number of Items | Market - Market Order URL | Market - Marketplace Name | Market - Store Name | Store Name |
    Marketplace | Market Order URL | Customs - Package Contents | Ship To - Residential Flag |
    Ship To - Verified Flag | Ship To - Zone | Ship To - Address 3 | Source | Username | Customer Username |
    Customer - Username | Item - Category | Item - Cost | Item - Cost Extended | Item - Fill SKU | Item - Image URL |
    Item - ISBN | Item - Location | Item - Options | Item - Origin Country Code | Item - UPC | Item - Weight |
    Item - Weight (oz) | Item Options | Item UPC | Item Weight | Item Location | Item Image URL | Item - ID |
    Item - Line Total | Item - Tax | Item - Discount | Operations - Warehouse | Warehouse | Assigned To | Batch
  `),
    notes: listOf(`
    Notes | Notes - From Buyer | Notes - Internal | Notes - To Buyer | Gift - Message | Customer Notes |
    Buyer Notes | Internal Notes | Gift Message | Notes From Buyer | Notes To Buyer
  `),
    cautions: [
      ...mayStop(
        ...['Tags', 'Custom - Field 1', 'Custom - Field 2', 'Custom - Field 3'],
        ...['Custom Field 1', 'Custom Field 2', 'Custom Field 3'],
      ),
      {
        column: 'Count - Number of Shipments',
        nonZero: true,
        warning: 'the order has shipments already: check what has been sent',
      },
    ],
    leaveOut: [
      { column: statuses, in: ['cancelled', 'canceled', 'voided'], reason: 'cancelled' },
      { column: statuses, in: ['refunded', 'returned'], reason: 'refunded' },
      { column: statuses, in: ['shipped', 'fulfilled', 'delivered'], reason: 'fulfilled' },
      // Of an order that has shipped in part, the file does not say how much is left.
      { column: ['Date - Shipped Date', 'Shipped Date', 'Ship Date'], empty: false, reason: 'fulfilled' },
      { column: 'Date - Hold Until', future: monthFirst, reason: 'on-hold' },
      { column: statuses, in: ['awaiting payment', 'awaiting_payment', 'unpaid'], reason: 'unpaid' },
      { column: statuses, notIn: ['awaiting shipment', 'awaiting_shipment', 'paid'], reason: 'on-hold' },
      { column: statuses, empty: true, reason: 'on-hold' },
      ...collectedBy(['Carrier - Service Requested', 'Service Requested', 'Requested Service']),
    ],
    dropLines: [
      withoutUnits(quantities, 'cancelled'),
      // A discount is a row of its own.
      { column: prices, negative: true, reason: 'not-goods' },
    ],
    template: templateRow(`
    Order - Number = S-1001 | Order - Status = Awaiting Shipment
    Date - Order Date = {now: M/D/YYYY h:mm:ss A} | Date - Ship By Date = {in 2 days: M/D/YYYY h:mm:ss A}
    Amount - Order Shipping = 5.00
    Ship To - Name = Ada Example | Ship To - Company =
    Ship To - Address 1 = 1 Example Street | Ship To - Address 2 =
    Ship To - City = Portland | Ship To - State = OR | Ship To - Postal Code = 97201 | Ship To - Country = US
    Ship To - Phone = | Customer Email = ada@example.com
    Item - SKU = AC-TENT-2 | Item - Name = Two-person tent | Item - Qty = 2 | Item - Price = 129.00
  `),
  }),
};
