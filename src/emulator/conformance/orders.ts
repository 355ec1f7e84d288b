import { specified } from './rule.ts';

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
