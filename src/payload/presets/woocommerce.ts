import type { FieldSource } from '../mapping/field-source.ts';
import { collectedBy, noWords, type Preset, withoutUnits, yesWords } from './preset.ts';

/** The names with and without the prefix that WooCommerce stores. */
const stored = (...names: string[]): string[] => names.flatMap((name) => [name, `wc-${name}`]);

/**
 * What WooCommerce and common plug-ins for payment and shipping call the status of an order, by what it means for the
 * warehouse. Customer/Order/Coupon Export writes the stored name, Advanced Order Export the title in the language of the
 * shop: English, German, French, Spanish, Italian, Dutch. A name that means different things in different translations is
 * in none of the lists.
 */
const statuses = {
  ships: [...stored('processing'), 'in bearbeitung', 'en cours', 'procesando', 'in lavorazione'],
  cancelled: [
    ...stored('cancelled', 'canceled', 'failed', 'trash'),
    ...['storniert', 'abgebrochen', 'fehlgeschlagen'],
    ...['annulée', 'échouée', 'échec'],
    ...['cancelado', 'fallido'],
    ...['annullato', 'cancellato', 'fallito', 'non riuscito'],
    ...['geannuleerd', 'mislukt'],
  ],
  refunded: [
    ...stored('refunded', 'returned'),
    ...['erstattet', 'rückerstattet', 'remboursée', 'reembolsado', 'rimborsato', 'terugbetaald'],
  ],
  partlyRefunded: [...stored('partially-refunded'), 'partially refunded'],
  fulfilled: [
    ...stored('completed', 'shipped', 'delivered', 'dispatched', 'in-transit'),
    ...['abgeschlossen', 'fertiggestellt', 'terminée', 'completado', 'completato', 'afgerond', 'voltooid'],
    ...['versandt', 'versendet', 'geliefert', 'expédiée', 'livrée', 'enviado', 'entregado'],
    ...['spedito', 'consegnato', 'verzonden', 'geleverd'],
    // Which goods of an order are left is not in the file.
    ...stored('partial-shipped', 'partially-shipped', 'updated-tracking'),
    ...['partially shipped', 'updated tracking', 'teilweise versandt', 'teilweise versendet'],
  ],
  unpaid: [
    ...stored('pending', 'checkout-draft', 'draft', 'partial-payment', 'partially-paid'),
    ...['pending payment', 'partially paid'],
    ...['zahlung ausstehend', 'entwurf'],
    ...['attente paiement', 'en attente de paiement', 'brouillon'],
    ...['pendiente de pago', 'pago pendiente', 'borrador'],
    ...['in attesa di pagamento', 'pagamento in sospeso', 'bozza'],
    ...['wachtend op betaling', 'in afwachting van betaling', 'concept'],
  ],
  collected: [...stored('ready-pickup', 'pickup'), 'ready for pickup', 'picked up'],
} as const;

/** The two plug-ins spell a column `shipping_city` and `City (Shipping)`. */
const address = (section: string, side: string, title: string): Record<string, FieldSource> => ({
  [`${section}.FullName`]: {
    either: [
      { column: [`${side}_full_name`, `Full Name (${title})`] },
      {
        join: [
          [`${side}_first_name`, `First Name (${title})`],
          [`${side}_last_name`, `Last Name (${title})`],
        ],
        with: ' ',
      },
    ],
  },
  [`${section}.Company`]: { column: [`${side}_company`, `Company (${title})`] },
  [`${section}.Address1`]: {
    column: [`${side}_address_1`, `Address 1 (${title})`, `Address 1&2 (${title})`],
  },
  [`${section}.Address2`]: { column: [`${side}_address_2`, `Address 2 (${title})`] },
  [`${section}.Town`]: { column: [`${side}_city`, `City (${title})`] },
  [`${section}.Region`]: {
    column: [`${side}_state`, `${side}_state_code`, `State Name (${title})`, `State Code (${title})`],
  },
  [`${section}.PostCode`]: { column: [`${side}_postcode`, `Postcode (${title})`] },
  [`${section}.CountryCode`]: { column: [`${side}_country`, `Country Code (${title})`] },
  [`${section}.Country`]: { column: [`Country Name (${title})`] },
});

/** Advanced Order Export states it beside the ordered quantity. */
const afterRefunds = 'Quantity (- Refund)';
const status = ['status', 'order_status', 'Order Status'];
/** Empty in a row that only names a further coupon of the order. */
const ofItem = [
  ...['item_id', 'item_sku', 'item_name', 'item_quantity', 'item_total', 'item_price'],
  ...['Item ID', 'Item #', 'SKU', 'Item Name', 'Product Name', 'Name', 'Quantity', afterRefunds],
  ...['Item Cost', 'Item Price'],
];
const dates = [
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DDTHH:mm:ssZ',
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DD HH:mm',
  'YYYY-MM-DD',
  'DD/MM/YYYY HH:mm',
];

/**
 * Customer/Order/Coupon Export with one row per item, and Advanced Order Export with its own titles. Every row repeats the
 * order's cells. Times are the shop's local times, so `--timezone` gives the zone.
 */
