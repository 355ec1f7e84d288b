import * as z from 'zod/mini';
import {
  account,
  changedSetting,
  checks,
  profiles,
  removedProfile,
  settings,
  signedIn,
  signedOut,
  usedProfile,
  value,
} from './account.ts';
import * as emulator from './emulator.ts';
import { cancellation, foundOrders, runs, tracking } from './orders.ts';
import {
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
import { deliveryUpload, folderUpload, orderUpload, purchaseOrderUpload, slotBooking } from './uploads.ts';

/**
 * `today`: what needs an answer, what waits for the warehouse, what arrives, and purchase orders that arrived short.
 */
const overview = dataOf(
  z.strictObject({
    needsAnswer: z.array(slot),
    waiting: z.array(slot),
    arriving: z.array(slot),
    short: z.array(purchaseOrder),
  }),
);

/** `verify`: `service` is the number of a choice, a description, or null if nothing was observed. */
const findings = dataOf(
  z.strictObject({
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

/** The document that each command prints with `--output json`, by command name. */
export const outputSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  login: signedIn,
  logout: signedOut,
  whoami: account,
  inventory: answerOf(record({})),
  'stock-age': answerOf(z.union([record({}), z.array(record({}))])),
  'order create': orderUpload,
  'order drop': folderUpload,
  'order get': oneOrSeveral(order),
  'order list': listOf(order),
  'order track': tracking,
  'order find': foundOrders,
  'order cancel': cancellation,
  'order runs': runs,
  'inbound create': deliveryUpload,
  'inbound get': answerOf(delivery),
  today: overview,
  'slot book': slotBooking,
  'slot list': listOf(slot),
  'slot get': dataOf(slot),
  'slot respond': dataOf(slot),
  'slot cancel': dataOf(z.union([slot, z.null()])),
  'slot watch': oneOrSeveral(z.nullable(slot)),
  'po create': purchaseOrderUpload,
  'po get': oneOrSeveral(purchaseOrder),
  'po list': dataOf(z.array(purchaseOrder)),
  runs,
  'config list': settings,
  'config get': value,
  'config set': changedSetting,
  'config unset': changedSetting,
  'config path': value,
  'profile list': profiles,
  'profile use': usedProfile,
  'profile remove': removedProfile,
  verify: findings,
  doctor: checks,
  'emulator status': emulator.status,
  'emulator reset': emulator.newState,
  'emulator export': emulator.exported,
  'emulator import': emulator.newState,
  'emulator clock': emulator.clock,
  'emulator fc confirm': emulator.slotMove,
  'emulator fc counter': emulator.slotMove,
  'emulator fc receive': emulator.receipt,
  'emulator fc receive-inbound': emulator.delivered,
  'emulator fc dispatch': emulator.orderMove,
  'emulator fc status': emulator.orderMove,
  'emulator fault add': emulator.addedFault,
  'emulator fault list': emulator.faults,
  'emulator fault clear': emulator.clearedFaults,
  'emulator log': emulator.log,
  'emulator conformance': emulator.conformance,
};

/**
 * Commands that print no JSON document: templates, scripts, raw answers, a screen, other programs' output, or nothing.
 */
export const withoutDocument: ReadonlySet<string> = new Set([
  'api',
  'board',
  'completion',
  'emulator exec',
  'emulator openapi',
  'emulator start',
  'help',
  'inbound template',
  'order map',
  'order template',
  'po template',
]);
