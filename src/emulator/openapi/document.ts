import * as z from 'zod/mini';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type QueryParameter,
} from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { address, outboundOrder } from '../../contract/order.ts';
import { failure, pagination } from '../../contract/primitives.ts';
import { schemasOf } from '../../contract/schemas.ts';
import { keysOf } from '../../text/records.ts';
import { capital } from '../../text/words.ts';
import { type Example, type Play, playExamples } from './examples.ts';
import { componentSchemas, type Json } from './json-schema.ts';
import { operations, tags } from './operations.ts';
import * as records from './records.ts';

/** How each endpoint treats a page size outside its limits: refuse it, cap it, or use the default. */
const pageSizes: Partial<Record<EndpointName, Json>> = {
  inventory: {
    description: 'SKUs per page',
    schema: {
      type: 'integer',
      minimum: limits.inventoryPageSize.min,
      maximum: limits.inventoryPageSize.max,
      default: limits.inventoryPageSize.default,
    },
  },
  stockAgeList: {
    description: `SKUs per page; a larger number counts as ${limits.stockAgePageSize.max}`,
    schema: {
      type: 'integer',
      minimum: limits.stockAgePageSize.min,
      default: limits.stockAgePageSize.default,
    },
  },
  listOrders: {
    description: `MSF orders per page, up to ${limits.msfPageSize.max}; anything else counts as the default`,
    schema: { type: 'integer', default: limits.msfPageSize.default },
  },
};

const anyPage: Json = {
  description: 'Page of MSF orders; anything below 1 counts as 1',
  schema: { type: 'integer', default: limits.firstPage },
};

const inQuery: Readonly<Record<Exclude<QueryParameter, 'page_size'>, Json>> = {
  page: {
    description: 'Page number',
    schema: { type: 'integer', minimum: limits.firstPage, default: limits.firstPage },
  },
  as_of_date: {
    description: 'Show the snapshot of this day',
    schema: { type: 'string', format: 'date' },
  },
  locationId: { description: 'Limit lots and quantities to one location', schema: { type: 'string' } },
  in_stock_only: {
    description: 'Leave out SKUs without stock',
    schema: { type: 'boolean', default: false },
  },
  channel_ref: {
    description: 'The exact channel reference',
    schema: { type: 'string' },
    example: 'CH-1001',
  },
  ship_from: {
    description: 'List all MSF orders; takes precedence over channel_ref',
    schema: { type: 'string', enum: ['MSF'] },
    // One of the two is needed.
    example: 'MSF',
  },
  available: {
    description: 'Only slots that are ready to use',
    schema: { type: 'boolean', default: false },
  },
};

function described(name: EndpointName, parameter: QueryParameter): Json | undefined {
  if (parameter === 'page_size') return pageSizes[name];
  return name === 'listOrders' && parameter === 'page' ? anyPage : inQuery[parameter];
}

const inPath: Readonly<Record<string, string>> = {
  sku: 'The SKU',
  referenceNumber: "The order's reference",
  order_id: "The order's reference",
  deliveryNumber: "The delivery's PO_REFERENCE",
  slotReference: 'The slotReference',
  poReference: 'The lw_po_number',
};

/** The parameters of an endpoint, path parameters first; `examples` holds values for the path parameters. */
function parametersOf(name: EndpointName, examples: Readonly<Record<string, string>> = {}): Json[] {
  const path = [...endpoints[name].path.matchAll(/\{(\w{1,40})\}/g)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: inPath[parameter],
    schema: { type: 'string', minLength: 1 },
    example: examples[parameter],
  }));
  const query = (schemasOf(name).query ?? []).map((parameter) => ({
    name: parameter,
    in: 'query',
    required: false,
    ...described(name, parameter),
  }));
  return [...path, ...query];
}

/** Refusals by status: what one means, and an error text. */
type Failures = Readonly<Record<number, { readonly description: string; readonly error: string }>>;

const failures: Failures = {
  400: { description: 'The request is invalid', error: 'ReferenceNumber is required' },
  401: { description: 'The credentials or the token are invalid', error: 'Unauthorized' },
  403: { description: 'The account lacks the permission', error: 'Forbidden' },
  404: { description: 'The resource does not exist', error: 'Order WEB-1001 not found' },
  405: { description: 'The path does not support the method', error: 'Method not allowed' },
  409: {
    description: 'The request conflicts with the current state',
    error: 'ReferenceNumber WEB-1001 already exists',
  },
  413: { description: 'The body is too large', error: 'The body is larger than 10 MiB' },
  415: { description: 'The body is compressed', error: 'The content encoding gzip is not supported' },
  429: { description: 'Too many requests', error: 'Too many requests' },
  431: { description: 'The headers are too large', error: 'The headers are larger than 16 KiB' },
  500: { description: 'The service failed', error: 'Internal error' },
  502: { description: 'The service failed; the request may be sent again', error: 'Try again' },
  503: { description: 'The service is unavailable', error: 'Try again later' },
};

