import { specified, unsupported } from './rule.ts';

/** Rules for stock levels. */
export const inventoryRules = [
  ...specified({
    'INV-SHAPE': 'the answer holds the client, the totals and each of its locations with a list of SKUs',
    'INV-SKU': 'a SKU shows dimensions, weight, price, stock, order book, availability and its last update',
    'INV-PRICE-NULL': 'RetailPrice is a number or null',
    'INV-AVAILABLE': 'Available is StockLevel less InOrderBook',
    'INV-LAST-UPDATE': 'LastUpdateDate and LastUpdateOperation tell the last change of the stock',
    'INV-SCOPE':
      'only the stock of the caller is shown, from the locations and SKU prefixes it is set up with',
    'INV-KEYWORD': 'keyword shows the SKU search keyword, which is the prefix the client is set up with',
    'INV-LOCATION-ID': 'location_filter is the UUID of the location',
    'INV-LOCATION-COUNT': 'location_count counts the locations of the client, also those without stock',
    'INV-TOTAL': 'total_inventory is the sum over all locations and SKUs, whatever the page',
    'INV-LOCATION-TOTAL': "a location's total_inventory is that of the whole location, whatever the page",
    'INV-UNIQUE-SKUS': 'total_count_of_skus counts each SKU once over all locations',
    'INV-PAGE-SKUS': "a location's total_count_of_skus and sku_count_in_page are those of this page",
    'INV-PAGE':
      'page and page_size cut the list of each location; has_more and next_page tell whether to go on',
    'INV-PAGE-COVER': 'reading all pages shows each SKU of each location once',
    'INV-PAGE-SIZE': 'page_size is 25 unless sent, from 1 to 200; page is 1 unless sent',
  }),
  ...unsupported({
    'INV-RESPONSE-TIME': [
      'an answer typically takes 2 to 5 seconds',
      'the emulator answers at once; --latency makes it slower',
    ],
  }),
];
