import * as z from 'zod/mini';
import { outboundOrder } from '../../contract/order.ts';
import { anyTime, count, text } from '../../contract/primitives.ts';
import { beginningsOf, problemsOf } from '../../contract/problems.ts';
import { slotRequest, slotStates } from '../../contract/slot.ts';
import { CfiError } from '../../errors.ts';
import { hasFourDigitYear } from '../../text/time/time.ts';
import { faultRule } from '../domain/fault-rule.ts';
import { fcPolicies, roles } from '../store/clients.ts';
import { purchaseOrderStatuses } from '../store/inbound.ts';
import { orderStatuses } from '../store/orders.ts';
import { seedError, seedInstant } from './entries.ts';

const isSeedTime = (value: string): boolean => hasFourDigitYear(seedInstant(value, 0));
export const seedTime = z.string().check(z.refine(isSeedTime, { error: 'an ISO 8601 time' }));
const optionalTime = z.optional(seedTime);
const size = z.number().check(z.minimum(0));

/** Units of a product in warehouses. */
const units = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.optional(z.array(z.strictObject({ warehouse: z.string(), qty: count, ...shape })));

export const seedWarehouse = z.strictObject({
  name: text,
  location_id: z.optional(
    z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { error: 'a UUID' })),
  ),
  acceptsMonday: z.optional(z.boolean()),
  fcPolicy: z.optional(z.enum(fcPolicies)),
});

const client = z.strictObject({
  client_name: text,
  client_id: text,
  client_secret: text,
  role: z.optional(z.enum(roles)),
  warehouses: z.array(z.string()),
  skuPrefixes: z.optional(z.array(z.string())),
});

export const seedProduct = z.strictObject({
  client: z.string(),
  sku: text,
  barcode: z.optional(z.string()),
  title: z.optional(z.string()),
  Height: z.optional(size),
  Width: z.optional(size),
  Depth: z.optional(size),
  Weight: z.optional(size),
  RetailPrice: z.optional(z.nullable(size)),
  stock: units({ receivedAt: optionalTime }),
  /** Units that have left since, oldest first. */
  dispatched: units({ at: optionalTime }),
  /** Units that orders have reserved, besides those of the seed's own orders. */
  allocated: units({ updatedAt: optionalTime, operation: z.optional(text) }),
});

export const seedOrder = z.strictObject({
  ...outboundOrder.shape,
  client: z.string(),
  ReceivedDate: seedTime,
  DispatchBy: seedTime,
  Status: z.optional(z.enum(orderStatuses)),
  CreatedAt: z.optional(seedTime),
  ShipFrom: z.optional(z.literal('MSF')),
  ShippingVendor: z.optional(z.string()),
  TrackingNumber: z.optional(z.string()),
});

export const seedProposal = z.strictObject({
  proposedBy: z.enum(['ops', 'client']),
  proposedTime: seedTime,
  comment: z.optional(z.nullable(z.string())),
  createdAt: z.optional(seedTime),
});

export const seedSlot = z.strictObject({
  ...slotRequest.shape,
  client: z.string(),
  date: seedTime,
  slotReference: z.optional(text),
  scheduleStatus: z.optional(z.enum([...slotStates, 'cancelled'])),
  /** Default: the client's last proposal, or the window that was booked. */
  requestedTime: z.optional(seedTime),
  confirmedTime: z.optional(seedTime),
  createdAt: z.optional(seedTime),
  updatedAt: z.optional(seedTime),
  proposals: z.optional(z.array(seedProposal)),
});

const optionalNull = z.optional(z.nullable(z.string()));

export const seedItem = z.strictObject({
  SKU: text,
  barcode: optionalNull,
  title: z.optional(z.string()),
  Quantity: count,
  delivered: z.optional(count),
});

export const seedDiscrepancy = z.strictObject({
  SKU: text,
  expected: z.int(),
  received: z.int(),
  difference: z.int(),
});

export const seedReport = z.strictObject({
  arrivedAt: seedTime,
  unloadingStartedAt: z.optional(z.nullable(seedTime)),
  unloadingFinishedAt: z.optional(z.nullable(seedTime)),
  discrepancies: z.optional(z.array(seedDiscrepancy)),
});

export const seedPurchaseOrder = z.strictObject({
  client: z.string(),
  lw_po_number: z.optional(text),
  PO_REFERENCE: text,
  Warehouse_Name: text,
  slotReference: optionalNull,
  status: z.optional(z.enum(purchaseOrderStatuses)),
  deliveryType: optionalNull,
  containerSize: optionalNull,
  loadingType: optionalNull,
  palletCount: z.optional(z.nullable(count)),
  containerTruckNumber: optionalNull,
  items: z.array(seedItem),
  inboundReport: z.optional(z.nullable(seedReport)),
  createdAt: z.optional(seedTime),
  updatedAt: z.optional(seedTime),
});

/** A seed file: all data of a service at its `now`. Unknown members are refused, to catch typos. */
export const seedSchema = z.strictObject({
  version: z.literal(1),
  rngSeed: z.optional(z.union([z.int(), z.string()], { error: 'a whole number or text' })),
  now: z.optional(anyTime),
  warehouses: z.array(seedWarehouse),
  clients: z.array(client),
  products: z.optional(z.array(seedProduct)),
  orders: z.optional(z.array(seedOrder)),
  slots: z.optional(z.array(seedSlot)),
  purchaseOrders: z.optional(z.array(seedPurchaseOrder)),
  faults: z.optional(z.array(faultRule)),
});

export type Seed = z.infer<typeof seedSchema>;
export type SeedOrder = z.infer<typeof seedOrder>;
export type SeedSlot = z.infer<typeof seedSlot>;
export type SeedPurchaseOrder = z.infer<typeof seedPurchaseOrder>;
export type SeedProduct = z.infer<typeof seedProduct>;

/** Validates the shape of a seed; references between its parts are checked on loading. */
export function parseSeed(value: unknown): Seed {
  for (const part of beginningsOf(value)) parsePart(part);
  return parsePart(value);
}

function parsePart(value: unknown): Seed {
  const parsed = seedSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const { field = '', message } = problemsOf(parsed.error, value)[0] ?? {};
  if (issue?.code === 'unrecognized_keys') throw seedError(field, `unknown field ${issue.keys.join(', ')}`);
  // The message already names the field, except for an error in the seed as a whole.
  const problem = field === '' ? 'must be an object' : message;
  throw new CfiError('invalid-input', `seed: ${problem}`, { field });
}
