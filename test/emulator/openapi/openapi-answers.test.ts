import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { documented } from '../../../src/emulator/emulator.ts';
import { recordedAnswers } from '../../support/answers/recorded-answers.ts';
import { documentChecks, type Json } from '../../support/emulator/document.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import {
  endpointOf,
  playCases,
  type WireExchange,
  wireFixtures,
  wireSeed,
} from '../../support/emulator/wire.ts';
import { spawnCli } from '../../support/processes/process.ts';
import { testNow } from '../../support/time.ts';

const document: Json = await documented('service', '1.2.3', testNow);
const names = Object.keys(endpoints) as EndpointName[];
const { operationOf, requestOf, problems, wrongWith } = documentChecks(document);

describe('requests in the OpenAPI document', () => {
  it.each([
    ['inventory', { page: 1, page_size: 25 }],
    ['stockAgeList', { page: 1, page_size: 50, in_stock_only: false }],
    ['listOrders', { page: 1, page_size: 100 }],
    ['listSlots', { available: false }],
  ] as const)('%s has the documented defaults, and refuses other values', (name, defaults) => {
    const { parameters, responses } = operationOf(name);
    const found = parameters.map(({ name: parameter, schema }: Json) => [parameter, schema.default]);
    expect(Object.fromEntries(found)).toMatchObject(defaults);
    expect(responses).toHaveProperty('400');
  });

  it.each(names.filter((name) => endpoints[name].method === 'POST'))('%s has a valid example', (name) => {
    const { schema, example } = requestOf(name);
    expect(example).toEqual(expect.any(Object));
    expect(problems(schema, example)).toEqual([]);
  });

  it('have examples that a fresh emulator accepts now, and answers as shown', async () => {
    const now = Date.parse('2027-03-27T23:30:00Z');
    const current: Json = await documented('service', '1.2.3', now);
    const emulator = await openTestEmulator({ now, realNow: () => now });
    const acme = emulator.as('emu-acme');
    const order: EndpointName[] = ['login', 'createOrder', 'getOrder', 'cancelOrder', 'stockAge'];
    order.push('createInbound', 'getInbound', 'bookSlot', 'getSlot', 'respondToSlot', 'cancelSlot');
    order.push('createPurchaseOrder', 'getPurchaseOrder');
    for (const name of order) {
      const { path, method } = endpoints[name];
      const operation = current.paths[path][method.toLowerCase()];
      const examples = Object.fromEntries(
        operation.parameters.map(({ name, example }: Json) => [name, example]),
      );
      const target = path.replaceAll(/\{(\w+)\}/g, (_, parameter) => encodeURIComponent(examples[parameter]));
      if (name === 'respondToSlot') {
        const proposedTime = '2027-04-01T13:00:00+01:00';
        await emulator.admin.post(`/fc/slots/${examples.slotReference}/counter`, { proposedTime });
      }
      const example = operation.requestBody?.content['application/json'].example;
      const verb = method.toLowerCase() as 'get' | 'post' | 'delete';
      const { status, body } = await acme[verb](target, example);
      expect([name, operation.responses[status]?.description, body]).toMatchObject([
        name,
        'Success',
        { success: true },
      ]);
      const shown = operation.responses[status].content['application/json'].example;
      expect([name, Object.keys(body.data).sort()]).toEqual([name, Object.keys(shown.data).sort()]);
    }
  });

  it('have a valid example for the body of every success', () => {
    for (const name of names) {
      const successes = Object.entries<Json>(operationOf(name).responses).filter(
        ([status]) => status < '204',
      );
      expect([name, successes.length > 0]).toEqual([name, true]);
      for (const [, response] of successes) {
        const { schema, example } = response.content['application/json'];
        expect([name, example?.success, problems(schema, example)]).toEqual([name, true, []]);
      }
    }
  });

  it('state enforced limits, and no maximum for clamped values', () => {
    const sizes = (name: EndpointName) =>
      operationOf(name).parameters.find((parameter: Json) => parameter.name === 'page_size').schema;
    expect(sizes('inventory')).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 25 });
    expect(sizes('stockAgeList')).toEqual({ type: 'integer', minimum: 1, default: 50 });
    expect(sizes('listOrders')).toEqual({ type: 'integer', default: 100 });
    const { DispatchBy } = document.components.schemas.CreateOrderRequest.properties;
    expect(DispatchBy).toMatchObject({ type: 'string', pattern: expect.any(String) });
    expect(DispatchBy).not.toHaveProperty('format');
    for (const name of names) expect(operationOf(name).responses).toMatchObject({ 405: {}, 431: {} });
  });

  const incomplete = wireFixtures()
    .flatMap(([, cases]) => cases.filter((step): step is WireExchange => 'request' in step))
    .filter(({ response }) => / is required$/.test((response as Json).error))
    .map((step) => ({ name: endpointOf(step.request).name, step }));

  it.each(incomplete)('$name: $step.name is also invalid by the document', ({ name, step }) => {
    expect(problems(requestOf(name).schema, step.request.body ?? null)).not.toEqual([]);
  });
});

describe('answers in the OpenAPI document', () => {
  it('have valid examples of failures', () => {
    for (const response of Object.values<Json>(document.components.responses)) {
      const { schema, example } = response.content['application/json'];
      expect(problems(schema, example)).toEqual([]);
    }
  });

  it.each([1, 3])('match with --vary-assumptions %i', async (varyAssumptions) => {
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

  it('do not match another status, another type or a body of another shape', () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const right = { status: 404, headers, body: { success: false, error: 'x' } };
    expect(wrongWith('getOrder', right)).toEqual([]);
    expect(wrongWith('getOrder', { ...right, status: 418 })).toHaveLength(1);
    expect(wrongWith('getOrder', { ...right, headers: { 'content-type': 'text/html' } })).toHaveLength(1);
    expect(wrongWith('getOrder', { ...right, body: { success: true, error: 'x' } })).not.toEqual([]);
    expect(wrongWith('inventory', { ...right, status: 200, body: { success: true, data: {} } })).not.toEqual(
      [],
    );
  });

  it('are checked after every test, for each answer of any emulator', async () => {
    const emulator = await openTestEmulator({ seed: wireSeed() });
    await emulator.as('emu-acme').get('/order/none');
    const reported = globalThis.answersToCheck?.answers.map(({ http, answer }) => [
      http.target,
      answer.status,
    ]);
    expect(reported).toEqual([
      ['/v1/auth/login', 200],
      ['/v1/order/none', 404],
    ]);
  });

  it('are also checked for programs that a test starts', async () => {
    await spawnCli(['--emulator', 'inventory', '--json']).done;
    const reported = recordedAnswers()().map(({ http, answer }) => [http.target, answer.status]);
    expect(reported.slice(-1)).toEqual([['/v1/inventory', 200]]);
  });
});
