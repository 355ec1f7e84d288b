import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { count, optionalText, quantity, text } from './primitives.ts';
import { deliveryTypes } from './slot.ts';

/** Matched by barcode first, then by SKU; one of the two must identify exactly one product. */
export const purchaseOrderItem = z.looseObject({
  SKU: optionalText,
  barcode: optionalText,
  Quantity: quantity,
});

/** A PO inherits what its slot declared, so most of it is optional here. */
export const purchaseOrder = z.looseObject({
  PO_REFERENCE: text,
  Warehouse_Name: text,
  slotReference: z.optional(text),
  deliveryType: z.optional(z.enum(deliveryTypes)),
  loadingType: z.optional(text),
  /** An exact count: none for goods that are loaded loose. The service limits only a slot's estimate. */
  palletCount: z.optional(count),
  containerTruckNumber: z.optional(z.string().check(z.maxLength(limits.maxContainerTruckNumberLength))),
  /** Deprecated: a conflict without a slot, and ignored beside one. Its format is not published. */
  Expected_Arrival_Date: z.optional(text),
  items: z.array(purchaseOrderItem).check(z.minLength(1)),
});

export type PurchaseOrder = z.infer<typeof purchaseOrder>;

/** A line of a legacy delivery notice. */
export const inboundItem = z.looseObject({ barcode: text, Quantity: quantity, SKU: optionalText });

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

export type InboundDelivery = z.infer<typeof inboundDelivery>;
