import { keysOf } from '../../text/records.ts';
import { listOf } from '../../text/words.ts';
import type { FieldSource, Fields } from '../mapping/field-source.ts';
import { addressFields, collectedBy, type ShopExport, templateRow, withoutUnits } from './preset.ts';

/** A status as it is stored and as a plug-in writes it (`wc-in-transit`), and as its title. */
const spellings = (text: string): readonly string[] =>
  listOf(text).flatMap((title) => {
    const stored = title.replaceAll(' ', '-');
    return stored === title ? [title, `wc-${title}`] : [title, stored, `wc-${stored}`];
  });

/** Statuses of orders that ship, in the languages of shops. */
const shipping = 'processing | in bearbeitung | en cours | procesando | in lavorazione';

/** Of a plug-in for shipments; the file does not say how much is left. */
const shippedInPart = 'partial shipped | partially shipped | teilweise versandt | teilweise versendet';

/** Statuses of WooCommerce and of plug-ins that stop an order, in the languages of shops. */
const stopping = {
  cancelled: `
    cancelled | canceled | failed | trash | storniert | abgebrochen | fehlgeschlagen | annulée | échouée | échec |
    cancelado | cancelada | fallido | annullato | cancellato | fallito | non riuscito | geannuleerd | mislukt |
    anulowane | nieudane | falhou | malsucedido | avbruten | misslyckades`,
  refunded: `
    refunded | returned | erstattet | rückerstattet | remboursée | reembolsado | rimborsato | terugbetaald |
    zwrócone | återbetald`,
  fulfilled: `
    completed | complete | shipped | dispatched | despatched | delivered | in transit | updated tracking |
    abgeschlossen | fertiggestellt | versandt | versendet | geliefert | terminée | expédiée | livrée | completado |
    enviado | entregado | completato | spedito | consegnato | afgerond | voltooid | verzonden | geleverd |
    zrealizowane | wysłane | concluído | enviada | slutförd | färdigbehandlad | skickad`,
  unpaid: `
    pending | pending payment | checkout draft | draft | partial payment | partially paid | zahlung ausstehend |
    entwurf | attente paiement | en attente de paiement | brouillon | pendiente de pago | pago pendiente | borrador |
    in attesa di pagamento | pagamento in sospeso | bozza | wachtend op betaling | in afwachting van betaling |
    concept | oczekujące na płatność | pagamento pendente | rascunho | väntar på betalning | utkast`,
  'partly-refunded': 'partially refunded | partial refunded',
  pickup: 'pickup | ready pickup | ready for pickup | picked up',
} as const;

/** Advanced Order Export states it beside the ordered quantity. */
const afterRefunds = 'Quantity (- Refund)';
const refunded = ['refunded_total', 'Order Refund Amount'];
/** What is left of the total. */
const leftOfTotal = 'Order Total Amount (- Refund)';
const refundedOfItem = ['item_refunded', 'Order Line Total Refunded'];
const completedOn = ['date_completed', 'completed_date', 'Date Completed', 'Completed Date'];
const status = ['status', 'order_status', 'Order Status'];
/** Empty in a row that only names a further coupon of the order. */
const ofItem = [
  ...['item_id', 'item_sku', 'item_name', 'item_quantity', 'item_total', 'item_price'],
  ...['Item ID', 'Item #', 'SKU', 'Item Name', 'Product Name', 'Name', 'Quantity', afterRefunds],
  ...['Item Cost', 'Item Price'],
];
const dates = [
  ...['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DDTHH:mm:ssZ', 'YYYY-MM-DDTHH:mm:ss', 'YYYY-MM-DD HH:mm'],
  'YYYY-MM-DD',
];

const [firstNames, lastNames] = [
  ['billing_first_name', 'First Name (Billing)', 'shipping_first_name', 'First Name (Shipping)'],
  ['billing_last_name', 'Last Name (Billing)', 'shipping_last_name', 'Last Name (Shipping)'],
] as const;

/** A name that is whole in some exports, and in others in two columns. */
const fullName = (whole: readonly string[], ...parts: readonly (readonly string[])[]): FieldSource => ({
  either: [whole, { join: parts, with: ' ' }],
});

/** What both addresses have. The two plug-ins spell a column `shipping_city` and `City (Shipping)`. */
const address = (own: 'shipping' | 'billing', title: 'Shipping' | 'Billing'): Fields => ({
  FullName: fullName(
    [`${own}_full_name`, `Full Name (${title})`],
    [`${own}_first_name`, `First Name (${title})`],
    [`${own}_last_name`, `Last Name (${title})`],
  ),
  Company: [`${own}_company`, `Company (${title})`],
  Address1: [`${own}_address_1`, `Address 1 (${title})`, `Address 1&2 (${title})`],
  Address2: [`${own}_address_2`, `Address 2 (${title})`],
  Town: [`${own}_city`, `City (${title})`],
  Region: [`${own}_state`, `${own}_state_code`, `State Name (${title})`, `State Code (${title})`],
  PostCode: [`${own}_postcode`, `Postcode (${title})`],
  CountryCode: [`${own}_country`, `Country Code (${title})`],
  Country: [`Country Name (${title})`],
});

