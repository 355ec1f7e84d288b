import * as z from 'zod/mini';
import { pagination } from '../../contract/primitives.ts';
import { fieldsOf, keysOf } from '../../text/records.ts';
import { type CallName, type ControlCall, controlCalls } from '../control/calls.ts';
import { controlOperations, controlRecords, controlTags } from './control-operations.ts';
import { type Described, type Json, openApiDocument } from './document.ts';
import {
  type DocumentOptions,
  type Example,
  exampleRequests,
  exampleSeed,
  type Play,
  playExamples,
} from './examples.ts';

/** Plays each call's example. A document would fill pages, and one of them is this very document. */
function playAll(now: number, play: Play) {
  const { login, createOrder, createInbound, bookSlot, createPurchaseOrder } = exampleRequests(now);
  return playExamples(play, {
    seed: exampleSeed(now),
    // A slot that was countered cannot be confirmed, so there are two.
    first: [
      ['/v1/auth/login', login],
      ['/v1/outbound', createOrder],
      ['/v1/inbound', createInbound],
      ['/v1/inbound-slot', bookSlot],
      ['/v1/inbound-slot', bookSlot],
      ['/v1/inbound-po', createPurchaseOrder],
    ],
    calls: keysOf(controlOperations)
      .filter((name) => controlOperations[name].data !== undefined)
      .map((name) => ({ name, ...controlCalls[name] })),
    base: '/_emulator',
    exampleOf(name, played) {
      if (name === 'PUT /state') return { request: fieldsOf(played['GET /state']?.answer).data };
      const { example = {} } = controlOperations[name];
      return typeof example === 'function' ? example(now) : example;
    },
  });
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

/** Refusals that follow from what a call takes and does, and those of any call. */
const refusalsOf = ({ method, path, withoutToken }: ControlCall, query: object | undefined): number[] => [
  ...(method === 'GET' && query === undefined ? [] : [400]),
  ...(method === 'GET' ? [] : [413, 415]),
  ...(path.includes('{') ? [404] : []),
  ...(method === 'POST' && path.startsWith('/fc/') ? [409] : []),
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
  const { names, data, ...described } = controlOperations[name];
  const [id, summary] = names;
  return {
    ...call,
    ...described,
    id,
    summary,
    example,
    tag: tagOf(call),
    headers: call.withoutToken ? [] : [adminHeader],
    answers: answerOf(data, call),
    refusals: refusalsOf(call, described.query),
    security: [],
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
  const examples = await playAll(now, play);
  return openApiDocument({
    title: 'Control API of the emulator of the channel fulfilment service',
    description:
      'Moves the clock, plays the warehouse, makes requests fail and reads the journal of an emulator.',
    version,
    server: '/_emulator',
    tags: controlTags,
    records: controlRecords,
    operations: keysOf(controlCalls).map((name) => describedAs(name, examples[name] ?? {})),
    failures: ownFailures,
  });
}
