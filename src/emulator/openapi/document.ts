import * as z from 'zod/mini';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { failure } from '../../contract/envelope.ts';
import { schemas } from '../../contract/schemas.ts';
import { type Json, jsonSchema } from './json-schema.ts';
import { operations } from './operations.ts';
import { parametersOf } from './parameters.ts';

const json = (schema: Json, example?: object): Json => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

const failures: Readonly<Record<number, { readonly description: string; readonly error: string }>> = {
  400: { description: 'The request is not valid', error: 'ReferenceNumber is required' },
  401: { description: 'The credentials or the token are not valid', error: 'Unauthorized' },
  403: { description: 'The account may not do this', error: 'Forbidden' },
  404: { description: 'The resource does not exist', error: 'Order R-1 not found' },
  409: { description: 'It conflicts with what is there', error: 'ReferenceNumber R-1 already exists' },
  413: { description: 'The body is too large', error: 'The body is larger than 10 MiB' },
  415: { description: 'The body is compressed', error: 'The content encoding gzip is not supported' },
  429: { description: 'Too many requests', error: 'Too many requests' },
  500: { description: 'The service failed', error: 'Internal error' },
  502: { description: 'The service failed, and the request may be sent again', error: 'Try again' },
  503: { description: 'The service is not available', error: 'Try again later' },
};

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait, or the time to wait for', schema: { type: 'string' } },
};

function failureResponse(status: number): Json {
  const { description = '', error = '' } = failures[status] ?? {};
  const body = json({ $ref: '#/components/schemas/Failure' }, { success: false, error });
  if (status === 429) return { description, headers: retryAfter, ...body };
  if (status !== 503) return { description, ...body };
  const page = { 'text/html': { schema: { type: 'string' } } };
  return { description, content: { ...(body.content as Json), ...page } };
}

/** What any endpoint may answer: sign-in needs no token, and only a body can be too large or compressed. */
const common = ({ auth, method }: Endpoint): number[] => [
  401,
  ...(auth ? [403] : []),
  ...(method === 'POST' ? [413, 415] : []),
  ...[429, 500, 503],
];

function responsesOf(name: EndpointName, endpoint: Endpoint): Json {
  const { success, refusals } = operations[name];
  const body = json(jsonSchema(schemas[name].response, 'output'));
  const described = (status: number): Json =>
    status === 204 ? { description: 'Success, without a body' } : { description: 'Success', ...body };
  const refused = [...refusals, ...common(endpoint)].sort((a, b) => a - b);
  return Object.fromEntries([
    ...success.map((status) => [status, described(status)]),
    ...refused.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  ]);
}

function operationOf(name: EndpointName): Json {
  const endpoint: Endpoint = endpoints[name];
  const { summary, example } = operations[name];
  const { body } = schemas[name];
  const required = body !== undefined && !z.safeParse(body, undefined).success;
  return {
    operationId: name,
    summary,
    parameters: parametersOf(name),
    ...(body === undefined ? {} : { requestBody: { required, ...json(jsonSchema(body, 'input'), example) } }),
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
  const responses = Object.keys(failures).map((status) => [
    `Failure${status}`,
    failureResponse(Number(status)),
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
