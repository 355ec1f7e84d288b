import * as z from 'zod/mini';
import { address } from '../../contract/order.ts';
import { anyTime, calendarDay, day, instant, timePattern, zonedTime } from '../../contract/primitives.ts';
import { purchaseOrder } from '../../contract/purchase-order.ts';
import {
  slotRequest,
  slotResponseRequest,
  suggestedContainerSizes,
  suggestedLoadingTypes,
} from '../../contract/slot.ts';
import { fieldsOf } from '../../text/records.ts';
import { capital } from '../../text/words.ts';
import type { HttpAnswer, HttpRequest } from '../service/http.ts';

/** A JSON object in the document. */
export type Json = Record<string, unknown>;

interface ObjectSchema extends Json {
  properties: Record<string, Json>;
  required: string[];
}

/** What one alternative of an object adds to the fields that all alternatives share. */
interface Alternative {
  readonly title: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

/** Each alternative as a complete object: next to a shared `properties`, client generators would lose the types. */
const alternativesOf = (common: ObjectSchema, alternatives: readonly Alternative[]): Json => ({
  anyOf: alternatives.map(({ title, properties = {}, required }) => ({
    ...Object.entries(properties).reduce((made, [name, more]) => withField(made, name, more), common),
    title,
    required: [...new Set([...common.required, ...required])],
  })),
});

/** The format of strings that the contract checks in code. */
const texts = new Map<unknown, Json>([
  [calendarDay, { format: 'date' }],
  [day, { format: 'date' }],
  [zonedTime, { format: 'date-time' }],
  [instant, { format: 'date-time' }],
  [
    anyTime,
    {
      pattern: timePattern.source,
      description: 'ISO 8601. Send the zone (Z or an offset): without one it may be misread',
    },
  ],
]);

/** Constraints that an enum makes redundant; some client generators reject a pattern next to one. */
const impliedByEnum = ['pattern', 'minLength', 'maxLength'];

/** Adds keywords to one field of an object. */
function withField(made: ObjectSchema, name: string, more: Json): ObjectSchema {
  const said = Object.entries(made.properties[name] ?? {}).filter(
    ([keyword]) => more.enum === undefined || !impliedByEnum.includes(keyword),
  );
  return { ...made, properties: { ...made.properties, [name]: { ...Object.fromEntries(said), ...more } } };
}

const loadingType = { enum: suggestedLoadingTypes };

/** Object checks that the contract or a rule makes in code, as far as JSON Schema can express them. */
const objects = new Map<unknown, (made: ObjectSchema) => Json>([
  [
    address,
    (made) =>
      alternativesOf(made, [
        { title: 'Address with a country code', required: ['CountryCode'] },
        { title: 'Address with a country', required: ['Country'] },
      ]),
  ],
  [
    slotRequest,
    (made) => {
      const sizes = { enum: suggestedContainerSizes };
      return alternativesOf(withField(withField(made, 'loadingType', loadingType), 'containerSize', sizes), [
        { title: 'Slot for a truck', properties: { deliveryType: { enum: ['truck'] } }, required: [] },
        {
          title: 'Slot for a container',
          properties: { deliveryType: { enum: ['container'] } },
          required: ['deliveryType', 'containerSize'],
        },
      ]);
    },
  ],
  [
    purchaseOrder,
    (made) =>
      withField(withField(made, 'loadingType', loadingType), 'Expected_Arrival_Date', { deprecated: true }),
  ],
  [
    slotResponseRequest,
    (made) =>
      alternativesOf(made, [
        { title: 'Accept the offer', properties: { action: { enum: ['accept'] } }, required: [] },
        {
          title: 'Ask for another time',
          properties: { action: { enum: ['counter'] } },
          required: ['proposedTime'],
        },
      ]),
  ],
]);

/**
 * Converts schemas to JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. Keys are the names in
 * `components.schemas`; a schema that contains another one refers to it by name.
 */
export function componentSchemas(named: Readonly<Record<string, z.core.$ZodType>>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      Object.assign(made, texts.get(zodSchema));
      // Whole numbers of any size: other languages have their own bounds.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, made]) => {
      const { $schema: _, $id: __, ...rest } = made as ObjectSchema;
      return [id, objects.get(named[id])?.(rest as ObjectSchema) ?? rest];
    }),
  );
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
  return { description, headers, content };
}

