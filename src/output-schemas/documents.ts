import * as z from 'zod/mini';
import { emulatorDocuments } from './emulator.ts';
import {
  accountDocuments,
  answerOf,
  dataOf,
  delivery,
  listOf,
  oneOrSeveral,
  order,
  purchaseOrder,
  record,
  slot,
} from './service.ts';
import { uploadDocuments } from './uploads.ts';

/**
 * `today`: slots that need an answer, wait for the warehouse, arrive or are overdue, and purchase orders that arrived, and
 * those of them that came short.
 */
const today = dataOf(
  z.strictObject({
    needsAnswer: z.array(slot),
    waiting: z.array(slot),
    arriving: z.array(slot),
    overdue: z.array(slot),
    arrived: z.array(purchaseOrder),
    short: z.array(purchaseOrder),
  }),
);

/** `verify`: `service` is the number of a choice, a description, or null if nothing was observed. */
const findings = dataOf(
  z.strictObject({
    /** With `--against`. */
    changed: z.optional(
      z.array(
        z.strictObject({
          id: z.string(),
          question: z.string(),
          was: z.int(),
          is: z.union([z.int(), z.string()]),
        }),
      ),
    ),
    assumptions: z.array(
      z.strictObject({
        id: z.string(),
        question: z.string(),
        emulator: z.int(),
        service: z.nullable(z.union([z.int(), z.string()])),
        result: z.enum(['same', 'differs', 'other', 'not-asked', 'unknown']),
        evidence: z.string(),
      }),
    ),
  }),
);

/**
 * The documents that commands print with `--output json`, by the name in their definitions. A command without one prints
 * a template, a script, a raw answer, a screen, other programs' output, or nothing.
 */
export const documents: Readonly<Record<string, z.core.$ZodType>> = {
  ...accountDocuments,
  ...uploadDocuments,
  ...emulatorDocuments,
  inventory: answerOf(record({})),
  stockAge: answerOf(z.union([record({}), z.array(record({}))])),
  order: dataOf(order),
  orders: oneOrSeveral(order),
  orderList: listOf(order),
  delivery: answerOf(delivery),
  receivedDelivery: dataOf(delivery),
  today,
  slot: dataOf(slot),
  slotList: listOf(slot),
  cancelledSlot: dataOf(z.union([slot, z.null()])),
  watchedSlots: oneOrSeveral(z.nullable(slot)),
  purchaseOrder: dataOf(purchaseOrder),
  purchaseOrders: oneOrSeveral(purchaseOrder),
  purchaseOrderList: dataOf(z.array(purchaseOrder)),
  findings,
};
