import * as z from 'zod/mini';
import { count } from '../contract/primitives.ts';
import { tableOf } from '../text/records.ts';
import {
  accountDocuments,
  answerOf,
  dataOf,
  dataWith,
  delivery,
  listOf,
  oneOrSeveral,
  order,
  purchaseOrder,
  record,
  rows,
  rowsOf,
  slot,
} from './service.ts';
import { uploadDocuments } from './uploads.ts';

const emulatorDocuments = {
  // emulator status; `assume` lists the decisions that differ from the default
  emulatorStatus: dataWith({
    status: z.string(),
    version: z.string(),
    place: z.string(),
    now: z.string(),
    clock: z.string(),
    assume: z.record(z.string(), z.int()),
  }),
  // emulator clock; `fired` lists what fell due
  clock: dataWith({
    now: z.string(),
    mode: z.string(),
    fired: z.optional(rows({ at: z.string(), job: z.string(), ref: z.string() })),
  }),
  // emulator reset, emulator import: the clock of the new state
  newState: dataWith({ now: z.string(), mode: z.optional(z.string()) }),
  // emulator export
  exportedState: dataWith({ file: z.string() }),
  // emulator seed: the number of requests, and of what is in the file
  writtenSeed: dataWith({
    file: z.string(),
    ...tableOf(['requests', 'products', 'slots', 'purchaseOrders', 'orders'], () => count),
  }),
  // emulator fault add, list and clear
  addedFault: dataWith({ id: z.int() }),
  faults: dataOf(z.array(record({ id: z.int(), fired: count }))),
  clearedFaults: dataWith({ cleared: count }),
  // emulator log: the requests, or their number
  requestLog: dataOf(
    z.union([
      z.array(record({ id: z.int(), at: z.string(), method: z.string(), path: z.string(), status: z.int() })),
      z.strictObject({ count }),
    ]),
  ),
  // emulator conformance
  conformance: rowsOf({
    id: z.string(),
    text: z.string(),
    status: z.string(),
    area: z.string(),
    tests: z.array(z.string()),
    why: z.optional(z.nullable(z.string())),
    standard: z.optional(z.string()),
    alternatives: z.optional(z.array(z.string())),
    answers: z.optional(rows({ number: count, text: z.string() })),
  }),
};

/** `verify`: `service` is the number of a choice, a description, or null if nothing was observed. */
const findings = dataWith({
  /** With `--against`. */
  changed: z.optional(
    rows({
      id: z.string(),
      question: z.string(),
      was: z.int(),
      is: z.union([z.int(), z.string()]),
    }),
  ),
  assumptions: rows({
    id: z.string(),
    question: z.string(),
    emulator: z.int(),
    service: z.nullable(z.union([z.int(), z.string()])),
    result: z.enum(['same', 'differs', 'other', 'not-asked', 'unknown']),
    evidence: z.string(),
  }),
});

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
  today: dataWith({
    ...tableOf(['needsAnswer', 'waiting', 'arriving', 'later', 'overdue'], () => z.array(slot)),
    ...tableOf(['arrived', 'short'], () => z.array(purchaseOrder)),
  }),
  slot: dataOf(slot),
  slotList: listOf(slot),
  cancelledSlot: dataOf(z.union([slot, z.null()])),
  watchedSlots: oneOrSeveral(z.nullable(slot)),
  purchaseOrder: dataOf(purchaseOrder),
  purchaseOrders: oneOrSeveral(purchaseOrder),
  purchaseOrderList: dataOf(z.array(purchaseOrder)),
  findings,
};
