import * as z from 'zod/mini';
import type { EndpointName, endpoints } from './endpoints.ts';
import { cancelOrderRequest, outboundOrder } from './order.ts';
import { text } from './primitives.ts';
import { inboundDelivery, purchaseOrder } from './purchase-order.ts';
import { slotRequest, slotResponseRequest } from './slot.ts';

interface EndpointSchemas<Query extends string = string> {
  /** Query parameters, as text; each endpoint parses its numbers by its own rules. */
  readonly query?: readonly Query[];
  readonly body?: z.core.$ZodType;
  /** A request without a body is valid as well. */
  readonly bodyOptional?: true;
}

const taken = {
  login: { body: z.object({ client_id: text, client_secret: text }) },
  inventory: { query: ['page', 'page_size'] },
  stockAge: { query: ['as_of_date', 'locationId'] },
  stockAgeList: { query: ['page', 'page_size', 'in_stock_only', 'locationId'] },
  createOrder: { body: outboundOrder },
  getOrder: {},
  listOrders: { query: ['channel_ref', 'ship_from', 'page', 'page_size'] },
  cancelOrder: { body: cancelOrderRequest, bodyOptional: true },
  createInbound: { body: inboundDelivery },
  getInbound: {},
  bookSlot: { body: slotRequest },
  getSlot: {},
  listSlots: { query: ['available'] },
  respondToSlot: { body: slotResponseRequest },
  cancelSlot: {},
  createPurchaseOrder: { body: purchaseOrder },
  getPurchaseOrder: {},
} as const satisfies Record<EndpointName, EndpointSchemas>;

/** What each endpoint takes. Its answers are in `answers.ts`; the client relies on few of their fields. */
export const schemas: Readonly<Record<EndpointName, EndpointSchemas<QueryParameter>>> = taken;

type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** The names in an endpoint's path, for example `sku` in `/inventory/stock-age/{sku}`. */
export type PathParameter<Name extends EndpointName> = Placeholder<(typeof endpoints)[Name]['path']>;

export type QueryOf<Name extends EndpointName> = (typeof taken)[Name] extends {
  readonly query: readonly (infer Parameter extends string)[];
}
  ? Parameter
  : never;

/** Every query parameter of the service; a new one does not compile until the OpenAPI document describes it. */
export type QueryParameter = { [Name in EndpointName]: QueryOf<Name> }[EndpointName];

export type BodyOf<Name extends EndpointName> = (typeof taken)[Name] extends {
  readonly body: infer Body extends z.core.$ZodType;
}
  ? z.output<Body>
  : undefined;
