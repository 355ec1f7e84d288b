import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../../src/contract/limits.ts';
import { openDatabase } from '../../../../src/storage/sqlite/database.ts';
import { csv } from '../../../payload/support.ts';
import { makeHome, runCli } from '../../../support/cli.ts';
import { json } from '../../../support/services/http-server.ts';
import { type Interference, startOrderService } from '../../../support/services/order-service.ts';
import { dataOf, errorOf, homeWith, outcomesOf } from '../../../support/upload/home-with.ts';

const item = (sku: string, Available: number) => ({ sku, Available, RetailPrice: 12.5 });
const locations = [
  [{ location_name: 'Northgate FC', sku: [item('A', 5)] }],
  [
    { location_name: 'Northgate FC', sku: [item('B', 1)] },
    { location_name: 'Thames Reach FC', sku: [item('A', 100)] },
  ],
];

/** A service with an inventory of two pages. */
async function openStock() {
  let interfere: Interference = () => false;
  const service = await startOrderService((request, response, accept) => {
    if (interfere(request, response, accept)) return true;
    const page = Number(new URL(request.url, 'http://service').searchParams.get('page'));
    if (!request.url.startsWith('/v1/inventory')) return false;
    json(response, 200, {
      success: true,
      data: { locations: locations[page - 1] },
      pagination: { current_page: page, has_more: page < 2, ...(page < 2 ? { next_page: page + 1 } : {}) },
    });
    return true;
  });
  const home = makeHome();
  return {
    ...service,
    home,
    /** Decides from now on which requests the service does not answer itself. */
    interfereWith: (interference: Interference): void => {
      interfere = interference;
    },
    inventoryReads: () => service.received.filter(({ url }) => url.startsWith('/v1/inventory')).length,
    upload(rows: readonly Record<string, string>[], ...args: readonly string[]) {
      writeFileSync(join(home, 'orders.csv'), csv(rows));
      return runCli(['order', 'create', 'orders.csv', '--json', ...args], { home, env: service.env });
    },
  };
}

const order = (ReferenceNumber: string, SKU: string, Qty: number) => ({
  ReferenceNumber,
  SKU,
  Qty: String(Qty),
});
const rows = [order('R-1', 'A', 3), order('R-2', 'A', 3), order('R-3', 'A', 2), order('R-4', 'X', 1)];
const ofX = { warehouse: 'Northgate FC', SKU: 'X', needed: 1, available: null, short: 1, orders: ['R-4'] };

it('a dry run ends by a signal that comes after the file was read', async () => {
  const { home, env, interfereWith } = await openStock();
  const interrupt = new AbortController();
  interfereWith(({ url }) => {
    if (url.includes('page=2')) interrupt.abort('SIGINT');
    return false;
  });
  writeFileSync(join(home, 'orders.csv'), csv(rows));
  const line = ['order', 'create', 'orders.csv', '--json', '--stock', 'warn', '--dry-run'];
  const out = await runCli(line, { home, env, signal: interrupt.signal });
  expect([out.code, errorOf(out).message]).toEqual([130, 'stopped by Ctrl-C; nothing was sent']);
  expect(out.stdout).toBe('');
});

