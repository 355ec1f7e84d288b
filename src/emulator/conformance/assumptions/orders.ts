import type { AssumptionTexts } from '../rule.ts';

/** Outbound orders. */
export const orderAssumptions = {
  'A-02': ['values of PaymentStatus', 'any text that is not empty'],
  'A-03': [
    'how an order gets its channel reference',
    'from a top-level text field Channel_Ref, stored under that name',
    'also from a note "Channel_Ref: X" in Notes',
  ],
  'A-04': ['states of an order', 'Pending, Processing, Shipped, Cancelled', 'Dispatched instead of Shipped'],
  'A-05': [
    'fields of a stored order',
    'the request fields, Client, Status, OrderId, creation and update times, vendor and tracking number',
    'Items instead of OrderItems',
    'vendor and number in an object Tracking',
    'additional fields',
  ],
  'A-06': [
    'request and answer of a cancellation',
    'an optional reason; 200 with the cancelled order, also when repeated; 409 once shipped; 404 for unknown and MSF orders',
    '204 without a body',
    '409 when repeated',
    'the order is identified by its UUID, not its reference',
    'the order is identified by its number, not its reference',
  ],
  'A-07': [
    'record and shape of the MSF list',
    'a list of order records with ShipFrom; a pagination block beside it only when paged',
    'a page as {orders: […]}',
  ],
  'A-08': ['GET /order without a query', '400'],
  'A-09': [
    'the exact cut-off for channel references',
    'orders created at or after 2026-08-05T00:00:00Z are found',
  ],
  'A-10': [
    'an order for an unknown SKU, or for more than is in stock',
    'accepted; Available may fall below 0',
    '400 for an unknown SKU',
    '400 for insufficient stock',
  ],
  'A-12': ['DispatchBy without a time zone', 'read as UTC, with a warning beside data', '400'],
  'A-55': ['MSF orders by channel_ref', 'found like other orders', 'not found'],
  'A-56': [
    'POST /outbound with a reference that an MSF order of the client already has',
    '409',
    '201: MSF orders have references of their own',
  ],
  'A-58': ['letter case when looking up a channel reference', 'must match', 'is ignored'],
  'A-59': ['decimal places of PricePerUnit', 'any number', '400 for more than two'],
} as const satisfies AssumptionTexts;
