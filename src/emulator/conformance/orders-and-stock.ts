import { specified, unsupported } from './rule.ts';

/** Rules for stock levels. */
export const inventoryRules = [
  ...specified({
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
  }),
  ...unsupported({
    'INV-RESPONSE-TIME': [
      'an answer typically takes 2 to 5 seconds',
      'the emulator answers immediately; --latency makes it slower',
    ],
  }),
];

/** Rules for stock ages. */
export const stockAgeRules = specified({
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
});

const creating = {
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
};

const reading = {
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
  'ORD-STATES': 'an order moves through its states in one direction, and stock and order book change with it',
};

/** Rules for orders. */
export const orderRules = specified({ ...creating, ...reading });

/** Rules for marketplace (MSF) orders. */
export const msfRules = specified({
  'MSF-LIST': 'ship_from=MSF lists all MSF orders of the client, sorted by reference',
  'MSF-SCOPE': "the list holds only the caller's MSF orders",
  'MSF-ONLY': 'any ship_from other than MSF gives 400',
  'MSF-WINS': 'ship_from takes precedence over channel_ref',
  'MSF-PAGED':
    'page or page_size selects a page with a pagination block; without either, the list is complete',
  'MSF-STABLE': 'reading all pages shows each MSF order once, in order',
  'MSF-PAGE': 'page is a whole number of at least 1; anything else counts as 1',
  'MSF-PAGE-SIZE': 'page_size is 1 to 200; anything else counts as 100',
});
