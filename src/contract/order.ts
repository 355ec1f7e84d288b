import * as z from 'zod/mini';
import type { ResourceSchemas } from './endpoints.ts';
import { limits } from './limits.ts';
import { anyTime, envelope, optionalText, pagination, quantity, text, zonedTime } from './primitives.ts';

/** Currencies that the service accepts. */
export const currencies = ['EUR', 'GBP', 'USD'] as const;

/** A line of an order. */
export const orderItem = z.looseObject({
  SKU: text,
  ItemTitle: text,
  Qty: quantity,
  PricePerUnit: z.number().check(z.minimum(limits.minPricePerUnit)),
  OrderLineNumber: text,
  TaxRate: z.optional(z.number()),
});

/** A postal address. */
export const address = z
  .looseObject({
    FullName: text,
    Company: optionalText,
    Address1: text,
    Address2: optionalText,
    Town: text,
    Region: optionalText,
    PostCode: text,
    Country: optionalText,
    CountryCode: optionalText,
    PhoneNumber: optionalText,
    EmailAddress: optionalText,
  })
  .check(
    z.refine((value) => Boolean(value.Country?.trim() || value.CountryCode?.trim()), {
      error: 'Country or CountryCode',
      path: ['Country'],
      params: { orField: 'CountryCode' },
    }),
  );

const orderFields = {
  ReferenceNumber: text,
  ReceivedDate: anyTime,
  DispatchBy: anyTime,
  Currency: z.enum(currencies),
  PaymentStatus: text,
  ChannelBuyerName: text,
  warehouse_name: text,
  PostalServiceCost: z.optional(z.number()),
  PostalServiceTaxRate: z.optional(z.number()),
  Channel_Ref: optionalText,
  DeliveryAddress: address,
  BillingAddress: address,
  OrderItems: z.array(orderItem).check(z.minLength(1)),
};

/** What the service accepts on POST /outbound; a time without a zone passes here, though the service may misread it. */
export const outboundOrder = z.looseObject(orderFields);

/** What this program sends: like `outboundOrder`, but every time must be unambiguous. */
export const sendableOrder = z.looseObject({
  ...orderFields,
  ReceivedDate: zonedTime,
  DispatchBy: zonedTime,
});

const orderId = z.looseObject({ UUID: z.string(), Number: z.int() });

/** Answer to a new order. */
const createOrderResponse = envelope(
  z.looseObject({
    ReferenceNumber: z.string(),
    Client: z.string(),
    Status: z.literal('Pending'),
    OrderId: orderId,
  }),
);

/** A stored order. Only these fields are certain; the service does not list the rest, so readers try several names. */
const orderRecord = z.looseObject({
  ReferenceNumber: z.string(),
  Client: z.string(),
  Status: z.string(),
});

/** Answer with one order. */
const orderResponse = envelope(orderRecord);

/** Always an array for a channel reference; the paged MSF shape is not published. */
const orderListResponse = z.extend(
  envelope(z.union([z.array(orderRecord), z.looseObject({ orders: z.array(orderRecord) })])),
  { pagination: z.optional(pagination) },
);

/** The cancel payload and answer are not published. */
export const cancelOrderRequest = z.optional(z.looseObject({ reason: optionalText }));
/** Answer to a cancellation. */
const cancelOrderResponse = z.optional(envelope(z.looseObject({})));

/** An order as sent. */
export type OutboundOrder = z.infer<typeof outboundOrder>;

/** Requests and answers of the order endpoints. */
export const orderSchemas = {
  createOrder: { body: outboundOrder, response: createOrderResponse },
  getOrder: { response: orderResponse },
  listOrders: { query: ['channel_ref', 'ship_from', 'page', 'page_size'], response: orderListResponse },
  cancelOrder: { body: cancelOrderRequest, response: cancelOrderResponse },
} satisfies ResourceSchemas;
