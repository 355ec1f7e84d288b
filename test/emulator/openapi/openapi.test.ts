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
      for (const { type, properties, required, additionalProperties } of Array.isArray(value.anyOf)
        ? value.anyOf
        : [])
        if (
          type === 'object' &&
          // Apart from maps.
          !(properties === undefined && additionalProperties?.type !== undefined) &&
          !(required?.length > 0 && required.every((name: string) => name in properties))
        )
          wrong.push(`${place}: an alternative that is no full object`);
      for (const [name, member] of Object.entries(value)) look(member, `${place}/${name}`);
    };
    look(document.components.schemas, '');
    look(document.paths, '');
    expect(wrong).toEqual([]);
  });

  it('has examples with which each read succeeds', async () => {
    const emulator = await openTestEmulator();
    const client = emulator.as('emu-acme');
    for (const [path, item] of Object.entries<Json>(document.paths)) {
      if (item.get === undefined || /Number|slotReference|poReference/.test(path)) continue;
      const values = new Map<string, unknown>(
        item.get.parameters.map(({ name, example }: Json) => [name, example]),
      );
      const query = item.get.parameters
        .filter(({ in: place, example }: Json) => place === 'query' && example !== undefined)
        .map(({ name, example }: Json) => `${name}=${encodeURIComponent(example)}`);
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values.get(name)));
      const { status } = await client.get(`${target}?${query.join('&')}`);
      expect([path, status]).toEqual([path, 200]);
    }
  });

  it('types every member of its examples', () => {
    const untyped: string[] = [];
    const look = (asked: Json, value: unknown, place: string): void => {
      let schema = asked;
      if (schema?.$ref !== undefined) schema = document.components.schemas[schema.$ref.split('/').at(-1)];
      const alternatives: Json[] = schema?.anyOf ?? [schema];
      if (Array.isArray(value)) {
        const items = alternatives.find((each) => each.items !== undefined)?.items;
        value.forEach((each) => void look(items, each, `${place}[]`));
      } else if (value !== null && typeof value === 'object') {
        for (const [name, member] of Object.entries(value)) {
          const typed = alternatives
            .map((each) =>
              each?.$ref === undefined ? each : document.components.schemas[each.$ref.split('/').at(-1)],
            )
            .find((each) => each?.properties?.[name] !== undefined)?.properties[name];
          if (typed === undefined) untyped.push(`${place}.${name}`);
          else look(typed, member, `${place}.${name}`);
        }
      }
    };
    for (const [path, item] of Object.entries<Json>(document.paths))
      for (const [method, { responses }] of Object.entries<Json>(item))
        for (const { content } of Object.values<Json>(responses)) {
          const { schema, example } = content?.['application/json'] ?? {};
          if (example !== undefined) look(schema, example, `${method} ${path}`);
        }
    expect(untyped).toEqual([]);
    const answer = document.components.schemas.CreateOrderAnswer;
    expect(answer.properties.warning).toEqual({ type: 'string' });
    const ages = document.components.schemas.StockAge.properties.age_ranges;
    expect(JSON.stringify(ages)).toContain('AgeRange');
  });

  it('has no bounds that only JavaScript knows', () => {
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('needs no body to cancel an order', () => {
    expect(document.paths['/order/{order_id}/cancel'].post.requestBody.required).toBe(false);
  });
});

it.each(wireFixtures())(
  'the documented exchanges %s conforms to the document in each accepted request',
  async (_, cases) => {
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
  },
);
