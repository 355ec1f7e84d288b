import * as z from 'zod/mini';
import type { EndpointName } from './endpoints.ts';
import { address } from './order.ts';
import { day, envelope, instant, pagination } from './primitives.ts';
import { skuBuckets, slotWindows } from './slot.ts';

/** The service's answers: what is present under every assumption is required, and there may be more fields. */

const text = z.string();
const optional = { text: z.optional(text), nullableText: z.optional(z.nullable(text)) };

/** The identifiers that the service assigns to an order. */
export const orderId = z.looseObject({ UUID: text, Number: z.int() });

export const createdOrder = z.looseObject({
  ReferenceNumber: text,
  Client: text,
  Status: z.literal('Pending'),
  OrderId: orderId,
});

export const orderedItem = z.looseObject({
  SKU: text,
  ItemTitle: text,
  Qty: z.int(),
  PricePerUnit: z.number(),
  OrderLineNumber: text,
  TaxRate: z.optional(z.number()),
});

/** A stored order. */
export const order = z.looseObject({
  ReferenceNumber: text,
  ReceivedDate: instant,
  DispatchBy: instant,
  Currency: text,
  PaymentStatus: text,
  ChannelBuyerName: text,
  warehouse_name: optional.text,
  PostalServiceCost: z.optional(z.number()),
  PostalServiceTaxRate: z.optional(z.number()),
  Channel_Ref: optional.text,
  OrderItems: z.optional(z.array(orderedItem)),
  DeliveryAddress: address,
  BillingAddress: address,
  Client: text,
  Status: text,
  OrderId: orderId,
  CreatedAt: instant,
  UpdatedAt: instant,
  ShippingVendor: optional.nullableText,
  TrackingNumber: optional.nullableText,
  ProcessedOn: z.nullable(instant),
  ShipFrom: optional.text,
});

/** The answer to a cancellation. */
export const cancelledOrder = z.looseObject({
  ReferenceNumber: text,
  Client: text,
  Status: text,
  CancelledAt: instant,
});

/** One proposed time, from the client or the warehouse (`ops`). */
export const proposal = z.looseObject({
  proposedBy: z.enum(['client', 'ops']),
  proposedTime: instant,
  comment: z.nullable(text),
  createdAt: z.optional(instant),
});

/** The negotiation of a delivery time. */
export const schedule = z.looseObject({
  requestedTime: instant,
  confirmedTime: z.nullable(instant),
  proposals: z.array(proposal),
});

/** A delivery slot. */
export const slot = z.looseObject({
  slotReference: text,
  scheduleStatus: text,
  client: text,
  date: day,
  window: z.enum(slotWindows),
  warehouse: text,
  loadingType: text,
  numberOfSkus: z.enum(skuBuckets),
  deliveryType: optional.text,
  containerSize: optional.text,
  palletCount: z.optional(z.int()),
  containerTruckNumber: optional.text,
  usedByPoReference: z.nullable(text),
  schedule,
  createdAt: z.optional(instant),
  updatedAt: instant,
});

/** A line of a legacy delivery. */
export const deliveredItem = z.looseObject({
  itm_number: z.int(),
  barcode: text,
  SKU: text,
  Quantity: z.int(),
});

/** A legacy delivery. */
export const inboundDelivery = z.looseObject({
  delivery_number: text,
  external_delivery_number: z.nullable(text),
  client: text,
  warehouse_name: text,
  location_id: text,
  transport_id: z.nullable(text),
  status: z.enum(['pending', 'received']),
  received_at: instant,
  items_count: z.int(),
  items: z.optional(z.array(deliveredItem)),
});

/** The answer to the creation of a purchase order. */
export const createdPurchaseOrder = z.looseObject({
  lw_po_number: text,
  PO_REFERENCE: optional.text,
  slotReference: optional.nullableText,
  status: optional.text,
  deliveryDate: z.optional(z.nullable(instant)),
  items_count: z.optional(z.int()),
});

/** A line of a purchase order: units ordered and delivered. */
export const purchaseOrderLine = z.looseObject({
  SKU: text,
  barcode: z.nullable(text),
  title: text,
  ordered: z.optional(z.int()),
  delivered: z.optional(z.int()),
});

/** The warehouse's report after unloading; times in UTC. */
export const inboundReport = z.looseObject({
  arrivedAt: instant,
  unloadingStartedAt: z.nullable(instant),
  unloadingFinishedAt: z.nullable(instant),
  checklist: z.array(z.looseObject({ item: text, passed: z.boolean() })),
  discrepancies: z.array(
    z.looseObject({ SKU: text, expected: z.int(), received: z.int(), difference: z.int() }),
  ),
  partialDelivery: z.boolean(),
});