describe('order create --stock', () => {
  it.each([
    ['--stock', 'skip'],
    ['--stock', 'stop'],
    ['--prices', 'inventory'],
  ])('%s %s does not take an inventory without locations for one without stock', async (...args) => {
    const service = await startOrderService((request, response) => {
      if (!request.url.startsWith('/v1/inventory')) return false;
      json(response, 200, { success: true, data: {} });
      return true;
    });
    const home = homeWith('orders.csv', csv(rows));
    const { code, stdout, stderr } = await runCli(['order', 'create', 'orders.csv', '--json', ...args], {
      home,
      env: service.env,
    });
    expect([code, stdout]).toEqual([10, '']);
    expect(stderr).toContain('did not answer with a list of locations');
  });

  it.each<[string, unknown, string]>([
    ['a bare list', [], 'a list of locations'],
    [
      'a location without SKUs',
      { locations: [{ location_name: 'Northgate FC' }] },
      'a list of SKUs at a warehouse',
    ],
    ['a location without a name', { locations: [{ sku: [item('A', 9)] }] }, 'without location_name'],
    [
      'a SKU without a name',
      { locations: [{ location_name: 'Northgate FC', sku: [{ Available: 9 }] }] },
      'an entry without sku',
    ],
    [
      'a SKU without a figure',
      { locations: [{ location_name: 'Northgate FC', sku: [{ sku: 'A', Available: null }] }] },
      'does not show how much of A is available',
    ],
    [
      'a figure that is no number',
      { locations: [{ location_name: 'Northgate FC', sku: [{ sku: 'A', Available: {} }] }] },
      'does not show how much of A is available',
    ],
  ])('skip leaves out nothing for %s, and sends nothing', async (_, data, words) => {
    const { upload, interfereWith, received } = await openStock();
    interfereWith(({ url }, response) => {
      if (!url.startsWith('/v1/inventory')) return false;
      json(response, 200, { success: true, data });
      return true;
    });
    const outcome = await upload(rows, '--stock', 'skip');
    expect([outcome.code, outcome.stdout]).toEqual([10, '']);
    expect(errorOf(outcome).message).toContain(words);
    expect(received.filter(({ method, url }) => method === 'POST' && url.endsWith('/outbound'))).toEqual([]);
  });

  it('takes a SKU that the service sends as a number for its digits', async () => {
    const { upload, interfereWith } = await openStock();
    interfereWith(({ url }, response) => {
      if (!url.startsWith('/v1/inventory')) return false;
      const sku = [{ sku: 4711, Available: '9' }];
      json(response, 200, { success: true, data: { locations: [{ location_name: 'Northgate FC', sku }] } });
      return true;
    });
    expect(outcomesOf(await upload([order('R-1', '4711', 3)], '--stock', 'skip'))).toEqual({
      'R-1': 'created',
    });
  });

  it('does not check stock by default, nor with ignore', async () => {
    const { upload, inventoryReads } = await openStock();
    expect(dataOf(await upload(rows))).not.toHaveProperty('stock');
    expect((await upload(rows, '--stock', 'ignore')).code).toBe(0);
    expect(inventoryReads()).toBe(0);
  });

  it('warn sends everything and reports shortages', async () => {
    const { upload, inventoryReads } = await openStock();
    const outcome = await upload(rows, '--stock', 'warn');
    expect([outcome.code, dataOf(outcome).created]).toEqual([0, 4]);
    expect(dataOf(outcome).stock).toEqual([
      { warehouse: 'Northgate FC', SKU: 'A', needed: 8, available: 5, short: 3, orders: ['R-2', 'R-3'] },
      ofX,
    ]);
    expect(outcome.stderr).toContain('A at Northgate FC: 8 needed, 5 available; too little for R-2 and R-3');
    expect(inventoryReads()).toBe(2);
  });

  it('counts a warehouse once, however its name is written', async () => {
    const { upload } = await openStock();
    const written = ['Northgate FC', 'northgate fc ', 'NORTHGATE FC'];
    const orders = written.map((warehouse_name, at) => ({ ...order(`R-${at}`, 'A', 3), warehouse_name }));
    const outcome = await upload(orders, '--stock', 'skip');
    expect([outcome.code, outcomesOf(outcome)]).toEqual([9, { 'R-0': 'created' }]);
    expect(dataOf(outcome).stock).toMatchObject([
      { warehouse: 'Northgate FC', SKU: 'A', needed: 9, available: 5, orders: ['R-1', 'R-2'] },
    ]);
  });

  it('skip leaves out orders without enough stock, and keeps the stock for later ones', async () => {
    const { upload, posted } = await openStock();
    const outcome = await upload(rows, '--stock', 'skip', '--results', 'results.csv');
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({
      total: 2,
      leftOut: [
        { ReferenceNumber: 'R-2', reason: 'short', lines: [3] },
        { ReferenceNumber: 'R-4', reason: 'short', lines: [5] },
      ],
      stock: [{ SKU: 'A', needed: 8, available: 5, short: 3, orders: ['R-2'] }, ofX],
    });
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'created', 'R-3': 'created' });
    expect(posted()).toEqual(['R-1', 'R-3']);
    expect(errorOf(outcome).message).toContain('R-2, R-4');
    const nothing = await upload([order('R-5', 'X', 1)], '--stock', 'skip');
    expect([nothing.code, dataOf(nothing).total]).toEqual([9, 0]);
  });

  it('counts the parts of sets', async () => {
    const { home, upload, posted } = await openStock();
    writeFileSync(join(home, 'skus.csv'), 'from,to,qty\nSET-1,A,2\nSET-1,B,1\n');
    const sets = [order('R-1', 'SET-1', 1), order('R-2', 'SET-1', 1)];
    const outcome = await upload(sets, '--sku-map', 'skus.csv', '--stock', 'stop');
    expect([outcome.code, dataOf(outcome).stock]).toMatchObject([
      2,
      [{ SKU: 'B', needed: 2, available: 1, short: 1, orders: ['R-2'] }],
    ]);
    expect(posted()).toEqual([]);
  });

  it('is a default of the profile', async () => {
    const { home, env, upload, posted } = await openStock();
    expect((await runCli(['config', 'set', 'stock', 'stop'], { home, env })).code).toBe(0);
    const outcome = await upload(rows);
    expect([outcome.code, posted()]).toEqual([2, []]);
    expect(outcome.stderr).toContain('stock: stop (profile default)');
    expect((await upload(rows, '--stock', 'ignore')).code).toBe(0);
  });

  it('does not count stock again for orders created earlier', async () => {
    const { upload } = await openStock();
    await upload(rows.slice(0, 1));
    const outcome = await upload([...rows.slice(0, 1), order('R-9', 'A', 5)], '--stock', 'skip');
    expect([outcome.code, outcomesOf(outcome)]).toEqual([0, { 'R-1': 'skipped', 'R-9': 'created' }]);
  });

  it.each([
    ['got no answer', 'created', true, [0, { 'R-1': 'created' }]],
    ['was in a run that was killed', 'created', false, [0, { 'R-1': 'created' }]],
    ['got no answer and does not exist', 'lost', true, [9, {}]],
  ])('counts the stock of an order that %s as its own if it exists', async (_, fate, ended, expected) => {
    const { home, upload, stored, interfereWith, posted } = await openStock();
    const all = [order('R-1', 'A', 3)];
    interfereWith(({ url }, response, accept) => {
      if (url.startsWith('/v1/auth')) return false;
      if (url === '/v1/outbound' && fate === 'created') accept();
      response.destroy();
      return true;
    });
    expect(outcomesOf(await upload(all, '--max-retries', '0'))).toEqual({ 'R-1': 'unknown' });
    expect(stored.size).toBe(fate === 'created' ? 1 : 0);
    if (!ended) {
      const db = openDatabase(join(home, 'ledger.sqlite'));
      db.script(`DELETE FROM documents; UPDATE runs SET ended_at = NULL;
        INSERT INTO intents (run, batch, service, kind, documents) VALUES (1, 1, 1, 'order', '["R-1"]')`);
      db.close();
    }
    interfereWith(({ url }, response) => {
      if (!url.startsWith('/v1/inventory')) return false;
      const data = { locations: [{ location_name: 'Northgate FC', sku: [item('A', 2)] }] };
      json(response, 200, { success: true, data, pagination: { current_page: 1, has_more: false } });
      return true;
    });
    const again = await upload(all, '--stock', 'skip');
    expect([again.code, outcomesOf(again)]).toEqual(expected);
    expect(posted()).toHaveLength(1);
  });

  it('uses the warehouse of each order, ignoring the case of its name', async () => {
    const { upload } = await openStock();
    const elsewhere = { ...order('R-1', 'A', 50), warehouse_name: 'thames reach fc' };
    expect(dataOf(await upload([elsewhere], '--stock', 'stop')).stock).toEqual([]);
    const unknown = { ...order('R-2', 'B', 1), warehouse_name: 'Thames Reach FC' };
    expect((await upload([unknown], '--stock', 'stop')).code).toBe(2);
  });

  it.each([
    ['warn', 0, 4],
    ['skip', 9, 2],
    ['stop', 2, 4],
  ])('shows in a dry run what %s would do', async (choice, code, orders) => {
    const { upload, posted, inventoryReads } = await openStock();
    const outcome = await upload(rows, '--stock', choice, '--dry-run', '--prices', 'inventory');
    expect(outcome.code).toBe(code);
    expect(dataOf(outcome).orders).toHaveLength(orders);
    expect(dataOf(outcome).stock).toHaveLength(2);
    expect([posted(), inventoryReads()]).toEqual([[], 2]);
  });

  it('says in a dry run that stop would send none of the orders', async () => {
    const { home, env } = await openStock();
    const shown = async (of: readonly Record<string, string>[]) => {
      writeFileSync(join(home, 'orders.csv'), csv(of));
      const args = ['--dry-run', '--prices', 'inventory', '--stock', 'stop'];
      return (await runCli(['order', 'create', 'orders.csv', ...args], { home, env })).stdout;
    };
    expect(await shown(rows)).toMatch(/^No order would be sent, because there is not enough stock\.\n/);
    expect(await shown(rows.slice(0, 1))).toMatch(/^1 order would be sent; nothing was\.\n/);
  });
});

