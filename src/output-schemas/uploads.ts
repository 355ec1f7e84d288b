import * as z from 'zod/mini';
import { count } from '../contract/primitives.ts';
import { errorCodes } from '../errors.ts';
import { leaveOutReasons } from '../payload/document/reasons.ts';
import { tableOf } from '../text/records.ts';
import { outcomes } from '../upload/terms/outcomes.ts';
import { dataOf, dataWith, instant, record, rows, slot, text } from './service.ts';

const lines = z.array(z.int());

const counts = tableOf(outcomes, () => count);

const orderId = z.nullable(z.strictObject({ UUID: text, Number: z.nullable(z.number()) }));

/** What the result of every document contains. `fields` names the differences behind a conflict, or what a look-up lacks. */
const ending = {
  outcome: z.enum(outcomes),
  /** HTTP status of the last answer. */
  status: z.nullable(z.int()),
  error: text,
  fields: z.optional(z.array(z.string())),
};

const orderOutcome = { ReferenceNumber: z.string(), OrderId: orderId, ...ending };
const deliveryOutcome = { PO_REFERENCE: z.string(), ...ending };
const purchaseOrderOutcome = { ...deliveryOutcome, lw_po_number: text };

/** One slot of a file, by the name in its row. */
const slotOutcome = { reference: z.string(), slotReference: text, ...ending };

/** One problem at one place in a file. `line` starts at 1. */
const problem = z.strictObject({
  reference: z.optional(z.string()),
  file: z.optional(z.string()),
  line: z.optional(z.int()),
  cell: z.optional(z.string()),
  column: z.optional(z.string()),
  field: z.optional(z.string()),
  found: z.optional(z.string()),
  expected: z.optional(z.string()),
  message: z.string(),
});

const warnings = z.array(problem);

const leftOutReasons = [...leaveOutReasons, 'short'] as const;

const leftOut = {
  leftOut: rows({
    ReferenceNumber: z.string(),
    reason: z.enum(leftOutReasons),
    lines,
    created: z.optional(z.literal(true)),
  }),
  leftOutLines: rows({
    ReferenceNumber: z.string(),
    SKU: z.string(),
    reason: z.enum(leaveOutReasons),
    line: z.int(),
    created: z.optional(z.literal(true)),
  }),
  warnings,
  /** Texts for people about orders that are sent. */
  notes: rows({ ReferenceNumber: z.string(), column: z.string(), text: z.string(), line: z.int() }),
  stock: z.optional(
    rows({
      warehouse: z.string(),
      SKU: z.string(),
      needed: z.number(),
      available: z.nullable(z.number()),
      short: z.number(),
      orders: z.array(z.string()),
    }),
  ),
};

/** The totals of a dry run of orders. */
const summary = z.optional(
  z.strictObject({
    orders: count,
    lines: count,
    units: count,
    value: z.record(z.string(), z.string()),
    warehouses: z.record(z.string(), count),
    earliestDispatchBy: text,
  }),
);

const run = {
  /** Null if nothing was sent, so no run was recorded. */
  run: z.nullable(z.int()),
  /** The interrupted runs with which it went on; absent if there are none. */
  continued: z.optional(z.array(z.int())),
  total: count,
  ...counts,
  /** Only for a run that was stopped: the number of documents not reached. */
  left: z.optional(count),
};

const dryRun = {
  dryRun: z.literal(true),
  total: count,
  invalid: count,
  /** Of all that the files hold, for `--reviewed`; absent if nothing would be sent. */
  digest: z.optional(z.string()),
};

/** What earlier uploads did with the orders of a dry run; absent with `--fresh`, which does not ask the ledger. */
const known = z.optional(
  z.strictObject({
    created: count,
    /** `fields`: what differs, where the ledger knows it. */
    changed: rows({ ReferenceNumber: z.string(), fields: z.optional(z.array(z.string())) }),
  }),
);

const documentUpload = <T extends z.core.$ZodType>(document: T) =>
  dataOf(
    z.union([
      // The output for a single document includes the service's own answer.
      record({ ...run, documents: z.array(document) }),
      z.strictObject({ ...dryRun, documents: z.array(record({})), warnings: z.optional(warnings) }),
    ]),
  );