/** A purchase order. */
export const purchaseOrder = z.looseObject({
  lw_po_number: text,
  PO_REFERENCE: text,
  Warehouse_Name: text,
  slotReference: z.nullable(text),
  status: text,
  deliveryDate: z.nullable(instant),
  deliveryType: z.nullable(text),
  containerSize: z.nullable(text),
  loadingType: z.nullable(text),
  palletCount: z.nullable(z.int()),
  containerTruckNumber: z.nullable(text),
  items: z.optional(z.array(purchaseOrderLine)),
  schedule: z.nullable(schedule),
  inboundReport: z.nullable(inboundReport),
});

const nullableCount = z.optional(z.nullable(z.int()));

/** Units of an age, in days; the oldest range has no end. */
export const ageRange = z.looseObject({
  range: text,
  min_days: z.optional(z.int()),
  max_days: z.optional(z.nullable(z.int())),
  quantity: z.int(),
});

/** The age of one SKU's stock. */
export const stockAge = z.looseObject({
  sku: text,
  location_id: optional.nullableText,
  as_of_date: z.optional(day),
  source: z.enum(['snapshot', 'live']),
  total_quantity: z.optional(z.int()),
  average_age_days: z.optional(z.nullable(z.number())),
  oldest_age_days: nullableCount,
  newest_age_days: nullableCount,
  age_ranges: z.optional(z.union([z.array(ageRange), z.record(text, z.int())])),
  lots: z.array(
    z.looseObject({ receipt_date: z.optional(day), quantity: z.int(), age_days: z.optional(z.int()) }),
  ),
});

export const listedStockAge = z.extend(stockAge, { stock_age_available: z.boolean() });

/** Units at one location, and their last change; `Available` is `StockLevel` minus `InOrderBook`. */
export const stockFigures = {
  StockLevel: z.int(),
  InOrderBook: z.int(),
  Available: z.int(),
  LastUpdateDate: instant,
  LastUpdateOperation: text,
};

const inventoryItem = z.looseObject({
  sku: text,
  Height: z.number(),
  Width: z.number(),
  Depth: z.number(),
  Weight: z.number(),
  RetailPrice: z.nullable(z.number()),
  ...stockFigures,
});

const inventoryLocation = z.looseObject({
  location_name: z.string(),
  location_filter: z.string(),
  keyword: z.string(),
  /** For the whole location. */
  total_inventory: z.int(),
  /** For this page only, as the service defines it. */
  total_count_of_skus: z.int(),
  sku_count_in_page: z.int(),
  has_more: z.boolean(),
  sku: z.array(inventoryItem),
});

const inventory = z.looseObject({
  client_name: z.string(),
  total_inventory: z.int(),
  total_count_of_skus: z.int(),
  location_count: z.int(),
  locations: z.array(inventoryLocation),
});

export const answers = {
  login: envelope(
    z.looseObject({
      /** A JWT, valid for all requests until it expires. */
      access_token: text,
      /** Seconds. */
      expires_in: z.int(),
      client_id: text,
    }),
  ),
  inventory: z.extend(envelope(inventory), { pagination: z.extend(pagination, { has_more: z.boolean() }) }),
  /** The warning is about a time that was read in a zone which nobody named. */
  createOrder: z.extend(envelope(createdOrder), { warning: optional.text }),
  getOrder: envelope(order),
  listOrders: z.extend(envelope(z.union([z.array(order), z.looseObject({ orders: z.array(order) })])), {
    pagination: z.optional(pagination),
  }),
  cancelOrder: envelope(cancelledOrder),
  createInbound: envelope(
    z.looseObject({
      delivery_number: text,
      client: text,
      status: z.literal('pending'),
      items_count: z.int(),
    }),
  ),
  getInbound: envelope(inboundDelivery),
  bookSlot: envelope(slot),
  getSlot: envelope(slot),
  listSlots: envelope(z.array(slot)),
  respondToSlot: envelope(z.union([slot, schedule])),
  cancelSlot: envelope(slot),
  createPurchaseOrder: envelope(createdPurchaseOrder),
  getPurchaseOrder: envelope(purchaseOrder),
  stockAge: envelope(stockAge),
  stockAgeList: z.looseObject({
    success: z.literal(true),
    data: z.optional(z.looseObject({ skus: z.array(listedStockAge), pagination: z.optional(pagination) })),
    skus: z.optional(z.array(listedStockAge)),
    pagination: z.optional(pagination),
  }),
} satisfies Record<EndpointName, z.core.$ZodType>;
