import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { bodyOf, startDocumentService } from '../../support/services/document-service.ts';
import { json } from '../../support/services/http-server.ts';
import { openTestbed } from '../../support/testbed.ts';
import { dataOf, homeWith } from '../../support/upload/home-with.ts';

const delivery = (reference: string) => `${reference},Northgate FC,2000000001012,5\n`;
const deliveries = (...references: string[]) =>
  `PO_REFERENCE,Warehouse_Name,barcode,Quantity\n${references.map(delivery).join('')}`;

describe('inbound create', () => {
  const created = (body: Record<string, unknown>) => ({
    success: true,
    data: { delivery_number: body.PO_REFERENCE, client: 'Acme', status: 'pending', items_count: 1 },
  });

  it('registers several deliveries, with one outcome each', async () => {
    const { env, posts } = await startDocumentService((request, response) => {
      if (request.method === 'GET') return json(response, 404, { success: false, error: 'no inventory' });
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

  it("shows the service's answer for a single delivery", async () => {
    const { env } = await startDocumentService((request, response) =>
      json(response, 201, created(bodyOf(request))),
    );
    const home = homeWith('in.csv', deliveries('PO-1'));
    const outcome = await runCli(['inbound', 'create', 'in.csv', '--json'], { home, env });
    expect(dataOf(outcome)).toMatchObject({ delivery_number: 'PO-1', status: 'pending', created: 1 });
  });

  it('gives scripts the warnings that people see, and nothing without any', async () => {
    const { cfi } = await openTestbed();
    const warnings = async (stdin: string) =>
      dataOf(await cfi(['inbound', 'create', '-', '--dry-run', '--json'], { stdin })).warnings;
    const message = 'this row is the same as line 2; both are sent';
    expect(await warnings(deliveries('PO-1', 'PO-1'))).toMatchObject([
      { reference: 'PO-1', line: 3, message },
    ]);
    expect(await warnings(deliveries('PO-1'))).toBeUndefined();
  });

  it('suggests the warehouse and the SKU that a refused delivery means', async () => {
    const { cfi } = await openTestbed();
    const line = 'PO-1,Nortgate FC,AC-TNT-2,2000000009999,5\n';
    const stdin = `PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\n${line}`;
    const place = await cfi(['inbound', 'create', '-'], { stdin });
    expect(place.code).toBe(2);
    expect(place.stderr).toContain(
      'is not one of your warehouses; did you mean Northgate FC?; for AC-TNT-2,',
    );
    const sku = await cfi(['inbound', 'create', '-'], { stdin: stdin.replace('Nortgate', 'Northgate') });
    expect(sku.stderr).toContain('; for AC-TNT-2, did you mean AC-TENT-2?');
  });

  it('looks up a lost answer before it resends', async () => {
    let stored: Record<string, unknown> | undefined;
    const { env, posts } = await startDocumentService((request, response) => {
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

  it.each([
    ['a dry run', ['--dry-run'], {}],
    ['a review', [], { tty: true, answers: [false] }],
  ])('names warehouse and items in %s', async (_, args, terminal) => {
    const { cfi } = await openTestbed();
    const cwd = homeWith('in.csv', deliveries('PO-1'));
    const { stdout, stderr } = await cfi(['inbound', 'create', 'in.csv', ...args], { cwd, ...terminal });
    expect(`${stdout}${stderr}`).toMatch(/PO-1 +2 +Northgate FC +5 × 2000000001012\n/);
  });
});
