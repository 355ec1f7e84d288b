import { beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { documentChecks, type Json } from '../../support/emulator/document.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { endpointOf, playCases, wireFixtures, wireSeed } from '../../support/emulator/wire.ts';

let document: Json;
beforeAll(async () => {
  const emulator = await openTestEmulator({ seed: 'empty', version: '1.2.3' });
  document = (await emulator.call('GET', '/_emulator/openapi.json')).body;
});

const operationAt = (name: EndpointName): [string, string] => [
  endpoints[name].path,
  endpoints[name].method.toLowerCase(),
];

describe('GET /openapi.json', () => {
  it('is an OpenAPI 3.1 document with a contact, and a description of each tag', async () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { version: '1.2.3', description: expect.any(String), contact: { name: expect.any(String) } },
    });
    for (const tag of document.tags) expect(tag.description).toEqual(expect.any(String));
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
    expect(operation).toMatchObject({
      operationId: name,
      summary: expect.any(String),
      description: expect.any(String),
    });
    expect(operation.tags).toHaveLength(1);
    expect(document.tags.map((tag: Json) => tag.name)).toContain(operation.tags[0]);
    expect(operation.security).toEqual(endpoints[name].auth ? [{ bearer: [] }] : []);
    const statuses = Object.keys(operation.responses);
    expect(statuses).toEqual(expect.arrayContaining(['401', '429', '500', '503']));
    expect(statuses.some((status) => /^2\d\d$/.test(status))).toBe(true);
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    const names = inPath.map((parameter: { name: string }) => `{${parameter.name}}`);
    expect(names).toEqual(path.match(/\{\w+\}/g) ?? []);
  });

  it('specifies the required fields of an order', () => {
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

  it('is written so that generators keep its types', () => {
    const wrong: string[] = [];
    const look = (value: Json, place: string): void => {
      if (value === null || typeof value !== 'object') return;
      // openapi-zod-client cannot handle it.
      if (Array.isArray(value.enum) && (value.pattern ?? value.minLength) !== undefined)
        wrong.push(`${place}: a pattern beside an enum`);
      // hey-api and orval lose what stands beside alternatives, or is shared by them.
      if (value.allOf !== undefined || value.oneOf !== undefined) wrong.push(`${place}: allOf or oneOf`);
      if (value.anyOf !== undefined && value.properties !== undefined)
        wrong.push(`${place}: properties beside alternatives`);
      for (const { type, properties, required } of Array.isArray(value.anyOf) ? value.anyOf : [])
        if (
          type === 'object' &&
          !(required?.length > 0 && required.every((name: string) => name in properties))
        )
          wrong.push(`${place}: an alternative that is no full object`);
      for (const [name, member] of Object.entries(value)) look(member, `${place}/${name}`);
    };
    look(document.components.schemas, '');
    look(document.paths, '');
    expect(wrong).toEqual([]);
  });

  it('needs no body to cancel an order', () => {
    expect(document.paths['/order/{order_id}/cancel'].post.requestBody.required).toBe(false);
  });
});

describe('the documented exchanges', () => {
  it.each(wireFixtures())('%s conforms to the document in each accepted request', async (_, cases) => {
    const emulator = await openTestEmulator({ seed: wireSeed() });
    const { requestOf, problems } = documentChecks(document);
    const wrong: string[] = [];
    let checked = 0;
    for await (const { step, answer } of playCases(emulator, cases)) {
      checked += 1;
      if (step.request.body === undefined || answer.status >= 300) continue;
      const { schema } = requestOf(endpointOf(step.request).name);
      wrong.push(...problems(schema, step.request.body).map((problem) => `${step.name}: ${problem}`));
    }
    expect(checked).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});