/**
 * Customer/Order/Coupon Export with one row per item, and Advanced Order Export with its own titles. Every row repeats the
 * order's cells. Times are the shop's local times, so `--timezone` gives the zone.
 */
export const woocommerce: ShopExport = {
  title: 'a WooCommerce orders export',
  signature: [
    status,
    ['order_number', 'Order Number'],
    // A bare `SKU` is one of any shop.
    ['item_sku', 'item_name', 'Item Name', 'First Name (Billing)', 'First Name (Shipping)'],
    firstNames,
  ],
  wrongReports: [
    {
      title: 'a WooCommerce export with all items of an order in one row',
      has: [
        ['order_number', 'order_id', 'order_date'],
        ['line_item_1', 'line_items', 'order_items'],
      ],
      lacks: ['item_sku', 'item_name'],
      advice: 'export again with the format "one row per item"',
    },
  ],
  reading: () => ({
    lineId: [['item_id', 'Item ID']],
    lineNumber: 'Item #',
    guardsFormulas: true,
    tells: [[status, 'whatever their status']],
    fields: {
      ReferenceNumber: ['order_number_formatted', 'order_number', 'Order Number', 'order_id'],
      ReceivedDate: { column: ['date', 'order_date', 'Order Date'], date: dates },
      Currency: { column: ['order_currency', 'Order Currency', 'Currency'], upperCase: true },
      // A processing order is paid, or will be paid on delivery.
      PaymentStatus: { const: 'PAID' },
      ChannelBuyerName: fullName(['billing_full_name', 'Full Name (Billing)'], firstNames, lastNames),
      PostalServiceCost: ['shipping_total', 'order_shipping', 'Order Shipping Amount'],
      ...addressFields('DeliveryAddress', {
        ...address('shipping', 'Shipping'),
        PhoneNumber: ['shipping_phone', 'Phone (Shipping)', 'billing_phone', 'Phone (Billing)'],
        EmailAddress: ['billing_email', 'Email (Billing)'],
      }),
      ...addressFields('BillingAddress', {
        ...address('billing', 'Billing'),
        PhoneNumber: ['billing_phone', 'Phone (Billing)'],
        EmailAddress: ['billing_email', 'Email (Billing)'],
      }),
      SKU: { column: ['item_sku', 'SKU'], absent: 'unknown_product' },
      ItemTitle: { column: ['item_name', 'Item Name', 'Product Name', 'Name'], htmlCodes: true },
      Qty: {
        column: ['item_quantity', 'Quantity', afterRefunds],
        less: [{ column: 'item_refunded_qty', reason: 'refunded', negative: true }],
        left: afterRefunds,
      },
      PricePerUnit: {
        either: [['item_price', 'Item Cost', 'Item Price'], { column: 'item_total', per: 'item_quantity' }],
      },
    },
    columns: listOf(`
    order_key | paid_date | date_paid | date_modified | modified_date |
    shipping_tax_total | fee_total | fee_tax_total | tax_total | cart_discount | order_discount |
    discount_total | order_subtotal | order_tax | order_total_tax | payment_method | payment_method_title |
    transaction_id | customer_id | customer_user | customer_email | customer_username | customer_ip_address |
    customer_user_agent | created_via | order_version | prices_include_tax | vat_number | billing_country_name |
    shipping_country_name | wt_import_key | tax_rates | item_product_id | item_variation_id | item_subtotal |
    item_subtotal_tax | item_total_tax | item_tax | item_tax_class | item_meta | item_type | line_type |
    line_items | shipping_items | fee_items | tax_items | coupon_items | coupons |
    download_permissions | download_permissions_granted | outstanding_balance | has_coupon | weight |
    order_weight | Order ID | Order Key | Order Line ID | Order URL | Created Via | Paid Date | Modified Date | Date Paid | Order Subtotal Amount | Order Subtotal | Order Tax Amount |
    Order Shipping Tax Amount | Order Shipping + Tax Amount | Order Discount Amount | Order Refund Tax Amount |
    Order Total Tax Amount | Order Total Amount without Tax | Order Total |
    Order Fee Amount | Cart Discount Amount | Cart Discount Amount Tax | Discount Amount | Discount Amount Tax |
    Coupon Code | Coupon Description | Coupons Used | Coupon Type | Payment Method | Payment Method Title |
    Transaction ID | Customer User ID | Customer User | Customer Username | Customer Role |
    Customer IP address | Customer Total Orders | Customer Total Spent | City, State, Zip (Billing) |
    City, State, Zip (Shipping) | Product Id | Variation ID | Product Variation | Product Name (main) |
    Product Attributes | Category | Tags | Attributes | Brand | Image URL | Product URL | Length | Width |
    Height | Order Line Subtotal | Order Line Tax | Order Line Total (- Refund) | Order Line Tax Refunded |
    Order Line Title | Item Discount Amount | Item Discount | Item Tax Rate | Item Cost Before Discount |
    Regular Price | Sale Price | Stock Quantity | Total items | Total products | Total weight | Total volume |
    Order Tax Rate | Item Cost (inc. tax) | Full Categories
  `),
    notes: [
      ...['customer_note', 'Customer Note', 'order_notes', 'Order Notes', 'order_comments', 'gift_message'],
      ...['Customer Provided Note', 'Order Note'],
    ],
    deliveryFromBilling: true,
    orderRows: [{ column: ofItem, empty: true }],
    leaveOut: [
      // Advanced Order Export can add a row for each refund. Its status is that of the refund, which is completed at once, so
      // that without this rule an order still to be shipped in part would seem to be shipped.
      {
        column: ['item_quantity', 'Quantity', afterRefunds, 'order_total', 'Order Total Amount'],
        negative: true,
        reason: 'partly-refunded',
      },
      { column: status, in: spellings(shippedInPart), reason: 'fulfilled', partly: true },
      ...keysOf(stopping).map((reason) => ({ column: status, in: spellings(stopping[reason]), reason })),
      { column: status, notIn: spellings(shipping), reason: 'on-hold' },
      { column: status, empty: true, reason: 'on-hold' },
      // A file without the status may still have its day.
      {
        column: completedOn,
        answers: 'not no',
        unless: { column: status, empty: false },
        reason: 'fulfilled',
      },
      { column: refunded, atLeast: ['order_total', 'Order Total Amount'], reason: 'refunded' },
      // Neither a quantity of zero nor an amount without a quantity says which goods were paid back.
      {
        column: refunded,
        nonZero: true,
        and: { column: refunded, nonZero: true, unless: { column: afterRefunds, empty: false } },
        unless: {
          ...{ column: ['item_refunded_qty', ...refundedOfItem], nonZero: true },
          and: { column: 'item_refunded_qty', empty: false },
        },
        reason: 'partly-refunded',
      },
      {
        column: leftOfTotal,
        empty: false,
        and: {
          ...{ column: ['order_total', 'Order Total Amount'], nonZero: true },
          unless: { column: afterRefunds, empty: false },
        },
        unless: { column: leftOfTotal, atLeast: ['order_total', 'Order Total Amount'] },
        reason: 'partly-refunded',
      },
      // No other column says of what they are.
      {
        column: 'refunds',
        empty: false,
        unless: { column: [...refunded, ...refundedOfItem, 'item_refunded_qty'], nonZero: true },
        reason: 'partly-refunded',
      },
      ...collectedBy([
        ...['shipping_method', 'shipping_method_title', 'Shipping Method', 'Shipping Method Title'],
        'Shipping Method (no id)',
      ]),
    ],
    dropLines: [
      withoutUnits(['item_quantity', 'Quantity'], 'cancelled'),
      { column: afterRefunds, in: ['0'], reason: 'refunded' },
      // The price was paid back, and nobody entered how many units that was for.
      {
        column: refundedOfItem,
        atLeast: ['item_total', 'Order Line (w/o tax)', 'Order Line Total'],
        unless: { column: 'item_refunded_qty', nonZero: true },
        reason: 'refunded',
      },
      { column: 'item_virtual', answers: 'yes', reason: 'not-goods' },
      // Goods may come with a download.
      {
        column: 'item_downloadable',
        answers: 'yes',
        unless: { column: 'item_virtual', answers: 'no' },
        reason: 'not-goods',
      },
    ],
    template: templateRow(`
    order_number = WC-1001 | date = {now: YYYY-MM-DD HH:mm:ss} | status = processing | order_currency = GBP
    shipping_total = 3.95 | shipping_method = Flat rate
    billing_first_name = Ada | billing_last_name = Example | billing_email = ada@example.com | billing_phone =
    shipping_first_name = Ada | shipping_last_name = Example | shipping_company =
    shipping_address_1 = 1 Example Street | shipping_address_2 = | shipping_postcode = LS1 4AB
    shipping_city = Leeds | shipping_state = | shipping_country = GB
    item_name = Two-person tent | item_sku = AC-TENT-2 | item_quantity = 2 | item_refunded_qty = 0
    item_price = 129.00
  `),
  }),
};
