import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeHome, type Outcome, runCli } from '../support/cli.ts';
import { type Answering, json, startService, testSecret } from '../support/http-server.ts';

let closing: (() => Promise<void>) | undefined;
afterEach(async () => {
  await closing?.();
  closing = undefined;
});

async function serviceOf(answer: Answering) {
  const service = await startService(answer);
  closing = () => service.close();
  const env = { CFI_BASE_URL: service.baseUrl, CFI_CLIENT_ID: 'acme', CFI_CLIENT_SECRET: testSecret };
  const posts = (url: string) =>
    service.received.filter((request) => request.method === 'POST' && request.url === url);
  return { env, posts };
}

const dataOf = (outcome: Outcome) => (JSON.parse(outcome.stdout) as { data: Record<string, unknown> }).data;
const bodyOf = (request: { body: string } | undefined) =>
  JSON.parse(request?.body ?? '{}') as Record<string, unknown>;

function homeWith(name: string, text: string): string {
  const home = makeHome();
  writeFileSync(join(home, name), text);
  return home;
}

const delivery = (reference: string) => `${reference},Northgate FC,2000000001012,5\n`;
const deliveries = (...references: string[]) =>
  `PO_REFERENCE,Warehouse_Name,barcode,Quantity\n${references.map(delivery).join('')}`;

describe('inbound create', () => {
  const created = (body: Record<string, unknown>) => ({
    success: true,
    data: { delivery_number: body.PO_REFERENCE, client: 'Acme', status: 'pending', items_count: 1 },
  });

  it('registers several deliveries, one outcome each', async () => {
    const { env, posts } = await serviceOf((request, response) => {
      const body = bodyOf(request);
      if (body.PO_REFERENCE === 'PO-2')
        json(response, 400, { success: false, error: 'unknown barcode 2000000001012' });
      else json(response, 201, created(body));
    });
    const home = homeWith('in.csv', deliveries('PO-1', 'PO-2', 'PO-3'));
    const outcome = await runCli(['inbound', 'create', 'in.csv', '--json'], { home, env });
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({ total: 3, created: 2, rejected: 1 });
    expect(dataOf(outcome).documents).toMatchObject([
      { PO_REFERENCE: 'PO-1', outcome: 'created', lines: [2] },
      { PO_REFERENCE: 'PO-2', outcome: 'rejected', error: 'unknown barcode 2000000001012' },
      { PO_REFERENCE: 'PO-3', outcome: 'created' },
    ]);
    expect(posts('/v1/inbound')).toHaveLength(3);
  });

  it('shows what the service said of a single one', async () => {
    const { env } = await serviceOf((request, response) => json(response, 201, created(bodyOf(request))));
    const home = homeWith('in.csv', deliveries('PO-1'));
    const outcome = await runCli(['inbound', 'create', 'in.csv', '--json'], { home, env });
    expect(dataOf(outcome)).toMatchObject({ delivery_number: 'PO-1', status: 'pending', created: 1 });
  });

  it('looks a lost answer up before it sends again', async () => {
    let stored: Record<string, unknown> | undefined;
    const { env, posts } = await serviceOf((request, response) => {
      if (request.method === 'GET') {
        json(response, 200, { success: true, data: { ...stored, delivery_number: 'PO-1' } });
        return;
      }
      stored = bodyOf(request);
      response.destroy();
    });
    const home = homeWith('in.csv', deliveries('PO-1'));
    const outcome = await runCli(['inbound', 'create', 'in.csv', '--json'], { home, env });
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toMatchObject({ created: 1 });
    expect(posts('/v1/inbound')).toHaveLength(1);
  });

  it('prints documents with --dry-run', async () => {
    const home = homeWith('in.csv', deliveries('PO-1'));
    const outcome = await runCli(['inbound', 'create', 'in.csv', '--dry-run', '--json'], { home });
    expect(dataOf(outcome)).toMatchObject({ dryRun: true, total: 1, documents: [{ PO_REFERENCE: 'PO-1' }] });
  });
});

const po = 'PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\nPO-7,Northgate FC,AC-TENT-2,2000000001012,5\n';
const poDone = { success: true, data: { lw_po_number: 'LW-1', PO_REFERENCE: 'PO-7' } };

