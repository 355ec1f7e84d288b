import * as records from '../../contract/answers.ts';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { type QueryParameter, schemas } from '../../contract/schemas.ts';
import { fieldsOf, keysOf } from '../../text/records.ts';
import { type Described, type Json, openApiDocument, parameter } from './document.ts';
import {
  type DocumentOptions,
  type Example,
  type ExampleCall,
  exampleRequests,
  exampleSeed,
  playExamples,
} from './examples.ts';

const tags = {
  Authentication: 'Sign in; a token lasts a day.',
  Inventory: 'Stock for each location, and how long it has been held.',
  Orders: 'Outbound orders to customers.',
  Deliveries: 'Inbound deliveries without a slot.',
  Slots: 'Delivery slots, and the negotiation of their time with the warehouse.',
  'Purchase orders': 'Deliveries for a confirmed slot.',
} as const;

type FirstPart<Path extends string> = Path extends `/${infer First}/${string}`
  ? First
  : Path extends `/${infer Only}`
    ? Only
    : never;

type PathStart = FirstPart<(typeof endpoints)[EndpointName]['path']>;

/** The tag of the endpoints below each first part of a path. */
const tagsOfPaths: Readonly<Record<PathStart, keyof typeof tags>> = {
  auth: 'Authentication',
  inventory: 'Inventory',
  outbound: 'Orders',
  order: 'Orders',
  inbound: 'Deliveries',
  'inbound-slot': 'Slots',
  'inbound-po': 'Purchase orders',
};

interface Operation extends Pick<Described, 'summary' | 'description'> {
  /** Success status first, then others that are plausible where the specification is silent; by default 200. */
  readonly success?: readonly [number, ...number[]];
  /** Refusals in addition to those that follow from what the endpoint takes. */
  readonly refusals?: readonly number[];
  /** What the call used as the example has besides the body of `exampleRequests`. */
  readonly example?: ExampleCall;
}

/** What the document adds to the contract's table for each endpoint. The examples run in this order. */
const operations: Readonly<Record<EndpointName, Operation>> = {
  login: {
    summary: 'Sign in',
    description: 'Returns a bearer token for all other calls. Reuse it until it expires.',
    success: [200, 201],
  },
  inventory: {
    summary: 'Read stock',
    description:
      'Each location comes with its own page of SKUs; has_more says whether any location has another page.',
  },
  stockAge: {
    summary: 'Read the stock age of one SKU',
    description:
      'From the 02:00 UTC snapshot, or rebuilt from stock movements if the snapshot cannot answer.',
  },
  stockAgeList: {
    summary: 'List stock ages',
    description: 'Every SKU of the client, sorted by SKU. Pages 1 to total_pages cover the catalogue.',
  },
  createOrder: {
    summary: 'Create an order',
    description: 'References are unique per client: a repeated one gives 409. The order starts as Pending.',
    success: [201],
    refusals: [409],
  },
  getOrder: {
    summary: 'Read an order',
    description: 'By its reference. Orders that a marketplace fulfils (MSF) are not found this way.',
  },
  listOrders: {
    summary: 'List orders by channel reference, or MSF orders',
    description:
      'With channel_ref, the orders with exactly that channel reference. With ship_from=MSF, all orders that a marketplace fulfils, in pages if page or page_size is sent. One of the two is required.',
    example: { query: '?ship_from=MSF&page=1' },
  },
  cancelOrder: {
    summary: 'Cancel an order',
    description: 'A shipped order cannot be cancelled (409). Cancelling again changes nothing.',
    success: [200, 204],
    refusals: [409],
    example: { request: { reason: 'The customer changed their mind' } },
  },
  createInbound: {
    summary: 'Register a delivery',
    description:
      'Raises stock at once. If any line does not match a stock item of the client, nothing is registered.',
    success: [201],
    refusals: [409],
  },
  getInbound: {
    summary: 'Read a delivery',
    description: 'By the PO_REFERENCE that it was registered with.',
  },
  bookSlot: {
    summary: 'Book a slot',
    description: 'The slot is pending_ops until the warehouse answers. Poll it a few times an hour at most.',
    success: [201],
  },
  getSlot: {
    summary: 'Read a slot',
    description: "Its state, and every offer so far; those proposed by ops are the warehouse's.",
  },
  listSlots: {
    summary: 'List slots',
    description: 'All slots of the client or, with available=true, only those that a purchase order can use.',
  },
  respondToSlot: {
    summary: "Answer the warehouse's offer",
    description:
      'Accepts the offer or asks for another time. 409 if the schedule has changed: read the slot again, then respond.',
    refusals: [409],
  },
  cancelSlot: {
    summary: 'Cancel a slot',
    description: 'Only while no purchase order uses it. Cancelling again changes nothing.',
    success: [200, 204],
    refusals: [409],
  },
  createPurchaseOrder: {
    summary: 'Create a purchase order',
    description:
      'For the confirmed time of its slot, which it uses up. If creation then fails, the slot is released, and the body has retryable and the reserved lw_po_number.',
    success: [201, 200],
    refusals: [404, 409, 502],
  },
  getPurchaseOrder: {
    summary: 'Read a purchase order',
    description:
      "By its lw_po_number: lines, delivery, negotiation and, once processed, the warehouse's report.",
  },
};

