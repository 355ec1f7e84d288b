import * as z from 'zod/mini';
import { pagination } from '../../contract/primitives.ts';
import { fieldsOf, keysOf } from '../../text/records.ts';
import { type CallName, type ControlCall, controlCalls } from '../control/calls.ts';
import { type ControlPlay, controlOperations, controlRecords, controlTags } from './control-operations.ts';
import {
  callerOf,
  type Described,
  type DocumentOptions,
  type Example,
  filled,
  type Json,
  openApiDocument,
  type Play,
} from './document.ts';
import { exampleRequests, exampleSeed } from './operations.ts';

/** Prepares an emulator for the examples: an order, a delivery, a slot and a purchase order that wait. */
async function prepare(call: ReturnType<typeof callerOf>, now: number): Promise<ControlPlay> {
  const requests = exampleRequests(now);
  await call('POST', '/v1/auth/login', requests.login);
  await call('POST', '/v1/outbound', requests.createOrder);
  await call('POST', '/v1/inbound', requests.createInbound);
  const slot = fieldsOf((await call('POST', '/v1/inbound-slot', requests.bookSlot)).data);
  const po = fieldsOf((await call('POST', '/v1/inbound-po', requests.createPurchaseOrder)).data);
  return { now, requests, slot: String(slot.slotReference), purchaseOrder: String(po.lw_po_number) };
}

/** Plays each call's example; a slot that is to be confirmed was countered before, so a second one is booked for it. */
async function playAll(now: number, play: Play): Promise<Described[]> {
  const emulator = await play(exampleSeed(now));
  try {
    const call = callerOf(emulator);
    let played = await prepare(call, now);
    const described: Described[] = [];
    let state: unknown;
    for (const key of keysOf(controlOperations)) {
      const operation = controlOperations[key];
      const found = controlCalls[key];
      if (operation.id === 'confirmSlot') {
        const again = await call('POST', '/v1/inbound-slot', played.requests.bookSlot);
        played = { ...played, slot: String(fieldsOf(again.data).slotReference) };
      }
      const { params = {}, request = key === 'PUT /state' ? state : undefined } =
        operation.example?.(played) ?? {};
      const path = `/_emulator${filled(found.path, params)}`;
      // A document would fill pages, and one of them is this very document.
      const answer = operation.data && (await call(found.method, path, request as object | undefined));
      if (key === 'GET /state') state = fieldsOf(answer).data;
      described.push(describedAs(key, { params, request, answer }));
    }
    return described;
  } finally {
    emulator.close();
  }
}

/** The schema of an answer's body; undefined for a document that is not wrapped. */
function answerOf(data: z.core.$ZodType | undefined, { whole }: ControlCall): z.core.$ZodType | undefined {
  if (data === undefined) return undefined;
  const success = z.literal(true);
  return z.looseObject(whole ? { success, data: z.array(data), pagination } : { success, data });
}

const adminHeader: Json = {
  name: 'X-Emulator-Admin',
  in: 'header',
  required: true,
  description: 'Shows that the call is intended: a web page cannot send it to another origin by accident',
  schema: { type: 'string', enum: ['1'] },
  example: '1',
};

/** Refusals that follow from what a call takes, and those of any call. */
const commonRefusals = ({ method, path, withoutToken }: ControlCall, query: object | undefined): number[] => [
  ...(method === 'GET' && query === undefined ? [] : [400]),
  ...(method === 'GET' ? [] : [413, 415]),
  ...(path.includes('{') ? [404] : []),
  ...[403, 405, 431, 500],
  ...(withoutToken && method === 'GET' ? [] : [503]),
];

function tagOf({ path }: ControlCall): keyof typeof controlTags {
  if (path.startsWith('/fc/')) return 'Warehouse';
  if (path === '/faults') return 'Faults';
  return path === '/requests' ? 'Journal' : 'Emulator';
}

function describedAs(name: CallName, example: Example): Described {
  const call = controlCalls[name];
  const { data, refusals = [], example: _, ...described } = controlOperations[name];
  return {
    ...{ ...described, method: call.method, path: call.path, tag: tagOf(call), example, security: [] },
    headers: call.withoutToken ? [] : [adminHeader],
    answers: answerOf(data, call),
    refusals: [...refusals, ...commonRefusals(call, described.query)],
  };
}

const ownFailures = {
  400: { description: 'The request is invalid', error: 'proposedTime is required' },
  403: {
    description: 'The header is missing, or the host or origin is not allowed',
    error: 'The header X-Emulator-Admin: 1 is required',
  },
  409: {
    description: 'The call conflicts with the current state',
    error: 'Slot SLOT-000001 is confirmed, not waiting for the warehouse',
  },
  503: { description: 'The state cannot be written', error: 'The disk is full' },
};

/** The control API as an OpenAPI 3.1 document, with examples that a separate emulator runs at `now` (ms). */
export async function controlDocument({ version, now, play }: DocumentOptions): Promise<Json> {
  return openApiDocument({
    info: {
      ...{ title: 'Control API of the emulator of the channel fulfilment service', version },
      description:
        'Moves the clock, plays the warehouse, makes requests fail and reads the journal of an emulator.',
    },
    server: '/_emulator',
    tags: controlTags,
    records: controlRecords,
    operations: await playAll(now, play),
    order: keysOf(controlCalls),
    failures: ownFailures,
    statuses: [400, 403, 404, 405, 409, 413, 415, 431, 500, 503],
  });
}
