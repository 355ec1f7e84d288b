import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { openTestEmulator, type TestAnswer } from '../../support/emulator/emulator.ts';
import { endpointOf, playCases, wireFixtures, wireSeed } from '../../support/emulator/wire.ts';

// biome-ignore lint/suspicious/noExplicitAny: looked into by the tests
let document: any;
let ajv: Ajv2020;
beforeAll(async () => {
  const emulator = await openTestEmulator({ seed: 'empty', version: '1.2.3' });
  document = (await emulator.call('GET', '/_emulator/openapi.json')).body;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addSchema(document, 'document');
});

const pointer = (...parts: string[]): string =>
  parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** What breaks the schema at that place of the document; nothing for a value that keeps to it. */
function broken(value: unknown, ...place: string[]): string[] {
  const validate = ajv.compile({ $ref: `document#/${pointer(...place)}` });
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const operationAt = (name: EndpointName): [string, string] => [
  endpoints[name].path,
  endpoints[name].method.toLowerCase(),
];

/** What is wrong with an answer as the document describes the endpoint's answers. */
function undocumented(name: EndpointName, { status, body }: TestAnswer): string[] {
  const [path, method] = operationAt(name);
  const response = document.paths[path][method].responses[status];
  if (response === undefined) return [`${name} answers ${status}, which is not described`];
  const place = response.$ref?.slice(2).split('/') ?? ['paths', path, method, 'responses', String(status)];
  return status === 204 ? [] : broken(body, ...place, 'content', 'application/json', 'schema');
}

describe('GET /openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: '1.2.3' } });
  });

  it('describes every endpoint and no others', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const all = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(all.sort());
    expect(all).toHaveLength(Object.keys(endpoints).length);
  });

  it.each(Object.keys(endpoints) as EndpointName[])('describes %s', (name) => {
    const [path, method] = operationAt(name);
    const operation = document.paths[path][method];
    expect(operation).toMatchObject({ operationId: name, summary: expect.any(String) });
    expect(operation.security).toEqual(endpoints[name].auth ? [{ bearer: [] }] : []);
    const statuses = Object.keys(operation.responses);
    expect(statuses).toEqual(expect.arrayContaining(['401', '429', '500', '503']));
    expect(statuses.some((status) => /^2\d\d$/.test(status))).toBe(true);
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    const names = inPath.map((parameter: { name: string }) => `{${parameter.name}}`);
    expect(names).toEqual(path.match(/\{\w+\}/g) ?? []);
  });

  it('says what an order must hold', () => {
    const { requestBody } = document.paths['/outbound'].post;
    expect(requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/CreateOrderRequest',
    });
    const schema = document.components.schemas.CreateOrderRequest;
    expect(requestBody.required).toBe(true);
    expect(schema.required).toEqual(
      expect.arrayContaining(['ReferenceNumber', 'OrderItems', 'DeliveryAddress']),
    );
    expect(schema.properties.OrderItems.items.properties.PricePerUnit.minimum).toBe(0.01);
    expect(schema.properties.Currency.enum).toEqual(['EUR', 'GBP', 'USD']);
  });

  it('needs no body to cancel an order', () => {
    expect(document.paths['/order/{order_id}/cancel'].post.requestBody.required).toBe(false);
  });
});

describe('the documented exchanges', () => {
  it.each(wireFixtures())('%s keeps to the document, accepted requests and all answers', async (_, cases) => {
    const emulator = await openTestEmulator({ seed: wireSeed() });
    const wrong: string[] = [];
    let checked = 0;
    for await (const { step, answer } of playCases(emulator, cases)) {
      const { name } = endpointOf(step.request);
      const [path, method] = operationAt(name);
      checked += 1;
      wrong.push(...undocumented(name, answer).map((problem) => `${step.name}: ${problem}`));
      if (step.request.body === undefined || answer.status >= 300) continue;
      const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
      wrong.push(
        ...broken(step.request.body, ...place).map((problem) => `${step.name}, request: ${problem}`),
      );
    }
    expect(checked).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  it('an answer that breaks the document is noticed', () => {
    const answer = { headers: {}, delayMs: 0 };
    expect(
      undocumented('getOrder', { ...answer, status: 200, body: { success: true, data: {} } }),
    ).not.toEqual([]);
    expect(undocumented('getOrder', { ...answer, status: 404, body: { success: false } })).not.toEqual([]);
    expect(undocumented('getOrder', { ...answer, status: 418, body: {} })).not.toEqual([]);
  });
});
