import * as z from 'zod/mini';
import { type Endpoint, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { failure } from '../contract/envelope.ts';
import { limits } from '../contract/limits.ts';
import { schemas } from '../contract/schemas.ts';

type Json = Record<string, unknown>;

/** What an endpoint does, in a line, and the status of its success. */
const described: Readonly<Record<EndpointName, { readonly summary: string; readonly status: number }>> = {
  login: { summary: 'Sign in', status: 200 },
  inventory: { summary: 'Stock of every location, a page of SKUs each', status: 200 },
  stockAge: { summary: 'Age of the stock of one SKU', status: 200 },
  stockAgeList: { summary: 'Age of the stock of all SKUs', status: 200 },
  createOrder: { summary: 'Create an outbound order', status: 201 },
  getOrder: { summary: 'Read an order', status: 200 },
  listOrders: { summary: 'Orders of a channel reference, or all MSF orders', status: 200 },
  cancelOrder: { summary: 'Cancel an order', status: 200 },
  createInbound: { summary: 'Announce an inbound delivery', status: 201 },
  getInbound: { summary: 'Read an inbound delivery', status: 200 },
  bookSlot: { summary: 'Ask for a delivery slot', status: 201 },
  getSlot: { summary: 'Read a slot', status: 200 },
  listSlots: { summary: 'All slots', status: 200 },
  respondToSlot: { summary: "Accept or counter the warehouse's offer", status: 200 },
  cancelSlot: { summary: 'Cancel an unused slot', status: 200 },
  createPurchaseOrder: { summary: 'Create a purchase order', status: 201 },
  getPurchaseOrder: { summary: 'Read a purchase order', status: 200 },
};

const page = { type: 'integer', minimum: limits.firstPage, default: limits.firstPage };
const pageSizes: Partial<Record<EndpointName, Json>> = {
  inventory: {
    type: 'integer',
    minimum: 1,
    maximum: limits.inventoryPageSize.max,
    default: limits.inventoryPageSize.default,
  },
  stockAgeList: { type: 'integer', minimum: 1, default: limits.stockAgePageSize.default },
  listOrders: { type: 'integer', default: limits.msfPageSize.default },
};

const querySchemas: Readonly<Record<string, Json>> = {
  page,
  as_of_date: { type: 'string', format: 'date' },
  in_stock_only: { type: 'boolean', default: false },
  available: { type: 'boolean' },
  ship_from: { type: 'string', enum: ['MSF'] },
};

function parametersOf(name: EndpointName): Json[] {
  const inPath = [...endpoints[name].path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = (schemas[name].query ?? []).map((parameter) => ({
    name: parameter,
    in: 'query',
    required: false,
    schema: (parameter === 'page_size' ? pageSizes[name] : querySchemas[parameter]) ?? { type: 'string' },
  }));
  return [...inPath, ...inQuery];
}

/** JSON Schema 2020-12, which OpenAPI 3.1 takes as it is; the dialect is said once, for the whole document. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });

const failures: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'The credentials or the token are not valid',
  403: 'The account may not do this',
  404: 'There is no such thing',
  409: 'It conflicts with what is there',
  413: 'The body is too large',
  429: 'Too many requests',
  500: 'The service failed',
  503: 'The service is unavailable',
};

const failureReference = (status: string): Json => ({ $ref: `#/components/responses/Failure${status}` });

function responsesOf(name: EndpointName, endpoint: Endpoint): Json {
  const { status } = described[name];
  const statuses = Object.keys(failures).filter(
    (code) => endpoint.auth || (code !== '403' && code !== '404'),
  );
  return {
    [status]: { description: 'Success', ...json(jsonSchema(schemas[name].response, 'output')) },
    ...Object.fromEntries(statuses.map((code) => [code, failureReference(code)])),
  };
}

function operationOf(name: EndpointName): Json {
  const endpoint: Endpoint = endpoints[name];
  const { body } = schemas[name];
  const required = body !== undefined && !z.safeParse(body, undefined).success;
  return {
    operationId: name,
    summary: described[name].summary,
    parameters: parametersOf(name),
    ...(body === undefined ? {} : { requestBody: { required, ...json(jsonSchema(body, 'input')) } }),
    responses: responsesOf(name, endpoint),
    security: endpoint.auth ? [{ bearer: [] }] : [],
  };
}

/** The service as an OpenAPI 3.1 document, made from the contract that the emulator checks requests against. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { path, method } = endpoints[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) };
  }
  const responses = Object.entries(failures).map(([status, description]) => [
    `Failure${status}`,
    { description, ...json({ $ref: '#/components/schemas/Failure' }) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Channel fulfilment service', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/v1' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: jsonSchema(failure, 'output') },
      responses: Object.fromEntries(responses),
    },
  };
}
