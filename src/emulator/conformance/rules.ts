import { assumptionRules, type ConformanceRule } from './assumptions.ts';
import tests from './tests.json';

/** Rules that the specification states, by area and id. */
const specified: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Sign-in': {
    'AUTH-LOGIN':
      'POST /auth/login exchanges client_id and client_secret for data with access_token, expires_in and client_id',
    'AUTH-JWT': 'the access token is a JWT',
    'AUTH-EXPIRY': 'a token is valid for 86,400 seconds, as expires_in says, and no longer',
    'AUTH-REUSE': 'one token is good for all requests until it expires',
    'AUTH-BEARER': 'every endpoint except sign-in needs a token',
    'AUTH-REQUIRED': 'a missing or invalid Authorization header gives 401 with the error "Unauthorized"',
    'AUTH-FORGED': 'a token that the service did not sign is invalid',
    'AUTH-WRONG': 'wrong credentials give 401 with a message that says so',
    'AUTH-SCOPE':
      'the token decides whose inventory, orders, deliveries, slots and purchase orders are visible',
    'AUTH-SECRET': 'the secret and the token are never shown',
  },
  Inventory: {
    'INV-SHAPE': 'the answer holds the client, the totals and each of its locations with a list of SKUs',
    'INV-SKU': 'a SKU shows dimensions, weight, price, stock, order book, availability and its last update',
    'INV-PRICE-NULL': 'RetailPrice is a number or null',
    'INV-AVAILABLE': 'Available is StockLevel minus InOrderBook',
    'INV-LAST-UPDATE': 'LastUpdateDate and LastUpdateOperation describe the last stock change',
    'INV-SCOPE': "only the caller's stock is shown, for its configured locations and SKU prefixes",
    'INV-KEYWORD': "keyword is the SKU search keyword: the client's configured prefix",
    'INV-LOCATION-ID': 'location_filter is the UUID of the location',
    'INV-LOCATION-COUNT':
      "location_count counts all of the client's locations, including those without stock",
    'INV-TOTAL': 'total_inventory is the sum over all locations and SKUs, whatever the page',
    'INV-LOCATION-TOTAL': "a location's total_inventory covers the whole location, whatever the page",
    'INV-UNIQUE-SKUS': 'total_count_of_skus counts each SKU once across all locations',
    'INV-PAGE-SKUS': "a location's total_count_of_skus and sku_count_in_page are those of this page",
    'INV-PAGE':
      "page and page_size select part of each location's list; has_more and next_page say whether more follows",
    'INV-PAGE-COVER': 'reading all pages shows each SKU of each location once',
    'INV-PAGE-SIZE': 'page_size is 1 to 200 and 25 by default; page is 1 by default',
  },
  'Stock age': {
    'AGE-RECORD': 'a record holds the quantity, the average, oldest and newest age, age ranges and the lots',
    'AGE-FIFO': 'ages follow receipts and movements, assuming that the oldest stock ships first',
    'AGE-ORACLE': 'the lots are those left after moving the units one by one',
    'AGE-NONE': 'a SKU without stock has a record without ages or lots',
    'AGE-LOCATION': 'locationId scopes a record to one location',
    'AGE-AS-OF': 'as_of_date shows the snapshot of a past day',
    'AGE-SNAPSHOT': 'records come from a snapshot taken daily at 02:00 UTC',
    'AGE-LIVE': 'a SKU that the snapshot does not cover is computed live',
    'AGE-STALE': 'without a usable snapshot the record is computed live',
    'AGE-LIST': 'the list holds every SKU of the catalogue, sorted by SKU',
    'AGE-LIST-SCOPE': "the list holds only the caller's SKUs",
    'AGE-LIST-SHAPE': 'an entry of the list is the record of its SKU with stock_age_available',
    'AGE-LIST-AVAILABLE': 'stock_age_available is false until a snapshot covers the SKU',
    'AGE-LIST-STALE': 'a snapshot that was not taken covers no SKU',
    'AGE-LIST-STOCK': 'in_stock_only lists and pages only SKUs with stock; without it, all SKUs are listed',
    'AGE-LIST-LOCATION': 'a location scopes the lots and quantities of the list',
    'AGE-LIST-AS-OF': 'as_of_date is not available on the list',
    'AGE-LIST-PAGE': 'pages 1 to total_pages cover the catalogue',
    'AGE-LIST-PAGE-SIZE': 'page_size is 50 by default; values above 100 count as 100',
  },
  Orders: {
    'ORD-CREATE':
      'creating an order gives 201 with a message, its reference, client, status Pending and identifiers',
    'ORD-CREATE-IDS': 'OrderId is a UUID and a whole number, unique to each order',
    'ORD-CREATE-REQUIRED': 'an order without a required field is rejected, and the error names the field',
    'ORD-CREATE-STATUS': 'a Status that the caller sends is ignored; the order starts as Pending',
    'ORD-CREATE-DUPLICATE': 'a ReferenceNumber that the client has already used gives 409',
    'ORD-CREATE-DUPLICATE-CANCELLED': 'a cancelled order keeps its reference',
    'ORD-CREATE-DUPLICATE-MSF': 'an MSF order keeps its reference too',
    'ORD-CREATE-RACE': 'an order sent several times at once is created exactly once',
    'ORD-CREATE-SCOPE': 'references are unique per client: two clients may use the same one',
    'ORD-DATES': 'ReceivedDate and DispatchBy are ISO 8601 times',
    'ORD-RECEIVED-UTC': 'ReceivedDate is written as UTC with a trailing Z',
    'ORD-DISPATCHBY-UTC': 'DispatchBy has Z or any offset, and is stored in UTC',
    'ORD-CURRENCY': 'Currency is EUR, GBP or USD',
    'ORD-WAREHOUSE': 'warehouse_name is the exact name of a warehouse',
    'ORD-OPTIONAL': 'PostalServiceCost, PostalServiceTaxRate and the TaxRate of a line are optional',
    'ORD-LINES': 'an order has at least one line',
    'ORD-LINE-REQUIRED': 'a line without a required field is rejected, and the error names the field',
    'ORD-QTY': 'Qty is a positive whole number',
    'ORD-PRICE': 'PricePerUnit is at least 0.01',
    'ORD-LINE-NUMBER': 'OrderLineNumber is a non-empty text',
    'ORD-ADDRESS-REQUIRED': 'both addresses need a name, first line, town and postcode',
    'ORD-ADDRESS-COUNTRY': 'an address needs Country, CountryCode or both',
    'ORD-ADDRESS-OPTIONAL': "an address's company, second line, region, phone and e-mail are optional",
    'ORD-GET': 'reading an order by reference shows lines, prices, addresses, status and Client',
    'ORD-GET-UPDATES': 'the record shows changes since creation, such as dispatch and tracking',
    'ORD-GET-UNKNOWN': 'an unknown reference gives 404',
    'ORD-GET-SCOPE': 'an order of another client cannot be read',
    'ORD-GET-MSF': 'an MSF order cannot be read by its reference',
    'ORD-GET-ENCODED': 'any reference can be read, percent-encoded in the path',
    'ORD-CHANNEL': 'channel_ref finds every order of that channel reference as a full record',
    'ORD-CHANNEL-ARRAY': 'data is a list, however many orders match',
    'ORD-CHANNEL-EXACT': 'channel_ref matches only the exact text',
    'ORD-CHANNEL-SCOPE': "channel_ref finds only the caller's orders",
    'ORD-CHANNEL-CUT-OFF': 'channel_ref does not find orders from before 2026-08-05',
    'ORD-CHANNEL-PAGE': 'page and page_size do not apply to channel_ref',
    'ORD-CANCEL': 'POST /order/{order_id}/cancel cancels an order',
    'ORD-STATES':
      'an order moves through its states in one direction, and stock and order book change with it',
  },
  'MSF orders': {
    'MSF-LIST': 'ship_from=MSF lists all MSF orders of the client, sorted by reference',
    'MSF-SCOPE': "the list holds only the caller's MSF orders",
    'MSF-ONLY': 'any ship_from other than MSF gives 400',
    'MSF-WINS': 'ship_from takes precedence over channel_ref',
    'MSF-PAGED':
      'page or page_size selects a page with a pagination block; without either, the list is complete',
    'MSF-STABLE': 'reading all pages shows each MSF order once, in order',
    'MSF-PAGE': 'page is a whole number of at least 1; anything else counts as 1',
    'MSF-PAGE-SIZE': 'page_size is 1 to 200; anything else counts as 100',
  },
  'Inbound deliveries': {
    'INB-CREATE':
      'creating a delivery gives 201 with delivery_number, client, status pending and items_count',
    'INB-REQUIRED': 'PO_REFERENCE, Warehouse_Name and items are required; the error names a missing one',
    'INB-ITEMS': 'a delivery has at least one item',
    'INB-ITEM-REQUIRED': 'an item has a barcode and a quantity',
    'INB-QUANTITY': 'Quantity is a whole number of at least 1',
    'INB-OPTIONAL': "Secondary_PO_Reference, transport_id and an item's SKU are optional",
    'INB-WAREHOUSE': 'Warehouse_Name is the name of a location and is resolved to its identifier',
    'INB-STORED': 'PO_REFERENCE becomes delivery_number, Secondary_PO_Reference external_delivery_number',
    'INB-RECEIVED-AT': 'received_at is the time at which the delivery was registered',
    'INB-LINE-NUMBERS': 'itm_number numbers the lines from 1',
    'INB-MANAGED': 'received_at, status, docnum, plant, batch and itm_number must not be sent',
    'INB-STOCK': 'creating a delivery raises inventory',
    'INB-DUPLICATE': 'a PO_REFERENCE that the client has used gives 409',
    'INB-SCOPE': 'delivery numbers are unique per client: two clients may use the same one',
    'INB-RESOLVE':
      'every line must match a stock item; otherwise the whole delivery is rejected with 400 naming the lines',
    'INB-RESOLVE-SCOPE': "a line matches only the client's own stock items",
    'INB-GET': 'GET /inbound/{deliveryNumber} shows the delivery',
    'INB-GET-UNKNOWN': 'an unknown delivery number gives 404',
    'INB-GET-SCOPE': 'a delivery of another client cannot be read',
  },
  Slots: {
    'SLOT-BOOK-PENDING': 'a booked slot has a slotReference and waits for the warehouse as pending_ops',
    'SLOT-BOOK-REQUIRED':
      'date, window, warehouse, loadingType and numberOfSkus are required; the error names a missing one',
    'SLOT-BOOK-OPTIONAL': 'vehicle, pallet count and registration are optional',
    'SLOT-BOOK-DATE-FORMAT': 'date is a calendar day as YYYY-MM-DD',
    'SLOT-BOOK-PAST': 'a date in the past is rejected',
    'SLOT-BOOK-MONDAY': 'Mondays cannot be booked',
    'SLOT-BOOK-MONDAY-ACCEPTED': 'except at warehouses that accept Mondays',
    'SLOT-BOOK-WINDOW': 'morning means arrival at 09:00 UK time, afternoon at 13:00',
    'SLOT-BOOK-WAREHOUSE-LENGTH': 'a warehouse name has at most 200 characters',
    'SLOT-BOOK-LOADING': 'palletised is a loading type',
    'SLOT-BOOK-SKU-BUCKETS': 'numberOfSkus is lt_10, 10_to_20 or gt_20',
    'SLOT-BOOK-DELIVERY-TYPE': 'deliveryType is container or truck',
    'SLOT-BOOK-CONTAINER-SIZE': 'a container needs a containerSize',
    'SLOT-BOOK-PALLETS': 'palletCount is a whole number of at least 1',
    'SLOT-BOOK-VEHICLE-LENGTH': 'containerTruckNumber has at most 100 characters',
    'SLOT-CONFIRM': 'a confirmation by the warehouse makes a pending slot confirmed',
    'SLOT-CONFIRM-TIME': 'the warehouse may confirm a different time',
    'SLOT-COUNTER': 'a counter-offer makes the slot pending_customer and appears as a proposal by ops',
    'SLOT-RESPOND-ACCEPT': 'accepting an offer makes the slot confirmed',
    'SLOT-RESPOND-COUNTER': 'countering with a proposedTime makes the slot wait for the warehouse again',
    'SLOT-RESPOND-ROUNDS': 'the two sides may counter any number of times',
    'SLOT-RESPOND-CONFIRM-LAST':
      'a confirmation after a counter-offer sets the time that the client last asked for',
    'SLOT-RESPOND-FIELDS': 'action is accept or counter; a counter needs proposedTime',
    'SLOT-RESPOND-OFFSET': 'proposedTime carries its offset',
    'SLOT-RESPOND-COMMENT': 'a counter may carry a comment',
    'SLOT-RESPOND-CHANGED':
      'a response to a schedule that has changed gives 409 until the slot is read again',
    'SLOT-RESPOND-RACE': 'of two simultaneous answers, one takes effect and the other gets 409',
    'SLOT-STATES': 'no sequence of calls leaves the published transitions',
    'SLOT-GET': 'reading a slot shows its scheduleStatus and schedule.proposals',
    'SLOT-GET-UNKNOWN': 'an unknown slot gives 404',
    'SLOT-LIST': "the list holds the client's slots",
    'SLOT-LIST-AVAILABLE': 'available=true lists only slots that are ready to use',
    'SLOT-SCOPE': "another client's slot can be neither read nor changed",
    'SLOT-CANCEL': 'an unused slot can be cancelled',
    'SLOT-CANCEL-IDEMPOTENT': 'cancelling again is harmless',
    'SLOT-CANCEL-USED': 'a used slot cannot be cancelled',
    'SLOT-POLL': 'slots are polled a few times an hour at most',
  },
  'Purchase orders': {
    'PO-CREATE':
      "the order exists under its lw_po_number when the call returns, dated at its slot's confirmed time",
    'PO-CREATE-REQUIRED':
      'PO_REFERENCE, Warehouse_Name and items are required; the error names a missing one',
    'PO-CLAIM': 'the order uses up its slot, which names it in usedByPoReference and cannot be used again',
    'PO-CLAIM-RACE': 'if several orders claim one slot, exactly one gets it',
    'PO-INHERIT': "the order inherits the slot's vehicle and load",
    'PO-CORRECT': "a palletCount or containerTruckNumber in the order replaces the slot's",
    'PO-DELIVERY-TYPE': 'deliveryType is container or truck, and required if the slot did not declare it',
    'PO-LOADING-TYPE': 'loadingType is required if no slot declared it',
    'PO-PALLETS': 'palletCount is a whole number',
    'PO-VEHICLE-LENGTH': 'containerTruckNumber has at most 100 characters',
    'PO-QUANTITY': 'Quantity is a whole number of at least 1',
    'PO-ITEM-BARCODE': 'an item matches its product by barcode, or else by SKU',
    'PO-ITEM-UNKNOWN': 'unknown or ambiguous items reject the whole request with 400 listing them',
    'PO-EXPECTED-DATE': 'Expected_Arrival_Date without a slotReference gives 409',
    'PO-FAIL-RELEASE':
      'a failure after the claim releases the slot and returns retryable and the reserved lw_po_number',
    'PO-GET': 'the order is read by its lw_po_number and shows lines, delivery and live status',
    'PO-GET-UNKNOWN': 'an unknown number gives 404',
    'PO-READ-SCHEDULE': 'the order shows the whole negotiation of its slot',
    'PO-READ-DELIVERED': 'each line shows what was ordered and what was delivered',
    'PO-READ-REPORT': 'once received, it shows the report: times, checklist, discrepancies',
    'PO-READ-PARTIAL': 'the report says whether the delivery is partial',
    'PO-SCOPE': 'an order of another client cannot be read',
  },
  Errors: {
    'ERR-JSON': 'every request and response body is JSON',
    'ERR-ENVELOPE': 'a success has success true and data, with any pagination block beside it',
    'ERR-SHAPE': 'a failure has success false and an error text',
    'ERR-400': 'an invalid request gives 400',
    'ERR-REQUIRED': 'a missing field gives 400 with "<field> is required"',
    'ERR-DATE': 'a date in the wrong format gives 400',
    'ERR-ITEMS': 'unknown and ambiguous SKUs or barcodes give 400 with a message that lists them',
    'ERR-FORBIDDEN': 'an account without permission gets 403',
    'ERR-NOT-FOUND': 'a missing resource gives 404',
    'ERR-SERVER': 'a failure of the service gives 500',
    'ERR-UNAVAILABLE': 'an unavailable service gives 503',
    'ERR-RETRY': 'a request that failed with 500 or 503 is retried with increasing delays',
  },
  Limits: {
    'LIMIT-429': 'too many requests give 429; a Retry-After header may say how many seconds to wait',
    'LIMIT-PAGE': 'page is at least 1, and 1 by default, on every paged endpoint',
  },
  Versions: {
    'VER-BASE': 'every path is below the base address, whose last segment is the version v1',
    'VER-LEGACY': 'POST /inbound remains available alongside slots and purchase orders',
    'VER-EXPECTED-DATE': 'delivery dates are agreed through slots, not by Expected_Arrival_Date',
  },
};

