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
