import * as z from 'zod/mini';
import { inboundDelivery, order, proposal, purchaseOrder, slot } from '../../contract/answers.ts';
import * as contract from '../../contract/control.ts';
import { count, instant } from '../../contract/primitives.ts';
import { isoUtc } from '../../text/time/time.ts';
import type { CallName } from '../control/calls.ts';
import { faultRule } from '../domain/fault-rule.ts';
import { seedSchema } from '../seed/schema.ts';
import { type Described, type Json, parameter } from './document.ts';
import { type ExampleCall, exampleRequests } from './examples.ts';

export const controlTags = {
  Emulator: 'The emulator as a whole: its state, its clock and its assumptions.',
  Warehouse: "The warehouse's side: it answers slots, receives deliveries and dispatches orders.",
  Faults: 'Requests that fail on purpose.',
  Journal: 'The last requests to the service.',
} as const;

const text = z.string();
const choices = z.record(text, count);
const cleared = z.looseObject({ cleared: count });

/** Schemas that several control calls share or that deserve a name. */
export const controlRecords = {
  clock: contract.clock,
  movedClock: z.extend(contract.clock, {
    fired: z.array(z.looseObject({ at: instant, job: text, ref: text })),
  }),
  health: z.looseObject({ status: z.literal('ok'), version: text, now: instant }),
  changes: contract.changes,
  state: z.looseObject({
    version: z.int(),
    clock: z.looseObject({ now: z.number(), mode: contract.clock.shape.mode }),
    tables: z.record(
      text,
      z.looseObject({
        columns: z.array(text),
        rows: z.array(z.array(z.nullable(z.union([text, z.number()])))),
      }),
    ),
  }),
  seed: seedSchema,
  slot,
  proposal,
  order,
  purchaseOrder,
  inboundDelivery,
  faultRule,
  storedFault: z.extend(z.looseObject(faultRule.shape), { id: z.int(), matched: count, fired: count }),
  expectedDelivery: z.looseObject({
    lw_po_number: text,
    status: text,
    lines: z.array(contract.expectedLine),
  }),
  listedSlot: contract.listedSlot,
  listedPurchaseOrder: contract.listedPurchaseOrder,
  listedDelivery: contract.listedDelivery,
  listedOrder: contract.listedOrder,
  listedStock: contract.listedStock,
  loggedRequest: z.looseObject(contract.loggedRequest.shape),
};

const record = controlRecords;

const words = (description: string): Json => parameter(description, { type: 'string' });
const number = (description: string, limits: Json = {}): Json =>
  parameter(description, { type: 'integer', minimum: 1, ...limits });

const listParameters = {
  page: number('Page number', { default: 1 }),
  page_size: number('Items per page', { maximum: 200, default: 50 }),
  client: words('Only for the client with this client_id'),
  warehouse: words('Only at the warehouse with this name'),
  search: words('Only with this text in the reference, SKU or title'),
};

const statusListParameters = {
  ...listParameters,
  status: parameter('Only with one of these states', { type: 'array', items: { type: 'string' } }),
};

const journalParameters = {
  method: words('Only requests with this method'),
  path: words('Only requests to this path, without /v1; * matches any text'),
  status: number('Only answers with this status', { minimum: 100, maximum: 599 }),
  client: words('Only requests from the client with this client_id'),
  since: parameter("Only since this time, by the emulator's clock", { type: 'string', format: 'date-time' }),
  limit: number('Only this many of the newest'),
  count: parameter('Answer with the number of requests instead', { type: 'boolean', default: false }),
};

interface ControlOperation extends Pick<Described, 'description' | 'query' | 'body'> {
  readonly names: readonly [id: string, summary: string];
  /** The answer's `data`; the items of a page. Absent for a document that is not wrapped. */
  readonly data?: z.core.$ZodType;
  /** What the call used as the example has in its path and sends; an emulator plays it at that time (ms). */
  readonly example?: Pick<ExampleCall, 'named' | 'request'> | ((now: number) => ExampleCall);
}

