import * as z from 'zod/mini';
import { clockStep, clockTime } from '../../contract/control.ts';
import { address } from '../../contract/order.ts';
import {
  anyTime,
  calendarDay,
  day,
  failure,
  instant,
  pagination,
  timePattern,
  zonedTime,
} from '../../contract/primitives.ts';
import { purchaseOrder } from '../../contract/purchase-order.ts';
import {
  slotRequest,
  slotResponseRequest,
  suggestedContainerSizes,
  suggestedLoadingTypes,
} from '../../contract/slot.ts';
import { keysOf, tableOf } from '../../text/records.ts';
import { capital } from '../../text/words.ts';
import { duration, faultPath, pathPatternWords } from '../domain/fault-rule.ts';
import { seedTime } from '../seed/schema.ts';
import { type Example, inPath, pathParameters } from './examples.ts';

export type Json = Record<string, unknown>;

interface ObjectSchema extends Json {
  properties: Record<string, Json>;
  required: string[];
}

/** One alternative of an object: the value that a field must have, and the fields that it requires besides. */
interface Alternative {
  readonly title: string;
  readonly only?: Readonly<Record<string, string>>;
  readonly required?: readonly string[];
}

/** Each alternative as a complete object: next to a shared `properties`, client generators would lose the types. */
const alternativesOf = (common: ObjectSchema, ...alternatives: readonly Alternative[]): Json => ({
  anyOf: alternatives.map(({ title, only = {}, required = [] }) => ({
    ...withFields(
      common,
      tableOf(keysOf(only), (name) => ({ enum: [only[name]] })),
    ),
    title,
    required: [...new Set([...common.required, ...required])],
  })),
});

/** Without look-ahead, which not every language has, so looser than our own. */
const durationPattern = String.raw`(\d+(\.\d+)?(ms|[smhd])|P(\d+[WD]|T\d)[\dWDTHMS.,]*)`;
const durationText = { pattern: `^${durationPattern}$`, description: 'For example 500ms, 30s, 7d or PT15M' };