export const woocommerce: Preset = {
  title: 'a WooCommerce orders export',
  delimiter: ',',
  lineId: [['item_id', 'Item ID']],
  lineNumber: 'Item #',
  guardsFormulas: true,
  signature: [
    status,
    ['order_number', 'Order Number'],
    ['item_sku', 'SKU', 'item_name', 'Item Name'],
    ['billing_first_name', 'First Name (Billing)', 'shipping_first_name', 'First Name (Shipping)'],
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
  fields: {
    ReferenceNumber: { column: ['order_number_formatted', 'order_number', 'Order Number', 'order_id'] },
    ReceivedDate: { column: ['date', 'order_date', 'Order Date'], date: dates },
    Currency: { column: ['order_currency', 'Order Currency', 'Currency'], upperCase: true },
    // A processing order is paid, or will be paid on delivery.
    PaymentStatus: { const: 'PAID' },
    ChannelBuyerName: {
      either: [
        { column: ['billing_full_name', 'Full Name (Billing)'] },
        {
          join: [
            ['billing_first_name', 'First Name (Billing)', 'shipping_first_name', 'First Name (Shipping)'],
            ['billing_last_name', 'Last Name (Billing)', 'shipping_last_name', 'Last Name (Shipping)'],
          ],
          with: ' ',
        },
      ],
    },
    PostalServiceCost: { column: ['shipping_total', 'order_shipping', 'Order Shipping Amount'] },
    ...address('DeliveryAddress', 'shipping', 'Shipping'),
    'DeliveryAddress.PhoneNumber': {
      column: ['shipping_phone', 'Phone (Shipping)', 'billing_phone', 'Phone (Billing)'],
    },
    'DeliveryAddress.EmailAddress': { column: ['billing_email', 'Email (Billing)'] },
    ...address('BillingAddress', 'billing', 'Billing'),
    'BillingAddress.PhoneNumber': { column: ['billing_phone', 'Phone (Billing)'] },
    'BillingAddress.EmailAddress': { column: ['billing_email', 'Email (Billing)'] },
    SKU: { column: ['item_sku', 'SKU'], absent: 'unknown_product' },
    ItemTitle: { column: ['item_name', 'Item Name', 'Product Name', 'Name'], htmlCodes: true },
    Qty: {
      column: ['item_quantity', 'Quantity', afterRefunds],
      less: [{ column: 'item_refunded_qty', reason: 'refunded', negative: true }],
      left: afterRefunds,
    },
    PricePerUnit: {
      either: [
        { column: ['item_price', 'Item Cost', 'Item Price'] },
        { column: 'item_total', per: 'item_quantity' },
      ],
    },
  },
  deliveryFromBilling: true,
  orderRows: [{ column: ofItem, empty: true }],
  itemsRepeatOrder: true,
  leaveOut: [
    // Advanced Order Export can add a row for each refund. Its status is that of the refund, which is completed at once, so
    // that without this rule an order still to be shipped in part would seem to be shipped.
    {
      column: ['item_quantity', 'Quantity', afterRefunds, 'order_total', 'Order Total Amount'],
      negative: true,
      reason: 'partly-refunded',
    },
    { column: status, in: statuses.cancelled, reason: 'cancelled' },
    { column: status, in: statuses.refunded, reason: 'refunded' },
    { column: status, in: statuses.fulfilled, reason: 'fulfilled' },
    { column: status, in: statuses.unpaid, reason: 'unpaid' },
    { column: status, in: statuses.partlyRefunded, reason: 'partly-refunded' },
    { column: status, in: statuses.collected, reason: 'pickup' },
    { column: status, notIn: statuses.ships, reason: 'on-hold' },
    { column: status, empty: true, reason: 'on-hold' },
    {
      column: ['refunded_total', 'Order Refund Amount'],
      nonZero: true,
      unless: { column: ['item_refunded_qty', afterRefunds], empty: false },
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
      column: ['item_refunded', 'Order Line Total Refunded'],
      atLeast: ['item_total', 'Order Line (w/o tax)', 'Order Line Total'],
      unless: { column: 'item_refunded_qty', nonZero: true },
      reason: 'refunded',
    },
    { column: 'item_virtual', in: yesWords, reason: 'not-goods' },
    // Goods may come with a download.
    {
      column: 'item_downloadable',
      in: yesWords,
      unless: { column: 'item_virtual', in: noWords },
      reason: 'not-goods',
    },
  ],
  template: [
    [
      'order_number',
      'date',
      'status',
      'order_currency',
      'shipping_total',
      'shipping_method',
      'billing_first_name',
      'billing_last_name',
      'billing_email',
      'billing_phone',
      'shipping_first_name',
      'shipping_last_name',
      'shipping_company',
      'shipping_address_1',
      'shipping_address_2',
      'shipping_postcode',
      'shipping_city',
      'shipping_state',
      'shipping_country',
      'item_name',
      'item_sku',
      'item_quantity',
      'item_refunded_qty',
      'item_price',
    ],
    [
      'WC-1001',
      '2026-09-01 09:12:44',
      'processing',
      'GBP',
      '3.95',
      'Flat rate',
      'Ada',
      'Example',
      'ada@example.com',
      '',
      'Ada',
      'Example',
      '',
      '1 Example Street',
      '',
      'LS1 4AB',
      'Leeds',
      '',
      'GB',
      'Two-person tent',
      'AC-TENT-2',
      '2',
      '0',
      '129.00',
    ],
  ],
};