const header = (description: string, required: boolean): Json => ({
  description,
  required,
  schema: { type: 'string' },
});

const headersOf: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': header('How to sign in: Bearer', true) },
  405: { Allow: header('The methods that the path supports', true) },
  429: { 'Retry-After': header('Seconds to wait, or the date to wait until', false) },
};

function failureResponse(status: number, own: Failures): Json {
  const { description = '', error = '' } = own[status] ?? failures[status] ?? {};
  const headers = headersOf[status];
  const content = {
    'application/json': {
      schema: { $ref: '#/components/schemas/Failure' },
      example: { success: false, error },
    },
    ...(status === 503 && own === failures ? { 'text/html': { schema: { type: 'string' } } } : {}),
  };
  return { description, ...(headers === undefined ? {} : { headers }), content };
}

/** Error responses for `components.responses`; `own` replaces what the service's say. */
export const failureResponses = (
  statuses: readonly number[] = Object.keys(failures).map(Number),
  own: Failures = failures,
): Record<string, Json> =>
  Object.fromEntries(statuses.map((status) => [`Failure${status}`, failureResponse(status, own)]));

const names = keysOf(endpoints);

const requestName = (name: EndpointName): string => `${capital(name)}Request`;
const answerName = (name: EndpointName): string => `${capital(name)}Answer`;

/** The body of an endpoint's request; a body whose schema is optional may be left out. */
function bodyOf(name: EndpointName): { schema: z.core.$ZodType; required: boolean } | undefined {
  const schema = schemasOf(name).body;
  if (schema === undefined) return undefined;
  return schema instanceof z.ZodMiniOptional
    ? { schema: schema.def.innerType, required: false }
    : { schema, required: true };
}

const answerOf = (name: EndpointName): z.core.$ZodType =>
  name in records.answers ? records.answers[name as keyof typeof records.answers] : schemasOf(name).response;

/** Every schema that has its own name. */
function namedSchemas(): Record<string, z.core.$ZodType> {
  const { answers: _, ...own } = records;
  const bodies = names.flatMap((name) => {
    const body = bodyOf(name);
    return body === undefined ? [] : [[requestName(name), body.schema] as const];
  });
  return {
    Failure: failure,
    Pagination: pagination,
    Address: address,
    ...Object.fromEntries(Object.entries(own).map(([name, schema]) => [capital(name), schema])),
    ...Object.fromEntries(bodies),
    ...Object.fromEntries(names.map((name) => [answerName(name), answerOf(name)])),
    [requestName('createOrder')]: outboundOrder,
  };
}

const json = (schema: string, example: unknown): Json => ({
  content: {
    'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example },
  },
});

/** Statuses that any endpoint may return: sign-in needs no token, and only a body can be too large or compressed. */
const common = ({ auth, method }: Endpoint): number[] => [
  401,
  ...(auth ? [403] : []),
  405,
  ...(method === 'POST' ? [413, 415] : []),
  ...[429, 431, 500, 503],
];

function responsesOf(name: EndpointName, endpoint: Endpoint, { answer }: Example): Json {
  const { success, refusals } = operations[name];
  const described = (status: number): Json =>
    status === 204
      ? { description: 'Success, without a body' }
      : { description: 'Success', ...json(answerName(name), answer) };
  const refused = [...refusals, ...common(endpoint)].sort((a, b) => a - b);
  return Object.fromEntries([
    ...success.map((status) => [status, described(status)]),
    ...refused.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  ]);
}

function operationOf(name: EndpointName, example: Example): Json {
  const endpoint: Endpoint = endpoints[name];
  const { tag, summary, description } = operations[name];
  const body = bodyOf(name);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    parameters: parametersOf(name, example.params),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.required, ...json(requestName(name), example.request) } }),
    responses: responsesOf(name, endpoint, example),
    security: endpoint.auth ? [{ bearer: [] }] : [],
  };
}

/**
 * The service as an OpenAPI 3.1 document, generated from the contract that the emulator checks requests against and
 * from the records it returns. The examples are real: a separate emulator runs them at `now` (ms).
 */
export async function openApiDocument({
  version,
  now,
  play,
}: {
  readonly version: string;
  readonly now: number;
  readonly play: Play;
}): Promise<Json> {
  const examples = await playExamples(now, play);
  const paths: Record<string, Json> = {};
  for (const name of names) {
    const { path, method } = endpoints[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, examples.get(name) ?? {}) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Channel fulfilment service',
      version,
      description:
        'Orders, stock and inbound deliveries of a fulfilment operation, as the emulator of cfi answers them. Answers may have more fields than are listed.',
      contact: { name: 'The makers of cfi' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/v1', description: 'The emulator that serves this document' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access_token from signing in',
        },
      },
      schemas: componentSchemas(namedSchemas()),
      responses: failureResponses(),
    },
  };
}