describe('po create', () => {
  it('creates against the slot and gives the number', async () => {
    const { env, posts } = await serviceOf((_, response) => json(response, 201, poDone));
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toMatchObject({
      lw_po_number: 'LW-1',
      documents: [{ lw_po_number: 'LW-1', outcome: 'created' }],
    });
    expect(bodyOf(posts('/v1/inbound-po')[0])).toMatchObject({
      PO_REFERENCE: 'PO-7',
      slotReference: 'SLOT-1',
    });
    const again = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(dataOf(again)).toMatchObject({ skipped: 1, documents: [{ lw_po_number: 'LW-1' }] });
    expect(posts('/v1/inbound-po')).toHaveLength(1);
  });

  it('sends again what the service says can be, and tells of the reserved number', async () => {
    let tries = 0;
    const { env, posts } = await serviceOf((_, response) => {
      tries += 1;
      if (tries < 3)
        json(response, 500, { success: false, error: 'try later', retryable: true, lw_po_number: 'LW-1' });
      else json(response, 201, poDone);
    });
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(outcome.code).toBe(0);
    expect(posts('/v1/inbound-po')).toHaveLength(3);
    expect(outcome.stderr).toContain('LW-1 stays reserved');
  });

  it('keeps the reserved number when it gives up', async () => {
    const { env, posts } = await serviceOf((_, response) =>
      json(response, 500, { success: false, error: 'try later', retryable: true, lw_po_number: 'LW-1' }),
    );
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(outcome.code).toBe(10);
    expect(posts('/v1/inbound-po')).toHaveLength(5);
    expect(dataOf(outcome).documents).toMatchObject([
      { outcome: 'failed', lw_po_number: 'LW-1', status: 500 },
    ]);
    expect(JSON.parse(outcome.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { retryable: true },
    });
  });

  it.each([
    ['by the number', { usedByPoReference: 'LW-1' }],
    ['by our own reference', { usedByPoReference: 'PO-7' }],
  ])('finds a lost answer by the slot it used, named %s', async (_, used) => {
    const { env, posts } = await serviceOf((request, response) => {
      if (request.method === 'POST') response.destroy();
      else if (request.url === '/v1/inbound-slot/SLOT-1')
        json(response, 200, { success: true, data: { slotReference: 'SLOT-1', ...used } });
      else json(response, 200, { success: true, data: { lw_po_number: 'LW-1', PO_REFERENCE: 'PO-7' } });
    });
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toMatchObject({ created: 1 });
    expect(posts('/v1/inbound-po')).toHaveLength(1);
  });

  it('sends again when the slot is still free', async () => {
    let tries = 0;
    const { env, posts } = await serviceOf((request, response) => {
      if (request.method === 'GET')
        json(response, 200, { success: true, data: { slotReference: 'SLOT-1', usedByPoReference: null } });
      else if (++tries === 1) response.destroy();
      else json(response, 201, poDone);
    });
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(outcome.code).toBe(0);
    expect(posts('/v1/inbound-po')).toHaveLength(2);
  });

  it('does not send again what cannot be looked up, now or in the next run', async () => {
    const { env, posts } = await serviceOf((_, response) => response.destroy());
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--json'], { home, env });
    expect(outcome.code).toBe(10);
    expect(dataOf(outcome)).toMatchObject({ unknown: 1 });
    await runCli(['po', 'create', 'po.csv', '--json'], { home, env });
    expect(posts('/v1/inbound-po')).toHaveLength(1);
  });

  it('passes on why the service refuses the slot', async () => {
    const { env } = await serviceOf((request, response) =>
      request.method === 'POST'
        ? json(response, 409, { success: false, error: 'slot SLOT-1 is not confirmed' })
        : json(response, 200, { success: true, data: { slotReference: 'SLOT-1', usedByPoReference: null } }),
    );
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(outcome.code).toBe(6);
    expect(dataOf(outcome).documents).toMatchObject([
      { outcome: 'conflict', error: 'slot SLOT-1 is not confirmed' },
    ]);
  });
});

describe('order cancel', () => {
  const args = (...refs: string[]) => ['order', 'cancel', ...refs, '--yes', '--json'];

  it('shows what the service said of a single order', async () => {
    const { env, posts } = await serviceOf((_, response) =>
      json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } }),
    );
    const outcome = await runCli([...args('R-1'), '--reason', 'sold out'], { env });
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toEqual({ ReferenceNumber: 'R-1', Status: 'Cancelled' });
    expect(bodyOf(posts('/v1/order/R-1/cancel')[0])).toEqual({ reason: 'sold out' });
  });

  it('gives one outcome each, and exit 9 when some did not succeed', async () => {
    const { env } = await serviceOf((request, response) => {
      if (request.url.includes('GONE')) json(response, 404, { success: false, error: 'not found' });
      else if (request.url.includes('SHIPPED'))
        json(response, request.method === 'GET' ? 200 : 409, {
          success: request.method === 'GET',
          error: 'shipped',
          data: { Status: 'Shipped' },
        });
      else if (request.url.includes('TWICE'))
        json(response, request.method === 'GET' ? 200 : 409, {
          success: request.method === 'GET',
          error: 'cancelled already',
          data: { Status: 'Cancelled' },
        });
      else json(response, 200, { success: true, data: { Status: 'Cancelled' } });
    });
    const outcome = await runCli(args('R-1', 'GONE', 'SHIPPED', 'TWICE'), { env });
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({
      total: 4,
      cancelled: 1,
      existing: 1,
      conflict: 1,
      orders: [
        { outcome: 'cancelled' },
        { outcome: 'rejected', status: 404 },
        { outcome: 'conflict' },
        { outcome: 'existing' },
      ],
    });
  });

  it('reads the order after a lost answer before it cancels again', async () => {
    const { env, posts } = await serviceOf((request, response) => {
      if (request.method === 'POST') response.destroy();
      else json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } });
    });
    const outcome = await runCli(args('R-1'), { env });
    expect(outcome.code).toBe(0);
    expect(posts('/v1/order/R-1/cancel')).toHaveLength(1);
  });

  it('needs a yes', async () => {
    expect((await runCli(['order', 'cancel', 'R-1'])).code).toBe(3);
  });
});
