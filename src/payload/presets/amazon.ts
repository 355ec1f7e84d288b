import { listOf } from '../../text/words.ts';
import { addressFields, noUnits, type ShopExport, templateRow, withoutUnits } from './preset.ts';

/** Who ships: Amazon or the seller. */
const channels = ['fulfilled-by', 'fulfillment-channel'];

const addressLines = ['ship-address-1', 'ship-address-2', 'ship-address-3'];

/** The unshipped-orders and new-orders reports. `item-price` is the price of the whole quantity purchased. */
export const amazon: ShopExport = {
  title: 'an Amazon orders report',
  signature: ['order-id', 'order-item-id', 'purchase-date', 'ship-address-1'],
  wrongReports: [
    {
      title: 'an Amazon "All orders" report',
      has: ['amazon-order-id', 'purchase-date', 'ship-postal-code'],
      lacks: ['ship-address-1'],
      advice:
        'it has no street addresses; choose the "Unshipped orders" or the "New orders" report from Orders > Order reports',
    },
  ],
  reading: () => ({
    delimiter: '\t',
    literalQuotes: true,
    lineId: ['order-item-id'],
    fields: {
      ReferenceNumber: 'order-id',
      ReceivedDate: 'purchase-date',
      DispatchBy: ['latest-ship-date', 'promise-date'],
      Currency: 'currency',
      // Orders in both reports have been paid.
      PaymentStatus: { const: 'PAID' },
      ChannelBuyerName: ['buyer-name', 'recipient-name'],
      ...addressFields('DeliveryAddress', {
        FullName: 'recipient-name',
        Company: ['ship-company', 'buyer-company-name'],
        // Buyers in the European Union may have their street in the second line, and nothing in the first.
        Address1: addressLines,
        Address2: { join: addressLines, rest: true },
        Town: 'ship-city',
        Region: 'ship-state',
        PostCode: 'ship-postal-code',
        CountryCode: 'ship-country',
        PhoneNumber: ['ship-phone-number', 'buyer-phone-number'],
        EmailAddress: 'buyer-email',
      }),
      SKU: 'sku',
      ItemTitle: 'product-name',
      // A line that has shipped, and is sent anyway, is sent in full.
      Qty: { either: [{ column: 'quantity-to-ship', absent: '0' }, 'quantity-purchased'] },
      PricePerUnit: { column: 'item-price', per: ['quantity-purchased', 'quantity-to-ship'] },
    },
    // Further promotions of a line have rows of their own, in which nearly everything else is blank.
    skipRows: [
      {
        column: ['sku', 'product-name', 'quantity-purchased', 'quantity-to-ship'],
        empty: true,
        and: {
          column: [
            ...['item-promotion-id', 'item-promotion-discount'],
            ...['ship-promotion-id', 'ship-promotion-discount'],
          ],
          empty: false,
        },
      },
    ],
    columns: listOf(`
    reporting-date | days-past-promise | earliest-ship-date | earliest-delivery-date | latest-delivery-date |
    delivery-start-date | delivery-end-date | delivery-time-zone | ship-service-name | ship-method |
    address-type | payment-method | payment-method-details | payment-method-fee | cod-collectible-amount |
    already-paid | item-tax | shipping-price | shipping-tax | gift-wrap-type | gift-wrap-price |
    gift-wrap-tax | sales-channel | is-business-order | purchase-order-number | price-designation | is-prime |
    is-sold-by-ab | is-premium-order | is-pickup-point-order | is-exchange-order | is-replacement-order |
    original-order-id | is-amazon-invoiced | is-transparency |
    buyer-tax-registration-id | buyer-vat-number | buyer-identification-number | cpf | ioss-number |
    tax-collection-model | tax-collection-responsible-party | signature-confirmation-recommended |
    number-of-items | order-channel | verge-of-cancellation | verge-of-lateShipment | license-state |
    license-expiration-date | customized-url | customized-page | vat-exclusive-item-price |
    vat-exclusive-shipping-price | default-ship-from-address-name | default-ship-from-address-field-1 |
    default-ship-from-address-field-2 | default-ship-from-address-field-3 | default-ship-from-city |
    default-ship-from-state | default-ship-from-country | default-ship-from-postal-code |
    actual-ship-from-address-name | actual-ship-from-address-1 | actual-ship-from-address-field-2 |
    actual-ship-from-address-field-3 | actual-ship-from-city | actual-ship-from-state |
    actual-ship-from-country | actual-ship-from-postal-code
  `),
    notes: ['delivery-Instructions', 'gift-message-text'],
    leaveOut: [
      { column: 'order-status', in: ['cancelled', 'canceled'], reason: 'cancelled' },
      { column: 'order-status', in: ['shipped'], reason: 'fulfilled' },
      { column: channels, in: ['amazon', 'afn', 'fba'], reason: 'fulfilled' },
      // An unknown word may be a yes, and nobody gives a reason for what was not asked.
      {
        column: ['is-buyer-requested-cancellation', 'buyer-requested-cancel-reason'],
        answers: 'not no',
        reason: 'on-hold',
      },
      { column: 'order-status', in: ['pending', 'unpaid'], reason: 'unpaid' },
      { column: 'order-status', notIn: ['unshipped', 'partiallyshipped'], reason: 'on-hold' },
      // Whoever else it may be: only what the seller ships is ours.
      { column: channels, notIn: ['merchant', 'mfn', 'easy ship'], reason: 'on-hold' },
      // The buyer collects it in the seller's shop.
      { column: 'is-ispu-order', answers: 'not no', reason: 'pickup' },
    ],
    dropLines: [
      withoutUnits('quantity-purchased', 'cancelled'),
      { column: 'quantity-to-ship', in: noUnits, reason: 'fulfilled' },
      // Without what is left to ship, a line that has shipped in part must not be sent in full.
      {
        column: 'quantity-shipped',
        nonZero: true,
        unless: { column: 'quantity-to-ship', empty: false },
        reason: 'fulfilled',
      },
    ],
    template: templateRow(`
    order-id = 204-0000001-0000001 | order-item-id = 10000000000001
    purchase-date = {now: YYYY-MM-DDTHH:mm:ss+00:00} | payments-date = {now: YYYY-MM-DDTHH:mm:ss+00:00}
    promise-date = {in 2 days: YYYY-MM-DDTHH:mm:ss+00:00}
    buyer-email = ada@example.com | buyer-name = Ada Example | buyer-phone-number =
    sku = AC-TENT-2 | product-name = Two-person tent
    quantity-purchased = 2 | quantity-shipped = 0 | quantity-to-ship = 2
    currency = GBP | item-price = 258.00 | ship-service-level = Standard
    recipient-name = Ada Example | ship-address-1 = 1 Example Street | ship-address-2 = | ship-address-3 =
    ship-city = Leeds | ship-state = | ship-postal-code = LS1 4AB | ship-country = GB
  `),
  }),
};
