import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import * as z from 'zod/mini';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { schemas } from '../../../src/contract/schemas.ts';
import { decodePath, serviceRouter } from '../../../src/emulator/pipeline/router.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any other OpenAPI document
export type Json = any;

/** An answer as the document is asked about it; the body parsed, undefined where there is none. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Tells what an OpenAPI document of the service says against values, requests and answers. Schemas are compiled once. */
export function documentChecks(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const compiled = new Map<Json, ValidateFunction>();
  const compile = (schema: Json): ValidateFunction => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const within = schema.$ref === undefined ? schema : { ...schema, $ref: `document${schema.$ref}` };
    const made = ajv.compile(within);
    compiled.set(schema, made);
    return made;
  };

  const operationOf = (name: EndpointName): Json =>
    document.paths[endpoints[name].path][endpoints[name].method.toLowerCase()];
  const requestOf = (name: EndpointName): Json => operationOf(name).requestBody.content['application/json'];

  /** What is wrong with a value by a schema of the document. */
  const problems = (schema: Json, value: unknown): string[] => {
    const validate = compile(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  const wrongWithResponse = (response: Json, { headers, body }: Answer): string[] => {
    const missing = Object.entries<Json>(response.headers ?? {})
      .filter(([header, { required }]) => required && headers[header.toLowerCase()] === undefined)
      .map(([header]) => `the header ${header} is missing`);
    if (response.content === undefined) return body === undefined ? missing : ['a body where there is none'];
    const type = headers['content-type']?.split(';')[0] ?? '';
    const content = response.content[type];
    return content === undefined
      ? [`content type ${type} is not described`]
      : [...missing, ...problems(content.schema, body)];
  };

  const failure = (status: number): Json => document.components.responses[`Failure${status}`];

  /** What is wrong with an answer of an endpoint, by the document and by the contract that the client reads it with. */
  const wrongWith = (name: EndpointName, answer: Answer): string[] => {
    const { status, body } = answer;
    const described = operationOf(name).responses[status];
    if (described === undefined) return [`status ${status} is not described`];
    const found = wrongWithResponse(described.$ref === undefined ? described : failure(status), answer);
    if (status >= 300 || status === 204 || found.length > 0) return found;
    const read = z.safeParse(schemas[name].response, body);
    return read.success ? [] : [`the contract: ${String(read.error)}`];
  };

  const route = serviceRouter();
  /** What is wrong with the answer to a request line as it came, `/v1` included. */
  const wrongWithAnswerTo = (method: string, target: string, answer: Answer): string[] => {
    const parts = decodePath(target.split('?')[0] ?? '')?.slice(1) ?? [];
    const routing = route(method, parts);
    if ('match' in routing) return wrongWith(routing.match.name, answer);
    const described = failure(answer.status);
    return described === undefined
      ? [`status ${answer.status} for an unknown path or method`]
      : wrongWithResponse(described, answer);
  };

  return { operationOf, requestOf, problems, wrongWith, wrongWithAnswerTo };
}
