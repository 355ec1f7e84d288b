import * as z from 'zod/mini';
import { dataOf, record } from './service.ts';

const count = z.int().check(z.minimum(0));

/** What the commands of the emulator print. */
export const emulatorDocuments = {
  // emulator status; `assume` lists the decisions that differ from the default
  emulatorStatus: dataOf(
    z.strictObject({
      status: z.string(),
      version: z.string(),
      place: z.string(),
      now: z.string(),
      clock: z.string(),
      assume: z.record(z.string(), z.int()),
    }),
  ),
  // emulator clock; `fired` lists what fell due
  clock: dataOf(
    z.strictObject({
      now: z.string(),
      mode: z.string(),
      fired: z.optional(z.array(z.strictObject({ at: z.string(), job: z.string(), ref: z.string() }))),
    }),
  ),
  // emulator reset, emulator import: the clock of the new state
  newState: dataOf(z.strictObject({ now: z.string(), mode: z.optional(z.string()) })),
  // emulator export
  exportedState: dataOf(z.strictObject({ file: z.string() })),
  // emulator seed: the number of requests, and of what is in the file
  writtenSeed: dataOf(
    z.strictObject({
      file: z.string(),
      requests: count,
      products: count,
      slots: count,
      purchaseOrders: count,
      orders: count,
    }),
  ),
  // emulator fault add, list and clear
  addedFault: dataOf(z.strictObject({ id: z.int() })),
  faults: dataOf(z.array(record({ id: z.int(), fired: count }))),
  clearedFaults: dataOf(z.strictObject({ cleared: count })),
  // emulator log: the requests, or their number
  requestLog: dataOf(
    z.union([
      z.array(record({ id: z.int(), at: z.string(), method: z.string(), path: z.string(), status: z.int() })),
      z.strictObject({ count }),
    ]),
  ),
  // emulator conformance
  conformance: dataOf(
    z.array(
      z.strictObject({
        id: z.string(),
        text: z.string(),
        status: z.string(),
        area: z.string(),
        tests: z.array(z.string()),
        why: z.optional(z.nullable(z.string())),
        standard: z.optional(z.string()),
        alternatives: z.optional(z.array(z.string())),
        answers: z.optional(z.array(z.strictObject({ number: count, text: z.string() }))),
      }),
    ),
  ),
};
