import { specified } from './rule.ts';

const creating = {
  'ORD-CREATE': 'a created order answers 201 with message, reference, client, Pending and its identifiers',
  'ORD-CREATE-IDS': 'OrderId is a UUID and a whole number, each order its own',
  'ORD-CREATE-REQUIRED': 'the required fields of an order are required, and a missing one is named',
  'ORD-CREATE-STATUS': 'a Status that the caller sends is ignored; the order is Pending',
  'ORD-CREATE-DUPLICATE': 'a ReferenceNumber that the client has used gives 409',
  'ORD-CREATE-DUPLICATE-CANCELLED': 'a cancelled order keeps its reference',
  'ORD-CREATE-DUPLICATE-MSF': 'an MSF order keeps its reference too',
  'ORD-CREATE-RACE': 'of one order sent several times at once exactly one is created',
  'ORD-CREATE-SCOPE': 'references are unique per client: two clients may use the same one',
  'ORD-DATES': 'ReceivedDate and DispatchBy are ISO 8601 times',
  'ORD-RECEIVED-UTC': 'ReceivedDate is written as UTC with a trailing Z',
  'ORD-DISPATCHBY-UTC': 'DispatchBy is stored converted to UTC, from Z or any offset',
  'ORD-CURRENCY': 'Currency is EUR, GBP or USD',
  'ORD-WAREHOUSE': 'warehouse_name is the exact name of a warehouse',
  'ORD-OPTIONAL': 'PostalServiceCost, PostalServiceTaxRate and the TaxRate of a line may be sent',
  'ORD-LINES': 'an order has at least one line',
  'ORD-LINE-REQUIRED': 'the required fields of a line are required, and a missing one is named',
  'ORD-QTY': 'Qty is a positive whole number',
  'ORD-PRICE': 'PricePerUnit is at least 0.01',
  'ORD-LINE-NUMBER': 'OrderLineNumber is text that is not empty',
  'ORD-ADDRESS-REQUIRED': 'both addresses have name, first line, town and post code',
  'ORD-ADDRESS-COUNTRY': 'an address has Country or CountryCode or both',
  'ORD-ADDRESS-OPTIONAL': 'company, second line, region, phone and e-mail of an address may be sent',
};

const reading = {
  'ORD-GET': 'reading an order by reference shows lines, prices, addresses, status and Client',
  'ORD-GET-UPDATES': 'the record shows what happened since creation, such as dispatch and tracking',
  'ORD-GET-UNKNOWN': 'an unknown reference is 404',
  'ORD-GET-SCOPE': 'an order of another client cannot be read',
  'ORD-GET-MSF': 'an MSF order cannot be read by its reference',
  'ORD-GET-ENCODED': 'any reference can be read, percent-encoded in the path',
  'ORD-CHANNEL': 'channel_ref finds every order of that channel reference as a full record',
  'ORD-CHANNEL-ARRAY': 'data is a list whatever the number of matches',
  'ORD-CHANNEL-EXACT': 'channel_ref matches the exact text only',
  'ORD-CHANNEL-SCOPE': 'channel_ref finds the orders of the caller alone',
  'ORD-CHANNEL-CUT-OFF': 'channel_ref does not find orders from before 2026-08-05',
  'ORD-CHANNEL-PAGE': 'page and page_size do not apply to channel_ref',
  'ORD-CANCEL': 'POST /order/{order_id}/cancel cancels an order',
  'ORD-STATES': 'an order goes through its states in one direction, and stock and order book go with it',
};

/** Rules for orders. */
export const orderRules = specified({ ...creating, ...reading });