/** Every control call, in the order in which the examples run; after the reset, the whole state is short enough to show. */
export const controlOperations: Readonly<Record<CallName, ControlOperation>> = {
  'GET /health': {
    description: 'Needs no header, so any GET can be a health check. Returns the version and the clock.',
    names: ['getHealth', 'Whether the emulator answers'],
    data: record.health,
  },
  'GET /openapi.json': {
    description: "Its examples are dated by the emulator's clock, and a new emulator accepts its requests.",
    names: ['getServiceDocument', 'The OpenAPI document of the service'],
  },
  'GET /control.json': {
    description: "Generated from the definitions that check the control API's requests.",
    names: ['getControlDocument', 'This document'],
  },
  'GET /changes': {
    description:
      'To follow an emulator, poll this: it is cheap and not logged. When the token changes, read what you show again.',
    names: ['getChanges', 'A token that changes whenever the state or the journal does'],
    data: record.changes,
  },
  'GET /clock': {
    description: "The emulator's time, and whether it runs.",
    names: ['getClock', 'Read the clock'],
    data: record.clock,
  },
  'GET /assumptions': {
    description:
      'Choices by the ids of the assumptions, counting from 1; what is absent has its default answer.',
    names: ['getAssumptions', 'The choices that differ from the defaults where the specification is silent'],
    data: z.looseObject({ assume: choices }),
  },
  'GET /fc/slots': {
    description: 'All states unless status names some; the oldest request first.',
    names: ['listWarehouseSlots', 'List the slots of all clients'],
    query: statusListParameters,
    data: record.listedSlot,
  },
  'GET /fc/slots/{ref}': {
    description: 'As its client sees it.',
    names: ['getWarehouseSlot', 'Read a slot of any client'],
    data: record.slot,
  },
  'POST /fc/slots/{ref}/counter': {
    description: 'The client must answer the offer. 409 if the slot does not wait for the warehouse.',
    names: ['counterSlot', 'Propose another time for a slot'],
    data: record.slot,
    example: (now) => ({ request: exampleRequests(now).counterSlot }),
  },
  'POST /fc/slots/{ref}/confirm': {
    names: ['confirmSlot', 'Confirm a slot'],
    description: 'Without a time, it is confirmed for the time that the client last asked for.',
    data: record.slot,
    example: { named: 'SLOT-000002', request: {} },
  },
  'GET /fc/pos': {
    description: 'With the units ordered and delivered of each line.',
    names: ['listWarehousePurchaseOrders', 'List the purchase orders of all clients'],
    query: statusListParameters,
    data: record.listedPurchaseOrder,
  },
  'GET /fc/pos/{lw_po_number}': {
    description: 'The lines of a purchase order with the units ordered, and delivered so far.',
    names: ['getExpectedDelivery', 'What a purchase order brings, in units'],
    data: record.expectedDelivery,
  },
  'POST /fc/pos/{lw_po_number}/receive': {
    names: ['receivePurchaseOrder', 'Receive a purchase order'],
    description: 'Lines that are not named arrive in full, unless complete is false.',
    data: record.purchaseOrder,
    example: { request: { lines: [{ SKU: 'AC-TENT-2', delivered: 11 }], complete: true } },
  },
  'GET /fc/inbound': {
    description: 'Their stock counts from the moment they are registered.',
    names: ['listWarehouseDeliveries', 'List the legacy deliveries of all clients'],
    query: statusListParameters,
    data: record.listedDelivery,
  },
  'POST /fc/inbound/{delivery_number}/receive': {
    description:
      'Only the state changes, because the stock counts already. Name the client if several use the number.',
    names: ['receiveDelivery', 'Receive a legacy delivery'],
    data: record.inboundDelivery,
    example: { request: { client: 'emu-acme' } },
  },
  'GET /fc/orders': {
    description: 'Orders that a marketplace fulfils are among them, without a warehouse.',
    names: ['listWarehouseOrders', 'List the orders of all clients, newest first'],
    query: statusListParameters,
    data: record.listedOrder,
  },
  'POST /fc/orders/{ref}/status': {
    description:
      'Shipped dispatches it and Cancelled takes it from the order book; other states change no stock.',
    names: ['setOrderStatus', 'Change the state of an order'],
    data: record.order,
    example: { named: 'WEB-1001', request: { Status: 'Processing', client: 'emu-acme' } },
  },
  'POST /fc/orders/{ref}/dispatch': {
    names: ['dispatchOrder', 'Dispatch an order'],
    description: 'Stock falls, oldest lots first; an order that a marketplace fulfils does not change stock.',
    data: record.order,
    example: {
      named: 'WEB-1001',
      request: { client: 'emu-acme', ShippingVendor: 'DPD', TrackingNumber: '15500001' },
    },
  },
  'GET /fc/stock': {
    description: 'The units of each SKU in each warehouse: in stock, ordered and available.',
    names: ['listWarehouseStock', 'List the stock of all clients'],
    query: listParameters,
    data: record.listedStock,
  },
  'POST /faults': {
    description: 'Only do is required. Without match, the rule applies to every request to the service.',
    names: ['addFault', 'Add a rule; the first one that matches a request is used'],
    data: z.looseObject({ id: z.int() }),
    example: {
      request: {
        match: { method: 'POST', path: '/outbound', reference: 'WEB-*' },
        when: { times: 2 },
        phase: 'before',
        do: { status: 429, headers: { 'Retry-After': '3' } },
      },
    },
  },
  'GET /faults': {
    description: 'In the order in which they are tried, with how often each matched and fired.',
    names: ['listFaults', 'List the rules'],
    data: z.array(record.storedFault),
  },
  'DELETE /faults': {
    description: 'From then on, every request works as it should.',
    names: ['clearFaults', 'Delete all rules'],
    data: cleared,
  },
  'GET /requests': {
    description: 'Only requests to the service, without secrets. All filters must match.',
    names: ['listRequests', 'The last 1,000 requests, oldest first'],
    query: journalParameters,
    data: z.union([z.array(record.loggedRequest), z.looseObject({ count })]),
  },
  'DELETE /requests': {
    description: 'The counts of exec --report are kept.',
    names: ['clearRequests', 'Forget the requests'],
    data: cleared,
  },
  'POST /clock': {
    names: ['moveClock', 'Move, stop or start the clock'],
    description: 'It only goes forward. What falls due meanwhile happens in order, each at its own time.',
    data: record.movedClock,
    example: { request: { advance: '1h' } },
  },
  'POST /reset': {
    description:
      'Restores the time of the seed, and ids count from the start. The journal is forgotten; a frozen clock stays frozen.',
    names: ['reset', 'Start over from a seed, by default the first one'],
    data: z.looseObject({ now: instant }),
    body: z.looseObject({ seed: z.optional(z.union([seedSchema, text])) }),
    example: (now) => ({
      request: {
        seed: { version: 1, now: isoUtc(now), warehouses: [{ name: 'Northgate FC' }], clients: [] },
      },
    }),
  },
  'GET /state': {
    description:
      'Everything except the journal and the rate limits, for a later import. Its shape may change with the version.',
    names: ['exportState', 'Export the whole state'],
    data: record.state,
  },
  'PUT /state': {
    description: 'This includes the clock. A state that contradicts itself is refused, and nothing changes.',
    names: ['importState', 'Replace the whole state with an exported one'],
    body: record.state,
    data: record.clock,
  },
};
