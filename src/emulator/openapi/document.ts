import * as z from 'zod/mini';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { failure, pagination } from '../../contract/envelope.ts';
import { address, outboundOrder } from '../../contract/order.ts';
import { schemasOf } from '../../contract/schemas.ts';
import { keysOf } from '../../text/records.ts';
import { capital } from '../../text/words.ts';
import { type Example, type Play, playExamples } from './examples.ts';
import { componentSchemas, type Json } from './json-schema.ts';
import { operations, tags } from './operations.ts';
import { parametersOf } from './parameters.ts';
import * as records from './records.ts';
import { failureResponses } from './responses.ts';

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
  const { answers: _, instant: __, day: ___, ...own } = records;
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