/** Error responses for `components.responses`; `own` replaces what the service's say. */
export const failureResponses = (
  statuses: readonly number[] = Object.keys(failures).map(Number),
  own: Failures = failures,
): Record<string, Json> =>
  Object.fromEntries(statuses.map((status) => [`Failure${status}`, failureResponse(status, own)]));

/** An emulator that answers the examples. */
interface Player {
  handle(http: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** Opens an emulator in memory with that seed, at the time of the examples. */
export type Play = (seed: object) => Promise<Player>;

/** What a document is made of: the version and the time (ms) of its examples, and an emulator that answers them. */
export interface DocumentOptions {
  readonly version: string;
  readonly now: number;
  readonly play: Play;
}

/** The body of an answer. */
export interface Answer {
  readonly data: unknown;
}

/** Calls an emulator and returns the answer's body; signed in from the second call on. */
export function callerOf(emulator: Player) {
  let token: string | undefined;
  return async (method: string, target: string, request?: object): Promise<Answer> => {
    const { status, body } = await emulator.handle({
      method,
      target,
      headers: { 'x-emulator-admin': '1', ...(token && { authorization: `Bearer ${token}` }) },
      ...(request === undefined ? {} : { body: Buffer.from(JSON.stringify(request)) }),
    });
    if (status >= 300) throw new Error(`${method} ${target} has no example: ${body}`);
    const answer: Answer = JSON.parse(body);
    if (token === undefined) token = String(fieldsOf(answer.data).access_token);
    return answer;
  };
}

const pathParameter = /\{(\w{1,40})\}/g;

/** A path with these values for its parameters. */
export const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(pathParameter, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** What is said about each parameter of a path, and an example of it. */
export const pathParameters = (
  path: string,
  descriptions: Readonly<Record<string, string>>,
  examples: Readonly<Record<string, string>> = {},
): Json[] =>
  [...path.matchAll(pathParameter)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true, description: descriptions[name] },
    ...{ schema: { type: 'string', minLength: 1 }, example: examples[name] },
  }));

/** A query parameter with its description, schema and example. */
export const queryParameter = (name: string, described: object | undefined): Json => ({
  ...{ name, in: 'query', required: false },
  ...described,
});

/** A schema of `components.schemas`, by its name. */
export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The name of the schema of an operation's request. */
export const requestName = (operation: string): string => `${capital(operation)}Request`;

/** The name of the schema of an operation's answer. */
export const answerName = (operation: string): string => `${capital(operation)}Answer`;

/** A body of that schema, with an example if there is one. */
export const json = (schema: Json, example: unknown): Json => ({
  content: { 'application/json': { schema, example } },
});

/** The body of an operation's request, by the name of its schema. */
export const requestBody = (name: string, isOptional: boolean | undefined, example: unknown): Json => ({
  requestBody: { required: isOptional !== true, ...json(reference(name), example) },
});

/** Refusals of an operation, each by its response in `components.responses`. */
export const refused = (statuses: readonly number[]): [number, Json][] =>
  [...new Set(statuses)]
    .sort((a, b) => a - b)
    .map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]);

/** What the two documents do not have in common. */
interface Described {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  /** The path of the server, relative to the document. */
  readonly server: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Each operation with its method and path. */
  readonly operations: readonly (readonly [method: string, path: string, operation: Json])[];
  readonly components: Json;
}

/** An OpenAPI 3.1 document. */
export function openApiDocument({ info, server, tags, operations, components }: Described): Json {
  const paths: Record<string, Json> = {};
  for (const [method, path, operation] of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      description: `${info.description} Answers may have more fields than are listed.`,
      contact: { name: 'The makers of cfi' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: 'The emulator that serves this document' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components,
  };
}
