import { beforeAll, describe, expect, it } from 'vitest';
import { documented } from '../../../src/emulator/emulator.ts';
import { runCli } from '../../support/cli.ts';
import { documentChecks, type Json } from '../../support/emulator/document.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { testNow } from '../../support/time.ts';

let document: Json;
beforeAll(async () => {
  document = await documented('control', '1.2.3', testNow);
});

const operationsOf = (): [string, string, Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, Json] => [
      method.toUpperCase(),
      path,
      operation,
    ]),
  );

const stockReceived = (receivedAt: string) => ({
  version: 1,
  warehouses: [{ name: 'N' }],
  clients: [{ client_name: 'A', client_id: 'a', client_secret: 's', warehouses: ['N'] }],
  products: [{ client: 'a', sku: 'S', stock: [{ warehouse: 'N', qty: 1, receivedAt }] }],
});

describe('the document of the control API', () => {
  it('is served without the admin header, and printed by emulator openapi --control', async () => {
    const emulator = await openTestEmulator({ seed: 'empty', version: '1.2.3' });
    const { status, body } = await emulator.call('GET', '/_emulator/control.json');
    expect([status, body]).toEqual([200, document]);
    const { stdout } = await runCli(['emulator', 'openapi', '--control']);
    expect(JSON.parse(stdout).paths).toEqual(document.paths);
  });

  it('says of every call what it does, in a summary and a description', () => {
    for (const [method, path, { summary, description }] of operationsOf()) {
      expect([method, path, summary]).toEqual([method, path, expect.stringMatching(/[a-z]/)]);
      expect([method, path, description]).toEqual([method, path, expect.stringMatching(/\.$/)]);
    }
  });

  it('requires the admin header wherever the emulator does', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    for (const [method, path, { parameters }] of operationsOf()) {
      const header = parameters.find(({ name }: Json) => name === 'X-Emulator-Admin');
      const { status } = await emulator.call(method, `/_emulator${path}`);
      expect([method, path, header?.required === true]).toEqual([method, path, status === 403]);
    }
  });

  it('has an example for each path parameter and body, and no bounds that only JavaScript knows', () => {
    for (const [, path, { parameters, requestBody }] of operationsOf()) {
      for (const { in: place, example } of parameters)
        if (place === 'path') expect([path, example]).toEqual([path, expect.any(String)]);
      if (requestBody !== undefined)
        expect([path, requestBody.content['application/json'].example]).toEqual([path, expect.anything()]);
    }
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('shows examples that it allows', () => {
    const { problems } = documentChecks(document);
    for (const [method, path, { requestBody, responses }] of operationsOf()) {
      for (const { schema, example } of [requestBody, responses['200']].flatMap((part) =>
        part === undefined ? [] : [part.content['application/json']],
      ))
        if (example !== undefined)
          expect([method, path, problems(schema, example)]).toEqual([method, path, []]);
    }
  });

  it('has bodies that any emulator accepts, where the path names nothing', async () => {
    for (const [method, path, { requestBody }] of operationsOf()) {
      if (requestBody === undefined || path.includes('{')) continue;
      const emulator = await openTestEmulator();
      const { example } = requestBody.content['application/json'];
      const { status } = await emulator.call(
        method,
        `/_emulator${path}`,
        { 'x-emulator-admin': '1' },
        example,
      );
      expect([method, path, status]).toEqual([method, path, 200]);
    }
  });

  it('allows what an emulator with the default seed answers', async () => {
    const emulator = await openTestEmulator();
    const { problems } = documentChecks(document);
    const lists = ['slots', 'pos', 'inbound', 'orders', 'stock'].map((name) => `/fc/${name}?page_size=200`);
    await emulator.as('emu-acme').get('/inventory');
    await emulator.as('emu-acme').get('/order');
    await emulator.admin.post('/faults', { do: { socket: 'reset' }, when: { probability: 0.5 } });
    for (const path of [
      '/health',
      '/clock',
      '/changes',
      '/assumptions',
      '/state',
      '/faults',
      '/requests',
      '/requests?count=true',
      ...lists,
    ]) {
      const { status, body } = await emulator.admin.get(path);
      const { schema } =
        document.paths[path.split('?')[0] ?? ''].get.responses['200'].content['application/json'];
      expect([path, status, problems(schema, body)]).toEqual([path, 200, []]);
    }
  });

  it.each([
    ['/clock', { set: '2026-09-02' }],
    ['/clock', { set: '2026-09-02T10:00:00.5+01:00' }],
    ...['500ms', '1.5h', '7d', 'PT1H30M', 'P2W', 'P1DT0.5S'].map(
      (advance) => ['/clock', { advance }] as const,
    ),
    ['/faults', { match: { path: '*/respond' }, do: { latency: '1.5s' } }],
    ...['-P90D', '-90d', '2026-06-01', '2026-06-01T09:00:00Z'].map(
      (time) => ['/reset', { seed: stockReceived(time) }] as const,
    ),
  ] as const)('allows what the emulator accepts: %s %j', async (path, body) => {
    const emulator = await openTestEmulator();
    const { schema } = document.paths[path].post.requestBody.content['application/json'];
    expect(documentChecks(document).problems(schema, body)).toEqual([]);
    expect(await emulator.admin.post(path, body)).toMatchObject({ status: 200 });
  });

  it('refuses what the emulator refuses', async () => {
    const emulator = await openTestEmulator();
    const { problems } = documentChecks(document);
    const wrong: [string, unknown][] = [
      ['/clock', { set: '2027-01-01T00:00:00Z', advance: '1h' }],
      ['/clock', { freeze: false }],
      ['/clock', { set: 'noon' }],
      ['/clock', { advance: '1 hour' }],
      ['/clock', { advance: 'PT' }],
      ['/faults', { do: { status: 700 } }],
      ['/faults', { do: { socket: 'sometimes' } }],
      ['/faults', { match: { method: 'GET' } }],
      ['/faults', { match: { path: 'outbound' }, do: { status: 500 } }],
      ['/faults', { do: { latency: 'soon' } }],
      ['/fc/slots/{ref}/counter', { comment: 'no time' }],
      ['/fc/pos/{lw_po_number}/receive', { lines: [{ SKU: 'AC-TENT-2', delivered: -1 }] }],
      ['/fc/orders/{ref}/status', {}],
      ['/reset', { seed: { version: 1, clients: [], warehouse: [] } }],
      ['/reset', { seed: { version: 2, clients: [], warehouses: [] } }],
      ['/reset', { seed: { version: 1, now: '-P1D', clients: [], warehouses: [] } }],
      ['/reset', { seed: stockReceived('yesterday') }],
    ];
    for (const [path, body] of wrong) {
      const { schema } = document.paths[path].post.requestBody.content['application/json'];
      expect([path, problems(schema, body)]).not.toEqual([path, []]);
      const target = path.replaceAll(/\{\w+\}/g, 'x');
      expect([path, body, (await emulator.admin.post(target, body)).status]).toEqual([path, body, 400]);
    }
  });
});
