import * as z from 'zod/mini';
import type { ResourceSchemas } from './endpoint-schemas.ts';
import { envelope } from './envelope.ts';
import { optionalText, quantity, text } from './primitives.ts';

const inboundItem = z.looseObject({ barcode: text, Quantity: quantity, SKU: optionalText });

/** The legacy delivery notice: `PO_REFERENCE` is unique per client and becomes the delivery number. */
export const inboundDelivery = z.looseObject({
  PO_REFERENCE: text,
  Warehouse_Name: text,
  Secondary_PO_Reference: optionalText,
  transport_id: optionalText,
  items: z.array(inboundItem).check(z.minLength(1)),
});

/** Set by the service; a caller must not send them, either at the top level or on an item. */
export const serviceManagedInboundFields = [
  'received_at',
  'status',
  'docnum',
  'plant',
  'batch',
  'itm_number',
] as const;

/** Answer to a new delivery. */
const createInboundResponse = envelope(
  z.looseObject({
    delivery_number: z.string(),
    client: z.string(),
    status: z.literal('pending'),
    items_count: z.int(),
  }),
);

/** The record's shape is not published. */
const inboundResponse = envelope(z.looseObject({}));

/** A delivery as sent. */
export type InboundDelivery = z.infer<typeof inboundDelivery>;

/** Requests and answers of the legacy delivery endpoints. */
export const inboundSchemas = {
  createInbound: { body: inboundDelivery, response: createInboundResponse },
  getInbound: { response: inboundResponse },
} satisfies ResourceSchemas;
