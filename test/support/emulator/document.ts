import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { endpointsAt, readTarget, withMethod } from '../../../src/emulator/service/router.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read like any other OpenAPI document
export type Json = any;

/** An answer to check against the document, with its parsed body; undefined if it has none. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Checks values, requests and answers against an OpenAPI document of the service. Compiles schemas once. */
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

  /** How a value violates a schema of the document. */
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

  /** How an endpoint's answer violates the document. */
  const wrongWith = (name: EndpointName, answer: Answer): string[] => {
    const { status } = answer;
    const described = operationOf(name).responses[status];
    if (described === undefined) return [`status ${status} is not described`];
    return wrongWithResponse(described.$ref === undefined ? described : failure(status), answer);
  };

  /** How the answer to a request line, as received and with `/v1`, violates the document. */
  const wrongWithAnswerTo = (method: string, target: string, answer: Answer): string[] => {
    const endpoint = withMethod(method, endpointsAt(readTarget(target).below));
    if (endpoint !== undefined) return wrongWith(endpoint.name, answer);
    const described = failure(answer.status);
    return described === undefined
      ? [`status ${answer.status} for an unknown path or method`]
      : wrongWithResponse(described, answer);
  };

  return { operationOf, requestOf, problems, wrongWith, wrongWithAnswerTo };
}
