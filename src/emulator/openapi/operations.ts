import type { EndpointName } from '../../contract/endpoints.ts';
import type { Described } from './document.ts';
import { type ExampleCall, exampleNames, type exampleRequests } from './examples.ts';

export const tags = {
  Authentication: 'Sign in; a token lasts a day.',
  Inventory: 'Stock for each location, and how long it has been held.',
  Orders: 'Outbound orders to customers.',
  Deliveries: 'Inbound deliveries without a slot.',
  Slots: 'Delivery slots, and the negotiation of their time with the warehouse.',
  'Purchase orders': 'Deliveries for a confirmed slot.',
} as const;

export interface Operation extends Pick<Described, 'summary' | 'description'> {
  readonly tag: keyof typeof tags;
  /** Success status first, then others that are plausible where the specification is silent; by default 200. */
  readonly success?: readonly [number, ...number[]];
  /** Refusals in addition to those that follow from what the endpoint takes. */
  readonly refusals?: readonly number[];
  /** The call used as the example; by default without path parameters. Its body is the one of `exampleRequests`. */
  readonly example?: (requests: ReturnType<typeof exampleRequests>) => ExampleCall;
}

const ofSlot = { params: { slotReference: exampleNames.slot } };

/** What the document adds to the contract's table for each endpoint. The examples run in this order. */
export const operations: Readonly<Record<EndpointName, Operation>> = {
  login: {
    tag: 'Authentication',
    summary: 'Sign in',
    description: 'Returns a bearer token for all other calls. Reuse it until it expires.',
    success: [200, 201],
  },
  inventory: {
    tag: 'Inventory',
    summary: 'Read stock',
    description:
      'Each location comes with its own page of SKUs; has_more says whether any location has another page.',
  },
  stockAge: {
    tag: 'Inventory',
    summary: 'Read the stock age of one SKU',
    description:
      'From the 02:00 UTC snapshot, or rebuilt from stock movements if the snapshot cannot answer.',
    example: () => ({ params: { sku: 'AC-TENT-2' } }),
  },
  stockAgeList: {
    tag: 'Inventory',
    summary: 'List stock ages',
    description: 'Every SKU of the client, sorted by SKU. Pages 1 to total_pages cover the catalogue.',
  },
  createOrder: {
    tag: 'Orders',
    summary: 'Create an order',
    description: 'References are unique per client: a repeated one gives 409. The order starts as Pending.',
    success: [201],
    refusals: [409],
  },
  getOrder: {
    tag: 'Orders',
    summary: 'Read an order',
    description: 'By its reference. Orders that a marketplace fulfils (MSF) are not found this way.',
    example: () => ({ params: { referenceNumber: 'WEB-1001' } }),
  },
  listOrders: {
    tag: 'Orders',
    summary: 'List orders by channel reference, or MSF orders',
    description:
      'With channel_ref, the orders with exactly that channel reference. With ship_from=MSF, all orders that a marketplace fulfils, in pages if page or page_size is sent. One of the two is required.',
    example: () => ({ query: '?ship_from=MSF&page=1' }),
  },
  cancelOrder: {
    tag: 'Orders',
    summary: 'Cancel an order',
    description: 'A shipped order cannot be cancelled (409). Cancelling again changes nothing.',
    success: [200, 204],
    refusals: [409],
    example: () => ({
      params: { order_id: 'WEB-1001' },
      request: { reason: 'The customer changed their mind' },
    }),
  },
  createInbound: {
    tag: 'Deliveries',
    summary: 'Register a delivery',
    description:
      'Raises stock at once. If any line does not match a stock item of the client, nothing is registered.',
    success: [201],
    refusals: [409],
  },
  getInbound: {
    tag: 'Deliveries',
    summary: 'Read a delivery',
    description: 'By the PO_REFERENCE that it was registered with.',
    example: () => ({ params: { deliveryNumber: 'IN-1001' } }),
  },
  bookSlot: {
    tag: 'Slots',
    summary: 'Book a slot',
    description: 'The slot is pending_ops until the warehouse answers. Poll it a few times an hour at most.',
    success: [201],
  },
  getSlot: {
    tag: 'Slots',
    summary: 'Read a slot',
    description: "Its state, and every offer so far; those proposed by ops are the warehouse's.",
    example: ({ respondToSlot: { proposedTime } }) => ({
      before: [
        `/_emulator/fc/slots/${exampleNames.slot}/counter`,
        { proposedTime, comment: 'The morning is full' },
      ],
      ...ofSlot,
    }),
  },
  listSlots: {
    tag: 'Slots',
    summary: 'List slots',
    description: 'All slots of the client or, with available=true, only those that a purchase order can use.',
  },
  respondToSlot: {
    tag: 'Slots',
    summary: "Answer the warehouse's offer",
    description:
      'Accepts the offer or asks for another time. 409 if the schedule has changed: read the slot again, then respond.',
    refusals: [409],
    example: () => ofSlot,
  },
  cancelSlot: {
    tag: 'Slots',
    summary: 'Cancel a slot',
    description: 'Only while no purchase order uses it. Cancelling again changes nothing.',
    success: [200, 204],
    refusals: [409],
    example: () => ofSlot,
  },
  createPurchaseOrder: {
    tag: 'Purchase orders',
    summary: 'Create a purchase order',
    description:
      'For the confirmed time of its slot, which it uses up. If creation then fails, the slot is released, and the body has retryable and the reserved lw_po_number.',
    success: [201, 200],
    refusals: [404, 409, 502],
  },
  getPurchaseOrder: {
    tag: 'Purchase orders',
    summary: 'Read a purchase order',
    description:
      "By its lw_po_number: lines, delivery, negotiation and, once processed, the warehouse's report.",
    example: () => ({ params: { poReference: exampleNames.purchaseOrder } }),
  },
};
