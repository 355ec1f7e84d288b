import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openTestEmulator } from '../support/emulator.ts';

describe('GET /openapi.json', () => {
  // biome-ignore lint/suspicious/noExplicitAny: looked into by the tests
  let document: any;
  beforeAll(async () => {
    const emulator = await openTestEmulator({ seed: 'empty', version: '1.2.3' });
    document = (await emulator.call('GET', '/_emulator/openapi.json')).body;
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(document);
    expect(result).toMatchObject({ valid: true });
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: '1.2.3' } });
  });

  it.each(Object.entries(endpoints))('describes %s', (name, { method, path, auth }) => {
    const operation = document.paths[path][method.toLowerCase()];
    expect(operation).toMatchObject({ operationId: name, summary: expect.any(String) });
    expect(operation.security).toEqual(auth ? [{ bearer: [] }] : []);
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '429', '500', '503']));
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    const names = inPath.map((parameter: { name: string }) => `{${parameter.name}}`);
    expect(path.match(/\{\w+\}/g) ?? []).toEqual(names);
  });

  it('has seventeen operations', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.keys(item as object));
    expect(operations).toHaveLength(17);
  });

  it('says what an order must hold', () => {
    const { requestBody } = document.paths['/outbound'].post;
    const { schema } = requestBody.content['application/json'];
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

  it('names the bounds of a page', () => {
    const parameters = document.paths['/inventory'].get.parameters;
    expect(parameters).toContainEqual({
      ...{ name: 'page_size', in: 'query', required: false },
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 25 },
    });
  });
});
