import * as z from 'zod/mini';
import { deliveredItem, orderedItem, schedule, slot, stockFigures } from './answers.ts';
import { count, instant } from './primitives.ts';

/** The records of the control API that the warehouse page, the library and the OpenAPI document share; open to more. */

const text = z.string();
/** Times and durations that move the clock; checked in code, so that a refusal names the field. */
export const clockTime = z.string();
export const clockStep = z.string();

const owned = { client: text, client_name: text, warehouse_name: z.nullable(text) };

/** A delivery slot request and its negotiation. */
export const listedSlot = z.extend(z.omit(slot, { schedule: true }), {
  ...owned,
  ...schedule.shape,
  createdAt: instant,
});

/** Units of a SKU that a purchase order brings. */
export const expectedLine = z.looseObject({ SKU: text, ordered: count, delivered: count });

/** Goods that a client sends to the warehouse: units ordered and delivered of each SKU. */
export const listedPurchaseOrder = z.looseObject({
  ...owned,
  lw_po_number: text,
  PO_REFERENCE: text,
  status: text,
  slotReference: z.nullable(text),
  deliveryDate: z.nullable(instant),
  lines: z.array(z.extend(expectedLine, { title: text })),
  createdAt: instant,
  updatedAt: instant,
});

export const listedDelivery = z.looseObject({
  ...owned,
  delivery_number: text,
  external_delivery_number: z.optional(z.nullable(text)),
  status: text,
  received_at: instant,
  items: z.array(deliveredItem),
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
  OrderItems: z.array(orderedItem),
  ShippingVendor: z.nullable(text),
  TrackingNumber: z.nullable(text),
  CreatedAt: instant,
  UpdatedAt: instant,
});

export const listedStock = z.looseObject({ ...owned, SKU: text, title: text, ...stockFigures });

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
  error: z.optional(text),
  /** The fault rule's effect on it. */
  fault: z.optional(z.unknown()),
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