/** Rules that the specification states but an emulator cannot follow: the text and the reason, by area and id. */
const unsupported: Readonly<Record<string, Readonly<Record<string, readonly [text: string, why: string]>>>> =
  {
    'Sign-in': {
      'AUTH-ISSUE': [
        'credentials are issued by the operator of the service',
        'this happens outside the interface; the emulator takes its accounts from the seed',
      ],
    },
    Inventory: {
      'INV-RESPONSE-TIME': [
        'an answer typically takes 2 to 5 seconds',
        'the emulator answers immediately; --latency makes it slower',
      ],
    },
    Versions: {
      'VER-EVENTS': [
        'changes are seen by polling; there are no events',
        'nothing to emulate: no mechanism is described',
      ],
      'VER-LIFECYCLE': [
        'deprecation, lifecycle and compatibility of versions',
        'the specification mentions them but says nothing about them',
      ],
    },
  };

const rulesOf = (area: string): ConformanceRule[] => [
  ...Object.entries(specified[area] ?? {}).map(([id, text]) => ({ id, text, status: 'specified' }) as const),
  ...Object.entries(unsupported[area] ?? {}).map(
    ([id, [text, why]]) => ({ id, text, status: 'unsupported', why }) as const,
  ),
];

/** Every rule of the service that the emulator follows, by area. */
export const ruleGroups: readonly (readonly [area: string, rules: readonly ConformanceRule[]])[] = [
  ...Object.keys(specified).map((area) => [area, rulesOf(area)] as const),
  ['Assumptions', assumptionRules],
];

/** The tests that check each rule, by rule id; `npm run conformance` generates them. */
export const testsByRule: Readonly<Record<string, readonly string[]>> = tests;
