import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { bodyOf, startDocumentService } from '../../support/services/document-service.ts';
import { json } from '../../support/services/http-server.ts';
import { dataOf, errorOf, homeWith } from '../../support/upload/home-with.ts';

const po = 'PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\nPO-7,Northgate FC,AC-TENT-2,2000000001012,5\n';
const poDone = { success: true, data: { lw_po_number: 'LW-1', PO_REFERENCE: 'PO-7' } };

describe('po create', () => {
  it('creates against the slot and prints the number', async () => {
    const { env, posts } = await startDocumentService((_, response) => json(response, 201, poDone));
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

  it('names the template where the file is of another kind', async () => {
    const home = homeWith('orders.csv', 'ReferenceNumber,Town\nR-1,Leeds\n');
    const { code, stderr } = await runCli(['po', 'create', 'orders.csv', '--slot', 'SLOT-1'], { home });
    expect([code, stderr]).toEqual([2, expect.stringContaining('a file to fill in: cfi po template\n')]);
  });

  it.each<[string[], Record<string, string>, string]>([
    [[], {}, 'Reference  Outcome  PO    File    Row\n'],
    [[], { CFI_ACCESSIBLE: '1' }, 'Reference: PO-7\nOutcome: created\nPO: LW-1\n'],
    [['-o', 'csv'], {}, 'PO_REFERENCE,outcome,lw_po_number,status,error,file,line\r\n'],
    [['--fields', 'lw_po_number,outcome'], {}, 'lw_po_number  outcome\n'],
  ])(
    'heads its columns in words for people, by field in csv and as --fields names them: %j',
    async (more, shown, head) => {
      const { env } = await startDocumentService((_, response) => json(response, 201, poDone));
      const line = ['po', 'create', 'po.csv', '--slot', 'SLOT-1', ...more];
      const { stdout } = await runCli(line, { home: homeWith('po.csv', po), env: { ...env, ...shown } });
      expect(stdout).toContain(head);
    },
  );

  it('asks to check what was not found before the same is sent again', async () => {
    const missing = { success: false, error: 'Slot SLOT-1 not found' };
    const { env } = await startDocumentService((_, response) => json(response, 404, missing));
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(errorOf(outcome)).toMatchObject({
      code: 'not-found',
      hint: expect.stringMatching(
        /^check what was not found, and the base address: cfi doctor .*; then run the same command again$/,
      ),
    });
  });

  it('asks to check the base address where nothing is found', async () => {
    const { env } = await startDocumentService((_, response) => json(response, 404, {}));
    const rows = Array.from({ length: 30 }, (_, at) => `PO-${at},Northgate FC,AC-TENT-2,2000000001012,5\n`);
    const home = homeWith('po.csv', [po, ...rows.map((row) => row.replace('PO-', 'PO-X'))].join(''));
    const outcome = await runCli(['po', 'create', 'po.csv', '--json'], { home, env });
    expect(errorOf(outcome).hint).toMatch(
      /^check the base address: cfi doctor .*; then run the same command/,
    );
  });

  it('keeps the reserved number when it gives up', async () => {
    const { env, posts } = await startDocumentService((_, response) =>
      json(response, 500, { success: false, error: 'try later', retryable: true, lw_po_number: 'LW-1' }),
    );
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--json'], { home, env });
    expect(outcome.code).toBe(10);
    expect(posts('/v1/inbound-po')).toHaveLength(5);
    expect(outcome.stderr).toContain('LW-1 stays reserved');
    expect(dataOf(outcome).documents).toMatchObject([
      { outcome: 'failed', lw_po_number: 'LW-1', status: 500 },
    ]);
    expect(dataOf(outcome)).not.toHaveProperty('lw_po_number');
    expect(JSON.parse(outcome.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { retryable: true },
    });
  });

  it('does not resend an order that cannot be looked up, now or in the next run', async () => {
    const { env, posts } = await startDocumentService((_, response) => response.destroy());
    const home = homeWith('po.csv', po);
    const outcome = await runCli(['po', 'create', 'po.csv', '--json'], { home, env });
    expect(outcome.code).toBe(10);
    expect(dataOf(outcome)).toMatchObject({ unknown: 1 });
    // The same command again would not help.
    expect(errorOf(outcome)).toMatchObject({ message: expect.stringContaining('--fresh') });
    expect(errorOf(outcome)).not.toHaveProperty('hint');
    await runCli(['po', 'create', 'po.csv', '--json'], { home, env });
    expect(posts('/v1/inbound-po')).toHaveLength(1);
  });

  it.each([
    ['not confirmed', 'not confirmed'],
    ['pending_customer', 'waiting for your answer'],
    ['pending_ops', 'waiting for the warehouse'],
  ])('shows why the service refuses the slot, in words: %s', async (state, words) => {
    const { env } = await startDocumentService((request, response) =>
      request.method === 'POST'
        ? json(response, 409, { success: false, error: `slot SLOT-1 is ${state}` })
        : json(response, 200, { success: true, data: { slotReference: 'SLOT-1', usedByPoReference: null } }),
    );
    const home = homeWith('po.csv', po);
    const command = ['po', 'create', 'po.csv', '--slot', 'SLOT-1'];
    const outcome = await runCli([...command, '--json'], { home, env });
    expect(outcome.code).toBe(6);
    expect(dataOf(outcome).documents).toMatchObject([
      { outcome: 'conflict', error: `slot SLOT-1 is ${state}` },
    ]);
    expect(errorOf(outcome).message).toBe(`PO-7: slot SLOT-1 is ${state}`);
    expect((await runCli(command, { home, env })).stderr).toContain(`: slot SLOT-1 is ${words}\n`);
    const [header, row] = po.split('\n');
    const rows = [`${row},SLOT-1`, `${row?.replace(/^[^,]*/, 'PO-2')},SLOT-2`];
    const two = homeWith('po.csv', [`${header},slotReference`, ...rows, ''].join('\n'));
    const { stdout } = await runCli(['po', 'create', 'po.csv'], { home: two, env });
    expect(stdout).toContain(` slot SLOT-1 is ${words} `);
  });

  it('never sends again without a slot what a lost ledger knew, even after a complete run of another file', async () => {
    const refused = new Set<string>();
    const { env, posts } = await startDocumentService((request, response) => {
      if (request.method === 'GET') return json(response, 404, { success: false, error: 'not found' });
      const { PO_REFERENCE } = bodyOf(request) as { PO_REFERENCE: string };
      if (refused.has(PO_REFERENCE)) json(response, 400, { success: false, error: 'unknown SKUs' });
      else json(response, 201, { success: true, data: { lw_po_number: `LW-${PO_REFERENCE}`, PO_REFERENCE } });
    });
    const home = homeWith('po.csv', po);
    const create = (reference: string, ...args: readonly string[]) => {
      writeFileSync(join(home, 'po.csv'), po.replaceAll('PO-7', reference));
      return runCli(['po', 'create', 'po.csv', '--json', ...args], { home, env });
    };
    await create('PO-7');
    writeFileSync(join(home, 'ledger.sqlite'), 'no database');
    const other = await create('PO-8', '--fresh');
    expect(other.stderr).toContain('is damaged and was renamed');
    const uncertain = await create('PO-7');
    expect([uncertain.code, errorOf(uncertain).message]).toEqual([
      10,
      expect.stringContaining('a run ledger that may have known it was lost'),
    ]);
    expect(errorOf(uncertain)).not.toHaveProperty('hint');
    expect((await create('PO-7')).code).toBe(10);
    refused.add('PO-9');
    expect((await create('PO-9', '--fresh')).code).toBe(2);
    refused.clear();
    expect(dataOf(await create('PO-9'))).toMatchObject({ created: 1 });
    expect(dataOf(await create('PO-7', '--fresh'))).toMatchObject({ created: 1 });
    expect(posts('/v1/inbound-po')).toHaveLength(5);
  });
});

describe('a purchase order that its slot names by our own reference', () => {
  /** Slots that are used by such orders, which can be read by their numbers alone. */
  async function startOrders(isLost = () => false) {
    const orders: Record<string, unknown>[] = [];
    const service = await startDocumentService(({ method, url = '', body }, response) => {
      const found = (data: unknown, status = 200) =>
        data === undefined
          ? json(response, 404, { success: false, error: 'not found' })
          : json(response, status, { success: true, data });
      const [, kind, name] = /^\/v1\/([^/]+)(?:\/(.+))?$/.exec(url) ?? [];
      const slot = () => ({ slotReference: 'SLOT-1', usedByPoReference: orders[0]?.PO_REFERENCE ?? null });
      if (method === 'POST') {
        if (orders.length > 0) return json(response, 409, { success: false, error: 'the slot is used' });
        orders.push({ ...JSON.parse(body), lw_po_number: 'LW-1' });
        return isLost() ? void response.destroy() : found(orders[0], 201);
      }
      if (kind === 'inbound-slot')
        return isLost() ? void response.destroy() : found(name === undefined ? [slot()] : slot());
      return found(orders.find(({ lw_po_number }) => lw_po_number === name));
    });
    return { ...service, orders };
  }
  const changed = po.replace(/,\d+\n$/, ',77\n');
  const create = async (home: string, env: Record<string, string>) => {
    const words = ['po', 'create', 'po.csv', '--slot', 'SLOT-1', '--max-retries', '1', '--json'];
    const outcome = await runCli(words, { home, env });
    const [document] = JSON.parse(outcome.stdout).data.documents;
    return [outcome.code, document.outcome, document.error ?? ''];
  };

  it('is a conflict if the file has other content than the service took', async () => {
    const { env } = await startOrders();
    const home = homeWith('po.csv', po);
    expect(await create(home, env)).toEqual([0, 'created', '']);
    writeFileSync(join(home, 'po.csv'), changed);
    const conflict = [6, 'conflict', expect.stringContaining('Quantity')];
    expect([await create(home, env), await create(home, env)]).toEqual([conflict, conflict]);
  });

  it('is not verified if another machine has sent it', async () => {
    const { env } = await startOrders();
    expect(await create(homeWith('po.csv', po), env)).toEqual([0, 'created', '']);
    expect(await create(homeWith('po.csv', changed), env)).toEqual([0, 'existing', 'unverified']);
  });

  it('is a conflict if its answer was lost and the file has other content since', async () => {
    let isLost = true;
    const { env } = await startOrders(() => isLost);
    const home = homeWith('po.csv', po);
    expect((await create(home, env)).slice(0, 2)).toEqual([10, 'unknown']);
    isLost = false;
    writeFileSync(join(home, 'po.csv'), changed);
    expect(await create(home, env)).toEqual([6, 'conflict', expect.stringContaining('Quantity')]);
    writeFileSync(join(home, 'po.csv'), po);
    // By now both contents may have been sent.
    const unknown = [10, 'unknown', expect.stringContaining('which of the contents')];
    expect(await create(home, env)).toEqual(unknown);
  });
});
