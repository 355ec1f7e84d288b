import type { EndpointName } from '../../contract/endpoints.ts';
import type { Fields } from '../../text/records.ts';
import { dayMs, isoUtc, minuteMs } from '../../text/time/time.ts';
import { londonTime, londonWindow, ukDate } from '../../text/time/zone.ts';
import { acme } from '../seed/built-in.ts';
import { knownProducts } from '../seed/default.ts';
import type { Described } from './document.ts';

export const tags = {
  Authentication: 'Sign in; a token lasts a day.',
  Inventory: 'Stock for each location, and how long it has been held.',
  Orders: 'Outbound orders to customers.',
  Deliveries: 'Inbound deliveries without a slot.',
  Slots: 'Delivery slots, and the negotiation of their time with the warehouse.',
  'Purchase orders': 'Deliveries for a confirmed slot.',
} as const;

interface Played {
  /** Bodies that the service accepts at the document's time. */
  readonly requests: ReturnType<typeof exampleRequests>;
  readonly answered: Readonly<Partial<Record<EndpointName, Fields>>>;
}

/** A call shown in the document, run on an emulator. */
interface ExampleCall {
  /** A warehouse action to run first: a path of the control API and its body. */
  readonly before?: readonly [path: string, body: object];
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly request?: object;
}

export interface Operation extends Pick<Described, 'summary' | 'description'> {
  readonly tag: keyof typeof tags;
  /** Success status first, then others that are plausible where the specification is silent; by default 200. */
  readonly success?: readonly [number, ...number[]];
  /** Refusals in addition to those that follow from what the endpoint takes. */
  readonly refusals?: readonly number[];
  /** The call used as the example; by default without path parameters. Its body is the one of `exampleRequests`. */
  readonly example?: (played: Played) => ExampleCall;
}

const slotOf = ({ answered }: Played): string => String(answered.bookSlot?.slotReference);

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
    example: (played) => ({
      before: [
        `/fc/slots/${slotOf(played)}/counter`,
        { proposedTime: played.requests.respondToSlot.proposedTime, comment: 'The morning is full' },
      ],
      params: { slotReference: slotOf(played) },
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
    example: (played) => ({ params: { slotReference: slotOf(played) } }),
  },
  cancelSlot: {
    tag: 'Slots',
    summary: 'Cancel a slot',
    description: 'Only while no purchase order uses it. Cancelling again changes nothing.',
    success: [200, 204],
    refusals: [409],
    example: (played) => ({ params: { slotReference: slotOf(played) } }),
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
    example: ({ answered }) => ({
      params: { poReference: String(answered.createPurchaseOrder?.lw_po_number) },
    }),
  },
};

/** A day soon after `now`, Tuesday to Friday, when every warehouse takes deliveries: `YYYY-MM-DD`. */
function deliveryDay(now: number): string {
  for (let ms = now + 3 * dayMs; ; ms += dayMs) {
    const date = ukDate(ms);
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
    if (weekday >= 2 && weekday <= 5) return date;
  }
}

const address = {
  FullName: 'Jo Field',
  Address1: '1 High Street',
  Town: 'York',
  PostCode: 'YO1 7HH',
  CountryCode: 'GB',
};

const delivery = {
  Warehouse_Name: 'Northgate FC',
  items: [{ barcode: '2000000001012', Quantity: 12, SKU: 'AC-TENT-2' }],
};

/** Request bodies that an emulator with `exampleSeed` accepts at a given time (ms). */
export const exampleRequests = (now: number) => ({
  login: { client_id: acme.client_id, client_secret: acme.client_secret },
  createOrder: {
    ReferenceNumber: 'WEB-1001',
    ReceivedDate: isoUtc(now - 30 * minuteMs),
    DispatchBy: isoUtc(now + dayMs),
    Currency: 'GBP',
    PaymentStatus: 'PAID',
    ChannelBuyerName: 'Jo Field',
    warehouse_name: 'Northgate FC',
    OrderItems: [
      { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 129, OrderLineNumber: '1' },
    ],
    DeliveryAddress: address,
    BillingAddress: address,
  },
  createInbound: { PO_REFERENCE: 'IN-1001', ...delivery },
  bookSlot: {
    date: deliveryDay(now),
    window: 'morning',
    warehouse: 'Northgate FC',
    loadingType: 'palletised',
    numberOfSkus: 'lt_10',
    deliveryType: 'truck',
    palletCount: 4,
  },
  respondToSlot: {
    action: 'counter',
    proposedTime: londonTime(londonWindow(deliveryDay(now), 13)),
    comment: 'Not before noon',
  },
  createPurchaseOrder: {
    PO_REFERENCE: 'PO-1001',
    ...delivery,
    deliveryType: 'truck',
    loadingType: 'palletised',
  },
});

/** The data that the example requests need, at a given time (ms). */
export const exampleSeed = (now: number) => ({
  version: 1,
  rngSeed: 42,
  now: isoUtc(now),
  warehouses: [{ name: 'Northgate FC' }],
  clients: [{ ...acme, warehouses: ['Northgate FC'] }],
  products: [{ ...knownProducts[0], stock: [{ warehouse: 'Northgate FC', qty: 40, receivedAt: '-P90D' }] }],
  orders: [
    {
      ...exampleRequests(now).createOrder,
      client: acme.client_id,
      ReferenceNumber: 'MSF-1001',
      ShipFrom: 'MSF',
    },
  ],
});