/** Replaces the real token, which would be valid until the next day. */
const shownToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJlbXUtYWNtZSJ9.c2lnbmF0dXJl';

const { inventoryPageSize, stockAgePageSize, msfPageSize, firstPage } = limits;

/** A whole number that a request may leave out. */
const count = (description: string, standard: number, bounds: Json = {}): Json =>
  parameter(description, { type: 'integer', ...bounds, default: standard });

/** How each endpoint treats a page size outside its limits: refuse it, cap it, or use the default. */
const pageSizes: Partial<Record<EndpointName, Json>> = {
  inventory: count('SKUs per page', inventoryPageSize.default, {
    minimum: inventoryPageSize.min,
    maximum: inventoryPageSize.max,
  }),
  stockAgeList: count(
    `SKUs per page; a larger number counts as ${stockAgePageSize.max}`,
    stockAgePageSize.default,
    { minimum: stockAgePageSize.min },
  ),
  listOrders: count(
    `MSF orders per page, up to ${msfPageSize.max}; anything else counts as the default`,
    msfPageSize.default,
  ),
};

const inQuery: Readonly<Record<Exclude<QueryParameter, 'page_size'>, Json>> = {
  page: count('Page number', firstPage, { minimum: firstPage }),
  as_of_date: parameter('Show the snapshot of this day', { type: 'string', format: 'date' }),
  locationId: parameter('Limit lots and quantities to one location', { type: 'string' }),
  in_stock_only: parameter('Leave out SKUs without stock', { type: 'boolean', default: false }),
  channel_ref: { ...parameter('The exact channel reference', { type: 'string' }), example: 'CH-1001' },
  ship_from: {
    ...parameter('List all MSF orders; takes precedence over channel_ref', { type: 'string', enum: ['MSF'] }),
    // One of the two is needed.
    example: 'MSF',
  },
  available: parameter('Only slots that are ready to use', { type: 'boolean', default: false }),
};

function parameterOf(name: EndpointName, asked: QueryParameter): Json | undefined {
  if (asked === 'page_size') return pageSizes[name];
  if (name === 'listOrders' && asked === 'page')
    return count('Page of MSF orders; anything below 1 counts as 1', firstPage);
  return inQuery[asked];
}

/** Refusals that follow from what an endpoint takes: a token, a body that can be too large or compressed, a reference. */
function commonRefusals(name: EndpointName): number[] {
  const { auth, method, path }: Endpoint = endpoints[name];
  const { query, body } = schemas[name];
  return [
    ...(query === undefined && body === undefined ? [] : [400]),
    401,
    ...(auth ? [403] : []),
    ...(path.includes('{') ? [404] : []),
    405,
    ...(method === 'POST' ? [413, 415] : []),
    ...[429, 431, 500, 503],
  ];
}

function describedAs(name: EndpointName, example: Example): Described {
  const { path, auth }: Endpoint = endpoints[name];
  const { query = [], body } = schemas[name];
  return {
    ...endpoints[name],
    ...operations[name],
    id: name,
    tag: tagsOfPaths[path.split('/')[1] as PathStart],
    body,
    example,
    query: Object.fromEntries(query.map((parameter) => [parameter, parameterOf(name, parameter)])),
    answers: records.answers[name],
    refusals: [...(operations[name].refusals ?? []), ...commonRefusals(name)],
    security: auth ? [{ bearer: [] }] : [],
  };
}

/** The service as an OpenAPI 3.1 document, with examples that a separate emulator runs at `now` (ms). */
export async function serviceDocument({ version, now, play }: DocumentOptions): Promise<Json> {
  const requests = exampleRequests(now);
  const bodies: Partial<Record<EndpointName, object>> = requests;
  const examples = await playExamples(play, {
    seed: exampleSeed(now),
    calls: keysOf(operations).map((name) => ({ name, ...endpoints[name] })),
    base: '/v1',
    before: { getSlot: ['/_emulator/fc/slots/SLOT-000001/counter', requests.counterSlot] },
    exampleOf: (name) => ({ request: bodies[name], ...operations[name].example }),
  });
  const login = fieldsOf(examples.login?.answer);
  const shownLogin = { ...login, data: { ...fieldsOf(login.data), access_token: shownToken } };
  examples.login = { ...examples.login, answer: shownLogin };
  const { answers: _, stockFigures: __, ...own } = records;
  const names = keysOf(endpoints);
  const named = names.map((name) => [`${name}Request`, schemas[name].body] as const);
  return openApiDocument({
    title: 'Channel fulfilment service',
    description:
      'Orders, stock and inbound deliveries of a fulfilment operation, as the emulator of cfi answers them.',
    version,
    server: '/v1',
    tags,
    records: { ...own, ...Object.fromEntries(named.filter(([, body]) => body !== undefined)) },
    operations: names.map((name) => describedAs(name, examples[name] ?? {})),
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access_token from signing in',
      },
    },
  });
}
