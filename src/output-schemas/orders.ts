import * as z from 'zod/mini';
import { tableOf } from '../text/records.ts';
import { dataOf, instant, record } from './service.ts';
import {
  counts,
  deliveryOutcome,
  leftOutReasons,
  orderOutcome,
  purchaseOrderOutcome,
  slotOutcome,
} from './uploads.ts';

const count = z.int().check(z.minimum(0));
const text = z.nullable(z.string());

/** The current state of a tracked order at the service. `error` says why it could not be read. */
const followedOrder = z.strictObject({
  ReferenceNumber: z.string(),
  Status: text,
  ShippingVendor: text,
  TrackingNumber: text,
  ProcessedOn: text,
  CheckedAt: instant,
  error: z.optional(z.string()),
});

/** `order track`. */
export const tracking = dataOf(
  z.strictObject({ orders: z.array(followedOrder), checked: count, changed: count, missing: count }),
);

/** `order find`. */
export const foundOrders = dataOf(z.strictObject({ orders: z.array(followedOrder) }));

const cancelOutcomes = ['cancelled', 'existing', 'conflict', 'rejected', 'failed', 'unknown'] as const;

/** `order cancel`: the service's answer for one order, or the outcomes of several. */
export const cancellation = dataOf(
  z.union([
    z.strictObject({
      total: count,
      ...tableOf(cancelOutcomes, () => count),
      orders: z.array(
        z.strictObject({
          ReferenceNumber: z.string(),
          outcome: z.enum(cancelOutcomes),
          status: z.nullable(z.int()),
          error: text,
        }),
      ),
    }),
    record({}),
    z.null(),
  ]),
);

const runHead = {
  run: z.int(),
  kind: z.enum(['order', 'inbound', 'slot', 'po', 'cancel']),
  files: z.array(z.string()),
  service: z.string(),
  client: text,
  started: instant,
  ended: z.nullable(instant),
  exitCode: z.nullable(z.int()),
  stopped: text,
  total: count,
  ...Object.fromEntries(
    [...Object.keys(counts), 'cancelled'].map((outcome) => [outcome, z.optional(count)] as const),
  ),
};

/** A document in a run of any kind; the ledger may also record that it was cancelled. */
const documentOf = (members: object) =>
  z.strictObject({ ...members, outcome: z.enum([...Object.keys(counts), 'cancelled']) });

/** `runs`, `order runs`: all runs, or one run with its documents. */
export const runs = dataOf(
  z.union([
    // `leftOut`: for an export, the number of orders deliberately not sent.
    z.array(z.strictObject({ ...runHead, leftOut: z.optional(count) })),
    z.strictObject({
      ...runHead,
      orders: z.array(documentOf(orderOutcome)),
      leftOut: z.array(z.strictObject({ ReferenceNumber: z.string(), reason: z.enum(leftOutReasons) })),
    }),
    z.strictObject({
      ...runHead,
      orders: z.array(documentOf({ ...orderOutcome, OrderId: z.optional(z.null()) })),
    }),
    z.strictObject({ ...runHead, documents: z.array(documentOf(deliveryOutcome)) }),
    z.strictObject({ ...runHead, documents: z.array(documentOf(purchaseOrderOutcome)) }),
    z.strictObject({ ...runHead, slots: z.array(documentOf(slotOutcome)) }),
    z.strictObject({
      ...runHead,
      slots: z.array(documentOf({ slotReference: z.string(), status: z.nullable(z.int()), error: text })),
    }),
  ]),
);