/** The current state of a tracked order at the service. `error` says why it could not be read. */
const followedOrder = z.strictObject({
  ReferenceNumber: z.string(),
  Status: text,
  ShippingVendor: text,
  TrackingNumber: text,
  ProcessedOn: text,
  /** Of the record, else as it was uploaded. */
  DispatchBy: text,
  CheckedAt: instant,
  /** With `--late`, whole hours. */
  lateHours: z.optional(count),
  error: z.optional(z.string()),
});

const cancelOutcomes = ['cancelled', 'existing', 'conflict', 'rejected', 'failed', 'unknown'] as const;

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
  continued: z.optional(z.array(z.int())),
  total: count,
  ...Object.fromEntries(
    [...Object.keys(counts), 'cancelled'].map((outcome) => [outcome, z.optional(count)] as const),
  ),
};

/** A document in a run of any kind; the ledger may also record that it was cancelled. */
const documentOf = (members: object) =>
  z.strictObject({ ...members, outcome: z.enum([...Object.keys(counts), 'cancelled']) });

/** What the commands print that send documents, and that say what became of them. */
export const uploadDocuments = {
  // order create
  orderUpload: dataOf(
    z.union([
      z.strictObject({ ...run, orders: rows({ ...orderOutcome, lines }), ...leftOut }),
      z.strictObject({ ...dryRun, known, orders: z.array(record({})), ...leftOut, summary }),
    ]),
  ),
  // slot book: one slot, or the slots of a file
  slotBooking: dataOf(
    z.union([
      z.strictObject({
        ...run,
        slots: rows({ ...slotOutcome, lines }),
        warnings: z.optional(warnings),
      }),
      z.strictObject({ ...dryRun, slots: z.array(record({})), warnings: z.optional(warnings) }),
      slot,
    ]),
  ),
  // inbound create, po create
  deliveryUpload: documentUpload(z.strictObject({ ...deliveryOutcome, lines })),
  purchaseOrderUpload: documentUpload(z.strictObject({ ...purchaseOrderOutcome, lines })),
  // order drop
  folderUpload: dataWith({
    files: rows({
      file: z.string(),
      outcome: z.enum(['done', 'failed', 'left']),
      exitCode: z.int(),
      counts: z.record(z.string(), count),
      movedTo: text,
    }),
  }),
  // order track, order find
  tracking: dataWith({ orders: z.array(followedOrder), checked: count, changed: count, missing: count }),
  foundOrders: dataWith({ orders: z.array(followedOrder) }),
  // order cancel: the service's answer for one order, the outcomes of several, or what would be cancelled
  cancellation: dataOf(
    z.union([
      z.strictObject({
        total: count,
        ...tableOf(cancelOutcomes, () => count),
        orders: rows({
          ReferenceNumber: z.string(),
          outcome: z.enum(cancelOutcomes),
          status: z.nullable(z.int()),
          error: text,
        }),
      }),
      z.strictObject({
        dryRun: z.literal(true),
        total: count,
        orders: rows({ ReferenceNumber: z.string() }),
        /** What is known to have shipped, or to be cancelled, with its last known state; absent if nothing is. */
        known: z.optional(rows({ ReferenceNumber: z.string(), Status: z.string() })),
      }),
      record({}),
      z.null(),
    ]),
  ),
  // runs, order runs: all runs, or one run with its documents
  runs: dataOf(
    z.union([
      // `leftOut`: for an export, the number of orders deliberately not sent.
      rows({ ...runHead, leftOut: z.optional(count) }),
      z.strictObject({
        ...runHead,
        orders: z.array(documentOf(orderOutcome)),
        leftOut: rows({ ReferenceNumber: z.string(), reason: z.enum(leftOutReasons) }),
      }),
      z.strictObject({
        ...runHead,
        orders: z.array(documentOf({ ...orderOutcome, OrderId: z.optional(z.null()) })),
      }),
      z.strictObject({ ...runHead, documents: z.array(documentOf(deliveryOutcome)) }),
      z.strictObject({ ...runHead, documents: z.array(documentOf(purchaseOrderOutcome)) }),
      z.strictObject({ ...runHead, slots: z.array(documentOf(slotOutcome)) }),
    ]),
  ),
};

export const errorLine = z.strictObject({
  error: z.strictObject({
    code: z.enum(errorCodes),
    message: z.string(),
    hint: z.optional(z.string()),
    status: z.optional(z.int()),
    field: z.optional(z.string()),
    retryable: z.optional(z.boolean()),
    retryAfterSeconds: z.optional(z.number()),
    exitCode: z.int(),
    errors: z.optional(z.array(problem)),
  }),
});
