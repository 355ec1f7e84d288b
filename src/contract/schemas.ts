import type * as z from 'zod/mini';
import { loginRequest, loginResponse } from './auth.ts';
import type { EndpointName } from './endpoints.ts';
import { createInboundResponse, inboundDelivery, inboundResponse } from './inbound.ts';
import { inventoryResponse } from './inventory.ts';
import {
  cancelOrderRequest,
  cancelOrderResponse,
  createOrderResponse,
  orderListResponse,
  orderResponse,
  outboundOrder,
} from './order.ts';
import { createPurchaseOrderResponse, purchaseOrder, purchaseOrderResponse } from './purchase-order.ts';
import {
  bookSlotResponse,
  cancelSlotResponse,
  respondToSlotResponse,
  slotListResponse,
  slotRequest,
  slotResponse,
  slotResponseRequest,
} from './slot.ts';
import { stockAgeListResponse, stockAgeResponse } from './stock-age.ts';

/** Every query parameter of the service; a new one does not compile until the OpenAPI document describes it. */
export type QueryParameter =
  | 'page'
  | 'page_size'
  | 'as_of_date'
  | 'locationId'
  | 'in_stock_only'
  | 'channel_ref'
  | 'ship_from'
  | 'available';

/** The schemas of an endpoint. */
export interface EndpointSchemas {
  /** Query parameters, as text; each endpoint reads its numbers by rules of its own. */
  readonly query?: readonly QueryParameter[];
  readonly body?: z.core.$ZodType;
  /** Body of a success. */
  readonly response: z.core.$ZodType;
}

/** What each endpoint takes and answers. */
export const schemas: Readonly<Record<EndpointName, EndpointSchemas>> = {
  login: { body: loginRequest, response: loginResponse },
  inventory: { query: ['page', 'page_size'], response: inventoryResponse },
  stockAge: { query: ['as_of_date', 'locationId'], response: stockAgeResponse },
  stockAgeList: {
    query: ['page', 'page_size', 'in_stock_only', 'locationId'],
    response: stockAgeListResponse,
  },
  createOrder: { body: outboundOrder, response: createOrderResponse },
  getOrder: { response: orderResponse },
  listOrders: { query: ['channel_ref', 'ship_from', 'page', 'page_size'], response: orderListResponse },
  cancelOrder: { body: cancelOrderRequest, response: cancelOrderResponse },
  createInbound: { body: inboundDelivery, response: createInboundResponse },
  getInbound: { response: inboundResponse },
  bookSlot: { body: slotRequest, response: bookSlotResponse },
  getSlot: { response: slotResponse },
  listSlots: { query: ['available'], response: slotListResponse },
  respondToSlot: { body: slotResponseRequest, response: respondToSlotResponse },
  cancelSlot: { response: cancelSlotResponse },
  createPurchaseOrder: { body: purchaseOrder, response: createPurchaseOrderResponse },
  getPurchaseOrder: { response: purchaseOrderResponse },
};