/** The format of strings that are checked in code. */
const texts = new Map<unknown, Json>([
  [clockTime, { pattern: timePattern.source, description: 'ISO 8601; UTC without a zone' }],
  [clockStep, durationText],
  [duration, durationText],
  [
    seedTime,
    {
      pattern: `${timePattern.source}|^-?${durationPattern}$`,
      description: "ISO 8601, or a duration from the seed's now: -P90D",
    },
  ],
  [faultPath, { pattern: '^[/*]', description: `Must be ${pathPatternWords}; * matches any text` }],
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

function withFields(made: ObjectSchema, fields: Readonly<Record<string, Json>>): ObjectSchema {
  const properties = { ...made.properties };
  for (const [name, more] of Object.entries(fields)) {
    const said = Object.entries(properties[name] ?? {}).filter(
      ([keyword]) => more.enum === undefined || !impliedByEnum.includes(keyword),
    );
    properties[name] = { ...Object.fromEntries(said), ...more };
  }
  return { ...made, properties };
}

const loadingType = { enum: suggestedLoadingTypes };

/** An object with the checks that the contract or a rule makes in code, as far as JSON Schema can express them. */
function withChecks(schema: unknown, made: ObjectSchema): Json {
  if (schema === address)
    return alternativesOf(
      made,
      { title: 'Address with a country code', required: ['CountryCode'] },
      { title: 'Address with a country', required: ['Country'] },
    );
  if (schema === slotRequest)
    return alternativesOf(
      withFields(made, { loadingType, containerSize: { enum: suggestedContainerSizes } }),
      { title: 'Slot for a truck', only: { deliveryType: 'truck' } },
      {
        title: 'Slot for a container',
        only: { deliveryType: 'container' },
        required: ['deliveryType', 'containerSize'],
      },
    );
  if (schema === slotResponseRequest)
    return alternativesOf(
      made,
      { title: 'Accept the offer', only: { action: 'accept' } },
      { title: 'Ask for another time', only: { action: 'counter' }, required: ['proposedTime'] },
    );
  if (schema !== purchaseOrder) return made;
  return withFields(made, { loadingType, Expected_Arrival_Date: { deprecated: true } });
}

/** Converts schemas to JSON Schema 2020-12, as OpenAPI 3.1 uses it; they refer to each other by these names. */
function componentSchemas(named: Readonly<Record<string, z.core.$ZodType>>): Record<string, Json> {
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
      return [id, withChecks(named[id], rest as ObjectSchema)];
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

/** A parameter, as far as it does not depend on where it is sent. */
export const parameter = (description: string, schema: Json): Json => ({ description, schema });

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
    'application/json': { schema: reference('Failure'), example: { success: false, error } },
    ...(status === 503 && own === failures ? { 'text/html': { schema: { type: 'string' } } } : {}),
  };
  return { description, headers, content };
}

export interface Described {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly headers?: readonly Json[];
  readonly query?: Readonly<Record<string, object | undefined>> | undefined;
  readonly body?: z.core.$ZodType | undefined;
  /** The body of an answer; undefined for an object that is not described. */
  readonly answers: z.core.$ZodType | undefined;
  readonly success?: readonly number[] | undefined;
  readonly refusals: readonly number[];
  readonly security: readonly Json[];
  readonly example: Example;
}

const parametersOf = ({ path, headers = [], query = {}, example: { named } }: Described): Json[] => [
  ...headers,
  ...[...path.matchAll(inPath)].map(([, name = '']) => {
    const [description, usual] = pathParameters[name] ?? [];
    const schema = { type: 'string', minLength: 1 };
    return { name, in: 'path', required: true, description, schema, example: named ?? usual };
  }),
  ...Object.entries(query).map(([name, described]) => ({ name, in: 'query', required: false, ...described })),
];

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const json = (schema: Json, example: unknown): Json => ({
  content: { 'application/json': { schema, example } },
});

const requestName = (id: string): string => `${capital(id)}Request`;
const answerName = (id: string): string => `${capital(id)}Answer`;

function responsesOf({ id, answers, success = [200], refusals, example: { answer } }: Described): Json {
  const schema = answers === undefined ? { type: 'object' } : reference(answerName(id));
  const described = (status: number): Json =>
    status === 204
      ? { description: 'Success, without a body' }
      : { description: 'Success', ...json(schema, answer) };
  return Object.fromEntries([
    ...success.map((status) => [status, described(status)]),
    ...refusals.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  ]);
}

function operationOf(operation: Described, names: ReadonlyMap<z.core.$ZodType, string>): Json {
  const { id, tag, summary, description, body, security, example } = operation;
  const schema = reference((body && names.get(body)) ?? requestName(id));
  return {
    ...{ operationId: id, tags: [tag], summary, description },
    parameters: parametersOf(operation),
    // A body that may be empty may be left out.
    ...(body && {
      requestBody: { required: !z.safeParse(body, {}).success, ...json(schema, example.request) },
    }),
    ...{ responses: responsesOf(operation), security },
  };
}

/** Every schema by its name: the named records, and the requests and answers of the operations. */
function namedSchemas({ records, operations }: Api): Record<string, z.core.$ZodType> {
  const schemas: Record<string, z.core.$ZodType> = {};
  for (const [name, schema] of Object.entries({ failure, pagination, address, ...records }))
    schemas[capital(name)] = schema;
  const known = new Set(Object.values(schemas));
  for (const { id, body, answers } of operations) {
    if (body !== undefined && !known.has(body)) schemas[requestName(id)] = body;
    if (answers !== undefined) schemas[answerName(id)] = answers;
  }
  return schemas;
}

interface Api {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The path of the server, relative to the document. */
  readonly server: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Schemas with a name of their own. */
  readonly records: Readonly<Record<string, z.core.$ZodType>>;
  readonly operations: readonly Described[];
  readonly failures?: Failures;
  readonly securitySchemes?: Json;
}

/** An OpenAPI 3.1 document. */
export function openApiDocument(api: Api): Json {
  const { title, version, description, server, tags, operations, securitySchemes } = api;
  const { failures: own = failures } = api;
  const schemas = namedSchemas(api);
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { method, path } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operation, names) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: `${description} Answers may have more fields than are listed.`,
      contact: { name: 'The makers of cfi' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: 'The emulator that serves this document' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      ...(securitySchemes && { securitySchemes }),
      schemas: componentSchemas(schemas),
      responses: Object.fromEntries(
        operations
          .flatMap(({ refusals }) => refusals)
          .map((status) => [`Failure${status}`, failureResponse(status, own)]),
      ),
    },
  };
}
