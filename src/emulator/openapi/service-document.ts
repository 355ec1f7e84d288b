import * as records from '../../contract/answers.ts';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { type QueryParameter, schemasOf } from '../../contract/schemas.ts';
import { fieldsOf, keysOf } from '../../text/records.ts';
import { type Described, type Json, openApiDocument, parameter } from './document.ts';
import {
  type DocumentOptions,
  type Example,
  exampleRequests,
  exampleSeed,
  playExamples,
} from './examples.ts';
import { type Operation, operations, tags } from './operations.ts';

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
  const { query, body } = schemasOf(name);
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
  const { method, path, auth }: Endpoint = endpoints[name];
  const { example: _, refusals = [], ...described }: Operation = operations[name];
  const { query = [], body } = schemasOf(name);
  return {
    ...{ ...described, id: name, method, path, body, example },
    query: Object.fromEntries(query.map((parameter) => [parameter, parameterOf(name, parameter)])),
    answers: records.answers[name],
    refusals: [...refusals, ...commonRefusals(name)],
    security: auth ? [{ bearer: [] }] : [],
  };
}

/** The service as an OpenAPI 3.1 document, with examples that a separate emulator runs at `now` (ms). */
export async function serviceDocument({ version, now, play }: DocumentOptions): Promise<Json> {
  const requests = exampleRequests(now);
  const bodies: Partial<Record<EndpointName, object>> = requests;
  const examples = await playExamples(play, {
    seed: exampleSeed(now),
    calls: keysOf(operations).map((name) => ({
      name,
      ...endpoints[name],
      path: `/v1${endpoints[name].path}`,
    })),
    exampleOf: (name) => ({ request: bodies[name], ...operations[name].example?.(requests) }),
  });
  const login = fieldsOf(examples.login?.answer);
  const shownLogin = { ...login, data: { ...fieldsOf(login.data), access_token: shownToken } };
  examples.login = { ...examples.login, answer: shownLogin };
  const { answers: _, stockFigures: __, ...own } = records;
  const names = keysOf(endpoints);
  const named = names.map((name) => [`${name}Request`, schemasOf(name).body] as const);
  return openApiDocument({
    info: {
      ...{ title: 'Channel fulfilment service', version },
      description:
        'Orders, stock and inbound deliveries of a fulfilment operation, as the emulator of cfi answers them.',
    },
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
