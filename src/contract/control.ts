import * as z from 'zod/mini';
import { count, day, instant } from './primitives.ts';

/** The records of the control API that the warehouse page, the library and the OpenAPI document share; open to more. */

const text = z.string();
/** Times and durations that move the clock; checked in code, so that a refusal names the field. */
export const clockTime = z.string();
export const clockStep = z.string();

const owned = { client: text, client_name: text, warehouse_name: z.nullable(text) };

/** One proposed time for a slot, from the client or the warehouse (`ops`). */
export const proposal = z.looseObject({
  proposedBy: z.enum(['client', 'ops']),
  proposedTime: instant,
  comment: z.nullable(text),
  createdAt: z.optional(instant),
});

/** A delivery slot request and its negotiation. */
export const listedSlot = z.looseObject({
  ...owned,
  slotReference: text,
  scheduleStatus: text,
  date: day,
  window: text,
  warehouse: text,
  loadingType: text,
  numberOfSkus: text,
  deliveryType: z.optional(z.nullable(text)),
  containerSize: z.optional(z.nullable(text)),
  palletCount: z.optional(z.nullable(z.int())),
  containerTruckNumber: z.optional(z.nullable(text)),
  requestedTime: instant,
  confirmedTime: z.nullable(instant),
  proposals: z.array(proposal),
  usedByPoReference: z.nullable(text),
  createdAt: instant,
  updatedAt: instant,
});

/** Goods that a client sends to the warehouse: units ordered and delivered of each SKU. */
export const listedPurchaseOrder = z.looseObject({
  ...owned,
  lw_po_number: text,
  PO_REFERENCE: text,
  status: text,
  slotReference: z.nullable(text),
  deliveryDate: z.nullable(instant),
  lines: z.array(z.looseObject({ SKU: text, title: text, ordered: count, delivered: count })),
  createdAt: instant,
  updatedAt: instant,
});

/** A delivery of the legacy inbound flow. */
export const listedDelivery = z.looseObject({
  ...owned,
  delivery_number: text,
  external_delivery_number: z.optional(z.nullable(text)),
  status: text,
  received_at: instant,
  items: z.array(z.looseObject({ SKU: text, barcode: text, Quantity: count })),
});

/** A customer order; those that a marketplace fulfils have no warehouse. */
export const listedOrder = z.looseObject({
  ...owned,
  ReferenceNumber: text,
  Status: text,
  ShipFrom: z.nullable(text),
  Channel_Ref: z.nullable(text),
  DispatchBy: instant,
  ChannelBuyerName: text,
  OrderItems: z.array(z.looseObject({ SKU: text, ItemTitle: text, Qty: z.int() })),
  ShippingVendor: z.nullable(text),
  TrackingNumber: z.nullable(text),
  CreatedAt: instant,
  UpdatedAt: instant,
});

/** Units of a SKU in a warehouse. */
export const listedStock = z.looseObject({
  ...owned,
  SKU: text,
  title: text,
  StockLevel: z.int(),
  InOrderBook: z.int(),
  Available: z.int(),
  LastUpdateDate: instant,
  LastUpdateOperation: text,
});

/** A request to the service, as the journal keeps it: without secrets, its time by the emulator's clock. */
export const loggedRequest = z.object({
  /** Increases with each request. */
  id: z.int(),
  at: instant,
  method: text,
  /** As sent, still encoded, without the version segment and the query. */
  path: text,
  query: z.optional(text),
  client: z.optional(text),
  status: z.int(),
  /** The message of a refusal. */
  error: z.optional(text),
  /** The fault rule's effect on it. */
  fault: z.optional(z.unknown()),
  /** The assumptions on which the answer rests. */
  assumptions: z.optional(z.array(text)),
  /** The parsed body, or the beginning of a long one. */
  body: z.optional(z.unknown()),
  /** The answer's body, or the beginning of its text when it is long. */
  answer: z.optional(z.unknown()),
});

export type LoggedRequest = z.infer<typeof loggedRequest>;

export const clock = z.looseObject({ now: instant, mode: z.enum(['running', 'frozen']) });

/** The clock, and a token that changes with the state and the journal. */
export const changes = z.extend(clock, { token: text });
