import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { openApiDocument } from '../../../src/emulator/openapi/document.ts';
import { openTestEmulator, type TestAnswer } from '../../support/emulator/emulator.ts';
import {
  endpointOf,
  playCases,
  type WireExchange,
  wireFixtures,
  wireSeed,
} from '../../support/emulator/wire.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any other OpenAPI document
type Json = any;

const document: Json = openApiDocument('1.2.3');
const names = Object.keys(endpoints) as EndpointName[];
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
ajv.addSchema(document, 'document');

const operationOf = (name: EndpointName): Json =>
  document.paths[endpoints[name].path][endpoints[name].method.toLowerCase()];

const contentOf = (name: EndpointName): Json => operationOf(name).requestBody.content['application/json'];

/** What is wrong with a value by a schema of the document. */
function problems(schema: Json, value: unknown): string[] {
  const validate = ajv.compile({
    ...schema,
    ...(schema.$ref === undefined ? {} : { $ref: `document${schema.$ref}` }),
  });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** What is wrong with an answer by the document. */
function wrongWith(name: EndpointName, { status, headers, body }: TestAnswer): string[] {
  const described = operationOf(name).responses[status];
  if (described === undefined) return [`status ${status} is not described`];
  const response =
    described.$ref === undefined ? described : document.components.responses[`Failure${status}`];
  if (response.content === undefined) return body === undefined ? [] : ['a body where there is none'];
  const type = headers['content-type']?.split(';')[0] ?? '';
  const content = response.content[type];
  return content === undefined ? [`content type ${type} is not described`] : problems(content.schema, body);
}

describe('what the OpenAPI document says of requests', () => {
  it.each([
    ['inventory', { page: 1, page_size: 25 }],
    ['stockAgeList', { page: 1, page_size: 50, in_stock_only: false }],
    ['listOrders', { page: 1, page_size: 100 }],
  ] as const)('%s has the documented defaults', (name, defaults) => {
    const { parameters } = operationOf(name);
    const found = parameters.map(({ name: parameter, schema }: Json) => [parameter, schema.default]);
    expect(Object.fromEntries(found)).toMatchObject(defaults);
  });

  it.each(names.filter((name) => endpoints[name].method === 'POST'))(
    '%s has an example that is right',
    (name) => {
      const { schema, example } = contentOf(name);
      expect(example).toEqual(expect.any(Object));
      expect(problems(schema, example)).toEqual([]);
    },
  );

  it('its examples are accepted', async () => {
    const emulator = await openTestEmulator({ seed: wireSeed() });
    const acme = emulator.as('emu-acme');
    for (const name of [
      'login',
      'createOrder',
      'createInbound',
      'bookSlot',
      'createPurchaseOrder',
    ] as const) {
      const { status } = await acme.post(endpoints[name].path, contentOf(name).example);
      expect([name, status]).toEqual([name, name === 'login' ? 200 : 201]);
    }
  });

  const incomplete = wireFixtures()
    .flatMap(([, cases]) => cases.filter((step): step is WireExchange => 'request' in step))
    .filter(({ response }) => / is required$/.test((response as Json).error))
    .map((step) => ({ name: endpointOf(step.request).name, step }));

  it.each(incomplete)('$name: $step.name is wrong by the document too', ({ name, step }) => {
    expect(problems(contentOf(name).schema, step.request.body ?? null)).not.toEqual([]);
  });
});

describe('what the OpenAPI document says of answers', () => {
  it('has examples of failures that are right', () => {
    for (const response of Object.values<Json>(document.components.responses)) {
      const { schema, example } = response.content['application/json'];
      expect(problems(schema, example)).toEqual([]);
    }
  });

  it.each([1, 2, 3, 5, 8, 13, 21])('holds with --vary-assumptions %i', async (varyAssumptions) => {
    const succeeded = new Set<string>();
    const wrong: unknown[] = [];
    for (const [, cases] of wireFixtures()) {
      const emulator = await openTestEmulator({ seed: wireSeed(), varyAssumptions });
      for await (const { step, answer } of playCases(emulator, cases)) {
        const { name } = endpointOf(step.request);
        if (answer.status < 300) succeeded.add(name);
        const found = wrongWith(name, answer);
        if (found.length > 0) wrong.push([name, step.name, answer.status, found]);
      }
    }
    expect(wrong).toEqual([]);
    expect([...succeeded].sort()).toEqual([...names].sort());
  });

  it('would not hold for another status, another type or a body of another shape', () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const right = { status: 404, headers, body: { success: false, error: 'x' }, delayMs: 0 };
    expect(wrongWith('getOrder', right)).toEqual([]);
    expect(wrongWith('getOrder', { ...right, status: 418 })).toHaveLength(1);
    expect(wrongWith('getOrder', { ...right, headers: { 'content-type': 'text/html' } })).toHaveLength(1);
    expect(wrongWith('getOrder', { ...right, body: { success: true, error: 'x' } })).not.toEqual([]);
    expect(wrongWith('inventory', { ...right, status: 200, body: { success: true, data: {} } })).not.toEqual(
      [],
    );
  });
});
