import { assumed } from './rule.ts';

const ordersAndStock = assumed({
  'A-01': ['shipping-cost estimation has no published endpoint', 'none: 404'],
  'A-02': ['values of PaymentStatus', 'any text that is not empty'],
  'A-03': [
    'how an order is given its channel reference',
    'as a text Channel_Ref at the top, kept under that name',
    'as a note "Channel_Ref: X" in Notes as well',
  ],
  'A-04': ['states of an order', 'Pending, Processing, Shipped, Cancelled', 'Dispatched in place of Shipped'],
  'A-05': [
    'fields of a stored order',
    'those of the request, Client, Status, OrderId, the times of creation and change, vendor and tracking number',
    'the lines under Items',
    'vendor and number in an object Tracking',
    'with fields that nobody announced',
  ],
  'A-06': [
    'payload and answer of a cancellation',
    'an optional reason; 200 with the cancelled order, and the same again; 409 once shipped; 404 for unknown and MSF',
    '204 without a body',
    '409 the second time',
  ],
  'A-07': [
    'record and shape of the MSF list',
    'order records with ShipFrom in a list, a pagination block beside it only when paged',
    'a page as {orders: […]}',
  ],
  'A-08': ['GET /order without a query', '400'],
  'A-09': [
    'where exactly the channel-reference cut-off lies',
    'orders from 2026-08-05T00:00:00Z on are found',
  ],
  'A-10': ['an order of an unknown SKU, or of more than there is', 'accepted; Available may fall below 0'],
  'A-11': ["an unknown warehouse or location, or one that is not the client's", '400 naming it'],
  'A-12': ['DispatchBy without a zone', 'read as UTC, with a warning beside data', '400'],
  'A-30': [
    'names within a stock-age record',
    'snake case, six ranges of days as a list, lots with receipt_date, quantity and age_days',
    'camel case',
    'the ranges as an object',
  ],
  'A-31': [
    'envelope of the stock-age list and name of its location parameter',
    'skus in data, pagination beside data; locationId',
    'both in data',
    'both at the top',
  ],
  'A-32': ['stock age of an unknown SKU', '404'],
  'A-33': ['a page or page_size that is out of range or no number, where nothing else is said', '400'],
  'A-41': ['an as_of_date that is malformed or to come', '400'],
  'A-47': [
    'what a snapshot is',
    'the stock as at 02:00 UTC of its day, one at the start for the last 02:00; later SKUs are not covered',
  ],
  'A-48': ['how ages are counted', 'whole UTC calendar days; the average weighted by quantity'],
});

const deliveries = assumed({
  'A-13': [
    'states and record of a legacy delivery',
    'pending and received; the request under the stored names with lines numbered',
    'the lines under lines',
  ],
  'A-14': ['a field that the service manages, sent on POST /inbound', '400 naming it', 'ignored'],
  'A-15': ['loading types', 'palletised, loose, mixed', 'floor_loaded in place of loose'],
  'A-16': ['container sizes', '20ft, 40ft, 40ft_hc, 45ft_hc', '20FT, 40FT, 40HC'],
  'A-17': [
    'fields of a slot',
    'those of the request, its reference, state, client, times, usedByPoReference and the schedule',
    'created_at in place of createdAt',
    'with fields that nobody announced',
  ],
  'A-18': [
    'state of a used and of a cancelled slot',
    'confirmed with usedByPoReference; cancelled, still readable',
    'consumed once used',
    'a cancelled one is 404',
  ],
  'A-19': [
    'status codes of the slot endpoints',
    '201 for booking, else 200; 409 for a response without an open offer and for cancelling a used slot',
    '204 without a body for cancelling',
  ],
  'A-20': ['weekends', 'can be booked'],
  'A-21': ['values outside an enumeration', '400 naming the field and what is allowed'],
  'A-22': [
    'answer to a created purchase order',
    '201 with number, reference, slot, state, date and count',
    '200',
    'the number alone',
  ],
  'A-23': [
    'a purchase order for a slot that is not confirmed, used, cancelled or foreign',
    '409, 409, 409, 404',
    '400 for one that is not confirmed',
  ],
  'A-24': ['a purchase order with neither slot nor date', '201 with deliveryDate null'],
  'A-25': ['a PO_REFERENCE used twice', '409'],
  'A-26': ['slot and purchase order in different warehouses', '400'],
  'A-27': [
    'status of a failure after the slot was claimed',
    '500; the reserved number is used again on the retry',
    '502',
    '503',
  ],
  'A-28': ['states of a purchase order', 'OPEN, PARTIAL, DELIVERED', 'PENDING at first'],
  'A-29': [
    'fields of a purchase order',
    'those of the request and the slot, items with ordered and delivered, the schedule and the report',
    'the lines under lines',
    'quantity_ordered and quantity_delivered',
  ],
  'A-42': ['purchase order items without any known product, or no items', '400 listing them'],
  'A-43': ['what usedByPoReference holds', 'the lw_po_number', 'the PO_REFERENCE'],
  'A-44': ['an ambiguous barcode on POST /inbound', '400 naming it, also where the SKU would decide'],
  'A-45': ['Expected_Arrival_Date beside a slotReference', 'accepted and ignored'],
  'A-46': ['an item whose barcode is unknown or absent', 'found by its SKU'],
  'A-49': ['how delivery times are written', 'with the offset of London', 'with Z'],
  'A-50': [
    'answer to a response, and which slots are listed',
    'the whole slot; all of them, cancelled ones too',
    'the schedule alone',
  ],
  'A-51': ['a purchase order without slot', 'must declare deliveryType and loadingType: 400'],
});

const everywhere = assumed({
  'A-34': ['what 403 is for', "a read-only account's writes, whatever they are about"],
  'A-35': [
    'bodies of 404, 429, 500 and 503, and the form of Retry-After',
    'success false and error; Retry-After in seconds',
    'Retry-After as a date',
    'no Retry-After',
    'a web page for 503',
  ],
  'A-36': ['rate limits', 'none unless asked for'],
  'A-37': ['limit of a request body', '413 above 10 MiB'],
  'A-38': ['an unknown path, and another method of a known one', '404; 405 with Allow', '404 for both'],
  'A-39': ['fields of a wrong type, and unknown ones', '400 naming the field; ignored'],
  'A-40': ['sign-in: a missing field, and the status of success', '400 "client_id is required"; 200', '201'],
});

/** What the emulator answers where the specification says nothing; the client leans on none of it. */
export const assumptionRules = [...ordersAndStock, ...deliveries, ...everywhere].sort((a, b) =>
  a.id < b.id ? -1 : 1,
);