/** Uploads one order of A without a price, with the prices of an inventory that has these at its warehouses. */
async function pricedBy(...prices: number[]) {
  const locations = prices.map((RetailPrice, at) => ({
    location_name: `FC ${at}`,
    sku: [{ ...item('A', 5), RetailPrice }],
  }));
  const service = await startOrderService((request, response) => {
    if (!request.url.startsWith('/v1/inventory')) return false;
    json(response, 200, { success: true, data: { locations } });
    return true;
  });
  const home = homeWith('orders.csv', csv([{ ...order('R-1', 'A', 1), PricePerUnit: '' }]));
  const args = ['order', 'create', 'orders.csv', '--prices', 'inventory', '--json'];
  const outcome = await runCli(args, { home, env: service.env });
  return {
    code: outcome.code,
    posted: service.posted(),
    error: outcome.code === 0 ? undefined : errorOf(outcome),
  };
}

it('counts a price of 0 in the inventory as none', async () => {
  const { code, posted, error } = await pricedBy(0);
  expect([code, posted]).toEqual([2, []]);
  expect(error?.errors).toMatchObject([{ reference: 'R-1', expected: 'a price for A', found: '' }]);
});

it('takes no price of which warehouses have different ones', async () => {
  const { code, posted, error } = await pricedBy(3, 4, 3);
  expect([code, posted]).toEqual([2, []]);
  expect(error?.message).toBe('the inventory has different prices for A; nothing was sent');
  expect((await pricedBy(3, 3)).posted).toEqual(['R-1']);
});

