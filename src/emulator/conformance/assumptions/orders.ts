import type { AssumptionTexts } from '../rule.ts';

/** Outbound orders. */
export const orderAssumptions = {
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
    'with further fields',
  ],
  'A-06': [
    'payload and answer of a cancellation',
    'an optional reason; 200 with the cancelled order, and the same again; 409 once shipped; 404 for unknown and MSF',
    '204 without a body',
    '409 the second time',
    "the order's UUID names it, not its reference",
    "the order's number names it, not its reference",
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
  'A-10': [
    'an order of an unknown SKU, or of more than there is',
    'accepted; Available may fall below 0',
    '400 for an unknown SKU',
    '400 for too little stock',
  ],
  'A-12': ['DispatchBy without a zone', 'read as UTC, with a warning beside data', '400'],
  'A-55': ['MSF orders by channel_ref', 'found like others', 'not found'],
  'A-56': [
    'POST /outbound with a reference that an MSF order of the client holds',
    '409',
    '201: the two have references of their own',
  ],
  'A-58': ['case of a channel reference that is looked up', 'must be the same', 'does not matter'],
  'A-59': ['decimals of PricePerUnit', 'any number', '400 for more than two'],
} as const satisfies AssumptionTexts;