it('reads an inventory of ten thousand SKUs only once', async () => {
  const perPage = limits.inventoryPageSize.max;
  const pages = 10_000 / perPage;
  const asked: number[] = [];
  const service = await startOrderService((request, response) => {
    if (!request.url.startsWith('/v1/inventory')) return false;
    const page = Number(new URL(request.url, 'http://service').searchParams.get('page'));
    asked.push(page);
    const sku = Array.from({ length: perPage }, (_, index) => item(`S-${(page - 1) * perPage + index}`, 1));
    json(response, 200, {
      success: true,
      data: { locations: [{ location_name: 'Northgate FC', sku }] },
      pagination: {
        current_page: page,
        has_more: page < pages,
        ...(page < pages ? { next_page: page + 1 } : {}),
      },
    });
    return true;
  });
  const home = makeHome();
  const wanted = [order('R-1', 'S-0', 1), order('R-2', 'S-9999', 1), order('R-3', 'S-9999', 1)];
  writeFileSync(join(home, 'orders.csv'), csv(wanted.map((row) => ({ ...row, PricePerUnit: '' }))));
  const outcome = await runCli(
    ['order', 'create', 'orders.csv', '--stock', 'skip', '--prices', 'inventory', '--json'],
    { home, env: service.env },
  );
  expect([outcome.code, service.posted()]).toEqual([9, ['R-1', 'R-2']]);
  expect(asked).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
});
